"""The page of a plan: games and time until an effect is seen, and what a given time shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.languages.language import Language
from reports.numbers import decimals, fixed, percent
from reports.pages.amounts import width
from reports.pages.compare import played_by
from reports.pages.frame import Answer, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Table, Verdict
from reports.plots.lines import Curve, Scale, lines_plot
from reports.plots.plot import Plot
from reports.plots.rows import Words

SCHEMA = "fairdeal.plan/1"

KINDS = ("fixed_n", "anytime", "compare")
COLUMNS = (
    "variant", "players", "policies", "metric", "value", "deviation", "unit", "effect", "kind", "games", "seconds",
)  # fmt: skip

Result = Mapping[str, Any]


def csv_text(document: Mapping[str, Any]) -> str:
    """Games and seconds that each metric needs, one line for each kind of interval."""
    return csv_rows.table_text(COLUMNS, (row for one in document["results"] for row in _csv(one)))


def _csv(result: Result) -> Iterator[list[Any]]:
    head = [result["name"], result["players"], ",".join(result["policies"])]
    for name, one in result["metrics"].items():
        for kind in KINDS:
            need = one[kind] or {"games": None, "seconds": None}
            yield [*head, name, one["value"], one["deviation"], one["unit"], result["effect"], kind, need["games"],
                   need["seconds"]]  # fmt: skip


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.plan/1``."""
    results = document["results"]
    words = [given.words(one["game"], language) for one in results]
    answers = [_answer(one, own, language) for one, own in zip(results, words, strict=True)]
    facts = [(language.say("study.intervals"), language.say("plan.method.intervals"))]
    method = method_box(facts, document, given.commands, language, engine=results[0]["engine"])
    titles = list(dict.fromkeys(one.terms.title for one in words))
    return study_page(language.say("plan.page", titles=language.listed(titles)), answers, method, language)


def _effect(result: Result, language: Language) -> str:
    return width(result["effect"], "share", "%", language)


def _answer(result: Result, words: GameWords, language: Language) -> Answer:
    heading = language.say(
        "plan.heading", title=words.terms.title, variant=result["name"], players=result["players"],
        policies=played_by(result["policies"], language),
    )  # fmt: skip
    engine = result["engine"]
    lead = language.say(
        "plan.lead", rate=language.count(engine["plays_per_second"]), threads=engine["threads"],
        pilot=language.count(result["pilot"]),
    )  # fmt: skip
    return Answer(
        heading, _verdict(result, language, heading), [Paragraph(lead)],
        lambda prefix: list(_sections(result, words, language, prefix)),
    )  # fmt: skip


def widest(result: Result) -> tuple[str, Mapping[str, Any]] | None:
    """The win share that needs the most games, with its name; None when none varies."""
    shares = [
        (name, one) for name, one in result["metrics"].items() if name.startswith("win_share.") and one["anytime"]
    ]
    return max(shares, key=lambda pair: float(pair[1]["anytime"]["games"]), default=None)


def _verdict(result: Result, language: Language, heading: str) -> Verdict:
    found = widest(result)
    if found is None:
        return Verdict(f"{heading}: {language.say('plan.nothing')}.", language.say("plan.nothing"))
    needs = {kind: found[1][kind] for kind in KINDS}
    said = language.say(
        "plan.said", effect=_effect(result, language), fixed=language.about(needs["fixed_n"]["games"]),
        fixed_time=language.duration(needs["fixed_n"]["seconds"]), anytime=language.about(needs["anytime"]["games"]),
        anytime_time=language.duration(needs["anytime"]["seconds"]), pairs=language.about(needs["compare"]["games"]),
        pairs_time=language.duration(needs["compare"]["seconds"]),
    )  # fmt: skip
    word = language.say(
        "plan.word", games=language.about(needs["fixed_n"]["games"]),
        time=language.duration(needs["fixed_n"]["seconds"]),
    )  # fmt: skip
    return Verdict(f"{heading}. {said}", word)


def _sections(result: Result, words: GameWords, language: Language, prefix: str) -> Iterator[Section]:
    effect = _effect(result, language)
    yield Section(
        f"{prefix}needs", language.say("plan.heading.needs", effect=effect), [_needs(result, words, language, effect)]
    )
    blocks: list[Block] = [_widths(result, words, language)]
    plot = _plot(result, words, language, f"{prefix}widths")
    blocks += [Figure(plot)] if plot is not None else []
    yield Section(f"{prefix}widths", language.say("plan.heading.widths"), blocks)


def _needs(result: Result, words: GameWords, language: Language, effect: str) -> Table:
    rows = [
        [words.metric(name, language), *(text for kind in KINDS for text in _need(one[kind], language))]
        for name, one in result["metrics"].items()
        if one["anytime"] is not None
    ]
    header = [language.say("study.metric")]
    for key in ("plan.fixed", "plan.anytime", "plan.compare"):
        header += [language.say(key), language.say("plan.time")]
    return Table(language.say("plan.needs.caption", effect=effect), header, rows, "Lrrrrrr")


def _need(need: Mapping[str, Any], language: Language) -> tuple[str, str]:
    return language.about(need["games"]), language.duration(need["seconds"])


def _widths(result: Result, words: GameWords, language: Language) -> Table:
    some = next(iter(result["metrics"].values()))
    header = [language.say("study.metric"), *(language.duration(one["seconds"]) for one in some["half_widths"]),
              language.say("study.unit")]  # fmt: skip
    rows = [
        [
            words.metric(name, language),
            *(_width(one["anytime"], metric["unit"], language) for one in metric["half_widths"]),
            words.unit(metric["unit"]),
        ]
        for name, metric in result["metrics"].items()
    ]
    return Table(language.say("plan.widths.caption"), header, rows, "L" + "r" * len(some["half_widths"]) + "l")


def _width(value: float | None, unit: str, language: Language) -> str:
    if value is None:
        return "?"
    text = percent(value, decimals(100 * value)) if unit == "share" else fixed(value, decimals(value))
    return "± " + language.number(text)


def _plot(result: Result, words: GameWords, language: Language, name: str) -> Plot | None:
    """Half-widths of the win share that needs most, over games."""
    found = widest(result)
    if found is None:
        return None
    metric, one = found
    rate, deviation = result["engine"]["plays_per_second"], one["deviation"]
    games = [rate * at["seconds"] for at in one["half_widths"]]
    factors = [at[kind] * math.sqrt(n) for kind in ("fixed_n", "anytime")
               for at, n in zip(one["half_widths"][:1], games[:1], strict=True)]  # fmt: skip
    if not rate or not deviation or not all(factors):
        return None
    least, most = 1e2, max(1e6, 10 ** math.ceil(math.log10(games[0])))
    x = _spaced(least, most)
    curves = [
        Curve(language.say(f"plan.plot.{key}"), x, [100 * factor / math.sqrt(n) for n in x], look=look)
        for look, (key, factor) in enumerate(zip(("fixed", "anytime"), factors, strict=True))
    ]
    effect, seat = _effect(result, language), words.metric(metric, language).rpartition(", ")[2]
    listed = "; ".join(
        f"{language.count(round(n))}: ± {language.fixed(100 * factors[0] / math.sqrt(n), 2)}{language.percent_sign}"
        for n in (1e3, 1e4, 1e5, 1e6)
    )
    said = Words(
        name,
        language.say("plan.plot.title", effect=effect, games=language.about(one["fixed_n"]["games"])),
        language.say("plan.plot.caption", seat=seat, pilot=language.count(result["pilot"]), effect=effect),
        language.say("plan.plot.alt", seat=seat, listed=listed), "",
    )  # fmt: skip
    scales = (
        Scale(language.say("plan.plot.axis"), log=True),
        Scale(language.say("plan.plot.width"), log=True, percent=True),
    )
    return lines_plot(said, curves, scales, language, line=100 * result["effect"])


def _spaced(least: float, most: float) -> Sequence[float]:
    """Forty numbers in equal ratios."""
    step = (most / least) ** (1 / 39)
    return [least * step**i for i in range(40)]
