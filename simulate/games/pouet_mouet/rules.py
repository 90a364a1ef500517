"""The compiled rules of Pouêt Mouêt (docs/rules.md, section 3; the contract is in `simulate.games.contract`).

Teams do not touch one another's race: each goes through its own cards on its own clock, and the clocks are compared
at the end. So the races are followed one after another, team 0 to its own end first, and ``seat_to_act`` names the
team whose race is followed. A decision is a signal: ``2 * direction + force`` (see `grid`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.deal import (
    EVERY,
    LAST_LAID,
    OVERLOOKED,
    SEEN,
    balloon_on,
    begin_race,
    bit,
    deal_deck,
    lay_until_stop,
    prepare_race,
    see_ahead,
)  # fmt: skip
from simulate.games.pouet_mouet.few import FEW, nth_of_few
from simulate.games.pouet_mouet.grid import OFF, READINGS
from simulate.games.pouet_mouet.luck import HALF, TRY, TWO, flight_time, place, quiet_time, signal_time
from simulate.games.pouet_mouet.records import STATE
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule, stay_a_call
from simulate.kernels.nth import nth_one
from simulate.kernels.purposes import CHANCE, SETUP
from simulate.kernels.rng import ONE, ZERO, below, stream_key, stream_twist, word

__all__ = [
    "STATE", "apply", "legal", "observe", "over", "pick_uniform", "points", "seat_to_act", "setup", "winners",
]  # fmt: skip

FLYING, FINISHED, CRASHED = 0, 1, 2
NEVER = np.int64(1) << 62
OFF_GRID = np.uint64(OFF)


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
    state.finishers = 0
    state.blind = 0
    state.given = 0
    state.landed = -1
    state.judged = 0
    state.won = 0
    state.duration = 0
    state.by_finish = 0
    if table.fixed == 1:
        deal_deck(state, table)
    for team in range(np.uint64(table.teams)):
        prepare_race(state, table, team)
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
def legal(state: Any, table: Any, actions: Any) -> Any:
    """List the safe signals; if there is none, all that stay on the grid."""
    cell = state.cell
    open_to = state.safe
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
    """One of the legal signals, uniformly: no two of them lead to the same cell, so a cell is drawn."""
    cell = np.uint64(state.cell)
    open_to = state.safe
    if open_to == ZERO:
        open_to = table.reach[cell]
    number = np.uint64(below(noise, count_ones(open_to)))
    there = nth_of_few(open_to, number) if table.cells <= FEW else nth_one(open_to, number)
    return np.int64(table.signal_to[cell, there])


@rule
def apply(state: Any, table: Any, action: Any) -> Any:
    """Give a signal, fly, judge, and go on until the next signal is needed."""
    fly_on(state, table, give_signal(state, table, action))


@rule
def give_signal(state: Any, table: Any, action: Any) -> Any:
    """The signal is given until it is read as a move on the grid or the tries are used up; return FLYING or CRASHED."""
    team, card, key, twist = state.team, state.card, state.chance_key, state.chance_twist
    seat, here, signal = np.uint64(team), np.uint64(state.cell), np.uint64(action)
    state.trapped += np.int64(state.safe == ZERO)
    perceived, landed = read(state, table, seat, here, signal, word(key, twist, place(team, card, TRY)) >> HALF)
    state.perceived[ZERO] = perceived
    if landed == OFF_GRID:
        took = give_again(state, table, signal)
        landed = np.uint64(state.landed)
    else:
        took = flight_time(table, team, card, state.pending, key, twist)
        state.landed = np.int64(landed)
        state.given = 1
        state.moves += 1
    clock = state.clock[seat] + took
    state.clock[seat] = clock
    state.judged = clock
    state.pending = 0
    state.turns += state.given
    state.cell = np.int64(landed)
    state.card = card + 1
    if (state.seagulls >> landed) & ONE == ONE:
        return CRASHED
    if balloon_on(state, landed):
        state.landings[seat] |= bit(card)
        state.popped += 1
        state.card = min(card + 2, table.cards)
        see_ahead(state, seat, (EVERY << np.uint64(card)) << TWO)
    return FLYING


@routine
def give_again(state: Any, table: Any, signal: Any) -> Any:
    """The signal was read off the grid: give it again and again; return the milliseconds (int64) of it all."""
    stay_a_call()
    team, card, key, twist = state.team, state.card, state.chance_key, state.chance_twist
    seat, here, at = np.uint64(team), np.uint64(state.cell), place(team, card, TRY)
    landed = OFF_GRID
    given = np.int64(1)
    while landed == OFF_GRID and given < table.tries:
        luck = word(key, twist, at + np.uint64(given)) >> HALF
        perceived, landed = read(state, table, seat, here, signal, luck)
        state.perceived[np.uint64(given)] = perceived
        given += 1
    moved = landed != OFF_GRID
    state.landed = np.int64(landed if moved else here)
    state.given = given
    state.moves += np.int64(moved)
    return signal_time(table, team, card, state.pending, given, moved, key, twist)


@rule
def read(state: Any, table: Any, seat: Any, cell: Any, signal: Any, luck: Any) -> Any:
    """The signal that the pilot perceives, and where it leads (two uint64); mistakes are counted.

    Thresholds are compared without a branch.
    """
    how = ZERO
    for i in range(READINGS - 1):
        how += np.uint64(luck >= table.reading[seat, np.uint64(i)])
    state.misread += np.int64(how > ZERO)
    return np.uint64(table.perceived_as[signal, how]), np.uint64(table.leads[cell, signal, how])


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
                state.blind += 1
                state.pending += 1
                state.card += 1
            elif why == LAST_LAID:
                state.finished[team] = 1
                state.finishers += 1
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

    A team that finishes wins at once. The last team but one to crash leaves a winner: that is the (teams - 1)-th
    crash. Teams that crash last in the same millisecond share it; so do teams that finish first in the same
    millisecond.
    """
    finish = NEVER
    last = second = np.int64(-1)  # the two latest crashes; a team that finishes crashes never
    for team in range(np.uint64(table.teams)):
        finished, clock = state.finished[team] == 1, state.clock[team]
        crash = NEVER if finished else clock
        finish = clock if finished and clock < finish else finish
        other = crash if crash < last else last
        second = other if other > second else second
        last = crash if crash > last else last
    by_finish = finish <= second
    won = ZERO
    for team in range(np.uint64(table.teams)):
        finished, clock = state.finished[team] == 1, state.clock[team]
        crash = NEVER if finished else clock
        first = finished and clock == finish
        won |= np.uint64(first if by_finish else crash == last) << team
    state.won = np.int64(won)
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
    values[at] = state.turns
    values[at + 1] = state.by_finish
    values[at + 2] = state.finishers
    values[at + 3] = state.moves
    values[at + 4] = state.trapped
    values[at + 5] = state.misread
    values[at + 6] = state.blind
    values[at + 7] = state.popped
    values[at + 8] = state.duration
