"""The way down a search tree where an action always leads to the same position: no luck, nothing hidden."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.jit import rule
from simulate.kernels.rng import below

LEAVES = ("count_legal", "legal_number", "preferred", "go_down")
APART = ("untried",)
INLINE: Callable[..., Any] = rule

STRIDE = 4099
"""A prime above the number of actions of any decision: steps of it visit all of them, in a scattered order."""

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
seat_to_act: Any = None
list_legal: Any = None
advance: Any = None
ended: Any = None
add_child: Any = None
favourite: Any = None


def count_legal(state: Any, table: Any, actions: Any) -> Any:
    """Number (int64) of legal actions."""
    return list_legal(state, table, actions)


def legal_number(state: Any, table: Any, k: Any, actions: Any) -> Any:
    """Legal action number `k` (int64)."""
    list_legal(state, table, actions)
    return actions[k]


def preferred(nodes: Any, parent: Any, explore: Any) -> Any:
    """The child with the highest upper confidence bound (UCB1)."""
    spread = explore * math.sqrt(math.log(np.float64(nodes[parent].visits)))
    best = child = np.int64(nodes[parent].first)
    highest = -1.0
    while child >= 0:
        bound = nodes[child].value + (spread + nodes[child].trust) * nodes[child].width
        if bound > highest:
            highest = bound
            best = child
        child = np.int64(nodes[child].next)
    return best


def untried(position: Any, table: Any, here: Any, actions: Any) -> Any:
    """The action (int64) of a node to be tried next: its favourite first, then the others in scattered order."""
    if here.favourite < 0:
        return legal_number(position, table, (here.begin + here.tried * STRIDE) % here.legal, actions)
    if here.tried == 0:
        return here.favourite
    action = legal_number(position, table, (here.begin + (here.tried - 1) * STRIDE) % here.legal, actions)
    if action != here.favourite:
        return action
    here.begin = (here.begin + STRIDE) % here.legal  # from now on every number is one further
    return legal_number(position, table, (here.begin + (here.tried - 1) * STRIDE) % here.legal, actions)


def go_down(position: Any, table: Any, seat: Any, policies: Any, inner: Any, nodes: Any, used: Any, path: Any) -> Any:
    """Follow the most promising actions to a node with an untried one, add that, and do them all in `position`.

    Returns
    -------
    used, length : int64
        Nodes of the tree now; steps written to `path`.
    """
    node = length = np.int64(0)
    while not ended(position, table, seat) and length < path.shape[1]:
        path[1, length] = seat_to_act(position, table)
        here = nodes[node]
        if here.legal < 0:
            here.legal = count_legal(position, table, inner.actions)
            here.begin = below(inner, here.legal)
            here.favourite = favourite(position, table, seat, policies, inner)
        if here.tried < here.legal:
            if used == nodes.shape[0]:
                break
            action = untried(position, table, here, inner.actions)
            add_child(nodes, node, used, action, np.uint64(0))
            if action == here.favourite:
                nodes[used].trust = policies.trust[seat]
            advance(position, table, action)
            path[0, length] = used
            return used + 1, length + 1
        node = preferred(nodes, node, policies.explore[seat])
        advance(position, table, nodes[node].action)
        path[0, length] = node
        length += 1
    return used, length
