"""Sequential test: published log-likelihood ratios, bounds, guards, error rates; effect sizes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.histogram import Histogram
from simulate.statistics.looks import look_grid
from simulate.statistics.sequential import (
    elo_to_score,
    games_until_noticed,
    gsprt_llr,
    outcome_llr,
    score_to_elo,
    sprt,
    sprt_bounds,
)

TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("counts", "scores", "elo0", "elo1", "expected"),
    [
        ((21184, 40708, 21404), TRINOMIAL, 0.5, 2.5, -1.57),
        ((57030, 106593, 57433), TRINOMIAL, 0.0, 2.0, -2.59),
        ((223, 9863, 21279, 10037, 246), PENTANOMIAL, 0.5, 2.5, -3.07),
    ],
)
def test_fastchess_log_likelihood_ratios(
    counts: tuple[int, ...], scores: tuple[float, ...], elo0: float, elo1: float, expected: float
) -> None:
    got = outcome_llr(counts, scores, elo_to_score(elo0), elo_to_score(elo1))
    assert got == pytest.approx(expected, abs=0.005)
    swapped = outcome_llr(counts, scores, elo_to_score(elo1), elo_to_score(elo0))
    assert swapped == pytest.approx(-got)


def test_outcomes_never_seen_are_regularised() -> None:
    assert math.isfinite(outcome_llr((0, 0, 50), TRINOMIAL, 0.5, 0.51))
    assert outcome_llr((0, 0, 50), TRINOMIAL, 0.5, 0.51) > 0
    with pytest.raises(ValueError, match="argument 2"):
        outcome_llr((1, 2), TRINOMIAL, 0.5, 0.51)


def test_histogram_and_table_agree() -> None:
    counts = (21184, 40708, 21404)
    differences = Histogram(counts, offset=-1)
    got = sprt(differences, 2 * elo_to_score(0.5) - 1, 2 * elo_to_score(2.5) - 1)
    assert got.llr == pytest.approx(-1.57, abs=0.005)
    assert got.decision == "continue"


def test_bounds_decisions_and_guards() -> None:
    assert sprt_bounds() == pytest.approx((-2.944438979, 2.944438979))
    assert sprt_bounds(0.01, 0.05) == pytest.approx((math.log(0.05 / 0.99), math.log(95)))
    assert sprt(Histogram([1000, 60_000, 3000], offset=-1), 0.0, 0.01).decision == "accept"
    assert sprt(Histogram([3000, 60_000, 1000], offset=-1), 0.0, 0.01).decision == "reject"
    short = sprt(Histogram([0, 500, 400], offset=-1), 0.0, 0.01)
    assert (short.decision, short.llr > short.upper) == ("continue", True)
    sparse = sprt(Histogram([0, 10_000, 29], offset=-1), 0.0, 0.001)
    assert (sparse.decision, sparse.llr > sparse.upper) == ("continue", True)
    assert sprt(Histogram([0, 10_000, 30], offset=-1), 0.0, 0.001).decision == "accept"
    assert sprt(Histogram([]), 0.0, 0.01).llr == 0.0
    assert gsprt_llr(10, 1.0, 0.0, 0.0, 1.0) == 0.0
    for call in (lambda: sprt(Histogram([1]), 0.1, 0.1), lambda: sprt_bounds(0.6, 0.5), lambda: sprt_bounds(0.0)):
        with pytest.raises(ValueError, match="allowed"):
            call()


@given(st.floats(-800, 800))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert score_to_elo(elo_to_score(elo)) == pytest.approx(elo, abs=1e-6)
    assert elo_to_score(elo) == pytest.approx(1 / (1 + 10 ** (-elo / 400)), rel=1e-9)


def test_effect_sizes_known_answers() -> None:
    assert score_to_elo(0.51) == pytest.approx(6.95, abs=0.005)
    assert score_to_elo(0.55) == pytest.approx(34.86, abs=0.005)
    assert score_to_elo(0.75) == pytest.approx(190.85, abs=0.005)
    assert (score_to_elo(0.0), score_to_elo(1.0), elo_to_score(1e9)) == (-math.inf, math.inf, 1.0)
    assert [games_until_noticed(d) for d in (0.01, -0.02, 0.05, 0.1)] == [9604, 2401, 384, 96]
    assert games_until_noticed(0.0) is None


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "accept"), (0.02, "reject")])
def test_error_rates(truth: float, wrong: str) -> None:
    looks, reps, generator = list(look_grid(500, 200_000)), 300, np.random.default_rng(11)
    steps, errors = np.diff([0, *looks]), 0
    chances = [0.1 - truth / 2, 0.8, 0.1 + truth / 2]
    for _ in range(reps):
        cells = np.cumsum([generator.multinomial(step, chances) for step in steps], axis=0)
        results = (sprt(Histogram(row, offset=-1), 0.0, 0.02).decision for row in cells)
        errors += next((r for r in results if r != "continue"), "continue") == wrong
    assert 0 < errors / reps < 0.09
