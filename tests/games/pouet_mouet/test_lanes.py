"""What is done for many signals, cells or cards at once is what is done one after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.games.pouet_mouet import deal, few, lanes
from simulate.kernels.jit import routine

WORDS = st.integers(0, 2**64 - 1)
WORTHS = st.lists(st.integers(0, 2**52), min_size=16, max_size=16)
SETS = st.integers(0, 2**16 - 1)


@routine
def lanes_of(word: Any, places: Any) -> Any:
    return lanes.lanes_of(word, places)


@routine
def sum_of(sums: Any, rows: Any, chosen: Any, many: Any) -> Any:
    lanes.write_sum(sums, rows, chosen, many)


@routine
def difference(sums: Any, rows: Any, others: Any, row: Any) -> Any:
    lanes.add_difference(sums, rows, others, row)


@routine
def highest(numbers: Any, among: Any, close: Any) -> Any:
    return lanes.highest(numbers, among, close)


@routine
def nth_of_few(bits: Any, n: Any) -> Any:
    return few.nth_of_few(bits, n)


@routine
def looked_at(bursts: Any) -> Any:
    return deal.looked_at(bursts)


def ones(bits: int) -> list[int]:
    return [i for i in range(64) if bits >> i & 1]


@given(WORDS, st.lists(st.integers(0, 63), min_size=16, max_size=16))
def test_lanes_are_found_by_the_bits_at_their_places(word: int, places: list[int]) -> None:
    found = lanes_of(np.uint64(word), np.array(places, np.uint8))
    assert ones(int(found)) == [lane for lane, place in enumerate(places) if word >> place & 1]


@given(st.integers(0, 2**32), SETS, st.booleans())
def test_rows_are_added_up(seed: int, chosen: int, many: bool) -> None:
    chosen &= 0xFFFF if many else 0xFFF
    rows = np.random.default_rng(seed).integers(0, 2**52, (17, 16))
    sums = np.full(18, -5, np.int64)
    sum_of(sums, rows, np.uint64(chosen), many)
    assert sums[:16].tolist() == rows[ones(chosen)].sum(axis=0).tolist()
    assert sums[16:].tolist() == [-5, -5]


@given(st.integers(0, 2**32), st.integers(0, 16))
def test_a_row_is_put_in_place_of_another(seed: int, row: int) -> None:
    sums, rows, others = np.random.default_rng(seed).integers(0, 2**52, (3, 17, 16))
    wanted = sums[0] + rows[row] - others[row]
    difference(sums[0], rows, others, np.uint64(row))
    assert sums[0].tolist() == wanted.tolist()


@given(WORTHS, SETS.filter(bool), st.sampled_from([1, 3, 2**40]))
def test_the_highest_are_those_near_the_best(worths: list[int], among: int, close: int) -> None:
    found = highest(np.array(worths, np.int64), np.uint64(among), np.int64(close))
    best = max(worths[lane] for lane in ones(among))
    assert ones(int(found)) == [lane for lane in ones(among) if worths[lane] > best - close]


@given(SETS.filter(bool))
def test_each_of_few_is_found(bits: int) -> None:
    assert [int(nth_of_few(np.uint64(bits), np.uint64(n))) for n in range(bits.bit_count())] == ones(bits)


@pytest.mark.parametrize("bits", [0, 1, 3, 2**64 - 1, 1 << 63])
def test_edges_of_a_row_of_balloons(bits: int) -> None:
    check_looked_at(bits)


@given(WORDS, WORDS)
def test_a_card_after_a_balloon_is_not_looked_at(one: int, other: int) -> None:
    check_looked_at(one | other)
    check_looked_at(one & other)


def check_looked_at(bits: int) -> None:
    wanted, card = [], 0
    while card < 64:
        if bits >> card & 1:
            wanted.append(card)
            card += 1  # laid with it, unseen
        card += 1
    assert ones(int(looked_at(np.uint64(bits)))) == wanted
