"""Tiny games whose answers are known to the last digit, through the same path as the real ones."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from simulate.runs.anytime import run_until
from simulate.runs.result import run
from simulate.runs.stopping import StopRule, Target
from tests.toys import chain, kuhn, oxo, ruin, walk
from tests.toys.game import CHAIN, KUHN, OXO, RUIN, WALK, spec

SURE = 5.0
"""Standard errors that an estimate may be away from the truth."""


def near(metric, truth: float, deviation: float) -> None:
    n = metric.interval.n
    assert abs(metric.interval.value - truth) < SURE * deviation / math.sqrt(n), (metric.name, metric.interval, truth)


def of_share(truth: float) -> float:
    return math.sqrt(truth * (1 - truth))


@pytest.mark.parametrize(("p", "win", "length"), [(0.5, 0.3, 21.0), (0.49, 0.2592270497539692, 20.3864751230154)])
def test_gamblers_ruin(p, win, length):
    found = run(spec(RUIN, ruin.table(3, 10, p), seed=8, count=400_000))
    assert found.tally.capped == 0
    near(found.metrics["win_share.0"], win, of_share(win))
    near(found.metrics["win_share.1"], 1 - win, of_share(win))
    near(found.metrics["turns"], length, 17.5)


def test_the_wrong_coin_is_noticed():
    found = run(spec(RUIN, ruin.table(3, 10, 0.49), seed=8, count=400_000))
    with pytest.raises(AssertionError):
        near(found.metrics["win_share.0"], 0.3, of_share(0.3))


def test_tic_tac_toe_under_random_play():
    found = run(spec(OXO, oxo.table(), seed=3, count=400_000)).metrics
    near(found["outright.0"], float(Fraction(737, 1260)), of_share(737 / 1260))
    near(found["outright.1"], float(Fraction(121, 420)), of_share(121 / 420))
    near(found["tie"], float(Fraction(8, 63)), of_share(8 / 63))
    near(found["turns"], float(Fraction(3203, 420)), 1.4)
    near(found["win_share.0"], 737 / 1260 + 4 / 63, 0.5)


def test_the_anytime_run_ends_with_the_truth_in_its_interval_and_its_precision_reached():
    rule = StopRule((Target("win_share.0", "share", 0.005), Target("turns", "tosses", 0.1)))
    found = run_until(spec(RUIN, ruin.table(3, 10, 0.5), seed=5), rule)
    assert found.stop.reason == "precision reached"
    for name, truth, width in (("win_share.0", 0.3, 0.005), ("turns", 21.0, 0.1)):
        interval = found.metrics[name].interval
        assert interval.kind == "anytime"
        assert interval.contains(truth)
        assert interval.half_width <= width


@pytest.mark.parametrize(("seats", "shares"), [(2, (6 / 11, 5 / 11)), (3, (36 / 91, 30 / 91, 25 / 91))])
def test_first_to_a_six(seats, shares):
    found = run(spec(CHAIN, chain.first_to_a_six(seats), seed=6, count=400_000, players=seats)).metrics
    for seat, truth in enumerate(shares):
        near(found[f"win_share.{seat}"], truth, of_share(truth))
    near(found["turns"], 6.0, math.sqrt(30))


def test_craps():
    near(run(spec(CHAIN, chain.craps(), seed=6, count=400_000)).metrics["win_share.0"], 244 / 495, 0.5)


def test_best_of_seven():
    found = run(spec(CHAIN, chain.best_of_seven(11), seed=6, count=400_000)).metrics
    near(found["win_share.0"], 0.608287796875, 0.5)


def test_coupon_collector():
    near(run(spec(CHAIN, chain.coupons(6), seed=6, count=400_000)).metrics["turns"], 14.7, 6.24)


def test_snakes_and_ladders():
    alone = run(spec(CHAIN, chain.snakes_and_ladders(1), seed=6, count=100_000)).metrics
    near(alone["turns"], 39.2251223082349, 25.224957)
    both = run(spec(CHAIN, chain.snakes_and_ladders(2), seed=6, count=200_000)).metrics
    near(both["win_share.0"], 0.5079115938699343, 0.5)


@pytest.mark.parametrize("policy", ["cautious", "bluffing"])
def test_kuhns_poker_between_equilibria(policy):
    found = run(spec(KUHN, kuhn.table(), seed=6, count=400_000, policy=policy)).metrics
    near(found["score.0"], 2 - 1 / 18, 1.5)
    near(found["score.1"], 2 + 1 / 18, 1.5)


def test_uniform_kuhn_poker_is_worth_something_else():
    found = run(spec(KUHN, kuhn.table(), seed=6, count=400_000)).metrics
    # Half of the first player's checks are followed by a bet that is folded to half of the time, and so on: 1/8 chip.
    near(found["score.0"], 2 + 1 / 8, 1.5)


def test_a_walk_ends_ahead_on_either_side_alike():
    found = run(spec(WALK, walk.table(101), seed=6, count=200_000)).metrics
    near(found["win_share.0"], 0.5, 0.5)
    near(found["tie"], 0.0, 0.01)
