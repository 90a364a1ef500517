"""Lets one process of many compile kernels, while the others wait to read them from the folder where they are kept.

Hundreds of workers start at the same moment and share a home. Without this each of them would compile the same
kernels and write the same files. The folder is one for each kind of processor, so each kind compiles once.

A lock is a file that is made only if it is not there, which also holds on network file systems; its holder touches it
again and again. Should two processes hold it after a crash, both compile the same, and files are replaced whole: a
lock saves work, nothing depends on it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

TOUCH_SECONDS = 5.0
STALE_SECONDS = 90.0
"""A lock that nobody touched for so long belongs to a process that is gone."""
LOOK_SECONDS = 0.2


@contextlib.contextmanager
def one_at_a_time(name: str, folder: Path | None) -> Iterator[None]:
    """Hold the right to make `name` ready; whoever comes later waits, and none waits once it is ready.

    Parameters
    ----------
    name : str
        Of what is made; changes with its sources.
    folder : Path or None
        Shared by those who share what is made; None: nothing is kept, so nobody waits.
    """
    if folder is None:
        yield
        return
    ready, lock = folder / f"{name}.ready", folder / f"{name}.lock"
    if not _taken(ready, lock):
        yield
        return
    done = threading.Event()
    toucher = threading.Thread(target=_touch, args=(lock, done), daemon=True)
    toucher.start()
    try:
        yield
        _write(ready, exclusive=False)
    finally:
        done.set()
        toucher.join()
        lock.unlink(missing_ok=True)


def _touch(lock: Path, done: threading.Event) -> None:
    while not done.wait(TOUCH_SECONDS):
        with contextlib.suppress(OSError):
            os.utime(lock)


def _taken(ready: Path, lock: Path) -> bool:
    """True once the lock is ours, False once it is not needed."""
    while not ready.exists():
        if _write(lock, exclusive=True):
            return True
        if not lock.exists():
            if not os.access(lock.parent, os.W_OK):
                return False  # nothing can be kept there, so there is nothing to wait for
            continue
        if _is_stale(lock):
            lock.unlink(missing_ok=True)
            continue
        time.sleep(LOOK_SECONDS * (0.5 + os.urandom(1)[0] / 256))  # spreads the looks of those who wait
    return False


def _write(path: Path, *, exclusive: bool) -> bool:
    """True when the file was written; False when it is there already or cannot be written."""
    with contextlib.suppress(OSError), path.open("x" if exclusive else "w", encoding="utf-8") as file:
        file.write(f"{socket.gethostname()} {os.getpid()}")
        return True
    return False


def _is_stale(lock: Path) -> bool:
    try:
        host, _, pid = lock.read_text(encoding="utf-8").partition(" ")
        age = time.time() - lock.stat().st_mtime
    except (OSError, ValueError):  # gone, or being written
        return False
    if age > STALE_SECONDS:
        return True
    return host == socket.gethostname() and pid.isdigit() and not _lives(int(pid))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # another user's
        return True
    return True
