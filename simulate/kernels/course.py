"""Plays with their course: how the lead moves, what is offered, which rules are at work; all of it whole numbers.

These kernels count the same plays as :mod:`simulate.kernels.playout`, and more of each. They are compiled apart, for a
game that is asked for its metrics, so that the plain ones cost nothing. A *round* ends when a seat begins a turn that
has had one in it already; so after each round all seats have had as many turns, and whoever moves first leads no
more often for it. Beliefs are chances of winning looked up in a table (``SCALE``) that comes from other plays.

Names that stand here as placeholders are a game's own (contract: :mod:`simulate.games.contract`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels import playout
from simulate.kernels.course_values import (
    BELIEF_ONE,
    COMPONENTS,
    MAX_COMPONENTS,
    MAX_COURSE_VALUES,
    count_course,
    reckon,
)
from simulate.kernels.jit import rule
from simulate.kernels.playout import MAX_SEATS
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import begin_decision, open_stream
from simulate.kernels.tally import CAPPED, DONE, PLAYS, count_values, count_wins

__all__ = ["BELIEF_ONE", "COMPONENTS", "COURSE"]

COURSE = np.dtype(
    [
        ("decisions", "i8"), ("forced", "i8"), ("choices", "i8"),  # made; those with one legal action; legal actions
        ("rounds", "i8"),
        ("acted", "i8"),  # bits of the seats that had a turn in this round
        ("events", "i8"),  # of a race: standings noted
        ("seen", "i8"),  # bits of what happened
        ("taken", "i8", (MAX_SEATS, MAX_COMPONENTS)),  # components by seat
        ("standing", "i8", (MAX_SEATS,)),
        ("flipped", "i8", (MAX_SEATS,)),  # the same with every round dealt to the seats anew
        ("order", "i8", (MAX_SEATS,)),
        ("values", "i8", (MAX_COURSE_VALUES,)),
    ],
    align=True,
)  # fmt: skip
"""Scratch space of one play's course."""

ENTRIES = ("course_block", "course_each")
LEAVES = ("note", "begin_round", "make_turn", "note_event", "arrange")
APART = ("follow",)  # both entries call the one
INLINE = rule

HAS_STANDING, RACES = False, False
"""Whether the game tells standings; whether its seats race on clocks of their own. specialise() binds what holds."""

# Placeholders, as in playout; specialise() binds a game's own in the copies that are compiled.
setup: Any = None
seat_to_act: Any = None
legal: Any = None
apply: Any = None
over: Any = None
winners: Any = None
decide: Any = playout.decide
measure: Any = playout.measure
open_search: Any = playout.open_search


@rule
def standing(state: Any, table: Any, seat: Any) -> Any:
    """Nothing: what holds for a game that tells no standings."""
    return 0


@rule
def mid_turn(state: Any, table: Any) -> Any:
    """False: every decision is a turn, unless the game says otherwise."""
    return False


@rule
def moment(state: Any, table: Any, seat: Any) -> Any:
    """Nothing: what holds for a game without clocks."""
    return 0


@rule
def last_moment(state: Any, table: Any) -> Any:
    """Nothing: what holds for a game without clocks."""
    return 0


@rule
def witness(state: Any, table: Any, action: Any, course: Any) -> Any:
    """See nothing: what holds for a game that names no events and no components."""
    return


@rule
def clear(course: Any) -> Any:
    """Nothing has happened yet."""
    course.decisions = course.forced = course.choices = course.rounds = 0
    course.acted = course.events = course.seen = 0
    for seat in range(MAX_SEATS):
        course.standing[seat] = 0
        for component in range(MAX_COMPONENTS):
            course.taken[seat, component] = 0


def note(state: Any, table: Any, seats: Any, course: Any, path: Any) -> Any:
    """Write the standings of now as those after the last round."""
    for seat in range(seats):
        path[course.rounds, seat] = standing(state, table, seat)


def begin_round(state: Any, table: Any, seats: Any, seat: Any, course: Any, path: Any) -> Any:
    """End the round when `seat` has had its turn in it; a turn of `seat` begins."""
    if (course.acted >> seat) & 1:
        course.rounds += 1
        note(state, table, seats, course, path)
        course.acted = 0
    course.acted |= np.int64(1) << seat


def note_event(state: Any, table: Any, seat: Any, course: Any, raw: Any) -> Any:
    """Keep the standing of a racing seat and its clock."""
    raw[course.events, 0] = moment(state, table, seat)
    raw[course.events, 1] = seat
    raw[course.events, 2] = standing(state, table, seat)
    course.events += 1


def make_turn(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any, course: Any) -> Any:
    """Make one decision of `seat` and count it."""
    begin_decision(work, seat, course.decisions)
    choices = legal(state, table, work.actions)
    course.choices += choices
    course.forced += np.int64(choices == 1)
    action = decide(state, table, policies, seat, work, memory)
    witness(state, table, action, course)
    apply(state, table, action)
    course.decisions += 1


def arrange(state: Any, table: Any, seats: Any, course: Any, path: Any, raw: Any) -> Any:
    """Put the standings of all races into the order of their clocks, up to the end of the game; then into rounds.

    At the same time the seats stand in their own order.
    """
    for seat in range(seats):
        noted = False
        for i in range(course.events):
            noted |= raw[i, 0] == moment(state, table, seat) and raw[i, 1] == seat
        if not noted:
            note_event(state, table, seat, course, raw)
    for i in range(1, course.events):  # by insertion, so the events of each seat stay in their order
        at, seat, reached = raw[i, 0], raw[i, 1], raw[i, 2]
        j = i
        while j > 0 and (raw[j - 1, 0] > at or (raw[j - 1, 0] == at and raw[j - 1, 1] > seat)):
            raw[j, 0], raw[j, 1], raw[j, 2] = raw[j - 1, 0], raw[j - 1, 1], raw[j - 1, 2]
            j -= 1
        raw[j, 0], raw[j, 1], raw[j, 2] = at, seat, reached
    end = last_moment(state, table)
    for i in range(course.events):
        if raw[i, 0] > end:
            break
        seat = raw[i, 1]
        if (course.acted >> seat) & 1:
            course.rounds += 1
            for other in range(seats):
                path[course.rounds, other] = course.standing[other]
            course.acted = 0
        course.acted |= np.int64(1) << seat
        course.standing[seat] = raw[i, 2]
    if course.acted:
        course.rounds += 1
        for other in range(seats):
            path[course.rounds, other] = course.standing[other]


def follow(
    state: Any, table: Any, policies: Any, seats: Any, seed: Any, index: Any, limit: Any, work: Any, memory: Any,
    course: Any, path: Any, raw: Any,
) -> Any:  # fmt: skip
    """Play number `index` with its course; True when it ended, False when capped at `limit` decisions.

    Parameters
    ----------
    state, table, policies, seed, index, limit, work, memory
        As in :func:`simulate.kernels.playout.play_out`.
    course : COURSE
    path : int64[limit + seats + 2, seats]
        The standings at the start and after each round.
    raw : int64[limit + seats + 1, 3]
        Of a race: clock, seat, standing.
    """
    setup(state, table, seed, index)
    open_stream(work, np.uint64(seed) ^ policies.salt, POLICY, index)
    open_search(work, np.uint64(seed) ^ policies.salt, index)
    clear(course)
    if HAS_STANDING:
        if RACES:
            for seat in range(seats):
                path[0, seat] = 0
        else:
            note(state, table, seats, course, path)
    inside = False
    while not over(state, table):
        if course.decisions >= limit:
            return False
        seat = seat_to_act(state, table)
        if HAS_STANDING and not RACES and not inside:
            begin_round(state, table, seats, seat, course, path)
        make_turn(state, table, policies, seat, work, memory, course)
        inside = mid_turn(state, table)
        if HAS_STANDING and RACES:
            note_event(state, table, seat, course, raw)
    witness(state, table, np.int64(-1), course)
    if HAS_STANDING:
        if RACES:
            arrange(state, table, seats, course, path, raw)
        elif course.acted:
            course.rounds += 1
            note(state, table, seats, course, path)
    return True


def course_block(
    state: Any, work: Any, memory: Any, course: Any, table: Any, policies: Any, layout: Any, course_layout: Any,
    scale: Any, path: Any, raw: Any, beliefs: Any, seed: Any, first: Any, count: Any, limit: Any, row: Any,
) -> Any:  # fmt: skip
    """Play `count` plays from index `first` and add them and their courses to `row`; return a status.

    Parameters
    ----------
    state, work, course, table, policies : records
        Scratch space (the game's STATE, WORK, COURSE); the game's table, POLICIES.
    memory : tuple of arrays
        As in :func:`simulate.kernels.playout.play_block`.
    layout, course_layout, scale : records
        LAYOUT, COURSE_LAYOUT, SCALE.
    path, raw : int64 arrays
        As in :func:`follow`.
    beliefs : int64[limit + seats + 2, seats]
        Scratch space.
    row : int64[width]
        Tally row; must start at zero. What the plain kernel counts stands first, the same numbers.
    """
    values = work.values
    for index in range(first, first + count):
        row[PLAYS] += 1
        if not follow(state, table, policies, layout.seats, seed, index, limit, work, memory, course, path, raw):
            row[CAPPED] += 1
            continue
        won = winners(state, table)
        count_wins(row, layout, won)
        measure(state, table, layout.seats, values)
        status = count_values(row, layout, values)
        if status != DONE:
            return status
        reckon(course, scale, path, beliefs, layout.seats, won, work, seed, index, HAS_STANDING)
        status = count_course(row, course, course_layout, scale, layout.seats, won, path, index, HAS_STANDING)
        if status != DONE:
            return status
    return DONE


def course_each(
    state: Any, work: Any, memory: Any, course: Any, table: Any, policies: Any, seats: Any, path: Any, raw: Any,
    seed: Any, index: Any, limit: Any,
) -> Any:  # fmt: skip
    """Play one play and leave its standings in `path`; return the winners' bits, 0 for a capped play."""
    if not follow(state, table, policies, seats, seed, index, limit, work, memory, course, path, raw):
        return np.int64(0)
    return np.int64(winners(state, table))
