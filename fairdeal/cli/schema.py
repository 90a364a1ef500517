"""``fairdeal schema``: JSON Schema of a game's variant files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import GameType

if TYPE_CHECKING:
    from simulate.games.contract import Game

EXAMPLES = [("schema {game}", "for an editor that checks YAML while you type")]


@command("schema", EXAMPLES)
@click.argument("game", type=GameType())
def schema(game: str) -> int:
    """JSON Schema (draft 2020-12) of a game's variant files, for editors."""
    from fairdeal.cli.documents import json_for_stdout
    from simulate.games import registry
    from variants.schema import json_schema

    chosen = registry.game(game)
    streams.out(json_for_stdout(json_schema(chosen.model, chosen.name, chosen.player_counts, _metrics(chosen))))
    return 0


def _metrics(game: Game) -> dict[str, str]:
    """What the main variant's goals may name, with the meanings."""
    from fairdeal.selection import select
    from simulate.runs.metrics import empty_tally, every_figure

    variant = select(game.name)[1]
    found: dict[str, str] = {}
    for players in game.player_counts:
        if variant.check(players):
            continue
        measures = game.measures(variant.rules_for(players), players)
        known = every_figure(empty_tally(measures, game.seats(players)), measures, game.seat_word)
        found.update({name: one.meaning for name, one in known.items()})
    return found
