"""Properties of generated variants: the oracle agrees, nothing is lost, plays end, seats are only names."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.pecheurs_de_lunes.actions import decode, encode
from simulate.games.pecheurs_de_lunes.faces import JUMP, SWAP
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.bench import applied, listed, surveyed
from tests.games.pecheurs_de_lunes.generate import variants
from tests.games.pecheurs_de_lunes.glue import OFF, assert_oracle_agrees, prepared_for

EXAMPLES = int(os.environ.get("FAIRDEAL_ORACLE_PLAYS", "200"))
SEEDS = st.integers(0, 2**64 - 1)
POLICY = st.sampled_from(["random", "greedy"])


@settings(max_examples=EXAMPLES)
@given(variants(), SEEDS, st.integers(0, 2**40), st.lists(POLICY, min_size=3, max_size=3))
def test_oracle_agrees_and_tiles_are_conserved(
    made: tuple[Rules, int], seed: int, index: int, policies: list[str]
) -> None:
    rules, players = made
    assert Rules.cross_check_all(rules) == []
    prepared = prepared_for(rules, players, tuple(policies[:players]))
    recorded = prepared.record(seed, index)
    assert_oracle_agrees(prepared, recorded)
    assert len(recorded.actions) <= prepared.limit
    for state in recorded.states:
        assert_conserved(rules, players, state)


def assert_conserved(rules: Rules, players: int, state: Any) -> None:
    """Every tile lies, is in a hand, was used or was scored; each turn but a swap took one."""
    cells = len(rules.terrain.cells())
    faces = state["tile"][:cells]
    lying = np.array([int(state["lying"]) >> cell & 1 for cell in range(cells)], bool)
    values, counts = np.unique(faces, return_counts=True)
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == dict(rules.tiles.faces())
    purses = [int(purse) for purse in state["purse"]]
    assert cells - lying.sum() == int(state["turns"]) - int(state["swaps"])
    moons = np.where(faces < JUMP, faces, 0).astype(int)
    assert sum(purse & 0xFFFFFFFF for purse in purses) == moons[~lying].sum()
    assert sum(purse >> 32 & 0xFFFF for purse in purses) + int(state["jumps"]) == (faces[~lying] == JUMP).sum()
    assert sum(purse >> 48 for purse in purses) + int(state["swaps"]) == (faces[~lying] == SWAP).sum()
    assert purses[players:] == [0] * (3 - players)
    standing = [int(cell) for cell in state["cell"] if cell != OFF]
    assert len(set(standing)) == len(standing)
    assert sum(1 << cell for cell in standing) == int(state["figures"])


@settings(max_examples=40)
@given(variants(), SEEDS, st.integers(0, 40))
def test_seats_are_only_names(made: tuple[Rules, int], seed: int, moment: int) -> None:
    """Hand figures, purses and the turn to the next seat: the same actions are legal and lead to the same positions."""
    rules, players = made
    prepared = prepared_for(rules, players)
    recorded = prepared.record(seed, 0)
    turns = [i for i, action in enumerate(recorded.actions) if action >> 13 != 3]
    if not turns:
        return
    moment = turns[moment % len(turns)]
    each = rules.figures_per_player
    state = recorded.states[moment : moment + 1].copy()
    turned = relabelled(state, players, each, prepared.table)
    actions = listed(turned, prepared.table)
    assert set(actions) == {relabelled_action(action, players, each) for action in recorded.listed[moment]}
    action = int(recorded.actions[moment])
    after = applied(turned, prepared.table, relabelled_action(action, players, each))
    told = relabelled(recorded.states[moment + 1 : moment + 2].copy(), players, each, prepared.table)
    for name in ("lying", "figures", "purse", "cell", "present", "turns", "jumps", "swaps"):
        assert (after[name] == told[name]).all()
    if after["present"][0]:
        assert after["turn"] == told["turn"]
        assert sorted(listed(after, prepared.table)) == sorted(listed(told, prepared.table))


def relabelled(state: Any, players: int, each: int, table: Any) -> Any:
    """The position with every seat's things handed to the next seat."""
    turned = state.copy()
    turned["purse"][0][:players] = np.roll(state["purse"][0][:players], 1)
    turned["cell"][0][: players * each] = np.roll(state["cell"][0][: players * each], each)
    turned["turn"] = (state["turn"] + 1) % players
    figures = players * each
    turned["present"] = sum(1 << (f + each) % figures for f in range(figures) if int(state["present"][0]) >> f & 1)
    return surveyed(turned, table)


def relabelled_action(action: int, players: int, each: int) -> int:
    """The same action of the next seat."""
    kind, figure, direction, target = decode(action)
    figures = players * each
    target = (target + each) % figures if kind == "swap" else target
    return int(encode.py_func(action >> 13, (figure + each) % figures, direction, target))
