"""Durations as discrete laws: a rounded lognormal in whole milliseconds, sums of several, and their tables.

A lognormal with given mean m and coefficient of variation c has log-variance s² = ln(1 + c²) and log-mean ln m -
s²/2. Rounded to whole milliseconds it takes the value k with chance F(k + 1/2) - F(k - 1/2). Stages that always
follow one another are one draw from the convolution of their laws. A table holds the cumulative chances as whole
multiples of 2^-63, so that a 63-bit word is turned into milliseconds by counting the thresholds that it reaches.
Tables and scipy agree on cumulative chances to within 2^-50.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulate.games.pouet_mouet.records import GUIDE, GUIDE_BITS, GUIDED, MAX_RUN, NEXT_BITS, STRIDE

REACH = 9.1
"""Standard deviations of the normal law beyond which less than 2^-63 of it lies."""

WORD = 63
"""Bits of a word that is compared with thresholds."""

LONGEST_TRANSFORM = 1 << 18
"""Milliseconds; sums that may take longer are drawn stage by stage instead."""

LONGEST_LAW = (1 << 16) - 1
"""Milliseconds that a table may tell apart; guides hold numbers of 16 bits."""

NEGLIGIBLE = 2.0**-61
"""A millisecond with a smaller chance ends a table."""

Stages = tuple[float, ...]
"""Mean seconds of look, lay, signal, perceive, move, judge, divided by the pace."""

LOOK, LAY, SIGNAL, PERCEIVE, MOVE, JUDGE = range(6)
QUIET = (LOOK, LAY)
FLOWN = (LOOK, SIGNAL, PERCEIVE, MOVE, JUDGE)
STAYED = (LOOK, SIGNAL, PERCEIVE, JUDGE)
AGAIN = (SIGNAL, PERCEIVE)


@dataclass(frozen=True)
class Law:
    """Chances of the whole numbers of milliseconds from `low` on.

    Attributes
    ----------
    low : int
    chances : NDArray[float64], shape (values,)
        They add up to 1.
    """

    low: int
    chances: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """Mean milliseconds."""
        return float(self.low + self.chances @ np.arange(len(self.chances)))


@dataclass(frozen=True)
class Lumps:
    """The tables of one pace.

    Attributes
    ----------
    run : int
        Longest run of quiet cards that one table covers.
    quiet : tuple of Law
        1 … `run` cards looked at and laid.
    flown : tuple of Law
        0 … `run` such cards, then one that is looked at, signalled, perceived, flown and judged.
    stayed : Law
        A card that is looked at, signalled, perceived and judged, the plane having stayed.
    again : Law
        One signal given and perceived again.
    """

    run: int
    quiet: tuple[Law, ...]
    flown: tuple[Law, ...]
    stayed: Law
    again: Law

    @property
    def laws(self) -> tuple[Law, ...]:
        """All of them, in the order of the table record: flown, quiet, stayed, again."""
        return (*self.flown, *self.quiet, self.stayed, self.again)

    def shortened(self, run: int) -> Lumps:
        """The same with runs of at most `run` cards."""
        return Lumps(run, self.quiet[:run], self.flown[: run + 1], self.stayed, self.again)


def log_parameters(mean: float, cv: float) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm of a lognormal with this mean and coefficient of variation."""
    variance = math.log1p(cv * cv)
    return math.log(mean) - variance / 2, math.sqrt(variance)


def stage_law(mean: float, cv: float) -> Law:
    """The law of one duration with mean `mean` seconds, in whole milliseconds."""
    median, sigma = 1000 * mean / math.hypot(1, cv), log_parameters(mean, cv)[1]
    if sigma == 0:
        return Law(math.floor(median + 0.5), np.ones(1))
    low, high = (math.floor(median * math.exp(side * REACH * sigma) + 0.5) for side in (-1, 1))
    scores = np.log((np.arange(low, high) + 0.5) / median) / (sigma * math.sqrt(2))
    below = np.array([0.0, *(math.erfc(-score) / 2 for score in scores), 1.0])
    above = np.array([1.0, *(math.erfc(score) / 2 for score in scores), 0.0])
    # Each chance from the smaller of the two tails, which has more digits.
    return Law(low, np.where(below[1:] < 0.5, np.diff(below), -np.diff(above)))


@functools.lru_cache(maxsize=32)
def make_lumps(stages: Stages, cv: float, room: int) -> Lumps | None:
    """The tables of one pace in at most `room` thresholds; None when not even runs of one card fit.

    Sums are convolved by Fourier transforms. Their error in a cumulative chance is that of adding doubles of this
    size, since each of thousands of milliseconds has a small chance.
    """
    length = _transform_length(stages, cv)
    if length > LONGEST_TRANSFORM:
        return None
    laws = [stage_law(mean, cv) for mean in stages]
    waves = [np.fft.rfft(law.chances, length) for law in laws]

    def total(*parts: int) -> Law:
        product = functools.reduce(np.multiply, (waves[part] for part in parts))
        return _trimmed(sum(laws[part].low for part in parts), np.fft.irfft(product, length))

    stayed, again = total(*STAYED), total(*AGAIN)
    flown, quiet = [total(*FLOWN)], []
    if len(flown[0].chances) > LONGEST_LAW:
        return None
    left = room - sum(len(law.chances) + STRIDE for law in (stayed, again, *flown))
    for run in range(1, MAX_RUN + 1):
        one, other = total(*QUIET * run), total(*FLOWN, *QUIET * run)
        left -= len(one.chances) + len(other.chances) + 2 * STRIDE
        if left < 0 or len(other.chances) > LONGEST_LAW:
            break
        quiet.append(one)
        flown.append(other)
    return Lumps(len(quiet), tuple(quiet), tuple(flown), stayed, again) if quiet else None


def _transform_length(stages: Stages, cv: float) -> int:
    """A power of two beyond the sums' largest values: mean, longest single stage and many standard deviations."""
    means = [1000 * stages[stage] for stage in (*FLOWN, *QUIET * MAX_RUN)]
    spread = math.sqrt(sum((cv * mean) ** 2 for mean in means))
    mu, sigma = log_parameters(max(means), cv)
    return 1 << math.ceil(math.log2(sum(means) + 12 * spread + math.exp(mu + REACH * sigma) + 2))


def _trimmed(low: int, chances: NDArray[np.float64]) -> Law:
    """The law from its peak outwards as far as chances are not `NEGLIGIBLE`, which is above the transforms' errors."""
    peak = int(np.argmax(chances))
    small = np.flatnonzero(chances < NEGLIGIBLE)
    first = int(small[small < peak][-1]) + 1 if np.any(small < peak) else 0
    last = int(small[small > peak][0]) if np.any(small > peak) else len(chances)
    kept = chances[first:last]
    return Law(low + first, kept / kept.sum())


def cumulated(chances: NDArray[np.float64]) -> NDArray[np.longdouble]:
    """Cumulative chances (longdouble[values]), added up with the most digits that the machine has."""
    return np.cumsum(np.asarray(chances, np.longdouble))


def thresholds(chances: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Cumulative chances as multiples of 2^-63 (uint64[values]); the last is 2^63, which no word reaches."""
    scaled = np.floor(np.minimum(cumulated(chances), 1) * np.longdouble(2) ** WORD).astype(np.uint64)
    scaled[-1] = np.uint64(1 << WORD)
    return np.maximum.accumulate(scaled)


def guide(rising: NDArray[np.uint64], bits: int = GUIDE_BITS) -> NDArray[np.uint16]:
    """For each value of a word's `bits` leading bits the number of thresholds it reaches at least (uint16[2^bits])."""
    starts = np.arange(1 << bits, dtype=np.uint64) << np.uint64(WORD - bits)
    return np.searchsorted(rising, starts, side="right").astype(np.uint16)


def guide_entries(rising: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """For each value of a word's leading bits how many thresholds it reaches, and the next bits of those that follow.

    Returns
    -------
    NDArray[uint16], shape (GUIDE, 1 + GUIDED)
        Where no more thresholds follow before the next value, all bits are set.
    """
    entries = np.full((GUIDE, 1 + GUIDED), (1 << NEXT_BITS) - 1, np.uint16)
    reached = guide(rising).astype(np.int64)
    entries[:, 0] = reached
    begin = np.arange(GUIDE, dtype=np.uint64)
    for number in range(GUIDED):
        following = rising[np.minimum(reached + number, len(rising) - 1)]
        inside = following >> np.uint64(WORD - GUIDE_BITS) == begin
        bits = (following >> np.uint64(WORD - GUIDE_BITS - NEXT_BITS)).astype(np.uint16)
        entries[inside, 1 + number] = bits[inside]
    return entries


def fill_tables(table: NDArray[np.void], sets: list[Lumps]) -> None:
    """Write the laws of all paces to a table record: thresholds, guides, and where each begins."""
    at = number = 0
    for lumps in sets:
        for law in lumps.laws:
            rising = thresholds(law.chances)
            end = at + len(rising) + STRIDE
            table["exact"][at:end] = np.uint64(1 << WORD)
            table["exact"][at : at + len(rising)] = rising
            table["guide"][number] = guide_entries(rising)
            table["offset"][number] = at
            table["value"][number] = law.low
            at = end
            number += 1
