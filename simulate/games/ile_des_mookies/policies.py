"""The game's own policies. A paragraph about each stands in the package's ``GAME``."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.deal import draw_ahead, look_at_hand, look_at_piles
from simulate.games.ile_des_mookies.lanes import (
    BYTE,
    MOST_IN_LANE,
    ONE,
    ONES,
    SPIDER_LANE,
    lane,
    lane_of,
    strength,
)
from simulate.games.ile_des_mookies.memory import recall
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.games.ile_des_mookies.rules import FIRST, S63, SECOND, pile_left
from simulate.kernels.jit import routine, rule, stay_a_call
from simulate.kernels.rng import draw

GREEDY = 1
KINDS = {"greedy": GREEDY}
"""Policies by name."""

CLOSE = 1e-9
"""Stars; above what rounding can do to the sums over all faces (120 faces, 255 stars, 16 additions: 1e-10)."""


@rule
def choose(state: Any, table: Any, seat: Any, kind: Any, policies: Any, noise: Any, actions: Any) -> Any:
    """The action of the greedy policy, the only one."""
    if state.steps & 1:
        return choose_face(state, table, seat, noise)
    return choose_pile(state, table, seat, noise)


@rule
def cards_to_come(state: Any, table: Any) -> Any:
    """How many cards may still be placed: both piles, or twice the lower one when its end is the end."""
    first, second = pile_left(state, FIRST), pile_left(state, SECOND)
    if table.end == BOTH_PILES:
        return first + second
    return 2 * min(first, second)


@rule
def leaning(table: Any, to_come: Any, difference: Any) -> Any:
    """From -1 to 1: how far a majority leans to the seat that is ahead by `difference`, `to_come` cards before the end.

    d / sqrt(d^2 + 1 + cards to come / families), looked up (:func:`.table.leanings`).
    """
    return table.leaning[np.uint64(to_come), np.uint64(difference + MOST_IN_LANE)]


@rule
def worth(face: Any, mine: Any, theirs: Any, to_come: Any, table: Any) -> Any:
    """How much the trophies move to the seat that places a face.

    Parameters
    ----------
    face : uint64
        A dealt face.
    mine, theirs : uint64
        What the seat remembers of the two collections.
    to_come : int64
        Cards that may still be placed.
    """
    at = lane_of(face)
    gain = lane(strength(face, table.extra), at)
    ahead = lane(mine, at) - lane(theirs, at)
    if at == SPIDER_LANE:
        ahead = -ahead  # a spider goes to the other seat
        at = 0
    return lane(table.stars, at) * (leaning(table, to_come, ahead + gain) - leaning(table, to_come, ahead))


@rule
def better(first: Any, second: Any, noise: Any) -> Any:
    """0 or 1, the choice of larger worth; either when they are equal. Nobody can foretell which: no branch."""
    either = np.int64(draw(noise) >> S63)
    return np.int64(second > first) | (np.int64(second == first) & either)


@routine
def choose_face(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """The face of the card in hand that is worth more."""
    upper, hidden = look_at_hand(state, table, FIRST), look_at_hand(state, table, SECOND)
    mine, theirs, _, _ = recall(state, table, seat)
    to_come = cards_to_come(state, table)
    return better(worth(upper, mine, theirs, to_come, table), worth(hidden, mine, theirs, to_come, table), noise)


@routine
def choose_pile(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """The pile whose card is expected to be worth more, once its better face is placed.

    Every kind of face may be on the hidden side, as often as it has not been seen yet. So the card with the upper face
    of larger worth is worth more as soon as some kind of smaller worth may be hidden; that of the other card mostly is.
    """
    if pile_left(state, FIRST) == 0:
        return SECOND
    if pile_left(state, SECOND) == 0:
        return FIRST
    first, second = look_at_piles(state, table)
    draw_ahead(state)
    mine, theirs, common, legendary = recall(state, table, seat)
    to_come = cards_to_come(state, table) - 1
    first_worth = worth(first, mine, theirs, to_come, table)
    second_worth = worth(second, mine, theirs, to_come, table)
    lesser = first if first_worth < second_worth else second
    if is_close(first_worth, second_worth) | is_last(lesser, common, legendary):
        common, legendary = without(first, common, legendary)
        common, legendary = without(second, common, legendary)
        first_worth = expected(first_worth, common, legendary, mine, theirs, to_come, table)
        second_worth = expected(second_worth, common, legendary, mine, theirs, to_come, table)
    return better(first_worth, second_worth, noise)


@rule
def is_close(first: Any, second: Any) -> Any:
    """True when two worths differ, but so little that rounding has a say; equal ones are common, and are no branch."""
    apart = abs(first - second)
    return apart + np.float64(apart == 0.0) < CLOSE


@rule
def is_last(face: Any, common: Any, legendary: Any) -> Any:
    """True when no other face of the same kind is unseen."""
    one = face & ONES
    counts = legendary if face & (one << ONE) else common
    return counts & (one * BYTE) == one


@rule
def kind_of_face(at: Any, legendary: Any) -> Any:
    """The face (uint64) of lane `at`, common (0) or legendary (1)."""
    return (ONE | np.uint64(2 * legendary)) << np.uint64(8 * at)


@routine
def expected(known: Any, common: Any, legendary: Any, mine: Any, theirs: Any, to_come: Any, table: Any) -> Any:
    """The worth (float64) of a card with a face of worth `known`, summed over all faces that its other side may be."""
    stay_a_call()
    total = 0.0
    for at in range(8):
        for kind in range(2):
            number = lane(legendary if kind else common, at)
            if number > 0:
                total += number * max(known, worth(kind_of_face(at, kind), mine, theirs, to_come, table))
    return total


@rule
def without(face: Any, common: Any, legendary: Any) -> Any:
    """Counts by kind without one face of them."""
    one = face & ONES
    if face & (one << ONE):
        return common, legendary - one
    return common - one, legendary
