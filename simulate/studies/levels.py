"""Balance by skill: every seat plays the same policy, rung by rung, on the same deals.

A variant that is fair among beginners need not be fair among experts; a seat whose advantage changes sign between two
rungs is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulate.runs.figures import Reading
from simulate.runs.metrics import SEAT_ADVANTAGE, Named, every_figure, interval_document
from simulate.runs.result import Result
from simulate.statistics.intervals import Interval

CONFIDENCE = 0.95
"""That all win shares of all rungs lie in their intervals together."""

ALSO = ("tie", "capped", "turns")
"""Other figures of a rung that are shown where the game has them."""


@dataclass(frozen=True)
class Flip:
    """A seat that is ahead at one rung and behind at another, both beyond chance."""

    seat: int
    ahead: str
    behind: str

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {"seat": self.seat, "ahead": self.ahead, "behind": self.behind}


@dataclass(frozen=True)
class Level:
    """One rung in every seat.

    Attributes
    ----------
    policy : str
    result : Result
        Of the run with that policy in every seat.
    shares : tuple of Interval
        Win share of each seat, ties split; the intervals of all rungs hold together.
    """

    policy: str
    result: Result
    shares: tuple[Interval, ...]

    def document(self) -> dict[str, Any]:
        """For JSON; the same plays as a run with this policy, seed and number of games."""
        result = self.result
        found = _figures(result)
        others = {name: found[name].metric() for name in (SEAT_ADVANTAGE, *ALSO) if name in found}
        return {
            "policy": self.policy,
            "plays": {"first": result.spec.first, "count": result.tally.plays, "capped": result.tally.capped},
            "shares": [interval_document(one) for one in self.shares],
            "metrics": {name: one.document() for name, one in others.items()},
            "digest": result.tally.digest(),
        }


def levels_of(results: Sequence[Result], rungs: Sequence[str]) -> tuple[Level, ...]:
    """The rungs of results of one variant and player count, each with one policy in every seat.

    `rungs` names them as they were asked for; those whose result is missing at the end are left out.
    """
    kept = tuple(results)
    intervals = sum(one.tally.seats for one in kept)
    reading = Reading(confidence=1.0 - (1.0 - CONFIDENCE) / max(1, intervals))
    return tuple(Level(rung, one, _shares(one, reading)) for rung, one in zip(rungs, kept, strict=False))


def _figures(result: Result) -> dict[str, Named]:
    return every_figure(result.tally, result.spec.prepared().measures, result.spec.game.seat_word)


def _shares(result: Result, reading: Reading) -> tuple[Interval, ...]:
    found = _figures(result)
    figures = [found[f"win_share.{seat}"].figure for seat in range(result.tally.seats)]
    return tuple(one.interval(reading) for one in figures)


def flips(levels: Sequence[Level]) -> tuple[Flip, ...]:
    """Every seat whose advantage changes sign, with the first rung at which it is ahead and behind."""
    if not levels:
        return ()
    seats = len(levels[0].shares)
    found = []
    for seat in range(seats):
        ahead = [one.policy for one in levels if one.shares[seat].low > 1 / seats]
        behind = [one.policy for one in levels if one.shares[seat].high < 1 / seats]
        if ahead and behind:
            found.append(Flip(seat, ahead[0], behind[0]))
    return tuple(found)
