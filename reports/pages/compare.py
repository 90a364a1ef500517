"""The page of a comparison: what differs, whether B is fairer, every verdict with its interval, what pairing saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports import csv_rows
from reports.comparison import FAIRNESS, has_savings
from reports.languages.language import Language
from reports.languages.lines import lines_in
from reports.pages.amounts import amount, ends, in_words, width
from reports.pages.frame import Answer, listing, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Figure, Page, Paragraph, Section, Table, Verdict
from reports.plots.plot import Plot
from reports.plots.rows import Row, Words, rows_plot

SCHEMA = "fairdeal.compare/1"

Result = Mapping[str, Any]

COLUMNS = (
    "a", "b", "players_a", "players_b", "metric", "value_a", "value_b", "difference", "low", "high", "unit", "margin",
    "outcome", "declared", "pairs", "seed",
)  # fmt: skip


def csv_text(document: Mapping[str, Any]) -> str:
    """Every metric of every comparison, with B - A and its interval."""
    return csv_rows.table_text(COLUMNS, (row for one in document["results"] for row in _csv(one)))


def _csv(result: Result) -> Iterator[list[Any]]:
    a, b = result["a"], result["b"]
    for name, one in result["metrics"].items():
        found = one["difference"]
        yield [
            a["name"], b["name"], a["players"], b["players"], name, one["a"], one["b"], found["value"], found["low"],
            found["high"], one["unit"], one["margin"], one["outcome"], one["declared"], result["plays"]["count"],
            result["seeds"][0],
        ]  # fmt: skip


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.compare/1``."""
    results = document["results"]
    words = [given.words(one["a"]["game"], language) for one in results]
    titles = list(dict.fromkeys(one.terms.title for one in words))
    answers = [_answer(one, own, language) for one, own in zip(results, words, strict=True)]
    method = method_box(
        list(_facts(results, language)), document, given.commands, language, engine=results[0]["engine"]
    )
    return study_page(language.say("compare.page", titles=language.listed(titles)), answers, method, language)


def _answer(result: Result, words: GameWords, language: Language) -> Answer:
    a, b = result["a"], result["b"]
    heading = language.say(
        "compare.heading", title=_title(result, words, language), b=_arm(b, a, language),
        a=a["name"] if _set(a, b) else _arm(a, b, language),
    )  # fmt: skip
    opening: list[Block] = list(_warnings(result, language))
    if _chief(result)[0] in FAIRNESS:
        opening.append(
            Paragraph(language.sentence("compare.lead", figure=words.metric(_chief(result)[0], language)), "lead")
        )
    return Answer(
        heading, _verdict(result, words, language, heading), opening,
        lambda prefix: list(_sections(result, words, language, prefix)),
    )  # fmt: skip


def _title(result: Result, words: GameWords, language: Language) -> str:
    a, b = result["a"], result["b"]
    parts = [words.terms.title]
    if a["players"] == b["players"]:
        parts.append(language.say("study.players", players=a["players"]))
    if a["policies"] == b["policies"]:
        parts.append(played_by(a["policies"], language))
    return ", ".join(parts)


def played_by(policies: Sequence[str], language: Language) -> str:
    """``random play``, or who sits where when the seats differ."""
    if len(set(policies)) == 1:
        return language.say("study.alike", policy=policies[0])
    return language.phrases["study.against"].join(policies)


def _arm(one: Mapping[str, Any], other: Mapping[str, Any], language: Language) -> str:
    name = str(one["name"])
    if _set(one, other):
        return language.say("compare.arm.changed", name=name)
    if one["players"] != other["players"]:
        name = language.say("compare.arm.players", name=name, players=one["players"])
    if one["policies"] != other["policies"] and one["players"] == other["players"]:
        name = language.say("compare.arm.policies", name=name, policies=", ".join(dict.fromkeys(one["policies"])))
    return name


def _set(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """True when only values that were set on the command line tell the two apart."""
    return one["hash"] != other["hash"] and all(one[key] == other[key] for key in ("name", "players", "policies"))


def _warnings(result: Result, language: Language) -> Iterator[Paragraph]:
    left_out = result["plays"]["left_out"]
    if left_out:
        what = language.say(f"compare.capped.{'pairs' if result['paired'] else 'games'}")
        said = language.say(
            "compare.capped", n=language.count(left_out), all=language.count(result["plays"]["count"]), what=what
        )
        yield Paragraph(said, "warning")
    if result["stop"]["reason"] == "interrupted":
        yield Paragraph(language.say("study.interrupted"), "warning")


def _chief(result: Result) -> tuple[str, Mapping[str, Any]]:
    """The metric that the verdict is about: fairness when it was declared, else the first declared one."""
    declared = {name: one for name, one in result["metrics"].items() if one["declared"]}
    name = next((name for name in FAIRNESS if name in declared), next(iter(declared), next(iter(result["metrics"]))))
    return name, result["metrics"][name]


def _verdict(result: Result, words: GameWords, language: Language, heading: str) -> Verdict:
    name, one = _chief(result)
    metric = words.metric(name, language)
    fair = name in FAIRNESS
    key = str(one["outcome"])
    if fair:
        key = {"higher": "less fair", "lower": "fairer", "equivalent": "equally fair"}.get(key, key)
    word = language.sentence(f"compare.word.{key}", metric=metric)
    unit, step = one["unit"], words.step(one["unit"], language)
    a, b = (amount({**one["difference"], "value": one[arm]}, unit, language) for arm in ("a", "b"))
    sign = language.percent_sign if unit == "share" else f" {step}"
    said = language.sentence(
        f"compare.said.{_strength(one)}", figure=metric, a=a + sign, b=b + sign,
        margin=width(one["margin"], unit, words.gap(unit, language), language),
        difference=in_words(one["difference"], unit, step, language, signed=True),
    )  # fmt: skip
    tone = {"fairer": "green", "equally fair": "green", "less fair": "red" if one["material"] else "yellow"}.get(
        key, ""
    )
    return Verdict(f"{heading}. {word}. {said}", word, tone)


def _strength(one: Mapping[str, Any]) -> str:
    """How sure a verdict is: ``equivalent``, ``undecided``, ``material``, ``within`` the margin, or ``sure``."""
    if one["outcome"] in ("equivalent", "undecided"):
        return str(one["outcome"])
    return "material" if one["material"] else "within" if one["within_margin"] else "sure"


def _sections(result: Result, words: GameWords, language: Language, prefix: str) -> Iterator[Section]:
    yield Section(f"{prefix}differs", language.say("compare.heading.differs"), _differences(result, words, language))
    yield Section(
        f"{prefix}verdicts", language.say("compare.heading.verdicts"),
        list(_verdicts(result, words, language, prefix)),
    )  # fmt: skip
    others = _table(result, words, language, "others")
    if others is not None:
        yield Section(f"{prefix}others", language.say("compare.heading.others"), [others])
    if result["sprt"] is not None:
        ended = f" {language.say('compare.sprt.ended')}" if result["plays"]["left_out"] else ""
        said = Paragraph(_sprt(result["sprt"], result["metrics"], words, language) + ended)
        yield Section(f"{prefix}sprt", language.say("compare.heading.sprt"), [said])


def _differences(result: Result, words: GameWords, language: Language) -> list[Block]:
    lines, foreign = lines_in(language.code, result["differences"], words.word)
    return listing(lines, foreign=foreign) if lines else [Paragraph(language.say("compare.same"), "note")]


def _verdicts(result: Result, words: GameWords, language: Language, prefix: str) -> Iterator[Block]:
    table = _table(result, words, language, "verdicts")
    if table is not None:
        yield table
    lost = [name for name, one in result["metrics"].items() if one["declared"] and one["warning"]]
    if lost:
        listed = language.listed([words.metric(name, language) for name in lost])
        yield Paragraph(language.say("compare.lost", metrics=listed), "warning")
    plot = difference_plot(result, words, language, f"{prefix}differences")
    if plot is not None:
        yield Figure(plot)


def _table(result: Result, words: GameWords, language: Language, which: str) -> Table | None:
    """The table of the declared metrics (``verdicts``) or of the others; None when there are none."""
    declared = which == "verdicts"
    shown = {name: one for name, one in result["metrics"].items() if one["declared"] == declared}
    paired = has_savings(result)
    rows = [_row(name, one, paired, words, language) for name, one in shown.items()]
    saved = ["compare.saved"] if paired else []
    keys = ("study.metric", "A", "B", "compare.difference", "study.interval", "compare.margin", "study.unit", *saved,
            "compare.verdict")  # fmt: skip
    header = [language.phrases.get(key, key) for key in keys]
    align = "LrrrrrlrL" if paired else "LrrrrrlL"
    return Table(language.say(f"compare.{which}.caption"), header, rows, align) if rows else None


def _row(name: str, one: Mapping[str, Any], paired: bool, words: GameWords, language: Language) -> list[str]:
    unit, found = one["unit"], one["difference"]
    arms = [amount({**found, "value": one[arm]}, unit, language) for arm in ("a", "b")]
    gain = one["variance_reduction"]
    return [
        words.metric(name, language), *arms, amount(found, unit, language, signed=True),
        ends(found, unit, language, signed=True), width(one["margin"], unit, "", language).strip(),
        words.gap(unit, language),
        *(["" if gain is None else language.number(f"×{gain:.3g}")] if paired else []), _cell(one, language),
    ]  # fmt: skip


def _cell(one: Mapping[str, Any], language: Language) -> str:
    strength = _strength(one)
    if strength == "undecided" and one["still_needed"] >= 0 and one["difference"]["low"] is not None:
        return language.say("compare.cell.more", n=language.about(one["still_needed"]))
    outcome = language.phrases.get(f"compare.outcome.{one['outcome']}", "")
    return language.say(f"compare.cell.{strength}", outcome=outcome)


def _sprt(found: Mapping[str, Any], metrics: Mapping[str, Any], words: GameWords, language: Language) -> str:
    unit = metrics[found["metric"]]["unit"]
    low, high = (_effect(end, unit, words, language) for end in found["effects"])
    numbers = {key: language.fixed(found[key], 2) for key in ("llr", "lower", "upper")}
    metric = words.metric(found["metric"], language)
    said = language.say(f"compare.sprt.{found['decision']}", low=low, high=high, metric=metric, **numbers)
    return f"{said} {language.say('compare.sprt.few')}" if found.get("few") else said


def _effect(value: float, unit: str, words: GameWords, language: Language) -> str:
    shown = 100 * value if unit == "share" else value
    return f"{language.number(f'{shown:.3g}')} {words.gap(unit, language)}"


def difference_plot(result: Result, words: GameWords, language: Language, name: str) -> Plot | None:
    """The declared differences with their intervals, each in its own smallest difference that matters."""
    declared = {
        key: one for key, one in result["metrics"].items()
        if one["declared"] and one["margin"] and one["difference"]["low"] is not None
        and one["difference"]["value"] is not None
    }  # fmt: skip
    if not declared:
        return None
    rows, listed = [], []
    for key, one in declared.items():
        found, unit = one["difference"], one["unit"]
        value, low, high = (found[end] / one["margin"] for end in ("value", "low", "high"))
        label = f"{amount(found, unit, language, signed=True)} {words.gap(unit, language)}"
        look = 1 if _strength(one) in ("material", "sure", "within") else 0
        rows.append(Row(words.metric(key, language), value, low, high, look, label))
        listed.append(f"{words.metric(key, language)} {label} ({ends(found, unit, language, signed=True)})")
    sure = {
        strength: [words.metric(key, language) for key, one in declared.items() if _strength(one) == strength]
        for strength in ("material", "sure", "within")
    }
    others = sure["sure"] + sure["within"]
    key = "some" if sure["material"] else "small" if others else "none"
    title = language.say(f"compare.plot.{key}", metrics=language.listed(sure["material"] or others))
    n = language.count(result["plays"]["count"] - result["plays"]["left_out"])
    caption = language.say(
        "compare.plot.caption", n=language.say(f"compare.plot.{'pairs' if result['paired'] else 'games'}", n=n)
    )
    said = Words(name, title, caption, language.say("compare.plot.alt", listed="; ".join(listed)),
                 language.say("compare.plot.axis"))  # fmt: skip
    return rows_plot(said, rows, language, zone=(-1, 1), line=0)


def _facts(results: Sequence[Result], language: Language) -> Iterator[tuple[str, str]]:
    for one in results:
        key = "paired" if one["paired"] else "apart"
        said = language.say(f"compare.method.{key}", n=language.count(one["plays"]["count"]))
        saved = f" {language.say('compare.method.saved')}" if one["paired"] and has_savings(one) else ""
        yield language.say("study.games"), f"{said}{saved}"
    yield language.say("study.intervals"), language.say("compare.method.intervals")
    first = results[0]
    yield language.say("study.seed"), ", ".join(dict.fromkeys(str(seed) for one in results for seed in one["seeds"]))
    policies = dict.fromkeys(played_by(one[arm]["policies"], language) for one in results for arm in ("a", "b"))
    yield language.say("study.policies"), "; ".join(policies)
    tested = first["sprt"] is not None and first["stop"]["reason"] == "decided"
    reason = language.say(f"compare.reason.{'tested' if tested else first['stop']['reason']}")
    yield (
        language.say("compare.method.stop"),
        language.say("compare.method.looks", reason=reason, looks=language.count(first["stop"]["looks"])),
    )
