"""What a variant should achieve: the ``goals:`` of its file, read with every fault's place, and judged on figures.

A goal is ``METRIC: "<= 2 %"``, ``METRIC: ">= 0.4"`` or ``METRIC: [lowest, highest]``; a mapping from player counts to
goals gives each count its own. Percentages stand for shares only. Goals are declared before the run, so they alone get
a verdict; several are judged together by Holm's rule.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from simulate.runs.definitions import only_with_metrics
from simulate.runs.figures import Reading
from simulate.runs.metrics import SEAT_ADVANTAGE, Named, interval_document, number
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.multiplicity import holm
from variants.errors import BadInput, Fault, nearest, show
from variants.variant import Variant

Status = Literal["met", "missed", "not yet known"]

FORMS = '"<= 2 %", ">= 0.4" or [lowest, highest]'
SHARE = "share"

_NUMBER = r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)\s*(%?)"
_BOUND = re.compile(r"(<=|>=|≤|≥|<|>)\s*" + _NUMBER, re.ASCII)
_PLAIN = re.compile(_NUMBER, re.ASCII)


@dataclass(frozen=True)
class Goal:
    """A range in which a metric should lie.

    Attributes
    ----------
    metric, unit : str
    low, high : float
        In the metric's unit; -inf or inf where there is no bound.
    text : str
        The goal as people write it: ``<= 2 %``.
    """

    metric: str
    unit: str
    low: float
    high: float
    text: str

    @property
    def bounds(self) -> tuple[float, float]:
        """The range a hair wider, so that a whole number that is its end lies surely inside."""
        return self.low - _hair(self.low), self.high + _hair(self.high)

    def contains(self, value: float) -> bool:
        """True if the value lies in the range."""
        low, high = self.bounds
        return low <= value <= high


def _hair(end: float) -> float:
    return 1e-9 * max(1.0, abs(end)) if math.isfinite(end) else 0.0


@dataclass(frozen=True)
class Judged:
    """A goal with what the plays say about it.

    Attributes
    ----------
    goal : Goal
    interval : Interval
        Of the metric.
    status : {"met", "missed", "not yet known"}
        Surely inside the range, surely outside, or neither, with all goals of the run judged together.
    p, adjusted : float
        p-value of the side on which the estimate lies; the same after Holm's correction. The goal is decided when the
        adjusted one is at most 1 - confidence.
    """

    goal: Goal
    interval: Interval
    status: Status
    p: float
    adjusted: float

    def document(self) -> dict[str, Any]:
        """The judgement for JSON."""
        return {
            "metric": self.goal.metric,
            "goal": self.goal.text,
            "lowest": number(self.goal.low),
            "highest": number(self.goal.high),
            "status": self.status,
            **interval_document(self.interval),
            "unit": self.goal.unit,
            "p": self.p,
            "p_holm": self.adjusted,
        }


def read_goals(variant: Variant, players: int, units: Mapping[str, str], counts: Sequence[int]) -> tuple[Goal, ...]:
    """The goals of a variant at a player count.

    Parameters
    ----------
    units : mapping of str to str
        The unit of every figure there is, by name.
    counts : sequence of int
        The game's player counts: goals for others would never be judged.

    Raises
    ------
    BadInput
        Every fault of the block, with file, line and column.
    """
    goals: list[Goal] = []
    faults: list[Fault] = []
    for key, whole in variant.goals.items():
        said = whole
        path: tuple[str | int, ...] = ("goals", key)
        if key not in units and (lacking := only_with_metrics(str(key), units)):
            faults.append(variant.fault_at(path, message=f"{key} is {lacking}", at_key=True))
            continue
        if key not in units:
            hint = nearest(str(key), units)
            allowed = "" if hint else ", ".join(list(units)[:12]) + ", …"
            faults.append(variant.fault_at(path, got=show(key), allowed=allowed or "a metric", hint=hint, at_key=True))
            continue
        if isinstance(said, Mapping):
            wrong = [count for count in said if isinstance(count, bool) or count not in counts]
            allowed = f"a player count of the game: {', '.join(map(str, counts))}"
            faults += [variant.fault_at((*path, one), got=show(one), allowed=allowed, at_key=True) for one in wrong]
            if players not in said:
                continue
            path, said = (*path, players), said[players]
        found = _goal(str(key), units[key], said)
        if isinstance(found, Goal):
            goals.append(found)
        else:
            allowed, hint = found.get("allowed", ""), found.get("hint", "")
            faults.append(variant.fault_at(path, got=show(said), allowed=allowed, hint=hint))
    if faults:
        raise BadInput(faults)
    return tuple(goals)


def _goal(metric: str, unit: str, said: Any) -> Goal | dict[str, str]:
    """The goal that a value means, or what is allowed instead (words for a fault)."""
    if isinstance(said, list):
        ends = [_number(one, unit) for one in said]
        if len(ends) != 2 or not all(isinstance(end, float) for end in ends):
            told = next((end for end in ends if isinstance(end, dict)), {"allowed": FORMS})
            return told if len(ends) == 2 else {"allowed": FORMS}
        low, high = (float(end) for end in ends if isinstance(end, float))
        if low > high:
            return {"allowed": "the lower end first"}
        return Goal(metric, unit, low, high, f"{_shown(low, unit)} to {_shown(high, unit)}")
    found = _BOUND.fullmatch(said.strip()) if isinstance(said, str) else None
    if found is None:
        return {"allowed": FORMS}
    bound = _number(found[2] + found[3], unit)
    if isinstance(bound, dict):
        return bound
    upper = found[1] in ("<=", "≤", "<")
    ends_ = (-math.inf, bound) if upper else (bound, math.inf)
    return Goal(metric, unit, *ends_, f"{'<=' if upper else '>='} {_shown(bound, unit)}")


def _number(said: Any, unit: str) -> float | dict[str, str]:
    """A number with or without a percent sign, or what is allowed instead."""
    if isinstance(said, bool) or not isinstance(said, str | int | float):
        return {"allowed": FORMS}
    found = _PLAIN.fullmatch(str(said).strip())
    if found is None:
        return {"allowed": FORMS}
    value = float(found[1])
    if found[2]:
        if unit != SHARE:
            counted = "" if unit.startswith("of ") else f" of {unit}"
            return {"allowed": f"a number{counted}: only shares are percentages"}
        value /= 100
    if unit == SHARE and not 0 <= value <= 1:
        hint = f"{found[1]} %" if not found[2] and 1 < value <= 100 else ""
        return {"allowed": "a share from 0 to 1, or 0 % to 100 %", "hint": hint}
    return value


def _shown(value: float, unit: str) -> str:
    return f"{100 * value:.10g} %" if unit == SHARE else f"{value:.10g}"


def judge(
    goals: Sequence[Goal],
    figures: Mapping[str, Named],
    readings: Mapping[str, Reading],
    confidence: float = DEFAULT_CONFIDENCE,
) -> tuple[Judged, ...]:
    """Every goal judged on the figures of one tally, all together with error at most 1 - confidence (Holm)."""
    p_values = [decision(goal, figures[goal.metric], readings[goal.metric]) for goal in goals]
    found = zip(goals, p_values, holm([p for _, p in p_values]), strict=True)
    return tuple(
        Judged(
            goal,
            figures[goal.metric].figure.interval(readings[goal.metric]),
            _status(inside, adjusted, 1.0 - confidence),
            p, adjusted,
        )
        for goal, (inside, p), adjusted in found
    )  # fmt: skip


def judged_together(
    judged: Sequence[Sequence[Judged]], confidence: float = DEFAULT_CONFIDENCE
) -> list[tuple[Judged, ...]]:
    """The goals of several tallies, each judged already, judged again with error at most 1 - confidence over all."""
    adjusted = iter(holm([one.p for own in judged for one in own]))
    found = []
    for own in judged:
        pairs = [(one, next(adjusted)) for one in own]
        found.append(
            tuple(
                replace(one, adjusted=p, status=_status(one.goal.contains(one.interval.value), p, 1.0 - confidence))
                for one, p in pairs
            )
        )
    return found


def decision(goal: Goal, named: Named, reading: Reading) -> tuple[bool, float]:
    """Whether the estimate lies in the goal's range, and the p-value against the truth lying on the other side."""
    figure = named.figure
    value = figure.value()
    if math.isnan(value):
        return False, 1.0
    if goal.contains(value):
        return True, max(_inside(goal, named, reading), default=0.0)
    low, high = goal.bounds
    return False, figure.p_above(high, reading) if value > high else figure.p_below(low, reading)


def _inside(goal: Goal, named: Named, reading: Reading) -> Iterator[float]:
    """p-values against each bound of the range; a share's own ends bind nothing."""
    low, high = goal.bounds
    if math.isfinite(low) and not (goal.unit == SHARE and low <= 0):
        yield named.figure.p_above(low, reading)
    if math.isfinite(high) and not (goal.unit == SHARE and goal.metric != SEAT_ADVANTAGE and high >= 1):
        yield named.figure.p_below(high, reading)


def _status(inside: bool, adjusted: float, alpha: float) -> Status:
    if adjusted > alpha:
        return "not yet known"
    return "met" if inside else "missed"
