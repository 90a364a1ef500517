"""Dealing: which face lies where is drawn when somebody looks at it.

Faces looked at one after another are a uniform sequence without replacement, whatever decides the next place to look
at. So the face of a place is drawn among all faces not dealt yet, with the luck of that place: the words of the set-up
stream are numbered by (pile, depth, side). A card placed by somebody who did not look at it waits, and is drawn at the
count or before anybody looks at something else, with the luck of the turn in which it was placed; the order of the
draws is that of the placements either way.

From a given deck whole cards are drawn instead of faces: which card, and which side lies up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.chain import draw_chain
from simulate.games.ile_des_mookies.lanes import (
    LAST_RANK,
    MOOKIES,
    NOTHING,
    ONE,
    ONES,
    S3,
    S8,
    SPIDERS,
    code_of,
    draw_kind,
    faces_left,
    strength,
    whole_vectors,
)
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import word

S16, S32 = np.uint64(16), np.uint64(32)
LAST_BIT = np.uint64(1 << 63)
LOWER = np.uint64(0xFFFFFFFF)
RANGE = np.uint64(1 << 32)
FIELDS, LANES, EIGHTH = np.uint64(3), np.uint64(8), np.uint64(7)
FIELD_BITS = np.uint64(21)
FIELD = np.uint64((1 << 21) - 1)
FIELD_RANGE = np.uint64(1 << 21)

SPLIT, TURNS, AGAIN = np.uint64(256), np.uint64(512), np.uint64(1024)
"""Where the luck lies in the set-up stream: of the split into two piles, of the turns, and of a turn looked at again;
places of faces are 0 … 255."""

MANY = 8
"""So many waiting faces are dealt in vector registers."""


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
def turn_word(turn: Any) -> Any:
    """The word (uint64) of the set-up stream that holds the luck of a turn, and where in it (uint64, bits)."""
    row, column = turn >> S3, turn & EIGHTH
    return (TURNS + ((row // FIELDS) << S3) + column) << S16, (row % FIELDS) * FIELD_BITS


@rule
def turn_rank(state: Any, turn: Any, n: Any) -> Any:
    """A uniform integer (uint64) in 0 … n - 1 from the luck of a turn, exact; `turn` and `n` are uint64.

    As :func:`luck`, with 21 bits of a word; where they show an outcome too many, a word of the turn's own is taken.
    """
    at, shift = turn_word(turn)
    product = ((word(state.key, state.twist, at) >> shift) & FIELD) * n
    if product & FIELD < n and product & FIELD < FIELD_RANGE % n:
        return luck(state.key, state.twist, AGAIN + turn, n)
    return product >> FIELD_BITS


@rule
def put(state: Any, table: Any, turn: Any, face: Any) -> Any:
    """Lay the dealt face of the card of `turn` on the collection where it belongs."""
    seat = turn & 1
    gain = strength(face, table.extra)
    state.placed[turn] = code_of(face)
    state.held[seat] += gain & MOOKIES
    state.held[1 - seat] += gain & SPIDERS
    state.settled = turn + 1


@rule
def settle_singly(state: Any, table: Any, begin: Any, until: Any) -> Any:
    """Deal the waiting faces of turns `begin` … `until` - 1, one after another; pairing uniform."""
    for turn in range(begin, until):
        at = np.uint64(turn)
        rank = turn_rank(state, at, faces_left(state.cumulative))
        one, rare, cumulative, bounds = draw_kind(state.cumulative, state.bounds, (rank + ONE) * ONES)
        state.cumulative, state.bounds = cumulative, bounds
        put(state, table, turn, one | (rare << ONE))


@rule
def rank_one(state: Any, bits: Any, turn: Any, left: Any, until: Any) -> Any:
    """Write one turn's rank; the upper bit of the word returned is set when it may be an outcome too many."""
    bound = left - turn
    product = (bits & FIELD) * bound
    state.placed[turn] = np.uint8(LAST_RANK - (product >> FIELD_BITS) if turn < until else NOTHING)
    return (product & FIELD) - bound


@rule
def rank_all(state: Any, whole: Any, until: Any) -> Any:
    """Write 127 minus the rank of each turn's face among the faces left then to ``placed``, 0 from turn `until` on.

    A word gives three turns their luck, and eight words fill a vector. True tells that some rank may be one of the
    outcomes too many, which this loop does not look at again (once in two thousand plays).
    """
    key, twist = state.key, state.twist
    left = faces_left(state.cumulative)
    doubtful = NOTHING
    for begin in range(NOTHING, whole, FIELDS * LANES):
        first = (TURNS + begin // FIELDS) << S16
        for column in range(NOTHING, LANES):
            three = word(key, twist, first + (column << S16))
            turn = begin + column
            doubtful |= rank_one(state, three, turn, left, until)
            doubtful |= rank_one(state, three >> FIELD_BITS, turn + LANES, left, until)
            doubtful |= rank_one(state, three >> (FIELD_BITS + FIELD_BITS), turn + LANES + LANES, left, until)
    return doubtful & LAST_BIT != NOTHING


@rule
def strengths(within: Any, legendary: Any, extra: Any) -> Any:
    """What the faces drawn add to the lanes, from how many of them lay before each count."""
    before = within << S8  # the faces of the families in front are not of this one
    return within - before + (legendary - before) * extra


@rule
def draw_all(state: Any, table: Any) -> Any:
    """Draw the faces of the ranks in ``placed`` and lay them on the collections."""
    within, legendary, within_second, legendary_second = draw_chain(
        state.placed, (table.cards + 3) & ~3, ~state.cumulative, ~state.bounds
    )
    state.cumulative -= within + within_second
    state.bounds -= legendary + legendary_second
    of_first = strengths(within, legendary, table.extra)
    of_second = strengths(within_second, legendary_second, table.extra)
    state.held[0] += (of_first & MOOKIES) + (of_second & SPIDERS)
    state.held[1] += (of_second & MOOKIES) + (of_first & SPIDERS)


@rule
def settle_faces(state: Any, table: Any, until: Any) -> Any:
    """Deal the waiting faces of turns ``settled`` … `until` - 1; pairing uniform.

    The faces of a play in which nobody looked are dealt in vector registers, for all its cards, whatever its length:
    no branch depends on chance. The result is that of dealing them one after another.
    """
    begin = state.settled
    if begin == 0 and until >= MANY:
        whole, end = whole_vectors(np.uint64(table.cards)), np.uint64(until)
        doubtful = rank_all(state, whole, end)
        if not doubtful:
            draw_all(state, table)
            state.settled = until
            return
    settle_singly(state, table, begin, until)


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
