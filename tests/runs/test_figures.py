"""Intervals and p-values tell the same story, and the anytime ones survive peeking where the fixed ones do not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.runs.figures import (
    Bounded,
    Mean,
    Part,
    Quantile,
    Quotient,
    Reading,
    SeatAdvantage,
    Share,
    ShareOfSome,
    Sums,
)
from simulate.statistics.histogram import Histogram
from simulate.statistics.looks import look_grid

ALPHA = 0.05
FIXED = Reading()


def anytime(width: float) -> Reading:
    return Reading("anytime", width)


def event(successes: int, n: int, capped: int = 0) -> Share:
    return Share(successes, successes, 1, n, capped)


@given(st.integers(1, 5000), st.floats(0, 1), st.floats(0.01, 0.99), st.floats(0.001, 0.2))
def test_a_share_is_surely_beyond_a_bound_exactly_when_its_anytime_interval_is(n, part, bound, width):
    figure, reading = event(round(n * part), n), anytime(width)
    interval = figure.interval(reading)
    for p, outside, gap in (
        (figure.p_below(bound, reading), interval.high < bound, bound - interval.high),
        (figure.p_above(bound, reading), interval.low > bound, interval.low - bound),
    ):
        assert (p <= ALPHA) == outside or abs(gap) < 1e-9


@given(st.integers(1, 3000), st.floats(0, 1), st.floats(0.01, 0.99))
def test_one_side_at_most_is_sure_and_capped_plays_make_it_less_so(n, part, bound):
    s = round(n * part)
    for reading in (FIXED, anytime(0.01)):
        figure = event(s, n)
        sides = figure.p_below(bound, reading), figure.p_above(bound, reading)
        assert max(sides) == 1.0
        assert all(0 <= p <= 1 for p in sides)
        with_capped = event(s, n + 10, capped=10)
        without = event(s, n + 10)
        assert with_capped.p_below(bound, reading) >= without.p_below(bound, reading) - 1e-12
        assert with_capped.interval(reading).high >= without.interval(reading).high - 1e-12


def test_the_fixed_test_of_a_share_is_the_exact_binomial_one():
    from scipy.stats import binom

    assert event(12, 100).p_below(0.2, FIXED) == pytest.approx(2 * binom.cdf(12, 100, 0.2))
    assert event(30, 100).p_above(0.2, FIXED) == pytest.approx(2 * binom.sf(29, 100, 0.2))


@pytest.mark.parametrize("reading", [FIXED, anytime(0.05)])
def test_a_mean_is_surely_beyond_a_bound_exactly_when_its_interval_is(reading):
    values = np.random.default_rng(1).poisson(4, 20_000)
    mean = Mean(Histogram.from_values(values))
    sums = Sums(values.size, int(values.sum()), int((values**2).sum()))
    ones = Quotient(values.size, int(values.sum()), values.size, int((values**2).sum()), values.size, int(values.sum()))
    for figure in (mean, sums, ones):
        interval = figure.interval(reading)
        for end, other in ((interval.low, figure.p_above), (interval.high, figure.p_below)):
            outwards = (end - figure.value()) * 1e-6
            assert other(end + outwards, reading) <= ALPHA
            assert other(end - outwards, reading) > ALPHA


def test_a_mean_says_nothing_before_it_may_be_taken_as_normal():
    few = Mean(Histogram.from_values(np.arange(100)))
    assert few.p_below(1000.0, FIXED) == 1.0
    assert math.isinf(few.interval(anytime(1.0)).high)
    assert Sums(9999, 10, 10).p_below(5.0, FIXED) == 1.0


def test_a_quantile_is_judged_by_its_ranks():
    figure = Quantile(Histogram([0, 500, 300, 200]), 0.5)
    assert figure.value() == 1.0
    assert figure.p_below(2.5, FIXED) < 1e-9
    assert figure.p_above(1.0, FIXED) == 1.0
    assert figure.p_below(1.0, FIXED) == 1.0
    assert figure.p_above(0.5, FIXED) < 1e-9
    assert Quantile(Histogram([0, 500, 300, 200]), 0.5, divisor=10).value() == 0.1


def test_the_seat_advantage_needs_all_seats_within_a_bound_and_one_beyond_it():
    even = SeatAdvantage(tuple(event(s, 30_000) for s in (10_000, 10_000, 10_000)))
    uneven = SeatAdvantage(tuple(event(s, 30_000) for s in (12_000, 10_000, 8_000)))
    assert even.value() == 0.0
    assert uneven.value() == pytest.approx(0.2)
    for reading in (FIXED, anytime(0.02)):
        assert even.p_below(0.1, reading) <= ALPHA
        assert even.p_above(0.1, reading) == 1.0
        assert uneven.p_above(0.1, reading) <= ALPHA
        assert uneven.p_below(0.1, reading) == 1.0
        assert uneven.interval(reading).contains(0.2)
        assert even.interval(reading).low == 0.0


def test_a_share_of_some_plays_is_that_of_them_and_forecasts_count_all_plays():
    some = ShareOfSome(600, 600 * 2, 2, 400, 0, 4000)
    assert some.interval(FIXED) == Share(600, 600 * 2, 2, 400).interval(FIXED)
    assert some.interval(anytime(0.02)).n == 400
    assert some.variance() == pytest.approx(10 * 0.75 * 0.25, rel=0.02)
    nobody = ShareOfSome(0, 0, 2, 0, 0, 100).interval(FIXED)
    assert (math.isnan(nobody.value), nobody.low, nobody.high) == (True, 0.0, 1.0)


@pytest.mark.parametrize("reading", [FIXED, anytime(0.01)])
def test_a_part_that_was_alike_in_every_play_is_not_known_for_certain(reading):
    n = 20_000
    for x, y in ((0, 7), (7, 7), (3, 7)):
        interval = Part(n, n * x, n * y, n * x * x, n * y * y, n * x * y).interval(reading)
        assert interval.value == pytest.approx(x / y)
        assert 0 <= interval.low <= interval.value <= interval.high <= 1
        assert 1e-4 < interval.high - interval.low < 2e-3


def test_a_part_holds_as_often_as_it_says():
    rng, reps, n, held = np.random.default_rng(4), 400, 150, 0
    for _ in range(reps):
        whole = rng.integers(5, 40, n)
        part = rng.binomial(whole, rng.beta(0.4, 12.0, n))  # plays differ: many without any
        sums = (int(one) for one in (part.sum(), whole.sum(), part @ part, whole @ whole, part @ whole))
        held += Part(n, *sums).interval(FIXED).contains(0.4 / 12.4)
    assert 0.915 <= held / reps <= 0.98


def test_a_mean_within_bounds_holds_where_large_values_are_rare():
    rng, reps, n, held, naive = np.random.default_rng(5), 500, 400, 0, 0
    for _ in range(reps):
        values = np.where(rng.random(n) < 0.01, 10_000, 0)
        sums = (n, int(values.sum()), int(values @ values), 10_000)
        interval = Bounded(*sums).interval(FIXED)
        assert 0 <= interval.low <= interval.value <= interval.high <= 1
        held += interval.contains(0.01)
        naive += Sums(*sums).interval(FIXED).contains(0.01)
    assert held / reps >= 0.93
    assert naive / reps < 0.93


def test_a_mean_within_bounds_holds_at_every_look():
    rng, reps, ever = np.random.default_rng(6), 60, 0
    looks = list(look_grid(256, 30_000))
    for _ in range(reps):
        values = np.where(rng.random(looks[-1]) < 0.002, 10_000, 0)
        totals, squares = np.cumsum(values)[np.array(looks) - 1], np.cumsum(values**2)[np.array(looks) - 1]
        ever += not all(
            Bounded(n, int(s), int(q), 10_000).interval(anytime(0.0005)).contains(0.002)
            for n, s, q in zip(looks, totals, squares, strict=True)
        )
    assert ever / reps <= 0.1


# Coverage under peeking ---------------------------------------------------------------------------------------------


def shares(seed: int, p: float, reps: int, looks: list[int]) -> np.ndarray:
    """Successes at each look of each history, shape (reps, looks)."""
    steps = np.diff([0, *looks])
    return np.cumsum(np.random.default_rng(seed).binomial(steps, p, size=(reps, len(looks))), axis=1)


def missed(figure, truth: float, reading: Reading) -> bool:
    return min(figure.p_below(truth, reading), figure.p_above(truth, reading)) <= ALPHA


@pytest.mark.slow
@pytest.mark.parametrize(("p", "width"), [(0.5, 0.01), (0.01, 0.002), (0.001, 0.0005)])
def test_shares_hold_under_peeking_at_every_block_and_the_naive_rule_does_not(p, width):
    looks, reps = list(look_grid(256, 60_000)), 250
    ever = peeked = 0
    for history in shares(11, p, reps, looks).tolist():
        figures = [(event(s, n), n) for s, n in zip(history, looks, strict=True)]
        ever += any(missed(figure, p, anytime(width)) for figure, _ in figures)
        peeked += any(not figure.interval(FIXED).contains(p) for figure, _ in figures)
    assert ever / reps <= 0.05
    assert peeked / reps > 0.2


@pytest.mark.slow
def test_means_hold_under_peeking():
    looks, reps, generator = list(look_grid(256, 12_000)), 200, np.random.default_rng(12)
    ever_mean = peeked = 0
    for _ in range(reps):
        draws = generator.geometric(0.05, looks[-1])
        histograms = [Histogram.from_values(draws[:n]) for n in looks[::3]]
        ever_mean += any(missed(Mean(h), 20.0, anytime(0.5)) for h in histograms)
        peeked += any(not Mean(h).interval(FIXED).contains(20.0) for h in histograms)
    assert ever_mean / reps <= 0.05
    assert peeked / reps > 0.15


@pytest.mark.slow
def test_a_true_quantile_is_seldom_missed():
    looks, reps, generator = list(look_grid(256, 12_000)), 200, np.random.default_rng(13)
    ever = 0
    for _ in range(reps):
        draws = generator.geometric(0.05, looks[-1])
        for n in looks[::3]:
            figure = Quantile(Histogram.from_values(draws[:n]), 0.5)
            if missed(figure, 14.0, anytime(0.01)) or not figure.interval(anytime(0.01)).contains(14.0):
                ever += 1
                break
    assert ever / reps <= 0.05


@pytest.mark.parametrize("reading", [FIXED, anytime(0.01)])
def test_a_part_that_was_the_same_in_every_play_is_not_certain(reading):
    never = Part(20_000, 0, 100_000, 0, 500_000, 0)
    assert never.interval(reading).high > 1e-5
    assert never.p_below(1e-5, reading) > 0.05
    assert never.p_below(0.01, reading) < 0.001
    always = Part(20_000, 100_000, 100_000, 500_000, 500_000, 500_000)
    assert always.p_above(1 - 1e-5, reading) > 0.05
    assert always.p_above(0.9, reading) < 0.001
    assert always.p_below(1.0, reading) == never.p_above(0.0, reading) == 1.0


@pytest.mark.parametrize("reading", [FIXED, anytime(0.05)])
def test_a_mean_within_bounds_is_judged_before_it_counts_as_normal(reading):
    low = Bounded(3000, 390, 60, 1)
    assert low.p_below(0.9, reading) < 1e-6
    assert low.p_above(0.05, reading) < 1e-6
    assert low.p_above(0.9, reading) == 1.0
    assert Bounded(20_000, 0, 0, 1000).p_below(0.9, reading) < 1e-6
    assert Bounded(20_000, 0, 0, 1000).p_below(1e-5, reading) > 0.05


def test_a_ratio_of_parts_is_judged_after_few_plays_of_a_declared_number():
    # Each play has 20 decisions, one of them forced in 9 of 10 plays.
    part = Part(3000, 2700, 60_000, 2700, 1_200_000, 54_000)
    assert part.p_below(0.5, FIXED) < 1e-6
    assert part.p_below(0.0451, FIXED) > 0.05
