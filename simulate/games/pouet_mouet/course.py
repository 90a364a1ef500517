"""What ``run --metrics`` counts of a play of Pouêt Mouêt: cards laid by the clock, events, where planes start."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.contract import Component, Event
from simulate.games.pouet_mouet.grid import OFF
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.jit import routine, rule

FINISH, LAST_ONE, SHARED, NONE_FINISHES, ALL_FINISH, TRAPPED, MISREAD, OVERLOOKED, BALLOON, USED_UP = range(10)
STRAIGHT = (0, 2, 4, 6)
"""Up, right, down, left."""


@rule
def standing(state: Any, table: Any, seat: Any) -> Any:
    """Cards laid so far; none any more once the team has crashed."""
    if state.team == seat:
        return state.card - state.pending  # the time of the pending ones is not on the clock yet
    return state.laid[seat] if state.finished[seat] == 1 else np.int64(0)


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
    for team in range(table.teams):
        winners += (state.won >> team) & 1
        course.taken[team, borders(table, state.start[team])] += 1
    seen = np.int64(state.by_finish == 1) << FINISH
    seen |= np.int64(state.by_finish == 0 and winners == 1) << LAST_ONE
    seen |= np.int64(winners > 1) << SHARED
    seen |= np.int64(state.finishers == 0) << NONE_FINISHES
    seen |= np.int64(state.finishers == table.teams) << ALL_FINISH
    seen |= np.int64(state.trapped > 0) << TRAPPED
    seen |= np.int64(state.misread > 0) << MISREAD
    seen |= np.int64(state.blind > 0) << OVERLOOKED
    seen |= np.int64(state.popped > 0) << BALLOON
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
