"""How many turns a play takes when piles are chosen uniformly, and in how many ways it is set up."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from simulate.games.ile_des_mookies.variant import Rules, SplitPiles, UnevenPiles


def splits(rules: Rules) -> list[tuple[int, int]]:
    """The heights of the two piles, every split with the same chance."""
    even = rules.cards // 2
    if isinstance(rules.piles, SplitPiles):
        first, second = rules.piles.sizes
        return [(first, second)]
    by = rules.piles.by if isinstance(rules.piles, UnevenPiles) else 0
    return [(first, rules.cards - first) for first in range(even - by, even + by + 1)]


def turns_law(rules: Rules) -> dict[int, Fraction]:
    """The chance of each number of turns under uniform play.

    Each turn takes either pile with chance 1/2, so the first of them is used up like in a problem of match boxes: the
    h-th card of a pile is taken in turn t with chance C(t - 1, h - 1) / 2^t.
    """
    if rules.end == "both_piles":
        return {rules.cards: Fraction(1)}
    law: dict[int, Fraction] = {}
    pairs = splits(rules)
    for heights in pairs:
        for height, other in (heights, heights[::-1]):
            for t in range(height, height + other):
                law[t] = law.get(t, Fraction(0)) + Fraction(comb(t - 1, height - 1), 2**t * len(pairs))
    return law
