"""Policies as text: what is understood, what is refused and how kindly, and that texts are canonical."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.games.contract import Policy
from simulate.runs.policies import SeatPolicy, as_policies, is_reproducible, read_policy, seat_policies, split_policies
from tests.toys.game import OXO
from variants.errors import BadInput

GAME = replace(
    OXO,
    policies=(Policy("random", ""), Policy("greedy", ""), Policy("shy", "")),
    searches=("mcts", "expectimax"),
    aliases={"expert": "mcts:400,c=0.5", "expert:low": "mcts:50"},
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("random", ["random"]),
        ("random, greedy", ["random", "greedy"]),
        ("mcts:400,c=0.7,greedy", ["mcts:400,c=0.7", "greedy"]),
        (
            "greedy,blunder=0.2,mcts:9,rollout=random,blunder=1,shy",
            ["greedy,blunder=0.2", "mcts:9,rollout=random,blunder=1", "shy"],
        ),
    ],
)
def test_a_part_with_an_equals_sign_belongs_to_the_policy_before_it(text, parts):
    assert list(split_policies(text)) == parts
    assert as_policies(text) == as_policies(parts) == tuple(parts)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("shy", SeatPolicy("shy")),
        ("greedy,blunder=.25", SeatPolicy("greedy", blunder=0.25)),
        ("mcts:400", SeatPolicy("mcts", budget=400, explore=0.3, rollout="greedy", trust=1.0)),
        ("mcts:50ms,c=1", SeatPolicy("mcts", milliseconds=50, explore=1.0, rollout="greedy", trust=1.0)),
        ("mcts:7,rollout=random,blunder=0.1,c=0,trust=2", SeatPolicy("mcts", 0.1, 7, 0, 0.0, "random", 2.0)),
        ("expectimax:3", SeatPolicy("expectimax", budget=3, rollout="greedy", samples=8)),
        ("expectimax:9,samples=2,rollout=shy,blunder=1", SeatPolicy("expectimax", 1.0, 9, rollout="shy", samples=2)),
        ("expert", SeatPolicy("mcts", budget=400, explore=0.5, rollout="greedy", trust=1.0)),
        ("expert,c=2", SeatPolicy("mcts", budget=400, explore=2.0, rollout="greedy", trust=1.0)),
        ("expert:low,blunder=1", SeatPolicy("mcts", 1.0, 50, 0, 0.3, "greedy", 1.0)),
    ],
)
def test_what_a_text_means(text, meant):
    assert read_policy(GAME, text) == meant
    assert read_policy(GAME, str(meant)) == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("greddy", "unknown policy of oxo 'greddy'; known: random, greedy, shy, mcts:N, expectimax:N, expert, "),
        ("greddy", "did you mean greedy?"),
        ("greedy:4", "unknown policy of oxo 'greedy:4'"),
        ("", "unknown policy of oxo ''"),
        ("greedy,c=1", "unknown option of policy 'greedy,c=1' 'c'; known: blunder=…"),
        ("mcts:4,blundr=1", "known: c=…, trust=…, rollout=…, blunder=…; did you mean blunder=…?"),
        ("mcts:4,c", "unknown option of policy 'mcts:4,c' 'c'"),
        ("greedy,blunder=1.5", "blunder: got '1.5', allowed: 0 to 1"),
        ("greedy,blunder=-1", "blunder: got '-1', allowed: 0 to 1"),
        ("greedy,blunder=nan", "blunder: got 'nan', allowed: 0 to 1"),
        ("greedy,blunder=", "blunder: got '', allowed: 0 to 1"),
        ("mcts", "number of iterations behind the colon: got none, allowed: 1 to 1000000, or 1ms to 600000ms"),
        ("mcts:0", "got '0', allowed: 1 to 1000000"),
        ("mcts:9999999", "got '9999999'"),
        ("mcts:4s", "got '4s'"),
        ("expectimax", "number of decisions behind the colon: got none, allowed: 1 to 64"),
        ("expectimax:5ms", "got '5ms', allowed: 1 to 64"),
        ("expectimax:2,c=1", "known: samples=…, rollout=…, blunder=…"),
        ("expectimax:2,samples=1.5", "samples: got '1.5', allowed: whole numbers, 1 to 1024"),
        ("expectimax:2,samples=0", "samples: got '0', allowed: whole numbers, 1 to 1024"),
        ("mcts:4,rollout=greed", "unknown rollout of policy 'mcts:4,rollout=greed' 'greed'; known: greedy, random, "),
    ],
)  # fmt: skip
def test_faults_tell_what_is_allowed(text, told):
    with pytest.raises(BadInput) as caught:
        read_policy(GAME, text)
    assert told in str(caught.value)


def test_a_game_without_hooks_for_searches_says_so():
    with pytest.raises(BadInput, match="oxo cannot be searched by mcts; known: random"):
        read_policy(OXO, "mcts:4")


def test_one_for_all_or_one_a_seat():
    assert seat_policies(GAME, 2, ["shy"]) == ("shy", "shy")
    assert seat_policies(GAME, 2, ["shy", "expert"]) == ("shy", "mcts:400,c=0.5,rollout=greedy,trust=1")
    with pytest.raises(BadInput, match="3 policies for 2 seats"):
        seat_policies(GAME, 2, ["shy"] * 3)


NAMES = st.sampled_from(["random", "greedy", "shy"])
SHARES = st.decimals(0, 1, places=4).map(float)


def test_an_alias_may_mean_something_else_with_some_numbers_of_seats():
    game = replace(GAME, seat_aliases={3: {"expert": "shy"}})
    assert read_policy(game, "expert", 3) == SeatPolicy("shy")
    assert read_policy(game, "expert:low", 3) == read_policy(game, "expert:low") == read_policy(GAME, "expert:low", 3)
    assert seat_policies(game, 3, ["expert"]) == ("shy",) * 3
    assert seat_policies(game, 2, ["expert"]) == seat_policies(GAME, 2, ["expert"])


def test_a_game_that_measures_positions_judges_leaves_by_that():
    assert read_policy(replace(GAME, evaluates=True), "expectimax:3").rollout == "forecast"
    assert read_policy(replace(GAME, evaluates=True), "mcts:3").rollout == "greedy"
    assert read_policy(replace(GAME, forecasts=True), "expectimax:3,rollout=random").rollout == "random"


@given(NAMES, SHARES, st.integers(1, 10**6), st.booleans(), st.decimals(0, 100, places=3).map(float))
def test_the_canonical_text_means_the_same(name, blunder, number, timed, explore):
    one = SeatPolicy(name, blunder)
    other = SeatPolicy("mcts", blunder, 0 if timed else number, number % 600_000 + 1 if timed else 0, explore, name, 3)
    for policy in (one, other):
        assert read_policy(GAME, str(policy)) == policy
        assert str(read_policy(GAME, str(policy))) == str(policy)
        assert other.reproducible is is_reproducible(["random", str(other)]) is not timed
