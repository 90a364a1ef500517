"""Where compiled kernels are kept between processes, and when a kept one may be used again.

Numba looks only at the file of the outermost function, so an edited rule in another file would go unnoticed. Here the
stamp of a kernel is a hash of *all* sources it can be made of (this folder, the game's folder), of numba's and
Python's version and of the compile options that the environment may change. The folder is named by the processor too,
so that machines of several kinds may share a home.

Candidates, first writable wins: ``$FAIRDEAL_CACHE_DIR``, ``$XDG_CACHE_HOME/fairdeal`` or ``~/.cache/fairdeal``, a
folder of this user's own under the temporary folder. Cache files are pickles, so a folder that somebody else could
write is not used. Without any folder kernels are compiled anew in each process; results do not depend on it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import caching, config
from numba.core.runtime.nrt import rtsys

from simulate.kernels import light

HERE = Path(__file__).resolve().parent
_STARTED = time.time()
SOURCE_FOLDERS = "__fairdeal_source_folders__"
"""Attribute of a kernel's Python function: the folders whose sources it is made of, besides this one."""


@functools.cache
def stamp(folders: tuple[str, ...]) -> str:
    """Hex digest of every ``*.py`` in this folder and in `folders`, of versions and of compile options."""
    options = [numba.__version__, sys.version, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT]
    digest = hashlib.sha256(repr(options).encode())
    for folder in (str(HERE), *folders):
        for file in sorted(Path(folder).glob("*.py")):
            if file.stat().st_mtime > _STARTED:
                # Edited after this process read it: what it compiles is not what the file says now.
                digest.update(f"process {os.getpid()} of {_STARTED}".encode())
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _candidates() -> Iterable[Path]:
    chosen = os.environ.get("FAIRDEAL_CACHE_DIR")
    if chosen:
        yield Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    if home:
        yield Path(home) / "fairdeal"
    else:
        with contextlib.suppress(RuntimeError):  # a user without a home
            yield Path.home() / ".cache" / "fairdeal"
    yield Path(tempfile.gettempdir()) / f"fairdeal-cache-{os.getuid() if hasattr(os, 'getuid') else 0}"


def _usable(path: Path) -> bool:
    """True when `path` can be made and written, and nobody but this user (or root) can write there."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        facts = path.stat()
        open_to_others = facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        if hasattr(os, "getuid") and (open_to_others or facts.st_uid not in (os.getuid(), 0)):
            return False
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


@functools.cache
def folder() -> Path | None:
    """The folder for this processor's kernels, or None when nowhere can be written."""
    processor = str(config.CPU_NAME or binding.get_host_cpu_name())
    for candidate in _candidates():
        path = candidate / "kernels" / processor
        if _usable(path):
            return path
    return None


class KernelLocator(caching.UserWideCacheLocator):  # type: ignore[misc]  # numba ships no types
    """Tells numba where a kernel of ours is kept and what its sources were."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._stamp = stamp(getattr(py_func, SOURCE_FOLDERS))
        self._cache_path = str((folder() or Path()) / self._stamp[:20])  # from_function saw that there is a folder

    def get_source_stamp(self) -> str:
        """Return the hash of all sources; a kept kernel with another one is compiled anew."""
        return self._stamp

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        """Return a locator for a kernel made by :mod:`simulate.kernels.specialise`, None for any other function."""
        if not hasattr(py_func, SOURCE_FOLDERS) or folder() is None:
            return None
        return super().from_function(py_func, py_file)


def install() -> None:
    """Put our locator before numba's own ones, once; functions of other packages are left to those."""
    ours = f"{__name__}.{KernelLocator.__name__}"
    known = [name for name in (config.CACHE_LOCATOR_CLASSES or "").split(",") if name]
    if ours in known:
        return
    defaults = ["UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator", "IPythonCacheLocator"]
    config.CACHE_LOCATOR_CLASSES = ",".join([ours, *(known or [*defaults, "ZipCacheLocator"])])


class SturdyCache(caching.FunctionCache):  # type: ignore[misc]  # numba ships no types
    """A kernel's cache that survives torn files (full disk, killed process): what cannot be read is compiled anew."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kept kernel of a signature, or None.

        Numba would first load all that it can compile, half of a warm start. A kept kernel needs only what its machine
        code calls; the compiler loads the rest itself when it is asked.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(sig, target_context)
        if found is None:
            light.load()
        return found

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # a torn pickle may raise anything at all
            self.flush()
            return None


def attach(dispatcher: Any) -> Any:
    """Return `dispatcher` with its kernels kept between processes, as they are without any folder to keep them in."""
    if folder() is not None:
        dispatcher._cache = SturdyCache(dispatcher.py_func)
    return dispatcher
