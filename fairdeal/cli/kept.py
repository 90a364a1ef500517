"""Options and ways that all commands share which play much: a folder that keeps it, one shard, from shards."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.cli import streams

if TYPE_CHECKING:
    from fairdeal.identity import Identity
    from fairdeal.keeping import Ways
    from simulate.runs.engine import Jobs
    from simulate.runs.shards import Shard

INTERRUPTED = 130

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def out_options(function: F) -> F:
    """Add ``--out`` and ``--force``."""
    function = click.option("--force", is_flag=True, help="Let --out replace an older result.")(function)
    return click.option(
        "--out", type=click.Path(path_type=Path), default=None,
        help="Folder for the results; the same command goes on where it stopped.",
    )(function)  # fmt: skip


def shard_options(function: F) -> F:
    """Add ``--shard``, and ``--shards`` by which `merge` calls the command again."""
    function = click.option("--shards", type=click.Path(path_type=Path), default=None, hidden=True)(function)
    return click.option(
        "--shard", "shard", metavar="K/N", default=None,
        help="Play shard K of N into the folder --out, for `fairdeal merge`; auto in a job array.",
    )(function)  # fmt: skip


def ways_of(
    out: Path | None, force: bool, shard: str | None, shards: Path | None, *, seed: int | None, timed: bool = False
) -> Ways:
    """How a command is to be played.

    Parameters
    ----------
    seed : int or None
        As given; shards that each drew their own would not fit together.
    timed : bool
        True if it is to end after some time.

    Raises
    ------
    BadInput
        The shard is none.
    """
    from fairdeal.keeping import Ways
    from simulate.runs.shards import read_shard

    if shard is None:
        return Ways(out, force, None, shards)
    if out is None:
        raise click.UsageError("--shard needs --out DIR, the folder in which all shards meet.")
    if seed is None:
        raise click.UsageError("--shard needs --seed, the same for all shards.")
    if timed:
        raise click.UsageError("--max-time ends at another game in each shard; give --max-games.")
    return Ways(out, force, read_shard(shard, os.environ), None)


def play_kept(
    ways: Ways,
    identity: Identity,
    jobs: Jobs,
    play: Callable[[Jobs], T],
    show: Callable[[T], None],
    complete: Callable[[T], bool] = lambda found: True,
) -> int:
    """The exit code of a command that plays and shows.

    Parameters
    ----------
    play : callable
        Plays with the engine that it is given.
    show : callable
        Shows what was played.
    complete : callable
        True if it was not interrupted.

    Raises
    ------
    BadInput
        The folder or the shards do not fit.
    FailedRun
        A fault in the game's code, or nothing could be written.
    """
    from fairdeal.keeping import session
    from fairdeal.merging import missing_shards
    from simulate.runs.interrupts import between_chunks
    from simulate.runs.keeping import Lacking

    with session(ways, identity, jobs, streams.note) as kept, between_chunks():
        lacking = None
        try:
            found = play(kept.jobs)
        except Lacking as error:
            lacking = error
        except KeyboardInterrupt:
            streams.note(_how_to_go_on(ways, identity))
            return INTERRUPTED
        if lacking is not None and ways.shards is not None:
            raise missing_shards(ways.shards, lacking)
        if ways.shard is not None and (lacking is not None or complete(found)):
            kept.finish()
            streams.out(_told(ways.out, ways.shard, kept.jobs, done=lacking is None))
            return 0
        if ways.shard is not None:
            streams.note(_how_to_go_on(ways, identity))
            return INTERRUPTED
        kept.hold()
        show(found)
        if not complete(found):
            return INTERRUPTED
        kept.finish()
    return 0


def _how_to_go_on(ways: Ways, identity: Identity) -> str:
    if ways.out is None:
        return "interrupted"
    words = f" --shard {ways.shard}" if ways.shard is not None else ""
    again = f"{identity.command} --out {shlex.quote(str(ways.out))}{words}"
    return f"interrupted: what was played is kept; go on with:\n  {again}"


def _told(out: Path | None, shard: Shard, jobs: Any, *, done: bool) -> str:
    """What a shard did."""
    merge = f"fairdeal merge {shlex.quote(str(out))}"
    if jobs.played:
        return f"{shard.words}: {jobs.played} games counted\nwhen all shards are done: {merge}\n"
    if done:
        return f"{shard.words}: nothing left to play; all shards are done: {merge}\n"
    return f"{shard.words}: nothing left to play until other shards are done; {merge} names them\n"
