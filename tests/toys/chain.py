"""Tokens that walk by dice through a table of states until one of them is home: many known games in one.

``to[state, face]`` is where a face leads. With `tokens` > 1 the seats take turns, each with a token of its own, and the
first one home wins. With one token states say who has won: ``won[state]`` holds the winners' bits, 0 while it goes on.
"""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.purposes import CHANCE
from simulate.kernels.rng import STREAM, below, open_stream

MOST_STATES, MOST_FACES, LONGEST = 128, 36, 2000
STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("turn", "i8"), ("turns", "i8"), ("done", "i8"),
     ("at_state", "i8", (4,))],
    align=True,
)  # fmt: skip
TABLE = np.dtype(
    [("tokens", "i8"), ("faces", "i8"), ("to", "i8", (MOST_STATES, MOST_FACES)), ("won", "i8", (MOST_STATES,))],
    align=True,
)
MEASURES = Measures(
    score=Measure("score", "state", "states", MOST_STATES, per_seat=True),
    margin=Measure("margin", "states between the two", "states", MOST_STATES),
    own=(Measure("turns", "throws", "throws", LONGEST),),
)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, CHANCE, play)
    state.turn = 0
    state.turns = 0
    state.done = 0
    for seat in range(4):
        state.at_state[seat] = 0


@rule
def over(state, table):
    return state.done != 0


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
    reached = table.to[state.at_state[seat], below(state, table.faces)]
    state.at_state[seat] = reached
    state.turns += 1
    if table.won[reached]:
        state.done = table.won[reached] if table.tokens == 1 else np.int64(1) << seat
    state.turn = (seat + 1) % table.tokens


@rule
def points(state, table, seat):
    return state.at_state[seat]


@rule
def winners(state, table):
    return state.done


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    return np.int64(0)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return np.int64(0)


def table(to: dict[int, list[int]], won: dict[int, int], tokens: int = 1) -> np.ndarray:
    """`to`: for each state where each face leads; `won`: the winners' bits of the states where it ends."""
    made = np.zeros(1, TABLE)
    record = made[0]
    record["tokens"] = tokens
    record["faces"] = len(next(iter(to.values())))
    for state, reached in to.items():
        record["to"][state, : len(reached)] = reached
    for state, bits in won.items():
        record["won"][state] = bits
    return made


def first_to_a_six(seats: int) -> np.ndarray:
    return table({0: [0] * 5 + [1]}, {1: 1}, seats)


def craps() -> np.ndarray:
    """State 0 the first throw, 4 … 10 the point, 20 won, 21 lost."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    first = [20 if s in (7, 11) else 21 if s in (2, 3, 12) else s for s in sums]
    points_ = {p: [20 if s == p else 21 if s == 7 else p for s in sums] for p in (4, 5, 6, 8, 9, 10)}
    return table({0: first, **points_}, {20: 1, 21: 2})


def best_of_seven(wins_of_twenty: int) -> np.ndarray:
    """State 5 a + b: games won by either side."""
    to = {
        5 * a + b: [5 * (a + 1) + b] * wins_of_twenty + [5 * a + b + 1] * (20 - wins_of_twenty)
        for a in range(4) for b in range(4)
    }  # fmt: skip
    return table(to, {**{20 + b: 1 for b in range(4)}, **{5 * a + 4: 2 for a in range(4)}})


def coupons(faces: int) -> np.ndarray:
    """State: how many different faces were seen."""
    return table({k: [k] * k + [k + 1] * (faces - k) for k in range(faces)}, {faces: 1})


JUMPS = {
    1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100,
    16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78,
}  # fmt: skip
"""Ladders and snakes of the Milton Bradley board."""


def snakes_and_ladders(seats: int) -> np.ndarray:
    def move(square: int, face: int) -> int:
        there = square + face
        return square if there > 100 else JUMPS.get(there, there)

    return table({square: [move(square, face) for face in range(1, 7)] for square in range(100)}, {100: 1}, seats)
