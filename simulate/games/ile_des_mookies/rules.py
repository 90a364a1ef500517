"""The compiled rules of L'île des Mookies (docs/rules.md, section 2).

A turn is two decisions: which pile (action 0 or 1), then which face of the card (action 0 the upper one, 1 the hidden
one).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.count import finish
from simulate.games.ile_des_mookies.deal import first_height, lay_out, open_memory, settle
from simulate.games.ile_des_mookies.deal import put as put_face
from simulate.games.ile_des_mookies.lanes import NOTHING, ONE, S56
from simulate.games.ile_des_mookies.records import BOTH_PILES, STATE
from simulate.games.ile_des_mookies.sprint import fair_bits, foresee, sprint
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule
from simulate.kernels.purposes import SETUP
from simulate.kernels.rng import stream_key, stream_twist

__all__ = [
    "STATE", "apply", "foresee", "legal", "observe", "over", "pick_uniform", "points", "seat_to_act", "setup", "sprint",
    "winners",
]  # fmt: skip

FIRST, SECOND = np.int64(0), np.int64(1)
S63 = np.uint64(63)


@rule
def setup(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Two piles of cards whose faces nobody knows yet."""
    key = stream_key(seed, SETUP, play)
    twist = stream_twist(key)
    lay_out(state, table, key, twist, first_height(table, key, twist))
    open_memory(state, table, seed, play)


@rule
def over(state: Any, table: Any) -> Any:
    """True when the count is made."""
    return state.done == 1


@rule
def seat_to_act(state: Any, table: Any) -> Any:
    """Seats take turns; both decisions of a turn belong to one seat."""
    return (state.steps >> 1) & 1


@rule
def pile_left(state: Any, pile: Any) -> Any:
    """Cards (int64) that lie on a pile."""
    from_second = count_ones(state.piles)
    if pile:
        return state.heights[1] - from_second
    return state.heights[0] - (((state.steps + 1) >> 1) - from_second)


@rule
def legal(state: Any, table: Any, actions: Any) -> Any:
    """The piles that are not empty, or the two faces of the card in hand."""
    n = 0
    for choice in range(2):
        if state.steps & 1 or pile_left(state, choice) > 0:
            actions[n] = choice
            n += 1
    return n


@rule
def take(state: Any, pile: Any) -> Any:
    """Take the top card of a pile in hand."""
    state.piles |= np.uint64(pile) << np.uint64(state.steps >> 1)
    if state.known:
        state.taken[state.steps >> 1] = state.tops[pile]
        state.in_hand[0], state.in_hand[1] = state.upper[pile], state.under[pile]
        state.upper[pile] = state.under[pile] = NOTHING
        state.known = np.int64((state.upper[1 - pile] | state.in_hand[0]) != NOTHING)


@rule
def put_known(state: Any, table: Any, turn: Any, side: Any) -> Any:
    """Lay the card in hand on its collection when the chosen face was looked at."""
    face = state.in_hand[side]
    if face != NOTHING:
        settle(state, table, turn)
        put_face(state, table, turn, face)


@rule
def place(state: Any, table: Any, side: Any) -> Any:
    """Place the card in hand with one side up; count when it was the last one."""
    turn = state.steps >> 1
    state.sides |= np.uint64(side) << np.uint64(turn)
    if state.known:
        put_known(state, table, turn, side)
    first, second = pile_left(state, FIRST), pile_left(state, SECOND)
    empty = np.int64(first == 0) + np.int64(second == 0)
    if empty == 2 or (empty == 1 and table.end != BOTH_PILES):
        finish(state, table, turn + 1)


@rule
def apply(state: Any, table: Any, action: Any) -> Any:
    """Take a card, or place it."""
    if state.steps & 1:
        place(state, table, action)
    else:
        take(state, action)
    state.steps += 1


@rule
def points(state: Any, table: Any, seat: Any) -> Any:
    """Stars of the seat's trophies."""
    return state.stars[seat]


@rule
def winners(state: Any, table: Any) -> Any:
    """Bits of the seats that share first place."""
    return state.winners


@rule
def observe(state: Any, table: Any, at: Any, values: Any) -> Any:
    """What a play is counted for, in the order of :func:`.table.measures`."""
    turns = state.steps >> 1
    values[at] = turns
    values[at + 1] = state.tied
    values[at + 2] = turns
    values[at + 3] = np.int64(state.held[0] >> S56)
    values[at + 4] = np.int64(state.held[1] >> S56)
    values[at + 5] = state.given_back
    values[at + 6] = state.unclaimed


@rule
def pick_uniform(state: Any, table: Any, noise: Any) -> Any:
    """A pile that is not empty, or a face, uniformly: one fair bit, without a list."""
    turn = np.uint64(state.steps >> 1)
    choice = np.int64((fair_bits(noise.key, noise.twist, np.uint64(state.steps & 1)) >> turn) & ONE)
    if table.end == BOTH_PILES and not state.steps & 1:  # otherwise no pile is empty while the play lasts
        if pile_left(state, FIRST) == 0:
            return SECOND
        if pile_left(state, SECOND) == 0:
            return FIRST
    return choice
