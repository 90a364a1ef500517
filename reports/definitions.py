"""The definitions of metrics as text, as a page of Markdown and as a document."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.style import PLAIN, Style
from simulate.runs.definitions import Definition

HEAD = """# The metrics

Every figure is made of whole numbers that a run counts, and has an interval and its number of games. This page is
what `fairdeal metrics --format markdown` prints; `fairdeal metrics NAME` tells about one of them.

The course of play (lead, chances, decisions, components, rule coverage) is counted only by `fairdeal run --metrics`,
by kernels of its own: without the option it costs nothing. A *round* ends when a seat begins a turn that has had one
in it already, so after each round all seats have had as many turns. Standings are a game's points as they would count
now. Intervals are 95 % ones, of both kinds (see [statistics](statistics.md)).

A seat's *chance to win* is the share of 4096 other plays in which a seat with such a lead at such a time won: its lead
over the best other in up to 17 steps, the time in tenths of their median length. These plays are counted nowhere, and
every run of the same rules and policies has the same ones, so runs may be compared. The intervals of what is made of
chances hold for the chances as these plays tell them; 4096 others would tell them a little otherwise, and move
`comeback` by about 1 percentage point, `decided_tail` and `uncertainty` by 0.005, `tension_timing` by 0.01 (standard
deviations; `decided_tail` by up to 0.016). A `taken.C` that was the same in every game has an interval without width:
a rare exception may have been missed.

Bands are how values are called. *Anchored* ones follow from mathematics, *default* ones are this project's
convention; the `goals:` of a variant say what its designer wants instead. They hold for the policies that played, and
for no others.
"""


def bands(one: Definition) -> str:
    """The bands in words: ``up to 0.15 good, up to 0.3 ok, above drags``."""
    words: list[str] = []
    for end, word in one.bands:
        if word:
            words.append(f"{word} up to {end:g}" if math.isfinite(end) else f"{word} above")
    return (f"{one.called}: " if one.called else "") + ", ".join(words)


def in_lines(chosen: Sequence[Definition], style: Style = PLAIN) -> str:
    """A table of metrics by group."""
    parts = []
    for group, members in itertools.groupby(chosen, key=lambda one: one.group):
        rows = [[one.name, one.unit, one.there] for one in members]
        lines = table(["metric", "unit", "there with"], rows, "LLL")
        parts.append("\n".join([style.mark(f"{group.capitalize()}", "bold"), *(f"  {line}" for line in lines)]))
    return "\n\n".join(parts) + "\n\n" + paragraph("fairdeal metrics NAME tells what one means.") + "\n"


def in_full(one: Definition, style: Style = PLAIN) -> str:
    """One metric with all that is to be said of it."""
    rows = [
        ("meaning", one.meaning), ("unit", one.unit), ("interval", one.interval), ("there with", one.there),
        ("called", bands(one)), ("bands", one.source if one.bands else ""), ("because", one.reason),
    ]  # fmt: skip
    lines = [paragraph(text, " " * 14, f"  {head:<12}") for head, text in rows if text]
    return "\n".join([style.mark(one.name, "bold"), *lines]) + "\n"


def markdown(chosen: Sequence[Definition]) -> str:
    """The page of all metrics."""
    parts = [HEAD]
    for group, members in itertools.groupby(chosen, key=lambda one: one.group):
        parts.append(f"## {group.capitalize()}\n")
        for one in members:
            called = f" Called: {bands(one)} ({one.source})." if one.bands else ""
            reason = f" {one.reason[0].upper()}{one.reason[1:]}." if one.reason else ""
            parts.append(f"**`{one.name}`** ({one.unit}; {one.there}): {one.meaning}. Interval: {one.interval}.{called}"
                         f"{reason}\n")  # fmt: skip
    return "\n".join(parts)


def document(one: Definition) -> dict[str, Any]:
    """A definition for JSON; the end of the last band is null."""
    return {
        "name": one.name, "group": one.group, "meaning": one.meaning, "unit": one.unit, "interval": one.interval,
        "there": one.there, "bands": [[end if math.isfinite(end) else None, word] for end, word in one.bands],
        "bands_of": one.called, "source": one.source, "reason": one.reason,
    }  # fmt: skip
