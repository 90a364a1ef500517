"""Progress of long runs: games, rate, time left, on stderr if that is a terminal, erased at the end."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

from fairdeal.cli.streams import is_terminal
from reports.numbers import count, duration, plain_spaces

AFTER = 1.0
"""Seconds before anything is shown."""
EVERY = 0.25
"""Seconds between two lines."""
ERASE = "\r\x1b[K"


class Progress:
    """Shows how far one run is; a context manager to be called as the run's progress callback."""

    def __init__(self, label: str, *, shown: bool) -> None:
        self._label = label
        self._shown = shown and is_terminal(sys.stderr)
        self._last = 0.0
        self._dirty = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(AFTER, self._compiling)
        self._timer.daemon = True

    def __enter__(self) -> Progress:
        self._started = time.monotonic()
        if self._shown:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._shown = False
            if self._dirty:
                sys.stderr.write(ERASE)
                sys.stderr.flush()

    def __call__(self, done: int, wanted: int, seconds: float) -> None:
        """Show the state: plays done and wanted, seconds spent playing."""
        self._timer.cancel()
        now = time.monotonic()
        if not self._shown or now - self._started < AFTER or now - self._last < EVERY or done >= wanted:
            return
        self._last = now
        rate = done / seconds if seconds > 0 else 0.0
        left = f", {duration((wanted - done) / rate)} left" if rate else ""
        self._line(f"{self._label}: {count(done)} of {count(wanted)} games, {count(round(rate))} a second{left}")

    def _compiling(self) -> None:
        self._line(f"{self._label}: making the kernels ready (compiled once, then kept) …")

    def _line(self, text: str) -> None:
        with self._lock:
            if self._shown:
                self._dirty = True
                sys.stderr.write(ERASE + plain_spaces(text))
                sys.stderr.flush()


class Stages:
    """Progress of a study whose parts have names: called with a part's name, gives what shows that part's progress."""

    def __init__(self, label: str, *, shown: bool) -> None:
        self._label, self._shown = label, shown
        self._part: Progress | None = None

    def __enter__(self) -> Stages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def __call__(self, part: str) -> Progress:
        """End the part before; the progress of `part`."""
        self._end()
        self._part = Progress(f"{self._label}: {part}", shown=self._shown).__enter__()
        return self._part

    def _end(self) -> None:
        if self._part is not None:
            self._part.__exit__(None, None, None)
            self._part = None
