"""Searches play by the rules and leave the luck of the set-up alone."""

from __future__ import annotations

import pytest

from tests.games.pecheurs_de_lunes.glue import assert_oracle_agrees, shipped
from tests.games.pecheurs_de_lunes.test_oracle import prepared_for

CASES = [("classic", 2), ("classic", 3), ("snake", 2), ("leaving", 2)]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_oracle_replays_searched_plays(name, players):
    rules = shipped(name).rules_for(players)
    for index in range(2):
        policies = ("mcts:30", "mcts:20,rollout=random,blunder=0.2", "greedy")[:players]
        assert not assert_oracle_agrees(*_played(rules, players, policies, index)).legal()


def _played(rules, players, policies, index):
    prepared = prepared_for(rules, players, policies)
    return prepared, prepared.record(3, index)


def test_a_larger_budget_leaves_the_set_up_alone():
    rules = shipped("classic").rules_for(2)
    first = [_played(rules, 2, (f"mcts:{n}", "random"), 4)[1].states[0].tobytes() for n in (5, 50)]
    assert first[0] == first[1]


def test_the_stream_of_the_set_up_does_not_change_what_a_search_finds():
    rules = shipped("classic").rules_for(2)
    search = prepared_for(rules, 2, ("mcts:40", "mcts:40"))
    for index in range(5):
        state = search.record(3, index).states[6:7].copy()
        other = state.copy()
        other["key"], other["twist"], other["at"] = 1, 2, 3
        assert search.decide(state, 3, index, 6) == search.decide(other, 3, index, 6)
