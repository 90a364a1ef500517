"""Tallies add as whole numbers of any size, say what they count, and survive a document."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.games.contract import Measure, Measures, Ratio
from simulate.kernels.tally import make_layout
from simulate.runs.metrics import estimate
from simulate.runs.tally import Adder, read

MEASURES = Measures(
    score=Measure("score", "points", "points", size=3, per_seat=True),
    margin=Measure("margin", "points ahead", "points", size=3),
    own=(Measure("turns", "turns taken", "turns", size=4), Measure("steps", "steps", "steps", inner=True),
         Measure("product", "steps x turns", "steps", inner=True)),
    ratios=(Ratio("steps_per_turn", "steps per turn", "steps", "steps", "turns", "product"),),
)  # fmt: skip
LAYOUT = make_layout(2, [3, 3, 3, 4, 0, 0])
WIDTH = int(LAYOUT[0]["width"])


def near(value: float):
    return pytest.approx(value, abs=1e-9)


def row_of(plays: list[tuple[int, int, int, int]]) -> np.ndarray:
    """A row counted by hand from (score 0, score 1, turns, steps) of each play."""
    row = np.zeros(WIDTH, np.int64)
    for a, b, turns, steps in plays:
        row[0] += 1
        best = [seat for seat, score in enumerate((a, b)) if score == max(a, b)]
        for seat in best:
            row[2 + 2 * seat + len(best) - 1] += 1
        at = 6
        for value, size in ((a, 3), (b, 3), (abs(a - b), 3), (turns, 4)):
            row[at + value] += 1
            at += size
        row[at : at + 4] += [steps, steps**2, steps * turns, (steps * turns) ** 2]
    return row


PLAYS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 3), st.integers(0, 9)), min_size=2)


@given(PLAYS, PLAYS)
def test_rows_add_and_every_play_is_won_or_tied(first, second):
    adder = Adder(WIDTH)
    adder.add(row_of(first))
    adder.add(row_of(second))
    tally = adder.tally(MEASURES, 2)
    assert tally.plays == len(first) + len(second)
    assert tally.wins[0][0] + tally.wins[1][0] + tally.tied == tally.finished
    assert tally.tied == sum(a == b for a, b, _, _ in first + second)
    assert read(json.loads(json.dumps(tally.document()))) == tally


@given(PLAYS)
def test_metrics_are_the_plain_means(plays):
    adder = Adder(WIDTH)
    adder.add(row_of(plays))
    found = estimate(adder.tally(MEASURES, 2), MEASURES)
    n = len(plays)
    share = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b, _, _ in plays) / n
    assert found["win_share.0"].interval.value == near(share)
    assert found["win_share.0"].interval.value + found["win_share.1"].interval.value == near(1)
    assert found["outright.1"].interval.value == near(sum(b > a for a, b, _, _ in plays) / n)
    assert found["tie"].interval.value == near(sum(a == b for a, b, _, _ in plays) / n)
    assert found["score.1"].interval.value == near(sum(b for _, b, _, _ in plays) / n)
    turns = sum(t for _, _, t, _ in plays)
    if turns:
        assert found["steps_per_turn"].interval.value == near(sum(s for *_, s in plays) / turns)
    assert "steps" not in found
    for metric in found.values():
        low, high = metric.interval.low, metric.interval.high
        assert not low > metric.interval.value + 1e-12
        assert not high < metric.interval.value - 1e-12
        assert metric.interval.n == n


def test_sums_beyond_sixty_four_bits_stay_exact():
    adder = Adder(WIDTH)
    row = np.zeros(WIDTH, np.int64)
    row[0] = 2**62
    row[-1] = 2**62
    for _ in range(8):
        adder.add(row)
    tally = adder.tally(MEASURES, 2)
    assert tally.plays == 2**65
    assert tally.sums["product"][1] == 2**65


def test_a_capped_play_widens_the_bounds_and_is_counted_first():
    adder = Adder(WIDTH)
    row = row_of([(2, 1, 1, 1)] * 90)
    row[0] += 10
    row[1] += 10
    adder.add(row)
    found = estimate(adder.tally(MEASURES, 2), MEASURES)
    assert found["capped"].interval.value == near(0.1)
    assert found["win_share.0"].interval.value == near(1.0)
    assert found["win_share.0"].interval.low < 0.9
    assert found["win_share.1"].interval.high > 0.1
    assert found["turns"].interval.n == 90
