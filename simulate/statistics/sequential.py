"""Sequential accept-or-reject test of two effects (GSPRT), and effect sizes in a designer's words.

The test answers "is it d1 rather than d0?" with fewer plays than a confidence sequence and gives no estimate: after
it, report the confidence sequence, never the mean at which the test stopped.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import Interval
from simulate.statistics.paired import bounded_difference
from simulate.statistics.quantiles import LARGE_N

Decision = Literal["accept", "reject", "continue"]

FEWEST_CHANGES = 30
"""No decision before this many pairs with a difference."""
EMPTY_CELL = 1e-3
"""Count that stands for an outcome never seen."""
NOTICE = 0.9604
"""(1.96 / 2)**2: games times the squared shift at which the 95 % interval of a share near 1/2 stops containing 1/2."""


@dataclass(frozen=True, slots=True)
class SprtResult:
    """Where a sequential test stands.

    Parameters
    ----------
    decision : {"accept", "reject", "continue"}
        "accept": the effect is d1; "reject": it is d0.
    llr : float
        Log-likelihood ratio of d1 to d0.
    lower, upper : float
        Bounds at which the test rejects and accepts.
    n : int
        Pairs.
    few : bool
        So few pairs differ that no ratio can be trusted; a decision comes from an exact bound on them.
    """

    decision: Decision
    llr: float
    lower: float
    upper: float
    n: int
    few: bool = False


def sprt_bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Wald's bounds ln(beta / (1 - alpha)) and ln((1 - beta) / alpha) on the log-likelihood ratio.

    Raises
    ------
    ValueError
        If the error rates are not positive or their sum is not below 1.
    """
    if alpha <= 0.0 or beta <= 0.0 or alpha + beta >= 1.0:
        raise ValueError(f"error rates: got {alpha} and {beta}, allowed: positive, with a sum below 1")
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


def gsprt_llr(n: float, mean: float, variance: float, d0: float, d1: float) -> float:
    """Log-likelihood ratio of "the mean is d1" to "it is d0": n (d1 - d0) (2 mean - d0 - d1) / (2 variance).

    Parameters
    ----------
    n : float
        Pairs.
    mean, variance : float
        Of the difference per pair.

    Returns
    -------
    float
        0 when n or the variance is 0: such data cannot tell.
    """
    if n <= 0 or not variance > 0.0:
        return 0.0
    return n * (d1 - d0) * (2.0 * mean - d0 - d1) / (2.0 * variance)


def outcome_llr(counts: Sequence[float], scores: Sequence[float], d0: float, d1: float) -> float:
    """Log-likelihood ratio from a table of outcomes: losses, draws, wins, or the five results of a pair of games.

    Parameters
    ----------
    counts : sequence of float, length (outcomes,), units (games or pairs)
        How often each outcome was seen; a cell of 0 counts as 0.001.
    scores : sequence of float, length (outcomes,)
        Score of each outcome, 0 to 1.
    d0, d1 : float
        The two mean scores to tell apart.

    Raises
    ------
    ValueError
        If `counts` and `scores` differ in length.
    """
    cells = [(max(count, EMPTY_CELL), score) for count, score in zip(counts, scores, strict=True)]
    n = math.fsum(count for count, _ in cells)
    mean = math.fsum(count * score for count, score in cells) / n
    variance = math.fsum(count * (score - mean) ** 2 for count, score in cells) / n
    return gsprt_llr(n, mean, variance, d0, d1)


def sprt(
    differences: Histogram,
    d0: float,
    d1: float,
    scale: int = 1,
    alpha: float = 0.05,
    beta: float = 0.05,
    largest: int = 0,
) -> SprtResult:
    """Sequential test of "the mean of B - A is d1" against "it is d0".

    Parameters
    ----------
    differences : Histogram
        Counts of D = x_B - x_A over pairs, in units.
    d0, d1 : float
        The two effects, in shown units.
    scale : int
        Units per shown unit.
    alpha, beta : float
        Chance to accept when d0 is true, and to reject when d1 is true.
    largest : int
        Largest difference that a pair can have, in units; 0 if there is none.

    Returns
    -------
    SprtResult
        "continue" before 1000 pairs. Before 30 pairs with a difference the ratio says nothing; an effect is then given
        up only when the exact sequence of a difference up to `largest` excludes it, with a fifth of the error.

    Raises
    ------
    ValueError
        If d0 equals d1, or as `sprt_bounds`.
    """
    if d0 == d1:
        raise ValueError(f"effects: got d0 = d1 = {d0}, allowed: two different numbers")
    lower, upper = sprt_bounds(alpha, beta)
    n = differences.n
    llr = gsprt_llr(n, differences.mean() / scale, differences.variance() / scale**2, d0, d1)
    changes = n - differences.count_between(0, 0)
    if n >= LARGE_N and changes < FEWEST_CHANGES and largest:
        interval = bounded_difference(differences, largest, abs(d1 - d0) / 2, scale, 1.0 - 0.8 * min(alpha, beta))
        return SprtResult(_by_bounds(interval, d0, d1), llr, lower, upper, n, few=True)
    if n < LARGE_N or changes < FEWEST_CHANGES or lower < llr < upper:
        return SprtResult("continue", llr, lower, upper, n)
    return SprtResult("accept" if llr >= upper else "reject", llr, lower, upper, n)


def _by_bounds(interval: Interval, d0: float, d1: float) -> Decision:
    """The effect that an interval leaves; of two that it excludes the nearer one."""
    nearer = abs(interval.value - d1) < abs(interval.value - d0)
    if not interval.contains(d1) and (interval.contains(d0) or not nearer):
        return "reject"
    if not interval.contains(d0) and (interval.contains(d1) or nearer):
        return "accept"
    return "continue"


def score_to_elo(score: float) -> float:
    """Elo difference 400 log10(s / (1 - s)) of a mean score 0..1; -inf and inf at the ends."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return 400.0 * math.log10(score / (1.0 - score))


def elo_to_score(elo: float) -> float:
    """Mean score 1 / (1 + 10**(-elo / 400)) of an Elo difference."""
    return (1.0 + math.tanh(elo * math.log(10.0) / 800.0)) / 2.0


def games_until_noticed(shift: float) -> int | None:
    """Games a group must play to notice a shift of a win share from 1/2; None for no shift.

    One percentage point takes 9 604 games, two 2 401, five 384, ten 96 (`NOTICE` / shift**2, rounded).
    """
    if shift == 0.0:
        return None
    return round(NOTICE / shift**2)
