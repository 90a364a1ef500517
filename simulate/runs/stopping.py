"""When a run ends: after a number of games declared before, or when a precision or the goals are reached.

A rule that looks at results needs intervals that hold at every look (``anytime``); a declared number of games does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from simulate.runs.definitions import only_with_metrics
from simulate.runs.figures import Reading
from simulate.runs.goals import SHARE
from simulate.runs.metrics import Named
from simulate.statistics.intervals import Kind
from simulate.statistics.looks import precise_enough, relatively_precise
from variants.errors import BadInput, nearest

MOST_PLAYS = 100_000_000
"""Plays at which a run ends that has no other limit and never gets its answer."""

Reason = Literal["games played", "precision reached", "goals decided", "most games", "time", "interrupted"]

_WIDTH = re.compile(r"(\d+\.?\d*(?:[eE]-?\d{1,2})?|\.\d+)\s*(%|pp|)", re.ASCII)


@dataclass(frozen=True)
class Target:
    """A half-width that a metric's interval should reach.

    Attributes
    ----------
    metric, unit : str
    half_width : float
        In the metric's unit; with `relative` a fraction of the interval's end nearest to 0.
    relative : bool
    """

    metric: str
    unit: str
    half_width: float
    relative: bool = False

    def __str__(self) -> str:
        """``turns to ±0.1 turns``."""
        if self.relative:
            return f"{self.metric} to ±{100 * self.half_width:.6g} % of its value"
        if self.unit == SHARE:
            return f"{self.metric} to ±{100 * self.half_width:.6g} %"
        return f"{self.metric} to ±{self.half_width:.6g} {self.unit}"

    def reached(self, named: Named, reading: Reading) -> bool:
        """True if the figure's interval is narrow enough."""
        interval = named.figure.interval(reading)
        if self.relative:
            return relatively_precise(interval, self.half_width)
        return precise_enough([interval], [self.half_width])

    def document(self) -> dict[str, Any]:
        """The target for JSON."""
        return {"half_width": self.half_width, "relative": self.relative, "unit": self.unit}


@dataclass(frozen=True)
class StopRule:
    """When an anytime run ends: when all that is asked for is reached, or at a limit.

    Attributes
    ----------
    precision : tuple of Target
    until_decided : bool
        Until every goal of the variant is met or missed.
    most : int
        Most plays.
    seconds : float or None
        Most seconds of playing; looked at between chunks of plays, so that the plays counted are always the first ones.
    """

    precision: tuple[Target, ...] = ()
    until_decided: bool = False
    most: int = MOST_PLAYS
    seconds: float | None = None

    @property
    def asks(self) -> bool:
        """True if there is something to look for before the limits."""
        return bool(self.precision) or self.until_decided

    def __str__(self) -> str:
        """The rule in words."""
        parts = [str(target) for target in self.precision]
        parts += ["until every goal is met or missed"] if self.until_decided else []
        parts += [f"at most {self.most:,} games".replace(",", " ")]
        parts += [f"at most {self.seconds:g} s"] if self.seconds is not None else []
        return "; ".join(parts)

    def document(self) -> dict[str, Any]:
        """What is aimed at, for JSON."""
        return {
            "precision": {target.metric: target.document() for target in self.precision},
            "until_decided": self.until_decided,
            "most_games": self.most,
            "most_seconds": self.seconds,
        }


@dataclass(frozen=True)
class Stop:
    """How a run ended.

    Attributes
    ----------
    kind : {"fixed-n", "anytime"}
        The kind of all its intervals.
    rule : str
        The rule that was declared, in words.
    target : dict
        The same for machines.
    looks : int
        How often results were looked at.
    reason : str
        What ended the run.
    tuning : dict of str to float
        Anytime runs: the half-width for which each metric's interval is tuned. Adding plays later uses the same.
    """

    kind: Kind
    rule: str
    target: Mapping[str, Any]
    looks: int
    reason: Reason
    tuning: Mapping[str, float] = field(default_factory=dict)

    def document(self) -> dict[str, Any]:
        """The ``stop`` block of a result."""
        found = {
            "kind": self.kind,
            "rule": self.rule,
            "target": dict(self.target),
            "looks": self.looks,
            "reason": self.reason,
        }
        return found | ({"tuning": dict(self.tuning)} if self.kind == "anytime" else {})


def declared(games: int, *, interrupted: bool) -> Stop:
    """How a run of a declared number of games ended."""
    reason: Reason = "interrupted" if interrupted else "games played"
    return Stop("fixed-n", f"{games} games", {"games": games}, 1, reason)


def read_targets(texts: Iterable[str], units: Mapping[str, str]) -> tuple[Target, ...]:
    """The targets that ``--precision`` options mean.

    Parameters
    ----------
    texts : iterable of str
        ``0.2%`` (percentage points of every seat's win share), ``tie=0.1%``, ``turns=0.05`` (in the metric's unit) or
        ``turns=1%`` (of the value, for a metric that is no share).
    units : mapping of str to str
        The unit of every figure there is, by name.

    Raises
    ------
    BadInput
        An unknown metric (with the nearest name), or a width that is none.
    """
    found: dict[str, Target] = {}
    for text in texts:
        name, equals, width = text.rpartition("=")
        metrics = [name.strip()] if equals else [one for one in units if one.startswith("win_share.")]
        for metric in metrics:
            if metric not in units:
                raise BadInput.of(_unknown(text, metric, units))
            found[metric] = _target(text, metric, units[metric], width.strip())
    return tuple(found.values())


def _unknown(text: str, metric: str, units: Mapping[str, str]) -> str:
    lacking = only_with_metrics(metric, units)
    if lacking:
        return f"--precision {text[:60]}: {metric[:60]} is {lacking}"
    near = nearest(metric, units)
    hint = f"; did you mean {near}?" if near else f"; known: {', '.join(units)}"
    return f"--precision {text[:60]}: unknown metric {metric[:60]!r}{hint}"


def _target(text: str, metric: str, unit: str, width: str) -> Target:
    found = _WIDTH.fullmatch(width)
    value = float(found[1]) if found else 0.0
    percent = bool(found and found[2])
    if unit == SHARE and percent:
        value /= 100
    relative = unit != SHARE and percent
    if relative:
        value /= 100
    allowed = "a share as in 0.2% or 0.002" if unit == SHARE else f"{unit} as in 0.5, or 1% of the value"
    if not found or not value > 0 or ((unit == SHARE or relative) and value >= 1) or (relative and found[2] == "pp"):
        raise BadInput.of(f"--precision {text[:60]}: got {width[:60]!r}, allowed: {allowed}")
    return Target(metric, unit, value, relative)
