"""Runs that stop by themselves: right prefix, right kind, same for any threads, and resumed as if never interrupted."""

from __future__ import annotations

import json

import pytest

from simulate.runs import anytime, resume
from simulate.runs.anytime import Earlier, run_until
from simulate.runs.goals import Goal
from simulate.runs.result import SCHEMA, run
from simulate.runs.stopping import StopRule, Target, read_targets
from simulate.runs.tally import added, read
from tests.toys import ruin
from tests.toys.game import RUIN, spec
from variants.errors import BadInput

TABLE = ruin.table(3, 10, 0.5)
PRECISE = StopRule((Target("win_share.0", "share", 0.01),))


def test_it_counts_the_first_plays_and_looks_at_fixed_counts():
    found = run_until(spec(RUIN, TABLE, seed=3), PRECISE, jobs=2)
    n = found.tally.plays
    assert found.tally == run(spec(RUIN, TABLE, seed=3, count=n)).tally
    assert n % anytime.FIRST_LOOK == 0
    assert found.stop.reason == "precision reached"
    assert found.metrics["win_share.0"].interval.half_width <= 0.01
    assert {metric.interval.kind for metric in found.metrics.values()} == {"anytime"}


@pytest.mark.parametrize("jobs", [1, 3])
def test_any_number_of_threads_stops_at_the_same_play(jobs):
    documents = []
    for threads in (2, jobs):
        document = run_until(spec(RUIN, TABLE, seed=4), PRECISE, jobs=threads)
        documents.append((document.tally, document.stop, document.metrics))
    assert documents[0] == documents[1]


def test_it_did_not_stop_a_look_too_early():
    found = run_until(spec(RUIN, TABLE, seed=3), PRECISE)
    reached = Target("win_share.0", "share", 0.01)
    one_look_less = round(found.tally.plays / 1.06)
    before = run_until(spec(RUIN, TABLE, seed=3), StopRule(most=one_look_less))
    reading = anytime.Reading("anytime", found.stop.tuning["win_share.0"])
    named = anytime.every_figure(before.tally, ruin.MEASURES)["win_share.0"]
    assert not reached.reached(named, reading)


def test_goals_are_played_until_they_are_decided():
    goals = (
        Goal("win_share.0", "share", 0.25, 0.35, "25 % to 35 %"),
        Goal("turns", "tosses", 25.0, float("inf"), ">= 25"),
    )
    found = run_until(spec(RUIN, TABLE, seed=5, goals=goals), StopRule(until_decided=True))
    assert found.stop.reason == "goals decided"
    assert [one.status for one in found.goals] == ["met", "missed"]


def test_a_goal_that_cannot_be_decided_ends_at_the_limit():
    goals = (Goal("win_share.0", "share", 0.3, 1.0, ">= 30 %"),)
    found = run_until(spec(RUIN, TABLE, seed=6, goals=goals), StopRule(until_decided=True, most=20_000))
    assert found.stop.reason == "most games"
    assert found.tally.plays == 20_000
    assert found.goals[0].status == "not yet known"


def stop_after(plays: int):
    def progress(done: int, wanted: int, seconds: float) -> None:
        assert wanted >= done
        if done >= plays:
            raise KeyboardInterrupt

    return progress


def test_an_interrupt_leaves_a_valid_anytime_result_and_going_on_ends_as_if_never_interrupted():
    whole = run_until(spec(RUIN, TABLE, seed=3), PRECISE)
    part = run_until(spec(RUIN, TABLE, seed=3), PRECISE, progress=stop_after(3000))
    assert part.stop.reason == "interrupted"
    assert part.played.interrupted
    assert 3000 <= part.tally.plays < whole.tally.plays
    assert part.metrics["win_share.0"].interval.contains(0.3)
    assert part.metrics["win_share.0"].interval.kind == "anytime"
    rest = run_until(spec(RUIN, TABLE, seed=3), PRECISE, earlier=Earlier(part.tally, part.stop.tuning, part.stop.looks))
    assert rest.tally == whole.tally
    assert rest.metrics == whole.metrics
    assert rest.stop == whole.stop


def test_a_time_limit_counts_the_first_plays():
    found = run_until(spec(RUIN, TABLE, seed=3), StopRule(seconds=0.05))
    assert found.stop.reason == "time"
    assert found.tally == run(spec(RUIN, TABLE, seed=3, count=found.tally.plays)).tally


def test_tallies_add():
    a, b = (run(spec(RUIN, TABLE, seed=9, count=n)).tally for n in (700, 500))
    assert added(a, b).plays == 1200
    other = read({**b.document(), "sums": {"x": [1, 1]}})
    with pytest.raises(ValueError, match="different things"):
        added(a, other)


UNITS = {"win_share.0": "share", "win_share.1": "share", "tie": "share", "turns": "turns"}


def test_precisions_are_read():
    assert [str(one) for one in read_targets(["0.2%"], UNITS)] == ["win_share.0 to ±0.2 %", "win_share.1 to ±0.2 %"]
    assert read_targets(["tie=0.1pp"], UNITS) == (Target("tie", "share", 0.001),)
    assert read_targets(["turns=0.5"], UNITS) == (Target("turns", "turns", 0.5),)
    assert read_targets(["turns=1%"], UNITS) == (Target("turns", "turns", 0.01, relative=True),)


@pytest.mark.parametrize("text", ["", "x", "0", "2", "tie=", "turns=-1", "turns=1pp", "turn=1", "1e9%"])
def test_a_precision_that_is_none_is_told(text):
    with pytest.raises(BadInput, match="--precision"):
        read_targets([text], UNITS)


def test_a_relative_precision_is_reached():
    found = run_until(spec(RUIN, TABLE, seed=7), StopRule((Target("turns", "tosses", 0.02, relative=True),)))
    interval = found.metrics["turns"].interval
    assert interval.half_width <= 0.02 * interval.low
    assert interval.contains(21.0)


def test_a_document_that_is_no_result_is_refused():
    for text in ("", "[]", "{}", json.dumps({"schema": SCHEMA}), json.dumps({"schema": SCHEMA, "results": [{}]})):
        with pytest.raises(BadInput, match=r"file\.json"):
            resume.read_results(text, "file.json")
