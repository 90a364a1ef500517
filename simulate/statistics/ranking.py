"""Fairest of many: an unbiased measure of imbalance and the successive-halving schedule that spends plays on the best.

The winner's own figure is optimistic: publish only what a fresh seed block says of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from simulate.statistics.intervals import Interval


@dataclass(frozen=True, slots=True)
class Round:
    """One round of successive halving.

    Parameters
    ----------
    survivors : int
        Candidates that play in it.
    plays : int
        Plays each of them adds to its own count.
    kept : int
        Candidates that go on, ranked on all their plays so far.
    """

    survivors: int
    plays: int
    kept: int


def may_be_lowest(intervals: Sequence[Interval]) -> list[bool]:
    """Which of several quantities may be the lowest: those whose low end is not above every high end.

    When the intervals hold together with some confidence, the truly lowest is among them with that confidence (subset
    selection: Gupta 1965), whichever looks lowest and however it was chosen.
    """
    least = min((one.high for one in intervals), default=math.inf)
    return [not one.low > least for one in intervals]


def unbiased_imbalance(n: int, units: Sequence[int], units_sq: Sequence[int], full: int = 1) -> float:
    """Unbiased estimate of g2 = sum over seats of (p_s - 1/k)**2; may be below 0 when the truth is near 0.

    Parameters
    ----------
    n : int
        Plays.
    units, units_sq : sequence of int, one a seat
        Sums over plays of the seat's units (0..full) and of their squares. With one winner a play, both are the
        counts of wins and `full` is 1.
    full : int
        Units of an outright win.

    Returns
    -------
    float
        sum (p_s - 1/k)**2 - sum var_s / n, with var_s the variance of a play's share (divisor n - 1); for one
        winner a play the second term is (1 - sum p_s**2) / (n - 1). nan below two plays. The plug-in without it
        is biased up by that much and so punishes the less-sampled candidates.

    Raises
    ------
    ValueError
        If the sums differ in length or there is no seat.
    """
    k = len(units)
    if k == 0 or len(units_sq) != k:
        raise ValueError(f"seats: got {k} and {len(units_sq)} sums, allowed: the same number, at least 1")
    if n < 2:
        return math.nan
    distance = sum((Fraction(s1, n * full) - Fraction(1, k)) ** 2 for s1 in units)
    noise = sum(
        Fraction(n * s2 - s1 * s1, n * n * (n - 1) * full * full) for s1, s2 in zip(units, units_sq, strict=True)
    )
    return float(distance - noise)


def halving_schedule(candidates: int, budget: int, block: int = 1) -> list[Round]:
    """Rounds of successive halving: ceil(log2 K) of them, budget / rounds each, split equally over the survivors.

    Parameters
    ----------
    candidates : int
        K, the number of variants.
    budget : int
        Plays in all.
    block : int
        Plays come in whole blocks of this many.

    Returns
    -------
    list of Round
        Empty for a single candidate. All rounds together cost at most `budget`.

    Raises
    ------
    ValueError
        If a number is below 1, or the budget does not give every candidate one block in the first round.
    """
    if candidates < 1 or budget < 1 or block < 1:
        raise ValueError(f"schedule: got {candidates} candidates, {budget} plays, block {block}, allowed: at least 1")
    rounds = (candidates - 1).bit_length()
    if rounds and budget < rounds * candidates * block:
        raise ValueError(
            f"budget: got {budget} plays for {candidates} candidates, allowed: at least "
            f"{rounds} rounds x {candidates} candidates x {block} plays = {rounds * candidates * block}"
        )
    schedule = []
    survivors = candidates
    for _ in range(rounds):
        plays = budget // (rounds * survivors * block) * block
        kept = (survivors + 1) // 2
        schedule.append(Round(survivors, plays, kept))
        survivors = kept
    return schedule


def keep_best(losses: Sequence[float], kept: int) -> list[int]:
    """Indices of the `kept` smallest losses, best first; ties go to the earlier candidate, nan comes last."""
    order = sorted(range(len(losses)), key=lambda i: (math.isnan(losses[i]), losses[i], i))
    return order[:kept]
