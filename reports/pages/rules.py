"""The rules section: every effective value with its origin, the assumptions marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.languages.language import Language
from reports.pages.model import Block, Paragraph, Section, Shown, Table
from reports.rules import ASSUMED, CHOSEN, PRINTED, rule_values, value_text

LONGEST = 90
"""Longest value shown; a drawn map is in the result document in full."""


def rules_section(one: Shown, language: Language, anchor: str, before: Sequence[Shown] = ()) -> Section:
    """The rules of a result, or that they are those of the first result on the page."""
    heading = language.say("heading.rules")
    if before and _same(one, before[0]):
        return Section(anchor, heading, [Paragraph(language.say("rules.same"), "note")])
    return Section(anchor, heading, list(_blocks(one, language)))


def _same(one: Shown, other: Shown) -> bool:
    return (
        rule_values(one.result) == rule_values(other.result)
        and one.result["variant"]["hash"] == other.result["variant"]["hash"]
        and one.study == other.study
    )


def _blocks(one: Shown, language: Language) -> Iterator[Block]:
    values = rule_values(one.result)
    counts = {kind: sum(1 for value in values if value.origin == kind) for kind in (PRINTED, ASSUMED, CHOSEN)}
    yield Paragraph(
        language.say(
            "rules.lead", total=len(values), printed=counts[PRINTED], assumed=counts[ASSUMED], chosen=counts[CHOSEN]
        )
    )
    if one.setup:
        yield one.setup
    rows = []
    for value in values:
        unit, meaning = one.dials.get(value.key, ("", ""))
        shown = value_text(value.value, LONGEST)
        if isinstance(value.value, float):
            shown = shown.replace(".", language.point)
        origin = language.phrases.get(f"rules.{value.origin}", value.origin)
        row = [value.key, f"{shown} {one.word(unit)}".strip() if unit else shown, origin, one.word(meaning)]
        if one.study is not None:
            row.append(one.study.said_of(value.key, language) if value.origin == ASSUMED else "")
        rows.append(row)
    studied = ("study",) if one.study is not None else ()
    header = [language.say(f"rules.{key}") for key in ("key", "value", "origin", "meaning", *studied)]
    marked = frozenset(i for i, value in enumerate(values) if value.origin == ASSUMED)
    foreign = (
        frozenset({0}) if all(one.dials.get(v.key, ("", ""))[1] in one.words for v in values) else frozenset({0, 3})
    )
    yield Table(language.say("rules.caption"), header, rows, "LLlL" + "L" * len(studied), marked, foreign)
    if counts[ASSUMED]:
        note = language.say("rules.assumed_note") if one.study is None else one.study.note(language)
        yield Paragraph(note, "note")
