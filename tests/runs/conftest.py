"""Every game that ships, with its main variant, at every player count it can be played at."""

from __future__ import annotations

import pytest

from simulate.games.registry import games
from simulate.runs.prepared import Prepared, prepare
from simulate.runs.spec import player_counts
from tests.runs.shipped import load

CASES = [
    pytest.param((name, players, policy), id=f"{name}-{players}-{policy}")
    for name, game in games().items()
    for players in player_counts(game, load(name))
    for policy in ("random", "greedy")
]


@pytest.fixture(params=CASES)
def ready(request) -> Prepared:
    name, players, policy = request.param
    return prepare(games()[name], load(name).rules_for(players), players, policy)
