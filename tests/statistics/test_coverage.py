"""The table "how well it holds" with fewer runs, each entry beside what fails."""

from __future__ import annotations

import pytest

from tests.statistics import coverage_table as coverage

pytestmark = pytest.mark.slow


def test_a_rare_share_holds_at_every_look():
    found = coverage.share(0.001, 0.0005, 300)
    assert found["ever misses"] <= 0.08  # 5 % at most; 300 runs
    assert found["naive ever misses"] > 0.25


@pytest.mark.parametrize("q", [0.5, 0.95])
def test_a_quantile_holds_at_every_look(q):
    found = coverage.quantile(q, 60)
    assert found["ever misses"] <= 0.12
    assert found["naive ever misses"] > 0.15


def test_a_true_difference_is_found_and_not_reversed():
    found = coverage.difference(0.02, 40)
    assert found["false verdicts"] <= 0.1
    assert found["right verdicts"] >= 0.9


def test_discoveries_are_true_and_plain_tests_of_as_many_are_not():
    found = coverage.discoveries(500)
    assert found["false discoveries"] <= 0.05
    assert found["found"] > 0.9
    assert found["plain tests, false"] > 0.08


def test_the_gate_keeps_its_word():
    found = coverage.gate(20_000)
    assert found["false alarms"] < 0.002
    assert 0.93 < found["caught"] < 0.97


def test_indices_of_a_known_function():
    found = coverage.factorial(150)
    assert found["intervals hold"] > 0.9
    assert found["largest bias"] < 0.02
    assert found["idle dial, uncorrected"] > 0.02
