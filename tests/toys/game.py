"""Makes a toy's module a game, so that it is prepared, run and compared as the real ones are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from simulate.games.contract import Game, Measures, Policy
from simulate.runs.goals import Goal
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec
from tests.toys import chain, kuhn, oxo, race, ruin, walk


@dataclass(frozen=True)
class Toy(Game):
    """A game of two seats or more made of one module; its rules are its table."""

    module: ModuleType = race
    counted: Measures = ruin.MEASURES
    limit: int = 3000

    def part(self, name: str) -> Any:
        if name != "policies":
            return self.module
        return SimpleNamespace(KINDS=getattr(self.module, "KINDS", {}), choose=self.module.choose)

    def has_part(self, name: str) -> bool:
        return name == "course"

    def course_part(self, name: str) -> Any:
        return getattr(self.module, name, None)

    def measures(self, rules: Any, players: int) -> Measures:
        return self.counted

    def make_table(self, rules: Any, players: int) -> np.ndarray:
        return rules

    def decision_limit(self, rules: Any, players: int) -> int:
        return self.limit


def toy(module: ModuleType, measures: Measures, limit: int = 3000) -> Toy:
    name = module.__name__.rpartition(".")[2]
    folder = Path(__file__).parent
    return Toy(
        name, name, "", "", folder, folder, "classic", (2, 3, 4),
        tuple(Policy(one, "") for one in ("random", *getattr(module, "KINDS", {}))),
        module=module, counted=measures, limit=limit,
    )  # fmt: skip


RUIN = toy(ruin, ruin.MEASURES)
CHAIN = toy(chain, chain.MEASURES)
KUHN = toy(kuhn, kuhn.MEASURES, 3)
RACE = toy(race, race.MEASURES)
WALK = toy(walk, walk.MEASURES, 200)
OXO = toy(oxo, oxo.MEASURES)


def prepared(game: Toy, table: np.ndarray) -> Prepared:
    return Prepared(game, table, 2, ("random", "random"))  # type: ignore[arg-type]  # the table stands for the rules


def spec(
    game: Toy, table: np.ndarray, *, seed: int = 1, count: int = 1000, goals: tuple[Goal, ...] = (), players: int = 2,
    policy: str = "random", metrics: bool = False,
) -> RunSpec:  # fmt: skip
    variant: Any = SimpleNamespace(name=game.name, title=game.name, hash="0" * 32, rules_for=lambda players: table)
    return RunSpec(game, variant, players, (policy,) * players, seed, 0, count, goals, metrics)
