"""``fairdeal merge``: the result of all shards, as one machine would have given it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command

if TYPE_CHECKING:
    from simulate.runs.checkpoint import Kept

BAD_INPUT = 2
SHARDED = ("run", "compare", "sweep", "tune", "sensitivity", "ladder")
"""Commands that know ``--shard``."""

EXAMPLES = [
    ("run {game} --games 20k --seed 7 --shard 1/2 --out parts", "one of two shards"),
    ("run {game} --games 20k --seed 7 --shard 2/2 --out parts", "the other, on another machine"),
    ("merge parts --out whole", "both together"),
]


@command("merge", EXAMPLES)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder for the result, as of the command.")
@click.option("--force", is_flag=True, help="Let --out replace an older result.")
@click.option("--output", "-o", type=click.Path(path_type=Path), default=None, help="As of tune: the winner's file.")
@click.option("--format", "form", default=None, metavar="FORMAT", help="What to print, as of the command.")
@click.option("--quiet", is_flag=True, help="No progress and no hints.")
def merge(*, folder: Path, out: Path | None, force: bool, output: Path | None, form: str | None, quiet: bool) -> int:
    """Add the shards in DIR into the result that one machine would have given.

    Every file is checked: that it is whole, of the same command, rules, seed and version, and that each play stands in
    one of them. If shards are missing, twice there or not done, they are named, with the commands that play only them.
    """
    from fairdeal.cli.main import cli
    from fairdeal.merging import MissingShards, some_shards
    from variants.errors import BadInput, Fault

    file, kept = next(iter(some_shards(folder).items()))
    words = _words(kept)
    if words is None:
        raise BadInput(Fault(str(file), message=f"is of no command that has shards ({', '.join(SHARDED)})"))
    words += ["--shards", str(folder)]
    words += ["--out", str(out)] if out is not None else []
    words += ["--output", str(output)] if output is not None else []
    words += ["--force"] if force else []
    words += ["--format", form] if form is not None else []
    words += ["--quiet"] if quiet else []
    try:
        with cli.make_context("fairdeal", words) as context:
            return int(cli.invoke(context) or 0)
    except MissingShards as error:
        for fault in error.faults:
            streams.note(f"error: {fault}")
        streams.note(error.commands)
        return BAD_INPUT


def _words(kept: Kept) -> list[str] | None:
    """The command's words after ``fairdeal``, if it has shards."""
    said = kept.head.get("command")
    words = shlex.split(said) if isinstance(said, str) else []
    return words[1:] if len(words) > 2 and words[0] == "fairdeal" and words[1] in SHARDED else None
