"""The plain stream is the compiled one, word for word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kernels import rng
from simulate.kernels.jit import routine
from simulate.kernels.plain import PlainStream


@routine
def compiled(stream, seed, purpose, play, bounds, words, below, items):
    rng.open_stream(stream, seed, purpose, play)
    for i in range(words.size):
        words[i] = rng.draw(stream)
    for i in range(bounds.size):
        below[i] = rng.below(stream, bounds[i])
    rng.shuffle(items, items.size, stream)
    return rng.uniform(stream)


@given(st.integers(0, 2**64 - 1), st.integers(1, 6), st.integers(0, 2**62), st.lists(st.integers(1, 2**62), max_size=9))
def test_words_bounded_draws_shuffles_and_floats_are_the_same(seed, purpose, play, bounds):
    words, below = np.zeros(5, np.uint64), np.zeros(len(bounds), np.int64)
    items = np.arange(12)
    last = compiled(
        np.zeros(1, rng.STREAM)[0], np.uint64(seed), purpose, play, np.array(bounds, np.int64), words, below, items
    )
    plain = PlainStream(seed, purpose, play)
    assert [plain.draw() for _ in range(5)] == words.tolist()
    assert [plain.below(n) for n in bounds] == below.tolist()
    order = list(range(12))
    plain.shuffle(order)
    assert order == items.tolist()
    assert plain.uniform() == last


def test_a_bound_out_of_range_is_refused():
    with pytest.raises(ValueError, match="allowed"):
        PlainStream(1, 1).below(0)
