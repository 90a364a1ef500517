"""A lock on a file's name that ends with its process, however that ends.

The kernel drops the lock (``flock``) when the process is gone, so a killed one leaves no stale lock. On NFS, Linux
turns it into a lock of the server, which drops it when a crashed client's lease is over; Lustre needs to be mounted
with ``flock``. Where a file system has no locks at all, that is told and work goes on.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from variants.errors import BadInput

_HELD = (errno.EWOULDBLOCK, errno.EACCES)


class Lock:
    """Holds `path`, an empty file beside what is guarded; a context manager.

    Attributes
    ----------
    works : bool
        False when the file system has no locks, so that nothing is guarded.
    """

    def __init__(self, path: Path, guarded: str) -> None:
        self.path, self._guarded = path, guarded
        self._handle: int | None = None
        self.works = True

    def __enter__(self) -> Lock:
        """Take the lock.

        Raises
        ------
        BadInput
            Another process holds it.
        """
        while self._handle is None:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                self._take(handle)
                # The last holder may have removed the name between the opening and the locking.
                if self._still_named(handle):
                    self._handle = handle
            finally:
                if self._handle is None:
                    os.close(handle)
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self.path.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def _take(self, handle: int) -> None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD:
                raise BadInput.of(
                    f"{self._guarded} is in use by another process; wait for it to end, or choose another folder"
                ) from None
            self.works = False

    def _still_named(self, handle: int) -> bool:
        try:
            named = self.path.stat()
        except FileNotFoundError:
            return False
        held = os.fstat(handle)
        return (named.st_ino, named.st_dev) == (held.st_ino, held.st_dev)
