"""Race to a target with a die, seats in turn: the first to reach it wins. The exact shares are known fractions.

With `whole` the round is played to its end, and most points win: ties of any number of seats. A roll of 1 goes on with
the same turn when `again` is set. Seat s gets a component for each 1 it rolls; event 0: a 6, event 1: never.
"""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Component, Event, Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.purposes import CHANCE
from simulate.kernels.rng import STREAM, below, open_stream

STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("turn", "i8"), ("turns", "i8"), ("done", "i8"),
     ("score", "i8", (8,)), ("ones", "i8", (8,)), ("sixes", "i8"), ("again", "i8")],
    align=True,
)  # fmt: skip
TABLE = np.dtype([("seats", "i8"), ("target", "i8"), ("sides", "i8"), ("whole", "i8"), ("again", "i8")], align=True)
HIGHEST = 256
MEASURES = Measures(
    score=Measure("score", "points", "points", HIGHEST, per_seat=True),
    margin=Measure("margin", "points between the best two", "points", HIGHEST),
    own=(Measure("turns", "rolls", "rolls", 3000),),
)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, CHANCE, play)
    state.turn = 0
    state.turns = 0
    state.done = 0
    state.sixes = 0
    state.again = 0
    for seat in range(8):
        state.score[seat] = 0
        state.ones[seat] = 0


@rule
def over(state, table):
    return state.done == 1 and (table.whole == 0 or state.turn == 0)


@rule
def seat_to_act(state, table):
    return state.turn


@rule
def legal(state, table, actions):
    actions[0] = 0
    return 1


@rule
def apply(state, table, action):
    seat = state.turn
    rolled = below(state, table.sides) + 1
    state.score[seat] += rolled
    state.ones[seat] += rolled == 1
    state.sixes += rolled == 6
    state.turns += 1
    if state.score[seat] >= table.target:
        state.done = 1
    state.again = np.int64(table.again == 1 and rolled == 1 and state.done == 0)
    if state.again == 0 and (state.done == 0 or table.whole == 1):
        state.turn = (seat + 1) % table.seats


@rule
def points(state, table, seat):
    return state.score[seat]


@rule
def winners(state, table):
    if table.whole == 0:
        return np.int64(1) << state.turn
    best = np.int64(0)
    won = np.int64(0)
    for seat in range(table.seats):
        if state.score[seat] > best:
            best = state.score[seat]
            won = np.int64(0)
        if state.score[seat] == best:
            won |= np.int64(1) << seat
    return won


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    return np.int64(0)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return np.int64(0)


@rule
def standing(state, table, seat):
    return state.score[seat]


@rule
def mid_turn(state, table):
    return state.again == 1


@rule
def witness(state, table, action, course):
    if action >= 0:
        return
    course.seen |= np.int64(state.sixes > 0)
    for seat in range(table.seats):
        course.taken[seat, 0] += state.ones[seat]


def events(rules, players):
    return (Event("six", "a six is rolled"), Event("seven", "a seven is rolled"))


def components(rules, players):
    return (Component("one", "ones rolled"),)


def table(seats: int, target: int, sides: int = 6, *, whole: bool = False, again: bool = False) -> np.ndarray:
    made = np.zeros(1, TABLE)
    made[0] = (seats, target, sides, whole, again)
    return made
