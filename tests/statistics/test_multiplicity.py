"""Holm, Benjamini-Hochberg and e-BH against worked examples and brute force."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.multiplicity import benjamini_hochberg, e_bh, holm

chances = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def test_holm_known_answer() -> None:
    # R: p.adjust(c(.01, .04, .03, .005), "holm")
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@given(chances)
def test_holm_is_its_step_down_rule(p_values: list[float]) -> None:
    for alpha in (0.01, 0.05, 0.3):
        rejected, m = set(), len(p_values)
        for rank, index in enumerate(sorted(range(m), key=lambda i: p_values[i])):
            if p_values[index] * (m - rank) > alpha:
                break
            rejected.add(index)
        assert {i for i, p in enumerate(holm(p_values)) if p <= alpha} == rejected


def test_benjamini_hochberg_known_answer() -> None:
    # R: p.adjust(c(.01, .04, .03, .005), "BH")
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    by = benjamini_hochberg([0.01, 0.04, 0.03, 0.005], any_dependence=True)
    assert by == pytest.approx([p * (1 + 1 / 2 + 1 / 3 + 1 / 4) for p in (0.02, 0.04, 0.04, 0.02)])
    assert benjamini_hochberg([]) == []
    with pytest.raises(ValueError, match="0 to 1"):
        holm([1.1])
    with pytest.raises(ValueError, match="0 to 1"):
        benjamini_hochberg([-0.1])


@given(st.lists(st.floats(-5, 12), max_size=8), st.sampled_from([0.05, 0.2]))
def test_e_bh_is_its_definition(log_es: list[float], q: float) -> None:
    total = len(log_es)
    ranked = sorted(log_es, reverse=True)
    kept = max((j for j in range(1, total + 1) if math.exp(ranked[j - 1]) >= total / (q * j) * (1 - 1e-12)), default=0)
    got = e_bh(log_es, q)
    assert sum(got) == kept
    if 0 < kept < total:
        assert min(e for e, r in zip(log_es, got, strict=True) if r) >= max(
            e for e, r in zip(log_es, got, strict=True) if not r
        )


def test_e_bh_known_answer() -> None:
    # K = 4, q = 0.05: thresholds 80, 40, 26.7, 20. The second largest rescues the first.
    assert e_bh([math.log(e) for e in (1.0, 45.0, 41.0, 0.1)]) == [False, True, True, False]
    assert e_bh([math.log(e) for e in (1.0, 45.0, 39.0, 0.1)]) == [False] * 4
    assert e_bh([math.inf, -math.inf]) == [True, False]
    with pytest.raises(ValueError, match="e-BH"):
        e_bh([math.nan])
    with pytest.raises(ValueError, match="e-BH"):
        e_bh([1.0], 0.0)


@pytest.mark.slow
def test_false_discoveries_stay_below_q_under_dependence() -> None:
    generator, shares = np.random.default_rng(3), []
    scale2 = 0.04**2
    for _ in range(2000):
        shared = generator.normal(0, 0.01)
        effects = np.array([0.0] * 30 + [0.08] * 10) + shared + generator.normal(0, 0.01, 40)
        s2 = 2 * 0.01**2
        logs = 0.5 * math.log(s2 / (s2 + scale2)) + effects**2 * scale2 / (2 * s2 * (s2 + scale2))
        found = np.array(e_bh(logs.tolist()))
        shares.append(found[:30].sum() / max(1, found.sum()))
    assert np.mean(shares) < 0.05
