"""Confidence sequences: constants, CS and test agree, exactness, all-look coverage, and what peeking costs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import lambertw, logsumexp
from scipy.stats import binom

from simulate.statistics.anytime import (
    anytime_p,
    boundary,
    e_value,
    log_e_equal_chances,
    log_e_value,
    log_share_martingale,
    mean_cs,
    plays_needed,
    quantile_cs,
    share_cs,
    tau2,
    xstar,
)
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import wilson
from simulate.statistics.looks import look_grid

alphas = st.floats(1e-9, 0.5)
sizes = st.floats(1e-6, 1e6)


def test_price_constants() -> None:
    assert xstar(0.05) == pytest.approx(9.2120, abs=5e-5)
    assert xstar(0.01) == pytest.approx(12.7564, abs=5e-5)
    assert xstar(0.001) == pytest.approx(17.6884, abs=5e-5)


@given(st.floats(1e-6, 0.9))
def test_price_is_the_lambert_root(alpha: float) -> None:
    assert xstar(alpha) == pytest.approx(-lambertw(-(alpha**2) / math.e, -1).real, rel=1e-6)


@given(sizes, alphas)
def test_boundary_reaches_the_wanted_half_width_exactly(h: float, alpha: float) -> None:
    assert boundary(h * h / xstar(alpha), tau2(h, alpha), alpha) == pytest.approx(h, rel=1e-9)


@given(sizes, sizes, alphas)
def test_interval_and_test_agree(s2: float, scale2: float, alpha: float) -> None:
    reach = boundary(s2, scale2, alpha)
    assert log_e_value(reach, s2, scale2) == pytest.approx(-math.log(alpha), rel=1e-9)
    assert log_e_value(-reach * 1.01, s2, scale2) > -math.log(alpha) > log_e_value(reach * 0.99, s2, scale2)


def test_wanted_width_is_the_cheapest_there() -> None:
    h, s2 = 0.01, 0.01**2 / xstar(0.05)
    best = boundary(s2, tau2(h, 0.05), 0.05)
    assert best < boundary(s2, tau2(2 * h, 0.05), 0.05)
    assert best < boundary(s2, tau2(h / 2, 0.05), 0.05)
    assert plays_needed(0.25, 0.01, 0.05) == pytest.approx(9.2120 * 2500, abs=2)


def test_ends_of_the_formulas() -> None:
    assert boundary(0.0, 1.0, 0.05) == 0.0
    assert boundary(math.inf, 1.0, 0.05) == math.inf
    assert e_value(0.0, 0.0, 1.0) == 0.0
    assert e_value(0.1, 0.0, 1.0) == math.inf
    assert e_value(100.0, 1e-9, 1.0) == math.inf
    assert anytime_p([]) == 1.0
    assert anytime_p([-3.0]) == 1.0
    assert anytime_p([-3.0, math.log(40.0), 1.0]) == pytest.approx(1 / 40)
    for call in (lambda: xstar(0.0), lambda: tau2(0.0, 0.05), lambda: share_cs(3, 2, 0.01)):
        with pytest.raises(ValueError, match="allowed"):
            call()


@pytest.mark.parametrize("p", [0.001, 0.3, 0.5])
@pytest.mark.parametrize("n", [1, 7, 400])
def test_share_martingale_has_mean_one(p: float, n: int) -> None:
    scale2 = tau2(0.01, 0.05)
    values = [log_share_martingale(p, s, n, scale2) for s in range(n + 1)]
    assert logsumexp(binom.logpmf(np.arange(n + 1), n, p) + values) == pytest.approx(0.0, abs=1e-8)


@given(st.floats(0.001, 0.999), st.floats(0.01, 0.99), st.integers(0, 50), st.integers(0, 50), st.floats(0, 1))
def test_a_split_point_never_gains_on_a_fair_bet(p: float, h: float, won: int, lost: int, x: float) -> None:
    # E[M after x] <= M now, with x in [0, 1] worth no more than a win with chance x: the supermartingale step.
    n, scale2 = won + lost, tau2(h / 10, 0.05)
    split = log_share_martingale(p, won + x, n + 1, scale2)
    win, loss = (log_share_martingale(p, won + i, n + 1, scale2) for i in (1, 0))
    assert split <= np.logaddexp(np.log(max(x, 1e-300)) + win, np.log(max(1 - x, 1e-300)) + loss) + 1e-9


@given(st.integers(0, 3000), st.integers(0, 3000), st.sampled_from([0.002, 0.01, 0.1]))
def test_share_cs_is_the_set_of_shares_not_refused(a: int, b: int, h: float) -> None:
    wins, n = min(a, b), max(a, b)
    got = share_cs(wins, n, h)
    assert 0.0 <= got.low <= got.high <= 1.0
    assert got.kind == "anytime"
    if n == 0:
        return
    assert got.low <= got.value <= got.high
    limit, scale2 = math.log(20), tau2(h, 0.05)
    for p in (got.low, got.high):
        if 0.0 < p < 1.0:
            assert log_share_martingale(p, wins, n, scale2) == pytest.approx(limit, abs=1e-4)
    mirrored = share_cs(n - wins, n, h)
    assert mirrored.low == pytest.approx(1 - got.high, abs=1e-9)
    if wins * (n - wins) < 30 * n:
        return
    plain = wilson(wins, n)  # near 0 and 1 Wilson may be the wider one
    assert got.low <= plain.low + 1e-12
    assert got.high >= plain.high - 1e-12


def test_share_cs_at_a_billion_plays_is_the_normal_boundary() -> None:
    n, scale2 = 10**9, tau2(0.0001, 0.05)
    for wins in (5 * 10**8, 10**7):
        p, got = wins / n, share_cs(wins, n, 0.0001)
        assert got.half_width == pytest.approx(boundary(p * (1 - p) / n, scale2, 0.05), rel=2e-3)
    assert share_cs(0, n, 0.0001).low == 0.0
    assert 0.0 < share_cs(0, n, 0.0001).high < 1e-7
    assert share_cs(n, n, 0.0001).high == 1.0
    assert share_cs(3 * 12, n, 0.0001, full=12).high == share_cs(3, n, 0.0001).high


def test_mean_cs_waits_for_the_guard() -> None:
    early = mean_cs(Histogram([400, 400]), 0.01)
    assert (early.low, early.high) == (-math.inf, math.inf)
    heavy = np.zeros(1001, dtype=np.int64)
    heavy[0], heavy[1000] = 100_000, 20
    assert mean_cs(Histogram(heavy), 0.01).half_width == math.inf
    n = plays_needed(0.25, 0.01, 0.05)
    ready = mean_cs(Histogram([n // 2, n // 2]), 0.01)
    assert ready.half_width == pytest.approx(0.01, rel=1e-3)
    assert mean_cs(Histogram([n // 2, n // 2]), 0.001, scale=10).half_width == pytest.approx(0.001, rel=1e-3)


def test_equal_chances_known_answers() -> None:
    # Two outcomes: the same mixture as the share martingale at 1/2.
    scale2 = tau2(0.02, 0.05)
    for wins, n in ((5, 11), (480, 1000)):
        assert log_e_equal_chances([wins, n - wins], 0.02) == pytest.approx(
            log_share_martingale(0.5, wins, n, scale2), abs=1e-9
        )
    assert log_e_equal_chances([0, 0, 0, 0], 0.01) == pytest.approx(0.0, abs=1e-12)
    assert log_e_equal_chances([25_000] * 4, 0.01) < 0.0
    assert log_e_equal_chances([27_000, 25_000, 24_000, 24_000], 0.01) > math.log(20)
    with pytest.raises(ValueError, match="at least 2"):
        log_e_equal_chances([4], 0.01)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=300), st.sampled_from([0.05, 0.5, 0.95]))
def test_quantile_cs_holds_exactly_the_ranks_not_refused(values: list[int], q: float) -> None:
    histogram, n = Histogram.from_values(values), len(values)
    scale2 = tau2(0.01, 0.05)
    ranks = [s for s in range(n + 1) if log_share_martingale(q, s, n, scale2) < math.log(20)]
    got = quantile_cs(histogram, q)
    assert got.low == histogram.at_rank(ranks[0])
    assert got.high == histogram.at_rank(ranks[-1] + 1)
    assert got.low <= histogram.quantile(q).low
    assert got.value == histogram.quantile(q).value


def test_quantile_cs_of_nothing() -> None:
    got = quantile_cs(Histogram([]), 0.5)
    assert math.isnan(got.value)
    assert (got.low, got.high) == (-math.inf, math.inf)
    with pytest.raises(ValueError, match="strictly"):
        quantile_cs(Histogram([1]), 0.0)


def _histories(seed: int, p: float, reps: int, looks: list[int]) -> np.ndarray:
    steps = np.diff([0, *looks])
    return np.cumsum(np.random.default_rng(seed).binomial(steps, p, size=(reps, len(looks))), axis=1)


@pytest.mark.slow
@pytest.mark.parametrize(("p", "h"), [(0.5, 0.01), (0.01, 0.002)])
def test_share_cs_holds_at_all_looks_and_peeking_does_not(p: float, h: float) -> None:
    looks, reps = list(look_grid(100, 30_000)), 1000
    scale2, missed, peeked = tau2(h, 0.05), 0, 0
    for history in _histories(7, p, reps, looks).tolist():
        pairs = list(zip(history, looks, strict=True))
        missed += any(log_share_martingale(p, s, n, scale2) >= math.log(20) for s, n in pairs)
        peeked += any(not wilson(s, n).contains(p) for s, n in pairs)
    assert missed / reps < 0.06
    assert peeked / reps > 0.25


@pytest.mark.slow
def test_mean_cs_holds_at_all_looks_and_peeking_does_not() -> None:
    looks, reps, generator = list(look_grid(250, 16_000)), 200, np.random.default_rng(8)
    scale2, missed, peeked = tau2(1.0, 0.05), 0, 0
    for _ in range(reps):
        draws = generator.geometric(0.05, looks[-1])
        s1, s2 = np.cumsum(draws), np.cumsum(draws**2)
        ever = naive = False
        for n in looks:
            mean, var = s1[n - 1] / n, (s2[n - 1] - s1[n - 1] ** 2 / n) / (n - 1)
            naive |= abs(mean - 20) > 1.96 * math.sqrt(var / n)
            ever |= n >= 1000 and abs(mean - 20) > boundary(var / n, scale2, 0.05)
        missed, peeked = missed + ever, peeked + naive
    assert missed / reps < 0.06
    assert peeked / reps > 0.25


@pytest.mark.slow
def test_four_fair_seats_are_seldom_refused() -> None:
    generator, refused = np.random.default_rng(9), 0
    for _ in range(400):
        counts = np.cumsum(generator.multinomial(500, [0.25] * 4, size=60), axis=0)
        refused += any(log_e_equal_chances(row, 0.01) >= math.log(20) for row in counts.tolist())
    assert refused / 400 < 0.06
