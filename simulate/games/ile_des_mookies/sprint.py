"""A whole play by uniform play at once: the same choices as decision by decision, taken in vector registers.

Uniform play looks at no face, so its choices depend on nothing but its own fair bits until a pile is used up. Bit t of
one word of the policies' stream is the pile of turn t, bit t of another one the side; the turn in which the play ends
is found from the number of bits set, and the faces are dealt as always.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.count import count_trophies
from simulate.games.ile_des_mookies.deal import settle, settle_at_once
from simulate.games.ile_des_mookies.lanes import NOTHING, ONE
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.nth import nth_one
from simulate.kernels.rng import word

FAIR_BITS = np.uint64(0xFFFFFFFF << 16)
"""The first of the two words of uniform play: the place of a decision that no play reaches (see rng.begin_decision)."""


@rule
def fair_bits(noise: Any, step: Any) -> Any:
    """The word (uint64) whose bit t is the fair bit of turn t; step 0 chooses the pile, step 1 the face."""
    return word(noise.key, noise.twist, FAIR_BITS + step)


@rule
def turns_until_one_is_empty(piles: Any, first: Any, second: Any) -> Any:
    """How many turns (int64) until one pile is used up, when bit t of `piles` tells which one is taken from in turn t.

    Among the first `first` + `second` - 1 turns one pile is chosen at least as often as it has cards, and never both:
    its last card is that pile's bit of that number. No branch depends on chance.
    """
    chosen = np.int64(count_ones(piles & ((ONE << np.uint64(first + second - 1)) - ONE)))
    second_ends = chosen >= second
    bits = piles if second_ends else ~piles
    cards = second if second_ends else first
    return np.int64(nth_one(bits, np.uint64(cards - 1))) + 1


@routine
def sprint(state: Any, table: Any, noise: Any) -> Any:
    """Play a play that has just been set up to its end, all seats uniformly; return the number of decisions.

    The state is then the same as after ``apply(state, table, pick_uniform(state, table, noise))`` decision by decision,
    but for `placed`, which is only told.
    """
    piles, sides = fair_bits(noise, NOTHING), fair_bits(noise, ONE)
    second = state.heights[1]
    turns = turns_until_one_is_empty(piles, state.heights[0], second)
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
    if table.from_deck:
        settle(state, table, turns)
    else:
        settle_at_once(state, table, turns)
    count_trophies(state, table)
    state.done = 1
    return state.steps
