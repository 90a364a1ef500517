"""Dealing: which face lies where is drawn when somebody looks at it.

Faces looked at one after another are a uniform sequence without replacement, whatever decides the next place to look
at. So the face of a place is drawn among all faces not dealt yet, with the luck of that place: the words of the set-up
stream are numbered by (pile, depth, side). A card placed by somebody who did not look at it waits, and is drawn at the
count or before anybody looks at something else; the order of the draws is that of the placements either way.

From a given deck whole cards are drawn instead of faces: which card, and which side lies up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.lanes import (
    MOOKIES,
    NOTHING,
    ONE,
    ONES,
    SPIDERS,
    draw_kind,
    faces_left,
    strength,
    whole_vectors,
)
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import word

S16, S32 = np.uint64(16), np.uint64(32)
LAST_BIT = np.uint64(63)
LOWER = np.uint64(0xFFFFFFFF)
RANGE = np.uint64(1 << 32)
SPLIT = np.uint64(256)
"""The place whose luck splits the cards into two piles; places of faces are 0 … 255."""


@rule
def luck(key: Any, twist: Any, place: Any, n: Any) -> Any:
    """A uniform integer (uint64) in 0 … n - 1 from the luck of a place, exact; `place` and `n` are uint64.

    The upper half of a word is multiplied by n; the next word is taken where the lower half of the product shows one of
    the 2^32 mod n outcomes too many (Lemire 2019).
    """
    at = place << S16
    product = (word(key, twist, at) >> S32) * n
    if product & LOWER < n:
        surplus = RANGE % n
        while product & LOWER < surplus:
            at += ONE
            product = (word(key, twist, at) >> S32) * n
    return product >> S32


@rule
def place_of(piles: Any, turn: Any) -> Any:
    """Where the card of `turn` (uint64) lay (uint64): 128 * pile + 2 * depth, from the piles chosen in each turn."""
    pile = (piles >> turn) & ONE
    from_second = np.uint64(count_ones(piles & ((ONE << turn) - ONE)))
    depth = from_second if pile else turn - from_second
    return (pile << np.uint64(7)) | (depth << ONE)


@rule
def deal_face(state: Any, place: Any) -> Any:
    """Draw and return the face (uint64) of a place; pairing uniform."""
    rank = luck(state.key, state.twist, place, faces_left(state.cumulative))
    one, rare, cumulative, bounds = draw_kind(state.cumulative, state.bounds, (rank + ONE) * ONES)
    state.cumulative, state.bounds = cumulative, bounds
    return one | (rare << ONE)


@rule
def deal_card(state: Any, table: Any, place: Any) -> Any:
    """Draw the card whose upper side is at `place`; return its faces (uint64), upper first; pairing from a deck."""
    rank = np.int64(luck(state.key, state.twist, place, np.uint64(2 * state.undealt)))
    chosen = rank >> 1
    card = state.order[chosen]
    state.undealt -= 1
    state.order[chosen] = state.order[state.undealt]
    return table.deck[card, rank & 1], table.deck[card, 1 - (rank & 1)]


@rule
def rank_faces(state: Any, begin: Any, until: Any) -> Any:
    """Write the waiting faces' ranks among the faces left then, as lanes for :func:`.lanes.draw_kind`, to ``placed``.

    Ranks depend on places only, not on what was drawn, so this loop is free of the next one's chain and runs in vector
    registers. It does not stop to reject; True tells that some rank would have been looked at again (once in millions
    of plays).
    """
    key, twist, piles, sides = state.key, state.twist, state.piles, state.sides
    left = faces_left(state.cumulative) + begin
    doubtful = NOTHING
    for turn in range(begin, begin + whole_vectors(until - begin)):
        bit = turn & LAST_BIT  # turns from `until` on only fill the vector
        bound = left - turn
        place = place_of(piles, bit) | ((sides >> bit) & ONE)
        product = (word(key, twist, place << S16) >> S32) * bound
        doubtful |= np.uint64(product & LOWER < bound) & np.uint64(turn < until)
        state.placed[turn] = ((product >> S32) + ONE) * ONES if turn < until else NOTHING
    return doubtful != NOTHING


@rule
def rank_faces_again(state: Any, begin: Any, until: Any) -> Any:
    """The same with every rejection."""
    left = faces_left(state.cumulative) + begin
    for turn in range(begin, until):
        place = place_of(state.piles, turn) | ((state.sides >> turn) & ONE)
        state.placed[turn] = (luck(state.key, state.twist, place, left - turn) + ONE) * ONES


@rule
def settle_faces(state: Any, table: Any, until: Any) -> Any:
    """Deal the waiting faces of turns ``settled`` … ``until - 1``; pairing uniform.

    Everything that the second loop changes lives in local variables, and seats change places instead of being looked
    up.
    """
    begin, end = np.uint64(state.settled), np.uint64(until)
    if rank_faces(state, begin, end):
        rank_faces_again(state, begin, end)
    cumulative, bounds = state.cumulative, state.bounds
    mine = mine_rare = theirs = theirs_rare = (
        NOTHING  # what the seat of this turn placed since `begin`, and the other one
    )
    for turn in range(begin, end):
        one, rare, cumulative, bounds = draw_kind(cumulative, bounds, state.placed[turn])
        state.placed[turn] = one | (rare << ONE)
        theirs, mine = mine + one, theirs
        theirs_rare, mine_rare = mine_rare + rare, theirs_rare
    state.cumulative, state.bounds = cumulative, bounds
    seat = until & 1
    state.held[seat] += (mine & MOOKIES) + mine_rare * table.extra + (theirs & SPIDERS)
    state.held[1 - seat] += (theirs & MOOKIES) + theirs_rare * table.extra + (mine & SPIDERS)
    state.settled = until


@rule
def put(state: Any, table: Any, turn: Any, face: Any) -> Any:
    """Lay the dealt face of the card of `turn` on the collection where it belongs."""
    seat = turn & 1
    gain = strength(face, table.extra)
    state.placed[turn] = face
    state.held[seat] += gain & MOOKIES
    state.held[1 - seat] += gain & SPIDERS
    state.settled = turn + 1


@rule
def settle_cards(state: Any, table: Any, until: Any) -> Any:
    """Deal the waiting cards of turns ``settled`` … ``until - 1``; pairing from a deck."""
    for turn in range(state.settled, until):
        upper, hidden = deal_card(state, table, place_of(state.piles, np.uint64(turn)))
        put(state, table, turn, hidden if (state.sides >> np.uint64(turn)) & ONE else upper)


@routine
def settle(state: Any, table: Any, until: Any) -> Any:
    """Deal the faces of all cards placed before turn `until`."""
    if table.from_deck:
        settle_cards(state, table, until)
    else:
        settle_faces(state, table, until)


@routine
def look_at_pile(state: Any, table: Any, pile: Any) -> Any:
    """Return the upper face (uint64) of a pile that is not empty, before a card is taken."""
    if state.upper[pile] == NOTHING:
        turn = state.steps >> 1
        settle(state, table, turn)
        from_second = count_ones(state.piles)
        place = np.uint64(128 + 2 * from_second if pile else 2 * (turn - from_second))
        if table.from_deck:
            state.upper[pile], state.under[pile] = deal_card(state, table, place)
        else:
            state.upper[pile] = deal_face(state, place)
        state.known = 1
    return state.upper[pile]


@routine
def look_at_hand(state: Any, table: Any, side: Any) -> Any:
    """Return one face (uint64) of the card in hand: side 0 lay up, side 1 was hidden."""
    if state.in_hand[side] == NOTHING:
        turn = state.steps >> 1
        settle(state, table, turn)
        place = place_of(state.piles, np.uint64(turn))
        if table.from_deck:
            state.in_hand[0], state.in_hand[1] = deal_card(state, table, place)
        else:
            state.in_hand[side] = deal_face(state, place | np.uint64(side))
        state.known = 1
    return state.in_hand[side]
