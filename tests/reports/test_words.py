"""The verdict sentence says the band that the whole interval supports, and nothing that the run does not show."""

from __future__ import annotations

import pytest

from reports import words
from reports.numbers import plain_spaces
from reports.terms import Terms
from tests.reports.made import result

TERMS = Terms("Toy", meanings={})
TEAMS = Terms("Toy", seat_word="team")


def said(entry, terms=TERMS) -> str:
    return plain_spaces(words.verdict(entry, terms))


def test_a_firm_verdict_in_full():
    assert said(result([1_536_000, 1_464_000], 3_000_000)) == (
        "Toy, classic, 2 players, random play: seat 0 wins 51.20 % (95 %: 51.14–51.26, 3 000 000 games): a small "
        "first-seat edge, good; a group would need about 6 700 games to notice (6 100 to 7 300)"
    )


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.5, "no edge that matters; a group would need more than"),
        (0.5075, "a tiny first-seat edge, excellent;"),
        (0.515, "a small first-seat edge, good;"),
        (0.535, "a noticeable first-seat edge; a group"),
        (0.57, "a large first-seat edge, unfair;"),
        (0.7, "a huge first-seat edge, broken;"),
        (0.3, "a huge second-seat edge, broken;"),
    ],
)
def test_each_band_has_its_words(share, expected):
    n = 10_000_000
    assert expected in said(result([round(share * n), n - round(share * n)], n))


def test_a_losing_seat_has_a_handicap():
    n = 9_000_000
    assert "seat 2 wins 23.0" in said(result([3_465_000, 3_465_000, 2_070_000], n))
    assert "a huge third-seat handicap, broken" in said(result([3_465_000, 3_465_000, 2_070_000], n))


def test_teams_are_called_teams():
    text = said(result([600, 400], 1000, players=4), TEAMS)
    assert "team 0 wins" in text
    assert "4 players" in text
    assert "seat" not in text


def test_an_interval_over_two_bands_names_both_and_asks_for_more():
    text = said(result([5_200, 4_800], 10_000))
    assert "between a small edge (good) and a noticeable edge: more games would tell" in text
    assert "notice;" not in text


def test_an_interval_over_more_bands_is_not_known_yet():
    text = said(result([52, 48], 100))
    assert "not known yet, anything from no edge to a huge edge (broken): more games would tell" in text


def test_capped_games_leave_it_open_and_more_games_would_not_tell():
    entry = result([400, 300], 1000, capped=300)
    assert "CAPPED: 300 of 1 000 games (30 %)" in plain_spaces(words.capped_warning(entry))
    assert "more games" not in said(entry)
    assert "the capped games leave it open" in said(entry)


def test_no_capped_game_no_warning():
    assert words.capped_warning(result([1, 1], 2)) == ""


def test_seats_that_play_differently_get_no_verdict_on_fairness():
    text = said(result([900, 100], 1000, policies=["greedy", "random"]))
    assert "greedy against random: seat 0 (greedy) wins" in text
    assert "says nothing about fairness" in text
    assert "broken" not in text
    assert words.colour(result([900, 100], 1000, policies=["greedy", "random"])) == ""


def test_without_a_finished_game_there_is_no_verdict():
    assert said(result([0, 0], 0)).endswith("no verdict, since no game was played to its end")


@pytest.mark.parametrize(
    ("wins", "n", "short"),
    [
        ([5_000_000, 5_000_000], 10_000_000, "no edge"),
        ([5_200, 4_800], 10_000, "good or noticeable"),
        ([5, 5], 10, "not known yet"),
    ],
)
def test_short_judgements(wins, n, short):
    from reports.advantage import seat_advantage

    entry = result(wins, n)
    assert words.short_judgement(entry, seat_advantage(entry)) == short
