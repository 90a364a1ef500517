"""The mean of paired differences that are mostly 0: what few differing pairs can say, and what they cannot.

Two variants under common luck play the same game most of the time. What is known of their difference then comes from
the few pairs that differ, however many pairs there are: three pairs of a thousand that all differ in one direction
look certain to a bootstrap, and are a coin that fell three times on one side.
"""

from __future__ import annotations

import math
from dataclasses import replace

from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, wilson
from simulate.statistics.quantiles import student_quantile

EXACT = 500
"""Pairs that differ up to which the sign test is exact."""


def difference_interval(
    d: Histogram, farthest: int, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE
) -> Interval:
    """The mean of differences with a fixed-n interval that few differing pairs cannot make too narrow.

    Parameters
    ----------
    d : Histogram
        Differences of pairs.
    farthest : int
        The largest difference there can be, in units of the histogram.
    scale : int
        Units per shown unit.

    Returns
    -------
    Interval
        Where the mean counts as normal, that of :meth:`Histogram.mean_interval`. Else, with m pairs that differ, its
        reach times the ratio of Student's quantiles for m - 1 and n - 1 degrees of freedom; and 0 is kept inside
        unless an exact sign test of the m pairs excludes that they fell on one side by chance. Of one pair that
        differs, and of none, only how often pairs differ is known: the largest difference times Wilson's upper end.
    """
    if not d.n:
        return d.mean_interval(scale, confidence)
    differing = d.n - d.count_between(0, 0)
    if differing < 2:
        reach = wilson(differing, d.n, confidence).high * farthest / scale
        return Interval(d.mean() / scale, -reach, reach, d.n, "fixed-n", confidence)
    interval = d.mean_interval(scale, confidence)
    if d.mean_is_normal():
        return interval
    wider = student_quantile(confidence, differing - 1) / student_quantile(confidence, d.n - 1)
    low = interval.value - wider * (interval.value - interval.low)
    high = interval.value + wider * (interval.high - interval.value)
    if sign_p(d) > 1.0 - confidence:
        low, high = min(low, 0.0), max(high, 0.0)
    return replace(interval, low=low, high=high)


def sign_p(d: Histogram) -> float:
    """Two-sided p-value of the sign test: that a difference is as often above 0 as below.

    Pairs without a difference say nothing and are left out; 1 when all are. Exact up to `EXACT` pairs that differ,
    beyond them normal with a correction for continuity.
    """
    below, above = d.count_between(-math.inf, -1), d.count_between(1, math.inf)
    differing, fewer = below + above, min(below, above)
    if differing > EXACT:
        return math.erfc(max(0, differing - 2 * fewer - 1) / math.sqrt(2 * differing))
    tail = sum(math.comb(differing, count) for count in range(fewer + 1))
    return min(1.0, math.ldexp(2 * tail, -differing))
