"""Fixed-n intervals: known answers, agreement with scipy, degenerate counts, bounds, exact coverage."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from scipy.stats import t as student

from simulate.statistics.intervals import (
    Interval,
    bounded_share,
    capped_bounds,
    clopper_pearson,
    jeffreys,
    mean_interval,
    newcombe,
    ratio_interval,
    wilson,
)
from simulate.statistics.quantiles import normal_quantile, student_quantile

CASES = [(0, 1), (1, 1), (0, 10), (10, 10), (3, 10), (1, 1000), (999, 1000), (500_000_000, 10**9), (3, 10**9)]


@pytest.mark.parametrize(("successes", "n"), CASES)
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
def test_wilson_and_clopper_pearson_agree_with_scipy(successes: int, n: int, confidence: float) -> None:
    exact = binomtest(successes, n)
    expected = {
        wilson: exact.proportion_ci(confidence, method="wilson"),
        clopper_pearson: exact.proportion_ci(confidence, method="exact"),
    }
    for ours, (low, high) in expected.items():
        got = ours(successes, n, confidence)
        loose = ours is clopper_pearson and n > 1000  # scipy's own root search stops early there
        assert got.low == pytest.approx(low, rel=3e-3 if loose else 1e-6, abs=1e-15)
        assert got.high == pytest.approx(high, rel=3e-3 if loose else 1e-6)
        assert (got.value, got.n, got.kind, got.confidence) == (successes / n, n, "fixed-n", confidence)


@pytest.mark.parametrize(("successes", "n"), [(3, 10), (1, 1000), (3, 10**9), (10**7, 10**9)])
def test_clopper_pearson_has_exact_tails(successes: int, n: int) -> None:
    got = clopper_pearson(successes, n)
    assert binom.sf(successes - 1, n, got.low) == pytest.approx(0.025, rel=1e-6)
    assert binom.cdf(successes, n, got.high) == pytest.approx(0.025, rel=1e-6)


def test_zero_successes_give_the_rule_of_three_point_seven() -> None:
    assert clopper_pearson(0, 1000).high == pytest.approx(1 - 0.025 ** (1 / 1000), rel=1e-12)
    assert clopper_pearson(0, 1000).low == 0.0
    assert jeffreys(0, 1000).low == 0.0
    assert jeffreys(1000, 1000).high == 1.0
    assert jeffreys(0, 1000).high < clopper_pearson(0, 1000).high


def test_newcombe_known_answer() -> None:
    # Newcombe 1998, table II case (a): 56/70 against 48/80, method 10.
    got = newcombe(56, 70, 48, 80)
    assert got.low == pytest.approx(0.0524, abs=5e-5)
    assert got.high == pytest.approx(0.3339, abs=5e-5)
    assert got.n == 150


def test_empty_and_single_plays_claim_nothing() -> None:
    for interval in (wilson(0, 0), clopper_pearson(0, 0), jeffreys(0, 0), bounded_share(0, 0, 0, 12)):
        assert math.isnan(interval.value)
        assert (interval.low, interval.high) == (0.0, 1.0)
        assert interval.half_width == math.inf
    nothing = newcombe(0, 0, 3, 7)
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high) == (-1.0, 1.0)
    for interval in (mean_interval(0, 0, 0), ratio_interval(0, 0, 0, 0, 0, 0), ratio_interval(5, 3, 0, 3, 0, 0)):
        assert math.isnan(interval.value)
        assert (interval.low, interval.high) == (-math.inf, math.inf)
    for interval in (mean_interval(1, 7, 49), ratio_interval(1, 7, 1, 49, 1, 7)):
        assert (interval.value, interval.low, interval.high) == (7.0, -math.inf, math.inf)
    single = bounded_share(1, 6, 36, 12)
    assert single.low < 0.2
    assert single.high > 0.8


@pytest.mark.parametrize("call", [lambda: wilson(3, 2), lambda: wilson(-1, 2), lambda: wilson(1, 2, 1.0)])
def test_impossible_counts_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match="allowed"):
        call()  # type: ignore[operator]  # parametrised lambdas


def test_impossible_sums_are_refused() -> None:
    with pytest.raises(ValueError, match="integer data"):
        mean_interval(2, 10, 1)
    with pytest.raises(ValueError, match="0 to 12"):
        bounded_share(2, 30, 900, 12)
    with pytest.raises(ValueError, match="0 to 12"):
        bounded_share(2, 12, 200, 12)
    with pytest.raises(ValueError, match="capped"):
        capped_bounds(10, 100, 1000, 12, 9)
    with pytest.raises(ValueError, match="integer data"):
        ratio_interval(2, 10, 1, 1, 1, 1)


def test_mean_is_exact_where_floats_and_int64_are_not() -> None:
    # n = 1e9 plays of 10**5 or 10**5 + 1: the squares' sum is beyond int64 and a float variance would cancel.
    half, big = 5 * 10**8, 10**5
    s1 = half * big + half * (big + 1)
    s2 = half * big**2 + half * (big + 1) ** 2
    assert s2 > 2**63
    got = mean_interval(2 * half, s1, s2)
    assert got.value == big + 0.5
    assert got.half_width == pytest.approx(normal_quantile(0.95) * 0.5 / math.sqrt(10**9), rel=1e-5)
    scaled = mean_interval(2 * half, s1, s2, scale=1000)
    assert scaled.value == pytest.approx(100.0005, rel=1e-15)
    assert scaled.half_width == pytest.approx(got.half_width / 1000, rel=1e-6)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_mean_agrees_with_student(values: list[int]) -> None:
    got = mean_interval(len(values), sum(values), sum(v * v for v in values))
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    expected = student.ppf(0.975, len(values) - 1) * error
    assert got.value == pytest.approx(np.mean(values), abs=1e-9)
    assert got.half_width == pytest.approx(expected, rel=2e-3, abs=1e-9)


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_student_quantile_is_as_close_as_it_says(confidence: float) -> None:
    for freedom in range(1, 200):
        exact = student.ppf(0.5 + confidence / 2, freedom)
        assert student_quantile(confidence, freedom) == pytest.approx(exact, rel=1e-2 if freedom < 5 else 1e-3)


@given(st.lists(st.sampled_from([0, 3, 4, 6, 12]), max_size=60), st.sampled_from([0.5, 0.95, 0.9999]))
def test_bounded_share_stays_in_bounds_and_is_no_wider_than_wilson(units: list[int], confidence: float) -> None:
    n, s1, s2 = len(units), sum(units), sum(u * u for u in units)
    got = bounded_share(n, s1, s2, 12, confidence)
    assert 0.0 <= got.low <= got.high <= 1.0
    if n:
        assert got.low <= got.value <= got.high
    mirrored = bounded_share(n, 12 * n - s1, sum((12 - u) ** 2 for u in units), 12, confidence)
    assert mirrored.low == pytest.approx(1 - got.high, abs=1e-12)
    if n and s1 % 12 == 0:
        plain = wilson(s1 // 12, n, confidence)
        assert got.high - got.low <= plain.high - plain.low + 1e-12


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from([1, 12, 840]))
def test_bounded_share_without_ties_is_wilson(a: int, b: int, full: int) -> None:
    wins, n = min(a, b), max(a, b)
    got, plain = bounded_share(n, wins * full, wins * full * full, full), wilson(wins, n)
    assert (got.low, got.high) == (plain.low, plain.high)


def test_ties_make_a_share_surer_but_never_certain() -> None:
    z, n = normal_quantile(0.95), 10_000
    some = bounded_share(n, 12 * 3000 + 6 * 4000, 144 * 3000 + 36 * 4000, 12)
    assert some.half_width == pytest.approx(z * math.sqrt((0.3 + 0.1 - 0.25) / n), rel=1e-3)
    only = bounded_share(n, 6 * n, 36 * n, 12)
    assert only.half_width == pytest.approx(z * z / (2 * n), rel=1e-3)


def test_capped_plays_widen_to_every_ending() -> None:
    got = capped_bounds(1000, 600, 600, 1, 100)
    assert got.value == 600 / 900
    assert got.low == wilson(600, 1000).low
    assert got.high == wilson(700, 1000).high
    assert capped_bounds(1000, 600, 600, 1, 0) == wilson(600, 1000)
    lost = capped_bounds(5, 0, 0, 12, 5)
    assert math.isnan(lost.value)
    assert (lost.low, lost.high) == (0.0, 1.0)


def test_ratio_of_means_known_answer() -> None:
    # y constant: the ratio is the mean of x / y and the interval that of the mean.
    xs = [3, 5, 4, 8, 1, 1]
    n, sx, sxx = len(xs), sum(xs), sum(x * x for x in xs)
    got = ratio_interval(n, sx, 2 * n, sxx, 4 * n, 2 * sx)
    plain = mean_interval(n, sx, sxx, scale=2)
    assert (got.value, got.low, got.high) == pytest.approx((plain.value, plain.low, plain.high))
    # x proportional to y: no error at all.
    exact = ratio_interval(n, 3 * sx, sx, 9 * sxx, sxx, 3 * sxx)
    assert (exact.low, exact.value, exact.high) == (3.0, 3.0, 3.0)


def test_interval_reads_its_own_ends() -> None:
    interval = Interval(0.5, 0.4, 0.7, 10)
    assert interval.half_width == pytest.approx(0.2)
    assert interval.contains(0.4)
    assert not interval.contains(0.39)


def test_a_run_needs_no_scipy() -> None:
    code = (
        "import sys; import simulate.statistics.intervals as i, simulate.statistics.histogram as h;"
        "i.wilson(3, 9); i.newcombe(1, 2, 3, 4); i.bounded_share(9, 3, 3, 1); i.capped_bounds(9, 3, 3, 1, 2);"
        "i.mean_interval(9, 3, 3); i.ratio_interval(9, 3, 3, 3, 3, 3);"
        "d = h.Histogram(list(range(40))); d.mean_interval(); d.quantile(0.5); d.share_between(1, 2);"
        "print(sorted(m for m in sys.modules if m.startswith('scipy')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _exact_coverage(n: int, p: float, ends: list[tuple[float, float]]) -> float:
    weights = binom.pmf(np.arange(n + 1), n, p)
    return float(sum(w for w, (low, high) in zip(weights, ends, strict=True) if low <= p <= high))


def _wald(successes: int, n: int) -> tuple[float, float]:
    p = successes / n
    half = 1.96 * math.sqrt(p * (1 - p) / n)
    return p - half, p + half


def test_exact_coverage_and_wald_fails() -> None:
    n, rare = 200, np.linspace(0.005, 0.02, 16)
    ends = {
        "wilson": [(i.low, i.high) for i in (wilson(s, n) for s in range(n + 1))],
        "clopper": [(i.low, i.high) for i in (clopper_pearson(s, n) for s in range(n + 1))],
        "wald": [_wald(s, n) for s in range(n + 1)],
    }
    coverage = {name: [_exact_coverage(n, p, pairs) for p in rare] for name, pairs in ends.items()}
    assert np.mean(coverage["wilson"]) > 0.945
    assert min(coverage["wilson"]) > 0.90
    assert min(coverage["clopper"]) >= 0.95
    assert np.mean(coverage["wald"]) < 0.90
    assert min(_exact_coverage(n, p, ends["wilson"]) for p in np.linspace(0.3, 0.7, 9)) > 0.94


def _split_plays(seed: int, reps: int, n: int, chances: tuple[float, float, float]) -> np.ndarray:
    return np.random.default_rng(seed).multinomial(n, chances, size=reps)


TIES = [
    (0.5, 0.5, 0.0),
    (0.3, 0.3, 0.4),
    (0.02, 0.08, 0.9),
    (0.0, 0.01, 0.99),
    (0.004, 0.001, 0.995),
    (0.9, 0.05, 0.05),
]


@pytest.mark.slow
@pytest.mark.parametrize("chances", TIES)
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_bounded_share_covers(chances: tuple[float, float, float], n: int) -> None:
    truth = chances[1] + chances[2] / 2
    tables, counts = np.unique(_split_plays(1, 4000, n, chances), axis=0, return_counts=True)
    covered = 0
    for (_, won, tied), count in zip(tables.tolist(), counts.tolist(), strict=True):
        interval = bounded_share(n, 2 * won + tied, 4 * won + tied, 2)
        covered += count * interval.contains(truth)
    assert covered / 4000 > (0.935 if n > 50 else 0.92)  # Wilson itself dips to .92 at rare outcomes


@pytest.mark.slow
def test_effective_plays_without_pseudo_plays_would_not_cover() -> None:
    n, chances, covered = 200, (0.0, 0.01, 0.99), 0
    for _, won, tied in _split_plays(1, 2000, n, chances).tolist():
        p, v = (2 * won + tied) / (2 * n), (4 * won + tied) / (4 * n) - ((2 * won + tied) / (2 * n)) ** 2
        covered += abs(p - 0.505) <= 1.96 * math.sqrt(v / n)
    assert covered / 2000 < 0.90
