"""What lies on cards: exact laws of cards drawn anew, fixed decks, start cells."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from simulate.games.pouet_mouet import deal
from simulate.games.pouet_mouet.cards import draw_deck, read_card
from simulate.games.pouet_mouet.records import STATE
from simulate.games.pouet_mouet.rules import setup
from simulate.games.pouet_mouet.story import balloon_cells
from simulate.games.pouet_mouet.table import deck_of
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.jit import routine
from tests.games.pouet_mouet.plays import changed, prepared, rules_of

SEAGULLS = {0: 0.1, 1: 0.2, 3: 0.4, 4: 0.3}
BALLOONS = {0: 0.3, 1: 0.5, 2: 0.2}
SMALL = changed(
    Rules(),
    grid={"rows": 2, "columns": 3},
    deck={"seagulls": SEAGULLS, "balloons": BALLOONS, "cards_per_team": {4: 2, 6: 2, 8: 2}},
    start={"kind": "cell", "row": 1, "column": 2},
    mistakes={"miss": 0.25},
)
HERE = 1
SEEN, OVERLOOKED = 0, 1


@routine
def first_cards(state: Any, table: Any, plays: Any, seagulls: Any, ranks: Any, why: Any) -> Any:
    """Look at the first card of many plays: what stops it, and if a seagull, the whole card."""
    for play in range(plays):
        setup(state, table, np.uint64(17), play)
        deal.begin_race(state, table, np.int64(0))
        if (state.stops[0] & np.uint64(1)) == np.uint64(0):
            why[play] = 2 + np.int64(state.bursts[0] & np.uint64(1))
            continue
        why[play] = deal.lay_until_stop(state, table)
        if why[play] == 0:
            seagulls[play] = state.seagulls
            ranks[play] = state.balloon_ranks


def exact_law() -> Counter[tuple[str, frozenset[int], frozenset[int]]]:
    """Chances of what the first look at a small card shows, by going through all cards."""
    law: Counter[tuple[str, frozenset[int], frozenset[int]]] = Counter()
    none: frozenset[int] = frozenset()
    for (n, p), (b, q) in itertools.product(SEAGULLS.items(), BALLOONS.items()):
        cards = [
            (frozenset(birds), frozenset(toys))
            for birds in itertools.combinations(range(6), n)
            for toys in itertools.combinations(sorted(set(range(6)) - set(birds)), b)
        ]
        for birds, toys in cards:
            chance = p * q / len(cards)
            if HERE in birds:
                law["seen", birds, toys] += chance * 0.75  # type: ignore[assignment]  # chances, not counts
                law["overlooked", none, none] += chance * 0.25  # type: ignore[assignment]  # chances, not counts
            else:
                law["balloon" if HERE in toys else "sky", none, none] += chance  # type: ignore[assignment]  # chances
    return law


@pytest.mark.parametrize("ready", [1, 0], ids=["from the list of patterns", "seagull by seagull"])
def test_a_card_drawn_in_parts_has_the_law_of_whole_cards(ready: int) -> None:
    plays = 400_000
    table = prepared(SMALL, 4).table.copy()
    assert table[0]["ready"] == 1
    table["ready"] = ready
    state, why = np.zeros(1, STATE), np.zeros(plays, np.int64)
    seagulls, ranks = np.zeros(plays, np.uint64), np.zeros(plays, np.uint64)
    first_cards(state[0], table[0], plays, seagulls, ranks, why)
    none: frozenset[int] = frozenset()
    found: Counter[tuple[str, frozenset[int], frozenset[int]]] = Counter()
    for reason, birds, toys in zip(why.tolist(), seagulls.tolist(), ranks.tolist(), strict=True):
        if reason == SEEN:
            balloons = balloon_cells(birds, toys, 6)
            found["seen", frozenset(c for c in range(6) if birds >> c & 1), frozenset(balloons)] += 1
        else:
            found[{OVERLOOKED: "overlooked", 2: "sky", 3: "balloon"}[reason], none, none] += 1
    law = exact_law()
    assert set(found) <= set(law)
    assert sum(law.values()) == pytest.approx(1)
    kinds = sorted(law, key=str)
    assert stats.chisquare([found[kind] for kind in kinds], [plays * law[kind] for kind in kinds]).pvalue > 1e-4


def test_large_grids_draw_seagull_by_seagull() -> None:
    rules = changed(Rules(), grid={"rows": 8, "columns": 8}, deck={"seagulls": {0: 0.5, 40: 0.5}})
    play = prepared(rules, 4)
    assert play.table[0]["ready"] == 0
    counts = Counter(
        int(state["seagulls"]).bit_count() for index in range(20) for state in play.record(1, index).states[:-1]
    )
    assert set(counts) == {40}


@pytest.mark.parametrize(
    ("start", "cells"),
    [
        ({"kind": "uniform"}, range(20)),
        ({"kind": "centre"}, [7, 12]),
        ({"kind": "corner"}, [0, 4, 15, 19]),
        ({"kind": "cell", "row": 2, "column": 5}, [9]),
    ],
    ids=["uniform", "centre", "corner", "cell"],
)
def test_planes_start_where_the_rules_say(start: dict[str, Any], cells: Any) -> None:
    rules = changed(Rules(), grid={"rows": 4, "columns": 5}, start=start, deck={"seagulls": {1: 1.0}})
    play = prepared(rules, 4)
    counts: Counter[int] = Counter()
    for index in range(1500):
        counts.update(play.record(8, index).states[-1]["start"][:2].tolist())
    assert set(counts) == set(cells)
    assert len(counts) == 1 or stats.chisquare(list(counts.values())).pvalue > 1e-4


def once(seed: int = 5, **changes: Any) -> Rules:
    """A deck drawn once."""
    return changed(Rules(), deck={"redraw": "once", "seed": seed}, **changes)


def dealt(rules: Rules, players: int, plays: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Which card lies where, and how it is turned, in many plays."""
    play = prepared(rules, players)
    lasts = [play.record(4, index).states[-1] for index in range(plays)]
    return np.array([one["order"] for one in lasts]), np.array([one["turned"] for one in lasts])


def test_a_fixed_deck_is_dealt_without_replacement_and_evenly() -> None:
    plays = 3000
    order, turned = dealt(once(orientation="random"), 6, plays)
    assert all(sorted(one[:48]) == list(range(48)) for one in order.tolist())
    for position in (0, 1, 20, 47):
        assert stats.chisquare(np.bincount(order[:, position], minlength=48)).pvalue > 1e-4
    pairs = np.bincount(order[:, 0].astype(int) // 8 * 6 + order[:, 1] // 8, minlength=36)
    same, other = plays / 6 * 7 / 47, plays / 6 * 8 / 47
    expected = [same if i // 6 == i % 6 else other for i in range(36)]
    assert stats.chisquare(pairs, expected).pvalue > 1e-4
    assert stats.chisquare(np.bincount(turned[:, :48].ravel(), minlength=4)).pvalue > 1e-4


@pytest.mark.parametrize("orientation", ["fixed", "random"])
def test_cards_shown_are_those_dealt(orientation: str) -> None:
    rules = once(orientation=orientation)
    deck, play = deck_of(rules), prepared(rules, 8, ("random", "greedy", "robust", "shortest"))
    turns = 0
    for index in range(30):
        recorded = play.record(6, index)
        for seat, state in zip(recorded.seats.tolist(), recorded.states, strict=False):
            number = seat * 12 + int(state["card"])
            card = deck[int(state["order"][number])]
            seagulls, balloons = card.seagulls, card.balloons
            for _ in range(int(state["turned"][number])):
                seagulls, balloons = turn(seagulls), turn(balloons)
                turns += 1
            assert int(state["seagulls"]) == seagulls
            assert balloon_cells(seagulls, int(state["balloon_ranks"]), 16) == [
                c for c in range(16) if balloons >> c & 1
            ]
    assert bool(turns) == (orientation == "random")


def turn(cells: int) -> int:
    """A quarter turn of a 4 x 4 card, by its picture."""
    rows = [[cells >> (4 * row + column) & 1 for column in range(4)] for row in range(4)]
    turned = [list(column) for column in zip(*reversed(rows), strict=True)]
    return sum(turned[row][column] << (4 * row + column) for row in range(4) for column in range(4))


def test_a_deck_seed_gives_the_deck_and_its_law() -> None:
    assert deck_of(once(5)) == deck_of(once(5)) != deck_of(once(6))
    cards = draw_deck(3, 20_000, 6, SEAGULLS, BALLOONS)
    assert all(not card.seagulls & card.balloons for card in cards)
    for chances, sets in ((SEAGULLS, [c.seagulls for c in cards]), (BALLOONS, [c.balloons for c in cards])):
        counts = Counter(one.bit_count() for one in sets)
        assert stats.chisquare([counts[n] for n in chances], [20_000 * p for p in chances.values()]).pvalue > 1e-4
    threes = Counter(card.seagulls for card in cards if card.seagulls.bit_count() == 3)
    assert len(threes) == 20
    assert stats.chisquare(list(threes.values())).pvalue > 1e-4


def test_a_drawn_card_is_read_row_by_row() -> None:
    card = read_card("g.b\n .g. \n\nb..\n")
    assert card.seagulls == 0b000_010_001
    assert card.balloons == 0b001_000_100


def test_shipped_patterns_are_ready() -> None:
    for name in ("jedisjeux", "grid_3x3", "grid_5x5"):
        assert prepared(rules_of(name), 4).table[0]["ready"] == 1
