"""A walk of steps +1 and -1: whoever is ahead after the last step wins. `feedback` lets the lead feed itself.

Without feedback all that metrics of the lead say is known exactly. Seat 1 stands at 0, seat 0 at the walk's place, so
standings may be negative. Component 0 is worth `bonus` steps to who holds it (each seat by a coin); event 0 always
happens, event 1 never, event 2 when seat 0 is at 0 in the end or the middle.
"""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Component, Event, Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.purposes import CHANCE
from simulate.kernels.rng import STREAM, chance, open_stream

STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("place", "i8"), ("turns", "i8"),
     ("holds", "i8", (2,))],
    align=True,
)  # fmt: skip
TABLE = np.dtype([("steps", "i8"), ("feedback", "f8"), ("bonus", "i8")], align=True)
FARTHEST = 160
MEASURES = Measures(
    score=Measure("score", "place", "steps", 2 * FARTHEST, per_seat=True),
    margin=Measure("margin", "steps between the two", "steps", 2 * FARTHEST),
    own=(Measure("turns", "steps", "steps", FARTHEST),),
)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, CHANCE, play)
    state.turns = 0
    for seat in range(2):
        state.holds[seat] = np.int64(chance(state, 0.5))
    state.place = table.bonus * (state.holds[0] - state.holds[1])


@rule
def over(state, table):
    return state.turns == table.steps


@rule
def seat_to_act(state, table):
    return 0


@rule
def legal(state, table, actions):
    actions[0] = 0
    actions[1] = 0
    return 1 + state.turns % 2


@rule
def apply(state, table, action):
    up = 0.5
    if state.place > 0:
        up += table.feedback
    if state.place < 0:
        up -= table.feedback
    state.place += 1 if chance(state, up) else -1
    state.turns += 1


@rule
def points(state, table, seat):
    return state.place + FARTHEST if seat == 0 else np.int64(FARTHEST)


@rule
def winners(state, table):
    if state.place == 0:
        return np.int64(3)
    return np.int64(1) if state.place > 0 else np.int64(2)


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
    return state.place if seat == 0 else np.int64(0)


@rule
def witness(state, table, action, course):
    if action >= 0:
        course.seen |= np.int64(1)
        return
    if state.place == 0:
        course.seen |= np.int64(4)
    for seat in range(2):
        course.taken[seat, 0] += state.holds[seat]


def events(rules, players):
    return (Event("step", "a step is made"), Event("leap", "a leap is made"), Event("home", "the walk ends at 0"))


def components(rules, players):
    return (Component("charm", "charms held"),)


def table(steps: int, feedback: float = 0.0, bonus: int = 0) -> np.ndarray:
    made = np.zeros(1, TABLE)
    made[0] = (steps, feedback, bonus)
    return made
