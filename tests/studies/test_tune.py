"""Tuning finds what is there, uses no play twice, and publishes only what the search never saw."""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import pytest

from simulate.runs.goals import Goal
from simulate.runs.result import run
from simulate.statistics.multiplicity import holm
from simulate.studies.blocks import Block, block_seed, check_disjoint
from simulate.studies.candidates import Candidate, Loss, Plays, ranked
from simulate.studies.grid import Axis, design, read_axes
from simulate.studies.trials import search
from simulate.studies.tune import TunePlan, TuneRule, tune
from tests.studies.arms import dice_spec
from variants.errors import BadInput

TURNS = Goal("turns", "rolls", 12.0, 13.0, "12 to 13")
FAIR = Goal("seat_advantage", "share", -math.inf, 0.02, "<= 2 %")


def make_plan(text: str, goals=(TURNS,), rule: TuneRule | None = None, players=(2,), seed: int = 1) -> TunePlan:
    drawn = design(read_axes([text]))

    def candidate(number: int, values) -> Candidate:
        try:
            specs = tuple(dice_spec("=".join(values[0]) if values else "cap=500", n, seed=seed) for n in players)
        except BadInput as error:
            return Candidate(number, values, (), tuple(map(str, error.faults)))
        return Candidate(number, values, tuple(replace(spec, goals=goals) for spec in specs))

    def make(levels) -> Candidate:
        return candidate(levels[0], drawn.values(levels))

    return TunePlan(
        "dice", drawn, candidate(-1, ()), make, players, ("random",), seed, rule or TuneRule(40_000, 4_000)
    )  # fmt: skip


def test_the_winner_meets_the_goal_on_plays_of_its_own():
    tuned = tune(make_plan("target=10..30"))
    means = {n: run(dice_spec(f"target={n}", count=4_000)).metrics["turns"].interval.value for n in range(10, 31)}
    assert int(dict(tuned.winner.values)["target"]) in [n for n, mean in means.items() if 12 <= mean <= 13]
    (confirmed,) = tuned.confirmed
    assert [one.status for one in confirmed.goals] == ["met"]
    assert confirmed.tally.plays == 4_000
    assert confirmed.spec.seed == block_seed(1, 2)
    assert run(replace(tuned.winner.specs[0], seed=block_seed(1, 2), count=4_000)).tally == confirmed.tally
    assert [one.status for one in tuned.before[0].goals] == ["missed"]
    assert tuned.confirmed_loss(tuned.before).goals > tuned.confirmed_loss(tuned.confirmed).goals


def test_no_play_is_used_twice_and_all_ranges_are_recorded():
    found = tune(make_plan("target=15..24")).document()
    purposes = [one["purpose"] for one in found["plays"]]
    assert purposes == ["pilot, to measure what matters", "search", "finalists", "confirmation"]
    check_disjoint([Block(**one) for one in found["plays"]])
    assert len({one["seed"] for one in found["plays"]}) == 4
    longest = max(one["plays"] for one in found["losers"])
    assert found["plays"][1]["count"] >= longest


def test_a_play_used_twice_is_an_error():
    blocks = [Block("a", 5, 0, 100), Block("b", 5, 99, 1), Block("c", 6, 0, 100)]
    with pytest.raises(AssertionError, match="twice"):
        check_disjoint(blocks)
    check_disjoint([blocks[0], replace(blocks[1], first=100), blocks[2]])


def test_a_search_on_the_plays_that_confirm_it_is_refused(monkeypatch):
    monkeypatch.setattr("simulate.studies.tune.block_seed", lambda seed, number: seed)
    with pytest.raises(AssertionError, match="twice"):
        tune(make_plan("target=15..18"))


def test_every_candidate_is_told_and_better_ones_get_more_plays():
    tuned = tune(make_plan("target=10..30,61"))
    assert len(tuned.rated) == 21
    assert len(tuned.losers) == 20
    assert [one.number for one in tuned.refused] == [21]
    assert "allowed" in tuned.refused[0].reasons[0]
    plays = {int(dict(one.candidate.values)["target"]): one.plays for one in tuned.rated}
    assert plays[23] > 3 * plays[10] > 0
    assert sum(plays.values()) <= 40_000


def test_it_is_the_same_again_and_for_any_number_of_threads():
    one, two = (tune(make_plan("target=15..24"), jobs=jobs).document() for jobs in (1, 3))
    for found in (one, two):
        del found["engine"]
        for result in (*found["winner"]["results"], *found["as_it_stands"]["results"]):
            del result["engine"]
    assert one == two


def test_several_player_counts_are_tuned_together():
    tuned = tune(make_plan("target=10,20,30", (FAIR,), TuneRule(12_000, 1_000), players=(2, 3)))
    assert [result.spec.players for result in tuned.confirmed] == [2, 3]
    assert dict(tuned.winner.values)["target"] == "30"


def test_one_candidate_and_none():
    assert tune(make_plan("target=20", rule=TuneRule(2_000, 500))).losers == []
    with pytest.raises(BadInput, match="none of the candidates"):
        tune(make_plan("target=61,62"))


def test_no_goals_and_too_small_a_budget_are_told():
    with pytest.raises(BadInput, match="no goals"):
        tune(make_plan("target=10,20", ()))
    with pytest.raises(BadInput, match="at least"):
        tune(make_plan("target=10..40", rule=TuneRule(1_000, 500)))


def test_the_loss_is_a_distance_in_margins():
    candidate = make_plan("target=20", (TURNS, FAIR)).make((0,))
    plays = Plays(candidate, 1)
    scales = {2: {"turns": 1.0, "seat_advantage": 0.01}}
    assert plays.loss(scales) == Loss(math.inf, math.inf)
    plays.add(5_000, 2)
    metrics = run(replace(candidate.specs[0], count=5_000)).metrics
    advantage = abs(2 * metrics["win_share.0"].interval.value - 1)
    turns = metrics["turns"].interval.value
    expected = (advantage - 0.02) / 0.01 + max(0.0, turns - 13.0, 12.0 - turns)
    assert plays.loss(scales).goals == pytest.approx(expected)
    half = Plays(candidate, 1)
    half.add(2_000, 1)
    half.add(3_000, 2)
    assert half.tallies == plays.tallies


def test_the_winner_is_compared_with_what_stands_by_intervals():
    tuned = tune(make_plan("target=10..30"))
    ours, theirs = tuned.loss_ends(tuned.confirmed), tuned.loss_ends(tuned.before)
    assert ours[0] <= tuned.confirmed_loss(tuned.confirmed).goals <= ours[1]
    assert theirs[0] <= tuned.confirmed_loss(tuned.before).goals <= theirs[1]
    assert tuned.standing == "nearer"
    found = tuned.document()
    assert found["winner"]["against_as_it_stands"] == "nearer"
    assert (found["winner"]["confirmed"]["low"], found["winner"]["confirmed"]["high"]) == ours
    assert found["as_it_stands"]["confirmed"]["low"] == theirs[0]
    assert replace(tuned, confirmed=tuned.before).standing == "the same"
    assert tune(make_plan("target=10,60")).standing == "the same"
    assert replace(tuned, confirmed=tuned.before, before=tuned.confirmed).standing == "farther"
    assert replace(tuned, before=()).standing == "not known"
    easy = tune(make_plan("target=9,10", (Goal("turns", "rolls", 1.0, 30.0, "1 to 30"),)))
    assert easy.standing in ("as near", "the same")
    assert tune(make_plan("target=9,11", (Goal("turns", "rolls", 1.0, 30.0, "1 to 30"),))).standing == "as near"


def test_few_games_that_confirm_leave_it_open():
    tuned = tune(make_plan("target=11,12", (FAIR,), TuneRule(4_000, 100)))
    assert tuned.standing == "not known"
    low, high = tuned.loss_ends(tuned.confirmed)
    assert high - low > 10


def test_goals_of_all_player_counts_are_judged_together():
    def words(players) -> list[tuple[float, float]]:
        tuned = tune(make_plan("target=20", (TURNS, FAIR), TuneRule(12_000, 500), players=players))
        return [(one.p, one.adjusted) for result in tuned.confirmed for one in result.goals]

    alone, together = words((2,)), words((2, 3))
    assert [p for p, _ in together[:2]] == [p for p, _ in alone]
    assert holm([p for p, _ in together]) == [adjusted for _, adjusted in together]


def test_ranked():
    losses = [Loss(1.0, 0.1), Loss(0.0, 0.3), Loss(math.inf, 0.0), Loss(0.0, 0.2), Loss(0.0, 0.3)]
    assert ranked(losses) == [3, 1, 4, 0, 2]


def quadratic(candidate: Candidate) -> Loss:
    return Loss(float((int(dict(candidate.values)["a"]) - 700) ** 2 + 50 * (dict(candidate.values)["b"] != "y")), 0.0)


def big() -> tuple[object, object]:
    drawn = design([Axis("a", tuple(map(str, range(1000)))), Axis("b", ("x", "y", "z"))])

    def make(levels) -> Candidate:
        values = drawn.values(levels)
        return Candidate(levels[0] * 3 + levels[1], values, ("playable",) if levels[0] % 7 else ())  # type: ignore[arg-type]

    return drawn, make


def test_optuna_finds_a_good_candidate_among_many():
    pytest.importorskip("optuna")
    drawn, make = big()
    played, refused = search(drawn, make, quadratic, 60, 5)
    assert len(played) == len({one.number for one, _ in played}) == 60
    assert min(loss.goals for _, loss in played) < 2_500
    assert all(not one.specs for one in refused)
    again, _ = search(drawn, make, quadratic, 60, 5)
    assert [one.number for one, _ in again] == [one.number for one, _ in played]


def test_without_optuna_the_way_out_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    drawn, make = big()
    with pytest.raises(BadInput, match=r"fairdeal\[tune\].*--samples 500"):
        search(drawn, make, quadratic, 10, 1)


def test_more_candidates_than_can_be_played_are_tuned_by_trials(monkeypatch):
    pytest.importorskip("optuna")
    monkeypatch.setattr("simulate.studies.tune.MOST_HALVED", 10)
    tuned = tune(make_plan("target=5..45,61,62", rule=TuneRule(20_000, 2_000, 20)))
    assert tuned.method == "trials"
    assert len(tuned.rated) == 20
    assert 20 <= int(dict(tuned.winner.values)["target"]) <= 27
    check_disjoint(tuned.blocks)
    again = tune(make_plan("target=5..45,61,62", rule=TuneRule(20_000, 2_000, 20)))
    assert again.winner.number == tuned.winner.number


def test_finalists_of_many_trials_play_half_the_games_of_the_search(monkeypatch):
    pytest.importorskip("optuna")
    monkeypatch.setattr("simulate.studies.tune.MOST_HALVED", 10)
    tuned = tune(make_plan("target=5..45", rule=TuneRule(20_000, 2_000, 32)))
    assert len(tuned.finalists) == 8
    assert tuned.finalist_plays == 20_000 // 2 // 8 // 64 * 64 > 2 * tuned.rated[0].plays


def test_too_few_games_for_the_trials_are_told(monkeypatch):
    monkeypatch.setattr("simulate.studies.tune.MOST_HALVED", 10)
    with pytest.raises(BadInput, match="--games: got 500, allowed: at least 1280 for 20 trials at 1 player count"):
        tune(make_plan("target=5..45", rule=TuneRule(500, 2_000, 20)))


@pytest.mark.parametrize(
    ("numbers", "told"),
    [((0, 1, 1), "--games: got 0"), ((None, 0, 1), "--confirm: got 0"), ((None, 1, -2), "--trials: got -2")],
)
def test_numbers_below_one_are_refused(numbers, told):
    with pytest.raises(BadInput, match=told):
        TuneRule(*numbers)
