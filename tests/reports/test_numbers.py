"""Digits follow the interval; thousands stand apart."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import numbers
from reports.numbers import plain_spaces, sign_places


@pytest.mark.parametrize(
    ("half", "places"),
    [(0.2, 1), (0.12, 2), (0.02, 2), (0.019, 3), (3, 0), (1.2, 1), (25, 0), (1e-9, 6), (0, 4), (None, 2)],
)
def test_decimals_show_one_digit_of_the_half_width_or_two_when_it_begins_with_1(half, places):
    assert numbers.decimals(half) == places


@given(st.floats(1e-5, 1e5))
def test_the_last_digit_shown_is_finer_than_the_half_width_and_not_a_hundred_times_finer(half):
    step = 10.0 ** -numbers.decimals(half)
    assert step <= half * 1.000001 or numbers.decimals(half) == 0
    assert half < 20 * step or numbers.decimals(half) == 0


def test_thousands_stand_apart_by_spaces_that_do_not_break():
    assert numbers.count(1234567) == "1\xa0234\xa0567"
    assert plain_spaces(numbers.fixed(-1234.56, 1)) == "-1 234.6"


def test_nothing_is_shown_as_minus_zero():
    assert numbers.fixed(-0.0001, 2) == "0.00"
    assert numbers.fixed(-0.01, 2) == "-0.01"


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_what_is_not_known_is_a_question_mark(value):
    assert numbers.fixed(value, 3) == "?"


@pytest.mark.parametrize(
    ("number", "text"),
    [(3.2, "4"), (96.0, "96"), (6944, "6 900"), (38_499, "38 000"), (999_600, "1 million"), (2.345e9, "2.3 billion"),
     (math.inf, "endlessly many")],
)  # fmt: skip
def test_about_rounds_to_two_digits(number, text):
    assert plain_spaces(numbers.about(number)) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.351, "0.35 s"), (12.4, "12 s"), (59.7, "1 min 0 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")],
)
def test_durations(seconds, text):
    assert plain_spaces(numbers.duration(seconds)) == text


@pytest.mark.parametrize(
    ("places", "low", "high", "margin", "expected"),
    [
        (0, -9.0, -0.08, None, 1),
        (0, -9.0, -0.04, None, 2),
        (0, -9.0, 0.0, None, 0),
        (0, -9.0, -1.2, 1.0, 1),
        (0, -9.0, -1.2, None, 0),
        (1, -0.8, 0.97, 1.0, 2),
        (1, -0.8, 0.9, 1.0, 1),
        (1, None, 0.9, 1.0, 1),
    ],
)
def test_a_difference_has_the_digits_that_its_verdict_needs(places, low, high, margin, expected):
    assert sign_places(places, low, high, margin) == expected
    if low is not None and high is not None:
        assert sign_places(places, -high, -low, margin) == expected


@pytest.mark.parametrize(
    ("ends", "places"),
    [
        ((12.0, 12.0, 12.0), 0),
        ((7.0, 6.0, 7.0), 0),
        ((2.5, 2.0, 3.0), 1),
        ((12.0, 11.9, 12.1), 2),
        ((0.25, 0.25, 0.25), 2),
        ((31.2, 31.195, 31.205), 3),
        ((5.0, None, None), 2),
    ],
)
def test_whole_numbers_are_shown_as_such(ends, places):
    assert numbers.value_places(*ends) == places
