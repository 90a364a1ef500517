"""Progress of long runs on stderr if that is a terminal: the main figure, games, rate, time left; erased at the end.

One line that is written over, by a carriage return and spaces alone.
"""

from __future__ import annotations

import math
import shutil
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli.streams import is_terminal
from reports.columns import cut, width_of
from reports.numbers import count, decimals, duration, fixed, percent, percent_places, plain_spaces

if TYPE_CHECKING:
    from simulate.statistics.intervals import Interval

AFTER = 1.0
"""Seconds before anything is shown."""
EVERY = 0.25
"""Seconds between two lines."""
LEAST = 20
"""Columns of the narrowest terminal that is reckoned with."""


class Progress:
    """Shows how far one run is; a context manager to be called as the run's progress callback."""

    def __init__(self, label: str, *, shown: bool) -> None:
        self._label = label
        self._shown = shown and is_terminal(sys.stderr)
        self._last = 0.0
        self._width = 0
        self._figure = ""
        self._lock = threading.Lock()
        context = click.get_current_context(silent=True)
        self._engine: Any = context.obj if context is not None else None
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
            self._write("")

    def __call__(self, done: int, wanted: int, seconds: float) -> None:
        """Show the state: plays done and wanted, seconds spent playing."""
        self._timer.cancel()
        now = time.monotonic()
        if not self._shown or now - self._started < AFTER or now - self._last < EVERY or done >= wanted:
            return
        self._last = now
        rate = done / seconds if seconds > 0 else 0.0
        games = f"{count(done)} of {count(wanted)} games"
        speed = [f"{count(round(rate))} a second"] if rate else []
        left = [f"{duration((wanted - done) / rate)} left"] if rate else []
        figure = [self._figure] if self._figure else []
        who = [self._engine.status()] if self._engine is not None else []
        self._line([*figure, games, *left], [*figure, games, *speed, *left], [*figure, games, *speed, *who, *left])

    def prepare(self, done: int, wanted: int, seconds: float) -> None:
        """Show the state of the plays that are thrown away, before the first one that counts."""
        self._timer.cancel()
        if done >= wanted or not self.watching:
            return
        self._last = time.monotonic()
        told = f"trying it out, {count(done)} of {count(wanted)} games"
        left = [f"{duration((wanted - done) * seconds / done)} left"] if done else []
        self._line([told], [told, *left])

    @property
    def watching(self) -> bool:
        """Whether the next call would be shown."""
        now = time.monotonic()
        return self._shown and now - self._started >= AFTER and now - self._last >= EVERY

    def look(self, name: str, unit: str, interval: Interval) -> None:
        """Show a figure with its anytime interval in front of the games, from the next call on."""
        if not math.isfinite(interval.half_width):
            return
        ends = [interval.value, interval.low, interval.high]
        if unit == "share":
            places = percent_places(*ends)
            value, reach, sign = percent(ends[0], places), percent(interval.half_width, places), " %"
        else:
            places = decimals(interval.half_width)
            value, reach, sign = fixed(ends[0], places), fixed(interval.half_width, places), f" {unit}"
        self._figure = f"{name} {value} ± {reach}{sign}"

    def _compiling(self) -> None:
        self._line(["making the kernels ready (compiled once, then kept) …"])

    def _line(self, *parts: Sequence[str]) -> None:
        """Show the longest of the given lines that fits beside the label, or the first one with the label cut."""
        columns = max(LEAST, shutil.get_terminal_size().columns) - 1
        lines = [plain_spaces(f"{self._label}: {', '.join(one)}") for one in parts]
        shown = next((line for line in reversed(lines) if width_of(line) <= columns), None)
        if shown is None:
            told = plain_spaces(", ".join(parts[0]))
            label = cut(self._label, max(1, columns - width_of(told) - 2))
            shown = cut(f"{label}: {told}", columns)
        with self._lock:
            if self._shown:
                self._write(shown)

    def _write(self, text: str) -> None:
        """Write over what stands there; an empty text leaves an empty line."""
        if not text and not self._width:
            return
        blank = " " * max(0, self._width - width_of(text))
        self._width = width_of(text)
        sys.stderr.write(f"\r{text}{blank}" + ("" if text else "\r"))
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
