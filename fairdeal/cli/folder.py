"""The files of ``--out``: never written over another run's unasked, and each is there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from simulate.runs.errors import FailedRun
from simulate.runs.files import write_whole
from variants.errors import BadInput

NAMES = ("result.json", "report.txt", "metrics.csv")


def make_ready(folder: Path, *, force: bool) -> None:
    """Make the folder and see that it can be written and holds no other result; before anything is played.

    Raises
    ------
    BadInput
        It holds a result and `force` is false, it is no folder, or it cannot be written.
    """
    try:
        present = [name for name in NAMES if os.path.lexists(folder / name)]
        if present and not force:
            held = ", ".join(present)
            raise BadInput.of(f"--out {folder}: holds {held}; choose another folder, or replace them by --force")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as error:
        raise BadInput.of(f"--out {folder}: {getattr(error, 'strerror', None) or error}") from error


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write each text to its file by an atomic rename.

    Raises
    ------
    FailedRun
        A file could not be written; it is as it was before.
    """
    for name, text in texts.items():
        try:
            write_whole(folder / name, text)
        except OSError as error:
            raise FailedRun(f"--out {folder / name}: {error.strerror or error}") from error
