"""The course of plays with two to eight seats, ties, capped plays: against plain Python, number by number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.runs.metrics import estimate
from simulate.runs.result import run
from simulate.runs.tally import Adder
from tests.runs.plain_course import check, course_values, rounds_of
from tests.toys import race, ruin, walk
from tests.toys.game import RACE, WALK, spec, toy


def told(prepared, recorded):
    """Standings by round, winners, ones of each seat, whether a six was rolled; from the recorded rolls."""
    seats, scores = prepared.seats, [0] * prepared.seats
    before, ends, ones, six = [], [], [[0] for _ in range(seats)], False
    for i, seat in enumerate(recorded.seats.tolist()):
        before.append(list(scores))
        rolled = int(recorded.states[i + 1]["score"][seat]) - scores[seat]
        scores[seat] += rolled
        ones[seat][0] += rolled == 1
        six |= rolled == 6
        ends.append(not (prepared.table[0]["again"] and rolled == 1 and max(scores) < prepared.table[0]["target"]))
    first = int(recorded.seats[-1])
    best = {seat for seat in range(seats) if scores[seat] == max(scores)}
    won = best if prepared.table[0]["whole"] else {first}
    return rounds_of(recorded.seats.tolist(), ends, before, scores), won, ones, six


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("whole", [False, True])
def test_every_number_of_a_race_is_that_of_plain_python(seats, whole):
    prepared = spec(RACE, race.table(seats, 12, whole=whole, again=True), players=seats, metrics=True).prepared()
    tied = 0
    for index in range(40):
        path, won, ones, six = told(prepared, prepared.record(6, index))
        check(prepared, 6, index, path, won=won, taken=ones, happened=[six, False])
        tied += len(won) > 1
    assert (tied > 0) == whole


def test_capped_plays_are_left_out_of_the_course_and_widen_its_shares():
    free = spec(RACE, race.table(3, 40), players=3, count=3000, seed=2, metrics=True)
    tight = replace(free, game=toy(race, race.MEASURES, limit=34))
    for one in (free, tight):
        assert one.prepared().scale.plays <= 4096
    found = run(tight)
    prepared = tight.prepared()
    assert 300 < found.tally.capped < 2700
    ended = [index for index in range(200) if not prepared.record(2, index).capped]
    assert 20 < len(ended) < 180
    adder = Adder(prepared.width)
    adder.add(prepared.count_plays(2, 0, 200))
    tally = adder.tally(prepared.measures, 3)
    values = []
    for index in ended:
        path, won, _, _ = told(prepared, prepared.record(2, index))
        values.append(course_values(path, won, prepared.scale.record[0]))
    assert tally.finished == len(ended)
    for name in ("close", "comeback"):
        assert tally.histograms[name][1] == sum(one[name] for one in values)
    assert tally.sums["leader.50"][0] == 6 * sum(one["leader.50"] for one in values)
    assert tally.sums["leader_won.50"][0] == pytest.approx(6 * sum(one["leader_won.50"] for one in values))

    capped = found.tally.capped
    for name in ("close", "comeback", "happens.six", "win_share.0", "tie"):
        interval = found.metrics[name].interval
        assert interval.n == 3000, name
        assert interval.high - interval.low > capped / 3000, name
    leaders = found.tally.sums["leader.50"][0] // 6
    interval = found.metrics["leader_wins.50"].interval
    assert interval.n == leaders + capped
    assert interval.low < found.tally.sums["leader_won.50"][0] / 6 / (leaders + capped)


def test_a_run_in_which_every_play_is_capped_says_nothing_of_its_course():
    found = run(spec(toy(race, race.MEASURES, limit=3), race.table(3, 40), players=3, count=50, metrics=True))
    assert found.tally.finished == 0
    for name in ("close", "comeback", "leader_wins.50", "decided_tail", "forced_share", "lead_slope", "worth.one"):
        document = found.metrics[name].document()
        assert document["value"] is None, name
        assert document["low"] is None or document["low"] == 0, name
        assert document["high"] is None or document["high"] == 1, name


# What is alike in every play is not known for certain --------------------------------------------------------------


def test_a_lead_that_always_won_is_no_certainty():
    found = run(spec(WALK, walk.table(41, feedback=0.5), seed=3, count=300, metrics=True)).metrics
    for name in ("leader_wins.50", "leader_wins.75"):
        interval = found[name].interval
        assert interval.value == 1.0
        assert (interval.low, interval.high) == (pytest.approx(1 - 3.84 / 303.84, abs=1e-3), 1.0)
    assert found["leader_wins.50"].interval.n == 300


def test_decisions_that_were_never_forced_may_be():
    found = run(spec(RACE, race.table(2, 30), count=200, metrics=True)).metrics["forced_share"].interval
    assert found.value == found.high == 1.0  # each roll is the only action
    assert 0.97 < found.low < 0.99
    with_leads = run(spec(WALK, walk.table(21), count=200, metrics=True)).metrics
    assert 0 < with_leads["forced_share"].interval.half_width < 0.02


def test_means_of_shares_of_a_game_stay_within_it():
    found = run(spec(RACE, race.table(8, 60), players=8, count=2000, seed=1, metrics=True)).metrics
    tail = found["decided_tail"].interval
    assert 0 <= tail.low <= tail.value < tail.high < 0.05
    never = run(spec(WALK, walk.table(1), count=2000, metrics=True)).metrics["decided_tail"]
    assert (never.interval.value, never.interval.low) == (0.0, 0.0)
    assert never.interval.high == pytest.approx(3.84 / 2003.84, rel=1e-3)


# The plain part ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_what_is_counted_besides_changes_no_plain_number(seats):
    asked = spec(RACE, race.table(seats, 20, whole=True), players=seats, seed=8, metrics=True)
    both, plain = asked.prepared(), replace(asked, metrics=False).prepared()
    assert np.array_equal(both.count_plays(8, 5, 3000)[: plain.width], plain.count_plays(8, 5, 3000))


def test_without_the_option_nothing_of_the_course_is_compiled_or_played(monkeypatch):
    from simulate.kernels import specialise as made

    seen = []
    whole = made.specialise

    def watched(*given, course=False, **named):
        seen.append(course)
        return whole(*given, course=course, **named)

    monkeypatch.setattr(made, "specialise", watched)
    game = toy(ruin, ruin.MEASURES)
    run(spec(game, ruin.table(3, 10, 0.5), count=100))
    assert seen == [False]
    run(spec(game, ruin.table(3, 10, 0.5), count=100, metrics=True))
    assert seen == [False, True]


# Runs of other seeds -----------------------------------------------------------------------------------------------


def test_every_run_measures_by_the_same_plays():
    first, second = (spec(WALK, walk.table(21), seed=seed, metrics=True).prepared() for seed in (1, 2))
    assert first.scale.document() == second.scale.document()
    assert (first.scale.record == second.scale.record).all()
    own = spec(WALK, walk.table(21), seed=first.pilot_seed, metrics=True).prepared()
    assert own.pilot_seed != first.pilot_seed


CHANCES = ("close", "comeback", "decided_tail", "uncertainty", "tension_timing", "leader_wins.25", "leader_wins.50",
           "leader_wins.75", "lead_changes", "lead_change_ratio", "lead_slope", "worth.charm", "taken.charm",
           "happens.home")  # fmt: skip


def test_intervals_hold_whatever_the_seed():
    reps, plays, many = 150, 400, 100_000
    truth = run(spec(WALK, walk.table(20), seed=10**6, count=many, metrics=True)).metrics
    missed = dict.fromkeys(CHANCES, 0)
    prepared = {seed: spec(WALK, walk.table(20), seed=seed, metrics=True).prepared() for seed in (0, 1)}
    scale = prepared[0].scale
    assert (scale.record == prepared[1].scale.record).all()
    for seed in range(reps):
        adder = Adder(prepared[0].width)
        adder.add(prepared[0].count_plays(seed, 0, plays))
        found = estimate(adder.tally(prepared[0].measures, 2), prepared[0].measures)
        for name in CHANCES:
            missed[name] += not found[name].interval.contains(truth[name].interval.value)
    assert max(missed.values()) <= 0.05 * reps + 3.1 * (0.05 * 0.95 * reps) ** 0.5, missed
    assert sum(missed.values()) > 0.02 * reps * len(CHANCES)
