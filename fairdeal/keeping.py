"""Folders that keep what was counted: the same command goes on where it stopped, one process at a time, in shards too.

Three ways to play a run or study, and the study knows none of them:

* into a folder (``--out``): a checkpoint lies beside the results until they are complete;
* one shard of it (``--shard K/N``): its part of every work, in a file of its own;
* from shards (``merge``): nothing is played, all is taken from their files.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairdeal.identity import Identity, differences
from fairdeal.merging import read_shards, shards_by_file
from simulate.runs.checkpoint import Checkpoint, Kept, read_kept
from simulate.runs.engine import Jobs
from simulate.runs.files import remove_leftovers
from simulate.runs.keeping import Keeping
from simulate.runs.ledger import Ledger
from simulate.runs.local import engine_of
from simulate.runs.locks import Lock
from simulate.runs.shards import Shard
from variants.errors import BadInput, Fault

CHECKPOINT = "checkpoint.json"

Note = Callable[[str], None]


@dataclass(frozen=True)
class Ways:
    """How a run or study is to be played, and where it is kept.

    Attributes
    ----------
    out : Path or None
        Folder of results, or of shards.
    force : bool
        Replace other results there.
    shard : Shard or None
    shards : Path or None
        Folder of shards to take all from.
    """

    out: Path | None = None
    force: bool = False
    shard: Shard | None = None
    shards: Path | None = None


@dataclass(frozen=True)
class Session:
    """One call under way.

    Attributes
    ----------
    jobs : Jobs
        To be handed to the study.
    hold : callable
        To be called before results are written: whatever ends that, the folder is known to belong to the command.
    finish : callable
        To be called when all is played and written.
    """

    jobs: Jobs
    hold: Callable[[], None] = lambda: None
    finish: Callable[[], None] = lambda: None


@contextmanager
def session(ways: Ways, identity: Identity, jobs: Jobs, note: Note) -> Iterator[Session]:
    """The engine to play with, and what to do at the end; what was counted is kept whatever ends it.

    Raises
    ------
    BadInput
        The folder cannot be used: it holds something else, is in use or cannot be written; shards that do not fit.
    """
    from fairdeal.cli.folder import make_ready

    if ways.shards is not None:
        ledgers = read_shards(ways.shards, identity)
        if ways.out is not None:
            make_ready(ways.out, force=ways.force)
        yield Session(Keeping(None, Ledger(), others=lambda: ledgers))
    elif ways.out is None:
        yield Session(Keeping(engine_of(jobs), Ledger()))
    elif ways.shard is not None:
        with _shard_session(ways.out, ways.shard, identity, jobs, note) as found:
            yield found
    else:
        with _folder_session(ways.out, ways.force, identity, jobs, note) as found:
            yield found


@contextmanager
def _folder_session(out: Path, force: bool, identity: Identity, jobs: Jobs, note: Note) -> Iterator[Session]:
    from fairdeal.cli.folder import NAMES, make_ready

    file = out / CHECKPOINT
    with _taken(out, file, f"--out {out}", note):
        held = None if force and not _fits(file, identity) else _held(file, identity, f"--out {out}")
        make_ready(out, force=force or held is not None)
        for name in NAMES:
            remove_leftovers(out / name)
        with _kept(file, identity.head(), Ledger() if held is None else held.ledger, note) as (checkpoint, ledger):

            def finish() -> None:
                checkpoint.close()
                file.unlink(missing_ok=True)

            yield Session(Keeping(engine_of(jobs), ledger, checkpoint.changed), checkpoint.save, finish)


@contextmanager
def _shard_session(out: Path, shard: Shard, identity: Identity, jobs: Jobs, note: Note) -> Iterator[Session]:
    file = out / shard.file_name
    head = {**identity.head(), "shard": [shard.number, shard.of]}
    with _taken(out, file, str(file), note):
        held = _held(file, identity, f"--shard {shard}")
        with _kept(file, head, Ledger() if held is None else held.ledger, note) as (checkpoint, ledger):

            def others() -> list[Ledger]:
                return [one for other, one in shards_by_file(out, identity).items() if other != file]

            engine = Keeping(engine_of(jobs), ledger, checkpoint.changed, shard, others)
            yield Session(engine, finish=checkpoint.finish)


@contextmanager
def _taken(out: Path, file: Path, guarded: str, note: Note) -> Iterator[None]:
    """Hold the lock of a file in a folder, which is made if need be."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        lock = Lock(file.with_suffix(".lock"), guarded)
        lock.__enter__()
    except (OSError, ValueError) as error:
        raise BadInput.of(f"--out {out}: {getattr(error, 'strerror', None) or error}") from error
    with lock:
        if not lock.works:
            note(f"{out}: this file system has no locks; see to it that no other process writes here")
        remove_leftovers(file)
        yield


@contextmanager
def _kept(file: Path, head: Mapping[str, Any], ledger: Ledger, note: Note) -> Iterator[tuple[Checkpoint, Ledger]]:
    """A ledger that is written to its file from time to time, and at the end whatever ends it."""
    checkpoint = Checkpoint(file, head, ledger, note)
    try:
        yield checkpoint, ledger
    finally:
        checkpoint.last()


def _fits(file: Path, identity: Identity) -> bool:
    """True if the file is there and belongs to this."""
    try:
        return not differences(read_kept(file).head, identity.head())
    except (FileNotFoundError, BadInput):
        return False


def _held(file: Path, identity: Identity, where: str) -> Kept | None:
    """What the file holds; None when there is none.

    Raises
    ------
    BadInput
        It is torn or belongs to something else.
    """
    try:
        held = read_kept(file)
    except FileNotFoundError:
        return None
    except BadInput as error:
        hint = f"{where}: remove {file.name} to begin anew"
        raise BadInput([*error.faults, Fault(message=hint)]) from None
    differing = differences(held.head, identity.head())
    if differing:
        raise BadInput.of(f"{where}: holds another run or study ({differing}); choose another folder")
    return held


def held_seed(out: Path | None) -> int | None:
    """The seed of what a folder keeps, so that a command without one goes on with it."""
    if out is None:
        return None
    try:
        words = shlex.split(read_kept(out / CHECKPOINT).head["command"])
        return int(words[words.index("--seed") + 1])
    except (OSError, BadInput, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None  # told when the folder is taken
