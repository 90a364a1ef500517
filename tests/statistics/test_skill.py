"""Elo, games to show a difference, and the split of variance against laws that are known exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simulate.statistics.intervals import wilson
from simulate.statistics.skill import (
    GROUPS,
    BlockSums,
    elo,
    elo_interval,
    games_to_show,
    variance_intervals,
    variance_parts,
)


def test_elo_known_values():
    assert elo(0.5) == 0.0
    assert elo(0.75) == pytest.approx(190.848501887865)
    assert elo(10 / 11) == pytest.approx(400.0)
    assert elo(0.25) == pytest.approx(-elo(0.75))
    assert elo(1 / 3, 3) == pytest.approx(0.0, abs=1e-12)
    assert elo(5 / 6, 3) == pytest.approx(400.0)  # ten to one against either of the two others
    assert (elo(0.0), elo(1.0)) == (-math.inf, math.inf)


@pytest.mark.parametrize(("share", "seats"), [(-0.1, 2), (1.1, 2), (0.5, 1)])
def test_elo_of_nonsense(share, seats):
    with pytest.raises(ValueError, match="allowed"):
        elo(share, seats)


def test_elo_interval_is_the_share_interval_mapped():
    share = wilson(140, 200)
    found = elo_interval(share)
    assert (found.low, found.value, found.high) == pytest.approx((elo(share.low), elo(0.7), elo(share.high)))
    assert found.n == 200
    assert elo_interval(wilson(0, 50)).low == -math.inf


def test_games_to_show():
    assert games_to_show(0.52) == math.ceil(1.645**2 * 0.52 * 0.48 / 0.02**2) == 1689
    assert games_to_show(0.75) == 9
    assert games_to_show(0.5) == math.inf
    assert games_to_show(0.5, 3) == math.ceil(1.645**2 * 0.25 / (1 / 6) ** 2)


LAWS = {
    "two seatings": np.array([[0.9, 0.4], [0.6, 0.3], [0.2, 0.1]]),
    "all luck": np.array([[1.0, 1.0], [0.0, 0.0]]),
    "all skill": np.array([[1.0, 0.0], [1.0, 0.0]]),
    "suits one": np.array([[1.0, 0.0], [0.0, 1.0]]),
    "three seatings": np.array([[0.8, 0.2, 0.5], [0.5, 0.1, 0.3], [0.9, 0.7, 0.1]]),
}
"""Chance that seat 0 wins, by deal (all equally likely) and seating."""


def exact(law: np.ndarray) -> dict[str, float]:
    total = law.mean() * (1 - law.mean())
    by_deal, by_seating = law.mean(axis=1), law.mean(axis=0)
    luck, skill = by_deal.var(), by_seating.var()
    mixed = law.var() - luck - skill
    rest = (law * (1 - law)).mean()
    return {name: value / total for name, value in zip(
        ("luck", "skill", "mixed", "rest"), (luck, skill, mixed, rest), strict=True)}  # fmt: skip


def play(law: np.ndarray, units: int, replicates: int, seed: int) -> tuple[list[BlockSums], BlockSums]:
    random = np.random.default_rng(seed)
    deals = random.integers(len(law), size=units)
    won = (random.random((units, law.shape[1], replicates)) < law[deals][:, :, None]).reshape(units, -1).astype(int)
    groups = [sums_of(won[g::GROUPS]) for g in range(GROUPS)]
    return groups, sums_of(won)


def sums_of(won: np.ndarray) -> BlockSums:
    products = won.T @ won
    return BlockSums(len(won), tuple(won.sum(axis=0).tolist()), tuple(map(tuple, products.tolist())))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("replicates", [2, 3])
def test_parts_are_the_exact_ones_of_a_known_law(law, replicates):
    _, whole = play(LAWS[law], 200_000, replicates, 7)
    found = variance_parts(whole, LAWS[law].shape[1])
    for name, value in exact(LAWS[law]).items():
        assert getattr(found, name) == pytest.approx(value, abs=0.01), name
    assert found.luck + found.skill + found.mixed + found.rest == pytest.approx(1.0)


def test_groups_add_up_and_subtract():
    groups, whole = play(LAWS["two seatings"], 1000, 2, 1)
    total = groups[0]
    for one in groups[1:]:
        total = total + one
    assert total == whole
    assert whole - groups[3] + groups[3] == whole


def test_replicates_that_share_their_luck_pass_for_luck_of_the_deal():
    """The negative control: chance of play that both replicates share is counted as the deal's."""
    random = np.random.default_rng(2)
    won = np.repeat((random.random((50_000, 2)) < 0.5).astype(int), 2, axis=1)
    found = variance_parts(sums_of(won), 2)
    assert found.rest == pytest.approx(0.0, abs=1e-9)
    assert found.luck + found.mixed == pytest.approx(1.0, abs=0.01)


def test_what_cannot_be_split():
    assert variance_parts(sums_of(np.ones((10, 4), int)), 2) is None
    groups, whole = play(np.ones((2, 2)), 100, 2, 1)
    assert variance_intervals(groups, whole, 2) == {}
    with pytest.raises(ValueError, match="at least 2"):
        variance_parts(sums_of(np.ones((10, 2), int)), 2)
    one = sums_of(np.array([[1, 0, 1, 1]]))
    assert variance_intervals([one], one, 2) == {}


def test_few_units_claim_nothing():
    groups, whole = play(LAWS["two seatings"], 5, 2, 3)
    for one in variance_intervals([group for group in groups if group.units][:1], whole, 2).values():
        assert (one.low, one.high) == (-math.inf, math.inf)


@pytest.mark.slow
def test_jackknife_covers():
    law = LAWS["two seatings"]
    truth = exact(law)
    missed = dict.fromkeys(truth, 0)
    for seed in range(300):
        found = variance_intervals(*play(law, 400, 2, seed), 2)
        for name, value in truth.items():
            missed[name] += not found[name].contains(value)
    assert max(missed.values()) <= 27, missed  # 15 expected at 95 %; three standard errors are 11
