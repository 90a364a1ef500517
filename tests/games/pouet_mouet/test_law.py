"""Known answers, and the oracle's own uniform play against the kernels'."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simulate.games.pouet_mouet.variant import Cell, Rules
from simulate.kernels.tally import WINS
from tests.games.pouet_mouet.plays import changed, histogram, mean_and_error, place_of, prepared, rules_of
from tests.oracles import pouet

KNOWN = {4: (0.7246466, 5.5189996), 6: (0.8065244, 3.8758982), 8: (0.8508802, 2.9859786)}
"""Exact team_finish and signals of uniform play, main variant, by number of people."""

ORACLE_PLAYS = 1500
KERNEL_PLAYS = 40_000


@pytest.mark.parametrize("players", [4, 6, 8])
def test_known_answers(players: int) -> None:
    play = prepared(rules_of("jedisjeux"), players)
    row = play.count_plays(20260, 0, 400_000)
    for name, exact in zip(("team_finish", "signals"), KNOWN[players], strict=True):
        mean, error = mean_and_error(play, row, name)
        assert abs(mean - exact) < 4 * error
    wins = row[WINS : WINS + play.seats**2].reshape(play.seats, play.seats).sum(axis=1)
    assert stats.chisquare(wins).pvalue > 1e-4  # no team is favoured by being followed first


def oracle_rules(rules: Rules, players: int) -> pouet.Rules:
    """The same rules as the oracle takes them."""
    times = {name: 1000 * value for name, value in rules.times.model_dump().items()}
    times["lay_moved"] = times.pop("judge")
    pilots = [
        pouet.Pilotage(times=times, cv=rules.cv, pace=pace, haste=rules.haste, **rules.mistakes.model_dump())
        for pace in rules.paces(players // 2)
    ]
    start = rules.start
    return pouet.Rules(
        teams=players // 2,
        cards_per_team=rules.deck.cards_per_team[players],
        rows=rules.grid.rows,
        columns=rules.grid.columns,
        seagulls=rules.deck.seagulls,
        balloons=rules.deck.balloons,
        deck_size=rules.deck.cards,
        deck=tuple(tuple(drawing.split()) for drawing in rules.deck.drawings) or None,
        start=(start.row - 1, start.column - 1) if isinstance(start, Cell) else start.kind,
        orientation="random" if rules.orientation == "random" else "same",
        team_pilotage=tuple(pilots),
    )


def p_value(ours: NDArray[np.int64], theirs: Counter[int]) -> float:
    """Two-sample chi-square of two histograms, thin bins at the upper end joined."""
    other = np.array([theirs[value] for value in range(len(ours))])
    pairs: list[list[int]] = [[0, 0]]
    for one, two in zip(ours.tolist(), other.tolist(), strict=True):
        if pairs[-1][0] * other.sum() / max(ours.sum(), 1) >= 10 and pairs[-1][1] >= 5:
            pairs.append([0, 0])
        pairs[-1][0] += one
        pairs[-1][1] += two
    if len(pairs) > 1 and (pairs[-1][1] < 5 or pairs[-1][0] < 5):
        pairs[-2] = [pairs[-2][0] + pairs[-1][0], pairs[-2][1] + pairs[-1][1]]
        pairs.pop()
    if len(pairs) == 1:
        return 1.0
    return float(stats.chi2_contingency(np.array(pairs).T).pvalue)


SMALL_DECK = [
    "g.b\n.g.\n...", "ggg\n...\n.b.", "..g\n..g\nb.g", "...\n.b.\n...", "g.g\n.g.\nbb.",
    "gg.\ngg.\n...", "b..\n...\nggg", "g..\n...\n..g", ".g.\ng.g\n.g.", "bbb\nggg\n...",
]  # fmt: skip

FAR = {
    "small listed deck, turned, from a corner": changed(
        Rules(),
        grid={"rows": 3, "columns": 3},
        deck={"cards": 10, "cards_per_team": {4: 5, 6: 3, 8: 2}, "redraw": "list", "drawings": SMALL_DECK},
        orientation="random",
        start={"kind": "corner"},
        cv=0.5,
        mistakes={"miss": 0.2, "misread": 0.6, "misforce": 0.3},
    ),
    "oblong grid, many balloons, uneven paces, from the centre": changed(
        Rules(),
        grid={"rows": 3, "columns": 6},
        deck={"cards_per_team": {4: 9, 6: 9, 8: 9}, "seagulls": {2: 0.5, 9: 0.5}, "balloons": {0: 0.2, 2: 0.3, 5: 0.5}},
        start={"kind": "centre"},
        pace=[0.7, 1.0, 1.6, 2.5],
        mistakes={"miss": 0.1, "misread": 0.3, "misforce": 0.1},
    ),
    "crowded cards, slow and uneven times": changed(
        Rules(),
        grid={"rows": 4, "columns": 4},
        deck={"cards_per_team": {4: 6, 6: 6, 8: 6}, "seagulls": {12: 0.5, 15: 0.25, 16: 0.25}, "balloons": {0: 1.0}},
        start={"kind": "cell", "row": 1, "column": 3},
        times={"look": 0.05, "lay": 8.0},
        cv=0.9,
        mistakes={"miss": 0.6, "misread": 0.5, "misforce": 0.5},
    ),
}


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (rules_of("jedisjeux"), 4),
        (rules_of("children"), 6),
        (rules_of("grid_3x3"), 8),
        (rules_of("grid_5x5"), 4),
        *((rules, players) for rules, players in zip(FAR.values(), (6, 8, 4), strict=True)),
    ],
    ids=["jedisjeux", "children", "grid_3x3", "grid_5x5", *FAR],
)
def test_uniform_play_has_the_oracles_law(rules: Rules, players: int) -> None:
    rng = random.Random(7)
    asked = oracle_rules(rules, players)
    theirs = [pouet.uniform_play(rng, asked) for _ in range(ORACLE_PLAYS)]
    play = prepared(rules, players)
    row = play.count_plays(77, 0, KERNEL_PLAYS)
    found = {
        "finished": p_value(histogram(play, row, "team_finish"), Counter(sum(one["finished"]) for one in theirs)),
        "moves": p_value(histogram(play, row, "signals"), Counter(sum(one["moves"]) for one in theirs)),
        "trapped": p_value(histogram(play, row, "trapped"), Counter(sum(one["trapped"]) for one in theirs)),
        "ended": p_value(
            histogram(play, row, "ended_by_finish"), Counter(int(one["how"] == "finish") for one in theirs)
        ),
    }
    wins = row[WINS : WINS + play.seats**2].reshape(play.seats, play.seats)[:, 0]
    sole = Counter(min(one["winners"]) for one in theirs if len(one["winners"]) == 1)
    found["winners"] = p_value(wins, sole)
    times = Counter(one["ms"] // 1000 for one in theirs)
    ours = np.array([int(play.record(77, index).states[-1]["duration"]) // 1000 for index in range(ORACLE_PLAYS)])
    top = max(int(ours.max()), *times) + 1
    found["duration"] = p_value(np.bincount(ours, minlength=top), times)
    assert min(found.values()) > 1e-4, found
    mean, error = mean_and_error(play, row, "duration")
    seconds = np.array([one["ms"] for one in theirs]) / 1000
    assert abs(seconds.mean() - mean) < 4.5 * np.hypot(error, seconds.std() / np.sqrt(ORACLE_PLAYS))


def test_turning_cards_changes_nothing_while_they_are_drawn_anew() -> None:
    plain, turned = (prepared(rules_of(name), 6) for name in ("jedisjeux", "quarter_turns"))
    assert np.array_equal(plain.count_plays(3, 0, 500), turned.count_plays(3, 0, 500))


def test_one_seed_shares_its_luck_between_variants() -> None:
    """Cards and mistakes stand at places of their own: other times change clocks, nothing else."""
    slow, quick = (prepared(rules_of(name), 4) for name in ("jedisjeux", "jedisjeux"))
    slow = prepared(changed(slow.rules, times={"look": 3.0}), 4)  # type: ignore[arg-type]  # they are Rules
    for index in range(20):
        one, other = slow.record(9, index), quick.record(9, index)
        assert np.array_equal(one.actions, other.actions)
        for name in ("landed", "perceived", "card"):
            assert np.array_equal(one.states[name], other.states[name])
        assert not np.array_equal(one.states["clock"], other.states["clock"])


def test_the_duration_is_kept_in_milliseconds() -> None:
    play = prepared(rules_of("jedisjeux"), 4)
    base, size = place_of(play, "duration")
    row = play.count_plays(5, 0, 50)
    total = sum(int(play.record(5, index).states[-1]["duration"]) for index in range(50))
    assert size == 0
    assert row[base] == total
