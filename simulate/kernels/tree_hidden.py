"""The way down a search tree where luck or hidden things decide what an action leads to.

Information set search (Cowling, Powley, Whitehouse 2012): each iteration goes down in a copy whose hidden things are
drawn anew. Two kinds of nodes alternate. A *sight* stands for all positions that look the same to the seat to act; its
children are the actions. An action's children are the sights that it led to, so what luck brings is told apart. Only
actions that are legal in the copy at hand are compared, each with the number of times it was on offer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.jit import rule
from simulate.kernels.rng import below

LEAVES = ("bring_forward", "preferred", "sight_below", "go_down")
APART = ()
INLINE: Callable[..., Any] = rule

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
seat_to_act: Any = None
list_legal: Any = None
advance: Any = None
sight: Any = None
ended: Any = None
add_child: Any = None
favourite: Any = None


def bring_forward(actions: Any, begin: Any, n: Any, action: Any) -> Any:
    """Swap `action` to place `begin` of the list if it stands there or behind, before place `n`; True if it does."""
    for i in range(begin, n):
        if actions[i] == action:
            actions[i] = actions[begin]
            actions[begin] = action
            return True
    return False


def preferred(nodes: Any, parent: Any, explore: Any, actions: Any, n: Any) -> Any:
    """Of the children whose actions are listed, the one with the highest upper confidence bound, and their number.

    Their actions are brought to the front of the list; each is noted to have been on offer once more.
    """
    best = np.int64(-1)
    matched = np.int64(0)
    highest = -1.0
    child = np.int64(nodes[parent].first)
    while child >= 0:
        one = nodes[child]
        if bring_forward(actions, matched, n, one.action):
            matched += 1
            one.offered += 1
            spread = explore * math.sqrt(math.log(np.float64(one.offered)))
            bound = one.value + (spread + one.trust) * one.width
            if bound > highest:
                highest = bound
                best = child
        child = np.int64(one.next)
    return best, matched


def sight_below(nodes: Any, parent: Any, seen: Any) -> Any:
    """The child (int64) of an action that stands for what is seen; -1: none yet."""
    child = np.int64(nodes[parent].first)
    while child >= 0 and nodes[child].sight != seen:
        child = np.int64(nodes[child].next)
    return child


def go_down(position: Any, table: Any, seat: Any, policies: Any, inner: Any, nodes: Any, used: Any, path: Any) -> Any:
    """Follow the most promising actions to a sight with an untried one, add that, and do them all in `position`.

    Returns
    -------
    used, length : int64
        Nodes of the tree now; steps written to `path`.
    """
    node = length = np.int64(0)
    while not ended(position, table, seat) and length < path.shape[1]:
        if length > 0:
            seen = sight(position, table)
            action_node = node
            node = sight_below(nodes, action_node, seen)
            if node < 0:
                if used == nodes.shape[0]:
                    break
                add_child(nodes, action_node, used, np.int64(-1), seen)
                node = used
                used += 1
        path[1, length] = seat_to_act(position, table)
        if nodes[node].legal < 0:
            nodes[node].favourite = favourite(position, table, seat, policies, inner)
            nodes[node].legal = 0
        n = list_legal(position, table, inner.actions)
        best, matched = preferred(nodes, node, policies.explore[seat], inner.actions, n)
        if matched < n:
            if used == nodes.shape[0]:
                break
            wanted = nodes[node].favourite
            if matched > 0 or not bring_forward(inner.actions, 0, n, wanted):
                wanted = inner.actions[matched + below(inner, n - matched)]
            action = wanted
            add_child(nodes, node, used, action, np.uint64(0))
            nodes[used].offered = 1
            if action == nodes[node].favourite:
                nodes[used].trust = policies.trust[seat]
            advance(position, table, action)
            path[0, length] = used
            return used + 1, length + 1
        node = best
        advance(position, table, nodes[node].action)
        path[0, length] = node
        length += 1
    return used, length
