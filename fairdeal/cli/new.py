"""``fairdeal new``: a commented starter file."""

from __future__ import annotations

import os
from pathlib import Path

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import GameType

EXAMPLES = [
    ("new {game}", "show the file"),
    ("new {game} --output my_variant.yaml", "write it"),
]


@command("new", EXAMPLES)
@click.argument("game", type=GameType())
@click.option("--output", "-o", type=click.Path(path_type=Path), default=None, help="File to write.  [default: stdout]")
def new(game: str, output: Path | None) -> int:
    """A commented starter file for a variant of your own: every rule value with its meaning, range and default."""
    from simulate.games import registry
    from simulate.runs.files import write_whole
    from variants.errors import BadInput
    from variants.starter import starter

    chosen = registry.game(game)
    text = starter(chosen.model, chosen.name, chosen.title, chosen.player_counts)
    if output is None:
        streams.out(text)
        return 0
    if os.path.lexists(output):
        raise BadInput.of(f"--output {output}: is there already and is left as it is; choose another name")
    try:
        write_whole(output, text)
    except OSError as error:
        raise BadInput.of(f"--output {output}: {error.strerror or error}") from error
    streams.note(f"written: {output}; next: fairdeal check {output}")
    return 0
