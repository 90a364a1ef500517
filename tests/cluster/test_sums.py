"""Sums of any number of plays are exact, and equal however the plays were cut."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate.runs.cluster.sums import added, count_many, digest, narrowed


def squares(first: int, plays: int):
    """Two arrays of whole numbers, one of them large."""
    index = np.arange(first, first + plays)
    return np.array([plays, index.sum()]), (np.array([1 << 62 if plays else 0]),)


@given(st.integers(0, 1000), st.integers(1, 500), st.integers(1, 100))
def test_parts_add_up_to_the_whole(first, plays, most):
    (count, total), (large,) = count_many(squares, first, plays, most)
    parts = -(-plays // most)
    assert (int(count), int(total)) == (plays, sum(range(first, first + plays)))
    assert int(large[0]) == parts << 62, "beyond 64 bits it is exact, too"


@given(st.lists(st.integers(-(1 << 70), 1 << 70), min_size=1, max_size=5))
def test_numbers_are_stored_small_where_they_fit(numbers):
    whole = np.array(numbers, dtype=np.object_)
    small = narrowed(whole)
    assert small.tolist() == numbers
    assert (small.dtype == np.int64) == all(-(1 << 63) <= n < 1 << 63 for n in numbers)
    assert digest(small) == digest(whole)
    assert digest((small, small)) != digest((small,))
    assert added(small, whole).tolist() == [2 * n for n in numbers]
