"""Monte Carlo tree search (UCT; Kocsis, Szepesvári 2006), one tree a decision.

Each iteration copies the state, draws anew what the seat cannot know, goes down the tree, adds a node, plays on to the
end by the rollout policy and adds the rewards on the way back. Every node's value is that of the seat that chose it, so
any number of seats plays for itself (max^n). How the tree is gone down is in :mod:`simulate.kernels.tree_open` for
games where an action always leads to the same position, and in :mod:`simulate.kernels.tree_hidden` for games with luck
or hidden things.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.borrowed import borrowed
from simulate.kernels.clock import now
from simulate.kernels.jit import rule, stay_a_call

LEAVES = ("begin_tree", "add_child", "learn", "best_child", "in_time")
APART = ("mcts", "favourite")
INLINE: Callable[..., Any] = rule

ROOT = 0
NONE = np.int32(-1)
LOOKS_AT_CLOCK = 16
"""Iterations between two looks at the clock."""

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
seat_to_act: Any = None
choose: Any = None
determinize: Any = None
sight: Any = None
roll_out: Any = None
reward_of: Any = None
decision_key: Any = None
begin_iteration: Any = None
go_down: Any = None
list_legal: Any = None


def mcts(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """The action (int64) of `seat` that most iterations went through, the better one of equals."""
    stay_a_call()
    memory = borrowed(memory)
    sight(state, table)  # what the seat sees is made real before copies are drawn anew
    inner, position = memory.inner[0], memory.position[0]
    n = list_legal(state, table, inner.actions)
    if n == 1:
        return inner.actions[0]
    nodes = memory.nodes
    begin_tree(nodes)
    key = decision_key(work)
    kind = policies.rollout[seat]
    budget, nanoseconds = policies.budget[seat], policies.nanoseconds[seat]
    until = now(memory.clock) + nanoseconds if nanoseconds > 0 else np.int64(0)
    used = np.int64(1)
    iteration = np.int64(0)
    while in_time(iteration, budget, until, memory.clock):
        memory.position[0] = state
        begin_iteration(inner, key, iteration)
        determinize(position, table, seat, inner)
        used, length = go_down(position, table, seat, policies, inner, nodes, used, memory.path)
        roll_out(position, table, seat, kind, policies, inner, memory.path.shape[1])
        learn(position, table, seat, kind, nodes, memory.path, length)
        iteration += 1
    return nodes[best_child(nodes)].action


def in_time(iteration: Any, budget: Any, until: Any, clock: Any) -> Any:
    """True while another iteration may begin; the first one always may."""
    if until == 0:
        return iteration < budget
    return iteration % LOOKS_AT_CLOCK != 0 or iteration == 0 or now(clock) < until


def begin_tree(nodes: Any) -> Any:
    """Make node 0 the root of a new tree."""
    root = nodes[ROOT]
    root.visits = root.tried = root.offered = 0
    root.first = root.next = root.legal = NONE


def add_child(nodes: Any, parent: Any, child: Any, action: Any, seen: Any) -> Any:
    """Make node `child` a new child of node `parent`, reached by `action` or told apart by what is seen."""
    new, above = nodes[child], nodes[parent]
    new.action, new.sight = action, seen
    new.value = new.width = new.trust = 0.0
    new.visits = new.offered = new.tried = 0
    new.first = new.legal = NONE
    new.next = above.first
    above.first = child
    above.tried += 1


def learn(position: Any, table: Any, searcher: Any, kind: Any, nodes: Any, path: Any, length: Any) -> Any:
    """Add the rewards of a finished rollout to the nodes of the path."""
    nodes[ROOT].visits += 1
    for step in range(length):
        node = nodes[path[0, step]]
        node.visits += 1
        gained = reward_of(position, table, searcher, path[1, step], kind)
        node.value += (gained - node.value) / np.float64(node.visits)
        node.width = 1.0 / math.sqrt(np.float64(node.visits))


def favourite(position: Any, table: Any, seat: Any, policies: Any, inner: Any) -> Any:
    """The action (int64) that the guide of the searching `seat` chooses; -1: it has no guide."""
    if policies.trust[seat] == 0.0:
        return np.int64(-1)
    mover = seat_to_act(position, table)
    return choose(position, table, mover, policies.guide[seat], policies, inner, inner.actions)


def best_child(nodes: Any) -> Any:
    """The child of the root with most visits, among equals the one of highest value."""
    best = child = np.int64(nodes[ROOT].first)
    while child >= 0:
        one, other = nodes[child], nodes[best]
        if one.visits > other.visits or (one.visits == other.visits and one.value > other.value):
            best = child
        child = np.int64(one.next)
    return best
