"""Gambler's ruin: a coin after the other, from a capital to nothing or to the goal. Every answer is a known number."""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.purposes import CHANCE
from simulate.kernels.rng import STREAM, chance, open_stream

STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("capital", "i8"), ("turns", "i8")], align=True
)
TABLE = np.dtype([("capital", "i8"), ("goal", "i8"), ("p", "f8")], align=True)
LONGEST = 3000
MEASURES = Measures(
    score=Measure("score", "coins", "coins", 64, per_seat=True),
    margin=Measure("margin", "coins between the two", "coins", 64),
    own=(Measure("turns", "tosses", "tosses", LONGEST),),
)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, CHANCE, play)
    state.capital = table.capital
    state.turns = 0


@rule
def over(state, table):
    return state.capital == 0 or state.capital == table.goal


@rule
def seat_to_act(state, table):
    return 0


@rule
def legal(state, table, actions):
    actions[0] = 0
    return 1


@rule
def apply(state, table, action):
    state.capital += 1 if chance(state, table.p) else -1
    state.turns += 1


@rule
def points(state, table, seat):
    return state.capital if seat == 0 else table.goal - state.capital


@rule
def winners(state, table):
    return np.int64(1) if state.capital == table.goal else np.int64(2)


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    return np.int64(0)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return np.int64(0)


def table(capital: int, goal: int, p: float) -> np.ndarray:
    made = np.zeros(1, TABLE)
    made[0] = (capital, goal, p)
    return made
