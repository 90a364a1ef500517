"""Loads shipped variants by name."""

from __future__ import annotations

import functools

from simulate.games.registry import games
from variants.catalog import Catalog
from variants.loader import load_variant
from variants.variant import Variant


@functools.cache
def load(name: str, *overrides: tuple[str, str]) -> Variant:
    """The variant `name`; a game's bare name means its main one."""
    known = games()
    catalog = Catalog({game.name: game.variants_folder for game in known.values()})
    full = f"{name}/{known[name].main_variant}" if name in known else name
    return load_variant(full, catalog=catalog, models={g.name: g.model for g in known.values()}, overrides=overrides)
