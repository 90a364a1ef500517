"""Plots drawn in processes of their own, which make themselves ready while the page is still being made.

Half of the time that a page takes is matplotlib's: its import and the files of the plots. A server begins with the
import; when the plots are known, it makes copies of itself that draw them, and their files are waited for where they
are needed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing import forkserver, get_all_start_methods, get_context

from reports.plots.plot import Inked, Plot

HELPERS = 2
"""Processes that draw; a page has six plots or so."""

SERVER = "forkserver"
"""How they are made: copied from a server that has imported what plots need, never from this process."""

NEEDED = (
    "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg", "matplotlib.figure", "reports.plots.canvas",
    "reports.plots.distributions", "reports.plots.joint", "reports.plots.lines", "reports.plots.rows",
    "reports.plots.seats", "reports.languages",
)  # fmt: skip
"""What the server imports."""

SETTLED = ("matplotlib", "numba")
"""Packages of a process that has done something before: there the time of one command is of no account."""


@contextmanager
def helpers() -> Iterator[Helpers | None]:
    """Helpers for the time of a command; None where they would not help."""
    if not _worth_while():
        yield None
        return
    context = get_context(SERVER)
    context.set_forkserver_preload(list(NEEDED))
    forkserver.ensure_running()
    made = Helpers()
    try:
        yield made
    finally:
        made.close()


def _worth_while() -> bool:
    """True in a fresh process, with processors to spare."""
    if SERVER not in get_all_start_methods() or any(name in sys.modules for name in SETTLED):
        return False
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return able > 1 and find_spec("matplotlib") is not None


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that asked, which then lets this one go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _nothing() -> None:
    """Be there: a process begins with its first call."""


def _pages(plot: Plot) -> tuple[str, str]:
    """The plot as SVG file and as an element of a page."""
    from reports.plots.canvas import drawn

    made = drawn(plot)
    return made.svg, made.inline


def _png(plot: Plot) -> bytes:
    from reports.plots.canvas import drawn

    return drawn(plot).png


@dataclass(frozen=True)
class Sent:
    """A plot whose files are being made elsewhere."""

    pages: Future[tuple[str, str]]
    picture: Future[bytes]

    @property
    def svg(self) -> str:
        """The whole as an SVG file."""
        return self.pages.result()[0]

    @property
    def inline(self) -> str:
        """The axes alone as an element of a page."""
        return self.pages.result()[1]

    @property
    def png(self) -> bytes:
        """The whole as a PNG file."""
        return self.picture.result()


class Helpers:
    """Processes that draw plots."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(HELPERS, get_context(SERVER), _leave_interrupts)
        # To begin a process one has to wait for the server, which another thread can do.
        self._begun = threading.Thread(target=self._begin)
        self._begun.start()

    def _begin(self) -> None:
        for _ in range(HELPERS):
            self._pool.submit(_nothing)

    def draw(self, plots: Sequence[Plot]) -> Mapping[str, Inked]:
        """The plots by name; what the page itself shows is made first."""
        self._begun.join()
        pool = self._pool
        pages = [pool.submit(_pages, plot) for plot in plots]
        pictures = [pool.submit(_png, plot) for plot in plots]
        return {plot.name: Sent(page, picture) for plot, page, picture in zip(plots, pages, pictures, strict=True)}

    def close(self) -> None:
        """Let the processes go; what nobody waits for is not drawn."""
        self._begun.join()
        self._pool.shutdown(wait=False, cancel_futures=True)
