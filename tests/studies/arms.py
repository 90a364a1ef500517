"""Two runs of the dice race with a rule value each."""

from __future__ import annotations

from simulate.runs.spec import RunSpec, make_spec
from tests.cli.dice import GAME
from variants.catalog import Catalog
from variants.loader import load_variant

CATALOG = Catalog({GAME.name: GAME.variants_folder}, {GAME.name: GAME.main_variant})


def dice_spec(
    setting: str, players: int = 2, *, seed: int = 1, count: int = 1000, variant: str = "dice/classic"
) -> RunSpec:
    key, _, value = setting.partition("=")
    loaded = load_variant(variant, catalog=CATALOG, models={GAME.name: GAME.model}, overrides=((key, value),))
    return make_spec(GAME, loaded, players, seed=seed, count=count)


def dice_specs(a: str, b: str, players: tuple[int, int] = (2, 2)) -> tuple[RunSpec, RunSpec]:
    return dice_spec(a, players[0]), dice_spec(b, players[1])
