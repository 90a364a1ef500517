"""The greedy policy: it beats random from every seat, in every way of placing, and reads nothing it may not change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.actions import decode
from simulate.games.pecheurs_de_lunes.faces import JUMP, SWAP
from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.glue import OFF, histograms, prepared_for, rules_of, shipped

PLAYS = 2_000


def outright_shares(variant: str, policies: tuple[str, ...]) -> np.ndarray:
    prepared = prepared_for(shipped(variant).rules_for(len(policies)), len(policies), policies)
    return histograms(prepared, prepared.count_plays(12, 0, PLAYS))["wins"][:, 0] / PLAYS


@pytest.mark.parametrize("variant", ["classic", "leaving", "no_actions", "snake", "ring"])
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_random_from_either_seat(variant: str, seat: int) -> None:
    policies = ("greedy", "random") if seat == 0 else ("random", "greedy")
    assert outright_shares(variant, policies)[seat] > 0.8


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_greedy_beats_two_random_seats(seat: int) -> None:
    policies = tuple("greedy" if i == seat else "random" for i in range(3))
    assert outright_shares("classic", policies)[seat] > 0.9


class Worth:
    """What greedy says of itself, written again on sets of cells: all in quarters of a moon."""

    def __init__(self, rules: Rules, players: int, state: Any) -> None:
        self.rules, self.players, self.cells = rules, players, rules.terrain.cells()
        self.face = {cell: int(state["tile"][number]) for number, cell in enumerate(self.cells)}
        self.lying = {cell for number, cell in enumerate(self.cells) if int(state["lying"]) >> number & 1}
        figures = players * rules.figures_per_player
        self.at = {f: self.cells[int(state["cell"][f])] for f in range(figures) if state["cell"][f] != OFF}

    def of(self, action: int) -> int:
        """The worth of an action."""
        kind, figure, _, target = decode(action)
        if kind == "place":
            return sum(self.ahead(self.cells[target], self.lying - set(self.at.values())))
        at, lying, worth = dict(self.at), set(self.lying), 0
        if kind == "swap":
            at[figure], at[target] = at[target], at[figure]
            worth -= 6
        else:
            taken = at[figure] if self.rules.capture == "leaving" else self.cells[target]
            at[figure] = self.cells[target]
            lying.discard(taken)
            worth += (
                4 * self.moons(taken) + (6 if self.face[taken] in (JUMP, SWAP) else 0) - (6 if kind == "jump" else 0)
            )
        free = lying - set(at.values())
        seat = figure // self.rules.figures_per_player
        own = sum(self.standing(at[f], free) for f in at if f // self.rules.figures_per_player == seat)
        others = sum(self.standing(at[f], free) for f in at if f // self.rules.figures_per_player != seat)
        return (self.players - 1) * (worth + own) - others

    def moons(self, cell: tuple[int, int]) -> int:
        return self.face[cell] if self.face[cell] < JUMP else 0

    def standing(self, cell: tuple[int, int], free: set[tuple[int, int]]) -> int:
        """A figure beside no free tile is lost; else the best moons of a step, and up to three free tiles beside it."""
        room = sum((cell[0] + dq, cell[1] + dr) in free for dq, dr in DIRECTIONS)
        return -24 if room == 0 else 2 * max(self.ahead(cell, free)) + 3 * min(room, 3)

    def ahead(self, cell: tuple[int, int], free: set[tuple[int, int]]) -> list[int]:
        """The moons on each tile within a step; 0 for none."""
        found = [0]
        for dq, dr in DIRECTIONS:
            q, r = cell[0] + dq, cell[1] + dr
            while (q, r) in free:
                found.append(self.moons((q, r)))
                q, r = q + dq, r + dr
        return found


@pytest.mark.parametrize(
    ("variant", "players"), [("classic", 2), ("snake", 3), ("leaving", 2), ("ring", 3), ("crescent", 2)]
)
def test_greedy_takes_what_it_says_is_best_and_draws_lots_among_equals(variant: str, players: int) -> None:
    prepared = prepared_for(shipped(variant).rules_for(players), players, "greedy")
    equal = later = 0
    for index in range(12):
        recorded = prepared.record(31, index)
        for i, action in enumerate(recorded.actions):
            worth = Worth(prepared.rules, players, recorded.states[i])
            values = {one: worth.of(one) for one in recorded.listed[i]}
            best = [one for one, value in values.items() if value == max(values.values())]
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
