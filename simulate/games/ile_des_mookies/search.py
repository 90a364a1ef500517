"""What searches need to know of the game: what a seat sees, and how all that it cannot know is drawn anew.

A seat knows the two upper faces, both faces of the card in hand, and every card placed that it still remembers. So the
faces of all cards in the piles are drawn anew, and the placed cards that it has forgotten. Of a deck that is given,
whole cards are drawn: a card whose upper face lies open is one of those that bear this face.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.deal import look_at_hand, look_at_pile, put, settle
from simulate.games.ile_des_mookies.lanes import (
    BYTE,
    FACES,
    MOOKIES,
    NOTHING,
    ONE,
    ONES,
    S3,
    S8,
    SPIDER_LANE,
    SPIDERS,
    UPPER,
    code_of,
    draw_kind,
    faces_left,
    lane,
    strength,
)
from simulate.games.ile_des_mookies.memory import forgotten, recall
from simulate.games.ile_des_mookies.policies import cards_to_come, leaning, without, worth
from simulate.games.ile_des_mookies.rules import FIRST, SECOND, pile_left
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import below, draw

DOUBT = 4.0
"""Square of the stars that a collection must be ahead to be half way from even to sure."""

IN_HAND = np.uint64(1 << 16)


@rule
def code(face: Any) -> Any:
    """The code (uint64) of a face, 0 for none."""
    return NOTHING if face == NOTHING else np.uint64(code_of(face))


@routine
def sight(state: Any, table: Any) -> Any:
    """The faces (uint64) that lie open before the seat to act: on both piles, or of the card in hand."""
    settle(state, table, state.steps >> 1)
    if state.steps & 1:
        first, second = look_at_hand(state, table, FIRST), look_at_hand(state, table, SECOND)
        return code(first) | (code(second) << S8) | IN_HAND
    seen = NOTHING
    if pile_left(state, FIRST) > 0:
        seen |= code(look_at_pile(state, table, FIRST))
    if pile_left(state, SECOND) > 0:
        seen |= code(look_at_pile(state, table, SECOND)) << S8
    return seen


@routine
def determinize(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """Draw anew what `seat` cannot know, and the luck of all that is still to be dealt or forgotten."""
    state.key, state.twist = draw(noise), draw(noise)
    state.fated = 0
    lost = forgotten(state, table, seat) if table.forgets else NOTHING
    if table.from_deck:
        redraw_cards(state, table, lost, noise)
    elif table.forgets:
        redraw_faces(state, table, seat, lost, noise)
    if table.forgets:
        state.memory_key, state.memory_twist = draw(noise), draw(noise)


@routine
def forecast(state: Any, table: Any, seat: Any) -> Any:
    """The share of first place (float64, 0 … 1) that the collections promise `seat`, the next choice made greedily."""
    mover = (state.steps >> 1) & 1
    mine, theirs = state.held[mover], state.held[1 - mover]
    to_come = cards_to_come(state, table)
    ahead = standing(table, mine, theirs, to_come) + next_gain(state, table, mine, theirs, to_come)
    ahead = ahead if mover == seat else -ahead
    return 0.5 + 0.5 * ahead / math.sqrt(ahead * ahead + DOUBT)


@rule
def standing(table: Any, mine: Any, theirs: Any, to_come: Any) -> Any:
    """Stars (float64) that majorities lean to one collection more than to the other."""
    spiders = lane(theirs, SPIDER_LANE) - lane(mine, SPIDER_LANE)
    ahead = lane(table.stars, 0) * leaning(table, to_come, spiders)
    for at in range(table.families):
        ahead += lane(table.stars, at) * leaning(table, to_come, lane(mine, at) - lane(theirs, at))
    return ahead


@rule
def next_gain(state: Any, table: Any, mine: Any, theirs: Any, to_come: Any) -> Any:
    """Worth (float64) of the best face that lies open before the seat to act."""
    best = -100.0
    for side in range(2):
        if state.steps & 1:
            best = max(best, worth(look_at_hand(state, table, side), mine, theirs, to_come, table))
        elif pile_left(state, side) > 0:
            best = max(best, worth(look_at_pile(state, table, side), mine, theirs, to_come, table))
    return best


@rule
def take_back(state: Any, table: Any, turn: Any) -> Any:
    """Take the card of `turn` off its collection."""
    face = FACES[state.placed[turn]]
    gain = strength(face, table.extra)
    seat = turn & 1
    rare = (face >> ONE) & ONES
    state.legendary += rare
    state.common += (face & ONES) - rare
    state.held[seat] -= gain & MOOKIES
    state.held[1 - seat] -= gain & SPIDERS


@rule
def lay(state: Any, table: Any, turn: Any, face: Any) -> Any:
    """Lay a face on the collection where the card of `turn` belongs."""
    settled = state.settled
    put(state, table, turn, face)
    state.settled = settled


@rule
def gather_unknown(state: Any, table: Any, seat: Any) -> Any:
    """Make the faces not dealt those that `seat` does not know to lie elsewhere.

    Of a placed card it remembers the face that shows; the other side counts as unknown, like that of a forgotten card.
    """
    _, _, common, legendary = recall(state, table, seat)
    for side in range(2):
        if state.upper[side] != NOTHING:
            common, legendary = without(state.upper[side], common, legendary)
        if state.steps & 1:
            common, legendary = without(state.in_hand[side], common, legendary)
    before, cumulative, bounds = NOTHING, UPPER, UPPER
    for at in range(NOTHING, np.uint64(8)):
        shift = at << S3
        rare = (legendary >> shift) & BYTE
        bounds += (before + rare) << shift
        before += rare + ((common >> shift) & BYTE)
        cumulative += before << shift
    state.cumulative, state.bounds = cumulative, bounds


@routine
def redraw_faces(state: Any, table: Any, seat: Any, lost: Any, noise: Any) -> Any:
    """Draw the faces of the placed cards `lost` (bits of their turns) anew among all that are not known."""
    gather_unknown(state, table, seat)
    for turn in range(state.steps >> 1):
        if (lost >> np.uint64(turn)) & ONE:
            take_back(state, table, turn)
            rank = np.uint64(below(noise, faces_left(state.cumulative)))
            one, rare, cumulative, bounds = draw_kind(state.cumulative, state.bounds, (rank + ONE) * ONES)
            state.cumulative, state.bounds = cumulative, bounds
            lay(state, table, turn, one | (rare << ONE))


@routine
def redraw_cards(state: Any, table: Any, lost: Any, noise: Any) -> Any:
    """Draw the cards under the open faces and the placed cards `lost` anew among all that are not known."""
    cards = NOTHING
    for i in range(state.undealt):
        cards |= ONE << np.uint64(state.order[i])
    for pile in range(2):
        if state.upper[pile] != NOTHING:
            cards |= ONE << np.uint64(state.tops[pile])
    for turn in range(state.steps >> 1):
        if (lost >> np.uint64(turn)) & ONE:
            take_back(state, table, turn)
            cards |= ONE << np.uint64(state.taken[turn])
    cards = redraw_tops(state, table, cards, noise)
    for turn in range(state.steps >> 1):
        if (lost >> np.uint64(turn)) & ONE:
            sides = below(noise, 2 * count_ones(cards))
            card = nth_card(cards, sides >> 1)
            cards &= ~(ONE << np.uint64(card))
            state.taken[turn] = card
            lay(state, table, turn, table.deck[card, sides & 1])
    state.undealt = count_ones(cards)
    for i in range(state.undealt):
        state.order[i] = nth_card(cards, i)


@rule
def redraw_tops(state: Any, table: Any, cards: Any, noise: Any) -> Any:
    """Draw which of `cards` lie on the piles, given their open faces; return the other cards.

    All ways to choose two different cards are equally likely: both are drawn again when they are the same one.
    """
    apart = False
    while not apart:
        left = cards
        apart = True
        for pile in range(2):
            if state.upper[pile] != NOTHING:
                card, side = card_showing(table, cards, state.upper[pile], noise)
                state.tops[pile] = card
                state.under[pile] = table.deck[card, 1 - side]
                here = ONE << np.uint64(card)
                apart = apart and left & here != NOTHING
                left &= ~here
    return left


@rule
def card_showing(table: Any, cards: Any, face: Any, noise: Any) -> Any:
    """One of `cards` and its side (int64 both) that shows a face, all such sides equally likely."""
    n = np.int64(0)
    chosen = side = np.int64(0)
    for card in range(table.cards):
        if (cards >> np.uint64(card)) & ONE:
            for here in range(2):
                if table.deck[card, here] == face:
                    n += 1
                    if below(noise, n) == 0:
                        chosen, side = np.int64(card), np.int64(here)
    return chosen, side


@rule
def nth_card(cards: Any, n: Any) -> Any:
    """The card (int64) above `n` other ones of a set."""
    for _ in range(n):
        cards &= cards - ONE
    return np.int64(count_ones((cards & (NOTHING - cards)) - ONE))
