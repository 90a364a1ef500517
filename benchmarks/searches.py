"""How fast searches are: positions, iterations and decisions, by processor time, which others' work hardly touches.

Each figure is that of the fastest of several rounds over the same decisions.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from benchmarks.figures import Figure
from benchmarks.workloads import SEED, Table
from simulate.kernels.minimax import NODES
from simulate.runs.prepared import Prepared, prepare

ALPHABETA, EXPECTIMAX = "alphabeta:5", "expectimax:3"
BLIND_ROLLOUTS = "mcts:100,rollout=random"
"""What others measure: rollouts by uniform play. Those of `mcts:100` itself follow ``greedy`` where that helps."""

NODES_WANTED, ITERATIONS_WANTED, DECISION_WANTED, PLAY_WANTED = 5e6, 350_000.0, 0.38, 60.0
"""Of games without luck: nodes and iterations (each a rollout) a second, milliseconds of a decision and of a play."""

MOMENTS = (0.0, 0.2, 0.4)
"""How far a play is when it is searched, as a part of its decisions."""


def searches(tables: Sequence[Table], cheap: bool) -> Iterator[Figure]:
    """The speed of every search of every game."""
    rounds = 3 if cheap else 15
    for table in tables:
        open_game = table.game.evaluates
        for policy in (ALPHABETA, EXPECTIMAX):
            if policy.partition(":")[0] in table.game.searches:
                yield from _nodes(table, policy, rounds)
        if "mcts" in table.game.searches:
            yield from _mcts(table, rounds, open_game)


def _nodes(table: Table, policy: str, rounds: int) -> Iterator[Figure]:
    """Nodes a second: a node is a position that an action led to, leaves and known positions among them."""
    spent = nodes = 0.0
    decisions = list(_decisions(table, rounds))
    search = _prepared(table, policy)
    for index, at, state in decisions:
        seconds, found = _fastest(search, state, index, at, rounds)
        spent += seconds
        nodes += found
    name = f"{policy}, {table.game.name}, {table.players} players"
    exact = policy == ALPHABETA
    rate = nodes / spent
    wanted = f"at least {NODES_WANTED:,.0f}" if exact else ""
    yield Figure(f"nodes a second, {name}", f"{rate:,.0f}", rate, wanted, rate >= NODES_WANTED if exact else None)
    each = 1e3 * spent / len(decisions)
    yield Figure(f"ms a decision, {name}", f"{each:.3f}", each)


def _mcts(table: Table, rounds: int, open_game: bool) -> Iterator[Figure]:
    """The first decision of a play by 100 iterations; a play of two seats or more that all have 400."""
    where = f"{table.game.name}, {table.players} players"
    for policy in (BLIND_ROLLOUTS, "mcts:100"):
        search = _prepared(table, policy)
        state = search.record(SEED, 0).states[:1]
        seconds = _fastest(search, state, 0, 0, 10 * rounds)[0]
        rate, each = 100 / seconds, 1e3 * seconds
        asked = open_game and policy == BLIND_ROLLOUTS
        wanted, met = (f"at least {ITERATIONS_WANTED:,.0f}", rate >= ITERATIONS_WANTED) if asked else ("", None)
        yield Figure(f"iterations a second of {policy}, first decision, {where}", f"{rate:,.0f}", rate, wanted, met)
    met, wanted = (each <= DECISION_WANTED, f"at most {DECISION_WANTED:g}") if open_game else (None, "")
    yield Figure(f"ms of the first decision of mcts:100, {where}", f"{each:.3f}", each, wanted, met)
    search = _prepared(table, "mcts:400")
    search.count_plays(SEED, 0, 1)
    spent = []
    for index in range(rounds):
        started = time.process_time()
        search.count_plays(SEED, index, 1)
        spent.append(1e3 * (time.process_time() - started))
    play = sum(spent) / rounds
    met, wanted = (play <= PLAY_WANTED, f"at most {PLAY_WANTED:g}") if open_game else (None, "")
    yield Figure(f"ms a play between mcts:400, {where}", f"{play:.1f}", play, wanted, met)


def _decisions(table: Table, plays: int) -> Iterator[tuple[int, int, Any]]:
    """(play, decision, state) of some plays of the game's last policy of its own."""
    recorder = _prepared(table, table.policies()[1] if len(table.policies()) > 1 else "random")
    for index in range(plays):
        recorded = recorder.record(SEED, index)
        for moment in MOMENTS:
            at = int(moment * len(recorded.actions))
            yield index, at, recorded.states[at : at + 1].copy()


def _fastest(search: Prepared, state: Any, index: int, at: int, rounds: int) -> tuple[float, float]:
    """Seconds of processor time of one decision, the fewest of some rounds, and its nodes."""
    _, work, memory = search._scratch()
    best = np.inf
    nodes = 0
    for _ in range(rounds + 1):  # the first round compiles, and finds no memory that was used before
        records = (state.copy()[0], work, memory, search.table[0], search.policy_record[0])
        before = int(memory.counters[NODES])
        started = time.process_time()
        search.kernels.decide_alone(*records, np.uint64(SEED), index, at)
        best = min(best, time.process_time() - started)
        nodes = int(memory.counters[NODES]) - before
    return best, float(nodes)


def _prepared(table: Table, policy: str) -> Prepared:
    return prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
