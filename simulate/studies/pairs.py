"""What pairs of plays are counted for: play i of A and play i of B share their luck, and the difference is the datum.

For every quantity the integers of A, of B and of D = B - A are counted: histograms, or sums for a measure without
bounds. Counts of disjoint sets of pairs add, so the order and the number of threads cannot matter.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure
from simulate.runs.prepared import Prepared
from simulate.runs.tally import names
from simulate.statistics.histogram import Histogram

SHARE = "share"

Each = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Winners (int64[plays]) and values (int64[plays, columns]) of plays."""


@dataclass(frozen=True)
class Quantity:
    """A whole number of each play that is compared.

    Attributes
    ----------
    name, unit, meaning : str
    scale : int
        Units per shown unit: of a whole point for win shares, the divisor for measures.
    size : int
        Values are 0 … size - 1; 0 when there is no bound and sums are kept.
    column_a, column_b : int
        Where it stands among a play's values in A and in B; -1 for what is made from the winners.
    seat : int
        The seat of a win share; -1 for others.
    """

    name: str
    unit: str
    meaning: str
    scale: int
    size: int
    column_a: int = -1
    column_b: int = -1
    seat: int = -1

    @property
    def work(self) -> str:
        """Its name, which is all that it adds to the key of what is counted."""
        return self.name

    @property
    def width(self) -> int:
        """Integers that it takes in a row: three histograms, or three times sum and sum of squares."""
        return 2 * self.size + (2 * self.size - 1) if self.size else 6


def quantities(a: Prepared, b: Prepared) -> tuple[Quantity, ...]:
    """What pairs of these two tables, which have equally many seats, are counted for."""
    seats, word = a.seats, a.game.seat_word
    full = math.lcm(*range(1, seats + 1))
    found = [
        Quantity(f"win_share.{s}", SHARE, f"games won by {word} {s}, a tie of k counted as 1/k", full, full + 1, seat=s)
        for s in range(seats)
    ]
    found.append(Quantity("tie", SHARE, f"games in which several {word}s share first place", 1, 2))
    others = {name: one for one in b.measures.all for name in names(one, seats)}
    for measure in a.measures.all:
        for name in names(measure, seats):
            other = others.get(name)
            if other is not None and not measure.inner and _alike(measure, other):
                columns = a.columns.index(name), b.columns.index(name)
                size = max(measure.size, other.size)
                unit = SHARE if measure.share else measure.unit
                found.append(Quantity(name, unit, measure.meaning, measure.divisor, size, *columns))
    return tuple(found)


def _alike(a: Measure, b: Measure) -> bool:
    return (a.unit, a.divisor, a.share, a.size > 0) == (b.unit, b.divisor, b.share, b.size > 0)


class PairCounter:
    """Plays pairs and counts them; every pair of one counter has the same quantities.

    Parameters
    ----------
    only : collection of str, optional
        Names of the quantities to count; by default all.
    """

    def __init__(self, a: Prepared, b: Prepared, seed: int, only: Collection[str] | None = None) -> None:
        self.a, self.b, self.seed = a, b, seed
        self.quantities = tuple(one for one in quantities(a, b) if only is None or one.name in only)
        self._full = math.lcm(*range(1, a.seats + 1))

    @property
    def work(self) -> tuple[Any, ...]:
        """What it is made of, for the key of what is counted."""
        return self.a, self.b, self.seed, self.quantities

    def count(self, first: int, pairs: int) -> NDArray[np.int64]:
        """The row (int64[2 + widths]) of pairs `first` … `first + pairs - 1`: pairs, left out, then each quantity.

        A pair is left out of all quantities when one of its plays was stopped at the limit of decisions.
        """
        return self.row(self.a.each(self.seed, first, pairs), self.b.each(self.seed, first, pairs))

    def row(self, played_a: Each, played_b: Each) -> NDArray[np.int64]:
        """The row of the pairs of these plays of A and of B, as :meth:`Prepared.each` gives them."""
        (winners_a, values_a), (winners_b, values_b) = played_a, played_b
        pairs = len(winners_a)
        ended = (winners_a != 0) & (winners_b != 0)
        parts = [np.array([pairs, pairs - int(ended.sum())], dtype=np.int64)]
        if not ended.all():
            winners_a, values_a, winners_b, values_b = (x[ended] for x in (winners_a, values_a, winners_b, values_b))
        for one in self.quantities:
            x = self._values(one, winners_a, values_a, one.column_a)
            y = self._values(one, winners_b, values_b, one.column_b)
            parts.append(_counts(x, y, one.size) if one.size else _sums(x, y))
        return np.concatenate(parts)

    def values(self, one: Quantity, played: Each) -> NDArray[np.int64]:
        """A quantity of these plays of A, int64[plays]; of capped plays it means nothing."""
        return self._values(one, *played, one.column_a)

    def _values(
        self, one: Quantity, winners: NDArray[np.int64], values: NDArray[np.int64], column: int
    ) -> NDArray[np.int64]:
        if column >= 0:
            chosen: NDArray[np.int64] = values[:, column]
            return chosen
        k = np.zeros(len(winners), np.int64)
        for seat in range(self.a.seats):
            k += (winners >> seat) & 1
        if one.seat < 0:
            return (k > 1).astype(np.int64)
        units: NDArray[np.int64] = ((winners >> one.seat) & 1) * (self._full // np.maximum(k, 1))
        return units


def _counts(x: NDArray[np.int64], y: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    of_a, of_b = np.bincount(x, minlength=size), np.bincount(y, minlength=size)
    of_d = np.bincount(y - x + size - 1, minlength=2 * size - 1)
    return np.concatenate([of_a, of_b, of_d]).astype(np.int64)


def _sums(x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.int64]:
    d = y - x
    return np.array([s for v in (x, y, d) for s in (int(v.sum()), int((v * v).sum()))], dtype=np.int64)


@dataclass(frozen=True)
class Paired:
    """One quantity over all pairs counted.

    Attributes
    ----------
    quantity : Quantity
    pairs : int
        Pairs in which both plays ended.
    a, b, d : Histogram or (int, int)
        Of A, of B and of D = B - A; sum and sum of squares when the quantity has no bound.
    """

    quantity: Quantity
    pairs: int
    a: Histogram | tuple[int, int]
    b: Histogram | tuple[int, int]
    d: Histogram | tuple[int, int]

    def never_differed(self) -> bool:
        """True if D was 0 in every pair."""
        return (self.d.power_sum(2) if isinstance(self.d, Histogram) else self.d[1]) == 0

    def document(self) -> dict[str, Any]:
        """The integers for JSON."""
        return {"a": _plain(self.a), "b": _plain(self.b), "d": _plain(self.d)}


def _plain(counts: Histogram | tuple[int, int]) -> Any:
    if isinstance(counts, Histogram):
        return {str(value): count for value, count in counts.as_dict().items()}
    return {"sum": counts[0], "squares": counts[1]}


class PairTally:
    """The sum of rows."""

    def __init__(self, counter: PairCounter) -> None:
        self._quantities = counter.quantities
        self._total: NDArray[np.object_] = np.zeros(2 + sum(one.width for one in self._quantities), dtype=np.object_)

    def add(self, row: NDArray[np.int64]) -> None:
        """Add a row of further pairs."""
        self._total = self._total + row.astype(np.object_)

    @property
    def pairs(self) -> int:
        """Pairs played."""
        return int(self._total[0])

    @property
    def left_out(self) -> int:
        """Pairs of which one play was stopped at the limit of decisions."""
        return int(self._total[1])

    def read(self) -> Mapping[str, Paired]:
        """Every quantity by name."""
        found: dict[str, Paired] = {}
        numbers = [int(value) for value in self._total]
        at = 2
        for one in self._quantities:
            part = numbers[at : at + one.width]
            at += one.width
            found[one.name] = Paired(one, self.pairs - self.left_out, *_split(part, one.size))
        return found


def _split(part: list[int], size: int) -> Any:
    if not size:
        return (part[0], part[1]), (part[2], part[3]), (part[4], part[5])
    return (
        Histogram(np.array(part[:size], dtype=np.int64)),
        Histogram(np.array(part[size : 2 * size], dtype=np.int64)),
        Histogram(np.array(part[2 * size :], dtype=np.int64), 1 - size),
    )
