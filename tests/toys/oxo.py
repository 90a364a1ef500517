"""Tic-tac-toe, whose exact answers under random play are known fractions; `swap` gives seat 1 the first move."""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.rng import below

STATE = np.dtype([("marks", "i8", (2,)), ("turn", "i8"), ("turns", "i8")], align=True)
TABLE = np.dtype([("swap", "i8")], align=True)
MEASURES = Measures(
    score=Measure("score", "marks set", "marks", 6, per_seat=True),
    margin=Measure("margin", "marks between the two", "marks", 6),
    own=(Measure("turns", "marks set in all", "turns", 10),),
)


@rule
def setup(state, table, seed, play):
    state.marks[0] = 0
    state.marks[1] = 0
    state.turn = table.swap
    state.turns = 0


@rule
def has_line(marks):
    return (
        marks & 7 == 7
        or marks & 56 == 56
        or marks & 448 == 448
        or marks & 73 == 73
        or marks & 146 == 146
        or marks & 292 == 292
        or marks & 273 == 273
        or marks & 84 == 84
    )


@rule
def over(state, table):
    return has_line(state.marks[0]) or has_line(state.marks[1]) or state.turns == 9


@rule
def seat_to_act(state, table):
    return state.turn


@rule
def legal(state, table, actions):
    n = 0
    for cell in range(9):
        if ((state.marks[0] | state.marks[1]) >> cell) & 1 == 0:
            actions[n] = cell
            n += 1
    return n


@rule
def apply(state, table, action):
    state.marks[state.turn] |= np.int64(1) << action
    state.turn = 1 - state.turn
    state.turns += 1


@rule
def points(state, table, seat):
    n = 0
    for cell in range(9):
        n += (state.marks[seat] >> cell) & 1
    return n


@rule
def winners(state, table):
    if has_line(state.marks[0]):
        return np.int64(1)
    return np.int64(2) if has_line(state.marks[1]) else np.int64(3)


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    k = below(noise, 9 - state.turns)
    for cell in range(9):
        if ((state.marks[0] | state.marks[1]) >> cell) & 1 == 0:
            if k == 0:
                return np.int64(cell)
            k -= 1
    return np.int64(-1)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return pick_uniform(state, table, noise)


@rule
def determinize(state, table, seat, noise):
    """Nothing is hidden."""


def table(swap: int = 0) -> np.ndarray:
    made = np.zeros(1, TABLE)
    made[0] = (swap,)
    return made
