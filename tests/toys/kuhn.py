"""Kuhn's poker: three cards, one chip each, one bet. Worth -1/18 chip to the first player between equilibria.

Action 0 checks or folds, 1 bets or calls. Kind 1 is the equilibrium in which the first player never bluffs (alpha = 0),
kind 2 the one with alpha = 1/3; against either the second player's only equilibrium. A score is 2 + the chips won.
"""

from __future__ import annotations

import numpy as np

from simulate.games.contract import Measure, Measures
from simulate.kernels.jit import rule
from simulate.kernels.purposes import SETUP
from simulate.kernels.rng import STREAM, below, chance, open_stream

KINDS = {"cautious": 1, "bluffing": 2}
STATE = np.dtype(
    [*((name, STREAM[name]) for name in ("key", "twist", "at")), ("card", "i8", (2,)), ("turns", "i8"), ("line", "i8"),
     ("won", "i8")],
    align=True,
)  # fmt: skip
TABLE = np.dtype([("nothing", "i8")], align=True)
MEASURES = Measures(
    score=Measure("score", "2 + chips won", "chips", 5, per_seat=True),
    margin=Measure("margin", "chips between the two", "chips", 5),
    own=(Measure("turns", "actions", "actions", 4),),
)


@rule
def setup(state, table, seed, play):
    open_stream(state, seed, SETUP, play)
    deal = below(state, 6)
    first = deal // 2
    second = deal % 2
    state.card[0] = first
    state.card[1] = second + np.int64(second >= first)
    state.turns = 0
    state.line = 1  # the actions so far as bits behind a leading 1
    state.won = 0


@rule
def over(state, table):
    # check check, bet fold, bet call, check bet fold, check bet call
    return state.line == 4 or state.line == 6 or state.line == 7 or state.line == 10 or state.line == 11


@rule
def seat_to_act(state, table):
    return state.turns & 1


@rule
def legal(state, table, actions):
    actions[0] = 0
    actions[1] = 1
    return 2


@rule
def apply(state, table, action):
    state.line = 2 * state.line + action
    state.turns += 1
    higher = 1 if state.card[0] > state.card[1] else -1
    if state.line == 4:
        state.won = higher
    if state.line == 7 or state.line == 11:
        state.won = 2 * higher
    if state.line == 6:
        state.won = 1
    if state.line == 10:
        state.won = -1


@rule
def points(state, table, seat):
    return 2 + state.won if seat == 0 else 2 - state.won


@rule
def winners(state, table):
    return np.int64(1) if state.won > 0 else np.int64(2)


@rule
def observe(state, table, at, values):
    values[at] = state.turns


@rule
def pick_uniform(state, table, noise):
    return below(noise, 2)


@rule
def choose(state, table, seat, kind, policies, noise, actions):
    """How likely an equilibrium bets or calls, by its card and the line."""
    bluff = 0.0 if kind == 1 else 1.0 / 3.0
    card, line = state.card[seat], state.line
    p = 0.0
    if line == 1:  # the first player begins
        p = bluff if card == 0 else (3 * bluff if card == 2 else 0.0)
    if line == 5:  # … answers a bet
        p = 1.0 if card == 2 else (bluff + 1.0 / 3.0 if card == 1 else 0.0)
    if line == 2:  # the second player after a check
        p = 1.0 if card == 2 else (1.0 / 3.0 if card == 0 else 0.0)
    if line == 3:  # … after a bet
        p = 1.0 if card == 2 else (1.0 / 3.0 if card == 1 else 0.0)
    return np.int64(chance(noise, p))


def table() -> np.ndarray:
    return np.zeros(1, TABLE)
