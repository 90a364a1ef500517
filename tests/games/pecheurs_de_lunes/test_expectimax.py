"""expectimax where there is no luck: it finds what alphabeta finds. And mcts on set-ups whose best play is known."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from simulate.games.pecheurs_de_lunes.exact import solve_deal
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.glue import prepared_for, shipped
from tests.games.pecheurs_de_lunes.tiny import tiny_rules

SEED = 77
BUDGETS = (4, 32, 256, 4096)


def found(rules: Rules, policies: tuple[str, ...], state: Any, decision: int) -> tuple[int, float]:
    """The action that the seat to act takes, and the value that it was found to have."""
    search = prepared_for(rules, len(policies), policies)
    _, work, memory = search._scratch()
    records = (state.copy()[0], work, memory, search.table[0], search.policy_record[0])
    action = search.kernels.decide_alone(*records, np.uint64(SEED), 0, decision)
    return int(action), float(memory.plies["best"][0])


def assert_same_values(rules: Rules, players: int, depth: int, plays: int, step: int) -> int:
    """Compare the searches in every `step`-th position with a choice; how many there were."""
    compared = 0
    for index in range(plays):
        recorded = prepared_for(rules, players, "greedy").record(SEED, index)
        for decision in range(index % step, len(recorded.actions), step):
            if recorded.counts[decision] == 1:
                continue
            state, seat = recorded.states[decision : decision + 1], int(recorded.seats[decision])
            values = []
            for first, second in (("alphabeta", "expectimax"), ("expectimax", "alphabeta")):
                policies = tuple(f"{first if other == seat else second}:{depth}" for other in range(players))
                values.append(found(rules, policies, state, decision)[1])
            assert values[0] == values[1]
            compared += 1
    return compared


@pytest.mark.parametrize(("players", "depth"), [(2, 1), (2, 2), (2, 4), (3, 3)])
def test_the_value_is_that_of_alphabeta_at_this_depth(players: int, depth: int) -> None:
    rules = shipped("classic").rules_for(players)
    assert isinstance(rules, Rules)
    assert assert_same_values(rules, players, depth, 4, 5) > 10


def test_the_value_is_that_of_alphabeta_under_any_rules() -> None:
    luck = random.Random(8)
    assert sum(assert_same_values(tiny_rules(luck), 2, 5, 2, 1) for _ in range(20)) > 40


def outcomes(rules: Rules, seed: int) -> tuple[Any, dict[int, int]]:
    """The first position, and whether seat 0 wins (1), shares (0) or loses (-1) after each action and best play."""
    play = prepared_for(rules, 2, "random")
    first = play.record(seed, 0)
    after = {}
    for action in first.listed[0]:
        scripted = play.record(seed, 0, [action])
        after[action] = int(np.sign(solve_deal(rules, 2, scripted, decision=1).margin))
    return first.states[0:1], after


def test_more_iterations_find_best_play() -> None:
    """Where an action can give something away: the share of best choices rises to 1 as the budget grows."""
    luck = random.Random(31)
    cases: list[tuple[Rules, Any, dict[int, int]]] = []
    while len(cases) < 40:
        rules = tiny_rules(luck)
        state, after = outcomes(rules, luck.getrandbits(32))
        if len(set(after.values())) > 1 and int(state["placed"][0]) == 2 * rules.figures_per_player:
            cases.append((rules, state, after))
    right = []
    for budget in BUDGETS:
        best = 0
        for rules, state, after in cases:
            search = prepared_for(rules, 2, f"mcts:{budget}")
            wanted = max if state["turn"][0] == 0 else min
            best += after[search.decide(state, SEED, 0, 0)] == wanted(after.values())
        right.append(best)
    assert right == sorted(right)
    assert right[0] < right[-1] == len(cases)
