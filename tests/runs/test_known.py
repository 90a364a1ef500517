"""What a run says that is known exactly: the same values as `solve`, for little work, beside figures of any kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairdeal.selection import playability, select
from simulate.games.exactness import TooMuchWork, Work
from simulate.games.registry import games
from simulate.runs import beside
from simulate.runs.beside import known_of
from simulate.runs.metrics import estimate
from simulate.runs.prepared import prepare
from simulate.runs.result import run
from simulate.runs.spec import make_spec

KNOWING = [game for game in games().values() if game.exact("played_values")]


def players_of(game, variant):
    return next(n for n, faults in playability(game, variant).items() if not faults)


def ran(game, games_=2000, policies=("random",)):
    _, variant = select(game.name)
    return run(make_spec(game, variant, players_of(game, variant), policies=policies, seed=4, count=games_))


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_a_run_knows_what_solve_knows_of_its_policies(game):
    _, variant = select(game.name)
    players = players_of(game, variant)
    rules = variant.rules_for(players)
    work = Work()
    found = game.exact("played_values")(rules, players, ("random",) * game.seats(players), work)
    assert found == tuple(one for one in game.exact("exact_values")(rules, players) if one.policies == "random")
    assert 0 < work.spent < beside.MOST_WORK


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_nothing_is_worked_out_for_other_policies(game):
    _, variant = select(game.name)
    players = players_of(game, variant)
    other = next(one.name for one in game.policies if one.name != "random")
    policies = ("random",) * (game.seats(players) - 1) + (other,)
    assert game.exact("played_values")(variant.rules_for(players), players, policies, Work(0)) == ()


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_too_much_work_is_told_instead_of_done(game, monkeypatch):
    _, variant = select(game.name)
    players = players_of(game, variant)
    prepared = prepare(game, variant.rules_for(players), players)
    with pytest.raises(TooMuchWork):
        game.exact("played_values")(prepared.rules, players, prepared.policies, Work(10))
    monkeypatch.setattr(beside, "MOST_WORK", 10)
    found = known_of(prepared, {})
    assert found is not None
    assert found.document() == {"values": [], "left_out": "work", "reason": "exact values take more than 10 steps"}


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_the_document_has_both_figures_and_their_difference(game):
    result = ran(game)
    document = result.document()
    values = document["exact"]["values"]
    assert len(values) > 5
    for one in values:
        metric = document["metrics"][one["metric"]]
        assert one["simulated"]["value"] == metric["value"]
        assert one["unit"] == metric["unit"]
        assert abs(one["standard_errors"]) < 4
        assert one["agrees"]


@pytest.mark.parametrize("game", KNOWING, ids=lambda game: game.name)
def test_short_runs_have_none(game):
    assert "exact" not in ran(game, beside.FEWEST - 1).document()
    assert "exact" in ran(game, beside.FEWEST).document()


def test_the_standard_error_is_not_read_from_an_interval_that_is_wider():
    game = KNOWING[0]
    result = ran(game)
    fixed = estimate(result.tally, result.spec.prepared().measures)
    wide = {
        name: replace(one, interval=replace(one.interval, low=-9.0, high=99.0, kind="anytime"))
        for name, one in result.metrics.items()
    }
    as_shown = known_of(result.spec.prepared(), wide, fixed)
    assert as_shown is not None
    assert [one.errors for one in as_shown.values] == [one.errors for one in result.known.values]
    assert {one.simulated.kind for one in as_shown.values} == {"anytime"}


def test_games_that_know_nothing_say_nothing():
    game = next(one for one in games().values() if one not in KNOWING)
    assert "exact" not in ran(game, 50).document()
