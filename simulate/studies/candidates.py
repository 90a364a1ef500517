"""A candidate of a search: its plays so far, and how far it is from the goals.

The loss adds up, over goals and player counts, how far a metric lies outside its range, in units of the smallest
difference that matters for it (one percentage point of a share, one turn, 2 % of a score …). 0: all goals are met as
far as the estimates tell. Ties go to the smaller unbiased imbalance of the seats, then to the earlier candidate.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from simulate.runs.engine import Jobs
from simulate.runs.figures import Reading
from simulate.runs.goals import Goal
from simulate.runs.keeping import gather
from simulate.runs.local import play_locally
from simulate.runs.metrics import every_figure
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Tally, added
from simulate.studies.grid import Values
from simulate.studies.swept import imbalance

Scales = Mapping[int, Mapping[str, float]]
"""The smallest difference that matters, by player count and metric."""


@dataclass(frozen=True, order=True)
class Loss:
    """How far from the goals.

    Attributes
    ----------
    goals : float
        In smallest differences that matter; inf when a goal's metric has no value.
    imbalance : float
        Mean over player counts.
    """

    goals: float
    imbalance: float

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "loss": self.goals if math.isfinite(self.goals) else None,
            "imbalance": self.imbalance if math.isfinite(self.imbalance) else None,
        }


Ends = tuple[float, float]
"""Lower and upper end of an interval of a loss."""

NO_LOSS_KNOWN = Loss(math.inf, math.inf)


@dataclass(frozen=True)
class Candidate:
    """One setting, at every player count that is tuned.

    Attributes
    ----------
    number : int
    values : tuple of (str, str)
    specs : tuple of RunSpec
        One a player count; empty when some of them cannot be played.
    reasons : tuple of str
    """

    number: int
    values: Values
    specs: tuple[RunSpec, ...]
    reasons: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """``key=value, key=value``."""
        return ", ".join(f"{key}={value}" for key, value in self.values) or "as it stands"


class Plays:
    """The plays of a candidate under one seed, from number 0 on; more are added to them."""

    def __init__(self, candidate: Candidate, seed: int) -> None:
        self.candidate = candidate
        self.specs = tuple(replace(spec, seed=seed, first=0) for spec in candidate.specs)
        self._prepared: tuple[Prepared, ...] = tuple(spec.prepared() for spec in self.specs)
        self.tallies: list[Tally | None] = [None] * len(self.specs)

    @property
    def count(self) -> int:
        """Plays at each player count."""
        first = self.tallies[0]
        return 0 if first is None else first.plays

    def add(self, plays: int, jobs: Jobs) -> None:
        """Play so many more at each player count.

        Raises
        ------
        KeyboardInterrupt
            It was stopped.
        FailedRun
            A fault in the game's code.
        """
        new = gather([partial(self._play, *pair, plays, jobs) for pair in zip(self.specs, self._prepared, strict=True)])
        self.tallies = [
            tally if before is None else added(before, tally) for before, tally in zip(self.tallies, new, strict=True)
        ]

    def _play(self, spec: RunSpec, prepared: Prepared, plays: int, jobs: Jobs) -> Tally:
        played = play_locally(prepared, spec.seed, self.count, plays, jobs)
        if played.interrupted:
            raise KeyboardInterrupt
        return played.tally

    def loss(self, scales: Scales) -> Loss:
        """How far the estimates are from the goals."""
        if not self.count:
            return NO_LOSS_KNOWN
        total, uneven = 0.0, []
        for spec, prepared, tally in zip(self.specs, self._prepared, self.tallies, strict=True):
            if tally is None:
                return NO_LOSS_KNOWN
            total += distance(spec, prepared, tally, scales[spec.players])
            uneven.append(imbalance(tally))
        mean = math.fsum(uneven) / len(uneven)
        return Loss(total if math.isfinite(total) else math.inf, mean if math.isfinite(mean) else math.inf)


def distance(spec: RunSpec, prepared: Prepared, tally: Tally, scales: Mapping[str, float]) -> float:
    """The sum over the goals of how far each metric lies outside its range; inf when one has no value."""
    found = every_figure(tally, prepared.measures, spec.game.seat_word)
    parts = [_outside(goal, found[goal.metric].figure.value()) / scales[goal.metric] for goal in spec.goals]
    return math.inf if any(math.isnan(part) for part in parts) else math.fsum(parts)


def reach(spec: RunSpec, prepared: Prepared, tally: Tally, scales: Mapping[str, float], confidence: float) -> Ends:
    """The ends between which :func:`distance` lies if every goal's metric lies in its interval at `confidence`."""
    found = every_figure(tally, prepared.measures, spec.game.seat_word)
    low = high = 0.0
    for goal in spec.goals:
        ends = found[goal.metric].figure.interval(Reading(confidence=confidence))
        if math.isnan(ends.value):
            return 0.0, math.inf
        outside = [_outside(goal, end) / scales[goal.metric] for end in (ends.low, ends.high)]
        within = ends.low <= goal.high and ends.high >= goal.low
        low += 0.0 if within else min(outside)
        high += max(outside)
    return low, high


def _outside(goal: Goal, value: float) -> float:
    if math.isnan(value) or goal.contains(value):
        return value - value  # nan stays nan
    return goal.low - value if value < goal.low else value - goal.high


def ranked(losses: Sequence[Loss]) -> list[int]:
    """Indices from the smallest to the largest loss; equal ones in their order."""
    return sorted(range(len(losses)), key=lambda i: (losses[i], i))
