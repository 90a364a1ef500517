"""A plan's forecasts come true: the pairs tell the effect with the stated chance, the games give the width."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from simulate.runs.anytime import FIRST_LOOK, run_until
from simulate.runs.figures import Share
from simulate.runs.metrics import Named, figures
from simulate.runs.result import run
from simulate.runs.stopping import StopRule, Target
from simulate.statistics.histogram import Histogram
from simulate.statistics.looks import look_grid
from simulate.statistics.paired import paired_interval
from simulate.studies import budget as budgets
from simulate.studies.budget import CHANCE, budget, declared_by_compare, games_until_precise, outlook, pairs_needed
from simulate.studies.compare import compare
from simulate.studies.compared import CompareRule
from simulate.studies.verdicts import confidence_each
from tests.studies.arms import dice_spec
from tests.toys import ruin
from tests.toys.game import RUIN, spec


def share(value: float) -> Named:
    return Named("tie", "share", "", lambda: Share(round(1e6 * value), round(1e6 * value), 1, 10**6))


@pytest.mark.parametrize(("p", "effect", "facts"), [(0.3, 0.02, 1), (0.3, 0.02, 4), (0.3, 0.005, 4), (0.0, 0.01, 1)])
def test_nine_of_ten_comparisons_see_the_effect_within_the_pairs(p, effect, facts):
    alpha, runs = 0.05 / facts, 150
    pairs = pairs_needed(p * (1 - p) + (p + effect) * (1 - p - effect), effect, alpha)
    margin = min(effect, 0.01)
    generator = np.random.default_rng(11)
    looks = list(look_grid(FIRST_LOOK, pairs))
    seen = at_half = 0
    for _ in range(runs):
        # Two arms without anything in common: B wins alone, neither or both, A wins alone.
        b, a = p + effect, p
        chances = [a * (1 - b), a * b + (1 - a) * (1 - b), b * (1 - a)]
        counts = np.cumsum(generator.multinomial(np.diff([0, *looks]), chances), axis=0)
        found = [paired_interval(Histogram(row, -1), margin, 1, "anytime", 1 - alpha).low > 0 for row in counts]
        seen += any(found)
        at_half += any(one for one, look in zip(found, looks, strict=True) if look <= pairs / 2.5)
    assert seen / runs > CHANCE - 0.06
    assert at_half / runs < CHANCE  # it is not said much too high


@pytest.mark.parametrize("capital", [1, 3])
def test_a_run_with_the_precision_takes_about_the_games_told(capital):
    truth, width = capital / 10, 0.02
    told = games_until_precise(truth, width)
    rule = StopRule((Target("win_share.0", "share", width),))
    for seed in (2, 5):
        played = run_until(spec(RUIN, ruin.table(capital, 10, 0.5), seed=seed), rule).tally.plays
        assert played == pytest.approx(told, rel=0.12)


def test_a_plain_comparison_declares_what_the_plan_reckons_with():
    for players in (2, 3):
        one = dice_spec("target=10", players=players)
        tally = run(replace(one, count=50)).tally
        named = declared_by_compare(one, figures(tally, one.prepared().measures))
        found = compare(one, one, CompareRule(most=300))
        assert set(named) == {judged.metric for judged in found.judgements if judged.declared}
        each = next(judged.verdict.interval.confidence for judged in found.judgements if judged.declared)
        assert each == pytest.approx(confidence_each(named, one.prepared().seats))


def test_what_never_varied_in_the_pilot_has_no_forecast_of_its_width():
    from simulate.runs.figures import Mean

    found = outlook(Named("turns", "turns", "", lambda: Mean(Histogram([0, 0, 500]))), 0.01, 1000.0, 500.0)
    assert all(math.isnan(width) for pair in found.widths for width in pair)
    assert found.document()["half_widths"][0] == {"seconds": 10.0, "fixed_n": None, "anytime": None}


def test_a_slow_policy_has_a_short_pilot(monkeypatch):
    prepared = dice_spec("target=10").prepared()
    counted = type(prepared).count_plays

    def slowly(self, seed, first, plays):
        time.sleep(0.02 * plays)
        return counted(self, seed, first, plays)

    monkeypatch.setattr(type(prepared), "count_plays", slowly)
    monkeypatch.setattr(budgets, "LONGEST_PILOT", 0.4)
    monkeypatch.setattr(budgets, "PILOT_SECONDS", 0.05)
    assert budgets.PROBE <= budget(dice_spec("target=10"), 0.01, jobs=1).pilot <= 20
