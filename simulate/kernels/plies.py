"""The positions on the way down of a search of limited depth: their actions in order, and the best of them so far.

The searching seat wants a high value, every other seat is taken to want a low one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.jit import rule

LEAVES = ("promise", "copy_changing", "order_actions", "next_action", "take", "done")
APART = ()
INLINE: Callable[..., Any] = rule

FAR = np.float64(1e9)
"""No lead is as large."""

NO_ACTION = np.int64(-1)

PLY = np.dtype(
    [
        ("key", "u8"),
        ("alpha", "f8"), ("beta", "f8"), ("from_alpha", "f8"), ("from_beta", "f8"),  # the window, and as it began
        ("best", "f8"), ("action", "i8"),  # the best value so far, and what it comes from
        ("depth", "i8"), ("high", "i8"),  # depth left; 1: the searching seat decides, which wants the value high
        ("tried", "i8"), ("actions", "i8"),
        ("horizon", "i8"),  # 1: some value below is an evaluation
        ("killer", "i8"),  # the action that last refuted a position of this ply
        # of expectimax, for the action at hand
        ("total", "f8"), ("missing", "i8"),  # the values so far; samples whose value is not known yet
        ("outcome", "i8"), ("outcomes", "i8"),  # the one looked at; how many were told apart
    ],
    align=True,
)  # fmt: skip
"""One position on the way down."""

HINT, KILLER = np.int64(1 << 60), np.int64(1 << 40)


def promise(state: Any, table: Any, action: Any) -> Any:
    """How soon (int64) an action should be tried: all alike."""
    return np.int64(0)


def copy_changing(target: Any, source: Any, states: Any) -> Any:
    """Copy position number `source` of `states` to number `target`."""
    states[target] = states[source]


def order_actions(at: Any, ply: Any, table: Any, hint: Any, memory: Any) -> Any:
    """Write how soon each action of a ply is tried: the known best, the last that refuted, then as the game says."""
    state, actions, order = memory.states[at], memory.listed[at], memory.order[at]
    for i in range(ply.actions):
        action = actions[i]
        soon = promise(state, table, action)
        soon = KILLER if action == ply.killer else soon
        order[i] = HINT if action == hint else soon


def next_action(at: Any, ply: Any, memory: Any) -> Any:
    """The most promising action (int64) that was not tried yet."""
    actions, order = memory.listed[at], memory.order[at]
    first = best = ply.tried
    for i in range(first + 1, ply.actions):
        if order[i] > order[best]:
            best = i
    action = actions[best]
    actions[best], order[best] = actions[first], order[first]
    actions[first] = action
    ply.tried += 1
    return action


def take(ply: Any, value: Any, horizon: Any, action: Any) -> Any:
    """Add the value below one more action to a ply."""
    ply.horizon |= horizon
    if ply.high == 1:
        if value > ply.best:
            ply.best, ply.action = value, action
        ply.alpha = max(ply.alpha, value)
    else:
        if value < ply.best:
            ply.best, ply.action = value, action
        ply.beta = min(ply.beta, value)


def done(ply: Any) -> Any:
    """True when no further action can matter."""
    if ply.alpha >= ply.beta:
        ply.killer = ply.action
        return True
    return ply.tried == ply.actions
