"""Factorial indices on a closed-form function, with and without noise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.sensitivity import factorial_effects, jansen_total, share_noise


def _grid(*sizes: int) -> list[np.ndarray]:
    return list(np.meshgrid(*(np.arange(s) - (s - 1) / 2 for s in sizes), indexing="ij"))


def test_closed_form_function() -> None:
    # y = 3a + 2b + a b + 0c with a of 3 levels (variance 2/3), b of 4 (5/4), c of 2: centred, hence orthogonal.
    a, b, _ = _grid(3, 4, 2)
    got = factorial_effects(3 * a + 2 * b + a * b)
    parts = np.array([9 * 2 / 3, 4 * 5 / 4, 2 / 3 * 5 / 4])
    total = parts.sum()
    assert got.variance == pytest.approx(total)
    assert got.first == pytest.approx((parts[0] / total, parts[1] / total, 0.0), abs=1e-12)
    assert got.total == pytest.approx(((parts[0] + parts[2]) / total, (parts[1] + parts[2]) / total, 0.0), abs=1e-12)


@given(st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(2, 4)), st.integers(0, 2**32 - 1))
def test_indices_obey_the_decomposition(shape: tuple[int, int, int], seed: int) -> None:
    cells = np.random.default_rng(seed).normal(size=shape)
    got = factorial_effects(cells)
    assert all(-1e-12 <= first <= total + 1e-12 for first, total in zip(got.first, got.total, strict=True))
    assert sum(got.first) <= 1 + 1e-9 <= sum(got.total) + 2e-9
    moved = factorial_effects(5 * np.moveaxis(cells, 0, 2) + 3)
    assert moved.total == pytest.approx(got.total[1:] + got.total[:1], abs=1e-9)


def test_nothing_varies() -> None:
    got = factorial_effects(np.full((2, 3), 0.5))
    assert all(math.isnan(x) for x in got.first + got.total)
    assert math.isnan(factorial_effects([0.50, 0.51], noise=0.01).total[0])
    assert math.isnan(jansen_total([1.0, 1.0], [1.0, 1.0], 0.0, 0.0))
    for call in (
        lambda: factorial_effects([]),
        lambda: factorial_effects([math.nan, 1.0]),
        lambda: factorial_effects([1.0], -1.0),
        lambda: share_noise(np.array([1]), 1),
        lambda: jansen_total([1.0], [1.0, 2.0], 0.0, 0.0),
    ):
        with pytest.raises(ValueError, match="allowed"):
            call()


def _noisy(seed: int, plays: int) -> tuple[np.ndarray, np.ndarray]:
    a, b, _ = _grid(3, 4, 5)
    truth = 0.5 + 0.05 * a + 0.02 * b
    return truth, np.random.default_rng(seed).binomial(plays, truth)


def test_noise_is_taken_out_exactly_on_average() -> None:
    plays, reps = 150, 300
    truth = factorial_effects(_noisy(0, plays)[0])
    corrected, first, raw, variance = np.zeros(3), np.zeros(3), np.zeros(3), 0.0
    for seed in range(reps):
        wins = _noisy(seed, plays)[1]
        got = factorial_effects(wins / plays, share_noise(wins, plays))
        corrected += np.array(got.total) * got.variance / reps
        first += np.array(got.first) * got.variance / reps
        variance += got.variance / reps
        raw += np.array(factorial_effects(wins / plays).total) / reps
    assert variance == pytest.approx(truth.variance, rel=0.05)
    assert corrected / variance == pytest.approx(truth.total, abs=0.03)
    assert first / variance == pytest.approx(truth.first, abs=0.015)
    assert raw[2] > 0.25  # without the correction the idle dial seems to matter


def test_share_noise_is_the_unbiased_variance_of_a_cell() -> None:
    assert share_noise(np.array([30, 30]), 60) == pytest.approx(0.25 / 59)


def test_jansen_agrees_with_the_factorial() -> None:
    a, b, _ = _grid(5, 6, 4)
    y = a + 0.7 * b + 0.3 * a * b
    generator, pairs = np.random.default_rng(1), 100_000
    cell = [generator.integers(0, s, pairs) for s in y.shape]
    for dial, expected in enumerate(factorial_effects(y).total):
        other = list(cell)
        other[dial] = generator.integers(0, y.shape[dial], pairs)
        noise = generator.normal(0, 0.5, (2, pairs))
        got = jansen_total(y[tuple(cell)] + noise[0], y[tuple(other)] + noise[1], 0.25, 0.25)
        assert got == pytest.approx(expected, abs=0.02)
