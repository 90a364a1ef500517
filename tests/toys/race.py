"""Race to a target with a die, seats in turn: the first to reach it wins. The exact shares are known fractions."""

from __future__ import annotations

import numpy as np

from simulate.kernels.jit import rule
from simulate.kernels.purposes import CHANCE
from simulate.kernels.rng import STREAM, below, open_stream

STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("turn", "i8"), ("turns", "i8"), ("done", "i8"),
     ("score", "i8", (4,))],
    align=True,
)  # fmt: skip
TABLE = np.dtype([("seats", "i8"), ("target", "i8"), ("sides", "i8")], align=True)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, CHANCE, play)
    state.turn = 0
    state.turns = 0
    state.done = 0
    for seat in range(4):
        state.score[seat] = 0


@rule
def over(state, table):
    return state.done == 1


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
    state.score[seat] += below(state, table.sides) + 1
    state.turns += 1
    if state.score[seat] >= table.target:
        state.done = 1
    else:
        state.turn = (seat + 1) % table.seats


@rule
def points(state, table, seat):
    return state.score[seat]


@rule
def winners(state, table):
    return np.int64(1) << state.turn


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    return np.int64(0)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return np.int64(0)


def table(seats: int, target: int, sides: int = 6) -> np.ndarray:
    made = np.zeros(1, TABLE)
    made[0] = (seats, target, sides)
    return made
