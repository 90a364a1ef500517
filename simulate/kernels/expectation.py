"""Expectimax to a fixed depth by sparse sampling, for games with luck or hidden things (Kearns, Mansour, Ng 2002).

In every position on the way down, each action is tried on the same few copies of it, in each of which all that the
seat to act cannot know was drawn anew; its value is their mean. Copies that look alike to the next seat are one outcome
with their number as its weight, and are looked at once. One decision before the horizon every copy is judged by itself.

The searching seat takes the action of the highest value, the others are taken to want its value low ("paranoid" with
more than two seats: Sturtevant, Korf 2000). Where a value is known to lie outside the window, the rest is left out:
alpha-beta, and between the outcomes of one action Star1 (Ballard 1983). In a game without luck and hidden things one
copy is enough, and what is found is what alphabeta finds at this depth.

Values are leads in points where the game has ``evaluate``, else the reward and its forecast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.kernels.borrowed import borrowed
from simulate.kernels.jit import rule, stay_a_call
from simulate.kernels.minimax import GENERATION, NODES
from simulate.kernels.playout import FORECAST
from simulate.kernels.plies import FAR, NO_ACTION
from simulate.kernels.rng import PURPOSE_STEP, mix

LEAVES = (
    "evaluate", "bounds_of", "settled", "judge_samples", "tell_apart", "enter_outcome", "add_value",
    "try_action",
)  # fmt: skip
APART = ("expectimax", "judged", "look_ahead", "look", "begin_position", "draw_sample")
INLINE: Callable[..., Any] = rule

SHARES = True
"""Whether values are shares, 0 … 1: the game has no ``evaluate``."""

HIDES = True
"""Whether the game has luck or hidden things, that is a ``sight``."""

# Placeholders, see simulate.kernels.playout and simulate.kernels.search.
seat_to_act: Any = None
determinize: Any = None
sight: Any = None
ended: Any = None
reward: Any = None
forecast: Any = None
roll_out: Any = None
decision_key: Any = None
begin_iteration: Any = None
advance: Any = None
list_legal: Any = None
copy_changing: Any = None
order_actions: Any = None
next_action: Any = None
take: Any = None
done: Any = None


def evaluate(state: Any, table: Any, seat: Any) -> Any:
    """The reward (float64), or what the position promises: what holds for a game that measures no leads."""
    if ended(state, table, seat):
        return reward(state, table, seat)
    return forecast(state, table, seat)


def look(state: Any, table: Any) -> Any:
    """The rule ``sight`` as a call, so that it is compiled once for all places."""
    stay_a_call()
    return sight(state, table)


def bounds_of(ply: Any, samples: Any) -> Any:
    """The lowest and the highest mean (float64) that the action at hand can still come to."""
    low, high = (0.0, 1.0) if SHARES else (-FAR, FAR)
    left = np.float64(ply.missing)
    return (ply.total + left * low) / np.float64(samples), (ply.total + left * high) / np.float64(samples)


def settled(ply: Any, samples: Any) -> Any:
    """True when no further sample of the action at hand can matter; and its value (float64), or the bound of it."""
    low, high = bounds_of(ply, samples)
    if ply.missing == 0 or high <= ply.alpha:
        return True, high
    return low >= ply.beta, low


def judged(position: Any, table: Any, seat: Any, policies: Any, inner: Any, limit: Any) -> Any:
    """The value (float64) of a leaf to `seat`: by its rollout policy to the end, or as it stands."""
    stay_a_call()
    kind = policies.rollout[seat]
    if kind != FORECAST and not ended(position, table, seat):
        roll_out(position, table, seat, kind, policies, inner, limit)
    return np.float64(evaluate(position, table, seat))


def begin_position(at: Any, depth: Any, alpha: Any, beta: Any, key: Any, table: Any, seat: Any, memory: Any) -> Any:
    """Begin the position of ply `at`, whose samples are drawn from the streams of `key`."""
    stay_a_call()
    memory = borrowed(memory)
    ply, state = memory.plies[at], memory.states[at]
    ply.depth, ply.alpha, ply.beta, ply.key = depth, alpha, beta, key
    ply.high = np.int64(seat_to_act(state, table) == seat)
    ply.best = -FAR if ply.high == 1 else FAR
    ply.action, ply.tried, ply.outcome, ply.outcomes = NO_ACTION, 0, 0, 0
    ply.actions = list_legal(state, table, memory.listed[at])
    order_actions(at, ply, table, NO_ACTION, memory)


def draw_sample(at: Any, sample: Any, action: Any, table: Any, memory: Any) -> Any:
    """Write what `action` leads to in sample number `sample` of ply `at` to the next ply."""
    stay_a_call()
    memory = borrowed(memory)
    states, inner = memory.states, memory.inner[0]
    begin_iteration(inner, memory.plies[at].key, sample)
    if HIDES:
        states[at + 1] = states[at]
        position = states[at + 1]
        determinize(position, table, seat_to_act(position, table), inner)
    else:
        copy_changing(at + 1, at, states)
    memory.counters[NODES] += 1
    advance(states[at + 1], table, action)


def judge_samples(at: Any, action: Any, samples: Any, table: Any, policies: Any, seat: Any, memory: Any) -> Any:
    """Add the value of each sample of `action`, a leaf, until they tell enough; the value (float64) of the action."""
    ply, inner = memory.plies[at], memory.inner[0]
    value = 0.0
    enough = False
    sample = np.int64(0)
    while not enough:
        draw_sample(at, sample, action, table, memory)
        ply.total += judged(memory.states[at + 1], table, seat, policies, inner, memory.path.shape[1])
        ply.missing -= 1
        sample += 1
        enough, value = settled(ply, samples)
    return value


def tell_apart(at: Any, action: Any, samples: Any, table: Any, policies: Any, seat: Any, memory: Any) -> Any:
    """Find the outcomes of `action`; samples that end the play are counted at once."""
    ply, outcomes = memory.plies[at], memory.outcomes
    ply.outcome, ply.outcomes = 0, 0
    for sample in range(samples):
        draw_sample(at, sample, action, table, memory)
        position = memory.states[at + 1]
        if ended(position, table, seat):
            ply.total += judged(position, table, seat, policies, memory.inner[0], np.int64(0))
            ply.missing -= 1
            continue
        seen = look(position, table)
        place = np.int64(0)
        while place < ply.outcomes and outcomes[at, place].sight != seen:
            place += 1
        if place == ply.outcomes:
            new = outcomes[at, place]
            new.sight, new.sample, new.weight = seen, sample, 0
            ply.outcomes += 1
        outcomes[at, place].weight += 1


def enter_outcome(at: Any, samples: Any, table: Any, seat: Any, memory: Any) -> Any:
    """Begin the next outcome of the action at hand as the position of the next ply, with the window that matters."""
    ply = memory.plies[at]
    outcome = memory.outcomes[at, ply.outcome]
    draw_sample(at, outcome.sample, memory.listed[at, ply.tried - 1], table, memory)
    look(memory.states[at + 1], table)  # what the next seat sees is made real before it is copied
    low, high = (0.0, 1.0) if SHARES else (-FAR, FAR)
    rest = np.float64(ply.missing - outcome.weight)
    known, weight = np.float64(samples), np.float64(outcome.weight)
    alpha = max(low, (ply.alpha * known - ply.total - rest * high) / weight)
    beta = min(high, (ply.beta * known - ply.total - rest * low) / weight)
    key = mix(memory.inner[0].key + PURPOSE_STEP)
    begin_position(at + 1, ply.depth - 1, alpha, beta, key, table, seat, memory)


def add_value(at: Any, value: Any, samples: Any, memory: Any) -> Any:
    """Add the value of the outcome at hand to its action, and that to the ply when it is settled."""
    ply = memory.plies[at]
    weight = memory.outcomes[at, ply.outcome].weight
    ply.total += np.float64(weight) * value
    ply.missing -= weight
    ply.outcome += 1
    enough, found = settled(ply, samples)
    if enough:
        ply.outcomes = ply.outcome
        take(ply, found, np.int64(0), memory.listed[at, ply.tried - 1])


def try_action(at: Any, samples: Any, table: Any, policies: Any, seat: Any, memory: Any) -> Any:
    """Try the next action of a ply, as far as its outcomes need not be looked at."""
    ply = memory.plies[at]
    action = next_action(at, ply, memory)
    ply.total, ply.missing = 0.0, samples
    if ply.depth == 1:
        take(ply, judge_samples(at, action, samples, table, policies, seat, memory), np.int64(0), action)
        return
    tell_apart(at, action, samples, table, policies, seat, memory)
    enough, found = settled(ply, samples)
    if enough:
        ply.outcomes = 0
        take(ply, found, np.int64(0), action)


def look_ahead(samples: Any, table: Any, policies: Any, seat: Any, memory: Any) -> Any:
    """Search the position begun in ply 0; its value and best action are ``plies[0].best`` and ``action``."""
    stay_a_call()
    memory = borrowed(memory)
    plies = memory.plies
    at = np.int64(0)
    while True:
        ply = plies[at]
        if ply.outcome < ply.outcomes:
            enter_outcome(at, samples, table, seat, memory)
            at += 1
        elif not done(ply):
            try_action(at, samples, table, policies, seat, memory)
        elif at == 0:
            return
        else:
            at -= 1
            add_value(at, ply.best, samples, memory)


def expectimax(state: Any, table: Any, policies: Any, seat: Any, work: Any, memory: Any) -> Any:
    """The action (int64) of `seat` with the highest mean value within the depth."""
    stay_a_call()
    memory = borrowed(memory)
    look(state, table)  # what the seat sees is made real before copies are drawn anew
    n = list_legal(state, table, memory.listed[0])
    if n == 1:
        return memory.listed[0, 0]
    depth = policies.budget[seat]
    samples = policies.samples[seat] if HIDES or policies.rollout[seat] != FORECAST else np.int64(1)
    memory.counters[GENERATION] += 1
    for at in range(depth + 1):
        memory.states[at] = state
        memory.plies[at].killer = NO_ACTION
    low, high = (0.0, 1.0) if SHARES else (-FAR, FAR)
    begin_position(0, depth, low, high, decision_key(work), table, seat, memory)
    look_ahead(samples, table, policies, seat, memory)
    return memory.plies[0].action
