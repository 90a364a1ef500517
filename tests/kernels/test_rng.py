"""Keyed streams: equal to their definition, unbiased in every size used, fair in every shuffle, never overlapping."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from simulate.kernels import rng
from simulate.kernels.jit import routine
from simulate.kernels.purposes import Purpose
from tests.kernels import plain_rng

ALPHA = 1e-6  # false-alarm rate of each check below; the seeds are fixed, so a pass stays a pass


def a_stream() -> np.void:
    """A stream for one call, kept alive by its array."""
    return np.zeros(1, rng.STREAM)[0]


@routine
def words_of(stream, seed, purpose, play, out):
    rng.open_stream(stream, seed, purpose, play)
    for i in range(out.size):
        out[i] = rng.draw(stream)


@routine
def count_below(stream, seed, n, draws, counts):
    rng.open_stream(stream, seed, 1, 0)
    for _ in range(draws):
        counts[rng.below(stream, n)] += 1


@routine
def belows_of(stream, seed, bounds, out):
    rng.open_stream(stream, seed, 2, 3)
    for i in range(bounds.size):
        out[i] = rng.below(stream, bounds[i])


@routine
def shuffles_of_four(stream, seed, plays, counts):
    items = np.zeros(4, np.int64)
    for play in range(plays):
        rng.open_stream(stream, seed, 1, play)
        for i in range(4):
            items[i] = i
        rng.shuffle(items, 4, stream)
        counts[items[0] * 64 + items[1] * 16 + items[2] * 4 + items[3]] += 1


@routine
def without_fixed_point(stream, seed, plays):
    items = np.zeros(52, np.int64)
    deranged = 0
    for play in range(plays):
        rng.open_stream(stream, seed, 1, play)
        for i in range(52):
            items[i] = i
        rng.shuffle(items, 52, stream)
        fixed = 0
        for i in range(52):
            fixed += items[i] == i
        deranged += fixed == 0
    return deranged


@routine
def first_words(stream, seed, plays, at, out):
    for play in range(plays):
        rng.open_stream(stream, seed, 1, play)
        stream.at = np.uint64(at)
        out[play] = rng.draw(stream)


@pytest.mark.parametrize("purpose", list(Purpose))
@pytest.mark.parametrize(("seed", "play"), [(0, 0), (1, 0), (0, 1), (2**64 - 1, 2**62 - 1), (20261130, 12345)])
def test_words_equal_their_definition_in_plain_integers(purpose, seed, play):
    out = np.zeros(20, np.uint64)
    words_of(a_stream(), np.uint64(seed), int(purpose), play, out)
    plain = plain_rng.Stream(seed, int(purpose), play)
    assert out.tolist() == [plain.draw() for _ in range(20)]


def test_bounded_draws_equal_their_definition():
    bounds = np.array([*range(1, 80), 2**33 + 7, 2**62 - 5], np.int64)
    out = np.zeros(bounds.size, np.int64)
    belows_of(a_stream(), np.uint64(7), bounds, out)
    plain = plain_rng.Stream(7, 2, 3)
    assert out.tolist() == [plain.below(int(n)) for n in bounds]


def test_the_words_of_one_seed_never_change():
    """Published once, kept for ever: a change here changes every result of every user."""
    out = np.zeros(3, np.uint64)
    words_of(a_stream(), np.uint64(20261130), int(Purpose.SETUP), 0, out)
    assert [hex(int(w)) for w in out] == ["0x797ca725a17de3d6", "0x82b9f0cfc1ea06c8", "0x108184154ff75a9b"]


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 12, 24, 37, 52, 60, 61, 64, 72])
def test_bounded_draws_are_uniform(n):
    counts = np.zeros(n, np.int64)
    count_below(a_stream(), np.uint64(n), n, 2_000_000, counts)
    assert stats.chisquare(counts).pvalue > ALPHA


def test_modulo_of_a_byte_would_fail_the_same_check():
    """Negative control: the classic biased die."""
    counts = np.zeros(256, np.int64)
    count_below(a_stream(), np.uint64(1), 256, 2_000_000, counts)
    faces = [int(counts[face::6].sum()) for face in range(6)]
    assert stats.chisquare(faces).pvalue < ALPHA


def test_all_orders_of_four_are_equally_likely():
    counts = np.zeros(256, np.int64)
    shuffles_of_four(a_stream(), np.uint64(4), 1_200_000, counts)
    orders = [a * 64 + b * 16 + c * 4 + d for a, b, c, d in itertools.permutations(range(4))]
    assert counts.sum() == counts[orders].sum()
    assert stats.chisquare(counts[orders]).pvalue > ALPHA


def test_a_deck_without_a_card_in_place_has_the_known_chance():
    n = 400_000
    truth = sum((-1) ** k / math.factorial(k) for k in range(53))
    assert stats.binomtest(without_fixed_point(a_stream(), np.uint64(52), n), n, truth).pvalue > ALPHA


def test_first_words_of_a_million_plays_are_distinct_and_unrelated():
    first = np.zeros(1_000_000, np.uint64)
    first_words(a_stream(), np.uint64(9), first.size, 0, first)
    assert np.unique(first).size == first.size
    unit = first.astype(np.float64) / 2.0**64
    for lag in (1, 2, 4096):
        z = np.corrcoef(unit[:-lag], unit[lag:])[0, 1] * math.sqrt(first.size)
        assert abs(z) < 5


@pytest.mark.parametrize("at", [0, 1, 1 << 16, (1 << 48) | 5])
def test_each_bit_is_fair_at_each_position(at):
    """Positions far apart (seats, decisions) are as good as neighbours."""
    found = np.zeros(200_000, np.uint64)
    first_words(a_stream(), np.uint64(11), found.size, at, found)
    for bit in range(64):
        ones = int(((found >> np.uint64(bit)) & np.uint64(1)).sum())
        assert stats.binomtest(ones, found.size).pvalue > ALPHA
