"""Uniform play of tiny terrains, exactly, by trying every set-up and every action: simulated plays agree."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from simulate.games.exactness import ExactValue
from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.faces import NEUTRAL
from simulate.games.pecheurs_de_lunes.variant import Rules
from simulate.runs.beside import Beside
from simulate.runs.local import play_locally
from simulate.runs.metrics import estimate
from tests.games.pecheurs_de_lunes.brute_force import after
from tests.games.pecheurs_de_lunes.glue import oracle_for, prepared_for
from tests.oracles.pecheurs import Pecheurs

TINY = {
    "terrain": {"shape": "parallelogram", "width": 3, "height": 2},
    "tiles": {"neutral": 2, "moons": {1: 2, 3: 1}, "jump": 1, "swap": 0},
    "figures_per_player": 1,
}
Law = dict[tuple[int, int], Fraction]
"""Chances of the moons that the two seats still take."""


def law(play: Pecheurs, known: dict[Any, Law]) -> Law:
    """The law of what both seats take from here on, every legal action with the same chance."""
    if play.over:
        return {(0, 0): Fraction(1)}
    position = (
        frozenset(play.tiles), tuple(play.figures), tuple(play.jump_tiles), tuple(play.swap_tiles), play.seat,
    )  # fmt: skip
    if position not in known:
        actions = sorted(play.legal(), key=str)
        found: Law = {}
        for one in (after(play, action) for action in actions):
            gains = (one.moons[0] - play.moons[0], one.moons[1] - play.moons[1])
            for (first, second), chance in law(one, known).items():
                key = (first + gains[0], second + gains[1])
                found[key] = found.get(key, Fraction(0)) + chance / len(actions)
        known[position] = found
    return known[position]


def exactly(rules: Rules) -> Law:
    """The law of the scores over every set-up: tiles lie in any order, figures on any two neutral tiles."""
    state = prepared_for(rules, 2).record(1, 0).states[0].copy()
    faces = sorted(int(face) for face in state["tile"][: len(rules.terrain.cells())])
    found: Law = {}
    orders = set(itertools.permutations(faces))
    for order in orders:
        lying = [cell for cell, face in enumerate(order) if face == NEUTRAL]
        pairs = list(itertools.permutations(lying, 2))
        for pair in pairs:
            state["tile"][: len(order)] = order
            state["start"][:2] = pair
            for scores, chance in law(oracle_for(rules, 2, state), {}).items():
                found[scores] = found.get(scores, Fraction(0)) + chance / (len(orders) * len(pairs))
    return found


def means(scores: Law) -> list[ExactValue]:
    read = {
        "win_share.0": ("share", lambda a, b: Fraction(1 + (a > b) - (a < b), 2)),
        "tie": ("share", lambda a, b: Fraction(a == b)),
        "score.0": ("moons", lambda a, b: Fraction(a)),
        "score.1": ("moons", lambda a, b: Fraction(b)),
        "margin": ("moons", lambda a, b: Fraction(abs(a - b))),
    }
    assert sum(scores.values()) == 1
    found = []
    for name, (unit, value) in read.items():
        mean = sum((value(*pair) * chance for pair, chance in scores.items()), Fraction(0))
        found.append(ExactValue(name, float(mean), "random", unit, mean))
    return found


def errors(rules: Rules, exact: list[ExactValue], plays: int) -> dict[str, float]:
    """How far simulated plays are off, in standard errors."""
    prepared = prepared_for(rules, 2)
    metrics = estimate(play_locally(prepared, 8, 0, plays, 2).tally, prepared.measures, GAME.seat_word)
    return {one.metric: Beside(one, metrics[one.metric].interval).errors for one in exact}


@pytest.mark.slow
def test_ten_million_plays_of_six_cells_agree():
    rules = Rules.model_validate(TINY)
    assert not Rules.cross_check_all(rules)
    exact = means(exactly(rules))
    found = errors(rules, exact, 10_000_000)
    assert all(abs(one) <= 4 for one in found.values()), found
    # Negative control: the same plays are no others' plays.
    other = Rules.model_validate({**TINY, "capture": "leaving"})
    wrong = errors(other, exact, 100_000)
    assert any(abs(one) > 4 for one in wrong.values()), wrong
