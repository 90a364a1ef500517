"""The integers a run leaves: added up from rows, named, written to a document and digested.

Tallies are whole numbers of any size (Python integers), so a sum over 10^12 plays neither rounds nor overflows, and
the order of adding cannot matter. One row covers at most ``MOST_PLAYS`` plays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure, Measures
from simulate.kernels.tally import CAPPED, PLAYS, WINS

MOST_PLAYS = 1 << 16
"""Most plays of one row: 2^16 squares of values below 2^23 fit into a signed 64-bit sum."""


@dataclass(frozen=True)
class Tally:
    """What a run counted.

    Attributes
    ----------
    seats : int
    plays, capped : int
        Plays started; those stopped at the cap, which are counted nowhere else.
    wins : tuple of tuple of int
        ``wins[seat][k - 1]``: plays in which the seat was one of `k` winners.
    histograms : mapping of str to tuple of int
        Per measure (``score.0``, ``turns``, …): plays by value.
    sums : mapping of str to (int, int)
        Per summed measure: sum and sum of squares over plays.
    joint : mapping of str to tuple of int
        Counts and sums of several values at once, where a run collects them.
    """

    seats: int
    plays: int
    capped: int
    wins: tuple[tuple[int, ...], ...]
    histograms: Mapping[str, tuple[int, ...]]
    sums: Mapping[str, tuple[int, int]]
    joint: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        """Plays that ended."""
        return self.plays - self.capped

    @property
    def tied(self) -> int:
        """Plays with more than one winner."""
        # Each play with k winners stands at each of its winners once.
        return sum(sum(seat[k - 1] for seat in self.wins) // k for k in range(2, self.seats + 1))

    def document(self) -> dict[str, Any]:
        """The tally as plain lists and integers, for JSON."""
        return {
            "plays": self.plays,
            "capped": self.capped,
            "wins": [list(counts) for counts in self.wins],
            "histograms": {name: list(counts) for name, counts in self.histograms.items()},
            "sums": {name: list(pair) for name, pair in self.sums.items()},
            **({"joint": {name: list(counts) for name, counts in self.joint.items()}} if self.joint else {}),
        }

    def digest(self) -> str:
        """SHA-256 (hex) of the integers: equal for equal results, whoever computed them."""
        text = json.dumps(self.document(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def added(first: Tally, second: Tally) -> Tally:
    """The tally of two sets of plays of one table that have no play in common.

    Raises
    ------
    ValueError
        They count different things.
    """
    shapes = [
        (
            one.seats,
            *({name: len(counts) for name, counts in part.items()} for part in (one.histograms, one.joint)),
            set(one.sums),
        )
        for one in (first, second)
    ]
    if shapes[0] != shapes[1]:
        raise ValueError("the tallies count different things")
    return Tally(
        first.seats,
        first.plays + second.plays,
        first.capped + second.capped,
        tuple(_both(a, b) for a, b in zip(first.wins, second.wins, strict=True)),
        {name: _both(counts, second.histograms[name]) for name, counts in first.histograms.items()},
        {name: (pair[0] + second.sums[name][0], pair[1] + second.sums[name][1]) for name, pair in first.sums.items()},
        {name: _both(counts, second.joint[name]) for name, counts in first.joint.items()},
    )


def _both(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def names(measure: Measure, seats: int) -> list[str]:
    """The tally's names for a measure: its own, or one a seat."""
    return [f"{measure.name}.{seat}" for seat in range(seats)] if measure.per_seat else [measure.name]


class Adder:
    """Adds rows of one layout; the row of a play range may be added in any order, each once."""

    def __init__(self, width: int) -> None:
        self._total: NDArray[np.object_] = np.zeros(width, dtype=np.object_)

    def add(self, row: NDArray[np.int64]) -> None:
        """Add one row, int64[width]."""
        self._total = self._total + row.astype(np.object_)

    def tally(self, measures: Measures, seats: int) -> Tally:
        """The sum so far, named."""
        numbers = [int(value) for value in self._total]
        at = WINS + seats * seats
        wins = tuple(tuple(numbers[WINS + s * seats : WINS + (s + 1) * seats]) for s in range(seats))
        histograms: dict[str, tuple[int, ...]] = {}
        sums: dict[str, tuple[int, int]] = {}
        for measure in measures.all:
            for name in names(measure, seats):
                if measure.size:
                    histograms[name] = tuple(numbers[at : at + measure.size])
                    at += measure.size
                else:
                    sums[name] = (numbers[at], numbers[at + 1])
                    at += 2
        joint: dict[str, tuple[int, ...]] = {}
        for name, size in measures.joint.items():
            joint[name] = tuple(numbers[at : at + size])
            at += size
        return Tally(seats, numbers[PLAYS], numbers[CAPPED], wins, histograms, sums, joint)


def read(document: Mapping[str, Any]) -> Tally:
    """The tally that :meth:`Tally.document` wrote."""
    return Tally(
        seats=len(document["wins"]),
        plays=document["plays"],
        capped=document["capped"],
        wins=tuple(tuple(counts) for counts in document["wins"]),
        histograms={name: tuple(counts) for name, counts in document["histograms"].items()},
        sums={name: (pair[0], pair[1]) for name, pair in document["sums"].items()},
        joint={name: tuple(counts) for name, counts in document.get("joint", {}).items()},
    )
