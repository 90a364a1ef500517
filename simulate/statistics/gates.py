"""Regression gates: whether a change of the engine moved a result by more than a margin, or made it slower.

For engines whose digests are equal compare the integers themselves: that needs no statistics. These gates are for
changes made on purpose. A gate certifies that no shift exceeds the margin, not equality; never rerun one until it
passes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from simulate.statistics.histogram import Histogram

FALSE_ALARM = 1e-3
"""Chance of a false alarm over all checks of one gate."""
FEWEST_IN_BIN = 50
TIMING_MARGIN = 0.03
FEWEST_TIMINGS = 10
"""Pairs below which one-sided p < 1e-3 cannot be reached (2**-10)."""


@dataclass(frozen=True, slots=True)
class ShiftCheck:
    """One statistical check of a gate.

    Parameters
    ----------
    failed : bool
        True if the shift surely exceeds the margin.
    shift : float
        New minus old, in the metric's unit.
    z : float
        (|shift| - margin) / standard error; inf for a shift beyond the margin without any noise.
    limit : float
        `z` above which the check fails.
    caught : float
        Shift that the check would have caught with 95 % chance, in the metric's unit.
    """

    failed: bool
    shift: float
    z: float
    limit: float
    caught: float

    def power_line(self, unit: float = 100.0, name: str = "pp") -> str:
        """Sentence for the report: "would have caught a shift of 1.06 pp or more"."""
        return f"would have caught a shift of {self.caught * unit:.3g} {name} or more (95 % chance)"


@dataclass(frozen=True, slots=True)
class TimingCheck:
    """Verdict of the timing gate.

    Parameters
    ----------
    failed : bool
        True if the new build is surely slower than the old by more than the margin.
    conclusive : bool
        False with fewer than 10 pairs off the margin: such a gate cannot fail and says nothing.
    p_value : float
        One-sided Wilcoxon signed-rank p-value of ln(new / old) - ln(1 + margin).
    ratio : float
        Median of new / old.
    pairs : int
        Pairs used.
    """

    failed: bool
    conclusive: bool
    p_value: float
    ratio: float
    pairs: int


def _limit(margin: float, checks: int, false_alarm: float) -> float:
    if checks < 1 or margin < 0.0 or not 0.0 < false_alarm < 1.0:
        raise ValueError(
            f"gate: got margin {margin}, {checks} checks, false alarm {false_alarm}, allowed: >= 0, >= 1, 0 to 1"
        )
    level = false_alarm / checks
    return -NormalDist().inv_cdf(level if margin > 0.0 else level / 2)


def _check(shift: float, error: float, margin: float, limit: float, caught: float) -> ShiftCheck:
    excess = abs(shift) - margin
    noiseless = math.inf if excess > 0.0 else -math.inf
    z = excess / error if error > 0.0 else noiseless
    return ShiftCheck(z > limit, shift, z, limit, caught)


def share_gate(
    wins0: int, n0: int, wins1: int, n1: int, margin: float, checks: int = 1, false_alarm: float = FALSE_ALARM
) -> ShiftCheck:
    """Check that a proportion moved by no more than `margin` from the baseline (0) to the new engine (1).

    Fails iff (|p1 - p0| - margin) / sqrt(p0 (1 - p0) / n0 + p1 (1 - p1) / n1) > z(1 - a'), a' = false_alarm /
    checks, halved when the margin is 0.

    Parameters
    ----------
    margin : float
        Largest shift that is accepted, as a share.
    checks : int
        Number of checks the gate makes in all.

    Raises
    ------
    ValueError
        If a count is outside 0..n, n is 0, or the margin, checks or false alarm make no sense.
    """
    if not (0 <= wins0 <= n0 and 0 <= wins1 <= n1 and n0 > 0 and n1 > 0):
        raise ValueError(f"counts: got {wins0} of {n0} and {wins1} of {n1}, allowed: 0 to n with n of at least 1")
    p0, p1 = wins0 / n0, wins1 / n1
    v0, v1 = p0 * (1 - p0), p1 * (1 - p1)
    return mean_gate(p0, v0, n0, p1, v1, n1, margin, checks, false_alarm)


def mean_gate(
    mean0: float,
    var0: float,
    n0: int,
    mean1: float,
    var1: float,
    n1: int,
    margin: float,
    checks: int = 1,
    false_alarm: float = FALSE_ALARM,
) -> ShiftCheck:
    """Check that a mean moved by no more than `margin` from the baseline (0) to the new engine (1), as `share_gate`.

    Parameters
    ----------
    mean0, mean1, margin : float
        In the metric's unit.
    var0, var1 : float
        Variances of one play, in squared units.
    n0, n1 : int
        Plays.

    Raises
    ------
    ValueError
        As `share_gate`.
    """
    if n0 < 1 or n1 < 1:
        raise ValueError(f"plays: got {n0} and {n1}, allowed: at least 1")
    limit = _limit(margin, checks, false_alarm)
    error = math.sqrt(var0 / n0 + var1 / n1)
    null_error = math.sqrt(var0 / n0 + var0 / n1)
    caught = margin + limit * null_error + NormalDist().inv_cdf(0.95) * error
    return _check(mean1 - mean0, error, margin, limit, caught)


def histogram_gate(
    old: Histogram, new: Histogram, checks: int = 1, false_alarm: float = FALSE_ALARM
) -> tuple[bool, float]:
    """Two-sample chi-square on bins of at least 50 plays: (failed, p-value).

    Neighbouring values are joined until a bin holds 50 plays of the two samples together; with fewer than two such
    bins the p-value is 1.

    Raises
    ------
    ValueError
        If `checks` or `false_alarm` make no sense.
    """
    _limit(0.0, checks, false_alarm)
    bins = _joint_bins(old, new)
    if len(bins) < 2 or old.n == 0 or new.n == 0:
        return False, 1.0
    from scipy.special import chdtrc

    to_new, to_old = math.sqrt(old.n / new.n), math.sqrt(new.n / old.n)
    statistic = math.fsum((a * to_old - b * to_new) ** 2 / (a + b) for a, b in bins)
    p_value = float(chdtrc(len(bins) - 1, statistic))
    return p_value < false_alarm / checks, p_value


def _joint_bins(old: Histogram, new: Histogram) -> list[tuple[int, int]]:
    """(old, new) counts of neighbouring values joined until they hold 50 plays; the rest joins the last bin."""
    before, after = old.as_dict(), new.as_dict()
    bins: list[tuple[int, int]] = []
    a = b = 0
    for value in sorted(before.keys() | after.keys()):
        a, b = a + before.get(value, 0), b + after.get(value, 0)
        if a + b >= FEWEST_IN_BIN:
            bins.append((a, b))
            a = b = 0
    if bins and a + b:
        bins[-1] = bins[-1][0] + a, bins[-1][1] + b
    return bins


def timing_gate(
    old: Sequence[float], new: Sequence[float], margin: float = TIMING_MARGIN, false_alarm: float = FALSE_ALARM
) -> TimingCheck:
    """Check that the new build is no slower than the old by more than `margin`, from interleaved pairs of timings.

    One-sided Wilcoxon signed-rank test on ln(new / old) - ln(1 + margin), exact, ties and zeros included.

    Parameters
    ----------
    old, new : sequence of float, length (pairs,), seconds
        Time of each build in each pair, measured one next to the other (old new new old ...) in one process group;
        each is the smallest of several calls. Times measured apart give many false alarms.
    margin : float
        Accepted slowdown (0.03 is 3 %).

    Raises
    ------
    ValueError
        If the sequences differ in length or a time is not positive.
    """
    if len(old) != len(new) or not all(0.0 < t < math.inf for t in (*old, *new)):
        raise ValueError(f"timings: got {len(old)} and {len(new)}, allowed: the same number of positive times")
    ratios = sorted(b / a for a, b in zip(old, new, strict=True))
    excess = [math.log(ratio) - math.log1p(margin) for ratio in ratios]
    excess = [value for value in excess if value != 0.0]
    p_value = signed_rank_p(excess)
    conclusive = len(excess) >= FEWEST_TIMINGS
    median = (ratios[(len(ratios) - 1) // 2] + ratios[len(ratios) // 2]) / 2 if ratios else math.nan
    return TimingCheck(conclusive and p_value < false_alarm, conclusive, p_value, median, len(ratios))


def signed_rank_p(differences: Sequence[float]) -> float:
    """Exact one-sided Wilcoxon signed-rank p-value of "the centre is above 0"; ties share their mid-rank.

    `differences` must hold no 0. The law of the rank sum is built by adding one sign at a time, on doubled ranks.
    """
    order = sorted(differences, key=abs)
    doubled = _doubled_ranks([abs(value) for value in order])
    observed = sum(rank for rank, value in zip(doubled, order, strict=True) if value > 0.0)
    chances = [1.0]
    for rank in doubled:
        longer = [0.0] * (len(chances) + rank)
        for total, chance in enumerate(chances):
            longer[total] += chance / 2
            longer[total + rank] += chance / 2
        chances = longer
    return min(1.0, math.fsum(chances[observed:]))


def _doubled_ranks(ordered: Sequence[float]) -> list[int]:
    """Twice the mid-ranks of ascending values."""
    ranks: list[int] = []
    while len(ranks) < len(ordered):
        start = len(ranks)
        end = start
        while end < len(ordered) and ordered[end] == ordered[start]:
            end += 1
        ranks.extend([start + 1 + end] * (end - start))
    return ranks
