"""What ``run --metrics`` counts of a play of Pouêt Mouêt: cards laid by the clock, events, where planes start."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.contract import Component, Event
from simulate.games.pouet_mouet.grid import OFF
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import ONE, ZERO

FINISH, LAST_ONE, SHARED, NONE_FINISHES, ALL_FINISH, TRAPPED, MISREAD, OVERLOOKED, BALLOON, USED_UP = range(10)
STRAIGHT = (0, 2, 4, 6)
"""Up, right, down, left."""


@rule
def standing(state: Any, table: Any, seat: Any) -> Any:
    """Cards laid at the team's clock; none any more once the team has crashed."""
    if state.team == seat:
        return laid_by_signal(state, table, seat)
    return state.laid[seat] if state.finished[seat] == 1 else np.int64(0)


@routine
def laid_by_signal(state: Any, table: Any, seat: Any) -> Any:
    """Cards (int64) laid when the last one after a signal was; those laid since are not on the clock yet."""
    stops, bursts, landings = state.stops[seat], state.bursts[seat], state.landings[seat]
    card = laid = np.int64(0)
    while card < state.card:
        at = np.uint64(card)
        if (stops >> at) & ONE:
            card += 1 + np.int64((landings >> at) & ONE)
            laid = card
        else:
            card += 1 + np.int64((bursts >> at) & ONE)
    return min(laid, table.cards)


@rule
def moment(state: Any, table: Any, seat: Any) -> Any:
    """The team's clock in ms, when its last card was laid after a signal or its race ended."""
    return state.clock[seat]


@rule
def last_moment(state: Any, table: Any) -> Any:
    """When the game ended, in ms."""
    return state.duration


@rule
def borders(table: Any, cell: Any) -> Any:
    """On how many borders of the grid (int64, 0 … 2) a cell lies."""
    found = np.int64(0)
    for direction in STRAIGHT:
        found += np.int64(table.landing[np.uint64(cell), np.uint64(2 * direction)] == OFF)
    return min(found, np.int64(2))


@routine
def witness(state: Any, table: Any, action: Any, course: Any) -> Any:
    """See a signal that was given until the tries were used up, and at the end how the races ended."""
    if action >= 0:
        if state.given == table.tries and table.tries > 1:
            course.seen |= np.int64(1) << USED_UP
        return
    winners = np.int64(0)
    landings = ZERO
    for team in range(table.teams):
        winners += (state.won >> team) & 1
        landings |= state.landings[team]
        course.taken[team, borders(table, state.start[team])] += 1
    seen = np.int64(state.by_finish == 1) << FINISH
    seen |= np.int64(state.by_finish == 0 and winners == 1) << LAST_ONE
    seen |= np.int64(winners > 1) << SHARED
    seen |= np.int64(state.finishers == 0) << NONE_FINISHES
    seen |= np.int64(state.finishers == table.teams) << ALL_FINISH
    seen |= np.int64(state.trapped > 0) << TRAPPED
    seen |= np.int64(state.misread > 0) << MISREAD
    seen |= np.int64(state.blind > 0) << OVERLOOKED
    seen |= np.int64(landings > ZERO) << BALLOON
    seen |= np.int64(state.given == table.tries and table.tries > 1) << USED_UP
    course.seen |= seen


def events(rules: Rules, players: int) -> tuple[Event, ...]:
    """What may happen in a play (races followed to their own ends), in the order of the bits."""
    return (
        Event("won_by_finish", "a team wins by laying its last card"),
        Event("won_as_last", "one team wins because all others have crashed"),
        Event("shared_win", "several teams share the win in one millisecond"),
        Event("none_finishes", "every team crashes in its own race"),
        Event("all_finish", "every team finishes its own race"),
        Event("trapped", "a team must signal and has no safe signal"),
        Event("misread", "a signal is perceived otherwise than given"),
        Event("overlooked", "a team is out by an overlooked seagull"),
        Event("balloon_after_signal", "a balloon bursts after a signal"),
        Event("tries_used_up", "a signal is given as often as allowed"),
    )


def components(rules: Rules, players: int) -> tuple[Component, ...]:
    """The kinds of cells on which a plane may start."""
    return (
        Component("start_inside", "planes that start on no border of the grid"),
        Component("start_border", "planes that start on one border of the grid"),
        Component("start_corner", "planes that start in a corner of the grid"),
    )
