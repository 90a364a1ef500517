"""Durations as discrete laws: a rounded lognormal in whole milliseconds, sums of several, and their tables.

A lognormal with given mean m and coefficient of variation c has log-variance s² = ln(1 + c²) and log-mean ln m - s²/2. Rounded to
whole milliseconds it takes the value k with chance F(k + 1/2) - F(k - 1/2). Stages that always follow one another are one
draw from the convolution of their laws. A table holds the cumulative chances as whole multiples of 2^-63, so that a 63-bit word is
turned into milliseconds by counting the thresholds that it reaches; the cumulative chances are right to a few 2^-53 or better.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulate.games.pouet_mouet.records import GUIDE, GUIDE_BITS, LOOKS_AHEAD, MAX_RUN, POOL, UPPER_BITS

REACH = 9.1
"""Standard deviations of the normal law beyond which less than 2^-63 of it lies."""

WORD = 63
"""Bits of a word that is compared with thresholds."""

LONGEST_TRANSFORM = 1 << 18
SMALLEST = 2.0**-62

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
    chances : NDArray[longdouble], shape (values,)
        They add up to 1.
    """

    low: int
    chances: NDArray[np.longdouble]

    @property
    def mean(self) -> float:
        """Mean milliseconds."""
        return float(self.low + np.dot(self.chances, np.arange(len(self.chances))))


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
    mu, sigma = log_parameters(1000 * mean, cv)
    if sigma == 0:
        return Law(math.floor(1000 * mean + 0.5), np.ones(1, np.longdouble))
    low, high = (math.floor(math.exp(mu + side * REACH * sigma) + 0.5) for side in (-1, 1))
    edges = np.log(np.arange(max(low, 0), high) + 0.5)
    scores = (edges - mu) / (sigma * math.sqrt(2))
    below = np.array([0.0, *(math.erfc(-z) / 2 for z in scores), 1.0], np.longdouble)
    above = np.array([1.0, *(math.erfc(z) / 2 for z in scores), 0.0], np.longdouble)
    chances = np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))
    return Law(max(low, 0), _scaled(chances))


def _scaled(chances: NDArray[np.longdouble]) -> NDArray[np.longdouble]:
    kept = np.maximum(chances, 0)
    return np.asarray(kept / kept.sum(), np.longdouble)


@functools.lru_cache(maxsize=32)
def make_lumps(stages: Stages, cv: float, room: int) -> Lumps | None:
    """The tables of one pace in at most `room` thresholds; None when not even runs of one card fit.

    Sums are convolved by Fourier transforms in extended precision where the machine has it.
    """
    if any(_reach(mean, cv) > LONGEST_TRANSFORM / 4 for mean in stages):
        return None
    laws = [stage_law(mean, cv) for mean in stages]
    for run in range(MAX_RUN, 0, -1):
        length = _transform_length(laws, stages, cv, run)
        if length > LONGEST_TRANSFORM:
            continue
        made = _sums(laws, run, length)
        sizes = [len(law.chances) for law in made.laws]
        if sum(size + LOOKS_AHEAD for size in sizes) <= room and max(sizes) < 1 << 16:
            return made
    return None


def _reach(mean: float, cv: float) -> float:
    mu, sigma = log_parameters(1000 * mean, cv)
    return math.exp(mu + REACH * sigma)


def _transform_length(laws: list[Law], stages: Stages, cv: float, run: int) -> int:
    """A power of two beyond the sums' largest values: their mean, the longest single stage and many standard deviations."""
    means = [1000 * stages[stage] for stage in (*FLOWN, *QUIET * run)]
    spread = math.sqrt(sum((cv * mean) ** 2 for mean in means))
    need = sum(means) + 12 * spread + max(len(law.chances) for law in laws)
    return 1 << math.ceil(math.log2(need))


def _sums(laws: list[Law], run: int, length: int) -> Lumps:
    waves = [np.fft.rfft(law.chances, length) for law in laws]

    def total(*parts: int) -> Law:
        product = functools.reduce(np.multiply, (waves[part] for part in parts))
        return _trimmed(sum(laws[part].low for part in parts), np.fft.irfft(product, length))

    return Lumps(
        run,
        tuple(total(*QUIET * k) for k in range(1, run + 1)),
        tuple(total(*FLOWN, *QUIET * k) for k in range(run + 1)),
        total(*STAYED),
        total(*AGAIN),
    )


def _trimmed(low: int, chances: NDArray[np.longdouble]) -> Law:
    """The law without its ends of less than 2^-62 each."""
    whole = _scaled(np.asarray(chances, np.longdouble))
    rising, falling = np.cumsum(whole), np.cumsum(whole[::-1])[::-1]
    kept = np.flatnonzero((rising >= SMALLEST) & (falling >= SMALLEST))
    first, last = int(kept[0]), int(kept[-1])
    return Law(low + first, _scaled(whole[first : last + 1]))


def thresholds(chances: NDArray[np.longdouble]) -> NDArray[np.uint64]:
    """Cumulative chances as multiples of 2^-63 (uint64[values]); the last is 2^63, which no word reaches."""
    cumulated = np.minimum(np.cumsum(np.asarray(chances, np.longdouble)), 1)
    scaled = np.floor(cumulated * np.longdouble(2) ** WORD).astype(np.uint64)
    scaled[-1] = np.uint64(1 << WORD)
    return np.maximum.accumulate(scaled)


def guide(rising: NDArray[np.uint64], bits: int = GUIDE_BITS) -> NDArray[np.uint16]:
    """For each value of a word's `bits` leading bits the number of thresholds that the word reaches at least (uint16[2^bits])."""
    starts = np.arange(1 << bits, dtype=np.uint64) << np.uint64(WORD - bits)
    return np.searchsorted(rising, starts, side="right").astype(np.uint16)


def fill_tables(table: NDArray[np.void], sets: list[Lumps]) -> None:
    """Write the laws of all paces to a table record: thresholds to the pool, guides, and where each begins."""
    at = number = 0
    for lumps in sets:
        for law in lumps.laws:
            rising = thresholds(law.chances)
            end = at + len(rising) + LOOKS_AHEAD
            table["exact"][at:end] = np.uint64(1 << WORD)
            table["exact"][at : at + len(rising)] = rising
            # Words have 31 upper bits, so that 2^31 stands for the threshold that none reaches.
            table["pool"][at:end] = table["exact"][at:end] >> np.uint64(WORD - UPPER_BITS)
            table["guide"][number] = guide(rising)
            table["offset"][number] = at
            table["value"][number] = law.low - at
            at = end
            number += 1


assert GUIDE == 1 << GUIDE_BITS
assert POOL > 0
