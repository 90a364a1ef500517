"""Recorded plays and small compiled helpers for this folder's tests."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Recorded
from simulate.games.ile_des_mookies import GAME
from simulate.games.ile_des_mookies.count import count_trophies
from simulate.games.ile_des_mookies.deal import settle
from simulate.games.ile_des_mookies.rules import STATE, apply, over, pick_uniform, seat_to_act, setup
from simulate.games.ile_des_mookies.sprint import foresee, sprint
from simulate.games.ile_des_mookies.variant import Rules
from simulate.kernels.jit import routine
from simulate.kernels.playout import WORK
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import begin_decision, open_stream
from simulate.runs.prepared import Prepared, prepare
from variants.catalog import Catalog
from variants.loader import load_variant
from variants.variant import Variant

SHIPPED = ("classic", "flat_stars", "stars_1_to_5", "shared_tie", "both_piles", "distinct_families", "forgetful")
SEEN_AT_THE_END = ("held", "trophies", "stars", "winners", "tied", "given_back", "unclaimed", "steps", "done")
"""What a sprint must leave just as single decisions do."""
MIXES = (("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"))


@functools.cache
def variant(name: str) -> Variant:
    """A shipped variant."""
    catalog = Catalog({GAME.name: GAME.variants_folder})
    return load_variant(f"{GAME.name}/{name}", catalog=catalog, models={GAME.name: GAME.model})


def rules_of(name: str) -> Rules:
    """The rules of a shipped variant."""
    rules = variant(name).rules_for(2)
    assert isinstance(rules, Rules)
    return rules


def prepared(rules: Rules, policies: tuple[str, ...] | str = "random") -> Prepared:
    """Rules ready to be played."""
    return prepare(GAME, rules, 2, policies)


def histogram(play: Prepared, row: NDArray[np.int64], name: str, seat: int = 0) -> NDArray[np.int64]:
    """The counts of a measure in a tally row."""
    at = 0
    for one in play.measures.all:
        if one.name == name:
            base, size = int(play.layout[0]["base"][at + seat]), one.size
            return row[base : base + size]
        at += play.seats if one.per_seat else 1
    raise KeyError(name)


@routine
def settle_all(states: Any, table: Any) -> Any:
    """Deal in each state what was placed without a look, so that collections can be read."""
    for i in range(states.shape[0]):
        settle(states[i], table, states[i].steps >> 1)


def settled_states(recorded: Recorded) -> NDArray[np.void]:
    """The recorded states with every placed face dealt."""
    states = recorded.states.copy()
    settle_all(states, recorded.table[0])
    return states


@routine
def play_slowly(state: Any, noise: Any, table: Any, seed: Any, play: Any) -> Any:
    """Uniform play decision by decision; return the number of decisions."""
    setup(state, table, seed, play)
    open_stream(noise, seed, POLICY, play)
    decision = 0
    while not over(state, table):
        begin_decision(noise, seat_to_act(state, table), decision)
        apply(state, table, pick_uniform(state, table, noise))
        decision += 1
    return decision


@routine
def play_at_once(state: Any, ahead: Any, table: Any, seed: Any, first: Any, lane: Any) -> Any:
    """Uniform play number `first` + `lane` by the sprint; return the number of decisions."""
    if lane == 0:
        foresee(ahead, table, seed, seed, first)
    sprint(state, table, ahead, lane)
    return state.steps


@routine
def recount(state: Any, table: Any) -> Any:
    """Count a state's trophies from what is held."""
    count_trophies(state, table)


def blank() -> tuple[NDArray[np.void], NDArray[np.void]]:
    """A state and a kernel's scratch space with the policies' stream, each of shape (1,)."""
    return np.zeros(1, STATE), np.zeros(1, WORK)
