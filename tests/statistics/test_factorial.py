"""Shares from blocks with common luck: unbiased, with intervals that hold, whatever the cells have in common."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.factorial import block_effects
from simulate.statistics.sensitivity import factorial_effects

SHAPE = (3, 4, 2)


def truth() -> np.ndarray:
    a, b, _ = np.meshgrid(*(np.arange(s) - (s - 1) / 2 for s in SHAPE), indexing="ij")
    return 3 * a + 2 * b + a * b


def noisy(seed: int, blocks: int = 20, own: float = 2.0, common: float = 6.0) -> np.ndarray:
    """Blocks whose cells share much of their noise, some of it along the first dial."""
    generator = np.random.default_rng(seed)
    shared = generator.normal(0, common, (blocks, 1, 1, 1)) + generator.normal(0, 1.5, (blocks, 3, 1, 1))
    return truth() + shared + generator.normal(0, own, (blocks, *SHAPE))


def test_without_noise_it_is_the_plain_factorial():
    plain = factorial_effects(truth())
    got = block_effects(np.repeat(truth()[None], 4, axis=0), 99)
    assert [one.value for one in got.first] == pytest.approx(plain.first, abs=1e-12)
    assert [one.value for one in got.total] == pytest.approx(plain.total, abs=1e-12)
    assert got.variance.value == pytest.approx(plain.variance)
    assert all(one.half_width < 1e-6 and one.n == 99 for one in (*got.first, *got.total))


@given(st.integers(0, 2**32 - 1), st.integers(3, 8))
def test_order_scale_and_the_dials_places_do_not_matter(seed, blocks):
    cells = np.random.default_rng(seed).normal(size=(blocks, 2, 3, 2)) + 3 * truth()[:2, :3]
    got = block_effects(cells)
    again = block_effects(7 - 5 * np.moveaxis(cells[::-1], 1, 3))
    assert [one.value for one in again.total] == pytest.approx([one.value for one in (*got.total[1:], got.total[0])])
    assert [one.low for one in again.first] == pytest.approx([one.low for one in (*got.first[1:], got.first[0])])


def test_common_luck_is_not_taken_out_twice():
    reps, plain = 3000, factorial_effects(truth())
    sums, naive = np.zeros(7), 0.0
    for seed in range(reps):
        cells = noisy(seed)
        got = block_effects(cells)
        sums += np.array([got.variance.value, *(s.value * got.variance.value for s in (*got.first, *got.total))]) / reps
        noise = float((cells.var(axis=0, ddof=1) / len(cells)).mean())
        naive += factorial_effects(cells.mean(axis=0), noise).variance / reps
    parts = np.array([1.0, *plain.first, *plain.total]) * plain.variance
    assert sums == pytest.approx(parts, abs=0.08)
    assert naive < plain.variance - 1.0  # the correction for independent noise takes the common part out as well


def test_intervals_hold():
    reps, plain, hits = 1000, factorial_effects(truth()), np.zeros(6)
    for seed in range(reps):
        got = block_effects(noisy(seed + 10_000))
        hits += [one.contains(t) for one, t in zip((*got.first, *got.total), (*plain.first, *plain.total), strict=True)]
    assert (hits / reps > 0.91).all()
    idle = block_effects(noisy(1)).total[2]
    assert idle.half_width < 0.05


def test_nothing_but_noise_says_nothing():
    generator = np.random.default_rng(3)
    cells = [generator.normal(0, 1, (20, 3, 3)) + generator.normal(0, 9, (20, 1, 1)) for _ in range(200)]
    assert sum(not math.isnan(block_effects(one).total[0].value) for one in cells) <= 16
    got = block_effects(np.full((3, 2, 2), 0.5))
    assert math.isnan(got.first[0].value)
    assert got.first[0].low == -math.inf


@pytest.mark.parametrize("cells", [np.zeros((2, 2, 2)), np.zeros(5), np.full((3, 2), math.nan), np.zeros((4, 0))])
def test_what_is_no_factorial(cells):
    with pytest.raises(ValueError, match="allowed"):
        block_effects(cells)
