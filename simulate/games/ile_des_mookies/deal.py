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

from simulate.games.ile_des_mookies.lanes import (
    MOOKIES,
    MOST_CARDS,
    NOTHING,
    ONE,
    ONES,
    PLACES,
    S8,
    SPIDERS,
    code_of,
    draw_kind,
    faces_left,
    strength,
)
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.purposes import MEMORY
from simulate.kernels.rng import stream_key, stream_twist, word

S16, S32 = np.uint64(16), np.uint64(32)
LOWER = np.uint64(0xFFFFFFFF)
RANGE = np.uint64(1 << 32)
TWO, THREE = np.uint64(2), np.uint64(3)

SPLIT, TURNS, AGAIN = np.uint64(256), np.uint64(512), np.uint64(1024)
"""Where the luck lies in the set-up stream: of the split into two piles, of the turns, and of a turn looked at again;
places of faces are 0 … 255."""

TURN_LUCK = TURNS << S16
"""The first word of the turns' luck; each half of a word serves three turns."""


@rule
def luck(key: Any, twist: Any, place: Any, n: Any) -> Any:
    """A uniform integer (uint64) in 0 … n - 1 from the luck of a place, exact; `place` and `n` are uint64.

    The upper half of a word is multiplied by n; the next word is taken where the lower half of the product shows one of
    the 2^32 mod n outcomes too many (Lemire 2019).
    """
    return luck_of(word(key, twist, place << S16), key, twist, place, n)


@rule
def luck_of(first: Any, key: Any, twist: Any, place: Any, n: Any) -> Any:
    """The same as :func:`luck`, the place's first word being known."""
    at = place << S16
    product = (first >> S32) * n
    if product & LOWER < n:
        surplus = RANGE % n
        while product & LOWER < surplus:
            at += ONE
            product = (word(key, twist, at) >> S32) * n
    return product >> S32


@rule
def first_height(table: Any, key: Any, twist: Any) -> Any:
    """The number of cards (int64) of pile 0 at the start."""
    first = table.first_height
    if table.heights > 1:
        first += np.int64(luck(key, twist, SPLIT, np.uint64(table.heights)))
    return first


@rule
def lay_out(state: Any, table: Any, key: Any, twist: Any, first: Any) -> Any:
    """Two piles of cards whose faces nobody knows yet, `first` cards in pile 0; the deal's stream is (key, twist)."""
    state.key, state.twist = key, twist
    state.heights[0], state.heights[1] = first, table.cards - first
    state.piles = state.sides = NOTHING
    state.steps = state.known = state.done = state.settled = state.fated = 0
    state.cumulative, state.bounds = table.cumulative, table.bounds
    state.undealt = table.cards
    state.common, state.legendary = table.common, table.legendary
    for side in range(2):
        state.held[side] = state.upper[side] = state.under[side] = state.in_hand[side] = state.trophies[side] = NOTHING
        state.fate[side] = NOTHING
        state.stars[side] = 0
    state.winners = state.tied = state.given_back = state.unclaimed = 0
    for turn in range(PLACES):
        state.placed[turn] = 0
    for card in range(MOST_CARDS):
        state.order[card] = card
    if table.from_deck:
        state.tops[0] = state.tops[1] = 0
        for turn in range(PLACES):
            state.taken[turn] = 0


@rule
def open_memory(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Name the stream of forgetting, where something may be forgotten."""
    state.memory_key = state.memory_twist = NOTHING
    if table.forgets:
        state.memory_key = stream_key(seed, MEMORY, play)
        state.memory_twist = stream_twist(state.memory_key)


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
    return deal_fated(state, place, word(state.key, state.twist, place << S16))


@rule
def deal_fated(state: Any, place: Any, first: Any) -> Any:
    """Draw and return the face (uint64) of a place whose first word of luck is known; pairing uniform."""
    rank = luck_of(first, state.key, state.twist, place, faces_left(state.cumulative))
    one, rare, cumulative, bounds = draw_kind(state.cumulative, state.bounds, (rank + ONE) * ONES)
    state.cumulative, state.bounds = cumulative, bounds
    return one | (rare << ONE)


@rule
def deal_card(state: Any, table: Any, place: Any) -> Any:
    """Draw the card whose upper side is at `place`; return its faces (uint64), upper first, and its number (uint8)."""
    rank = np.int64(luck(state.key, state.twist, place, np.uint64(2 * state.undealt)))
    chosen = rank >> 1
    card = state.order[chosen]
    state.undealt -= 1
    state.order[chosen] = state.order[state.undealt]
    return table.deck[card, rank & 1], table.deck[card, 1 - (rank & 1)], card


@rule
def turn_rank(state: Any, table: Any, turn: Any) -> Any:
    """The rank (uint64) of the face of a turn among those left, when nobody has looked before; `turn` is uint64.

    The ranks of three turns are the digits of one number below the product of their bounds, drawn exactly as in
    :func:`luck`, without a division: what is left below a digit is the luck of the next one. When that number is one of
    the outcomes too many, each of the turns takes luck of its own.
    """
    piece = turn // THREE
    first = piece * THREE
    half = word(state.key, state.twist, TURN_LUCK + (piece >> ONE))
    half = half >> S32 if piece & ONE else half & LOWER
    one = half * table.faces_left[first]
    two = (one & LOWER) * table.faces_left[first + ONE]
    three = (two & LOWER) * table.faces_left[first + TWO]
    if three & LOWER < np.uint64(table.surplus[piece]):
        return luck(state.key, state.twist, AGAIN + turn, np.uint64(table.faces_left[turn]))
    drawn = one if turn == first else two if turn == first + ONE else three
    return drawn >> S32


@rule
def put(state: Any, table: Any, turn: Any, face: Any) -> Any:
    """Lay the dealt face of the card of `turn` on the collection where it belongs."""
    seat = turn & 1
    gain = strength(face, table.extra)
    rare = (face >> ONE) & ONES
    state.placed[turn] = code_of(face)
    state.legendary -= rare
    state.common -= (face & ONES) - rare
    state.held[seat] += gain & MOOKIES
    state.held[1 - seat] += gain & SPIDERS
    state.settled = turn + 1


@rule
def settle_singly(state: Any, table: Any, begin: Any, until: Any) -> Any:
    """Deal the waiting faces of turns `begin` … `until` - 1, one after another; pairing uniform."""
    unseen = faces_left(state.cumulative) + np.uint64(begin) == faces_left(table.cumulative)
    for turn in range(begin, until):
        at = np.uint64(turn)
        if unseen:
            rank = turn_rank(state, table, at)
        else:
            rank = luck(state.key, state.twist, AGAIN + at, faces_left(state.cumulative))
        one, rare, cumulative, bounds = draw_kind(state.cumulative, state.bounds, (rank + ONE) * ONES)
        state.cumulative, state.bounds = cumulative, bounds
        put(state, table, turn, one | (rare << ONE))


@rule
def strengths(within: Any, legendary: Any, extra: Any) -> Any:
    """What the faces drawn add to the lanes, from how many of them lay before each count."""
    before = within << S8  # the faces of the families in front are not of this one
    return within - before + (legendary - before) * extra


@rule
def settle_cards(state: Any, table: Any, until: Any) -> Any:
    """Deal the waiting cards of turns ``settled`` … ``until - 1``; pairing from a deck."""
    for turn in range(state.settled, until):
        upper, hidden, state.taken[turn] = deal_card(state, table, place_of(state.piles, np.uint64(turn)))
        put(state, table, turn, hidden if (state.sides >> np.uint64(turn)) & ONE else upper)


@routine
def settle(state: Any, table: Any, until: Any) -> Any:
    """Deal the faces of all cards placed before turn `until`."""
    if table.from_deck:
        settle_cards(state, table, until)
    else:
        settle_singly(state, table, state.settled, until)


@routine
def look_at_pile(state: Any, table: Any, pile: Any) -> Any:
    """Return the upper face (uint64) of a pile that is not empty, before a card is taken."""
    if state.upper[pile] == NOTHING:
        turn = state.steps >> 1
        settle(state, table, turn)
        from_second = count_ones(state.piles)
        place = np.uint64(128 + 2 * from_second if pile else 2 * (turn - from_second))
        if table.from_deck:
            state.upper[pile], state.under[pile], state.tops[pile] = deal_card(state, table, place)
        else:
            state.upper[pile] = deal_face(state, place)
        state.known = 1
    return state.upper[pile]


@rule
def draw_ahead(state: Any) -> Any:
    """Draw the luck of both hidden faces on top before it is known which one is wanted, so that nobody waits for it."""
    turn = state.steps >> 1
    from_second = count_ones(state.piles)
    state.fate[0] = word(state.key, state.twist, np.uint64(2 * (turn - from_second) + 1) << S16)
    state.fate[1] = word(state.key, state.twist, np.uint64(128 + 2 * from_second + 1) << S16)
    state.fated = turn + 1


@rule
def look_at_piles(state: Any, table: Any) -> Any:
    """Return the upper faces (uint64) of both piles, neither empty, before a card is taken.

    Mostly one of them has been looked at before, either with the same chance: which one is no branch.
    """
    while state.upper[0] == NOTHING or state.upper[1] == NOTHING:
        look_at_pile(state, table, np.int64(state.upper[0] != NOTHING))
    return state.upper[0], state.upper[1]


@routine
def look_at_hand(state: Any, table: Any, side: Any) -> Any:
    """Return one face (uint64) of the card in hand: side 0 lay up, side 1 was hidden."""
    if state.in_hand[side] == NOTHING:
        turn = state.steps >> 1
        settle(state, table, turn)
        place = place_of(state.piles, np.uint64(turn))
        if table.from_deck:
            state.in_hand[0], state.in_hand[1], state.taken[turn] = deal_card(state, table, place)
        elif side == 1 and state.fated == turn + 1:
            fate = state.fate[np.int64((state.piles >> np.uint64(turn)) & ONE)]
            state.in_hand[1] = deal_fated(state, place | ONE, fate)
        else:
            state.in_hand[side] = deal_face(state, place | np.uint64(side))
        state.known = 1
    return state.in_hand[side]
