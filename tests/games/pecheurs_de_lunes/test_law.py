"""The law of uniform play: the kernels' tallies against plays that the second implementation made on its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from scipy import stats

from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.glue import histograms, oracle_tile, prepared_for, rules_of, shipped
from tests.oracles.pecheurs import uniform_play

SMALLEST_P = 1e-4
ORACLE_PLAYS = 500
KERNEL_PLAYS = 200_000

CASES = {
    "classic 2": (Rules(), 2),
    "classic 3": (Rules(), 3),
    "snake, leaving, tight jumps": (
        rules_of(
            placement="snake", capture="leaving", jump={"run_up": False, "landing": "first"},
            stuck={"actions_count": True},
        ), 2,
    ),
    "ring": (shipped("ring").rules, 2),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_uniform_play_has_the_law_of_the_oracle(case: str) -> None:
    rules, players = CASES[case]
    rng = random.Random(f"law of {case}")
    tiles = [oracle_tile(face) for face, number in rules.tiles.faces().items() for _ in range(number)]
    plays = [
        uniform_play(
            list(rules.terrain.cells()), tiles, players, rng, placement=rules.placement, run_up=rules.jump.run_up,
            landing=rules.jump.landing, capture=rules.capture, actions_count=rules.stuck.actions_count,
        )
        for _ in range(ORACLE_PLAYS)
    ]  # fmt: skip
    prepared = prepared_for(rules, players)
    row = prepared.count_plays(77, 0, KERNEL_PLAYS)
    found = histograms(prepared, row)
    for name in ("turns", "jumps", "swaps", "tiles_left", "margin"):
        assert same_law_p(found[name], [play[name] for play in plays]) > SMALLEST_P, name
    for seat in range(players):
        assert same_law_p(found[f"score.{seat}"], [play["scores"][seat] for play in plays]) > SMALLEST_P, seat
    outcomes = [sum(1 << seat for seat in play["winners"]) for play in plays]
    outright = [outcomes.count(1 << seat) for seat in range(players)]
    tied = ORACLE_PLAYS - sum(outright)
    ours = [int(found["wins"][seat, 0]) for seat in range(players)]
    assert two_samples_p([*ours, KERNEL_PLAYS - sum(ours)], [*outright, tied]) > SMALLEST_P
    # The mean number of legal actions of all turns of a play, from the sums and the sums of squares.
    offered = np.array([play["legal_actions"] for play in plays])
    assert abs(offered.mean() - found["actions"][0] / KERNEL_PLAYS) < 4.5 * offered.std() / ORACLE_PLAYS**0.5


def same_law_p(histogram: np.ndarray, values: Iterable[int]) -> float:
    """The p-value that a histogram and a list of values come from one law."""
    counts = Counter(values)
    other = [counts[value] for value in range(len(histogram))]
    assert sum(other) == counts.total()
    return two_samples_p(histogram.tolist(), other)


def two_samples_p(a: list[int], b: list[int]) -> float:
    """Chi-square of two histograms, neighbouring bins joined until each expects at least 8 of the smaller sample."""
    share = sum(b) / (sum(a) + sum(b))
    joined: list[list[int]] = []
    open_bin = [0, 0]
    for pair in zip(a, b, strict=True):
        open_bin = [open_bin[0] + pair[0], open_bin[1] + pair[1]]
        if sum(open_bin) * share >= 8:
            joined.append(open_bin)
            open_bin = [0, 0]
    if joined:
        joined[-1] = [joined[-1][0] + open_bin[0], joined[-1][1] + open_bin[1]]
    if len(joined) < 2:
        return 1.0
    return float(stats.chi2_contingency(np.array(joined).T, correction=False).pvalue)


def test_two_samples_of_different_laws_are_told_apart() -> None:
    rng = random.Random(3)
    a = Counter(rng.randrange(6) for _ in range(20_000))
    b = Counter(rng.randrange(6) for _ in range(500))
    loaded = Counter(rng.choice([0, 1, 2, 3, 4, 5, 5]) for _ in range(500))
    histogram = np.array([a[i] for i in range(6)])
    assert same_law_p(histogram, list(b.elements())) > 0.001
    assert same_law_p(histogram, list(loaded.elements())) < SMALLEST_P
