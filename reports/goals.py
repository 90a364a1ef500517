"""The declared goals of a result, judged: met, missed or not yet known, each with its figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import figures
from reports.style import PLAIN, Style

COLOURS = {"met": "green", "missed": "red", "not yet known": "yellow"}


def goal_lines(result: Mapping[str, Any], style: Style = PLAIN) -> list[str]:
    """The table of goals, one line each, after a sentence that counts them; empty when none is declared."""
    goals: Sequence[Mapping[str, Any]] = result.get("goals") or ()
    if not goals:
        return []
    lines = table(["goal", "", "value", "95 % from", "to", "unit", "judged"], [_row(one) for one in goals], "LlrrrLl")
    marked = [style.mark(line, COLOURS[one["status"]]) for line, one in zip(lines[1:], goals, strict=True)]
    return [style.mark(paragraph(goals_sentence(goals)), "bold"), "", style.mark(lines[0], "bold"), *marked]


def goals_sentence(goals: Sequence[Mapping[str, Any]]) -> str:
    """How many goals are met, missed and not yet known, as one sentence."""
    together = " (judged together, Holm)" if len(goals) > 1 else ""
    return f"Goals: {goals_counted(goals)}{together}."


def goals_counted(goals: Sequence[Mapping[str, Any]]) -> str:
    """``2 of 3 met, 1 missed``."""
    counts = {status: sum(1 for one in goals if one["status"] == status) for status in COLOURS}
    parts = [f"{counts['met']} of {len(goals)} met"]
    parts += [f"{counts[status]} {status}" for status in ("missed", "not yet known") if counts[status]]
    return ", ".join(parts)


def _row(one: Mapping[str, Any]) -> list[str]:
    return [one["metric"], one["goal"], *figures(one), one["status"]]


EXPLORATORY = "Not declared as goals, so exploratory: a figure that stands out among many may do so by chance."
"""What is said over the other figures of a result with goals."""
