"""How many more plays a verdict takes, if the estimate stays where it is: read off the interval that there is.

What an interval is made of (several sequences, errors shared between them) shows in its width, so the width is carried
on to more plays, not a variance of which it was not made.
"""

import math

from simulate.statistics.anytime import boundary, tau2
from simulate.statistics.intervals import Interval
from simulate.statistics.quantiles import LARGE_N, normal_quantile

_MOST_PLAYS = 2**62
_BISECTIONS = 200


def still_needed(
    interval: Interval,
    margin: float,
    variance: float = math.nan,
    floor: float = 0.0,
    rare: bool = False,
    fewest: float = LARGE_N,
    width: float = 0.0,
) -> int:
    """Further plays until the interval excludes 0 or lies within the margin, if the estimate stays where it is.

    Parameters
    ----------
    interval : Interval
        Of a difference, undecided.
    margin : float
        Smallest difference that matters, in shown units.
    variance : float
        Of a play, in squared shown units: foretells the normal interval where there is none yet; nan if not known.
    floor : float
        Half-width that no number of plays takes away, as of plays that were stopped.
    rare : bool
        The width falls as 1 / n, not as its root: nothing has been seen yet of what it bounds.
    fewest : float
        Plays from which the estimate counts as normal.
    width : float
        The half-width that the interval is tuned for; 0: the margin. More plays are tuned for the margin.

    Returns
    -------
    int
        -1 where nothing can be foretold: no interval although plays are enough, or none that will be narrow enough.
    """
    value, n = interval.value, interval.n
    known = math.isfinite(interval.half_width)
    if math.isnan(value) or (n >= fewest and not known):
        return -1
    totals = []
    if known:
        share = _share_of_width(interval, margin, floor)
        if share > 0.0:
            totals.append(_carried(interval, margin, width or margin, floor, rare, share))
    if n < fewest and variance >= 0.0:
        wanted = max(abs(value), margin - abs(value)) - floor
        if wanted > 0.0:
            totals.append(max(fewest, _plays_for(wanted, variance, margin, interval)))
    return max(1, math.ceil(min(totals)) - n) if totals else -1


def _share_of_width(interval: Interval, margin: float, floor: float) -> float:
    """The largest share of its width (beyond the floor) at which the interval gives a verdict; 0 if none does."""
    value, down, up = interval.value, interval.value - interval.low, interval.high - interval.value

    def share(room: float, reach: float) -> float:
        return (room - floor) / (reach - floor) if reach > floor else float(room > floor)

    within = min(share(margin - value, up), share(margin + value, down))
    return max(within, share(value, down), share(-value, up))


def _carried(interval: Interval, margin: float, width: float, floor: float, rare: bool, share: float) -> float:
    """Plays at which the interval has this share of its width."""
    if rare:
        return interval.n / share
    reach = interval.half_width - floor
    if interval.kind == "fixed-n" or not reach > 0.0:
        return interval.n / share**2
    alpha = 1.0 - interval.confidence
    return _plays_for(
        share * reach, interval.n * _sampling_variance(reach, tau2(width, alpha), alpha), margin, interval
    )


def _sampling_variance(reach: float, scale2: float, alpha: float) -> float:
    """The sampling variance whose anytime half-width is `reach`."""
    low, high = 0.0, reach * reach
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if boundary(middle, scale2, alpha) > reach:
            high = middle
        else:
            low = middle
    return high


def _plays_for(wanted: float, variance: float, margin: float, interval: Interval) -> float:
    """Fewest plays at which the half-width is at most `wanted`; it falls with the plays, so bisect."""
    if interval.kind == "fixed-n":
        return math.ceil(normal_quantile(interval.confidence) ** 2 * variance / wanted**2)
    alpha = 1.0 - interval.confidence
    scale2 = tau2(margin, alpha)
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
