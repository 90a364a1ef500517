"""A whole play by uniform play at once: the same choices as decision by decision, taken in vector registers.

Uniform play looks at no face, so its choices depend on nothing but its own fair bits until a pile is used up. The bits
of all turns are drawn together, the turn in which the play ends is found from the number of bits set, and the faces are
dealt as always.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.lanes import NOTHING, ONE, whole_vectors
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.games.ile_des_mookies.rules import finish
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import S16, S48, word

S63 = np.uint64(63)


@rule
def coin(noise: Any, turn: Any, step: Any) -> Any:
    """The fair bit (uint64) of a decision of a turn: the first draw of that decision (see rng.begin_decision)."""
    at = ((turn & ONE) << S48) | (((turn << ONE) | step) << S16)
    return word(noise.key, noise.twist, at) >> S63


@rule
def turns_until_one_is_empty(piles: Any, first: Any, second: Any, whole: Any) -> Any:
    """How many turns (int64) until one pile is used up, when bit t of `piles` tells which one is taken from in turn t.

    Counts the turns after which both piles still have cards; no branch depends on chance.
    """
    turns = np.int64(1)
    for after in range(np.uint64(1), whole):
        from_second = count_ones(piles & ((ONE << after) - ONE))
        turns += np.int64(from_second < second) & np.int64(np.int64(after) - from_second < first)
    return turns


@routine
def sprint(state: Any, table: Any, noise: Any) -> Any:
    """Play a play that has just been set up to its end, all seats uniformly; return the number of decisions.

    The state is then the same as after ``apply(state, table, pick_uniform(state, table, noise))`` decision by decision.
    """
    whole = whole_vectors(np.uint64(table.cards))
    piles = sides = NOTHING
    for turn in range(NOTHING, whole):
        piles |= coin(noise, turn, NOTHING) << turn
        sides |= coin(noise, turn, ONE) << turn
    second = state.heights[1]
    turns = turns_until_one_is_empty(piles, state.heights[0], second, whole)
    played = (ONE << np.uint64(turns)) - ONE
    piles &= played
    if table.end == BOTH_PILES:  # the rest comes from the other pile
        turns = table.cards
        everything = (ONE << np.uint64(turns)) - ONE
        if np.int64(count_ones(piles)) < second:
            piles |= everything & ~played
        played = everything
    state.piles, state.sides = piles, sides & played
    state.steps = 2 * turns
    finish(state, table, turns)
    return state.steps
