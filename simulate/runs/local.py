"""Plays a run, by default with threads of this machine; the result is the same integers for any number of them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from simulate.runs.chunk_sizes import ChunkSizes
from simulate.runs.engine import Engine, Jobs
from simulate.runs.interrupts import check
from simulate.runs.keeping import kept_by
from simulate.runs.prepared import Prepared
from simulate.runs.tally import MOST_PLAYS, Adder, Tally

CHUNK_SECONDS = 0.2
"""Aim for the length of one call of a kernel."""

T = TypeVar("T")

Progress = Callable[[int, int, float], None]
"""Called with plays done, plays wanted and seconds spent playing."""


@dataclass(frozen=True)
class Played:
    """What :func:`play_locally` did.

    Attributes
    ----------
    tally : Tally
        Of the plays done, a contiguous range from the first one.
    jit_seconds, seconds : float
        Making the kernel ready (compiling, or reading it from the cache); playing.
    threads : int
        Chunks that were played at the same time.
    interrupted : bool
        True when it was stopped before all plays were done.
    kind : str
        The engine's.
    kept : int
        Plays of the tally that were not played now but taken from a checkpoint or from shards.
    """

    tally: Tally
    jit_seconds: float
    seconds: float
    threads: int
    interrupted: bool = False
    kind: str = "local"
    kept: int = 0


def usable_threads() -> int:
    """Number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_locally(
    prepared: Prepared,
    seed: int,
    first: int,
    count: int,
    jobs: Jobs = None,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Played:
    """Play `count` plays from index `first` on with `jobs` threads, or on an engine.

    Ctrl-C stops it at the next chunk: what was done up to there is returned as a valid, shorter run. So does the clock
    after `seconds` of playing, without calling it interrupted.

    Raises
    ------
    FailedRun
        A fault in the game's code.
    """
    engine = engine_of(jobs)
    started = time.perf_counter()
    prepared.count_plays(seed, first, 0)
    ready = time.perf_counter()
    adder, before = Adder(prepared.width), kept_by(engine)
    interrupted = False
    done = 0
    rows = engine.chunks(partial(prepared.count_plays, seed), first, (count,))
    try:
        for size, row in rows:
            adder.add(row)
            done += size
            if progress is not None:
                progress(done, count, time.perf_counter() - ready)
            if seconds is not None and time.perf_counter() - ready >= seconds:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        rows.close()
    finished = time.perf_counter()
    tally = adder.tally(prepared.measures, prepared.seats)
    kept = kept_by(engine) - before
    return Played(tally, ready - started, finished - ready, engine.threads, interrupted, engine.kind, kept)


class Threads:
    """The engine of this machine: threads, which all play at once since kernels release the interpreter's lock.

    Parameters
    ----------
    threads : int, optional
        By default one a processor.
    """

    kind = "local"
    shares_memory = True

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or usable_threads()

    def chunks(self, count: Callable[[int, int], T], first: int, edges: Iterable[int]) -> Generator[tuple[int, T]]:
        """Yield (plays, what they gave) of consecutive chunks, in index order, at most two a thread under way."""
        sizes = ChunkSizes(self.threads, CHUNK_SECONDS, MOST_PLAYS)
        pending: deque[tuple[int, Future[tuple[T, float]]]] = deque()
        remaining = iter(edges)
        edge = next(remaining, None)
        handed = 0
        pool = ThreadPoolExecutor(self.threads, thread_name_prefix="plays")
        try:
            while edge is not None or pending:
                while edge is not None and len(pending) < 2 * self.threads:
                    size = sizes.next(edge - handed)
                    pending.append((size, pool.submit(timed, count, first + handed, size)))
                    handed += size
                    if handed == edge:
                        edge = next(remaining, None)
                size, future = pending.popleft()
                given, seconds = future.result()
                sizes.learn(size, seconds)
                yield size, given
                check()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def engine_of(jobs: Jobs) -> Engine:
    """The engine that is meant."""
    return Threads(jobs) if jobs is None or isinstance(jobs, int) else jobs


def threads_of(jobs: Jobs) -> int:
    """Threads for what only this machine can do."""
    return jobs if isinstance(jobs, int) else usable_threads()


def timed(count: Callable[[int, int], T], first: int, plays: int) -> tuple[T, float]:
    """What the plays gave, and the seconds it took."""
    started = time.perf_counter()
    given = count(first, plays)
    return given, time.perf_counter() - started
