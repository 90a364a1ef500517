"""alphabeta against the exact solver, against itself under other orders of work, and against greedy."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from simulate.games.pecheurs_de_lunes.exact import solve_deal
from simulate.games.pecheurs_de_lunes.search import evaluate
from simulate.games.pecheurs_de_lunes.variant import Rules
from simulate.games.registry import games
from simulate.kernels.jit import routine
from simulate.runs.policies import read_policy
from simulate.statistics.intervals import wilson
from tests.games.pecheurs_de_lunes.glue import GAME, assert_oracle_agrees, prepared_for, shipped
from tests.games.pecheurs_de_lunes.tiny import tiny_rules
from variants.errors import BadInput

TINY = 50


def test_full_depth_plays_to_the_solvers_value() -> None:
    """Both seats look to the end of every play, so its margin is that of best play, whatever was searched before."""
    luck = random.Random(64)
    swaps = 0
    for _ in range(TINY):
        rules = tiny_rules(luck)
        recorded = prepared_for(rules, 2, "alphabeta:64").record(luck.getrandbits(60), 0)
        solution = solve_deal(rules, 2, recorded)
        assert recorded.values["score.0"] - recorded.values["score.1"] == solution.margin
        swaps += rules.tiles.swap > 0
    assert 0 < swaps < TINY


def test_full_depth_keeps_the_solvers_value_in_an_endgame() -> None:
    """From the middle of a classic play on, a full search of both seats ends with the solver's margin."""
    rules = shipped("classic").rules_for(2)
    assert isinstance(rules, Rules)
    begun = prepared_for(rules, 2, "greedy").record(5, 3)
    moment = len(begun.actions) - 9
    script = [int(action) for action in begun.actions[:moment]]
    played = prepared_for(rules, 2, "alphabeta:64").record(5, 3, script)
    margin = played.values["score.0"] - played.values["score.1"]
    assert margin == solve_deal(rules, 2, begun, decision=moment).margin


@pytest.mark.parametrize("players", [2, 3])
def test_searched_plays_are_plays(players: int) -> None:
    """The second implementation replays them; a play is the same alone and after others."""
    prepared = prepared_for(shipped("snake").rules_for(players), players, "alphabeta:2")
    assert_oracle_agrees(prepared, prepared.record(1, 2))
    _, three = prepared.each(1, 0, 3)
    _, alone = prepared.each(1, 2, 1)
    assert np.array_equal(three[2], alone[0])


def test_it_beats_greedy() -> None:
    """Three decisions ahead are better than one: seat by seat on common deals, the interval lies above one half."""
    rules = shipped("classic").rules_for(2)
    plays = 100
    won = 0
    for policies, seat in ((("alphabeta:3", "greedy"), 0), (("greedy", "alphabeta:3"), 1)):
        winners, _ = prepared_for(rules, 2, policies).each(11, 0, plays)
        won += int(np.sum(winners == 1 << seat))
    assert wilson(won, 2 * plays).low > 0.5


@routine
def lead_of(state: Any, table: Any, seat: Any) -> Any:
    """What the game's measure says of a position."""
    return evaluate(state, table, seat)


@pytest.mark.parametrize("name", ["classic", "snake", "leaving"])
def test_what_one_of_two_seats_is_ahead_the_other_is_behind(name: str) -> None:
    """In every position, also while figures are still placed; at the end it is the margin."""
    prepared = prepared_for(shipped(name).rules_for(2), 2, "greedy")
    for index in range(5):
        recorded = prepared.record(4, index)
        for at in range(len(recorded.states)):
            leads = [lead_of(recorded.states[at : at + 1].copy()[0], prepared.table[0], seat) for seat in (0, 1)]
            assert leads[0] == pytest.approx(-leads[1], abs=1e-9)
        assert leads[0] == recorded.values["score.0"] - recorded.values["score.1"]


def test_hidden_things_refuse_it() -> None:
    others = [game for game in games().values() if game.name != GAME.name]
    assert others
    for game in others:
        with pytest.raises(BadInput, match="cannot be searched by alphabeta; known: random"):
            read_policy(game, "alphabeta:3")
    assert read_policy(GAME, "alphabeta:3,blunder=0.1").blunder == 0.1
    assert not read_policy(GAME, "alphabeta:20ms").reproducible
