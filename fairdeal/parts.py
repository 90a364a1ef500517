"""The parts of a game's package that a game may have or not: pictures, words in other languages."""

from __future__ import annotations

import importlib.util

from simulate.games.contract import Game


def has_part(game: Game, name: str) -> bool:
    """True when the game's package has the module `name`; nothing is imported but the package."""
    return importlib.util.find_spec(f"{game.package}.{name}") is not None
