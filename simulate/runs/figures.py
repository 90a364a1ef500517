"""What a tally says about one quantity: its value, its interval of either kind, and how sure a bound is passed.

A figure is a pure function of integers. A :class:`Reading` says how it is read: with an interval for a number of plays
declared before the run (``fixed-n``), or with one that holds at every look (``anytime``); formulas in
:mod:`simulate.statistics`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from simulate.statistics.anytime import (
    boundary,
    exp_or_inf,
    log_e_value,
    log_share_martingale,
    mean_cs,
    quantile_cs,
    share_cs,
    tau2,
)
from simulate.statistics.histogram import KURTOSIS_FACTOR, Histogram
from simulate.statistics.intervals import (
    DEFAULT_CONFIDENCE,
    Interval,
    Kind,
    bounded_share,
    capped_bounds,
    mean_interval,
    ratio_interval,
    wilson,
    wilson_ends,
)
from simulate.statistics.quantiles import LARGE_N
from simulate.statistics.unvaried import Unvaried

SUMS_FROM = 10 * LARGE_N
"""Plays from which a mean counts as normal when only its sum and sum of squares are kept."""

RANK_HALF_WIDTH = 0.01
"""Rank precision that tunes the anytime interval of a quantile: one percentage point."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How figures are read.

    Attributes
    ----------
    kind : {"fixed-n", "anytime"}
    half_width : float
        The half-width at which an anytime interval is narrowest, in the figure's unit; unused by ``fixed-n``.
    confidence : float
    """

    kind: Kind = "fixed-n"
    half_width: float = math.nan
    confidence: float = DEFAULT_CONFIDENCE

    @property
    def alpha(self) -> float:
        """The chance of error."""
        return 1.0 - self.confidence


FIXED = Reading()


class Figure(Protocol):
    """One quantity of a tally; values and bounds in the unit shown."""

    def value(self) -> float:
        """The estimate; nan when there is nothing to estimate it from."""

    def variance(self) -> float:
        """Variance of one play, which forecasts the plays that a precision takes; nan when not known."""

    def interval(self, reading: Reading) -> Interval:
        """The estimate with its interval."""

    def p_below(self, bound: float, reading: Reading) -> float:
        """Two-sided p-value against "at `bound` or above"; 1 unless the estimate is below it."""

    def p_above(self, bound: float, reading: Reading) -> float:
        """Two-sided p-value against "at `bound` or below"; 1 unless the estimate is above it."""


@dataclass(frozen=True)
class Share:
    """Share of plays, or of points when a tie splits the point.

    Attributes
    ----------
    units, squares : int
        Sum over finished plays of the units won (0 … full), and of their squares.
    full : int
        Units of a whole point.
    plays, capped : int
        All plays; those that were stopped and could have ended either way.
    """

    units: int
    squares: int
    full: int
    plays: int
    capped: int = 0

    def value(self) -> float:
        """Share among the finished plays."""
        finished = self.plays - self.capped
        return self.units / (finished * self.full) if finished else math.nan

    def variance(self) -> float:
        """The product p (1 - p), with one success and one failure added so that it is never 0."""
        p = (self.units / self.full + 1) / (self.plays - self.capped + 2)
        return p * (1 - p)

    def interval(self, reading: Reading) -> Interval:
        """Wilson's interval, or the beta-binomial sequence; both cover every way the capped plays could have ended."""
        n, confidence = self.plays, reading.confidence
        if reading.kind == "fixed-n":
            return capped_bounds(n, self.units, self.squares, self.full, self.capped, confidence)
        low = share_cs(self.units, n, reading.half_width, self.full, confidence)
        if not self.capped:
            return low
        most = self.units + self.capped * self.full
        high = share_cs(most, n, reading.half_width, self.full, confidence).high
        return Interval(self.value(), low.low, high, n, "anytime", confidence)

    def p_below(self, bound: float, reading: Reading) -> float:
        """Exact binomial test, or 1 / E; every capped play counts as won."""
        most = self.units / self.full + self.capped
        if bound >= 1.0:
            return 0.0 if most < self.plays else 1.0
        if bound <= 0.0 or most >= bound * self.plays:
            return 1.0
        return _share_p(most, self.plays, bound, reading)

    def p_above(self, bound: float, reading: Reading) -> float:
        """Exact binomial test, or 1 / E; every capped play counts as lost."""
        least = self.units / self.full
        if bound <= 0.0:
            return 0.0 if least > 0.0 else 1.0
        if bound >= 1.0 or least <= bound * self.plays:
            return 1.0
        return _share_p(least, self.plays, bound, reading)


@dataclass(frozen=True)
class ShareOfSome(Share):
    """Share of those plays that count at all, such as the ones that have a leader; `plays` and `capped` are of these.

    Attributes
    ----------
    every : int
        All plays of the run, so that forecasts are of plays, not of plays that count.
    """

    every: int = 0

    def variance(self) -> float:
        """Variance that one play of the run contributes."""
        return super().variance() * (self.every + 2) / (self.plays + 2)


def _share_p(successes: float, n: int, bound: float, reading: Reading) -> float:
    """Two-sided p-value against "the share is `bound`" on the side on which the successes lie."""
    if reading.kind == "anytime":
        scale2 = tau2(reading.half_width, reading.alpha)
        return _from_log_e(log_share_martingale(bound, successes, n, scale2))
    from scipy.special import betainc

    if successes > bound * n:
        tail = betainc(successes, n - successes + 1, bound)
    else:
        tail = betainc(n - successes, successes + 1, 1 - bound)
    return min(1.0, 2.0 * float(tail))


def _from_log_e(log_e: float) -> float:
    return min(1.0, 1.0 / exp_or_inf(log_e)) if log_e > 0.0 else 1.0


class _Normal(ABC):
    """A figure whose estimate is normal once there are enough plays."""

    @abstractmethod
    def _estimate(self) -> tuple[float, float, bool]:
        """Value, sampling variance (of the estimate), and whether it may be taken as normal."""

    def p_below(self, bound: float, reading: Reading) -> float:
        """Normal test, or 1 / E; 1 as long as the estimate may not be taken as normal."""
        return self._p(bound, reading, below=True)

    def p_above(self, bound: float, reading: Reading) -> float:
        """Normal test, or 1 / E; 1 as long as the estimate may not be taken as normal."""
        return self._p(bound, reading, below=False)

    def _p(self, bound: float, reading: Reading, *, below: bool) -> float:
        value, s2, trusted = self._estimate()
        effect = bound - value if below else value - bound
        if not trusted or not effect > 0.0:
            return 1.0
        if reading.kind == "anytime":
            return _from_log_e(log_e_value(effect, s2, tau2(reading.half_width, reading.alpha)))
        return math.erfc(effect / math.sqrt(2.0 * s2)) if s2 > 0.0 else 0.0


@dataclass(frozen=True)
class Mean(_Normal):
    """Mean of an integer measure with its whole histogram, divided by `divisor`.

    Attributes
    ----------
    largest : int or None
        Largest value a play can have (0 is the smallest): how far away a play may lie that differs from all so far.
    """

    histogram: Histogram
    divisor: int = 1
    largest: int | None = None

    def value(self) -> float:
        """The mean."""
        return self.histogram.mean() / self.divisor

    def variance(self) -> float:
        """Variance of one play."""
        return self.histogram.variance() / self.divisor**2

    def interval(self, reading: Reading) -> Interval:
        """Normal, Student or bootstrap interval, or the normal-mixture sequence; of equal plays what may be rare."""
        same = self._unvaried(reading)
        if same is not None:
            return same.interval(self.divisor)
        if reading.kind == "fixed-n":
            return self.histogram.mean_interval(self.divisor, reading.confidence)
        if self.histogram.n == 0:
            return Interval(math.nan, -math.inf, math.inf, 0, "anytime", reading.confidence)
        return mean_cs(self.histogram, reading.half_width, self.divisor, reading.confidence)

    def _p(self, bound: float, reading: Reading, *, below: bool) -> float:
        same = self._unvaried(reading)
        if same is None:
            return super()._p(bound, reading, below=below)
        whole = bound * self.divisor
        return same.p_value(whole) if (whole > same.value) == below and whole != same.value else 1.0

    def _unvaried(self, reading: Reading) -> Unvaried | None:
        """The plays, if all had one value."""
        value, n = self.histogram.smallest, self.histogram.n
        if value is None or self.largest is None or value != self.histogram.largest:
            return None
        return Unvaried(value, self.largest, n, reading.kind, reading.confidence)

    def _estimate(self) -> tuple[float, float, bool]:
        trusted = self.histogram.mean_is_normal()
        return self.value(), self.variance() / self.histogram.n if trusted else math.nan, trusted


@dataclass(frozen=True)
class Sums(_Normal):
    """Mean of a measure of which only the sum and the sum of squares are kept, divided by `divisor`."""

    n: int
    total: int
    squares: int
    divisor: int = 1

    def value(self) -> float:
        """The mean."""
        return self.total / (self.n * self.divisor) if self.n else math.nan

    def variance(self) -> float:
        """Variance of one play."""
        n = self.n
        if n < 2:
            return math.nan
        return (n * self.squares - self.total**2) / (n * (n - 1) * self.divisor**2)

    def interval(self, reading: Reading) -> Interval:
        """Normal or Student interval; or the normal-mixture sequence, which says nothing below `SUMS_FROM` plays."""
        if reading.kind == "fixed-n":
            return mean_interval(self.n, self.total, self.squares, self.divisor, reading.confidence)
        return _anytime(self.n, self._estimate(), reading)

    def _estimate(self) -> tuple[float, float, bool]:
        return self.value(), self.variance() / max(self.n, 1), self.n >= SUMS_FROM


@dataclass(frozen=True)
class Bounded(Sums):
    """Mean of a measure that lies in 0 … `divisor` in every play.

    The spread of few plays may hide that a large value is rare. So there are pseudo-plays with the largest spread that
    the mean allows (`bounded_share`), and the mean counts as normal from 50 / variance plays on: no bounded measure has
    a kurtosis above 1 / variance.
    """

    def interval(self, reading: Reading) -> Interval:
        """Wilson's interval with the spread found; or the normal-mixture sequence, the beta-binomial one before."""
        n, confidence = self.n, reading.confidence
        if reading.kind == "fixed-n":
            return bounded_share(n, self.total, self.squares, self.divisor, confidence)
        estimate = self._estimate()
        if not estimate[2]:
            return share_cs(self.total, n, reading.half_width, self.divisor, confidence)
        found = _anytime(n, estimate, reading)
        return Interval(found.value, max(0.0, found.low), min(1.0, found.high), n, "anytime", confidence)

    def _p(self, bound: float, reading: Reading, *, below: bool) -> float:
        if self._estimate()[2]:
            return super()._p(bound, reading, below=below)
        share = Share(self.total, self.squares, self.divisor, self.n, 0)
        return share.p_below(bound, reading) if below else share.p_above(bound, reading)

    def _estimate(self) -> tuple[float, float, bool]:
        value, s2, enough = super()._estimate()
        return value, s2, enough and self.n * self.variance() >= KURTOSIS_FACTOR


@dataclass(frozen=True)
class Quotient(_Normal):
    """Ratio of two measures' totals with the play as the unit, by the delta method."""

    n: int
    sx: int
    sy: int
    sxx: int
    syy: int
    sxy: int

    def value(self) -> float:
        """Total of x over total of y."""
        return self.sx / self.sy if self.sy else math.nan

    def variance(self) -> float:
        """Variance that one play contributes."""
        if self.n < 2 or not self.sy:
            return math.nan
        residual = self.sxx * self.sy**2 - 2 * self.sx * self.sy * self.sxy + self.sx**2 * self.syy
        return (residual * self.n**2) / ((self.n - 1) * self.sy**4)

    def interval(self, reading: Reading) -> Interval:
        """Delta-method interval; or the normal-mixture sequence, which says nothing below `SUMS_FROM` plays."""
        if reading.kind == "fixed-n":
            sums = (self.sx, self.sy, self.sxx, self.syy, self.sxy)
            return ratio_interval(self.n, *sums, confidence=reading.confidence)
        return _anytime(self.n, self._estimate(), reading)

    def _estimate(self) -> tuple[float, float, bool]:
        return self.value(), self.variance() / max(self.n, 1), self.n >= SUMS_FROM and self.sy != 0


@dataclass(frozen=True)
class Part(Quotient):
    """Ratio of a part to its whole, so it lies in 0 … 1."""

    def interval(self, reading: Reading) -> Interval:
        """Wilson's interval for as many plays as give a share such a variance; or the normal-mixture sequence."""
        value, s2, trusted = self._estimate()
        if math.isnan(value):
            return Interval(value, 0.0, 1.0, self.n, reading.kind, reading.confidence)
        if not s2 > 0.0:
            return self._of_equal_plays(value, reading)
        if reading.kind == "fixed-n":
            ends = wilson_ends(value, value * (1 - value) / s2, reading.confidence)
        else:
            found = _anytime(self.n, (value, s2, trusted), reading)
            ends = (max(0.0, found.low), min(1.0, found.high)) if trusted else (found.low, found.high)
        return Interval(value, *ends, self.n, reading.kind, reading.confidence)

    def _p(self, bound: float, reading: Reading, *, below: bool) -> float:
        value, s2, trusted = self._estimate()
        if math.isnan(value) or (bound > value) != below or bound == value:
            return 1.0
        if not 0.0 < bound < 1.0:
            return 0.0
        if not s2 > 0.0:
            other = (bound - value) / (1.0 - value) if below else (value - bound) / value
            return _share_p(0.0, self._equal_plays(), other, reading)
        if reading.kind == "fixed-n" and not trusted:
            plays = math.floor(value * (1.0 - value) / s2)
            return _share_p(value * plays, plays, bound, reading)
        return super()._p(bound, reading, below=below)

    def _equal_plays(self) -> int:
        """As many plays of one length as tell as much as these do."""
        return math.floor(self.sy**2 / self.syy)

    def _of_equal_plays(self, value: float, reading: Reading) -> Interval:
        """The ratio was the same in every play, which is no certainty: some share of all plays may have any other."""
        plays = self._equal_plays()
        if reading.kind == "fixed-n":
            other = wilson(0, plays, reading.confidence).high
        else:
            other = share_cs(0, plays, reading.half_width, 1, reading.confidence).high
        ends = (value * (1 - other), value + (1 - value) * other)
        return Interval(value, *ends, self.n, reading.kind, reading.confidence)


def _anytime(n: int, estimate: tuple[float, float, bool], reading: Reading) -> Interval:
    value, s2, trusted = estimate
    if not trusted:
        return Interval(value, -math.inf, math.inf, n, "anytime", reading.confidence)
    reach = boundary(s2, tau2(reading.half_width, reading.alpha), reading.alpha)
    return Interval(value, value - reach, value + reach, n, "anytime", reading.confidence)


@dataclass(frozen=True)
class Quantile:
    """Quantile `q` of a measure, divided by `divisor`; its interval is read off the ranks."""

    histogram: Histogram
    q: float
    divisor: int = 1

    def value(self) -> float:
        """The value that at least a share `q` of the plays do not exceed."""
        n = self.histogram.n
        return self.histogram.at_rank(max(1, math.ceil(n * self.q))) / self.divisor if n else math.nan

    def variance(self) -> float:
        """Not known: it depends on the law's density at the quantile."""
        return math.nan

    def interval(self, reading: Reading) -> Interval:
        """Order-statistic interval of either kind."""
        if reading.kind == "fixed-n":
            return self.histogram.quantile(self.q, self.divisor, reading.confidence)
        return quantile_cs(self.histogram, self.q, self.divisor, RANK_HALF_WIDTH, reading.confidence)

    def p_below(self, bound: float, reading: Reading) -> float:
        """Test of "more than `q` of the plays lie below the bound"; nothing else is needed of the law."""
        n = self.histogram.n
        under = n - self.histogram.count_between(bound * self.divisor, math.inf)
        return self._p(under, reading) if under > self.q * n else 1.0

    def p_above(self, bound: float, reading: Reading) -> float:
        """Test of "less than `q` of the plays lie at the bound or below"."""
        within = self.histogram.count_between(-math.inf, bound * self.divisor)
        return self._p(within, reading) if within < self.q * self.histogram.n else 1.0

    def _p(self, count: int, reading: Reading) -> float:
        ranks = Reading(reading.kind, RANK_HALF_WIDTH, reading.confidence)
        return _share_p(count, self.histogram.n, self.q, ranks)


@dataclass(frozen=True)
class SeatAdvantage:
    """The largest |k p - 1| over the k seats, p being a seat's win share.

    Two seats share one fact; with more, the seats' intervals hold together (each at alpha / k).
    """

    shares: tuple[Share, ...]

    def value(self) -> float:
        """The largest advantage or handicap of a seat, 0 when all win alike."""
        return max(abs(len(self.shares) * share.value() - 1) for share in self.shares)

    def variance(self) -> float:
        """Variance of one play's k p of the seat that is farthest from even."""
        k = len(self.shares)
        return k * k * max(share.variance() for share in self.shares)

    def interval(self, reading: Reading) -> Interval:
        """The largest and the smallest that the seats' intervals allow."""
        k = len(self.shares)
        joint = self._reading(reading, reading.alpha / self._facts)
        found = [share.interval(joint) for share in self.shares]
        low = max(max(k * one.low - 1, 1 - k * one.high, 0.0) for one in found)
        high = max(max(abs(k * one.low - 1), abs(k * one.high - 1)) for one in found)
        value = self.value()
        ends = (min(low, value), max(high, value)) if math.isfinite(value) else (low, high)
        return Interval(value, *ends, self.shares[0].plays, reading.kind, reading.confidence)

    def p_below(self, bound: float, reading: Reading) -> float:
        """The worst seat's p-value: every seat must lie within the bound."""
        k, own = len(self.shares), self._reading(reading, reading.alpha)
        within = ((1 - bound) / k, (1 + bound) / k)
        return max(max(s.p_above(within[0], own), s.p_below(within[1], own)) for s in self.shares)

    def p_above(self, bound: float, reading: Reading) -> float:
        """The best seat's p-value times the number of seats: one seat outside the bound is enough."""
        k, own = len(self.shares), self._reading(reading, reading.alpha)
        within = ((1 - bound) / k, (1 + bound) / k)
        best = min(min(s.p_below(within[0], own), s.p_above(within[1], own)) for s in self.shares)
        return min(1.0, self._facts * best)

    @property
    def _facts(self) -> int:
        return len(self.shares) if len(self.shares) > 2 else 1

    def _reading(self, reading: Reading, alpha: float) -> Reading:
        return Reading(reading.kind, reading.half_width / len(self.shares), 1.0 - alpha)
