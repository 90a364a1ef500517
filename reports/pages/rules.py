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
        rows.append([
            value.key, f"{shown} {one.word(unit)}".strip() if unit else shown,
            language.phrases.get(f"rules.{value.origin}", value.origin), one.word(meaning),
        ])  # fmt: skip
    header = [language.say(f"rules.{key}") for key in ("key", "value", "origin", "meaning")]
    marked = frozenset(i for i, value in enumerate(values) if value.origin == ASSUMED)
    foreign = (
        frozenset({0}) if all(one.dials.get(v.key, ("", ""))[1] in one.words for v in values) else frozenset({0, 3})
    )
    yield Table(language.say("rules.caption"), header, rows, "LLlL", marked, foreign)
    if counts[ASSUMED]:
        yield Paragraph(language.say("rules.assumed_note"), "note")
