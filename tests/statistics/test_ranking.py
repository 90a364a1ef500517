"""Imbalance is unbiased, the schedule keeps its budget, and halving finds fair variants."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.statistics.intervals import Interval, wilson
from simulate.statistics.looks import simultaneous
from simulate.statistics.ranking import halving_schedule, keep_best, may_be_lowest, unbiased_imbalance


@pytest.mark.parametrize("full", [1, 2])
def test_imbalance_is_unbiased_exactly(full: int) -> None:
    # All histories of n plays of a 2-seat game: units of seat 0 are 0, (1) or full with these chances.
    law = {0: Fraction(1, 5), full: Fraction(1, 2), full // 2 if full > 1 else 0: Fraction(3, 10)}
    if full == 1:
        law = {0: Fraction(3, 10), 1: Fraction(7, 10)}
    mean = sum(Fraction(u, full) * chance for u, chance in law.items())
    truth = 2 * (mean - Fraction(1, 2)) ** 2
    n, expected, plug_in = 4, 0.0, 0.0
    for history in product(law, repeat=n):
        weight = float(math.prod(law[u] for u in history))
        seats = [list(history), [full - u for u in history]]
        sums, squares = [sum(s) for s in seats], [sum(u * u for u in s) for s in seats]
        expected += weight * unbiased_imbalance(n, sums, squares, full)
        plug_in += weight * sum((s / (n * full) - 0.5) ** 2 for s in sums)
    assert expected == pytest.approx(float(truth), abs=1e-12)
    assert plug_in > float(truth) + 0.01


@given(st.lists(st.integers(0, 10**8), min_size=2, max_size=6))
def test_one_winner_a_play_is_the_short_formula(wins: list[int]) -> None:
    n, k = sum(wins), len(wins)
    got = unbiased_imbalance(n, wins, wins)
    if n < 2:
        assert math.isnan(got)
        return
    p = [Fraction(w, n) for w in wins]
    expected = sum((x - Fraction(1, k)) ** 2 for x in p) - (1 - sum(x * x for x in p)) / (n - 1)
    assert got == pytest.approx(float(expected), rel=1e-12)


@given(st.integers(1, 300), st.integers(1, 10**6), st.sampled_from([1, 7, 64]))
def test_schedule_keeps_the_budget_and_ends_with_one(candidates: int, budget: int, block: int) -> None:
    rounds = math.ceil(math.log2(candidates)) if candidates > 1 else 0
    if rounds and budget < rounds * candidates * block:
        with pytest.raises(ValueError, match=str(rounds * candidates * block)):
            halving_schedule(candidates, budget, block)
        return
    schedule = halving_schedule(candidates, budget, block)
    assert len(schedule) == rounds
    survivors = candidates
    for step in schedule:
        assert step.survivors == survivors
        assert step.kept == math.ceil(survivors / 2)
        assert step.plays % block == 0
        assert 0 < step.plays * survivors <= budget / rounds < (step.plays + block) * survivors
        survivors = step.kept
    assert survivors == 1


def test_schedule_known_answer() -> None:
    steps = [(s.survivors, s.plays, s.kept) for s in halving_schedule(5, 3000, 10)]
    assert steps == [(5, 200, 3), (3, 330, 2), (2, 500, 1)]
    with pytest.raises(ValueError, match="at least 1"):
        halving_schedule(0, 10)
    with pytest.raises(ValueError, match="same number"):
        unbiased_imbalance(5, [1, 2], [1])


def test_keep_best_breaks_ties_by_order() -> None:
    assert keep_best([0.3, 0.1, math.nan, 0.1, -0.2], 3) == [4, 1, 3]
    assert keep_best([math.nan, 1.0], 2) == [1, 0]


@pytest.mark.slow
def test_halving_beats_equal_shares() -> None:
    generator, regret = np.random.default_rng(6), {"halving": 0.0, "equal": 0.0}
    for _ in range(100):
        p = 0.5 + generator.normal(0, 0.03, 64)
        best = np.abs(p - 0.5).min()
        alive, plays, wins = list(range(64)), np.zeros(64, int), np.zeros(64, int)
        for step in halving_schedule(64, 400_000):
            for i in alive:
                plays[i] += step.plays
                wins[i] += generator.binomial(step.plays, p[i])
            losses = [_loss(plays[i], wins[i]) for i in alive]
            alive = [alive[j] for j in keep_best(losses, step.kept)]
        regret["halving"] += abs(p[alive[0]] - 0.5) - best
        equal = generator.binomial(400_000 // 64, p)
        regret["equal"] += abs(p[keep_best([_loss(6250, w) for w in equal], 1)[0]] - 0.5) - best
    assert regret["halving"] < 0.7 * regret["equal"]


def _loss(plays: int, wins: int) -> float:
    pair = [int(wins), int(plays - wins)]
    return unbiased_imbalance(int(plays), pair, pair)


def test_the_lowest_may_be_any_that_reaches_below_every_high_end() -> None:
    ends = [(0.1, 0.3), (0.2, 0.25), (0.25, 0.4), (0.26, 0.3)]
    found = may_be_lowest([Interval((low + high) / 2, low, high, 100) for low, high in ends])
    assert found == [True, True, True, False]
    assert may_be_lowest([]) == []


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.0, 0.02, 0.1])
def test_the_truly_lowest_is_named_and_reading_the_best_off_points_misses_it(spread: float) -> None:
    generator, cells, plays, runs = np.random.default_rng(5), 20, 2000, 300
    missed = naive = 0
    for _ in range(runs):
        p = 0.3 + spread * generator.random(cells)
        wins = generator.binomial(plays, p).tolist()
        level = simultaneous(0.95, cells)
        missed += not may_be_lowest([wilson(one, plays, level) for one in wins])[int(p.argmin())]
        least = min(wins) / plays
        naive += wilson(wins[int(p.argmin())], plays).low > least
    assert missed / runs <= 0.05
    assert spread > 0.02 or naive / runs > 0.2
