"""A measure that never varied is not known for certain: a play that differs may be rare."""

from __future__ import annotations

import math

import pytest

from simulate.runs.anytime import run_until
from simulate.runs.figures import FIXED, Mean, Reading
from simulate.runs.result import run
from simulate.runs.stopping import StopRule
from simulate.statistics.histogram import Histogram
from tests.toys import ruin
from tests.toys.game import RUIN, spec

ANYTIME = Reading("anytime", 0.01)


def constant(n: int, value: int = 3, size: int = 11, divisor: int = 1) -> Mean:
    counts = [0] * size
    counts[value] = n
    return Mean(Histogram(counts), divisor, size - 1)


@pytest.mark.parametrize("reading", [FIXED, ANYTIME])
def test_the_interval_leaves_room_for_a_rare_play_of_any_value(reading):
    found = constant(1000).interval(reading)
    assert found.value == 3
    assert 0 < 3 - found.low < 0.1
    assert 0 < found.high - 3 < 0.2
    # The far end of the range is 7 above and 3 below.
    assert (found.high - 3) / (3 - found.low) == pytest.approx(7 / 3)
    assert constant(100_000).interval(reading).half_width < found.half_width / 50
    assert constant(1000, divisor=10).interval(reading).high == pytest.approx(found.high / 10, rel=0.02)
    low_end = constant(1000, value=0).interval(reading)
    assert low_end.low == 0 < low_end.high


def test_the_chance_of_so_many_equal_plays_is_the_p_value():
    figure = constant(1000)
    # A mean of 3.07 needs one play of 100 at least to differ: no such play among 1000 has a chance of 0.99^1000.
    assert figure.p_below(3.07, FIXED) == pytest.approx(2 * 0.99**1000)
    assert figure.p_above(2.97, FIXED) == pytest.approx(2 * 0.99**1000)
    assert figure.p_below(3.0001, FIXED) == 1.0
    assert figure.p_below(2.0, FIXED) == 1.0
    assert figure.p_below(10.5, FIXED) == 0.0
    assert figure.p_below(3.07, FIXED) < figure.p_below(3.07, ANYTIME) < 0.05
    assert constant(1000, value=0).p_above(0.0, FIXED) == 1.0


@pytest.mark.parametrize("reading", [FIXED, ANYTIME])
def test_p_value_and_interval_agree(reading):
    figure = constant(700)
    ends = figure.interval(reading)
    assert figure.p_below(ends.high, reading) == pytest.approx(0.05, rel=1e-6)
    assert figure.p_above(ends.low, reading) == pytest.approx(0.05, rel=1e-6)


def test_a_mean_of_rare_events_is_not_missed_by_runs_that_saw_none():
    # Seat 0 wins 7 coins in one play of 1093; many runs of 500 see none of them.
    table, truth = ruin.table(1, 7, 0.25), 7 * 2 / 2186
    for seed in range(1, 40, 3):
        for found in (run(spec(RUIN, table, seed=seed, count=500)), run_until(spec(RUIN, table, seed=seed), LIMIT)):
            interval = found.metrics["score.0"].interval
            assert interval.contains(truth)
            assert interval.half_width > 0


LIMIT = StopRule(most=500)


def test_nothing_played_says_nothing():
    for reading in (FIXED, ANYTIME):
        assert math.isnan(constant(0).interval(reading).value)
        assert constant(0).p_below(5, reading) == 1.0
