"""Recorded plays of every shipped variant, played again by the second implementation."""

from __future__ import annotations

import os

import pytest

from simulate.games.pecheurs_de_lunes import GAME
from tests.games.pecheurs_de_lunes.glue import CATALOG, SHIPPED, assert_oracle_agrees, prepared_for, shipped

PLAYS = int(os.environ.get("FAIRDEAL_ORACLE_PLAYS", "200"))
"""Plays per variant and player count, over all mixes of policies."""

MIXES = {
    2: (("random", "random"), ("greedy", "greedy"), ("random", "greedy"), ("greedy", "random")),
    3: (
        ("random", "random", "random"), ("greedy", "greedy", "greedy"),
        ("greedy", "random", "random"), ("random", "greedy", "greedy"),
    ),
}  # fmt: skip
SEED = 20_261_130


def test_every_shipped_variant_is_listed_here() -> None:
    assert {found.name for found in CATALOG.list_variants(GAME.name)} == {f"{GAME.name}/{name}" for name in SHIPPED}


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("name", SHIPPED)
def test_oracle_replays_shipped_variants(name: str, players: int) -> None:
    rules = shipped(name).rules_for(players)
    played = 0
    for mix, policies in enumerate(MIXES[players]):
        prepared = prepared_for(rules, players, policies)
        for index in range(mix, PLAYS, len(MIXES[players])):
            assert_oracle_agrees(prepared, prepared.record(SEED, index))
            played += 1
    assert played == PLAYS
