"""The exact solver against trying everything in plain Python."""

from __future__ import annotations

import os
import random
from collections import Counter

import numpy as np
import pytest

from simulate.games.contract import Recorded
from simulate.games.exactness import Solution
from simulate.games.pecheurs_de_lunes.exact import solve_deal
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.brute_force import TooLarge, margin
from tests.games.pecheurs_de_lunes.glue import oracle_action, oracle_for, prepared_for, shipped
from tests.games.pecheurs_de_lunes.tiny import tiny_rules
from tests.oracles.pecheurs import Pecheurs
from variants.errors import BadInput

PARTS, SET_UPS = 10, 52
"""Runs of the comparison, and tiny set-ups in each."""

POSITIONS = int(os.environ.get("FAIRDEAL_BRUTE_FORCE_POSITIONS", "300"))
"""Set-ups with more positions take plain Python too long; another is drawn instead."""


def oracle_at(rules: Rules, recorded: Recorded, decision: int) -> Pecheurs:
    """The oracle before a decision of a recorded play."""
    oracle = oracle_for(rules, 2, recorded.states[0])
    for action in recorded.actions[:decision]:
        oracle.play(oracle_action(int(action), rules.terrain.cells()))
    return oracle


def deal_hands(luck: random.Random, state: np.void, oracle: Pecheurs) -> None:
    """Give some seats action tiles, which tiny terrains seldom let them find in time."""
    for seat in range(2):
        jump, swap = luck.choice((0, 0, 1, 2)), luck.choice((0, 0, 0, 1))
        state["purse"][seat] += np.uint64(jump << 32 | swap << 48)
        oracle.jump_tiles[seat] += jump
        oracle.swap_tiles[seat] += swap


def assert_line(rules: Rules, oracle: Pecheurs, solution: Solution) -> None:
    """The line of best play is legal, ends the play, and gives the solution's points and winners."""
    for action in solution.line:
        oracle.play(oracle_action(action, rules.terrain.cells()))
    assert oracle.over
    assert solution.points == tuple(oracle.scores())
    assert solution.margin == solution.points[0] - solution.points[1]
    assert {seat for seat in range(2) if solution.winners >> seat & 1} == oracle.winners()


def compared(luck: random.Random) -> Counter[str] | None:
    """Compare one set-up or position of a play in it; what happened in it, None when it is too large."""
    rules = tiny_rules(luck)
    recorded = prepared_for(rules, 2).record(luck.getrandbits(60), 0)
    moment = luck.choice((0, 0, luck.randrange(len(recorded.states))))
    oracle = oracle_at(rules, recorded, moment)
    if not oracle.placing:
        deal_hands(luck, recorded.states[moment], oracle)
    try:
        value = oracle.moons[0] - oracle.moons[1] + margin(oracle, POSITIONS)
    except TooLarge:
        return None
    solution = solve_deal(rules, 2, recorded, decision=moment)
    assert solution.solved
    assert (solution.margin, solution.low, solution.high) == (value, value, value)
    assert_line(rules, oracle, solution)
    kinds = Counter(action >> 13 for action in solution.line)
    return Counter(
        jumps=kinds[1] > 0, swaps=kinds[2] > 0, placements=kinds[3] > 0, leaving=rules.capture == "leaving",
        first=rules.jump.landing == "first" and kinds[1] > 0, no_run_up=not rules.jump.run_up and kinds[1] > 0,
        actions_count=rules.stuck.actions_count and kinds[1] + kinds[2] > 0, several=rules.figures_per_player > 1,
    )  # fmt: skip


@pytest.mark.parametrize("part", range(PARTS))
def test_solver_agrees_with_trying_everything(part: int) -> None:
    luck = random.Random(part)
    met: Counter[str] = Counter()
    checked = 0
    while checked < SET_UPS:
        found = compared(luck)
        if found is not None:
            met += found
            checked += 1
    assert min(met[name] for name in found_in_every_part()) > 0, met


def found_in_every_part() -> tuple[str, ...]:
    """What best play of some set-up has to show, or the comparison says nothing about it."""
    return ("jumps", "swaps", "placements", "leaving", "first", "no_run_up", "actions_count", "several")


def classic_endgame() -> tuple[Rules, Recorded]:
    """A play of the classic variant; its last twenty decisions are solved in a moment."""
    rules = shipped("classic").rules_for(2)
    assert isinstance(rules, Rules)
    return rules, prepared_for(rules, 2, "greedy").record(20_261_130, 0)


def test_a_larger_endgame_has_one_value_along_its_line() -> None:
    rules, recorded = classic_endgame()
    moment = len(recorded.actions) - 12
    solution = solve_deal(rules, 2, recorded, decision=moment)
    assert solution.solved
    assert_line(rules, oracle_at(rules, recorded, moment), solution)
    script = [*(int(action) for action in recorded.actions[:moment]), *solution.line]
    best = prepared_for(rules, 2).record(recorded.seed, recorded.index, script)
    assert [int(action) for action in best.actions] == script
    for later in range(moment, len(script) + 1, 3):
        assert solve_deal(rules, 2, best, decision=later).margin == solution.margin


def test_a_limit_of_nodes_gives_bounds_and_no_value() -> None:
    rules, recorded = classic_endgame()
    moment = len(recorded.actions) - 12
    whole = solve_deal(rules, 2, recorded, decision=moment)
    for nodes in (0, 1, whole.nodes // 8, whole.nodes // 2):
        stopped = solve_deal(rules, 2, recorded, decision=moment, nodes=nodes)
        assert not stopped.solved
        assert stopped.line == ()
        assert stopped.low <= whole.margin <= stopped.high


def test_what_the_solver_does_not_cover_is_said() -> None:
    rules, recorded = classic_endgame()
    with pytest.raises(BadInput, match="for 2 players, got 3"):
        solve_deal(rules, 3, recorded)
    with pytest.raises(BadInput, match=r"decision: got 99, allowed: 0 to"):
        solve_deal(rules, 2, recorded, decision=99)
    many = shipped("classic", (("tiles.jump", "16"), ("tiles.moons.2", "0"), ("tiles.moons.3", "7"))).rules_for(2)
    with pytest.raises(BadInput, match=r"tiles\.jump: best play can be solved with up to 15 of them, got 16"):
        solve_deal(many, 2, recorded)
