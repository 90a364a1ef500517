"""Ctrl-C and SIGTERM between two chunks of plays, where they can do no harm.

Python would raise ``KeyboardInterrupt`` at whatever instruction it is: within an import, where it comes out as another
error, or within a callback of the garbage collector, where it is lost. So the first signal is only taken note of, and
raised when a chunk is done, a fraction of a second later. The second one is raised at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)

_noted = threading.Event()


@contextmanager
def between_chunks() -> Iterator[None]:
    """Take note of signals meanwhile; what was set for them before holds again afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in SIGNALS}
    # A signal that is ignored, as Ctrl-C by a job in the background, stays so.
    taken = [one for one, handler in before.items() if handler in (signal.SIG_DFL, signal.default_int_handler)]
    for one in taken:
        signal.signal(one, _note)
    try:
        yield
    finally:
        for one in taken:
            signal.signal(one, before[one])
        _noted.clear()


def _note(number: int, frame: Any) -> None:
    if _noted.is_set():
        raise KeyboardInterrupt
    _noted.set()


def check() -> None:
    """Raise what was taken note of; to be called between two chunks.

    Raises
    ------
    KeyboardInterrupt
        Somebody wants the end.
    """
    if _noted.is_set():
        _noted.clear()
        raise KeyboardInterrupt
