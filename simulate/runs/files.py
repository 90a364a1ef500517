"""Files that are there whole or not at all, whatever ends the process that writes them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write `text` to `path`, which at every moment is the old file or the new one; line ends are kept as they are."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "w", encoding="utf-8", errors="replace", newline="") as file:  # noqa: PTH123  # a descriptor
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def remove_leftovers(path: Path) -> None:
    """Remove what a killed process left of its writing to `path`; only the holder of its lock may do so."""
    for file in path.parent.glob(f".{path.name}.*"):
        with contextlib.suppress(OSError):
            file.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut; some network file systems cannot, and need not be told."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
