"""The rules of Pouêt Mouêt as compiled functions (docs/rules.md, section 3; the contract is in `simulate.games.contract`).

Teams do not touch one another's race: each goes through its own cards on its own clock, and the clocks are compared at the end.
So the races are followed one after another, team 0 to its own end first, and ``seat_to_act`` names the team whose race is
followed. A decision is a signal: ``2 * direction + force`` (see `grid`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.deal import (
    LAST_LAID, OVERLOOKED, SEEN, balloon_on, begin_race, bit, deal_deck, lay_until_stop,
)  # fmt: skip
from simulate.games.pouet_mouet.grid import OFF
from simulate.games.pouet_mouet.luck import HALF, TRY, place, quiet_time, signal_time
from simulate.games.pouet_mouet.records import MAX_TEAMS, STATE
from simulate.kernels.jit import routine, rule
from simulate.kernels.purposes import CHANCE, SETUP
from simulate.kernels.rng import ONE, ZERO, below, stream_key, stream_twist, word

__all__ = [
    "STATE", "apply", "legal", "observe", "over", "pick_uniform", "points", "seat_to_act", "setup", "winners",
]  # fmt: skip

FLYING, FINISHED, CRASHED = 0, 1, 2
NEVER = np.int64(1) << 62


@rule
def setup(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Deal, put the planes on their start cells, and lay team 0's cards until it must signal."""
    state.setup_key = stream_key(seed, SETUP, play)
    state.setup_twist = stream_twist(state.setup_key)
    state.chance_key = stream_key(seed, CHANCE, play)
    state.chance_twist = stream_twist(state.chance_key)
    state.turns = 0
    state.moves = 0
    state.trapped = 0
    state.misread = 0
    state.popped = 0
    state.given = 0
    state.landed = -1
    state.judged = 0
    state.won = 0
    state.duration = 0
    state.by_finish = 0
    if table.fixed == 1:
        deal_deck(state, table)
    begin_race(state, table, np.int64(0))
    fly_on(state, table, FLYING)


@rule
def over(state: Any, table: Any) -> Any:
    """True when every team's race has come to its own end."""
    return state.team >= table.teams


@rule
def seat_to_act(state: Any, table: Any) -> Any:
    """The team whose race is followed."""
    return state.team


@rule
def free_cells(state: Any, table: Any) -> Any:
    """The cells (uint64 set) that a safe signal leads to; no two signals that are listed lead to the same cell."""
    return table.reach[state.cell] & ~state.seagulls


@rule
def legal(state: Any, table: Any, actions: Any) -> Any:
    """List the safe signals; if there is none, all that stay on the grid."""
    cell = state.cell
    open_to = free_cells(state, table)
    if open_to == ZERO:
        open_to = table.reach[cell]
    n = 0
    for i in range(table.listed_count[cell]):
        signal = np.int64(table.listed[cell, i])
        if (open_to >> np.uint64(table.landing[cell, signal])) & ONE == ONE:
            actions[n] = signal
            n += 1
    return n


@rule
def pick_uniform(state: Any, table: Any, noise: Any) -> Any:
    """One of the legal signals, uniformly: signals are drawn until one is safe (at once, when none is)."""
    cell = state.cell
    n = table.listed_count[cell]
    trapped = free_cells(state, table) == ZERO
    while True:
        signal = np.int64(table.listed[cell, below(noise, n)])
        there = np.uint64(table.landing[cell, signal])
        if trapped or (state.seagulls >> there) & ONE == ZERO:
            return signal


@rule
def apply(state: Any, table: Any, action: Any) -> Any:
    """Give a signal, fly, judge, and go on until the next signal is needed."""
    fly_on(state, table, give_signal(state, table, action))


@rule
def give_signal(state: Any, table: Any, action: Any) -> Any:
    """The signal is given until it is read as a move on the grid or the tries are used up; return FLYING or CRASHED."""
    team, card, cell = state.team, state.card, state.cell
    if free_cells(state, table) == ZERO:
        state.trapped += 1
    landed = np.int64(OFF)
    given = np.int64(0)
    while landed == OFF and given < table.tries:
        luck = word(state.chance_key, state.chance_twist, place(team, card, TRY + given)) >> HALF
        perceived = action
        if luck >= table.reading[team, 0]:
            perceived = misread(table, team, action, luck)
            state.misread += 1
        state.perceived[given] = perceived
        landed = np.int64(table.landing[cell, perceived])
        given += 1
    moved = landed != OFF
    if not moved:
        landed = cell
    spent = signal_time(table, team, card, state.pending, given, moved, state.chance_key, state.chance_twist)
    clock = state.clock[team] + spent
    state.clock[team] = clock
    state.judged = clock
    state.pending = 0
    state.turns += given
    state.moves += np.int64(moved)
    state.given = given
    state.landed = landed
    state.cell = landed
    state.card = card + 1
    if (state.seagulls >> np.uint64(landed)) & ONE == ONE:
        return CRASHED
    if balloon_on(state, landed):
        state.landings[team] |= bit(card)
        state.popped += 1
        state.card = card + 2
    return FLYING


@rule
def misread(table: Any, team: Any, signal: Any, luck: Any) -> Any:
    """The signal that the pilot perceives for a word that says it is not the one given."""
    how = 1
    while luck >= table.reading[team, how]:
        how += 1
    # how: 1 left, 2 right of the direction with the right force; 3, 4, 5 straight, left, right with the wrong one
    side = how % 3
    turn = 0 if side == 0 else (7 if side == 1 else 1)
    force = (signal & 1) ^ np.int64(how >= 3)
    return (((signal >> 1) + turn) & 7) * 2 + force


@routine
def fly_on(state: Any, table: Any, how: Any) -> Any:
    """Follow the races until a team must signal or all are over; `how` is the state of the race being followed."""
    while True:
        team = state.team
        if how == FLYING:
            why = lay_until_stop(state, table)
            if why == SEEN:
                return
            if why == OVERLOOKED:
                # Laid like any other card, and that is the crash.
                state.missed[team] = 1
                state.pending += 1
                state.card += 1
            elif why == LAST_LAID:
                state.finished[team] = 1
            state.clock[team] += quiet_time(
                table, team, state.card, state.pending, state.chance_key, state.chance_twist
            )
        state.laid[team] = state.card if state.card < table.cards else table.cards
        if team + 1 == table.teams:
            state.team = table.teams
            decide_game(state, table)
            return
        begin_race(state, table, team + 1)
        how = FLYING


@rule
def decide_game(state: Any, table: Any) -> Any:
    """Who wins, when, and how: the events of all teams in time order.

    A team that finishes wins at once. The last team but one to crash leaves a winner: that is the (teams - 1)-th crash. Teams that
    crash last in the same millisecond share it; so do teams that finish first in the same millisecond.
    """
    teams = table.teams
    finish = NEVER
    last = second = np.int64(-1)  # the two latest crashes; a team that finishes crashes never
    for team in range(teams):
        crash = state.clock[team]
        if state.finished[team] == 1:
            finish = crash if crash < finish else finish
            crash = NEVER
        if crash > last:
            second = last
            last = crash
        elif crash > second:
            second = crash
    by_finish = finish <= second
    won = np.int64(0)
    for team in range(teams):
        if by_finish:
            wins = state.finished[team] == 1 and state.clock[team] == finish
        elif last == second:
            wins = state.clock[team] == last
        else:
            wins = state.finished[team] == 1 or state.clock[team] == last
        won |= np.int64(wins) << team
    state.won = won
    state.by_finish = np.int64(by_finish)
    state.duration = finish if by_finish else second


@rule
def points(state: Any, table: Any, seat: Any) -> Any:
    """Cards that the team has laid in its own race, the one of its crash included."""
    return state.laid[seat]


@rule
def winners(state: Any, table: Any) -> Any:
    """The teams that share first place, as bits."""
    return state.won


@rule
def observe(state: Any, table: Any, at: Any, values: Any) -> Any:
    """Write what a play is counted for, in the order of `table.measures`."""
    finished = np.int64(0)
    missed = np.int64(0)
    for team in range(table.teams):
        finished += state.finished[team]
        missed += state.missed[team]
    values[at] = state.turns
    values[at + 1] = state.by_finish
    values[at + 2] = finished
    values[at + 3] = state.moves
    values[at + 4] = state.trapped
    values[at + 5] = state.misread
    values[at + 6] = missed
    values[at + 7] = state.popped
    values[at + 8] = state.duration


assert MAX_TEAMS <= 8
