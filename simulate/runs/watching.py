"""A progress callback that also wants to see the main figure while a run goes on.

Only runs whose intervals hold at every look tell it: who sees an estimate may stop the run because of it, and after a
declared number of plays the intervals would then be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from simulate.statistics.intervals import Interval


@runtime_checkable
class Watcher(Protocol):
    """A progress callback that is told of estimates, too."""

    @property
    def watching(self) -> bool:
        """Whether anybody would see one now; making it costs time."""

    def look(self, name: str, unit: str, interval: Interval) -> None:
        """Show the estimate of a figure with its anytime interval."""


@runtime_checkable
class Patient(Protocol):
    """A progress callback that is told of the plays before the first one that counts, too."""

    def prepare(self, done: int, wanted: int, seconds: float) -> None:
        """Show how far the plays are that are thrown away: done, wanted at most, seconds spent on them."""


def watched(progress: object) -> bool:
    """False if nobody would see what the callback is told now."""
    return not isinstance(progress, Watcher) or progress.watching


def tell(progress: object, look: Callable[[], tuple[str, str, Interval]]) -> None:
    """Tell the figure that `look` gives, as name, unit and interval, if somebody watches."""
    if isinstance(progress, Watcher) and progress.watching:
        progress.look(*look())
