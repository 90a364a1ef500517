"""Which of two variants is fairer: g = max over seats of |p_s - 1/k|, from plays paired by luck.

The largest distance is not linear in the plays, but which seat has it and on which side it lies is soon known, and then
the difference can be read off the pairs, which share their luck.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from simulate.statistics.anytime import boundary, share_cs, tau2
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.paired import DEFAULT_MARGIN, Verdict, judge

Ends = tuple[float, float]


def fairer(
    first: Sequence[Histogram],
    second: Sequence[Histogram],
    differences: Sequence[Histogram],
    full: int,
    margin: float = DEFAULT_MARGIN,
    confidence: float = DEFAULT_CONFIDENCE,
    left_out: int = 0,
    reaches: Sequence[float] = (),
    width: float = 0.0,
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
    left_out : int
        Further pairs of which one play was stopped: the interval covers every way they could have ended.
    reaches : sequence of float, one a seat
        What |p_B - p_A| surely does not exceed, if that is known from elsewhere.
    width : float
        The half-width that the sequences are tuned for; 0: the margin.

    Raises
    ------
    ValueError
        If the sequences differ in length, have fewer than two seats, or `margin` is not positive.

    Notes
    -----
    With d_s = |p_B,s - 1/k| - |p_A,s - 1/k|: g_B - g_A is at most d_s of the seat that is farthest from even in B, and
    at least d_s of the one farthest in A. So it lies between the lowest d_s of all seats that may be farthest in A and
    the highest of those that may be in B, each kept within what the distances alone allow. With the signs of
    p_A,s - 1/k and p_B,s - 1/k, d_s is linear in the plays and is read off the pairs; a sign is known once the share's
    sequence excludes 1/k, and until then d_s may be what either sign gives.
    Errors add up to alpha: the shares get alpha / 4 a variant, the paired differences alpha / 2, each split between the
    seats; of two seats one stands for both. The estimate itself is biased up where a game is fair.
    """
    k = len(first)
    if k < 2 or len(second) != k or len(differences) != k:
        raise ValueError(f"seats: got {k}, {len(second)} and {len(differences)}, allowed: the same number, at least 2")
    facts = 1 if k == 2 else k
    alpha, tuned = (1.0 - confidence) / facts, width or margin
    a, b = (
        [_share(h, left_out, tuned, full, 1.0 - alpha / 4, 1.0 / k) for h in arm[:facts]] for arm in (first, second)
    )
    bounds = []
    for s in range(facts):
        low, high = _seat(a[s], b[s], first[s], second[s], differences[s], left_out, full, tuned, alpha / 2)
        reach = reaches[s] if reaches else math.inf
        bounds.append((max(low, -reach), min(high, reach)))
    n = min(first[0].n, second[0].n)
    values = [max(abs(h.mean() / full - 1.0 / k) for h in arm) for arm in (first, second)]
    interval = Interval(values[1] - values[0], *_whole(a, b, bounds), n, "anytime", confidence)
    return judge(interval, margin, math.nan, floor=left_out / (n + left_out) if left_out else 0.0, width=width)


@dataclass(frozen=True, slots=True)
class _Share:
    """A seat's distance from an even share, and the signs that its difference from it may have."""

    fair: float
    low: float
    high: float
    signs: tuple[int, ...]


def _share(histogram: Histogram, left_out: int, margin: float, full: int, confidence: float, fair: float) -> _Share:
    units, n = histogram.power_sum(1), histogram.n + left_out
    found = share_cs(units, n, margin, full, confidence)
    high = share_cs(units + left_out * full, n, margin, full, confidence).high if left_out else found.high
    return _Share(
        fair,
        max(found.low - fair, fair - high, 0.0),
        max(high - fair, fair - found.low),
        (1,) if found.low > fair else (-1,) if high < fair else (1, -1),
    )


def _seat(
    a: _Share, b: _Share, of_a: Histogram, of_b: Histogram, of_d: Histogram, left_out: int, full: int, margin: float,
    alpha: float,
) -> Ends:  # fmt: skip
    """What is known of this seat's d_s: over all signs that it may have, within what the distances alone allow."""
    kept = of_d.n / (of_d.n + left_out)
    ends = []
    for signs in product(a.signs, b.signs):
        value, reach = _linear(of_a, of_b, of_d, signs, full, a.fair, margin, alpha)
        most = 1.0 if signs[0] == signs[1] else 2.0 * max(a.fair, 1.0 - a.fair)
        open_ = most * (1.0 - kept)
        ends.append(((value - reach) * kept - open_, (value + reach) * kept + open_))
    low, high = min(end for end, _ in ends), max(end for _, end in ends)
    return max(low, b.low - a.high), min(high, b.high - a.low)


def _linear(
    a: Histogram,
    b: Histogram,
    d: Histogram,
    signs: tuple[int, int],
    full: int,
    fair: float,
    margin: float,
    alpha: float,
) -> tuple[float, float]:
    """sign_B (p_B - fair) - sign_A (p_A - fair) and the half-width of its paired sequence."""
    n, (sign_a, sign_b) = d.n, signs
    if n < 2 or not all(h.mean_is_normal() for h in (a, b, d)):
        return 0.0, math.inf
    squares = a.power_sum(2) + b.power_sum(2)
    s1 = sign_b * b.power_sum(1) - sign_a * a.power_sum(1)
    s2 = squares - sign_a * sign_b * (squares - d.power_sum(2))
    variance = (n * s2 - s1 * s1) / (n * (n - 1) * full * full)
    if variance == 0.0:  # nothing ever differed, from which no mean follows
        return 0.0, math.inf
    return s1 / (n * full) - (sign_b - sign_a) * fair, boundary(variance / n, tau2(margin, alpha), alpha)


def _whole(a: Sequence[_Share], b: Sequence[_Share], bounds: Sequence[Ends]) -> Ends:
    """g_B - g_A: from below over the seats that may be farthest from even in A, from above over those in B."""
    least_a, least_b = max(one.low for one in a), max(one.low for one in b)
    low = min(max(end, least_b - one.high) for (end, _), one in zip(bounds, a, strict=True) if one.high >= least_a)
    high = max(min(end, one.high - least_a) for (_, end), one in zip(bounds, b, strict=True) if one.high >= least_b)
    if low <= high:
        return low, high
    # Ends that cross show that one of the sequences is wrong, which is the error that they may have.
    return least_b - max(one.high for one in a), max(one.high for one in b) - least_a
