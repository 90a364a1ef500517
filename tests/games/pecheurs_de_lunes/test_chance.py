"""Chance: uniform play is uniform over legal actions, set-ups are uniform, plays of one seed share their luck."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simulate.games.pecheurs_de_lunes.faces import NEUTRAL
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.bench import drawn_actions, set_ups
from tests.games.pecheurs_de_lunes.glue import prepared_for, rules_of, shipped

SMALLEST_P = 1e-4
PLAYS = 40_000


def even_p(counts: Any) -> float:
    """The p-value of equal chances."""
    return float(stats.chisquare(counts).pvalue)


@pytest.mark.parametrize("index", range(6))
def test_uniform_play_picks_every_legal_action_alike(index: int) -> None:
    """In recorded positions with steps, jumps, swaps and placements."""
    players = 2 + index % 2
    prepared = prepared_for(shipped("snake").rules_for(players), players)
    recorded = prepared.record(99, index)
    kinds = set()
    for decision in [0, 3, *range(8, len(recorded.actions), 7)]:
        codes = drawn_actions(recorded.states[decision], prepared.table, decision, 20_000)
        drawn = Counter(codes.tolist())
        assert set(drawn) <= set(recorded.listed[decision])
        counts = [drawn[action] for action in recorded.listed[decision]]
        kinds |= {action >> 13 for action in recorded.listed[decision]}
        if len(counts) > 1:
            assert even_p(counts) > SMALLEST_P
    assert {0, 3} <= kinds


def test_positions_with_jumps_and_swaps_are_among_those_drawn_from() -> None:
    prepared = prepared_for(shipped("snake").rules_for(2), 2)
    found = {action >> 13 for index in range(6) for listed in prepared.record(99, index).listed for action in listed}
    assert found == {0, 1, 2, 3}


def test_every_face_is_equally_likely_on_every_cell() -> None:
    prepared = prepared_for(Rules(), 2)
    tiles = set_ups(prepared.table, 5, PLAYS)["tile"][:, :37]
    for face, number in Rules().tiles.faces().items():
        per_cell = (tiles == face).sum(axis=0)
        assert per_cell.sum() == PLAYS * number
        # Cells of one play are not independent: the statistic scaled by (n - 1) / (n - number) is chi-square, n - 1.
        expected = PLAYS * number / 37
        statistic = ((per_cell - expected) ** 2).sum() / expected * 36 / (37 - number)
        assert stats.chi2.sf(statistic, 36) > SMALLEST_P, face


def test_pairs_of_cells_are_shuffled_together() -> None:
    """Where one of the two 6-moon tiles lies tells nothing of the other: all 37 · 36 / 2 pairs are alike."""
    tiles = set_ups(prepared_for(Rules(), 2).table, 6, PLAYS)["tile"][:, :37]
    pairs = Counter(tuple(np.flatnonzero(row).tolist()) for row in tiles == 6)
    assert even_p([pairs[(a, b)] for b in range(37) for a in range(b)]) > SMALLEST_P


def test_shuffle_of_a_short_row_has_all_orders_alike() -> None:
    """Six tiles of four faces on a row, drawn by one word of luck: 6! / (3! 1! 1! 1!) = 120 orders."""
    rules = rules_of(
        terrain={"shape": "rectangle", "width": 6, "height": 1}, figures_per_player=1,
        tiles={"neutral": 3, "moons": {2: 1, 3: 1, 4: 0, 6: 0}, "jump": 1, "swap": 0},
    )  # fmt: skip
    assert Rules.cross_check_all(rules) == []
    tiles = set_ups(prepared_for(rules, 2).table, 7, PLAYS)["tile"][:, :6]
    orders = Counter(tuple(row.tolist()) for row in tiles)
    assert len(orders) == 120
    assert even_p(list(orders.values())) > SMALLEST_P


def test_figures_stand_on_neutral_tiles_all_ways_alike() -> None:
    """The rank of each figure's cell among the 6 neutral cells: 6 · 5 · 4 · 3 ordered choices."""
    states = set_ups(prepared_for(Rules(), 2).table, 8, PLAYS)
    ranks = Counter()
    for state in states:
        neutral = np.flatnonzero(state["tile"][:37] == NEUTRAL).tolist()
        ranks[tuple(neutral.index(cell) for cell in state["start"][:4].tolist())] += 1
    assert len(ranks) == 360
    assert even_p(list(ranks.values())) > SMALLEST_P


def test_fixed_tiles_of_a_map_stay_and_the_rest_is_shuffled() -> None:
    prepared = prepared_for(shipped("crescent").rules, 2)
    tiles = set_ups(prepared.table, 9, PLAYS)["tile"][:, :37]
    fixed = {
        int(cell): int(face)
        for cell, face in zip(prepared.table[0]["fixed_cell"][:4], prepared.table[0]["fixed_tile"][:4], strict=True)
    }
    assert len(fixed) == 4
    assert all((tiles[:, cell] == face).all() for cell, face in fixed.items())
    assert (np.sort(tiles, axis=1) == np.sort(tiles[0])).all()
    open_cells = [cell for cell in range(37) if cell not in fixed]
    jumps = (tiles[:, open_cells] == 100).sum(axis=0)
    expected = PLAYS * 5 / 33
    assert stats.chi2.sf(((jumps - expected) ** 2).sum() / expected * 32 / 28, 32) > SMALLEST_P


def test_one_seed_shares_its_terrain_whatever_the_policies_and_switches() -> None:
    """Common random numbers: the tiles of a play depend on (seed, play) and the tiles alone."""
    first = set_ups(prepared_for(Rules(), 2).table, 10, 50)
    others = [
        (Rules(), 3),
        (rules_of(placement="snake"), 2),
        (rules_of(capture="leaving"), 2),
        (rules_of(figures_per_player=1), 2),
    ]
    for rules, players in others:
        assert (set_ups(prepared_for(rules, players).table, 10, 50)["tile"] == first["tile"]).all()
    greedy = prepared_for(Rules(), 2, "greedy").record(10, 17)
    assert (greedy.states[0]["tile"] == first[17]["tile"]).all()
    assert (greedy.states[0]["start"] == first[17]["start"]).all()


def test_plays_differ_and_set_ups_do_not_depend_on_what_was_played_before() -> None:
    prepared = prepared_for(Rules(), 3)
    whole = prepared.count_plays(3, 0, 60)
    assert (whole == prepared.count_plays(3, 0, 25) + prepared.count_plays(3, 25, 35)).all()
    states = set_ups(prepared.table, 3, 60)
    assert len({state["tile"].tobytes() for state in states}) == 60
