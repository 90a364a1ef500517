"""The game's own policies. A paragraph about each stands in the package's ``GAME``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.deal import look_at_hand, look_at_pile
from simulate.games.ile_des_mookies.lanes import ONE, ONES, SPIDER_LANE, lane, lane_of, strength
from simulate.games.ile_des_mookies.memory import recall
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.games.ile_des_mookies.rules import FIRST, S63, SECOND, pile_left
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import draw

GREEDY = 1
KINDS = {"greedy": GREEDY}
"""Policies by name."""


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
def leaning(difference: Any, spread: Any) -> Any:
    """From -1 to 1: how far a majority leans to the seat that is ahead by `difference`."""
    d = np.float64(difference)
    return d / math.sqrt(d * d + spread)


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
    spread = 1.0 + to_come / table.families
    gain = lane(strength(face, table.extra), at)
    ahead = lane(mine, at) - lane(theirs, at)
    stars = lane(table.stars, at)
    if at == SPIDER_LANE:
        ahead = -ahead  # a spider goes to the other seat
        stars = lane(table.stars, 0)
    return stars * (leaning(ahead + gain, spread) - leaning(ahead, spread))


@rule
def better(first: Any, second: Any, noise: Any) -> Any:
    """0 or 1, the choice of larger worth; either when they are equal."""
    if first == second:
        return np.int64(draw(noise) >> S63)
    return np.int64(second > first)


@routine
def choose_face(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """The face of the card in hand that is worth more."""
    upper, hidden = look_at_hand(state, table, FIRST), look_at_hand(state, table, SECOND)
    mine, theirs, _, _ = recall(state, table, seat)
    to_come = cards_to_come(state, table)
    return better(worth(upper, mine, theirs, to_come, table), worth(hidden, mine, theirs, to_come, table), noise)


@routine
def choose_pile(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """The pile whose card is expected to be worth more, once its better face is placed."""
    if pile_left(state, FIRST) == 0:
        return SECOND
    if pile_left(state, SECOND) == 0:
        return FIRST
    first, second = look_at_pile(state, table, FIRST), look_at_pile(state, table, SECOND)
    mine, theirs, common, legendary = recall(state, table, seat)
    to_come = cards_to_come(state, table) - 1
    first_worth = worth(first, mine, theirs, to_come, table)
    second_worth = worth(second, mine, theirs, to_come, table)

    # Every kind of face may be on the hidden side, as often as it has not been seen yet.
    common, legendary = without(first, common, legendary)
    common, legendary = without(second, common, legendary)
    first_sum = second_sum = 0.0
    for at in range(8):
        for kind in range(2):
            unseen = lane(legendary if kind else common, at)
            if unseen > 0:
                face = (ONE | np.uint64(2 * kind)) << np.uint64(8 * at)
                value = worth(face, mine, theirs, to_come, table)
                first_sum += unseen * max(first_worth, value)
                second_sum += unseen * max(second_worth, value)
    return better(first_sum, second_sum, noise)


@rule
def without(face: Any, common: Any, legendary: Any) -> Any:
    """Counts by kind without one face of them."""
    one = face & ONES
    if face & (one << ONE):
        return common, legendary - one
    return common - one, legendary
