"""The text report of runs in any language of reports: what `reports.text` says in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.goals import COLOURS
from reports.languages.language import Language
from reports.numbers import GAP
from reports.pages.exactly import agreement, contradiction, left_out, values_table
from reports.pages.given import GameWords
from reports.pages.method import ending, intervals, speed
from reports.pages.model import Shown
from reports.pages.run import goals_table, summary
from reports.pages.words import base_of, meaning_of, unit_word
from reports.rules import ASSUMED, CHOSEN, rule_values
from reports.style import PLAIN, Style
from reports.words import colour, variant_word


def text_report(shown: Sequence[Shown], language: Language, style: Style = PLAIN) -> str:
    """The report of results as text of at most 80 columns (but for commands), ending with a line end."""
    parts = []
    if len(shown) > 1:
        overview = summary(shown, language)
        lines = table(overview.header, overview.rows, "LrlL")
        coloured = [style.mark(line, colour(one.result)) for line, one in zip(lines[1:], shown, strict=True)]
        parts.append("\n".join([style.mark(lines[0], "bold"), *coloured]))
        parts += [
            paragraph(language.say("goals.of", variant=variant_word(one.result), players=one.result["players"],
                                   said=_counted(one.result["goals"], language)))
            for one in shown if one.result.get("goals")
        ]  # fmt: skip
    for one, following in zip(shown, [*shown[1:], None], strict=True):
        parts += _one(one, language, style)
        # Values that hold for several results in a row are told once, after the last.
        if following is None or _origins(following, language) != _origins(one, language):
            parts.append(_origins(one, language))
    parts.append(style.mark("\n".join(_definitions(shown, language)), "dim"))
    return "\n\n".join(part for part in parts if part).replace(language.gap, " ") + "\n"


def _one(one: Shown, language: Language, style: Style) -> Iterator[str]:
    for warning in (language.capped_warning(one.result), contradiction(one, language)):
        if warning:
            yield style.mark(paragraph(warning), "bold", "red")
    sentence = language.verdict(one.result, one.terms)
    yield style.mark(paragraph(sentence + "."), "bold", colour(one.result))
    if one.result["engine"].get("interrupted"):
        yield paragraph(language.say("interrupted", n=language.count(one.result["plays"]["count"])))
    yield from _goals(one, language, style)
    lines = table(
        [language.say(f"metrics.{key}") for key in ("metric", "value", "interval", "unit", "n")],
        [_row(name, one, language) for name in one.result["metrics"]],
        "LrrLr",
    )
    yield "\n".join([style.mark(lines[0], "bold"), *lines[1:]])
    yield from _exact(one, language, style)
    yield style.mark(_method(one, language), "dim")


def _goals(one: Shown, language: Language, style: Style) -> Iterator[str]:
    """Yield how many declared goals are met, each with its figure, and what the other figures then are."""
    goals = one.result.get("goals") or []
    if not goals:
        return
    found = goals_table(goals, language)
    lines = table(found.header, found.rows, found.align)
    marked = [style.mark(line, COLOURS[goal["status"]]) for line, goal in zip(lines[1:], goals, strict=True)]
    yield style.mark(paragraph(_counted(goals, language)), "bold")
    yield "\n".join([style.mark(lines[0], "bold"), *marked])
    yield paragraph(language.say("goals.exploratory"))


def _counted(goals: Sequence[Mapping[str, Any]], language: Language) -> str:
    """How many goals are met, missed and not yet known, as one sentence."""
    counts = {status: sum(goal["status"] == status for goal in goals) for status in COLOURS}
    return language.say(
        "goals.said", all=len(goals), met=counts["met"], missed=counts["missed"], open=counts["not yet known"]
    )


def _exact(one: Shown, language: Language, style: Style) -> Iterator[str]:
    """Yield what is known exactly beside what was simulated, or why it is left out."""
    known = one.result.get("exact") or {}
    if known.get("left_out"):
        yield style.mark(paragraph(left_out(known, language), "  ", ""), "dim")
    elif known:
        found = values_table(known["values"], GameWords(one.terms, one.words), language)
        names = [value["metric"] for value in known["values"]]
        rows = [[name, *row[1:]] for name, row in zip(names, found.rows, strict=True)]
        lines = table(found.header, rows, found.align)
        yield "\n".join([paragraph(agreement(one, known, language)), style.mark(lines[0], "bold"), *lines[1:]])


def _row(name: str, one: Shown, language: Language) -> list[str]:
    metric = one.result["metrics"][name]
    unit = unit_word(metric["unit"], one, language)
    value = language.figure(metric, sign=False)
    return [name, value, language.interval(metric), unit, language.count(metric["n"])]


def _method(one: Shown, language: Language) -> str:
    result = one.result
    said = language.say(
        "text.method", intervals=intervals(one, language), n=language.count(result["plays"]["count"]),
        first=language.count(result["plays"]["first"]), seed=result["seed"], policies=", ".join(result["policies"]),
        hash=result["variant"]["hash"][:12], digest=result["digest"][:12], version=result["engine"]["version"],
    )  # fmt: skip
    ended = ending(one, language) if (result.get("stop") or {}).get("kind") == "anytime" else ""
    lines = [paragraph(said, "  ", ""), paragraph(language.say("text.speed", speed=speed(one, language)), "  ", "")]
    if ended:
        lines.append(paragraph(language.say("text.stop", ending=ended), "  ", ""))
    if one.command:
        lines.append(language.say("text.again", command=one.command))
    return "\n".join(lines)


def _origins(one: Shown, language: Language) -> str:
    values = rule_values(one.result)
    lines = []
    for kind, key in ((CHOSEN, "chosen"), (ASSUMED, "assumed")):
        found = [str(value).replace(" ", GAP, 1) for value in values if value.origin == kind]
        said = language.say(
            f"text.{key}" if found else f"text.no_{key}", count=len(found), total=len(values), listed="; ".join(found)
        )
        lines.append(paragraph(said, "  ", ""))
    return "\n".join(lines)


def _definitions(shown: Sequence[Shown], language: Language) -> Iterator[str]:
    """Yield what each figure is, once a game; seats' figures of one kind once."""
    told: dict[tuple[str, str], str] = {}
    for one in shown:
        for name in one.result["metrics"]:
            base, seat = base_of(name)
            label = f"{base}.S" if seat is not None else base
            told.setdefault((one.terms.title, label), meaning_of(name, one, language))
    yield language.say("text.figures")
    for (_, label), meaning in told.items():
        if meaning:
            yield paragraph(f"{label}: {meaning}", "    ", "  ")
