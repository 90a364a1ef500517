"""The part of a report on the course of play: words for values, the worth of components, rule coverage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, count, decimals, fixed, half_width, percent, percent_places
from reports.style import PLAIN, Style
from simulate.runs.definitions import word_in

RARE = 0.01
"""Share of the games below which something is told as rare."""

APART = ("taken.", "worth.", "happens.")
"""Beginnings of the names that have a section of their own."""


def is_apart(name: str) -> bool:
    """True for a metric that stands in a section of its own."""
    return name.startswith(APART)


def sections(result: Mapping[str, Any], style: Style = PLAIN) -> list[str]:
    """The sections that a result with metrics adds to the report, each a block of lines."""
    if "course" not in result:
        return []
    found = [_called(result), _components(result, style), _coverage(result["metrics"])]
    return [one for one in found if one]


def _called(result: Mapping[str, Any]) -> str:
    """Values of the course that lie in one band for certain, by their word."""
    words = {name: word_in(result, name) for name in result["metrics"] if not is_apart(name)}
    told = [f"{name}: {word}" for name, word in words.items() if word and name not in ("tie", "capped")]
    if not told:
        return ""
    return paragraph(f"In words (bands in fairdeal metrics): {'; '.join(told)}.", "  ", "")


def _components(result: Mapping[str, Any], style: Style) -> str:
    """What one more of each component is worth, in percentage points of seat 0's win share."""
    metrics = result["metrics"]
    names = [name.removeprefix("worth.") for name in metrics if name.startswith("worth.")]
    rows = []
    for name in names:
        taken, worth = metrics[f"taken.{name}"], metrics[f"worth.{name}"]
        ends = [None if end is None else 100 * end for end in (worth["value"], worth["low"], worth["high"])]
        places = decimals(half_width(*ends))
        each = fixed(taken["value"], decimals(half_width(taken["value"], taken["low"], taken["high"])))
        rows.append([name, each, *(fixed(end, places) for end in ends), word_in(result, f"worth.{name}")])
    if not rows:
        return ""
    lines = table(["component", "each seat", "worth, pp", "95 % from", "to", "called"], rows, "LrrrrL")
    return "\n".join([style.mark(lines[0], "bold"), *lines[1:]])


def _coverage(metrics: Mapping[str, Any]) -> str:
    """Which of the named events never or rarely happen."""
    events = {name.removeprefix("happens."): one for name, one in metrics.items() if name.startswith("happens.")}
    if not events:
        return ""
    never = [name for name, one in events.items() if one["value"] == 0]
    rare = {name: one for name, one in events.items() if one["value"] is not None and 0 < one["value"] < RARE}
    some = next(iter(events.values()))
    parts = [
        f"Rule coverage: {len(events) - len(never)} of {len(events)} named events happen in {count(some['n'])} games."
    ]
    if never:
        most = max(events[name]["high"] for name in never)
        parts.append(f"Never: {', '.join(never)} (each in less than {percent(most, percent_places(0, 0, most))} %).")
    if rare:
        told = [f"{name} {_rarely(one)}" for name, one in rare.items()]
        parts.append(f"Rarely: {', '.join(told)}.")
    return paragraph(" ".join(parts), "  ", "")


def _rarely(one: Mapping[str, Any]) -> str:
    """A small share with its interval: ``0.66 % (0.56–0.78)``."""
    ends = (one["value"], one["low"], one["high"])
    value, low, high = (percent(end, percent_places(*ends)) for end in ends)
    return f"{value}{GAP}% ({low}–{high})"
