"""Policies: uniform play over the legal signals, and the others against their definition and against it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simulate.games.contract import Recorded
from simulate.games.pouet_mouet import GAME
from simulate.games.pouet_mouet.policies import KINDS, choose
from simulate.games.pouet_mouet.rules import pick_uniform
from simulate.games.pouet_mouet.story import balloon_cells
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.jit import routine
from simulate.kernels.playout import WORK
from simulate.kernels.rng import open_stream
from simulate.kernels.tally import PLAYS, WINS
from tests.games.pouet_mouet.glue import signal_of
from tests.games.pouet_mouet.plays import changed, mean_and_error, prepared, rules_of
from tests.oracles import pouet
from tests.oracles.pouet_grid import Signal, path

CROWDED = changed(
    Rules(),
    grid={"rows": 3, "columns": 3},
    deck={"seagulls": {4: 0.5, 8: 0.5}},
    mistakes={"misread": 0.4, "misforce": 0.3},
)

ONCE = changed(Rules(), deck={"redraw": "once"})
HIDDEN = ("luck", "order", "turned", "setup_key", "setup_twist", "chance_key", "chance_twist", "stops", "bursts")


@routine
def pick_many(state: Any, table: Any, noise: Any, play: Any, counts: Any, draws: Any) -> Any:
    open_stream(noise, np.uint64(1), 99, play)
    for _ in range(draws):
        counts[pick_uniform(state, table, noise)] += 1


@routine
def choose_many(state: Any, table: Any, kind: Any, work: Any, counts: Any, draws: Any) -> Any:
    open_stream(work, np.uint64(2), 99, 7)
    for _ in range(draws):
        counts[choose(state, table, state.team, kind, work, work, work.actions)] += 1


def chosen_by(state: Any, table: Any, kind: str, draws: int) -> Any:
    """How often a policy takes each signal."""
    counts = np.zeros(16, np.int64)
    choose_many(state, table, KINDS[kind], np.zeros(1, WORK)[0], counts, draws)
    return counts


def decisions(rules: Rules, plays: int = 12) -> list[tuple[Recorded, int]]:
    play = prepared(rules, 4)
    recorded = [play.record(21, index) for index in range(plays)]
    return [(one, i) for one in recorded for i in range(len(one.actions))]


@pytest.mark.parametrize("rules", [rules_of("jedisjeux"), CROWDED], ids=["main", "crowded"])
def test_uniform_play_is_uniform_over_the_legal_signals(rules: Rules) -> None:
    draws, trapped = 2000, 0
    values = []
    for number, (recorded, i) in enumerate(decisions(rules, 40)):
        counts = np.zeros(16, np.int64)
        pick_many(recorded.states[i], recorded.table[0], np.zeros(1, WORK)[0], number, counts, draws)
        listed = list(recorded.listed[i])
        assert counts.sum() == counts[listed].sum() == draws
        if len(listed) > 1:
            values.append(stats.chisquare(counts[listed]).pvalue)
        state, landing = recorded.states[i], recorded.table[0]["landing"]
        trapped += all(int(state["seagulls"]) >> int(landing[int(state["cell"]), a]) & 1 for a in listed)
    assert len(values) > 50
    assert min(values) > 1e-6
    assert stats.kstest(values, "uniform").pvalue > 1e-4
    assert bool(trapped) == (rules is CROWDED)


def readings(rules: Rules, signal: Signal) -> list[tuple[Signal, float]]:
    """The ways to read a signal with their chances, from the rules."""
    direction, force = signal
    wrong = "tap" if force == "flick" else "flick"
    mistakes = rules.mistakes
    turns = ((0, 1 - mistakes.misread), (1, mistakes.misread / 2), (7, mistakes.misread / 2))
    forces = ((force, 1 - mistakes.misforce), (wrong, mistakes.misforce))
    return [(((direction + turn) % 8, one), p * q) for turn, p in turns for one, q in forces]


def worth(rules: Rules, state: Any, signal: Signal, table: Any, farther: bool) -> float:
    """The chance that a signal is survived, written anew from the definition of the policy."""
    rows, columns = rules.grid.rows, rules.grid.columns
    cell = divmod(int(state["cell"]), columns)
    seagulls = int(state["seagulls"])
    balloons = balloon_cells(seagulls, int(state["balloon_ranks"]), rows * columns)
    safe = off = 0.0
    for read, chance in readings(rules, signal):
        there = pouet.target(rows, columns, cell, read)
        if there is None:
            off += chance
            continue
        landed = there[0] * columns + there[1]
        if not seagulls >> landed & 1:
            sure = not farther or landed in balloons or int(state["card"]) + 1 >= int(table["cards"])
            safe += chance * (1.0 if sure else float(table["worth"][0, landed]))
    return sum(safe * off**tries for tries in range(rules.tries))


def cells_moved(rules: Rules, cell: int, signal: Signal) -> int:
    """1 for a tap, else the cells up to the edge."""
    where = divmod(cell, rules.grid.columns)
    return 1 if signal[1] == "tap" else len(path(rules.grid.rows, rules.grid.columns, where, signal[0]))


@pytest.mark.parametrize("kind", ["robust", "greedy", "shortest"])
@pytest.mark.parametrize("rules", [rules_of("jedisjeux"), CROWDED, ONCE], ids=["main", "crowded", "once"])
def test_policies_choose_uniformly_among_the_best(rules: Rules, kind: str) -> None:
    for recorded, i in decisions(rules, 5):
        state, table = recorded.states[i], recorded.table[0]
        signals = {action: signal_of(action) for action in recorded.listed[i]}
        if kind == "shortest":
            values = {a: -float(cells_moved(rules, int(state["cell"]), signal)) for a, signal in signals.items()}
        else:
            values = {a: worth(rules, state, signal, table, kind == "greedy") for a, signal in signals.items()}
        best = {a for a, value in values.items() if value > max(values.values()) - 1e-9}
        counts = chosen_by(state, table, kind, 400)
        chosen = {a: int(counts[a]) for a in range(16) if counts[a]}
        assert set(chosen) == best
        assert len(best) == 1 or stats.chisquare(list(chosen.values())).pvalue > 1e-6


def test_policies_read_nothing_a_copilot_cannot_know() -> None:
    """Luck, the order of the deck and the cards to come may change: the choice does not."""
    for recorded, i in decisions(ONCE, 3):
        state = recorded.states[i : i + 1].copy()
        for name in HIDDEN:
            state[name] = 0
        for kind in KINDS:
            known, hidden = (chosen_by(one, recorded.table[0], kind, 20) for one in (recorded.states[i], state[0]))
            assert np.array_equal(known, hidden)


@pytest.mark.parametrize("rules", [rules_of("jedisjeux"), rules_of("children"), ONCE], ids=["main", "children", "once"])
def test_better_policies_finish_more_often(rules: Rules) -> None:
    finish = {}
    for policy in ("random", "shortest", "robust", "greedy"):
        play = prepared(rules, 4, policy)
        finish[policy] = mean_and_error(play, play.count_plays(31, 0, 40_000), "team_finish")
    for better, worse in (("robust", "random"), ("greedy", "robust"), ("robust", "shortest")):
        (high, one), (low, other) = finish[better], finish[worse]
        assert high - low > 3 * np.hypot(one, other), (better, worse, finish)


def test_greedy_beats_random_from_either_seat() -> None:
    for policies, seat in ((("greedy", "random"), 0), (("random", "greedy"), 1)):
        play = prepared(rules_of("jedisjeux"), 4, policies)
        row = play.count_plays(41, 0, 40_000)
        assert row[WINS + 2 * seat] / row[PLAYS] > 0.52


def test_policies_are_named_with_a_paragraph() -> None:
    assert next(policy.name for policy in GAME.policies) == "random"
    assert {policy.name for policy in GAME.policies} == {"random", *KINDS}
    assert all(len(policy.meaning) > 60 for policy in GAME.policies)
    assert Counter(KINDS.values()) == Counter({1: 1, 2: 1, 3: 1})
