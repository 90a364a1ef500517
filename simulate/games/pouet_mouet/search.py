"""What searches need to know of the game: a team sees its own cards, races on its own clock, knows of no other team.

A search of a team ends with its own race. Since a team that goes on is ahead of one that crashed, and one that finishes
first wins, it wants to lay many cards, and all of them most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.deal import foresee, see_ahead
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import ONE, below, draw, mix


@rule
def sight(state: Any, table: Any) -> Any:
    """The plane, the top card and its number (uint64), told apart by a hash."""
    where = np.uint64(state.cell) | (np.uint64(state.card) << np.uint64(8)) | (np.uint64(state.team) << np.uint64(16))
    return mix(mix(mix(where) + state.seagulls) + state.balloon_ranks)


@rule
def concluded(state: Any, table: Any, seat: Any) -> Any:
    """True when the team's own race is over."""
    return state.team != seat


@rule
def reward(state: Any, table: Any, seat: Any) -> Any:
    """Half for the share of its cards that the team has laid, half for having laid them all."""
    return (np.float64(state.laid[seat]) / np.float64(table.cards) + np.float64(state.finished[seat])) * 0.5


@routine
def determinize(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """Draw the luck of the hand, the cards that the team has not seen and those of all races to come anew."""
    state.setup_key, state.setup_twist = draw(noise), draw(noise)
    state.chance_key, state.chance_twist = draw(noise), draw(noise)
    if table.fixed == 1:
        shuffle_unseen(state, table, noise)
        return
    seen = ((ONE << np.uint64(state.card)) << ONE) - ONE
    stops, bursts = state.stops[seat] & seen, state.bursts[seat] & seen
    foresee(state, table, seat)
    state.stops[seat] = stops | (state.stops[seat] & ~seen)
    state.bursts[seat] = bursts | (state.bursts[seat] & ~seen)
    see_ahead(state, seat, ~seen)


@routine
def shuffle_unseen(state: Any, table: Any, noise: Any) -> Any:
    """Deal the team's coming cards anew from those of the fixed deck that it has not seen, and turn them.

    The first places of an inside-out shuffle of the unseen cards in the order of their numbers, wherever they lay: what
    the search finds must not depend on that.
    """
    first = state.team * table.cards
    begin = first + min(state.card + 1, table.cards)
    coming = first + table.cards - begin
    i = np.int64(0)
    for number in range(table.deck):
        if was_seen(state, first, begin, number):
            continue
        j = below(noise, i + 1)
        if i < coming:
            state.order[begin + i] = state.order[begin + j]
        if j < coming:
            state.order[begin + j] = number
        i += 1
    for at in range(begin, first + table.cards):
        state.turned[at] = below(noise, table.turns)


@rule
def was_seen(state: Any, first: Any, begin: Any, number: Any) -> Any:
    """True when a card of the deck is among those of places `first` … `begin` - 1."""
    for at in range(first, begin):  # noqa: SIM110  # kernels know no generator expressions
        if state.order[at] == number:
            return True
    return False
