"""How a leaf of a search is judged: played on to the end by a policy, or by the game's forecast of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule, stay_a_call
from simulate.kernels.playout import FORECAST, RANDOM

LEAVES = ("reward", "forecast", "ended", "reward_of")
APART = ("roll_out",)
INLINE: Callable[..., Any] = rule

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
over: Any = None
seat_to_act: Any = None
apply: Any = None
winners: Any = None
pick_uniform: Any = None
choose: Any = None
concluded: Any = None
advance: Any = None


def reward(state: Any, table: Any, seat: Any) -> Any:
    """The seat's share (float64, 0 … 1) of first place in a finished play."""
    bits = winners(state, table)
    return np.float64((bits >> seat) & 1) / np.float64(count_ones(np.uint64(bits)))


def forecast(state: Any, table: Any, seat: Any) -> Any:
    """No idea: 1/2."""
    return 0.5


def ended(state: Any, table: Any, seat: Any) -> Any:
    """True when the play is over, or what concerns `seat` is."""
    return over(state, table) or concluded(state, table, seat)


def roll_out(position: Any, table: Any, seat: Any, kind: Any, policies: Any, inner: Any, limit: Any) -> Any:
    """Play on by policy `kind` in every seat until the play is over, or what concerns `seat` is."""
    stay_a_call()
    if kind == FORECAST:
        return
    decisions = 0
    if kind == RANDOM:
        while not ended(position, table, seat) and decisions < limit:
            apply(position, table, pick_uniform(position, table, inner))
            decisions += 1
        return
    while not ended(position, table, seat) and decisions < limit:
        mover = seat_to_act(position, table)
        advance(position, table, choose(position, table, mover, kind, policies, inner, inner.actions))
        decisions += 1


def reward_of(position: Any, table: Any, searcher: Any, seat: Any, kind: Any) -> Any:
    """The reward (float64) of `seat` where a rollout stopped; 1/2 where the limit of decisions stopped it."""
    if ended(position, table, searcher):
        return reward(position, table, seat)
    if kind == FORECAST:
        return forecast(position, table, seat)
    return 0.5
