"""The file that a run or study, or one shard of it, keeps what it counted in.

Written by an atomic rename and synced, so that whatever ends the process it is the old file or the new one. It names
what it belongs to and carries a digest, so that a torn or foreign file is refused, never built upon.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.runs.errors import FailedRun
from simulate.runs.files import write_whole
from simulate.runs.ledger import Ledger, read_ledger
from variants.errors import BadInput, Fault

SCHEMA = "fairdeal.kept/1"

SECONDS = "FAIRDEAL_CHECKPOINT_SECONDS"
"""The variable that says how many seconds lie between two checkpoints at least."""

USUAL_SECONDS = 5.0

SHARE = 50
"""Writing takes at most one part in this many of the time."""


@dataclass(frozen=True)
class Kept:
    """A file that was read.

    Attributes
    ----------
    head : mapping
        What it belongs to.
    ledger : Ledger
    """

    head: Mapping[str, Any]
    ledger: Ledger


def kept_text(head: Mapping[str, Any], ledger: Ledger) -> str:
    """The file's text: JSON, a line for the head and one for each work."""
    named = json.dumps(head, sort_keys=True, ensure_ascii=False)
    works = ",\n".join(f"{json.dumps(key)}: {ledger.text(key)}" for key in ledger)
    return (
        f'{{"schema": "{SCHEMA}",\n"head": {named},\n"works": {{\n{works}\n}},\n'
        f'"digest": "{_digest(named, ledger)}"}}\n'
    )


def _digest(head: str, ledger: Ledger) -> str:
    return hashlib.sha256(f"{head}\n{ledger.digest()}".encode()).hexdigest()


def read_kept(path: Path) -> Kept:
    """The file at `path`.

    Raises
    ------
    BadInput
        It cannot be read, is something else, is torn or was changed.
    FileNotFoundError
        There is none.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            raise ValueError(f"its schema is not {SCHEMA}")
        head, ledger = found["head"], read_ledger(found["works"])
        if not isinstance(head, dict):
            raise ValueError("its head is no mapping")
        if found["digest"] != _digest(json.dumps(head, sort_keys=True, ensure_ascii=False), ledger):
            raise ValueError("its integers do not have the digest that it claims")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(Fault(str(path), message=f"cannot be read ({error.strerror})")) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        told = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise BadInput(Fault(str(path), message=f"torn, changed or no file of fairdeal's ({told[:120]})")) from None
    return Kept(head, ledger)


class Checkpoint:
    """Writes a ledger to its file from time to time.

    Parameters
    ----------
    note : callable
        Called with a sentence when a checkpoint could not be written: playing goes on, since the disk may have room
        again before the end, and what was written before is still there.
    """

    def __init__(self, path: Path, head: Mapping[str, Any], ledger: Ledger, note: Callable[[str], None]) -> None:
        self._path, self._head, self._ledger, self._note = path, head, ledger, note
        self._every = _seconds()
        self._due = time.monotonic() + self._every
        self._failing = self._closed = False
        self._plays = ledger.plays()

    def changed(self) -> None:
        """Write if it is time to."""
        if time.monotonic() >= self._due:
            self.save()

    def save(self) -> None:
        """Write now; a failure is told once and tried again at the next time."""
        begun = time.monotonic()
        try:
            write_whole(self._path, kept_text(self._head, self._ledger))
            self._failing, self._plays = False, self._ledger.plays()
        except OSError as error:
            if not self._failing:
                self._note(f"{self._path}: {error.strerror or error}; playing goes on, the last checkpoint stays")
            self._failing = True
        now = time.monotonic()
        self._due = now + max(self._every, SHARE * (now - begun))

    def close(self) -> None:
        """Write no more."""
        self._closed = True

    def last(self) -> None:
        """Write what is not written yet, if anything was played and it is not closed."""
        if not self._closed and self._ledger.plays() != self._plays:
            self.save()

    def finish(self) -> None:
        """Write now, and no more.

        Raises
        ------
        FailedRun
            It could not be written.
        """
        try:
            write_whole(self._path, kept_text(self._head, self._ledger))
        except OSError as error:
            raise FailedRun(f"{self._path}: {error.strerror or error}") from error
        finally:
            self.close()


def _seconds() -> float:
    text = os.environ.get(SECONDS, "")
    try:
        seconds = float(text) if text else USUAL_SECONDS
    except ValueError:
        seconds = -1.0
    if not 0.0 <= seconds < 1e9:
        raise BadInput.of(f"{SECONDS}: got {text[:60]!r}, allowed: seconds, as in 5")
    return seconds
