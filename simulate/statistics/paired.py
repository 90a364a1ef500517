"""Verdicts on A against B from plays paired by luck: difference, gain from pairing, higher, lower or equivalent.

Play i of both variants uses the same streams (common random numbers), so the histogram of D = B - A is the datum,
never two marginal estimates.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from simulate.statistics.anytime import boundary, mean_cs, share_cs, tau2
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, Kind
from simulate.statistics.quantiles import LARGE_N, normal_quantile

Outcome = Literal["higher", "lower", "equivalent", "undecided"]

DEFAULT_MARGIN = 0.01
"""Smallest difference of win share that matters: one percentage point."""
SMALLEST_GAIN = 1.2
_MOST_PLAYS = 2**62


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


def judge(interval: Interval, margin: float, variance: float) -> Verdict:
    """Verdict on a difference with this interval, whose unit (pair) has this variance in squared shown units."""
    outcome = outcome_of(interval, margin)
    return Verdict(
        outcome=outcome,
        material=interval.low > margin or interval.high < -margin,
        within_margin=-margin < interval.low and interval.high < margin,
        interval=interval,
        margin=margin,
        still_needed=0 if outcome != "undecided" else _still_needed(interval, margin, variance),
    )


def _still_needed(interval: Interval, margin: float, variance: float) -> int:
    """Further pairs until the half-width excludes 0 or fits in the margin, if the estimate stays where it is.

    -1 where nothing can be foretold, as when so few values are large that even many pairs bound no mean.
    """
    if math.isnan(interval.value) or math.isnan(variance):
        return -1
    if interval.n >= LARGE_N and not math.isfinite(interval.half_width):
        return -1
    effect, alpha = abs(interval.value), 1.0 - interval.confidence
    wanted = max(effect, margin - effect)
    if interval.kind == "fixed-n":
        total = math.ceil(normal_quantile(interval.confidence) ** 2 * variance / wanted**2)
    else:
        total = _plays_for(wanted, variance, tau2(margin, alpha), alpha)
    return max(1, total - interval.n, LARGE_N - interval.n)


def _plays_for(wanted: float, variance: float, scale2: float, alpha: float) -> int:
    """Fewest plays at which the anytime half-width is at most `wanted`; it falls with the plays, so bisect."""
    low, high = 0, 1
    while boundary(variance / high, scale2, alpha) > wanted and high < _MOST_PLAYS:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if boundary(variance / middle, scale2, alpha) > wanted:
            low = middle
        else:
            high = middle
    return high


def pairing_gain(first: Histogram, second: Histogram, differences: Histogram) -> PairingGain:
    """How many unpaired plays a pair is worth, with a warning below 1.2 (the streams have lost step)."""
    apart = first.variance() + second.variance()
    together = differences.variance()
    if not apart > 0.0:
        return PairingGain(math.nan, None)
    if together == 0.0:
        return PairingGain(math.inf, None)
    factor = apart / together
    if factor >= SMALLEST_GAIN:
        return PairingGain(factor, None)
    return PairingGain(
        factor,
        f"pairing saved only x{factor:.2f} (expected at least x{SMALLEST_GAIN}): the two variants do not share their "
        "luck; the interval stays valid",
    )


def fairer(
    first: Sequence[Histogram],
    second: Sequence[Histogram],
    differences: Sequence[Histogram],
    full: int,
    margin: float = DEFAULT_MARGIN,
    confidence: float = DEFAULT_CONFIDENCE,
) -> Verdict:
    """Verdict on g_B - g_A with g = max over seats of |p_s - 1/k|: "lower" says that B is fairer.

    Parameters
    ----------
    first, second : sequence of Histogram, one a seat
        Units (0..full) of each seat in A and in B.
    differences : sequence of Histogram, one a seat
        D = units in B - units in A, play by play.
    full : int
        Units of an outright win.

    Raises
    ------
    ValueError
        If the sequences differ in length, have fewer than two seats, or `margin` is not positive.

    Notes
    -----
    With two seats, once the sequences of p_A and p_B both exclude 1/2 the signs are known and the difference is
    linear in the plays, so it is read off the pairs; otherwise, and with more seats, the two intervals of g are
    subtracted. Errors add up to alpha: the shares get alpha / 4 a variant (split between its seats, one of two
    seats standing for both), the paired difference alpha / 2. The estimate itself is biased up where a game is fair.
    """
    k = len(first)
    if k < 2 or len(second) != k or len(differences) != k:
        raise ValueError(f"seats: got {k}, {len(second)} and {len(differences)}, allowed: the same number, at least 2")
    alpha = 1.0 - confidence
    seats = 1 if k == 2 else k
    level = 1.0 - alpha / (4 * seats)
    shares_a, shares_b = ([_share(h, margin, full, level) for h in arm[:seats]] for arm in (first, second))
    if k == 2:
        signs = _sign(shares_a[0], 0.5), _sign(shares_b[0], 0.5)
        if signs[0] and signs[1]:
            interval, variance = _linear(first[0], second[0], differences[0], signs, full, margin, confidence)
            return judge(interval, margin, variance)
    low_a, g_a, high_a = _imbalance(shares_a, 1.0 / k)
    low_b, g_b, high_b = _imbalance(shares_b, 1.0 / k)
    n = min(first[0].n, second[0].n)
    interval = Interval(g_b - g_a, low_b - high_a, high_b - low_a, n, "anytime", confidence)
    variance = max(a.variance() + b.variance() for a, b in zip(first, second, strict=True)) / full**2
    return judge(interval, margin, variance)


def _share(histogram: Histogram, margin: float, full: int, confidence: float) -> Interval:
    return share_cs(histogram.power_sum(1), histogram.n, margin, full, confidence)


def _sign(share: Interval, fair: float) -> int:
    """1 if the share is surely above the fair one, -1 if surely below, 0 if not known."""
    return int(share.low > fair) - int(share.high < fair)


def _imbalance(shares: Sequence[Interval], fair: float) -> tuple[float, float, float]:
    """Lowest, plug-in and highest max over seats of |p_s - fair|."""
    lowest = max(max(share.low - fair, fair - share.high, 0.0) for share in shares)
    highest = max(max(share.high - fair, fair - share.low) for share in shares)
    return lowest, max(abs(share.value - fair) for share in shares), highest


def _linear(
    a: Histogram, b: Histogram, d: Histogram, signs: tuple[int, int], full: int, margin: float, confidence: float
) -> tuple[Interval, float]:
    """sign_B (p_B - 1/2) - sign_A (p_A - 1/2) with its paired sequence at alpha / 2, and its variance a pair."""
    n, (sign_a, sign_b) = d.n, signs
    squares = a.power_sum(2) + b.power_sum(2)
    s1 = sign_b * b.power_sum(1) - sign_a * a.power_sum(1)
    s2 = squares - sign_a * sign_b * (squares - d.power_sum(2))
    variance = (n * s2 - s1 * s1) / (n * (n - 1) * full * full) if n > 1 else math.nan
    value = s1 / (n * full) - (sign_b - sign_a) / 2
    if not all(h.mean_is_normal() for h in (a, b, d)):
        return Interval(value, -math.inf, math.inf, n, "anytime", confidence), variance
    alpha = (1.0 - confidence) / 2
    reach = boundary(variance / n, tau2(margin, alpha), alpha)
    return Interval(value, value - reach, value + reach, n, "anytime", confidence), variance
