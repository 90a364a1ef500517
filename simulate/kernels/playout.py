"""Generic playouts: many plays into a row of integers, or one play recorded decision by decision.

The functions below are written once and compiled per game by :mod:`simulate.kernels.specialise`, which binds the
names that stand here as placeholders (``setup``, ``legal``, …; their contract is in :mod:`simulate.games.contract`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import rule
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import S11, UNIT, begin_decision, open_stream, word
from simulate.kernels.tally import CAPPED, DONE, MAX_VALUES, PLAYS, count_values, count_wins

MAX_SEATS = 8
SEAT_MASK = 15
MAX_ACTIONS = 4096
"""Most actions that a game may list in one decision."""

RANDOM = 0
"""The policy kind that every game has: uniform play, as the rules page of the game defines it."""

SEARCHES = 100
"""The first kind that is a search; kinds below it and above RANDOM are the game's own policies."""

MCTS, ALPHABETA, EXPECTIMAX = 100, 101, 102
"""The searches that are written once for all games (see :mod:`simulate.kernels.search`)."""

FORECAST = -1
"""Instead of a kind of policy for rollouts: the game's own forecast of the position."""

POLICIES = np.dtype(
    [
        ("kind", "i8", (MAX_SEATS,)),
        ("blunder", "f8", (MAX_SEATS,)),  # chance to play uniformly instead, drawn anew for each decision
        # of searches
        ("budget", "i8", (MAX_SEATS,)),  # iterations, or depth
        ("nanoseconds", "i8", (MAX_SEATS,)),  # time for a decision; 0: the budget ends it
        ("explore", "f8", (MAX_SEATS,)),  # how much what is little known is preferred (c of UCT)
        ("rollout", "i8", (MAX_SEATS,)),  # kind of policy that plays on from a leaf, or FORECAST
        ("guide", "i8", (MAX_SEATS,)),  # kind of policy whose choice is tried first and preferred …
        ("trust", "f8", (MAX_SEATS,)),  # … so much; 0: no such policy
        ("samples", "i8", (MAX_SEATS,)),  # draws of luck and hidden things for each action of a ply
        ("salt", "u8"),
    ],
    align=True,
)
"""Who sits where, a column a seat: ``kind`` is RANDOM, one of the game's own kinds or a search. ``salt`` is mixed into
the seed of the policies' and the searches' streams alone: the same deal, other choices; 0 in a run."""

ABREAST, MAX_AHEAD = np.uint64(32), 2048
"""Plays that a game may foresee at once, and the words in which it may keep what it has drawn for them."""

WORK = np.dtype(
    [
        ("key", "u8"), ("twist", "u8"), ("at", "u8"),
        ("search_key", "u8"), ("search_twist", "u8"),
        ("values", "i8", (MAX_VALUES,)), ("actions", "i8", (MAX_ACTIONS,)),
        ("ahead", "u8", (MAX_AHEAD,)),
    ],
    align=True,
)  # fmt: skip
"""Scratch space of a kernel call: the policies' stream (as in :data:`simulate.kernels.rng.STREAM`), the searches' one
(where any seat searches), a play's values, a list of actions, what a game draws ahead for several plays. Python makes
it and the state and keeps them alive: a record taken out of an array that a kernel makes itself outlives its memory."""

BLUNDERS = np.uint64(0xFFFF)
"""The word of a decision that tells whether it is a blunder: the last of its 65 536."""

ENTRIES = ("play_block", "play_each", "record_play", "decide_alone")
LEAVES = ("decide", "play_out", "measure")
APART = ()
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


SPRINTS = False
"""Whether the game has a way of its own to make whole uniform plays, ``foresee`` and ``sprint``."""


@rule
def foresee(ahead: Any, table: Any, seed: Any, policy_seed: Any, first_play: Any) -> Any:
    """Foresee nothing: what holds for a game that has no sprint."""


@rule
def sprint(state: Any, table: Any, ahead: Any, play: Any) -> Any:
    """Play nothing: what holds for a game that has no sprint."""


@rule
def open_search(work: Any, seed: Any, play: Any) -> Any:
    """Open no stream for searches: what holds where no seat searches (see :mod:`simulate.kernels.search`)."""


@rule
def think(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """Find nothing: what holds where no seat searches (see :mod:`simulate.kernels.search`)."""
    return np.int64(-1)


@rule
def blunders(noise: Any, chance: Any) -> Any:
    """True when the decision at hand is a blunder; a word of its own decides, so no other draw is shifted."""
    return np.float64(word(noise.key, noise.twist, noise.at + BLUNDERS) >> S11) * UNIT < chance


@rule
def everybody_random(policies: Any) -> Any:
    """True when every seat plays uniformly."""
    for seat in range(MAX_SEATS):  # noqa: SIM110  # kernels know no generator expressions
        if policies.kind[seat] != RANDOM:
            return False
    return True


def decide(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """The action (int64) that the policy of `seat` takes now; draws only from the streams of `work`."""
    kind = policies.kind[seat]
    if kind == RANDOM:
        return pick_uniform(state, table, work)
    if policies.blunder[seat] > 0.0 and blunders(work, policies.blunder[seat]):
        return pick_uniform(state, table, work)
    if kind >= SEARCHES:
        return think(state, table, policies, seat, work, memory)
    return choose(state, table, seat, kind, policies, work, work.actions)


def play_out(
    state: Any, work: Any, memory: Any, table: Any, policies: Any, uniform: Any, seed: Any, first: Any, number: Any,
    limit: Any,
) -> Any:  # fmt: skip
    """Play `number` of those from index `first` on, in turn; True when it ended, False when capped.

    `uniform` is True when :func:`everybody_random` is, `limit` the most decisions.
    """
    index = first + number
    own_seed = np.uint64(seed) ^ policies.salt
    if SPRINTS and uniform:
        lane = np.uint64(number) % ABREAST
        if lane == 0:
            foresee(work.ahead, table, seed, own_seed, index)
        sprint(state, table, work.ahead, lane)
        return True
    setup(state, table, seed, index)
    open_stream(work, own_seed, POLICY, index)
    open_search(work, own_seed, index)
    decision = 0
    while not over(state, table):
        if decision >= limit:
            return False
        seat = seat_to_act(state, table)
        begin_decision(work, seat, decision)
        apply(state, table, decide(state, table, policies, seat, work, memory))
        decision += 1
    return True


def measure(state: Any, table: Any, seats: Any, values: Any) -> Any:
    """Write what a finished play is counted for: each seat's points, the margin of the best, then the game's own."""
    best = second = np.int64(-1)
    seats &= SEAT_MASK  # tells the compiler that no place below is negative
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


def play_block(
    state: Any, work: Any, memory: Any, table: Any, policies: Any, layout: Any, seed: Any, first: Any, count: Any,
    limit: Any, row: Any,
) -> Any:  # fmt: skip
    """Play `count` plays from index `first` and add them to `row`; return a status.

    Parameters
    ----------
    state, work : records
        Scratch space: the game's STATE, WORK.
    memory : tuple of arrays
        What searches work with (:class:`simulate.kernels.search.Memory`); empty where no seat searches.
    table, policies, layout : records
        The game's table, POLICIES, LAYOUT.
    seed : uint64
        The run's seed.
    first, count, limit : int64
        First play index, number of plays, most decisions of a play.
    row : int64[width]
        The tally row; integers are added to it.
    """
    values, uniform = work.values, everybody_random(policies)
    for number in range(count):
        row[PLAYS] += 1
        if not play_out(state, work, memory, table, policies, uniform, seed, first, number, limit):
            row[CAPPED] += 1
            continue
        count_wins(row, layout, winners(state, table))
        measure(state, table, layout.seats, values)
        status = count_values(row, layout, values)
        if status != DONE:
            return status
    return DONE


def play_each(
    state: Any, work: Any, memory: Any, table: Any, policies: Any, layout: Any, seed: Any, first: Any, count: Any,
    limit: Any, winner_bits: Any, kept: Any,
) -> Any:  # fmt: skip
    """Play `count` plays from index `first` and keep each one's values; the same plays that :func:`play_block` counts.

    Parameters
    ----------
    state, work, memory, table, policies, layout, seed, first, count, limit
        As in :func:`play_block`.
    winner_bits : int64[count]
        Bit s is set when seat s shares first place; 0 for a capped play.
    kept : int64[count, values]
        The values of each play in the layout's order; zeros for a capped play.
    """
    values, uniform = work.values, everybody_random(policies)
    for i in range(count):
        winner_bits[i] = 0
        if play_out(state, work, memory, table, policies, uniform, seed, first, i, limit):
            winner_bits[i] = winners(state, table)
            measure(state, table, layout.seats, values)
            for k in range(layout.histograms + layout.sums):
                kept[i, k] = values[k]


def record_play(
    state: Any, work: Any, memory: Any, table: Any, policies: Any, layout: Any, seed: Any, index: Any, limit: Any,
    script: Any,
    states: Any, seats: Any, actions: Any, counts: Any, listed: Any, end: Any,
) -> Any:  # fmt: skip
    """Play one play and keep every decision; return the number of decisions (`limit` when the play was capped).

    Parameters
    ----------
    state, work, memory, table, policies, layout, seed, index, limit
        As in :func:`play_block`.
    script : int64[n]
        The actions of the first n decisions, legal ones; from then on the policies decide.
    states : STATE[limit + 1]
        The state before each decision, and the last one.
    seats, actions, counts : int64[limit]
        Who acted, what was done, how many actions were legal.
    listed : int64[limit, MAX_ACTIONS]
        The legal actions of each decision, in the game's order.
    end : int64[1 + MAX_VALUES]
        The winners' bits (0 for a capped play), then the play's values.
    """
    scratch = work.actions
    setup(state, table, seed, index)
    open_stream(work, np.uint64(seed) ^ policies.salt, POLICY, index)
    open_search(work, np.uint64(seed) ^ policies.salt, index)
    decision = 0
    states[0] = state
    while decision < limit and not over(state, table):
        seat = seat_to_act(state, table)
        begin_decision(work, seat, decision)
        n = legal(state, table, scratch)
        counts[decision] = n
        for i in range(min(n, listed.shape[1])):
            listed[decision, i] = scratch[i]
        scripted = decision < script.shape[0]
        action = script[decision] if scripted else decide(state, table, policies, seat, work, memory)
        seats[decision] = seat
        actions[decision] = action
        apply(state, table, action)
        decision += 1
        states[decision] = state
    end[0] = 0
    if over(state, table):
        end[0] = winners(state, table)
        values = work.values
        measure(state, table, layout.seats, values)
        for k in range(MAX_VALUES):
            end[1 + k] = values[k]
    return decision


def decide_alone(
    state: Any, work: Any, memory: Any, table: Any, policies: Any, seed: Any, index: Any, decision: Any
) -> Any:  # fmt: skip
    """The action (int64) that the seat to act takes in `state` as decision number `decision` of play `index`.

    Parameters
    ----------
    state, work, memory, table, policies, seed, index
        As in :func:`play_block`; what the seat looks at is drawn in `state`.
    """
    salted = np.uint64(seed) ^ policies.salt
    open_stream(work, salted, POLICY, index)
    open_search(work, salted, index)
    seat = seat_to_act(state, table)
    begin_decision(work, seat, decision)
    return decide(state, table, policies, seat, work, memory)
