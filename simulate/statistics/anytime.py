"""Anytime-valid confidence sequences, e-values and p-values: right at every look at once, whatever stopped the run.

One boundary serves every estimate: Robbins' normal mixture with an absolute scale tau, which makes it narrowest
exactly when its half-width reaches the wanted one (asymptotic form of Waudby-Smith et al. 2024). Proportions have
the beta-binomial twin, exact from the first play (Robbins 1970). Both depend on sums alone, never on the order of
the plays. Notation: alpha = 1 - confidence; s2 is the sampling variance of an estimate, that is var / n.
"""

import math
from collections.abc import Callable, Sequence

from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval

_BISECTIONS = 60


def xstar(alpha: float) -> float:
    """Price of looking at every play: plays needed are xstar * var / half_width**2 (9.212 at alpha = 0.05).

    The larger root of x - ln x = 1 - 2 ln alpha, that is -W_{-1}(-alpha**2 / e), by Newton's method.

    Raises
    ------
    ValueError
        If `alpha` is not strictly between 0 and 1.
    """
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha: got {alpha}, allowed: strictly between 0 and 1")
    target = 1.0 - 2.0 * math.log(alpha)
    x = target + math.log(target) + 1.0
    for _ in range(20):
        x -= (x - math.log(x) - target) / (1.0 - 1.0 / x)
    return x


def tau2(half_width: float, alpha: float) -> float:
    """Squared scale of the mixture, in squared units of the estimate, tuned to a wanted half-width or margin.

    Raises
    ------
    ValueError
        If `half_width` is not positive and finite, or as `xstar`.
    """
    if not 0.0 < half_width < math.inf:
        raise ValueError(f"half width: got {half_width}, allowed: a positive number")
    x = xstar(alpha)
    return half_width * half_width * (x - 1.0) / x


def boundary(s2: float, scale2: float, alpha: float) -> float:
    """Anytime half-width H of an estimate with sampling variance `s2`; `scale2` is `tau2`. 0 at s2 = 0."""
    if s2 <= 0.0:
        return 0.0
    if math.isinf(s2):
        return math.inf
    return math.sqrt(s2 * (1.0 + s2 / scale2) * (math.log1p(scale2 / s2) - 2.0 * math.log(alpha)))


def log_e_value(effect: float, s2: float, scale2: float) -> float:
    """Logarithm of the e-value against "the effect is 0"; it reaches ln(1 / alpha) when |effect| = `boundary`.

    With s2 = 0 (an estimate that never varied) it is inf for an effect and -inf for none.
    """
    if s2 <= 0.0:
        return math.inf if effect else -math.inf
    total = s2 + scale2
    return 0.5 * math.log(s2 / total) + effect * effect * scale2 / (2.0 * s2 * total)


def e_value(effect: float, s2: float, scale2: float) -> float:
    """E-value against "the effect is 0": fair bet's wealth, inf when beyond floating point."""
    return exp_or_inf(log_e_value(effect, s2, scale2))


def exp_or_inf(log_e: float) -> float:
    """exp(log_e), inf when beyond floating point."""
    return math.exp(log_e) if log_e < 709.0 else math.inf


def anytime_p(log_e_values: Sequence[float]) -> float:
    """Anytime p-value 1 / max E from the logarithms of the e-values at all looks so far; 1 without looks."""
    return math.exp(-max(0.0, *log_e_values)) if log_e_values else 1.0


def plays_needed(variance: float, half_width: float, alpha: float) -> int:
    """Plays at which the anytime half-width of a mean with this variance reaches `half_width`."""
    return math.ceil(xstar(alpha) * variance / half_width**2)


def half_width_after(plays: float, variance: float, alpha: float) -> float:
    """The anytime half-width that a mean with this variance reaches after so many plays, tuned for it."""
    return math.sqrt(xstar(alpha) * variance / plays)


def mean_cs(
    histogram: Histogram, half_width: float, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE
) -> Interval:
    """Mean of an integer measure with its confidence sequence, in units of `scale`.

    Parameters
    ----------
    histogram : Histogram
        The measure's counts.
    half_width : float
        Wanted half-width or margin that tunes the sequence, in shown units.

    Returns
    -------
    Interval
        Ends -inf and inf until n >= max(1000, 50 * kurtosis): no look counts before. A measure that never varied
        says nothing before n = 1000 either.
    """
    n, mean = histogram.n, histogram.mean() / scale
    alpha = 1.0 - confidence
    scale2 = tau2(half_width, alpha)
    if not histogram.mean_is_normal():
        return Interval(mean, -math.inf, math.inf, n, "anytime", confidence)
    reach = boundary(histogram.variance() / n / scale**2, scale2, alpha)
    return Interval(mean, mean - reach, mean + reach, n, "anytime", confidence)


def log_share_martingale(p: float, successes: float, n: int, scale2: float) -> float:
    """Logarithm of the beta-binomial mixture martingale against "the share is p", 0 < p < 1."""
    from scipy.special import betaln

    kappa = max(p * (1.0 - p) / scale2 - 1.0, 1.0)
    a, b, failures = kappa * p, kappa * (1.0 - p), n - successes
    mixture = float(betaln(a + successes, b + failures)) - float(betaln(a, b))
    return mixture - successes * math.log(p) - failures * math.log1p(-p)


def share_cs(units: int, n: int, half_width: float, full: int = 1, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
    """Proportion or win share with its confidence sequence, exact from the first play at any share.

    Parameters
    ----------
    units : int
        Successes, or sum of the seat's units when ties split the point.
    n : int
        Plays.
    half_width : float
        Wanted half-width that tunes the sequence (0.002 is 0.2 percentage points).
    full : int
        Units of a success; each play gives 0..full.

    Returns
    -------
    Interval
        All shares p whose martingale stays below 1 / alpha, always inside [0, 1]. n = 0 gives nan and [0, 1].

    Raises
    ------
    ValueError
        If `units` is outside 0..n * full, or as `tau2`.

    Notes
    -----
    Split points keep the guarantee: for x in [0, 1] a bet's factor (l/p)**x * ((1-l)/(1-p))**(1-x) is convex in x,
    hence at most x l/p + (1-x)(1-l)/(1-p), whose mean under "the share is p" is 1. So the mixture over l is a
    supermartingale and Ville's inequality holds; the sequence is then wider than it need be.
    """
    if full < 1 or not 0 <= units <= n * full:
        raise ValueError(f"units: got {units} of n = {n}, allowed: 0 to n * {full}")
    alpha = 1.0 - confidence
    scale2 = tau2(half_width, alpha)
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, 0, "anytime", confidence)
    value, successes, limit = units / (n * full), units / full, -math.log(alpha)

    def inside(p: float) -> bool:
        return log_share_martingale(p, successes, n, scale2) < limit

    low = 0.0 if units == 0 else _edge(inside, value, 0.0)
    high = 1.0 if units == n * full else _edge(inside, value, 1.0)
    return Interval(value, low, high, n, "anytime", confidence)


def _edge(inside: Callable[[float], bool], within: float, without: float) -> float:
    """Outer side of the boundary of a set between a point within it and one without it."""
    for _ in range(_BISECTIONS):
        middle = (within + without) / 2
        if middle in (within, without):
            break
        if inside(middle):
            within = middle
        else:
            without = middle
    return without


def log_e_equal_chances(counts: Sequence[int], half_width: float, confidence: float = DEFAULT_CONFIDENCE) -> float:
    """Logarithm of the e-value against "all outcomes are equally likely"; reject at ln(1 / alpha) or more.

    Parameters
    ----------
    counts : sequence of int, length (outcomes,), plays
        How often each outcome (for example: which seat won) was seen; each play has exactly one outcome.
    half_width : float
        Smallest difference of one share that matters; tunes the mixture (Lindon and Malek 2022).

    Raises
    ------
    ValueError
        With fewer than two outcomes, or as `tau2`.
    """
    k, n = len(counts), sum(counts)
    if k < 2:
        raise ValueError(f"counts: got {k} outcomes, allowed: at least 2")
    kappa = max((1.0 / k) * (1.0 - 1.0 / k) / tau2(half_width, 1.0 - confidence) - 1.0, 1.0)
    a = kappa / k
    parts = [math.lgamma(a + count) - math.lgamma(a) for count in counts]
    return math.fsum([math.lgamma(kappa), -math.lgamma(kappa + n), *parts, n * math.log(k)])


def quantile_cs(
    histogram: Histogram,
    q: float,
    scale: int = 1,
    rank_half_width: float = 0.01,
    confidence: float = DEFAULT_CONFIDENCE,
) -> Interval:
    """Quantile with its confidence sequence, in units of `scale`.

    All ranks S that the share martingale of "a play is at or below the quantile with chance q" allows give the
    ends X_(lowest S) and X_(highest S + 1). A rank that does not exist gives -inf or inf; an empty histogram has
    value nan.

    Raises
    ------
    ValueError
        If `q` is not strictly between 0 and 1, or as `tau2`.
    """
    if not 0.0 < q < 1.0:
        raise ValueError(f"q: got {q}, allowed: strictly between 0 and 1")
    n, alpha = histogram.n, 1.0 - confidence
    scale2 = tau2(rank_half_width, alpha)
    if n == 0:
        return Interval(math.nan, -math.inf, math.inf, 0, "anytime", confidence)
    limit, centre = -math.log(alpha), round(n * q)
    lowest = _last_rank(centre, 0, q, n, scale2, limit)
    highest = _last_rank(centre, n, q, n, scale2, limit)
    value = histogram.at_rank(min(n, max(1, math.ceil(n * q)))) / scale
    low, high = histogram.at_rank(lowest) / scale, histogram.at_rank(highest + 1) / scale
    return Interval(value, low, high, n, "anytime", confidence)


def _last_rank(inside: int, end: int, q: float, n: int, scale2: float, limit: float) -> int:
    """Rank nearest to `end` that the martingale allows; it is convex in the rank, so bisection finds it."""
    if log_share_martingale(q, end, n, scale2) < limit:
        return end
    outside = end
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if log_share_martingale(q, middle, n, scale2) < limit:
            inside = middle
        else:
            outside = middle
    return inside
