"""The page of a sensitivity study: which assumptions could overturn the verdict, each alone, what explains what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.advantage import BANDS
from reports.languages.language import Language
from reports.pages.amounts import amount, ends, in_words
from reports.pages.compare import played_by
from reports.pages.frame import Answer, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Table, Verdict
from reports.pages.sweep import refused_section
from reports.plots.plot import Plot
from reports.plots.rows import Row, Words, rows_plot
from reports.sensed import SMALL, assumed, capped_cells, level_power, maybe_together, number_of
from reports.sweeping import is_alike, shown_value

SCHEMA = "fairdeal.sensitivity/1"
MOST_ROWS = 30
"""Rows of the plot; of more the largest changes are shown."""
GOOD = 100 * BANDS[2].limit

COLUMNS = (
    "players", "dial", "assumed", "changed_to", "verdict", "metric", "difference", "low", "high", "n", "unit",
    "seat_advantage", "seat_advantage_low", "seat_advantage_high",
)  # fmt: skip

Result = Mapping[str, Any]


def csv_text(document: Mapping[str, Any]) -> str:
    """Every level of every dial alone, one line a metric."""
    return csv_rows.table_text(COLUMNS, (row for one in document["results"] for row in _csv(one)))


def _csv(result: Result) -> Iterator[list[Any]]:
    for dial in result["dials"]:
        for level in dial["levels"]:
            advantage = level["seat_advantage"] or {}
            tail = [advantage.get(key) for key in ("value", "low", "high")]
            for name, one in level["against_base"].items():
                yield [
                    result["players"], dial["key"], dial["value"], level["value"], level["verdict"], name,
                    one["value"], one["low"], one["high"], one["n"], result["units"].get(name), *tail,
                ]  # fmt: skip


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.sensitivity/1``."""
    results = document["results"]
    words = given.words(results[0]["game"], language)
    answers = [_answer(document, one, words, language) for one in results]
    method = method_box(list(_facts(document, language)), document, given.commands, language)
    return study_page(language.say("sense.page", titles=words.terms.title), answers, method, language)


def _answer(document: Mapping[str, Any], result: Result, words: GameWords, language: Language) -> Answer:
    heading = language.say(
        "sense.heading", title=words.terms.title, variant=document["variant"], players=result["players"],
        policies=played_by(document["policies"], language),
    )  # fmt: skip
    opening: list[Block] = []
    cells, capped = result["factorial"]["cells"], capped_cells(result)
    if capped:
        opening.append(Paragraph(language.say("sense.capped", n=language.count(capped)), "warning"))
    if cells:
        told = {key: sum(cell["verdict"] == key for cell in cells) for key in ("met", "missed", "not yet known")}
        said = language.say("sense.cells", n=language.count(len(cells)), met=told["met"], missed=told["missed"],
                            open=told["not yet known"])  # fmt: skip
        opening.append(Paragraph(said))
    return Answer(
        heading, _verdict(document, result, language, heading), opening,
        lambda prefix: list(_sections(document, result, words, language, prefix)),
    )  # fmt: skip


def _powers(result: Result) -> dict[str, list[str]]:
    """The dials that overturn the verdict alone, only together with others, perhaps."""
    dials = result["dials"]
    return {
        "sure": [one["key"] for one in dials if one["alone"] == "overturns"],
        "joint": [one["key"] for one in dials if one["in_combination"] == "overturns" and one["alone"] != "overturns"],
        "maybe": [one["key"] for one in dials if one["alone"] == "may overturn"],
        "perhaps": maybe_together(result),
    }


def _verdict(document: Mapping[str, Any], result: Result, language: Language, heading: str) -> Verdict:
    stands = result["as_it_stands"]
    goals = ", ".join(f"{one['metric']} {language.number(one['goal'])}" for one in document["goals"])
    said = language.say(f"sense.stands.{stands['verdict']}") + language.say("sense.goals", goals=goals)
    if stands["seat_advantage"] is not None:
        said += language.say("sense.advantage", advantage=in_words(stands["seat_advantage"], "share", "%", language))
    found = _powers(result)
    parts = [language.say(f"sense.{key}", keys=", ".join(keys)) for key, keys in found.items() if keys]
    key = next((key for key, keys in found.items() if keys), "none")
    if stands["verdict"] == "not yet known":
        key, parts = "open", [language.say("sense.open"), *parts]
    elif key == "none":
        parts = [language.say("sense.none", n=len(result["dials"]))]
    steady = "green" if stands["verdict"] == "met" else ""
    tone = {"sure": "red", "joint": "red", "none": steady}.get(key, "yellow")
    return Verdict(f"{heading}. {said}. {' '.join(parts)}", language.say(f"sense.word.{key}"), tone)


def _sections(
    document: Mapping[str, Any], result: Result, words: GameWords, language: Language, prefix: str
) -> Iterator[Section]:
    blocks: list[Block] = [_dials(result, words, language)]
    plot = _plot(document, result, language, f"{prefix}alone")
    blocks += [Figure(plot)] if plot is not None else []
    yield Section(f"{prefix}dials", language.say("sense.heading.dials"), blocks)
    yield Section(f"{prefix}alone", language.say("sense.heading.alone"), [_alone(result, words, language)])
    if result["factorial"]["metrics"]:
        yield Section(f"{prefix}shares", language.say("sense.heading.shares"), [_shares(result, words, language)])
    untried = list(_untried(result, language))
    if untried:
        header = [language.say("sense.dial"), language.say("study.refused.reason")]
        table = Table(language.say("sense.untried.caption"), header, untried, "LL")
        yield Section(f"{prefix}untried", language.say("sense.heading.untried"), [table])
    refused = [(f"{key}={value}", reason) for key, value, reason in result["not_playable"]]
    yield from refused_section(refused, language, prefix)


def _dials(result: Result, words: GameWords, language: Language) -> Table:
    rows, marked = [], []
    for dial in result["dials"]:
        tried = ", ".join(shown_value(level["value"]) for level in dial["levels"])
        powers = [language.say(f"sense.power.{dial[key]}") for key in ("alone", "in_combination")]
        rows.append([dial["key"], assumed(dial), tried, *powers, words.word(dial["meaning"])])
        marked += [len(rows) - 1] if "overturns" in (dial["alone"], dial["in_combination"]) else []
    keys = ("dial", "assumed", "tried", "alone", "together", "meaning")
    header = [language.say(f"sense.{key}") for key in keys]
    foreign: frozenset[int] = (
        frozenset() if all(dial["meaning"] in words.words for dial in result["dials"]) else frozenset({5})
    )
    return Table(language.say("sense.dials.caption"), header, rows, "LlllLL", frozenset(marked), foreign)


def _alone(result: Result, words: GameWords, language: Language) -> Table:
    metrics, rows, marked = list(result["margins"]), [], []
    for dial in result["dials"]:
        for level in dial["levels"]:
            effects = [
                _effect(level["against_base"].get(name), result["units"].get(name), language) for name in metrics
            ]
            status = language.say(f"goal.{level['verdict']}")
            rows.append([dial["key"], assumed(dial), shown_value(level["value"]), *effects, status])
            marked += [len(rows) - 1] if level_power(result, level) == "overturns" else []
    header = [language.say("sense.dial"), language.say("sense.assumed"), language.say("sense.now")]
    for name in metrics:
        unit = result["units"].get(name)
        header.append(f"{words.metric(name, language)} ({words.gap(unit or '', language)})")
    header.append(language.say("sense.goals.column"))
    align = "Lll" + "r" * len(metrics) + "l"
    return Table(language.say("sense.alone.caption"), header, rows, align, frozenset(marked))


def _effect(effect: Mapping[str, Any] | None, unit: str | None, language: Language) -> str:
    """``+1.2 (0.8 to 1.6)``; "=" when no game differed."""
    if effect is None or effect["value"] is None:
        return ""
    if is_alike(effect):
        return "="
    shown = unit or ""
    return f"{amount(effect, shown, language, signed=True)} ({ends(effect, shown, language, signed=True)})"


def _shares(result: Result, words: GameWords, language: Language) -> Table:
    found, rows = result["factorial"], []
    keys = [one["key"] for one in found["dials"]]
    for metric, one in found["metrics"].items():
        name, spread = words.metric(metric, language), _spread(one, words, language)
        if one["total"][keys[0]]["value"] is None:
            rows.append([name, spread, language.say("sense.noise"), "", "", "", ""])
            continue
        order = sorted(keys, key=lambda key: -number_of(one["total"][key]))
        for key in (key for key in order if number_of(one["total"][key]) >= SMALL):
            rows.append([name, spread, key, *_part(one["total"][key], language), *_part(one["first"][key], language)])
    header = [language.say(key) for key in ("study.metric", "sense.spread", "sense.dial", "sense.in_all",
              "study.interval")] + [f"{language.say('sense.alone')} %", language.say("study.interval")]  # fmt: skip
    caption = language.say("sense.shares.caption", n=language.count(len(found["cells"])))
    return Table(caption, header, rows, "LrLrrrr")


def _part(share: Mapping[str, Any], language: Language) -> tuple[str, str]:
    """A share of the variance, kept between 0 and 1, and its interval."""
    if any(share[key] is None for key in ("value", "low", "high")):
        return "?", ""
    kept = {key: min(1.0, max(0.0, share[key])) for key in ("value", "low", "high")}
    return amount(kept, "share", language), ends(kept, "share", language)


def _spread(one: Mapping[str, Any], words: GameWords, language: Language) -> str:
    """The standard deviation between combinations, with its unit and interval."""
    variance = one["variance"]
    if variance["value"] is None or variance["value"] <= 0:
        return "0"
    found = {key: max(0.0, variance[key] or 0.0) ** 0.5 for key in ("value", "low", "high")}
    unit = one["unit"]
    return f"{amount(found, unit, language)} {words.gap(unit, language)} ({ends(found, unit, language)})"


def _untried(result: Result, language: Language) -> Iterator[list[str]]:
    for key in result["not_tried"]:
        yield [key, language.say("sense.untried.none")]
    for key, value in result["factorial"]["dropped"]:
        yield [f"{key}={value}", language.say("sense.untried.dropped")]
    used = {one["key"] for one in result["factorial"]["dials"]}
    for dial in result["dials"]:
        if dial["key"] not in used:
            yield [dial["key"], language.say("sense.untried.rest")]


def _plot(document: Mapping[str, Any], result: Result, language: Language, name: str) -> Plot | None:
    """The seat advantage with each assumption changed alone, the largest changes first."""
    stands = result["as_it_stands"]["seat_advantage"]
    levels = [
        (f"{dial['key'].rpartition('.')[2]}={shown_value(level['value'])}", level)
        for dial in result["dials"] for level in dial["levels"] if level["seat_advantage"] is not None
    ]  # fmt: skip
    if stands is None or not levels:
        return None
    levels.sort(key=lambda pair: -abs(pair[1]["seat_advantage"]["value"] - stands["value"]))
    rows = [_row(language.say("sense.plot.stands"), stands, 0, language)]
    for text, level in levels[:MOST_ROWS]:
        overturns = level_power(result, level) == "overturns"
        rows.append(_row(text, level["seat_advantage"], 1 if overturns else 0, language))
    first = levels[0][1]["seat_advantage"]
    apart = first["low"] > stands["high"] or first["high"] < stands["low"]
    key = "over" if apart else "none"
    advantage = in_words(first if apart else stands, "share", "%", language)
    title = language.say(f"sense.plot.{key}", level=levels[0][0], advantage=advantage)
    said = Words(
        name, title, language.say("sense.plot.caption", games=language.count(document["games"])),
        language.say("sense.plot.alt", listed="; ".join(f"{row.name} {row.label}" for row in rows)),
        language.say("sense.plot.axis"),
    )  # fmt: skip
    return rows_plot(said, rows, language, zone=(0, GOOD), line=100 * stands["value"], percent=True)


def _row(text: str, found: Mapping[str, Any], look: int, language: Language) -> Row:
    value, low, high = (100 * found[key] for key in ("value", "low", "high"))
    return Row(text, value, low, high, look, amount(found, "share", language) + language.percent_sign)


def _facts(document: Mapping[str, Any], language: Language) -> Sequence[tuple[str, str]]:
    return [
        (language.say("study.games"), language.say("sense.method.games", games=language.count(document["games"]))),
        (language.say("study.intervals"), language.say("sense.method.intervals")),
        (language.say("study.seed"), str(document["seed"])),
        (language.say("study.policies"), played_by(document["policies"], language)),
    ]
