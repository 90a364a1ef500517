"""The generic playout on tiny games: exact answers, additivity, caps and faults."""

from __future__ import annotations

import functools
import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from simulate.kernels.tally import (
    CAPPED,
    DONE,
    MAX_VALUES,
    OUT_OF_RANGE,
    PLAYS,
    SUMMED_BELOW,
    WINS,
    count_values,
    make_layout,
)
from simulate.runs.tally import MOST_PLAYS
from tests.toys import play, race

# The exact chance of the first mover in a race of two dice rollers to a target, by recursion over both scores.
EXACT = {6: Fraction(42078967, 60466176), 10: Fraction(67120060377295, 101559956668416)}


SUMS_ONLY = make_layout(1, [0])[0]
WIDTH_OF_SUMS = int(SUMS_ONLY["width"])


def sizes(target: int, seats: int = 2) -> list[int]:
    return [target + 6] * seats + [target + 6] + [200]


@pytest.mark.parametrize("target", [6, 10])
def test_first_mover_share_is_the_known_fraction(target):
    plays = 1_000_000
    status, row = play.count(race, race.table(2, target), sizes(target), seats=2, seed=target, plays=plays)
    assert status == DONE
    assert stats.binomtest(int(row[WINS]), plays, float(EXACT[target])).pvalue > 1e-4


def exact_shares(seats: int, target: int) -> list[Fraction]:
    """Each seat's chance by enumeration of the die, round by round."""

    @functools.cache
    def ahead(scores: tuple[int, ...]) -> tuple[Fraction, ...]:
        """Shares of the seats in turn order, the first of them about to roll."""
        total = [Fraction(0)] * seats
        for face in range(1, 7):
            if scores[0] + face >= target:
                total[0] += Fraction(1, 6)
                continue
            after = ahead((*scores[1:], scores[0] + face))
            for seat in range(seats):
                total[seat] += after[seat - 1] / 6
        return tuple(total)

    return list(ahead((0,) * seats))


def test_the_enumeration_agrees_with_the_published_fractions():
    assert {target: exact_shares(2, target)[0] for target in EXACT} == EXACT


def test_three_seats_share_as_enumerated():
    plays = 1_000_000
    _, row = play.count(race, race.table(3, 9), sizes(9, 3), seats=3, seed=3, plays=plays)
    expected = [float(share) * plays for share in exact_shares(3, 9)]
    assert stats.chisquare(row[[WINS, WINS + 3, WINS + 6]], expected).pvalue > 1e-4


@settings(max_examples=25, deadline=None)
@given(cuts=st.lists(st.integers(0, 3000), min_size=1, max_size=5), seed=st.integers(0, 2**64 - 1))
def test_rows_of_any_partition_add_up_to_the_same_row(cuts, seed):
    table, bins = race.table(3, 9), sizes(9, 3)
    _, whole = play.count(race, table, bins, seats=3, seed=seed, plays=3000)
    edges = sorted({0, 3000, *cuts})
    parts = [
        play.count(race, table, bins, seats=3, seed=seed, first=a, plays=b - a)[1] for a, b in itertools.pairwise(edges)
    ]
    assert np.array_equal(sum(parts), whole)


def test_every_play_is_won_tied_or_capped_and_capped_ones_are_counted_nowhere_else():
    status, row = play.count(race, race.table(2, 10), sizes(10), seats=2, seed=1, plays=10_000, limit=3)
    assert status == DONE
    assert row[PLAYS] == 10_000
    assert 0 < row[CAPPED] < 10_000
    assert row[WINS : WINS + 4].sum() + row[CAPPED] == 10_000
    layout = make_layout(2, sizes(10))[0]
    assert row[layout["base"][3] :].sum() == 10_000 - row[CAPPED]


def test_a_value_outside_its_histogram_is_a_status_and_not_a_wrong_count():
    status, _ = play.count(race, race.table(2, 10), [4, 4, 4, 4], seats=2, seed=1, plays=100)
    assert status == OUT_OF_RANGE


def test_a_summed_value_whose_squares_might_overflow_is_a_status():
    counted = np.zeros(WIDTH_OF_SUMS, np.int64)
    for value, status in ((0, DONE), (SUMMED_BELOW - 1, DONE), (SUMMED_BELOW, OUT_OF_RANGE), (-1, OUT_OF_RANGE)):
        values = np.zeros(MAX_VALUES, np.int64)
        values[0] = value
        assert count_values(counted, SUMS_ONLY, values) == status
    largest = (SUMMED_BELOW - 1) ** 2 * MOST_PLAYS
    assert largest < 2**63


def test_another_seed_gives_other_plays():
    rows = [play.count(race, race.table(2, 10), sizes(10), seats=2, seed=s, plays=5000)[1] for s in (1, 2)]
    assert not np.array_equal(*rows)


def test_recorded_play_is_the_counted_play():
    table, bins = race.table(2, 20), sizes(20)
    layout = make_layout(2, bins)[0]
    policies = np.zeros(1, play.POLICIES)
    for index in range(50):
        _, row = play.count(race, table, bins, seats=2, seed=8, first=index, plays=1)
        states = np.zeros(101, race.STATE)
        seats, actions, counts = (np.zeros(100, np.int64) for _ in range(3))
        listed, end = np.zeros((100, 4), np.int64), np.zeros(1 + MAX_VALUES, np.int64)
        records = (*play.scratch(race), table[0], policies[0], layout)
        kept = (states, seats, actions, counts, listed, end)
        n = play.kernels(race).record_play(*records, np.uint64(8), index, 100, np.zeros(0, np.int64), *kept)
        assert end[0] == 1 << int(states[n]["turn"])
        assert end[1:3].tolist() == states[n]["score"][:2].tolist()
        assert row[layout["base"][3] + n] == 1
        assert row[layout["base"][0] + states[n]["score"][0]] == 1
        assert row[WINS + 2 * int(states[n]["turn"])] == 1


def test_layouts_refuse_what_they_cannot_hold():
    with pytest.raises(ValueError, match="at most"):
        make_layout(2, [1] * 65)
    with pytest.raises(ValueError, match="before sums"):
        make_layout(2, [0, 3])
