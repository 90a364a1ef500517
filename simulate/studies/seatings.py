"""Plays two policies against each other on common deals: the one in each seat in turn, the other in all others.

A unit is one deal (a play's number) in every seating, each seating several times: replicates share everything that
the game draws and differ by what the policies draw. Units add, so their order and the number of threads cannot matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulate.runs.prepared import Prepared
from simulate.statistics.skill import GROUPS, BlockSums


class SeatingCounter:
    """Plays units and counts them.

    Parameters
    ----------
    seatings : sequence of sequence of Prepared, [seating][replicate]
        Seating a has the stronger policy in seat a.
    seed : int
    """

    def __init__(self, seatings: Sequence[Sequence[Prepared]], seed: int) -> None:
        self.seatings, self.seed = seatings, seed
        self.seats = seatings[0][0].seats
        self.replicates = len(seatings[0])
        self.full = math.lcm(*range(1, self.seats + 1))

    @property
    def work(self) -> tuple[Sequence[Sequence[Prepared]], int]:
        """What it is made of, for the key of what is counted."""
        return self.seatings, self.seed

    @property
    def games(self) -> int:
        """Plays of a unit."""
        return self.seats * self.replicates

    @property
    def width(self) -> int:
        """Integers that units leave."""
        return 2 + self.games * self.full + 1 + GROUPS * (1 + self.games + self.games**2)

    def count(self, first: int, units: int) -> NDArray[np.int64]:
        """What units `first` … `first + units - 1` gave, int64[width]; those of several ranges add.

        Units; those left out since a play was stopped at the limit of decisions; a histogram of the points of the
        stronger policy; then for each group of units their number, and sums and products of what seat 0 won.
        """
        points, first_seat = np.zeros(units, np.int64), np.zeros((units, self.games), np.int64)
        ended = np.ones(units, np.bool_)
        for a, replicates in enumerate(self.seatings):
            for r, prepared in enumerate(replicates):
                winners, _ = prepared.each(self.seed, first, units)
                points += self._units(winners, a)
                first_seat[:, a * self.replicates + r] = self._units(winners, 0)
                ended &= winners != 0
        histogram = np.bincount(points[ended], minlength=self.games * self.full + 1)
        group = (first + np.arange(units)) % GROUPS
        groups = [_sums(first_seat[ended & (group == g)]) for g in range(GROUPS)]
        return np.concatenate([[units, units - int(ended.sum())], histogram, *groups]).astype(np.int64)

    def _units(self, winners: NDArray[np.int64], seat: int) -> NDArray[np.int64]:
        shared = np.zeros(len(winners), np.int64)
        for other in range(self.seats):
            shared += (winners >> other) & 1
        units: NDArray[np.int64] = ((winners >> seat) & 1) * (self.full // np.maximum(shared, 1))
        return units


def _sums(won: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[len(won)], won.sum(axis=0), (won.T @ won).ravel()])


class SeatingTally:
    """The integers that units leave, added up.

    Parameters
    ----------
    counter : SeatingCounter
        Whose rows are added.
    """

    def __init__(self, counter: SeatingCounter) -> None:
        self.games, self.full = counter.games, counter.full
        self._total: NDArray[np.object_] = np.zeros(counter.width, np.object_)

    def add(self, row: NDArray[np.int64]) -> None:
        """Add what further units gave."""
        self._total = self._total + row.astype(np.object_)

    @property
    def units(self) -> int:
        """Units played."""
        return int(self._total[0])

    @property
    def left_out(self) -> int:
        """Units of which a play was stopped at the limit of decisions."""
        return int(self._total[1])

    @property
    def histogram(self) -> list[int]:
        """Units by the points of the stronger policy, all its plays together: places 0 … games * full."""
        return [int(one) for one in self._total[2 : 3 + self.games * self.full]]

    @property
    def groups(self) -> list[BlockSums]:
        """What seat 0 won, by the unit's number modulo GROUPS."""
        parts = self._total[3 + self.games * self.full :].reshape(GROUPS, -1)
        return [self._block([int(one) for one in part]) for part in parts]

    def _block(self, part: list[int]) -> BlockSums:
        games = self.games
        rows = (part[1 + games + i * games :][:games] for i in range(games))
        return BlockSums(part[0], tuple(part[1 : 1 + games]), tuple(map(tuple, rows)))

    @property
    def whole(self) -> BlockSums:
        """What seat 0 won in all units."""
        total, *others = self.groups
        for one in others:
            total = total + one
        return total

    def points(self) -> tuple[int, int, int, int]:
        """Units that count, sum and sum of squares of the stronger policy's points, points of a unit all won."""
        counts = self.histogram
        s1 = sum(value * count for value, count in enumerate(counts))
        s2 = sum(value * value * count for value, count in enumerate(counts))
        return self.units - self.left_out, s1, s2, self.games * self.full

    def document(self) -> dict[str, object]:
        """The integers for JSON."""
        return {
            "units": self.units,
            "left_out": self.left_out,
            "points": {str(value): count for value, count in enumerate(self.histogram) if count},
            "first_seat": [
                {"units": one.units, "sums": list(one.sums), "products": [list(row) for row in one.products]}
                for one in self.groups
            ],
        }
