"""Durations: tables and formula against scipy, and draws from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simulate.games.pouet_mouet import durations, luck
from simulate.games.pouet_mouet.records import POOL
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.jit import routine
from simulate.kernels.rng import word
from tests.games.pouet_mouet.plays import changed, prepared

STAGES = (0.60, 0.30, 1.07, 0.50, 1.10, 0.40)
EXACT = 2.0**-50


def scipy_cdf(mean: float, cv: float, edges: Any) -> Any:
    sigma = math.sqrt(math.log1p(cv * cv))
    return stats.lognorm.cdf(edges, sigma, scale=1000 * mean * math.exp(-sigma * sigma / 2))


@pytest.mark.parametrize(("mean", "cv"), [(0.6, 0.3), (1.1, 0.3), (0.01, 1.0), (2.5, 0.05), (0.3, 0.001)])
def test_a_stage_is_a_rounded_lognormal(mean: float, cv: float) -> None:
    law = durations.stage_law(mean, cv)
    edges = law.low + np.arange(len(law.chances)) + 0.5
    error = np.abs(durations.cumulated(law.chances)[:-1] - scipy_cdf(mean, cv, edges)[:-1])
    assert np.max(error) < EXACT + EXACT / 32 / cv  # scipy's own scores have errors of the second sort
    assert law.mean == pytest.approx(1000 * mean, rel=1e-3 if mean > 0.1 else 0.02)


def test_without_variation_a_stage_is_its_mean() -> None:
    law = durations.stage_law(0.0126, 0)
    assert law.low == 13
    assert len(law.chances) == 1


def test_a_lump_is_the_sum_of_its_stages() -> None:
    lumps = durations.make_lumps(STAGES, 0.30, POOL)
    assert lumps is not None
    assert lumps.run == 8
    laws = [durations.stage_law(mean, 0.30) for mean in STAGES]
    wanted = ((0, 2, 3, 4, 5), (0, 1), (0, 2, 3, 5), (2, 3))
    for law, parts in zip((lumps.flown[0], lumps.quiet[0], lumps.stayed, lumps.again), wanted, strict=True):
        whole, low = laws[parts[0]].chances, laws[parts[0]].low
        for part in parts[1:]:
            whole, low = np.convolve(whole, laws[part].chances), low + laws[part].low
        cumulated = durations.cumulated(whole)[law.low - low : law.low - low + len(law.chances)]
        assert np.max(np.abs(cumulated - durations.cumulated(law.chances))) < EXACT
    for longer, shorter in ((lumps.quiet[3], lumps.quiet[2]), (lumps.flown[4], lumps.flown[3])):
        whole = np.convolve(shorter.chances, lumps.quiet[0].chances)
        skip = longer.low - shorter.low - lumps.quiet[0].low
        cumulated = durations.cumulated(whole)[skip : skip + len(longer.chances)]
        assert np.max(np.abs(cumulated - durations.cumulated(longer.chances))) < EXACT


def test_thresholds_are_the_cumulative_chances() -> None:
    lumps = durations.make_lumps(STAGES, 0.30, POOL)
    assert lumps is not None
    for law in lumps.laws:
        rising = durations.thresholds(law.chances)
        assert np.all(rising[1:] >= rising[:-1])
        assert int(rising[-1]) == 1 << 63
        cumulated = durations.cumulated(law.chances)
        assert max(abs(int(t) / 2**63 - float(c)) for t, c in zip(rising, cumulated, strict=True)) < EXACT


@routine
def times_for(table: Any, which: Any, words: Any, found: Any) -> Any:
    for i in range(words.size):
        found[i] = luck.time_from(table, which, words[i])


@routine
def many_times(table: Any, plays: Any, quiet: Any, signals: Any, moved: Any, found: Any) -> Any:
    for i in range(plays):
        key, twist = word(np.uint64(i), np.uint64(3), 0), np.uint64(i)
        if signals == 0:
            found[i] = luck.quiet_time(table, np.int64(1), np.int64(2), quiet, key, twist)
        else:
            found[i] = luck.signal_time(table, np.int64(1), np.int64(2), quiet, signals, moved, key, twist)


def test_a_word_becomes_the_time_whose_threshold_it_reaches() -> None:
    """At every threshold and one below it, for every table: the guide and the upper bits leave nothing out."""
    table = prepared(Rules(), 4).table
    lumps = durations.make_lumps(STAGES, 0.30, POOL)
    assert lumps is not None
    assert int(table[0]["run"]) == lumps.run
    for which, law in enumerate(lumps.laws):
        rising = durations.thresholds(law.chances)[:-1]
        words = np.concatenate([rising, rising - np.uint64(1), [np.uint64(0), np.uint64((1 << 63) - 1)]])
        words = words[words < np.uint64(1 << 63)]
        wanted = law.low + np.searchsorted(rising, words, side="right")
        for low_bit in (0, 1):
            found = np.zeros(len(words), np.int64)
            times_for(table[0], which, words << np.uint64(1) | np.uint64(low_bit), found)
            assert np.array_equal(found, wanted)


def drawn_by_numpy(parts: tuple[int, ...], pace: float, plays: int) -> Any:
    """Sums of rounded lognormals, stage by stage."""
    rng = np.random.default_rng(5)
    sigma = math.sqrt(math.log1p(0.09))
    total = np.zeros(plays, np.int64)
    for part in parts:
        mu = math.log(1000 * STAGES[part]) - sigma * sigma / 2
        total += np.floor(rng.lognormal(mu, sigma, plays) / pace + 0.5).astype(np.int64)
    return total


CASES = {
    "1 quiet": (1, 0, False, (0, 1)),
    "11 quiet": (11, 0, False, (0, 1) * 11),
    "flown at once": (0, 1, True, (0, 2, 3, 4, 5)),
    "9 quiet, flown at the third try": (9, 3, True, (0, 1) * 9 + (0, 2, 3, 2, 3, 2, 3, 4, 5)),
    "2 quiet, stayed after two tries": (2, 2, False, (0, 1, 0, 1, 0, 2, 3, 2, 3, 5)),
}


@pytest.mark.parametrize("formula", [0, 1], ids=["tables", "formula"])
@pytest.mark.parametrize("case", CASES)
def test_drawn_times_have_their_law(case: str, formula: int) -> None:
    quiet, signals, moved, parts = CASES[case]
    plays, pace = 60_000, 1.25
    table = prepared(changed(Rules(), pace=[1.0, pace]), 4).table.copy()
    assert table[0]["formula"] == 0
    if formula:
        table["formula"], table["run"] = 1, -1
    found = np.zeros(plays, np.int64)
    many_times(table[0], plays, quiet, signals, moved, found)
    other = drawn_by_numpy(parts, pace, 2 * plays)
    cuts = np.quantile(other, np.linspace(0.02, 0.98, 40)) + 0.5
    counts = [np.bincount(np.searchsorted(cuts, one), minlength=len(cuts) + 1) for one in (found, other)]
    assert stats.chi2_contingency(counts).pvalue > 1e-4


@pytest.mark.parametrize(
    "changes",
    [
        {"times": {"move": 10.0}, "cv": 1.0},
        {"pace": [0.25, 4.0, 1.0, 2.0], "cv": 0.9, "times": {"look": 9.0}},
        {"times": dict.fromkeys(("look", "lay", "signal", "perceive", "move", "judge"), 0.01), "cv": 0.0},
        {
            "times": dict.fromkeys(("look", "lay", "signal", "perceive", "move", "judge"), 10.0),
            "pace": [0.25],
            "cv": 0.2,
        },
        {"pace": [0.25, 0.7, 1.3, 4.0]},
    ],
)
def test_every_allowed_time_can_be_drawn(changes: dict[str, Any]) -> None:
    """Whatever the dials, tables stay within their room or the formula takes over; mean times are right."""
    rules = changed(Rules(), deck={"seagulls": {0: 1.0}, "balloons": {0: 1.0}}, **changes)
    play = prepared(rules, 8)
    means = np.array([play.record(2, index).states[-1]["clock"] for index in range(300)]).mean(axis=0) / 1000
    wanted = 12 * (rules.times.look + rules.times.lay) / np.array(rules.paces(4))
    spread = wanted * rules.cv * math.hypot(rules.times.look, rules.times.lay) / (rules.times.look + rules.times.lay)
    assert np.all(np.abs(means - wanted) < 6 * spread / math.sqrt(12 * 300) + 24 * 0.0005)


def test_tables_hold_what_was_announced() -> None:
    default, odd = prepared(Rules(), 4).table[0], prepared(changed(Rules(), cv=1.0, times={"move": 10.0}), 4).table[0]
    assert default["formula"] == 0
    assert odd["formula"] == 1


def test_times_do_not_depend_on_what_else_happens() -> None:
    """A signalled card takes as long when the signal was misread, and when the next card stops the team again."""
    play = prepared(Rules(), 4)
    times: dict[str, list[int]] = {"straight": [], "misread": [], "stopped again": [], "not stopped": []}
    for index in range(2500):
        recorded = play.record(14, index)
        for before, after, action in zip(recorded.states, recorded.states[1:], recorded.actions, strict=False):
            team = int(before["team"])
            if after["given"] != 1 or before["pending"]:
                continue
            spent = int(after["judged"]) - int(before["clock"][team])
            times["straight" if after["perceived"][0] == action else "misread"].append(spent)
            stopped = int(after["team"]) == team and int(after["card"]) == int(before["card"]) + 1
            times["stopped again" if stopped else "not stopped"].append(spent)
    assert min(map(len, times.values())) > 1000
    assert stats.ks_2samp(times["straight"], times["misread"]).pvalue > 1e-4
    assert stats.ks_2samp(times["stopped again"], times["not stopped"]).pvalue > 1e-4
