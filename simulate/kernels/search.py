"""Searches, written once for all games: where they branch off, the stream they draw from, the memory they work with.

A search is a kernel of its own file (:mod:`simulate.kernels.mcts`, …), compiled per game like the plays themselves by
:mod:`simulate.kernels.specialise`, and named in :func:`think`. It sees the play's state, of which it makes copies; in a
copy it first draws anew all that its seat cannot know (``determinize``). It draws only from streams keyed by (seed,
SEARCH, play; seat, decision; iteration), so a larger budget shifts no luck of the play and of no other seat.

Placeholders stand for a game's search hooks (:mod:`simulate.games.contract` tells what each does).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.kernels.jit import rule, stay_a_call
from simulate.kernels.minimax import COUNTERS, KNOWN, MOST_DEPTH, TABLE_BITS
from simulate.kernels.playout import ALPHABETA, EXPECTIMAX, MAX_ACTIONS, MCTS, WORK
from simulate.kernels.plies import PLY
from simulate.kernels.purposes import SEARCH
from simulate.kernels.rng import PLAY_STEP, ZERO, mix, stream_key, stream_twist, word

LEAVES = ("mcts", "alphabeta", "expectimax", "open_search", "decision_key", "begin_iteration", "sight", "concluded")
APART = ("think", "list_legal", "advance")
INLINE: Callable[..., Any] = rule

NODE = np.dtype(
    [
        ("action", "i8"),
        ("sight", "u8"),  # what the seat to act sees, where luck or other hands decide it
        ("value", "f8"),  # mean reward of the seat that chose the action
        ("width", "f8"),  # 1 / sqrt(visits)
        ("trust", "f8"),  # added to what the width is multiplied with
        ("visits", "i4"),
        ("offered", "i4"),  # visits in which the action was legal
        ("first", "i4"), ("next", "i4"),  # its first child, its next sibling; -1: none
        ("tried", "i4"), ("legal", "i4"),  # children; legal actions, -1 before they are counted
        ("begin", "i4"),  # number of the action that is tried first
        ("favourite", "i8"),  # the action that the guide chooses, -1: none
    ],
    align=True,
)  # fmt: skip
"""A node of a search tree."""


class Memory(NamedTuple):
    """What searches of one kernel call work with; made by Python, nothing is allocated while searching.

    Attributes
    ----------
    nodes : NODE[capacity]
    path : int64[2, limit + 1]
        Nodes on the way down, and the seat that chose each.
    position : STATE[1]
        The copy that is played on.
    inner : WORK[1]
        The stream and scratch space of the copy.
    clock : int64[2]
        See :func:`simulate.kernels.clock.now`.
    states : STATE[depths], plies : PLY[depths], listed, order : int64[depths, MAX_ACTIONS]
        Of searches to a depth: the positions on the way down and their actions.
    outcomes : OUTCOME[depths, samples]
        Of expectimax: what the action at hand led to, told apart by what is seen.
    known : KNOWN[size]
        Of alphabeta: positions searched before; a power of two.
    counters : int64[COUNTERS]
        Of searches to a depth: positions looked at, decisions made.
    """

    nodes: NDArray[np.void]
    path: NDArray[np.int64]
    position: NDArray[np.void]
    inner: NDArray[np.void]
    clock: NDArray[np.int64]
    states: NDArray[np.void]
    plies: NDArray[np.void]
    listed: NDArray[np.int64]
    order: NDArray[np.int64]
    outcomes: NDArray[np.void]
    known: NDArray[np.void]
    counters: NDArray[np.int64]


OUTCOME = np.dtype([("sight", "u8"), ("sample", "i8"), ("weight", "i8")], align=True)
"""What an action may lead to: what is seen then, the first sample that led to it, and how many did."""

MOST_NODES = 1 << 22
NODES_A_MILLISECOND = 2000
"""Room for the nodes of a search that is given time; where it is used up, the tree grows no further."""

NODES_AN_ITERATION = 2


def make_memory(policies: NDArray[np.void], state: np.dtype[Any], limit: int) -> Memory:
    """The memory for all searches of `policies`.

    Parameters
    ----------
    policies : POLICIES[1]
    state : dtype
        The game's STATE.
    limit : int
        Most decisions of a play.
    """
    searching = policies[0]["kind"] == MCTS
    iterations = int(policies[0]["budget"][searching].max(initial=0))
    milliseconds = int(policies[0]["nanoseconds"][searching].max(initial=0)) // 1_000_000
    transposing = alphabeta_depth(policies) > 0
    looking = policies[0]["kind"] == EXPECTIMAX
    depths = max(alphabeta_depth(policies), int(policies[0]["budget"][looking].max(initial=0))) + 1
    samples = int(policies[0]["samples"][looking].max(initial=0))
    room = max(NODES_AN_ITERATION * iterations, NODES_A_MILLISECOND * milliseconds) + 2
    return Memory(
        nodes=np.zeros(min(room, MOST_NODES), NODE),
        path=np.zeros((2, limit + 1), np.int64),
        position=np.zeros(1, state),
        inner=np.zeros(1, WORK),
        clock=np.zeros(2, np.int64),
        states=np.zeros(depths, state),
        plies=np.zeros(depths, PLY),
        listed=np.zeros((depths, MAX_ACTIONS), np.int64),
        order=np.zeros((depths, MAX_ACTIONS), np.int64),
        outcomes=np.zeros((depths, max(samples, 1)), OUTCOME),
        known=np.zeros(1 << (TABLE_BITS if transposing else 0), KNOWN),
        counters=np.zeros(COUNTERS, np.int64),
    )


def alphabeta_depth(policies: NDArray[np.void]) -> int:
    """The deepest search of any seat that plays alphabeta; 0 when none does."""
    searching = policies[0]["kind"] == ALPHABETA
    if (policies[0]["nanoseconds"][searching] > 0).any():
        return MOST_DEPTH
    return int(policies[0]["budget"][searching].max(initial=0))


# Placeholders, see simulate.kernels.playout.
legal: Any = None
apply: Any = None


def sight(state: Any, table: Any) -> Any:
    """Nothing is seen by luck: what holds for a game without chance and without hidden things."""
    return ZERO


def concluded(state: Any, table: Any, seat: Any) -> Any:
    """Never before the play is over."""
    return False


def open_search(work: Any, seed: Any, play: Any) -> Any:
    """Open the stream of searches of one play."""
    work.search_key = stream_key(seed, SEARCH, play)
    work.search_twist = stream_twist(work.search_key)


def decision_key(work: Any) -> Any:
    """The key (uint64) of the searches of the decision at hand."""
    return mix(word(work.search_key, work.search_twist, work.at))


def begin_iteration(inner: Any, key: Any, iteration: Any) -> Any:
    """Open the stream of one iteration of the search with decision key `key`."""
    inner.key = mix(key + np.uint64(iteration) * PLAY_STEP)
    inner.twist = stream_twist(inner.key)
    inner.at = ZERO


def mcts(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """Find nothing: what holds where no seat searches so."""
    return np.int64(-1)


def alphabeta(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """Find nothing: what holds for a game without ``evaluate`` (see :mod:`simulate.kernels.minimax`)."""
    return np.int64(-1)


def expectimax(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """Find nothing: what holds where no seat searches so (see :mod:`simulate.kernels.expectation`)."""
    return np.int64(-1)


def think(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """The action (int64) that the search of `seat` finds."""
    stay_a_call()
    if policies.kind[seat] == ALPHABETA:
        return alphabeta(state, table, policies, seat, work, memory)
    if policies.kind[seat] == EXPECTIMAX:
        return expectimax(state, table, policies, seat, work, memory)
    return mcts(state, table, policies, seat, work, memory)


def list_legal(state: Any, table: Any, actions: Any) -> Any:
    """The rule ``legal`` as a call, so that it is compiled once for all places in searches."""
    stay_a_call()
    return legal(state, table, actions)


def advance(state: Any, table: Any, action: Any) -> Any:
    """The rule ``apply`` as a call, so that it is compiled once for all places in searches."""
    stay_a_call()
    apply(state, table, action)
