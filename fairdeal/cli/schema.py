"""``fairdeal schema``: JSON Schema of a game's variant files."""

from __future__ import annotations

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import GameType

EXAMPLES = [("schema {game}", "for an editor that checks YAML while you type")]


@command("schema", EXAMPLES)
@click.argument("game", type=GameType())
def schema(game: str) -> int:
    """JSON Schema (draft 2020-12) of a game's variant files, for editors."""
    from fairdeal.cli.documents import json_for_stdout
    from simulate.games import registry
    from variants.schema import json_schema

    chosen = registry.game(game)
    streams.out(json_for_stdout(json_schema(chosen.model, chosen.name, chosen.player_counts)))
    return 0
