"""Looks are a pure function of play counts, and the precision rule stops when it should."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.intervals import Interval, wilson
from simulate.statistics.looks import (
    absolute_from_relative,
    look_grid,
    next_look,
    precise_enough,
    relatively_precise,
    simultaneous,
)


@given(st.integers(1, 5000), st.integers(1, 10**7))
def test_grid_is_whole_batches_growing_to_the_end(batch: int, most: int) -> None:
    looks = list(look_grid(batch, most))
    assert looks[-1] == most
    assert looks == sorted(set(looks))
    assert all(look % batch == 0 for look in looks[:-1])
    assert len(looks) < 2 + math.log(max(most / batch, 1)) / math.log(1.05) + 1
    assert all(later <= earlier * 1.05 + batch for earlier, later in pairwise(looks))


@given(st.integers(1, 100), st.integers(1, 10**5), st.integers(0, 10**5))
def test_a_resumed_run_looks_where_a_whole_one_does(batch: int, most: int, plays: int) -> None:
    later = [look for look in look_grid(batch, most) if look > plays]
    assert next_look(batch, plays, most) == (later[0] if later else None)


def test_grid_known_answer() -> None:
    assert list(look_grid(1000, 4500)) == [1000, 2000, 3000, 4000, 4500]
    assert list(look_grid(1000, 300)) == [300]
    for call in (lambda: list(look_grid(0, 3)), lambda: list(look_grid(1, 3, 1.0)), lambda: simultaneous(0.95, 0)):
        with pytest.raises(ValueError, match="allowed"):
            call()


def test_stop_needs_every_metric() -> None:
    narrow, wide = Interval(0.5, 0.49, 0.505, 100), Interval(0.5, 0.4, 0.51, 100)
    assert precise_enough([narrow, narrow], [0.0101, 0.0101])
    assert not precise_enough([narrow, wide], [0.0101, 0.0101])
    assert not precise_enough([wilson(0, 0)], [0.9])
    with pytest.raises(ValueError, match="argument 2"):
        precise_enough([narrow], [0.1, 0.1])


def test_relative_precision() -> None:
    assert relatively_precise(Interval(0.10, 0.09, 0.11, 10), 0.12)
    assert not relatively_precise(Interval(0.10, 0.09, 0.11, 10), 0.11)
    assert not relatively_precise(Interval(0.0, 0.0, 0.0, 10), 0.1)
    assert relatively_precise(Interval(-0.10, -0.11, -0.09, 10), 0.12)
    assert not relatively_precise(Interval(-0.10, -0.11, -0.09, 10), 0.11)
    assert not relatively_precise(Interval(-0.01, -0.11, 0.09, 10), 12.0)
    assert absolute_from_relative(0.05, -20.0) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="not 0"):
        absolute_from_relative(0.05, 0.0)
    assert simultaneous(0.95, 5) == pytest.approx(0.99)
