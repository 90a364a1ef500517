"""What a seat knows of the two collections when it decides.

A card that another one covers is forgotten for good with probability 1 - r at each later turn of the observer. Nothing
is drawn turn by turn: a card has one number of its own, uniform in [0, 1), for each observer, and is still known after
n turns when that number is below r^n; so what is forgotten once stays forgotten, with exactly the chances of the rule.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.deal import settle
from simulate.games.ile_des_mookies.lanes import FACES, NOTHING, ONE, ONES, SPIDERS, strength
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import S11, UNIT, word

S6 = np.uint64(6)


@rule
def remembers(state: Any, table: Any, seat: Any, card: Any, covered: Any) -> Any:
    """True when `seat`, whose turn it is, still knows the card placed in turn `card` and covered in turn `covered`."""
    turns = ((state.steps >> 1) - covered + 1) >> 1  # turns of the seat since then, this one included
    luck = word(state.memory_key, state.memory_twist, (np.uint64(seat) << S6) | np.uint64(card))
    return np.float64(luck >> S11) * UNIT < table.keep[turns]


@routine
def forgotten(state: Any, table: Any, seat: Any) -> Any:
    """The turns (bits) whose placed cards `seat`, whose turn it is, has forgotten; all of them must be dealt."""
    lost = NOTHING
    covered_own = covered_other = np.int64(-1)
    for turn in range((state.steps >> 1) - 1, -1, -1):
        face = FACES[state.placed[turn]]
        on_own = (turn & 1 == seat) != (face & SPIDERS != NOTHING)
        covered = covered_own if on_own else covered_other
        if on_own:
            covered_own = np.int64(turn)
        else:
            covered_other = np.int64(turn)
        if covered >= 0 and not remembers(state, table, seat, turn, covered):
            lost |= ONE << np.uint64(turn)
    return lost


@routine
def recall(state: Any, table: Any, seat: Any) -> Any:
    """What the seat to act knows.

    Returns
    -------
    mine, theirs : uint64
        Its own and the other collection as far as it knows them, legendary ones at their value, spiders in lane 7.
    common, legendary : uint64
        The faces that it does not know there, by kind (spiders in lane 7 of `common`): what a face it cannot see may
        be.
    """
    settle(state, table, state.steps >> 1)
    if table.forgets:
        return recall_singly(state, table, seat)
    return state.held[seat], state.held[1 - seat], state.common, state.legendary


@routine
def recall_singly(state: Any, table: Any, seat: Any) -> Any:
    """What the seat to act knows where cards are forgotten (see :func:`recall`), card by card; all must be dealt."""
    own = other = NOTHING
    common, legendary = table.common, table.legendary
    lost = forgotten(state, table, seat)
    for turn in range(state.steps >> 1):
        if (lost >> np.uint64(turn)) & ONE:
            continue
        face = FACES[state.placed[turn]]
        gain = strength(face, table.extra)
        if (turn & 1 == seat) != (face & SPIDERS != NOTHING):
            own += gain
        else:
            other += gain
        rare = (face >> ONE) & ONES
        legendary -= rare
        common -= (face & ONES) - rare
    return own, other, common, legendary
