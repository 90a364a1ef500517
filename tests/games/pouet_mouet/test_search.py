"""Searches play by the rules, and read neither cards to come nor other teams' races."""

from __future__ import annotations

import pytest

from tests.games.pouet_mouet.glue import check_counted, replay
from tests.games.pouet_mouet.plays import prepared, rules_of
from tests.games.pouet_mouet.test_policies import HIDDEN, ONCE
from tests.games.searched import with_all_searches

RULES = {"main": rules_of("jedisjeux"), "once": ONCE}
OTHERS = ("clock", "laid", "finished", "missed")


@pytest.mark.parametrize("name", RULES)
def test_the_oracle_finds_the_same_play(name):
    play = prepared(RULES[name], 4, ("mcts:20", "mcts:10,rollout=random"))
    for index in range(2):
        recorded = play.record(2, index)
        check_counted(play, recorded, replay(RULES[name], 4, recorded))
        first, last = recorded.states[0], recorded.states[-1]
        assert all(first[word] == last[word] for word in ("setup_key", "setup_twist", "chance_key", "chance_twist"))


@pytest.mark.parametrize("policy", ["mcts:16", "mcts:8,blunder=0.5", "expectimax:2,samples=4"])
@pytest.mark.parametrize("name", RULES)
def test_hidden_information_does_not_change_what_a_search_finds(name, policy):
    play, search = prepared(RULES[name], 4), with_all_searches(prepared(RULES[name], 4, policy))
    for index in range(4):
        recorded = play.record(21, index)
        for decision in range(0, len(recorded.actions), 3):
            state = recorded.states[decision : decision + 1].copy()
            other = state.copy()
            team, cards = int(recorded.seats[decision]), int(play.table["cards"][0])
            for field in HIDDEN:
                if field not in ("order", "turned", "stops", "bursts"):
                    other[field] = index + 1
            coming = slice(team * cards + int(state["card"][0]) + 1, int(play.table["deck"][0]))
            other["order"][0][coming] = other["order"][0][coming][::-1]
            seen = (2 << int(state["card"][0])) - 1
            for field in ("stops", "bursts"):
                other[field][0][team] = int(state[field][0][team]) & seen
            for field in OTHERS:
                for rival in range(team):
                    other[field][0][rival] = 1
            assert search.decide(state, 21, index, decision) == search.decide(other, 21, index, decision)
