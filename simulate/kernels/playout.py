"""Generic playouts: many plays into a row of integers, or one play recorded decision by decision.

The functions below are written once and compiled per game by :mod:`simulate.kernels.specialise`, which binds the
names that stand here as placeholders (``setup``, ``legal``, …; their contract is in :mod:`simulate.games.contract`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import rule
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import STREAM, begin_decision, open_stream
from simulate.kernels.tally import CAPPED, DONE, MAX_VALUES, PLAYS, count_values, count_wins

MAX_SEATS = 8
MAX_ACTIONS = 4096
"""Most actions that a game may list in one decision."""

RANDOM = 0
"""The policy kind that every game has: uniform play, as the rules page of the game defines it."""

POLICIES = np.dtype([("kind", "i8", (MAX_SEATS,)), ("setting", "f8", (MAX_SEATS, 4))], align=True)
"""Who sits where: ``kind`` RANDOM or one of the game's own kinds, ``setting`` up to four numbers of the policy."""

ENTRIES = ("play_block", "play_each", "record_play")
LEAVES = ("decide", "play_out", "measure")
INLINE = rule

# Placeholders; specialise() binds a game's own in the copies that are compiled.
STATE: Any = None
setup: Any = None
seat_to_act: Any = None
legal: Any = None
apply: Any = None
over: Any = None
points: Any = None
winners: Any = None
observe: Any = None
pick_uniform: Any = None
choose: Any = None


def decide(state: Any, table: Any, policies: Any, seat: Any, noise: Any, actions: Any) -> Any:
    """The action (int64) that the policy of `seat` takes now; draws only from `noise`."""
    kind = policies.kind[seat]
    if kind == RANDOM:
        return pick_uniform(state, table, noise)
    return choose(state, table, seat, kind, policies, noise, actions)


def play_out(state: Any, table: Any, policies: Any, seed: Any, index: Any, limit: Any, noise: Any, actions: Any) -> Any:
    """Play number `index` from its set-up to its end; True when it ended, False when capped at `limit` decisions."""
    setup(state, table, seed, index)
    open_stream(noise, seed, POLICY, index)
    decision = 0
    while not over(state, table):
        if decision >= limit:
            return False
        seat = seat_to_act(state, table)
        begin_decision(noise, seat, decision)
        apply(state, table, decide(state, table, policies, seat, noise, actions))
        decision += 1
    return True


def measure(state: Any, table: Any, seats: Any, values: Any) -> Any:
    """Write what a finished play is counted for: each seat's points, the margin of the best, then the game's own."""
    best = second = np.int64(-1)
    for seat in range(seats):
        score = points(state, table, seat)
        values[seat] = score
        if score > best:
            second = best
            best = score
        elif score > second:
            second = score
    values[seats] = best - second
    observe(state, table, seats + 1, values)


def play_block(table: Any, policies: Any, layout: Any, seed: Any, first: Any, count: Any, limit: Any, row: Any) -> Any:
    """Play `count` plays from index `first` and add them to `row`; return a status.

    Parameters
    ----------
    table, policies, layout : records
        The game's table, POLICIES, LAYOUT.
    seed : uint64
        The run's seed.
    first, count, limit : int64
        First play index, number of plays, most decisions of a play.
    row : int64[width]
        The tally row; integers are added to it.
    """
    state = np.zeros(1, STATE)[0]
    noise = np.zeros(1, STREAM)[0]
    actions = np.zeros(MAX_ACTIONS, np.int64)
    values = np.zeros(MAX_VALUES, np.int64)
    for index in range(first, first + count):
        row[PLAYS] += 1
        if not play_out(state, table, policies, seed, index, limit, noise, actions):
            row[CAPPED] += 1
            continue
        count_wins(row, layout, winners(state, table))
        measure(state, table, layout.seats, values)
        status = count_values(row, layout, values)
        if status != DONE:
            return status
    return DONE


def play_each(
    table: Any, policies: Any, layout: Any, seed: Any, first: Any, count: Any, limit: Any, winner_bits: Any, kept: Any
) -> Any:  # fmt: skip
    """Play `count` plays from index `first` and keep each one's values; the same plays that :func:`play_block` counts.

    Parameters
    ----------
    table, policies, layout, seed, first, count, limit
        As in :func:`play_block`.
    winner_bits : int64[count]
        Bit s is set when seat s shares first place; 0 for a capped play.
    kept : int64[count, values]
        The values of each play in the layout's order; zeros for a capped play.
    """
    state = np.zeros(1, STATE)[0]
    noise = np.zeros(1, STREAM)[0]
    actions = np.zeros(MAX_ACTIONS, np.int64)
    values = np.zeros(MAX_VALUES, np.int64)
    for i in range(count):
        winner_bits[i] = 0
        if play_out(state, table, policies, seed, first + i, limit, noise, actions):
            winner_bits[i] = winners(state, table)
            measure(state, table, layout.seats, values)
            for k in range(layout.histograms + layout.sums):
                kept[i, k] = values[k]


def record_play(
    table: Any, policies: Any, seed: Any, index: Any, limit: Any,
    states: Any, seats: Any, actions: Any, counts: Any, listed: Any,
) -> Any:  # fmt: skip
    """Play one play and keep every decision; return the number of decisions (`limit` when the play was capped).

    Parameters
    ----------
    table, policies, seed, index, limit
        As in :func:`play_block`.
    states : STATE[limit + 1]
        The state before each decision, and the last one.
    seats, actions, counts : int64[limit]
        Who acted, what was done, how many actions were legal.
    listed : int64[limit, MAX_ACTIONS]
        The legal actions of each decision, in the game's order.
    """
    state = np.zeros(1, STATE)
    noise = np.zeros(1, STREAM)[0]
    scratch = np.zeros(MAX_ACTIONS, np.int64)
    setup(state[0], table, seed, index)
    open_stream(noise, seed, POLICY, index)
    decision = 0
    states[0] = state[0]
    while decision < limit and not over(state[0], table):
        seat = seat_to_act(state[0], table)
        begin_decision(noise, seat, decision)
        n = legal(state[0], table, scratch)
        counts[decision] = n
        for i in range(min(n, listed.shape[1])):
            listed[decision, i] = scratch[i]
        action = decide(state[0], table, policies, seat, noise, scratch)
        seats[decision] = seat
        actions[decision] = action
        apply(state[0], table, action)
        decision += 1
        states[decision] = state[0]
    return decision
