"""Recorded plays of every shipped variant, re-played by the independent oracle."""

from __future__ import annotations

import pytest

from simulate.games.pouet_mouet.table import decision_limit
from tests.games.pouet_mouet.glue import check_counted, replay
from tests.games.pouet_mouet.plays import DEALT, REPLAYED, mixes, prepared, rules_of


@pytest.mark.parametrize(("name", "players"), DEALT)
def test_the_oracle_finds_the_same_play(name: str, players: int) -> None:
    rules = rules_of(name, players)
    for policies in mixes(players):
        play = prepared(rules, players, policies)
        for index in range(-(-REPLAYED // 4)):
            recorded = play.record(11, index)
            assert len(recorded.actions) <= decision_limit(rules, players)
            assert not recorded.capped
            check_counted(play, recorded, replay(rules, players, recorded))
