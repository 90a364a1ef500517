"""What runs are tuned for: where they are expected to end, whatever tells that."""

from __future__ import annotations

import math
import time

import pytest

from simulate.runs import tuning
from simulate.runs.anytime import run_until
from simulate.runs.figures import Share
from simulate.runs.goals import Goal
from simulate.runs.metrics import Named
from simulate.runs.stopping import StopRule, Target
from simulate.runs.tuning import PILOT, USUAL_PLAYS, pilot, pilot_plays, tune
from simulate.statistics.anytime import xstar
from tests.toys import ruin
from tests.toys.game import RUIN, spec

TABLE = ruin.table(3, 10, 0.5)


def share(units: int) -> dict[str, Named]:
    return {"s": Named("s", "share", "", lambda: Share(units, units, 1, PILOT))}


def reached(p: float, plays: float) -> float:
    return math.sqrt(xstar(0.05) * p * (1 - p) / plays)


@pytest.mark.parametrize(
    ("rule", "within_time", "plays"),
    [
        (StopRule(), math.inf, USUAL_PLAYS),
        (StopRule(most=100), math.inf, 100),
        (StopRule(seconds=5.0), 300.0, 300),
        (StopRule((Target("s", "share", 0.05),)), math.inf, xstar(0.05) / 4 / 0.05**2),
        (StopRule((Target("s", "share", 0.001),), most=5000), math.inf, 5000),
        (StopRule((Target("s", "share", 0.001),), seconds=1.0), 700.0, 700),
    ],
)
def test_a_share_is_tuned_for_where_the_run_ends(rule, within_time, plays):
    found = tune(rule, (), share(512), within_time=within_time)["s"]
    assert found == pytest.approx(reached(0.5, plays), rel=0.02)


def test_a_pilot_on_the_bound_of_a_goal_does_not_tune_for_endless_play():
    for units in (512, 513, 520):
        found = tune(StopRule(until_decided=True), (Goal("s", "share", 0.5, math.inf, ""),), share(units))
        assert found["s"] >= 0.9 * math.sqrt(0.25 / PILOT)


def test_the_nearest_end_of_a_range_tells_how_long_a_run_will_be():
    goal = Goal("s", "share", 0.1, 0.53, "")
    found = tune(StopRule(until_decided=True), (goal,), share(512))["s"]
    assert found == pytest.approx(0.03, rel=0.02)


def test_a_pilot_is_no_longer_than_the_run_and_ends_with_its_time():
    assert pilot_plays(StopRule().most) == PILOT
    assert pilot_plays(1000) == 125
    assert pilot_plays(3) == tuning.FEWEST_PILOT
    prepared = spec(RUIN, TABLE).prepared()
    assert pilot(prepared, 1, 1, 500).plays == 500
    assert 0 < pilot(prepared, 1, 1, 500, seconds=1e-9).plays < 500


def test_the_time_of_a_run_is_that_of_its_pilot_too(monkeypatch):
    prepared = spec(RUIN, TABLE).prepared()
    counted = type(prepared).count_plays

    def slowly(self, seed, first, plays):
        time.sleep(0.01 * plays)
        return counted(self, seed, first, plays)

    monkeypatch.setattr(type(prepared), "count_plays", slowly)
    found = run_until(spec(RUIN, TABLE, seed=3), StopRule(seconds=0.5), jobs=1)
    assert found.stop.reason == "time"
    # A pilot of 1024 such plays would take ten seconds: half of one is for 50 plays in all.
    assert 4 <= found.tally.plays <= 50
