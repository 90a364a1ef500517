"""Fixed-n confidence intervals: valid when the number of plays was declared before the run and was reached.

All functions take exact integers and divide once, at the end. Nothing here imports scipy when the module is
imported; only `clopper_pearson` and `jeffreys` import it when called.
"""

import math
from dataclasses import dataclass
from typing import Literal

from simulate.statistics.quantiles import mean_quantile, normal_quantile

Kind = Literal["fixed-n", "anytime"]

DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    Parameters
    ----------
    value : float
        The estimate; nan when there is nothing to estimate it from.
    low, high : float
        Ends of the interval. An interval that can claim nothing has the widest ends possible: 0 and 1 for a
        share, -1 and 1 for a difference of shares, -inf and inf otherwise.
    n : int
        Number of plays behind the estimate.
    kind : {"fixed-n", "anytime"}
        "fixed-n" holds at an `n` declared in advance; "anytime" holds at every look at once.
    confidence : float
        Probability, before the run, that the interval contains the truth.
    """

    value: float
    low: float
    high: float
    n: int
    kind: Kind = "fixed-n"
    confidence: float = DEFAULT_CONFIDENCE

    @property
    def half_width(self) -> float:
        """Distance from the value to the farther end; inf when the value is unknown."""
        if math.isnan(self.value):
            return math.inf
        return max(self.high - self.value, self.value - self.low)

    def contains(self, truth: float) -> bool:
        """True if `truth` lies in the interval, ends included."""
        return self.low <= truth <= self.high


def _check_count(successes: int, n: int) -> None:
    if not 0 <= successes <= n:
        raise ValueError(f"successes: got {successes}, allowed: 0 to n = {n}")


def wilson_ends(p: float, n: float, confidence: float) -> tuple[float, float]:
    """Wilson's ends for a share `p` of `n` (possibly fractional) plays, kept in [0, 1] and around `p`."""
    z = normal_quantile(confidence)
    zz = z * z / n
    centre = (p + zz / 2) / (1 + zz)
    half = math.sqrt(zz * p * (1 - p) + zz * zz / 4) / (1 + zz)
    low = 0.0 if p <= 0.0 else max(0.0, min(p, centre - half))
    high = 1.0 if p >= 1.0 else min(1.0, max(p, centre + half))
    return low, high


def wilson(successes: int, n: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Wilson score interval of a proportion: the default, right at any share and exact to n = 1e9.

    n = 0 gives value nan and the interval [0, 1].

    Raises
    ------
    ValueError
        If `successes` is outside 0..n or `confidence` outside (0, 1).
    """
    _check_count(successes, n)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0, "fixed-n", confidence)
    p = successes / n
    low, high = wilson_ends(p, n, confidence)
    return Interval(p, low, high, n, "fixed-n", confidence)


def clopper_pearson(successes: int, n: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Clopper-Pearson interval: never covers less than it says; for "it never happened" claims.

    n = 0 gives value nan and the interval [0, 1]. Raises as `wilson`.
    """
    return _beta_interval(successes, n, confidence, prior=0.0)


def jeffreys(successes: int, n: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Jeffreys interval, ends forced to 0 and 1 at 0 and n successes: the shortest display of a rare event.

    n = 0 gives value nan and the interval [0, 1]. Raises as `wilson`.
    """
    return _beta_interval(successes, n, confidence, prior=0.5)


def _beta_interval(successes: int, n: int, confidence: float, prior: float) -> Interval:
    """Quantiles of Beta(S + prior, n - S + 1 - prior) below, Beta(S + 1 - prior, n - S + prior) above."""
    from scipy.special import betaincinv

    _check_count(successes, n)
    normal_quantile(confidence)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0, "fixed-n", confidence)
    tail, failures = (1 - confidence) / 2, n - successes
    low = float(betaincinv(successes + prior, failures + 1 - prior, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1 - prior, failures + prior, 1 - tail)) if failures else 1.0
    return Interval(successes / n, low, high, n, "fixed-n", confidence)


def newcombe(s1: int, n1: int, s2: int, n2: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Difference p1 - p2 of two independent proportions, from the two Wilson intervals (Newcombe 1998, method 10).

    n = n1 + n2. An empty arm gives value nan and the interval [-1, 1]. Raises as `wilson`.
    """
    first, second = wilson(s1, n1, confidence), wilson(s2, n2, confidence)
    if n1 == 0 or n2 == 0:
        return Interval(math.nan, -1.0, 1.0, n1 + n2, "fixed-n", confidence)
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return Interval(value, max(-1.0, low), min(1.0, high), n1 + n2, "fixed-n", confidence)


def mean_interval(n: int, s1: int, s2: int, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Mean of an integer measure from its power sums: mean +/- quantile * sqrt(var / n).

    The quantile is normal from n = 1000 on and Student's below. With heavy tails (n < 50 * kurtosis) prefer the
    interval of `histogram.Histogram`, which knows the fourth moment.

    Parameters
    ----------
    n, s1, s2 : int
        Number of plays, sum of the values and sum of their squares: Python integers of any size.
    scale : int
        Units per shown unit: 1000 turns milliseconds into seconds.

    Returns
    -------
    Interval
        n = 0: value nan, ends -inf and inf. n = 1: the value, ends -inf and inf. A measure that never varied
        has low = value = high.

    Raises
    ------
    ValueError
        If the sums are of no data (n * s2 < s1 ** 2, or n < 0) or `scale` < 1.
    """
    n, s1, s2, scale = int(n), int(s1), int(s2), int(scale)
    spread = n * s2 - s1 * s1
    if n < 0 or spread < 0 or scale < 1:
        raise ValueError(f"sums: got n = {n}, s1 = {s1}, s2 = {s2}, scale = {scale}, allowed: those of integer data")
    if n == 0:
        return Interval(math.nan, -math.inf, math.inf, 0, "fixed-n", confidence)
    value = s1 / (n * scale)
    if n == 1:
        return Interval(value, -math.inf, math.inf, 1, "fixed-n", confidence)
    quantile = mean_quantile(confidence, n)
    half = quantile * math.sqrt(spread / (n * n * (n - 1) * scale * scale))
    return Interval(value, value - half, value + half, n, "fixed-n", confidence)


def bounded_share(n: int, units: int, units_sq: int, full: int, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Wilson interval of a win share whose point may be split between tied seats.

    Parameters
    ----------
    n : int
        Plays.
    units, units_sq : int
        Sum over plays of the seat's integer units, and of their squares.
    full : int
        Units of an outright win; each play gives 0..full.

    Returns
    -------
    Interval
        Share units / (n * full), always inside [0, 1]. n = 0 gives value nan and [0, 1].

    Raises
    ------
    ValueError
        If no plays of 0..full units have these sums.

    Notes
    -----
    Wilson's interval solves |p_hat - p| <= z * sqrt(p (1 - p) / n). A split point has a variance v below the
    p (1 - p) of a yes/no outcome, so its mean is as sure as that of n_eff = n * p_hat (1 - p_hat) / v yes/no
    plays, and Wilson is solved with n_eff. v is estimated from n plays and, so that a sample in which nearly all
    plays tied does not claim near certainty, from z**2 pseudo-plays with the largest variance the share allows:
    v = (n * v_sample + z**2 * p_hat (1 - p_hat)) / (n + z**2). Without ties v_sample = p_hat (1 - p_hat), hence
    n_eff = n and this is `wilson` to the last digit; with ties only, the half-width is near z**2 / 2n.
    """
    n, units, units_sq, full = int(n), int(units), int(units_sq), int(full)
    spread = n * units_sq - units * units
    most = units * (n * full - units)
    if full < 1 or not 0 <= units <= n * full or not 0 <= spread <= most:
        raise ValueError(
            f"units: got n = {n}, sum {units}, sum of squares {units_sq}, allowed: those of plays of 0 to {full} units"
        )
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0, "fixed-n", confidence)
    p = units / (n * full)
    zz = normal_quantile(confidence) ** 2
    ratio = (n * (spread / most) + zz) / (n + zz) if most else 1.0
    low, high = wilson_ends(p, n / ratio, confidence)
    return Interval(p, low, high, n, "fixed-n", confidence)


def capped_bounds(
    n: int, units: int, units_sq: int, full: int, capped: int, confidence: float = DEFAULT_CONFIDENCE
) -> Interval:
    """Win share when some plays were stopped at the cap: covers every way those could have ended.

    Parameters
    ----------
    n : int
        All plays, capped ones included.
    units, units_sq, full : int
        As in `bounded_share`, over the finished plays only (a capped play has 0 units).
    capped : int
        Plays stopped at the cap.

    Returns
    -------
    Interval
        value: share among the finished plays (nan if none). low: as if every capped play had given 0 units.
        high: as if every one had given `full`.

    Raises
    ------
    ValueError
        As `bounded_share`, and if the finished plays could not have given `units`.
    """
    if not 0 <= capped <= n or units > (n - capped) * full:
        raise ValueError(f"capped: got {capped} of n = {n} with {units} units, allowed: 0 to n, units from the others")
    if capped == 0:
        return bounded_share(n, units, units_sq, full, confidence)
    low = bounded_share(n, units, units_sq, full, confidence).low
    high = bounded_share(n, units + capped * full, units_sq + capped * full * full, full, confidence).high
    value = units / ((n - capped) * full) if n > capped else math.nan
    return Interval(value, low, high, n, "fixed-n", confidence)


def ratio_interval(
    n: int, sx: int, sy: int, sxx: int, syy: int, sxy: int, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE
) -> Interval:
    """Ratio of means sum(x) / sum(y) with the play as the unit, by the delta method.

    Parameters
    ----------
    n : int
        Plays.
    sx, sy, sxx, syy, sxy : int
        Sums over plays of x, y, x*x, y*y and x*y: Python integers of any size.
    scale : int
        The ratio is divided by it.

    Returns
    -------
    Interval
        R +/- quantile * sqrt(sum((x - R y)^2) * n / (n - 1)) / |sum(y)|. With sum(y) = 0: value nan, ends -inf and
        inf. With n = 1: the value, ends -inf and inf.

    Raises
    ------
    ValueError
        If the sums are of no data or `scale` < 1.
    """
    n, sx, sy, sxx, syy, sxy, scale = (int(v) for v in (n, sx, sy, sxx, syy, sxy, scale))
    residual = sxx * sy * sy - 2 * sx * sy * sxy + sx * sx * syy
    if n < 0 or residual < 0 or scale < 1 or n * sxx < sx * sx or n * syy < sy * sy:
        raise ValueError(f"sums: got n = {n}, {sx}, {sy}, {sxx}, {syy}, {sxy}, allowed: those of integer data")
    if sy == 0:
        return Interval(math.nan, -math.inf, math.inf, n, "fixed-n", confidence)
    value = sx / (sy * scale)
    if n == 1:
        return Interval(value, -math.inf, math.inf, 1, "fixed-n", confidence)
    quantile = mean_quantile(confidence, n)
    half = quantile * math.sqrt((residual * n) / ((n - 1) * sy**4 * scale * scale))
    return Interval(value, value - half, value + half, n, "fixed-n", confidence)
