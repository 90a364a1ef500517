"""Single instructions against Python's integers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate.kernels import bits
from simulate.kernels.jit import routine

WORDS = st.integers(0, 2**64 - 1)


@routine
def all_of(a, b):
    return bits.high_product(a, b), bits.trailing_zeros(a), bits.leading_zeros(a), bits.count_ones(a)


@given(WORDS, WORDS)
def test_bits_agree_with_python(a, b):
    high, trailing, leading, ones = all_of(np.uint64(a), np.uint64(b))
    assert high == a * b >> 64
    assert trailing == (64 if a == 0 else (a & -a).bit_length() - 1)
    assert leading == 64 - a.bit_length()
    assert ones == a.bit_count()


def test_zero_has_sixty_four_zeros_on_both_sides():
    assert all_of(np.uint64(0), np.uint64(0)) == (0, 64, 64, 0)
