"""Few differing pairs claim little; many say what the usual interval says."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from simulate.statistics.histogram import Histogram
from simulate.statistics.sparse import difference_interval, sign_p


def histogram(**counts: int) -> Histogram:
    """Counts by value, as in ``histogram(m1=3, z0=97)``: a letter and the size, ``m`` for below 0."""
    values = [np.full(count, int(name[1:]) * (-1 if name[0] == "m" else 1)) for name, count in counts.items()]
    return Histogram.from_values(np.concatenate(values))


@pytest.mark.parametrize("differing", [1, 2, 3, 4, 5])
def test_a_few_pairs_on_one_side_may_be_chance(differing):
    found = difference_interval(histogram(m1=differing, z0=100 - differing), 1)
    assert found.value == pytest.approx(-differing / 100)
    assert found.low < -differing / 100
    assert found.high >= 0


def test_many_pairs_on_one_side_are_no_chance():
    found = difference_interval(histogram(m1=12, z0=188), 1)
    assert -0.15 < found.low < -0.06 < found.high < 0


def test_none_that_differs_is_bounded():
    found = difference_interval(histogram(z0=1000), 6, 6)
    assert (found.low, found.value, found.high) == (pytest.approx(-0.00383, abs=1e-5), 0, -found.low)
    one = difference_interval(histogram(z0=999, p6=1), 6, 6)
    assert one.low < found.low
    assert one.value == pytest.approx(0.001)
    assert one.high == -one.low


def test_a_normal_mean_is_left_alone():
    rng = np.random.default_rng(3)
    many = Histogram.from_values(rng.integers(-5, 6, 5000))
    assert difference_interval(many, 5) == many.mean_interval()


def test_an_empty_histogram_claims_nothing():
    assert difference_interval(Histogram([]), 3).low == -np.inf


@pytest.mark.parametrize(("below", "above"), [(0, 0), (3, 0), (7, 2), (20, 31), (5, 5), (230, 270)])
def test_the_sign_test(below, above):
    expected = binomtest(below, below + above).pvalue if below + above else 1.0
    assert sign_p(histogram(m2=below, z0=9, p3=above)) == pytest.approx(expected)


def test_the_sign_test_of_many_pairs():
    assert sign_p(histogram(m2=480, z0=9, p3=540)) == pytest.approx(binomtest(480, 1020).pvalue, rel=0.01)
    assert sign_p(histogram(m1=400_000, p1=400_000)) == 1


@pytest.mark.parametrize("rate", [0.01, 0.05])
def test_chance_seldom_looks_like_a_difference(rate):
    rng = np.random.default_rng(11)
    plain = ours = 0
    for _ in range(400):
        d = np.zeros(200, int)
        differing = rng.binomial(200, rate)
        d[:differing] = rng.geometric(0.1, differing) - rng.geometric(0.1, differing)
        found = Histogram.from_values(d)
        one, usual = difference_interval(found, 200), found.mean_interval()
        ours += not one.low <= 0 <= one.high
        plain += not usual.low <= 0 <= usual.high and bool(differing)
    assert ours <= 0.05 * 400
    assert plain > 0.06 * 400 or rate < 0.05
