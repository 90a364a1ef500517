"""Peers of the same law agree at the stated rate; peers of another law do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.peers.agreement import (
    FALSE_ALARM,
    Agreement,
    add_counts,
    agreements,
    disagreements,
    same_law,
    same_mean,
)
from simulate.runs.tally import Tally

LAW = (0.02, 0.08, 0.2, 0.4, 0.2, 0.0999, 0.0001)


def draw(seed: int, plays: int, law: tuple[float, ...] = LAW, first: float = 0.5, mean: float = 3.0) -> dict[str, Any]:
    """Counts of a made-up game for two, in the form of the peers."""
    rng = np.random.default_rng(seed)
    wins, both = rng.binomial(plays, first), plays // 10
    length = rng.poisson(mean, plays)
    return {
        "plays": plays,
        "seconds": 0.1,
        "wins": [[int(wins) - both, both], [plays - int(wins), both]],
        "turns": rng.multinomial(plays, law).tolist(),
        "score": [rng.multinomial(plays, law).tolist() for _ in range(2)],
        "duration_ms": int(length.sum()),
        "duration_ms_squares": int((length * length).sum()),
        "trapped": 0,
    }


def tally(counts: dict[str, Any]) -> Tally:
    histograms = {"turns": tuple(counts["turns"]), "trapped": (counts["plays"], 0)}
    histograms |= {f"score.{seat}": tuple(row) for seat, row in enumerate(counts["score"])}
    sums = {"duration": (counts["duration_ms"], counts["duration_ms_squares"])}
    return Tally(2, counts["plays"], 0, tuple(map(tuple, counts["wins"])), histograms, sums)


OURS = tally(draw(0, 400_000))


@pytest.mark.parametrize("plays", [2_000, 40_000])
def test_one_law_agrees(plays):
    alarms = sum(bool(disagreements(agreements(OURS, draw(seed, plays)))) for seed in range(1, 201))
    assert alarms <= 3  # 0.2 expected


def test_everything_counted_is_compared():
    names = [one.what for one in agreements(OURS, draw(1, 2_000))]
    assert names == ["wins.0", "wins.1", "turns", "score.0", "score.1", "duration_ms", "trapped"]


OTHER = (0.03, 0.08, 0.2, 0.4, 0.2, 0.0899, 0.0001)


@pytest.mark.parametrize(
    ("other", "names"),
    [
        ({"law": OTHER}, {"turns", "score.0", "score.1"}),
        ({"first": 0.52}, {"wins.0", "wins.1"}),
        ({"mean": 3.1}, {"duration_ms"}),
    ],
)
def test_another_law_is_found(other, names):
    found = disagreements(agreements(OURS, draw(5, 40_000, **other)))
    assert {one.what for one in found} == names


def test_what_the_engine_does_not_count_is_an_error():
    with pytest.raises(KeyError):
        agreements(OURS, {**draw(1, 2_000), "weather": [1, 2]})


def test_the_rate_is_shared_by_all_comparisons():
    level = FALSE_ALARM / 10
    found = [Agreement(str(i), level * (0.9 if i == 3 else 1.1)) for i in range(10)]
    assert [one.what for one in disagreements(found)] == ["3"]


def test_what_is_too_rare_tells_nothing_and_a_constant_must_be_equal():
    assert same_mean(0.0, 0.0, 10**6, 1, 10**6) == 1.0
    assert same_mean(1.0, 0.0, 10**6, 10**4, 10**4) == 1.0
    assert same_mean(1.0, 0.0, 10**6, 10**4 + 1, 10**4) == 0.0


def test_bins_too_rare_in_the_smaller_sample_are_joined():
    # Three of what is expected 0.1 times: a chi-square test on such a bin would cry wolf.
    assert same_law([1_000_000, 100], [1_000, 3]) == 1.0
    assert same_law([1_000_000, 1_000, 1_000_000], [1_000, 3, 1_000]) > 0.9
    # What is left over joins the last bin instead of being dropped.
    assert same_law([1_000, 1_000, 12], [1_000, 1_012]) == pytest.approx(1.0)


def test_counts_of_two_runs_are_added():
    one, other = draw(1, 100), draw(2, 300)
    total = add_counts(add_counts(None, one), other)
    assert total["plays"] == 400
    assert total["turns"] == [a + b for a, b in zip(one["turns"], other["turns"], strict=True)]
    assert total["wins"][1][0] == one["wins"][1][0] + other["wins"][1][0]
