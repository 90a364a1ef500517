"""Alpha-beta search to a fixed depth, for games without luck and hidden things.

The searching seat wants the largest lead at the end: its points less those of the best other seat. Every other seat is
taken to want that lead small; with two seats that is what they want, with more it is the careful view ("paranoid":
Sturtevant, Korf 2000), which keeps the cuts of alpha-beta. Where the depth ends, the game's ``evaluate`` stands in.

Depths 1, 2, … are searched one after another; each finds the order of actions for the next (Slate, Atkin 1977) through
a table of positions, whose entries also answer positions that are met again. What is known without any horizon below it
holds for every depth, so a play that ends within the depth is searched once. Entries of earlier decisions count as
empty, so that what is played does not depend on what was searched before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.borrowed import borrowed
from simulate.kernels.clock import now
from simulate.kernels.jit import rule, stay_a_call
from simulate.kernels.plies import FAR, NO_ACTION
from simulate.kernels.rng import ZERO, mix

LEAVES = ("key", "place_of", "recall", "note", "enter")
APART = ("alphabeta", "search_depth")
INLINE: Callable[..., Any] = rule

MOST_DEPTH = 64
"""Deepest search."""

WHOLE = np.int64(127)
"""Depth of a value with no horizon below it."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
NODES, GENERATION, LATE, COUNTERS = 0, 1, 2, 4
LOOKS_AT_CLOCK = 1024
"""Positions between two looks at the clock."""

KNOWN = np.dtype(
    [("key", "u8"), ("value", "f8"), ("action", "i8"), ("generation", "u4"), ("depth", "i2"), ("bound", "i2")],
    align=True,
)
"""A position searched in this decision; ``generation`` numbers decisions."""

TABLE_BITS = 18

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
over: Any = None
seat_to_act: Any = None
evaluate: Any = None
advance: Any = None
list_legal: Any = None
copy_changing: Any = None
order_actions: Any = None
next_action: Any = None
take: Any = None
done: Any = None


def key(state: Any, table: Any) -> Any:
    """No hash (0): what holds for a game without one; nothing is kept then."""
    return ZERO


def place_of(known: Any, word: Any) -> Any:
    """Where (int64) a position is kept."""
    return np.int64(mix(word) & np.uint64(len(known) - 1))


def recall(ply: Any, memory: Any) -> Any:
    """Narrow the window of a ply by what is known; whether that answers it (bool), and the action to try first."""
    known = memory.known[place_of(memory.known, ply.key)]
    if ply.key == ZERO or known.key != ply.key or np.int64(known.generation) != memory.counters[GENERATION]:
        return False, NO_ACTION
    if np.int64(known.depth) < ply.depth:
        return False, known.action
    ply.horizon = np.int64(np.int64(known.depth) != WHOLE)
    ply.best = known.value
    found = known.bound == EXACT
    found |= known.bound == AT_LEAST and known.value >= ply.beta
    found |= known.bound == AT_MOST and known.value <= ply.alpha
    return found, known.action


def note(ply: Any, memory: Any) -> Any:
    """Keep the value of a ply; a position searched deeper in the same decision is not overwritten."""
    if ply.key == ZERO:
        return
    known = memory.known[place_of(memory.known, ply.key)]
    depth = WHOLE if ply.horizon == 0 else ply.depth
    current = np.int64(known.generation) == memory.counters[GENERATION]
    if current and known.key != ply.key and np.int64(known.depth) > depth + 2 and known.depth != WHOLE:
        return
    known.key, known.value, known.action = ply.key, ply.best, ply.action
    known.generation, known.depth = np.uint32(memory.counters[GENERATION]), np.int16(depth)
    known.bound = np.int16(EXACT)
    if ply.best >= ply.from_beta:
        known.bound = np.int16(AT_LEAST)
    elif ply.best <= ply.from_alpha:
        known.bound = np.int16(AT_MOST)


def enter(at: Any, depth: Any, alpha: Any, beta: Any, table: Any, seat: Any, memory: Any) -> Any:
    """Begin the position of ply `at`; True when its value (``ply.best``) is known at once."""
    ply, state = memory.plies[at], memory.states[at]
    ply.depth, ply.alpha, ply.beta, ply.from_alpha, ply.from_beta = depth, alpha, beta, alpha, beta
    ply.tried, ply.action, ply.horizon = 0, NO_ACTION, 0
    ended = over(state, table)
    if ended or depth == 0:
        ply.horizon = np.int64(not ended)
        ply.best = evaluate(state, table, seat)
        return True
    ply.key = key(state, table)
    found, hint = recall(ply, memory)
    if found and at > 0:
        return True
    ply.horizon = 0
    ply.high = np.int64(seat_to_act(state, table) == seat)
    ply.best = -FAR if ply.high == 1 else FAR
    ply.actions = list_legal(state, table, memory.listed[at])
    order_actions(at, ply, table, hint, memory)
    return False


def search_depth(depth: Any, table: Any, seat: Any, until: Any, memory: Any) -> Any:
    """Search the position of ply 0 to `depth`; ``plies[0]`` has the result. False when time ran out first."""
    stay_a_call()
    memory = borrowed(memory)
    plies, counters = memory.plies, memory.counters
    at = np.int64(0)
    finished = enter(0, depth, -FAR, FAR, table, seat, memory)
    while True:
        if finished:
            if at == 0:
                return True
            at -= 1
            ply = plies[at]
            take(ply, plies[at + 1].best, plies[at + 1].horizon, memory.listed[at, ply.tried - 1])
        ply = plies[at]
        if done(ply):
            note(ply, memory)
            finished = True
            continue
        counters[NODES] += 1
        if until != 0 and counters[NODES] % LOOKS_AT_CLOCK == 0 and now(memory.clock) >= until:
            return False
        action = next_action(at, ply, memory)
        copy_changing(at + 1, at, memory.states)
        advance(memory.states[at + 1], table, action)
        at += 1
        finished = enter(at, ply.depth - 1, ply.alpha, ply.beta, table, seat, memory)


def alphabeta(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """The action (int64) of `seat` with the best lead that it can be sure of within the depth."""
    stay_a_call()
    memory = borrowed(memory)
    n = list_legal(state, table, memory.listed[0])
    if n == 1:
        return memory.listed[0, 0]
    plies = memory.plies
    memory.counters[GENERATION] += 1
    depth, nanoseconds = policies.budget[seat], policies.nanoseconds[seat]
    until = now(memory.clock) + nanoseconds if nanoseconds > 0 else np.int64(0)
    deepest = min(depth if until == 0 else np.int64(MOST_DEPTH), np.int64(MOST_DEPTH))
    for at in range(min(deepest + 1, len(memory.states))):
        memory.states[at] = state
        plies[at].killer = NO_ACTION
    best = memory.listed[0, 0]
    for depth in range(1, deepest + 1):
        in_time = search_depth(depth, table, seat, until, memory)
        if (
            plies[0].action != NO_ACTION
        ):  # the best of the depth before is tried first, so a part of a depth is no worse
            best = plies[0].action
        if not in_time or plies[0].horizon == 0:
            break
    return best
