"""Regression gates: verdict formula, stated power, false alarms, and the timing gate against scipy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, norm, wilcoxon

from simulate.statistics.gates import histogram_gate, mean_gate, share_gate, signed_rank_p, timing_gate
from simulate.statistics.histogram import Histogram


def test_stated_power_known_answers() -> None:
    # p = 1/2, 95 % power beyond the margin: 1.06 pp at 1e5 plays, 0.34 at 1e6, 0.11 at 1e7; 1.26 with 30 checks.
    for n, checks, pp in ((10**5, 1, 1.06), (10**5, 30, 1.26), (10**6, 1, 0.34), (10**6, 30, 0.40), (10**7, 1, 0.11)):
        caught = share_gate(n // 2, n, n // 2, n, margin=0.002, checks=checks).caught
        assert 100 * (caught - 0.002) == pytest.approx(pp, abs=0.006)
    line = share_gate(50_000, 10**5, 50_000, 10**5, margin=0.002).power_line()
    assert line == "would have caught a shift of 1.26 pp or more (95 % chance)"


def test_fails_just_beyond_the_limit() -> None:
    n, limit = 10**6, norm.isf(1e-3)
    error = math.sqrt(0.25 / n + 0.25 / n)
    edge = n // 2 + round(n * (0.002 + limit * error))
    assert share_gate(n // 2, n, edge + 10, n, margin=0.002).failed
    assert not share_gate(n // 2, n, edge - 10, n, margin=0.002).failed
    assert share_gate(edge + 10, n, n // 2, n, margin=0.002).failed
    assert share_gate(n // 2, n, n // 2, n, margin=0.0).limit == pytest.approx(norm.isf(5e-4))
    assert share_gate(n // 2, n, n // 2, n, margin=0.002, checks=20).limit == pytest.approx(norm.isf(5e-5))


def test_shares_are_means() -> None:
    by_share = share_gate(300, 1000, 700, 2000, margin=0.01)
    assert mean_gate(0.3, 0.21, 1000, 0.35, 0.2275, 2000, margin=0.01) == by_share
    assert by_share.shift == pytest.approx(0.05)


def test_without_noise_only_the_margin_counts() -> None:
    assert share_gate(0, 100, 0, 100, margin=0.0).failed is False
    assert mean_gate(1.0, 0.0, 10, 1.2, 0.0, 10, margin=0.1).failed
    assert not mean_gate(1.0, 0.0, 10, 1.05, 0.0, 10, margin=0.1).failed


def test_nonsense_is_refused() -> None:
    for call in (
        lambda: share_gate(2, 1, 0, 1, margin=0.0),
        lambda: share_gate(0, 0, 0, 1, margin=0.0),
        lambda: share_gate(0, 1, 0, 1, margin=-0.1),
        lambda: share_gate(0, 1, 0, 1, margin=0.1, checks=0),
        lambda: mean_gate(0.0, 1.0, 0, 0.0, 1.0, 1, margin=0.1),
        lambda: timing_gate([1.0], [1.0, 2.0]),
        lambda: timing_gate([0.0], [1.0]),
    ):
        with pytest.raises(ValueError, match="allowed"):
            call()


def test_histogram_gate_is_the_two_sample_chi_square() -> None:
    old, new = [400, 300, 200, 100], [820, 610, 380, 190]
    failed, p_value = histogram_gate(Histogram(old), Histogram(new))
    assert p_value == pytest.approx(chi2_contingency([old, new], correction=False).pvalue, rel=1e-9)
    assert not failed
    assert histogram_gate(Histogram(old), Histogram(old[::-1]))[0]
    assert histogram_gate(Histogram([10, 10]), Histogram([1, 20])) == (False, 1.0)
    assert histogram_gate(Histogram([]), Histogram([500, 500])) == (False, 1.0)


def test_histogram_gate_joins_thin_neighbours() -> None:
    old, new = Histogram([20, 20, 60, 1, 2, 3]), Histogram([15, 25, 70, 4, 0, 1])
    _, p_value = histogram_gate(old, new)
    assert p_value == pytest.approx(chi2_contingency([[40, 66], [40, 75]], correction=False).pvalue, rel=1e-9)


@given(st.lists(st.floats(-5, 5).filter(lambda x: abs(x) > 1e-3), min_size=1, max_size=14, unique_by=abs))
def test_signed_rank_agrees_with_scipy(values: list[float]) -> None:
    expected = wilcoxon(values, alternative="greater", method="exact").pvalue
    assert signed_rank_p(values) == pytest.approx(expected, rel=1e-12)


def test_signed_rank_with_ties_is_all_signs_counted() -> None:
    values = [1.0, 1.0, -1.0, 2.0, 2.0, -3.0, 4.0]
    ranks = [2.0, 2.0, 2.0, 4.5, 4.5, 6.0, 7.0]
    observed = sum(r for r, v in zip(ranks, values, strict=True) if v > 0)
    sums = [sum(r for i, r in enumerate(ranks) if signs >> i & 1) for signs in range(2**7)]
    assert signed_rank_p(values) == pytest.approx(np.mean([s >= observed for s in sums]))
    assert signed_rank_p([]) == 1.0


def test_timing_gate_known_answers() -> None:
    old = [1.0 + i / 100 for i in range(15)]
    slower = timing_gate(old, [t * (1.05 + i / 1e4) for i, t in enumerate(old)])
    assert (slower.failed, slower.conclusive) == (True, True)
    assert slower.p_value == pytest.approx(2.0**-15)
    assert slower.ratio == pytest.approx(1.0507)
    within = timing_gate(old, [t * (1.02 + i / 1e4) for i, t in enumerate(old)])
    assert (within.failed, within.p_value) == (False, 1.0)
    few = timing_gate(old[:9], [2 * t for t in old[:9]])
    assert (few.failed, few.conclusive) == (False, False)
    assert timing_gate(old[:10], [2 * t * (1 + i / 1e4) for i, t in enumerate(old[:10])]).failed
    assert math.isnan(timing_gate([], []).ratio)


@pytest.mark.slow
def test_false_alarms_are_as_stated_and_overlap_rules_are_not() -> None:
    generator, n, reps = np.random.default_rng(10), 10**4, 20_000
    old, new = generator.binomial(n, 0.5, (2, reps)).tolist()
    alarms = sum(share_gate(a, n, b, n, margin=0.0, false_alarm=0.01).failed for a, b in zip(old, new, strict=True))
    outside = np.mean(np.abs(np.array(new) - old) / n > 1.96 * 0.5 / math.sqrt(n))
    assert 0.007 < alarms / reps < 0.013
    assert outside > 0.15
