"""Verdicts on A against B from plays paired by luck: difference, gain from pairing, higher, lower or equivalent.

Play i of both variants uses the same streams (common random numbers), so the histogram of D = B - A is the datum,
never two marginal estimates.
"""

import math
from dataclasses import dataclass
from typing import Literal

from simulate.statistics.anytime import mean_cs, share_cs
from simulate.statistics.forecast import still_needed
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, Kind
from simulate.statistics.quantiles import LARGE_N

Outcome = Literal["higher", "lower", "equivalent", "undecided"]

DEFAULT_MARGIN = 0.01
"""Smallest difference of win share that matters: one percentage point."""
SMALLEST_GAIN = 1.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the data say about B - A.

    Parameters
    ----------
    outcome : {"higher", "lower", "equivalent", "undecided"}
        "higher": B is above A; "equivalent": |B - A| is below the margin; "undecided": not enough plays.
    material : bool
        True if the difference surely exceeds the margin.
    within_margin : bool
        True if the difference is surely below the margin (a "higher" of no importance has it).
    interval : Interval
        B - A.
    margin : float
        Smallest difference that matters.
    still_needed : int
        Estimated further pairs to a verdict; 0 when there is one, -1 when nothing can be said yet.
    """

    outcome: Outcome
    material: bool
    within_margin: bool
    interval: Interval
    margin: float
    still_needed: int


@dataclass(frozen=True, slots=True)
class PairingGain:
    """Variance-reduction factor (var A + var B) / var D; `warning` is None, or says that pairing failed.

    The factor is the number of unpaired plays that one pair is worth: inf when D never varies, nan when A and B
    do not vary either.
    """

    factor: float
    warning: str | None


def outcome_of(interval: Interval, margin: float) -> Outcome:
    """Three-way verdict, plus "undecided", on a difference with this interval.

    Raises
    ------
    ValueError
        If `margin` is not positive.
    """
    if not margin > 0.0:
        raise ValueError(f"margin: got {margin}, allowed: a positive number")
    if interval.low > 0.0:
        return "higher"
    if interval.high < 0.0:
        return "lower"
    if -margin < interval.low and interval.high < margin:
        return "equivalent"
    return "undecided"


def paired_interval(
    differences: Histogram,
    margin: float,
    scale: int = 1,
    kind: Kind = "anytime",
    confidence: float = DEFAULT_CONFIDENCE,
) -> Interval:
    """B - A with its interval, in units of `scale`; `margin` (shown units) tunes the anytime one."""
    if kind == "fixed-n":
        return differences.mean_interval(scale, confidence)
    return mean_cs(differences, margin, scale, confidence)


def bounded_difference(
    differences: Histogram, largest: int, margin: float, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE
) -> Interval:
    """B - A of a measure from 0 to `largest` units, exact from the first pair: for too few pairs, or few that differ.

    What B has more and what it has less, as shares of the largest difference, each have their own sequence. Both
    together take a quarter of the error, since the normal one takes over as soon as it may.
    """
    level = 1.0 - (1.0 - confidence) / 8
    width = min(margin * scale / largest, DEFAULT_MARGIN)
    counts = differences.as_dict().items()
    more, less = (
        share_cs(sum(max(sign * value, 0) * count for value, count in counts), differences.n, width, largest, level)
        for sign in (1, -1)
    )
    unit = largest / scale
    low, high = (more.low - less.high) * unit, (more.high - less.low) * unit
    return Interval(differences.mean() / scale, low, high, differences.n, "anytime", confidence)


def compare(
    differences: Histogram,
    margin: float = DEFAULT_MARGIN,
    scale: int = 1,
    kind: Kind = "anytime",
    confidence: float = DEFAULT_CONFIDENCE,
) -> Verdict:
    """Verdict on the mean of B - A.

    Parameters
    ----------
    differences : Histogram
        Counts of D = x_B - x_A over pairs, in units.
    margin : float
        Smallest difference that matters, in shown units.
    scale : int
        Units per shown unit: the units of an outright win for win shares.
    kind : {"anytime", "fixed-n"}
        Interval kind, decided before the run.

    Raises
    ------
    ValueError
        If `margin` is not positive.
    """
    interval = paired_interval(differences, margin, scale, kind, confidence)
    return judge(interval, margin, differences.variance() / scale**2)


def judge(
    interval: Interval,
    margin: float,
    variance: float,
    *,
    floor: float = 0.0,
    rare: bool = False,
    fewest: float = LARGE_N,
    width: float = 0.0,
) -> Verdict:
    """Verdict on a difference with this interval.

    Parameters
    ----------
    variance : float
        Of a unit (pair), in squared shown units; nan if not known.
    floor, rare, fewest, width
        How the interval goes on, as in :func:`simulate.statistics.forecast.still_needed`.
    """
    outcome = outcome_of(interval, margin)
    undecided = outcome == "undecided"
    return Verdict(
        outcome=outcome,
        material=interval.low > margin or interval.high < -margin,
        within_margin=-margin < interval.low and interval.high < margin,
        interval=interval,
        margin=margin,
        still_needed=still_needed(interval, margin, variance, floor, rare, fewest, width) if undecided else 0,
    )


def pairing_gain(first: Histogram, second: Histogram, differences: Histogram) -> PairingGain:
    """How many unpaired plays a pair is worth, with a warning below 1.2 (the streams have lost step)."""
    return gain_of(first.variance(), second.variance(), differences.variance())


def gain_of(first: float, second: float, together: float) -> PairingGain:
    """The gain from the variances of A, of B and of D; an arm that never varies has no luck to share: no warning."""
    apart = first + second
    if not apart > 0.0:
        return PairingGain(math.nan, None)
    if together == 0.0:
        return PairingGain(math.inf, None)
    factor = apart / together
    if factor >= SMALLEST_GAIN or first == 0.0 or second == 0.0:
        return PairingGain(factor, None)
    return PairingGain(
        factor,
        f"pairing saved only x{factor:.2f} (expected at least x{SMALLEST_GAIN}): A and B share little of their luck; "
        "the interval stays valid",
    )
