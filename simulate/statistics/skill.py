"""How much skill decides: Elo from a share, games to show a difference, and the split of an outcome's variance.

A unit is one deal played with the stronger policy in each seat in turn, each seating several times with fresh luck of
the policies (replicates). Seatings of one deal are not independent, so only units are counted, never single plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.quantiles import student_quantile

ELO_SCALE = 400.0
ONE_SIDED = 1.645
"""Normal quantile of 95 %, one-sided."""

GROUPS = 20
"""Groups of units of the jackknife."""


def elo(share: float, seats: int = 2) -> float:
    """Elo by which one seat with this win share is above each of the others; -inf at 0, inf at 1.

    Parameters
    ----------
    share : float
        Win share of the one, ties split, averaged over all seats it can sit in.
    seats : int
        k. Even policies win 1 / k; the odds against any one other seat are share (k - 1) / (1 - share), so that
        Elo = 400 log10 of those. With two seats this is the usual Elo.

    Raises
    ------
    ValueError
        `share` is outside 0 … 1 or `seats` below 2.
    """
    if not 0.0 <= share <= 1.0 or seats < 2:
        raise ValueError(f"share: got {share} of {seats} seats, allowed: 0 to 1, at least 2 seats")
    if share == 0.0:
        return -math.inf
    if share == 1.0:
        return math.inf
    return ELO_SCALE * math.log10(share * (seats - 1) / (1.0 - share))


def elo_interval(share: Interval, seats: int = 2) -> Interval:
    """The interval of a share as one of Elo; a monotone map, so it covers just as often."""
    value = math.nan if math.isnan(share.value) else elo(share.value, seats)
    low, high = elo(max(0.0, share.low), seats), elo(min(1.0, share.high), seats)
    return Interval(value, low, high, share.n, share.kind, share.confidence)


def games_to_show(share: float, seats: int = 2) -> float:
    """Games after which even play is refuted at 5 %, one-sided, in half of all trials; inf for an even share.

    (1.645)^2 s (1 - s) / (s - 1/k)^2, rounded up: what a group at a table needs to see who plays better.
    """
    gap = share - 1.0 / seats
    if gap == 0.0:
        return math.inf
    return float(math.ceil(ONE_SIDED**2 * share * (1.0 - share) / gap**2))


@dataclass(frozen=True)
class BlockSums:
    """Integer sums over units of what one seat won: enough for every covariance.

    Attributes
    ----------
    units : int
        Number of units.
    sums : tuple of int, length A * R
        Sum over units of the seat's units won in seating a, replicate r, at place a * R + r.
    products : tuple of tuple of int, A * R by A * R
        Sum over units of the products of two of those.
    """

    units: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    def __add__(self, other: BlockSums) -> BlockSums:
        return BlockSums(
            self.units + other.units,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.products, other.products, strict=True)
            ),
        )

    def __sub__(self, other: BlockSums) -> BlockSums:
        return BlockSums(
            self.units - other.units,
            tuple(a - b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(a - b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.products, other.products, strict=True)
            ),
        )

    def covariance(self, i: int, j: int) -> float:
        """Sample covariance of two places, divisor n - 1, exact up to the one division."""
        n = self.units
        return (n * self.products[i][j] - self.sums[i] * self.sums[j]) / (n * (n - 1))

    def mean(self, i: int) -> float:
        """Mean of a place."""
        return self.sums[i] / self.units


@dataclass(frozen=True)
class Parts:
    """Shares of the variance of what a seat wins, adding up to 1; a share may be below 0 when it is estimated small.

    Attributes
    ----------
    luck : float
        What the deal decides, whoever sits where.
    skill : float
        What the seating decides: how much better the one policy plays.
    mixed : float
        What deal and seating decide together: deals that suit the better player.
    rest : float
        The policies' own randomness.
    """

    luck: float
    skill: float
    mixed: float
    rest: float


NAMES = ("luck", "skill", "mixed", "rest")


def variance_parts(blocks: BlockSums, seatings: int) -> Parts | None:
    """The parts of the variance of what seat 0 wins, every seating being equally likely; None if it never varied.

    With cw the mean covariance of two replicates of one seating, cc the mean covariance of two seatings and A
    seatings: luck = (cw + (A - 1) cc) / A, mixed = (cw - cc)(A - 1) / A, skill = the variance of the seatings' means,
    rest = what remains. For A = 2: (cw + cc)/2, (cw - cc)/2, (m0 - m1)^2/4.

    Raises
    ------
    ValueError
        Fewer than two seatings, replicates or units.
    """
    places = len(blocks.sums)
    replicates = places // seatings if seatings else 0
    if seatings < 2 or replicates < 2 or places != seatings * replicates or blocks.units < 2:
        raise ValueError(f"blocks: got {blocks.units} units of {seatings} x {replicates}, allowed: at least 2 of each")
    within: list[float] = []
    across: list[float] = []
    own: list[float] = []
    for i in range(places):
        own.append(blocks.covariance(i, i))
        for j in range(i):
            (within if i // replicates == j // replicates else across).append(blocks.covariance(i, j))
    cw, cc = math.fsum(within) / len(within), math.fsum(across) / len(across)
    means = [
        math.fsum(blocks.mean(a * replicates + r) for r in range(replicates)) / replicates for a in range(seatings)
    ]
    centre = math.fsum(means) / seatings
    skill = math.fsum((mean - centre) ** 2 for mean in means) / seatings
    total = math.fsum(own) / places + skill
    if total <= 0.0:
        return None
    luck = (cw + (seatings - 1) * cc) / seatings
    mixed = (cw - cc) * (seatings - 1) / seatings
    return Parts(luck / total, skill / total, mixed / total, (total - luck - mixed - skill) / total)


def variance_intervals(
    groups: Sequence[BlockSums], whole: BlockSums, seatings: int, confidence: float = DEFAULT_CONFIDENCE
) -> dict[str, Interval]:
    """Each part with its interval by the delete-a-group jackknife; Student's quantile with groups - 1 degrees.

    Parameters
    ----------
    groups : sequence of BlockSums
        Disjoint groups of units that add up to `whole`.

    Returns
    -------
    dict of str to Interval
        By the names of :class:`Parts`; empty when the outcome never varied. Too few units for a jackknife give ends
        of -inf and inf.
    """
    parts = variance_parts(whole, seatings) if whole.units > 1 else None
    if parts is None:
        return {}
    filled = [one for one in groups if one.units]
    less = [variance_parts(whole - one, seatings) for one in filled if whole.units - one.units > 1]
    found = {}
    for name in NAMES:
        value = getattr(parts, name)
        left_out = [getattr(one, name) for one in less if one is not None]
        half = _jackknife(left_out, confidence) if len(left_out) == len(filled) else math.inf
        found[name] = Interval(value, value - half, value + half, whole.units, "fixed-n", confidence)
    return found


def _jackknife(left_out: Sequence[float], confidence: float) -> float:
    """Half-width from the estimates without each group."""
    g = len(left_out)
    if g < 2:
        return math.inf
    centre = math.fsum(left_out) / g
    variance = (g - 1) / g * math.fsum((one - centre) ** 2 for one in left_out)
    return student_quantile(confidence, g - 1) * math.sqrt(variance)
