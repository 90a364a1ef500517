"""Finds the games: the folders beside this file, and plug-ins that other packages install.

A plug-in names its package in the entry point group ``fairdeal.games``: ``my_game = my_package.my_game:GAME``.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import pkgutil
from pathlib import Path

from simulate.games.contract import Game
from variants.errors import BadInput

GROUP = "fairdeal.games"


@functools.cache
def games() -> dict[str, Game]:
    """Every game by name, the ones that ship first, then plug-ins; a plug-in cannot take the name of another game."""
    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.ispkg:
            game: Game = importlib.import_module(f"simulate.games.{module.name}").GAME
            found[game.name] = game
    for entry in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda one: one.name):
        plugin: Game = entry.load()
        if plugin.name in found:
            raise BadInput.of(f"two games are called {plugin.name!r}; the second comes from the plug-in {entry.value}")
        found[plugin.name] = plugin
    return found


def game(name: str) -> Game:
    """The game called `name`.

    Raises
    ------
    BadInput
        There is none; the message lists the games and the nearest name.
    """
    known = games()
    if name in known:
        return known[name]
    raise BadInput.unknown("game", name, tuple(known))
