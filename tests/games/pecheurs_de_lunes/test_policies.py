"""The greedy policy: it beats random from every seat, in every way of placing, and reads nothing it may not change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.actions import decode
from simulate.games.pecheurs_de_lunes.faces import JUMP, NEUTRAL, SWAP
from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.glue import OFF, histograms, prepared_for, rules_of, shipped

PLAYS = 5_000


def outright_shares(variant: str, policies: tuple[str, ...]) -> np.ndarray:
    prepared = prepared_for(shipped(variant).rules_for(len(policies)), len(policies), policies)
    return histograms(prepared, prepared.count_plays(12, 0, PLAYS))["wins"][:, 0] / PLAYS


@pytest.mark.parametrize("variant", ["classic", "leaving", "no_actions", "snake", "ring"])
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_from_either_seat(variant: str, seat: int) -> None:
    policies = ("greedy", "random") if seat == 0 else ("random", "greedy")
    assert outright_shares(variant, policies)[seat] > 0.95


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_greedy_beats_two_random_seats(seat: int) -> None:
    policies = tuple("greedy" if i == seat else "random" for i in range(3))
    assert outright_shares("classic", policies)[seat] > 0.95


class Worth:
    """What greedy says of itself, written again on sets of cells."""

    def __init__(self, rules: Rules, state: Any) -> None:
        self.rules, self.cells = rules, rules.terrain.cells()
        self.face = {cell: int(state["tile"][number]) for number, cell in enumerate(self.cells)}
        self.lying = {cell for number, cell in enumerate(self.cells) if int(state["lying"]) >> number & 1}
        self.at = {f: self.cells[int(cell)] for f, cell in enumerate(state["cell"]) if cell != OFF}

    def of(self, action: int) -> tuple[float, ...]:
        """The worth of an action: what is compared first comes first."""
        kind, figure, _, target = decode(action)
        if kind == "place":
            return (sum(self.ahead(self.cells[target], self.lying - set(self.at.values()))),)
        at, lying, won = dict(self.at), set(self.lying), 0.0
        if kind == "swap":
            at[figure], at[target] = at[target], at[figure]
        else:
            at[figure] = self.cells[target]
            won = self.moons(at[figure])
            lying.discard(self.at[figure] if self.rules.capture == "leaving" else at[figure])
        q, r = at[figure]
        free = lying - set(at.values())
        room = sum((q + dq, r + dr) in free for dq, dr in DIRECTIONS)
        return (room > 0, won - (1.5 if kind in ("jump", "swap") else 0), room)

    def moons(self, cell: tuple[int, int]) -> float:
        return {JUMP: 1.5, SWAP: 1.5, NEUTRAL: 0}.get(self.face[cell], self.face[cell])

    def ahead(self, cell: tuple[int, int], free: set[tuple[int, int]]) -> list[float]:
        """The worth of each tile within a step."""
        found = []
        for dq, dr in DIRECTIONS:
            q, r = cell[0] + dq, cell[1] + dr
            while (q, r) in free:
                found.append(self.moons((q, r)))
                q, r = q + dq, r + dr
        return found


def by_cell(action: int) -> tuple[int, int]:
    """Kind and figure, then the cell: the order in which greedy comes upon equal actions."""
    return action >> 9, action & 63


@pytest.mark.parametrize(
    ("variant", "players"), [("classic", 2), ("snake", 3), ("leaving", 2), ("ring", 3), ("crescent", 2)]
)
def test_greedy_takes_what_it_says_is_best_and_draws_lots_among_equals(variant: str, players: int) -> None:
    prepared = prepared_for(shipped(variant).rules_for(players), players, "greedy")
    equal = later = 0
    for index in range(12):
        recorded = prepared.record(31, index)
        for i, action in enumerate(recorded.actions):
            worth = Worth(prepared.rules, recorded.states[i])
            values = {one: worth.of(one) for one in recorded.listed[i]}
            best = sorted((one for one, value in values.items() if value == max(values.values())), key=by_cell)
            assert action in best
            equal += len(best) == 2
            later += len(best) == 2 and action == best[1]
    assert abs(later - equal / 2) < 4.5 * (equal / 4) ** 0.5
    assert equal >= 20


def test_policies_are_described() -> None:
    assert [policy.name for policy in GAME.policies] == list(GAME.kinds)
    assert all(len(policy.meaning) > 40 for policy in GAME.policies)


def test_random_seat_plays_the_same_against_any_policy_with_the_same_luck_until_they_part() -> None:
    """Noise is keyed by seat and decision: the first turn of a random seat 0 does not depend on who sits in seat 1."""
    for index in range(20):
        one = prepared_for(rules_of(), 2, ("random", "random")).record(8, index)
        two = prepared_for(rules_of(), 2, ("random", "greedy")).record(8, index)
        assert one.actions[0] == two.actions[0]
