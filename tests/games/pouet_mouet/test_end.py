"""Who wins: every order of the teams' ends, equal milliseconds among them, against the oracle."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate.games.pouet_mouet.records import STATE, TABLE
from simulate.games.pouet_mouet.rules import decide_game
from simulate.kernels.jit import routine
from tests.oracles import pouet

Ends = list[tuple[int, str]]


@routine
def decide(state: Any, table: Any) -> Any:
    decide_game(state, table)


def decided(ends: Ends) -> tuple[set[int], int, bool]:
    state, table = np.zeros(1, STATE), np.zeros(1, TABLE)
    table["teams"] = len(ends)
    for team, (ms, how) in enumerate(ends):
        state[0]["clock"][team], state[0]["finished"][team] = ms, how == "finish"
    decide(state[0], table[0])
    won = int(state[0]["won"])
    return {team for team in range(8) if won >> team & 1}, int(state[0]["duration"]), bool(state[0]["by_finish"])


def test_every_small_case() -> None:
    for teams in (2, 3, 4):
        for ends in itertools.product(itertools.product((1, 2, 3), ("finish", "crash")), repeat=teams):
            verdict = pouet.judge(ends)
            assert decided(list(ends)) == (verdict.winners, verdict.ms, verdict.how == "finish"), ends


def test_worked_cases() -> None:
    """By hand: two finish together; the last two crash together; one is left; a finish and a last crash coincide."""
    assert decided([(5, "finish"), (5, "finish"), (3, "crash")]) == ({0, 1}, 5, True)
    assert decided([(2, "crash"), (7, "crash"), (7, "crash")]) == ({1, 2}, 7, False)
    assert decided([(2, "crash"), (4, "crash"), (9, "finish"), (3, "crash")]) == ({2}, 4, False)
    assert decided([(4, "crash"), (4, "finish")]) == ({1}, 4, True)
    assert decided([(4, "crash"), (4, "crash"), (6, "crash")]) == ({2}, 4, False)


ENDS = st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["finish", "crash"])), min_size=2, max_size=4)


@given(ENDS, st.randoms(use_true_random=False))
def test_the_order_of_the_teams_does_not_matter(ends: Ends, rng: Any) -> None:
    order = list(range(len(ends)))
    rng.shuffle(order)
    winners, ms, how = decided(ends)
    moved = decided([ends[team] for team in order])
    assert moved == ({order.index(team) for team in winners}, ms, how)
    assert winners
