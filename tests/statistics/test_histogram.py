"""Histogram estimates against numpy and scipy on the expanded data, at sizes that overflow, and under resampling."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kurtosis

from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import mean_interval

values_lists = st.lists(st.integers(-30, 30), min_size=1, max_size=60)


@given(values_lists)
def test_everything_agrees_with_the_plays_themselves(values: list[int]) -> None:
    histogram = Histogram.from_values(values)
    assert histogram.n == len(values)
    assert [histogram.power_sum(j) for j in range(5)] == [sum(v**j for v in values) for j in range(5)]
    assert histogram.mean() == pytest.approx(np.mean(values), abs=1e-12)
    if len(values) > 1:
        assert histogram.variance() == pytest.approx(np.var(values, ddof=1), abs=1e-9)
    if len(set(values)) > 1:
        assert histogram.kurtosis() == pytest.approx(kurtosis(values, fisher=False))
    assert values.count(histogram.mode() or 0) == max(values.count(v) for v in values)
    assert histogram.cdf(3) == sum(v <= 3 for v in values) / len(values)
    assert histogram.share_between(-2, 5).value == sum(-2 <= v <= 5 for v in values) / len(values)
    assert [histogram.at_rank(r) for r in range(1, len(values) + 1)] == sorted(values)
    assert (histogram.smallest, histogram.largest) == (min(values), max(values))


@given(values_lists, values_lists, st.floats(0.01, 0.99))
def test_merging_is_as_counting_together(first: list[int], second: list[int], q: float) -> None:
    a, b, both = (Histogram.from_values(v) for v in (first, second, first + second))
    for merged in (a.merge(b), b.merge(a)):
        assert merged.as_dict() == both.as_dict()
        assert merged.mean_interval() == both.mean_interval()
        assert merged.quantile(q) == both.quantile(q)


def test_padding_and_offset_change_nothing() -> None:
    plain = Histogram([0, 3, 0, 5], offset=-1)
    assert plain.as_dict() == {0: 3, 2: 5}
    assert Histogram([3, 0, 5, 0, 0]).mean_interval() == plain.mean_interval()
    assert Histogram(np.array([3, 0, 5], dtype=np.uint64)).quantile(0.5) == plain.quantile(0.5)


@pytest.mark.parametrize("counts", [[[1, 2]], [0.5], [1, -1]])
def test_other_than_counts_is_refused(counts: object) -> None:
    with pytest.raises(ValueError, match="allowed"):
        Histogram(counts)  # type: ignore[arg-type]  # wrong on purpose


def test_empty_single_and_constant() -> None:
    empty = Histogram([])
    assert (empty.n, empty.mode(), empty.smallest, empty.largest) == (0, None, None, None)
    for value in (empty.mean(), empty.variance(), empty.kurtosis(), empty.cdf(1), empty.quantile(0.5).value):
        assert math.isnan(value)
    assert empty.mean_interval().high == math.inf
    single = Histogram([0, 1])
    assert single.mean_interval().low == -math.inf
    assert (single.quantile(0.5).low, single.quantile(0.5).value, single.quantile(0.5).high) == (-math.inf, 1, math.inf)
    constant = Histogram([0, 0, 5000])
    assert constant.mean_is_normal()
    assert (constant.mean_interval().low, constant.mean_interval().high) == (2.0, 2.0)
    assert constant.quantile(0.5).half_width == 0.0
    for call in (lambda: empty.power_sum(5), lambda: empty.quantile(1.0)):
        with pytest.raises(ValueError, match="allowed"):
            call()


def test_a_billion_plays_of_large_values() -> None:
    histogram = Histogram([5 * 10**8, 5 * 10**8], offset=10**5)
    assert histogram.power_sum(4) == 5 * 10**8 * (10**20 + (10**5 + 1) ** 4)
    assert histogram.mean_is_normal()
    assert histogram.kurtosis() == pytest.approx(1.0, rel=1e-12)
    assert histogram.mean_interval().half_width == pytest.approx(1.959964 * 0.5 / math.sqrt(1e9), rel=1e-6)
    assert histogram.quantile(0.25).value == 1e5
    assert histogram.quantile(0.75, scale=1000).value == pytest.approx(100.001)


def test_heavy_tails_are_not_taken_as_normal() -> None:
    counts = np.zeros(1001, dtype=np.int64)
    counts[0], counts[1000] = 100_000, 20
    heavy = Histogram(counts)
    assert heavy.kurtosis() > 100_000 / 50
    assert not heavy.mean_is_normal()
    got, plain = heavy.mean_interval(), mean_interval(heavy.n, heavy.power_sum(1), heavy.power_sum(2))
    assert got.value == plain.value
    assert got.high - got.value > got.value - got.low > 0
    assert heavy.mean_interval() == got
    assert Histogram(counts // np.gcd.reduce(counts)).mean_interval() != got


def test_bootstrap_agrees_with_student_on_well_behaved_plays() -> None:
    values = np.random.default_rng(3).integers(0, 20, 400)
    histogram = Histogram.from_values(values)
    got, plain = histogram.mean_interval(), mean_interval(400, histogram.power_sum(1), histogram.power_sum(2))
    assert got != plain
    assert got.low == pytest.approx(plain.low, abs=0.1 * plain.half_width)
    assert got.high == pytest.approx(plain.high, abs=0.1 * plain.half_width)


def test_bootstrap_of_skewed_plays_agrees_with_scipy() -> None:
    values = np.repeat([1000, 1010, 1100], [50, 20, 6])
    # scipy.stats.bootstrap([values], np.mean, method="BCa", n_resamples=50_000): 1005.79 to 1018.42.
    got, error = Histogram.from_values(values).mean_interval(), np.std(values) / math.sqrt(values.size)
    assert got.low == pytest.approx(1005.79, abs=0.15 * error)
    assert got.high == pytest.approx(1018.42, abs=0.25 * error)


def test_quantile_ranks_known_answer() -> None:
    # n = 100, median: ranks floor(50 - 9.8) = 40 and ceil(50 + 9.8) + 1 = 61.
    got = Histogram.from_values(np.arange(1, 101)).quantile(0.5)
    assert (got.low, got.value, got.high) == (40, 50, 61)


@pytest.mark.slow
def test_means_and_quantiles_cover() -> None:
    generator, reps = np.random.default_rng(5), 250
    misses_mean = misses_p95 = 0
    true_p95 = next(v for v in range(1, 200) if 1 - 0.95**v >= 0.95)
    for _ in range(reps):
        histogram = Histogram.from_values(generator.geometric(0.05, 300))
        misses_mean += not histogram.mean_interval().contains(20.0)
        misses_p95 += not histogram.quantile(0.95).contains(true_p95)
    assert misses_mean / reps < 0.08
    assert misses_p95 / reps < 0.08
    assert misses_mean > 0  # an interval that never misses is too wide to be worth printing
