"""The forecast of where a run ends: what its own test would say if the plays went on as they did so far."""

from __future__ import annotations

import math
from statistics import median

import pytest

from simulate.runs import anytime
from simulate.runs.anytime import run_until
from simulate.runs.forecasting import forecast, grown
from simulate.runs.goals import Goal
from simulate.runs.metrics import every_figure
from simulate.runs.result import run
from simulate.runs.stopping import StopRule, Target
from tests.toys import ruin, walk
from tests.toys.game import RUIN, WALK, spec

TABLE = ruin.table(3, 10, 0.5)


class Told:
    """Keeps every forecast."""

    def __init__(self) -> None:
        self.wanted: list[tuple[int, int]] = []

    def __call__(self, done: int, wanted: int, seconds: float) -> None:
        self.wanted.append((done, wanted))


@pytest.mark.parametrize("low", [3.0, 15.0, 16.0])
@pytest.mark.parametrize("text", ["turns.p50", "turns", "win_share.0", "seat_advantage"])
def test_a_goal_on_whose_bound_the_estimate_lies_is_forecast_too(monkeypatch, text, low):
    # The median of the ruin from 3 to 10 is 15 tosses: a whole number may be a bound to the digit.
    if text in ("win_share.0", "seat_advantage"):
        low = {3.0: 0.25, 15.0: 0.3, 16.0: 0.4}[low]
    goals = (Goal(text, "share" if low < 1 else "tosses", low, math.inf, ""),)
    told = Told()
    monkeypatch.setattr(anytime, "FIRST_LOOK", 16)
    run_until(spec(RUIN, TABLE, seed=5, goals=goals), StopRule(until_decided=True, most=2000), progress=told)
    assert told.wanted
    assert all(done <= wanted <= 2000 for done, wanted in told.wanted)


def test_a_run_that_goes_on_as_it_did_ends_where_it_was_forecast():
    rules = [
        StopRule((Target("win_share.0", "share", 0.01),)),
        StopRule((Target("turns", "tosses", 0.5),)),
        StopRule((Target("turns.p95", "tosses", 3.0),)),
    ]
    for rule in rules:
        told = Told()
        found = run_until(spec(RUIN, TABLE, seed=8), rule, jobs=1, progress=told)
        later = [wanted for done, wanted in told.wanted if done > 1500]
        assert 0.74 < median(later) / found.tally.plays < 1.35


def test_many_goals_are_forecast_as_they_are_judged_together():
    share = 0.3
    near = [Goal("win_share.0", "share", share - 0.03, math.inf, f"{i}") for i in range(20)]
    ends = {}
    for number in (1, 20):
        told = Told()
        case = spec(RUIN, TABLE, seed=8, goals=tuple(near[:number]))
        found = run_until(case, StopRule(until_decided=True), jobs=1, progress=told)
        ends[number] = found.tally.plays
        last = [wanted for done, wanted in told.wanted if done > 0.6 * found.tally.plays]
        assert all(0.6 < wanted / found.tally.plays < 1.7 for wanted in last)
    assert ends[20] > ends[1]


@pytest.mark.parametrize("plays", [1000, 1777, 20_000])
def test_grown_tallies_have_the_same_figures(plays):
    for case in (spec(RUIN, TABLE, seed=2, count=1000), spec(WALK, walk_table(), seed=2, count=1000, metrics=True)):
        tally, measures = run(case).tally, case.prepared().measures
        more = grown(tally, plays)
        assert more.plays == plays
        before, after = every_figure(tally, measures), every_figure(more, measures)
        for name, one in before.items():
            value, again = one.figure.value(), after[name].figure.value()
            assert again == pytest.approx(value, rel=0.02, abs=0.02) or math.isnan(value)


def walk_table():
    import numpy as np

    made = np.zeros(1, walk.TABLE)
    made[0] = (21, 0.0, 0)
    return made


def test_nothing_is_forecast_that_never_ends():
    tally = run(spec(RUIN, TABLE, seed=2, count=300)).tally
    assert forecast(lambda one: False, tally, [400, 500]) is None
    assert forecast(lambda one: one.plays >= 450, tally, [400, 500]) == 500
    assert forecast(lambda one: True, tally, []) is None
