"""Verdicts on pairs: the four outcomes, the gain of pairing, fairness, error rates at all looks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.anytime import boundary, tau2
from simulate.statistics.fairness import fairer
from simulate.statistics.histogram import LARGE_N, Histogram
from simulate.statistics.intervals import Interval
from simulate.statistics.looks import look_grid
from simulate.statistics.paired import bounded_difference, compare, judge, outcome_of, pairing_gain

ends = st.floats(-0.1, 0.1)


@given(ends, ends, st.floats(0.001, 0.05))
def test_outcome_is_what_the_interval_shows(a: float, b: float, margin: float) -> None:
    low, high = min(a, b), max(a, b)
    outcome = outcome_of(Interval((low + high) / 2, low, high, 10), margin)
    mirrored = outcome_of(Interval(-(low + high) / 2, -high, -low, 10), margin)
    assert mirrored == {"higher": "lower", "lower": "higher"}.get(outcome, outcome)
    assert (outcome == "higher") == (low > 0)
    assert (outcome == "undecided") == (low <= 0 <= high and not (-margin < low and high < margin))


def test_margin_must_be_positive() -> None:
    with pytest.raises(ValueError, match="margin"):
        outcome_of(Interval(0.0, -1.0, 1.0, 10), 0.0)


def _differences(lost: int, same: int, won: int) -> Histogram:
    return Histogram([lost, same, won], offset=-1)


def test_four_verdicts() -> None:
    higher = compare(_differences(1000, 60_000, 3000))
    assert (higher.outcome, higher.material, higher.still_needed) == ("higher", True, 0)
    lower = compare(_differences(3000, 60_000, 1000))
    assert (lower.outcome, lower.material) == ("lower", True)
    same = compare(_differences(2000, 60_000, 2000))
    assert (same.outcome, same.material, same.within_margin) == ("equivalent", False, True)
    unsure = compare(_differences(100, 1500, 112))
    assert unsure.outcome == "undecided"
    assert unsure.still_needed > 0
    assert compare(Histogram([])).still_needed == -1
    trifle = compare(_differences(100_000, 10**7, 103_000))
    assert (trifle.outcome, trifle.material, trifle.within_margin) == ("higher", False, True)


def test_identical_games_are_equivalent_once_the_guard_is_met() -> None:
    assert compare(_differences(0, 999, 0)).outcome == "undecided"
    assert compare(_differences(0, 400, 0)).still_needed == 600
    assert compare(_differences(0, 1000, 0)).outcome == "equivalent"


@pytest.mark.parametrize("plays", [LARGE_N, 5000, 200_000])
def test_no_games_are_forecast_for_a_figure_without_bounds(plays: int) -> None:
    seldom = compare(Histogram([plays - 1, *[0] * 99, 1]))
    assert math.isinf(seldom.interval.high)
    assert (seldom.outcome, seldom.still_needed) == ("undecided", -1)


@pytest.mark.parametrize("kind", ["anytime", "fixed-n"])
@pytest.mark.parametrize("cells", [(1000, 4000, 1030), (1000, 4000, 1060)])
def test_games_still_needed_are_enough_and_not_too_many(kind: str, cells: tuple[int, int, int]) -> None:
    before = compare(_differences(*cells), kind=kind)  # type: ignore[arg-type]  # parametrised literal
    assert before.outcome == "undecided"
    n = sum(cells)
    for share, decided in ((1.02, True), (0.95, False)):
        factor = 1 + before.still_needed * share / n
        more = _differences(*(round(cell * factor) for cell in cells))
        after = compare(more, kind=kind)  # type: ignore[arg-type]  # parametrised literal
        assert (after.outcome != "undecided") == decided


def test_scale_only_changes_the_unit() -> None:
    plain, scaled = (
        compare(_differences(1000, 60_000, 3000)),
        compare(Histogram([1000] + [0] * 11 + [60_000] + [0] * 11 + [3000], offset=-12), scale=12),
    )
    assert scaled.interval.low == pytest.approx(plain.interval.low, rel=1e-12)
    assert scaled.outcome == plain.outcome


def test_pairing_gain_known_answers() -> None:
    a = b = Histogram([500, 500])
    assert pairing_gain(a, b, _differences(0, 1000, 0)).factor == math.inf
    independent = pairing_gain(a, b, _differences(250, 500, 250))
    assert independent.factor == pytest.approx(1.0)
    assert independent.warning is not None
    assert "x1.00" in independent.warning
    saved = pairing_gain(a, b, _differences(50, 900, 50))
    assert saved.factor == pytest.approx(5.0)
    assert saved.warning is None
    constant = pairing_gain(Histogram([5]), Histogram([5]), Histogram([5]))
    assert math.isnan(constant.factor)
    assert constant.warning is None


def _arms(p_a: float, p_b: float, n: int, seed: int = 1, shared: bool = True) -> tuple[list[Histogram], ...]:
    generator = np.random.default_rng(seed)
    luck = generator.random(n)
    a = (luck < p_a).astype(np.int64)
    b = ((luck if shared else generator.random(n)) < p_b).astype(np.int64)
    seats = [(a, b), (1 - a, 1 - b)]
    return tuple(
        [Histogram.from_values(v) for v in arm] for arm in zip(*[(x, y, y - x) for x, y in seats], strict=True)
    )


@pytest.mark.parametrize(
    ("p_a", "p_b", "expected"),
    [(0.56, 0.52, "lower"), (0.52, 0.56, "higher"), (0.44, 0.53, "lower"), (0.56, 0.44, "equivalent")],
)
def test_fairer_of_two_seats_uses_the_pairs(p_a: float, p_b: float, expected: str) -> None:
    first, second, differences = _arms(p_a, p_b, 60_000)
    got = fairer(first, second, differences, full=1, margin=0.02)
    assert got.outcome == expected
    assert got.interval.value == pytest.approx(abs(p_b - 0.5) - abs(p_a - 0.5), abs=0.01)
    assert fairer(second, first, [_negated(h) for h in differences], full=1, margin=0.02).interval.low == pytest.approx(
        -got.interval.high
    )


def _negated(histogram: Histogram) -> Histogram:
    return Histogram.from_values([-v for v, count in histogram.as_dict().items() for _ in range(count)])


def test_linear_form_is_the_mean_over_plays() -> None:
    first, second, differences = _arms(0.44, 0.57, 20_000, shared=False)
    got = fairer(first, second, differences, full=1, margin=0.02)
    p_a, p_b = first[0].mean(), second[0].mean()
    assert got.interval.value == pytest.approx((p_b - 0.5) - (0.5 - p_a), abs=1e-12)
    # Independent arms with opposite signs: the variance is the sum of both.
    expected = first[0].variance() + second[0].variance()
    assert got.interval.half_width == pytest.approx(boundary(expected / 20_000, tau2(0.02, 0.025), 0.025), rel=0.02)


def test_fairer_near_balance_and_with_more_seats_is_careful() -> None:
    first, second, differences = _arms(0.56, 0.50, 60_000)
    assert fairer(first, second, differences, full=1, margin=0.02).outcome == "lower"
    generator = np.random.default_rng(2)
    winners_a, winners_b = generator.choice(3, 40_000, p=[0.45, 0.3, 0.25]), generator.choice(3, 40_000)
    arms = [
        [Histogram.from_values((winners == s).astype(np.int64)) for s in range(3)] for winners in (winners_a, winners_b)
    ]
    gaps = [Histogram.from_values((winners_b == s).astype(np.int64) - (winners_a == s)) for s in range(3)]
    assert fairer(arms[0], arms[1], gaps, full=1).outcome == "lower"
    assert fairer(arms[1], arms[0], gaps, full=1).outcome == "higher"
    few = [Histogram([20, 10])] * 3
    assert fairer(few, few, [Histogram([30])] * 3, full=1).outcome == "undecided"
    with pytest.raises(ValueError, match="seats"):
        fairer(few, few[:2], few, full=1)


def test_judge_keeps_the_interval() -> None:
    interval = Interval(0.02, 0.015, 0.025, 5000, "anytime")
    verdict = judge(interval, 0.01, 0.5)
    assert verdict.interval is interval
    assert verdict.material


@pytest.mark.parametrize("differing", [1, 12, 40])
def test_few_pairs_that_differ_are_bounded_at_once(differing: int) -> None:
    sparse = Histogram([differing, 100_000, 0], offset=-1)
    assert not sparse.mean_is_normal()
    found = bounded_difference(sparse, 1, 0.01)
    assert found.contains(-differing / 100_000)
    assert -0.01 < found.low < found.high < 0.001


def test_bounds_of_few_pairs_hold_for_the_largest_differences() -> None:
    """One pair in 500 differs by all there is: never seen in 300 pairs, and no bound may deny it."""
    generator, truth = np.random.default_rng(6), 0.002 * 480
    missed = sum(
        not bounded_difference(Histogram([n - k, *[0] * 479, k]), 480, 1.0).contains(truth)
        for n in (100, 300, 1000, 3000)
        for k in generator.binomial(n, 0.002, 500).tolist()
    )
    assert missed <= 2000 * 0.0125


def test_an_arm_that_never_varies_has_no_luck_to_share() -> None:
    never, seldom = Histogram([1000]), Histogram([900, 100])
    gain = pairing_gain(never, seldom, seldom)
    assert gain.factor == pytest.approx(1.0)
    assert gain.warning is None


@pytest.mark.slow
def test_a_against_a_is_seldom_decided_wrongly_and_naive_peeking_is() -> None:
    looks, reps, generator = list(look_grid(500, 40_000)), 150, np.random.default_rng(4)
    wrong = naive = 0
    for _ in range(reps):
        steps = np.diff([0, *looks])
        cells = np.cumsum([generator.multinomial(step, [0.1, 0.8, 0.1]) for step in steps], axis=0)
        outcomes = {compare(_differences(*row)).outcome for row in cells.tolist()}
        wrong += bool(outcomes & {"higher", "lower"})
        naive += any(abs(won - lost) > 1.96 * math.sqrt(won + lost) for lost, _, won in cells.tolist())
    assert wrong / reps < 0.08
    assert naive / reps > 0.25
