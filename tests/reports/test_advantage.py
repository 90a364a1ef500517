"""The seat advantage, its interval and its bands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.advantage import BANDS, band, seat_advantage
from tests.reports.made import result


@pytest.mark.parametrize(
    ("advantage", "judgement"),
    [(0, "none"), (0.01, "none"), (0.011, "excellent"), (0.02, "excellent"), (0.039, "good"), (0.04, "good"),
     (0.041, "noticeable"), (0.1, "noticeable"), (0.2, "unfair"), (0.2001, "broken"), (3, "broken")],
)  # fmt: skip
def test_bands(advantage, judgement):
    assert BANDS[band(advantage)].judgement == judgement


def test_two_seats_by_hand():
    found = seat_advantage(result([5120, 4880], 10_000))
    assert found.seat == 0
    assert found.size == pytest.approx(2 * 0.512 - 1)
    assert found.low < 0.512 < found.high
    # The interval of one seat is that of the advantage: 2 p - 1 at its ends.
    assert found.least == pytest.approx(2 * found.low - 1)
    assert found.most == pytest.approx(2 * found.high - 1)
    assert found.sided


def test_an_even_share_inside_the_interval_leaves_no_least_advantage():
    found = seat_advantage(result([5010, 4990], 10_000))
    assert found.least == 0
    assert not found.sided
    assert found.games_to_notice()[2] == float("inf")


def test_games_to_notice_are_those_of_the_table():
    for points, games in ((0.5, 38_400), (1, 9_600), (2, 2_400), (5, 384), (10, 96)):
        wins = round((0.5 + points / 100) * 1_000_000)
        assert seat_advantage(result([wins, 1_000_000 - wins], 1_000_000)).games_to_notice()[0] == pytest.approx(
            games, rel=1e-6
        )


def test_of_two_seats_equally_far_from_even_the_winner_is_named():
    assert seat_advantage(result([29, 71], 100)).seat == 1
    assert seat_advantage(result([71, 29], 100)).seat == 0


def test_a_seat_far_below_is_the_farthest():
    found = seat_advantage(result([400, 390, 210], 1000))
    assert found.seat == 2
    assert found.size == pytest.approx(1 - 3 * 0.21)


def test_three_seats_are_judged_on_wider_intervals():
    found = seat_advantage(result([400, 300, 300], 1000))
    assert found.most > 3 * found.high - 1
    assert found.least < 3 * found.low - 1


@given(st.lists(st.integers(0, 500), min_size=2, max_size=5).filter(lambda wins: sum(wins) > 0))
def test_the_advantage_lies_in_its_interval_and_ends_are_possible(wins):
    found = seat_advantage(result(wins, sum(wins)))
    assert 0 <= found.least <= found.size <= found.most <= found.seats - 1 + 1e-9


def test_no_finished_game_gives_no_advantage():
    assert seat_advantage(result([0, 0], 0)) is None
    assert seat_advantage(result([5], 5)) is None
