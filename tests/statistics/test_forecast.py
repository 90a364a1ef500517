"""Forecasts of a verdict: the width that there is, carried on to more plays."""

import math

import pytest

from simulate.statistics.anytime import boundary, tau2
from simulate.statistics.forecast import still_needed
from simulate.statistics.intervals import Interval


def _interval(value: float, down: float, up: float, n: int = 10_000, kind: str = "anytime") -> Interval:
    return Interval(value, value - down, value + up, n, kind)  # type: ignore[arg-type]  # parametrised literal


def test_a_width_made_of_a_variance_is_carried_on_as_that_variance_says() -> None:
    scale2, variance, n = tau2(0.01, 0.05), 0.3, 10_000
    now = boundary(variance / n, scale2, 0.05)
    total = n + still_needed(_interval(0.0, now, now), 0.01)
    assert boundary(variance / total, scale2, 0.05) <= 0.01
    assert boundary(variance / (0.999 * total), scale2, 0.05) > 0.01


def test_a_width_with_errors_shared_takes_more_than_the_variance_says() -> None:
    reach = boundary(0.3 / 10_000, tau2(0.01, 0.05), 0.05)
    assert still_needed(_interval(0.0, 2 * reach, 2 * reach), 0.01, 0.3) > 3 * (
        still_needed(_interval(0.0, reach, reach), 0.01, 0.3)
    )


@pytest.mark.parametrize("sign", [1, -1])
def test_only_the_side_that_stands_in_the_way_counts(sign: int) -> None:
    near, far = (_interval(0.02 * sign, *((ends) if sign > 0 else ends[::-1])) for ends in ((0.021, 0.9), (0.9, 0.021)))
    assert 0 < still_needed(near, 0.01) < 2000
    assert still_needed(far, 0.01) > 500_000


def test_what_no_number_of_plays_takes_away_is_not_forecast() -> None:
    assert still_needed(_interval(0.0, 0.05, 0.05), 0.01, floor=0.02) == -1
    assert still_needed(_interval(0.005, 0.05, 0.05), 0.01, floor=0.004) > 10_000
    assert still_needed(_interval(0.0, 0.05, 0.05), 0.01, floor=0.004) > still_needed(_interval(0.0, 0.05, 0.05), 0.01)


def test_a_bound_on_what_was_never_seen_falls_as_the_plays_rise() -> None:
    assert still_needed(_interval(0.0, 0.02, 0.02, 250), 0.01, rare=True) == 250


def test_nothing_is_foretold_of_what_is_not_known() -> None:
    assert still_needed(_interval(math.nan, 0.1, 0.1), 0.01) == -1
    assert still_needed(_interval(0.0, math.inf, math.inf), 0.01, 0.3) == -1
    assert still_needed(_interval(0.0, math.inf, math.inf, 400), 0.01, 0.0) == 600


def test_a_wide_bound_waits_for_the_normal_interval_if_that_comes_sooner() -> None:
    wide = _interval(0.0, 0.2, 0.2, 2000)
    assert still_needed(wide, 0.01, 0.0001, fewest=3000) == 1000
    assert still_needed(wide, 0.01, 0.0001, fewest=10**9) == still_needed(wide, 0.01)


def test_a_declared_number_of_plays_is_carried_on_by_the_root() -> None:
    assert still_needed(_interval(0.0, 0.02, 0.02, kind="fixed-n"), 0.01) == 30_000
