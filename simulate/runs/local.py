"""Plays a run on this machine with threads; the result is the same integers for any number of them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from simulate.runs.prepared import Prepared
from simulate.runs.tally import MOST_PLAYS, Adder, Tally

BLOCK = 4096
"""Plays that are worth a thread's while; fewer are handed out only at the start and by slow policies."""

FIRST_CHUNK = 64
"""Plays of the first chunks, before it is known how fast they are: a slow policy can be stopped early, too."""

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
    interrupted : bool
        True when it was stopped before all plays were done.
    """

    tally: Tally
    jit_seconds: float
    seconds: float
    threads: int
    interrupted: bool = False


def usable_threads() -> int:
    """Number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_locally(
    prepared: Prepared, seed: int, first: int, count: int, jobs: int | None = None, progress: Progress | None = None
) -> Played:
    """Play `count` plays from index `first` on with `jobs` threads.

    Ctrl-C stops it at the next chunk: what was done up to there is returned as a valid, shorter run.

    Raises
    ------
    FailedRun
        A fault in the game's code.
    """
    threads = jobs or usable_threads()
    started = time.perf_counter()
    prepared.count_plays(seed, first, 0)
    ready = time.perf_counter()
    adder = Adder(prepared.width)
    interrupted = False
    done = 0
    rows = chunks(partial(prepared.count_plays, seed), first, (count,), threads)
    try:
        for size, row in rows:
            adder.add(row)
            done += size
            if progress is not None:
                progress(done, count, time.perf_counter() - ready)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        rows.close()
    finished = time.perf_counter()
    tally = adder.tally(prepared.measures, prepared.seats)
    return Played(tally, ready - started, finished - ready, threads, interrupted)


def chunks(
    count_plays: Callable[[int, int], T], first: int, edges: Iterable[int], threads: int
) -> Generator[tuple[int, T]]:
    """Yield (plays, what they gave) of consecutive chunks, in index order, at most two chunks a thread under way.

    Parameters
    ----------
    count_plays : callable
        What a number of plays from an index on give; called as (index, plays) by several threads at once.
    edges : iterable of int
        Increasing numbers of plays that no chunk crosses; the last one ends the run. Closing the generator earlier
        drops the chunks that are under way.
    """
    sizes = _ChunkSizes(threads)
    pending: deque[tuple[int, Future[tuple[T, float]]]] = deque()
    remaining = iter(edges)
    edge = next(remaining, None)
    handed = 0
    pool = ThreadPoolExecutor(threads, thread_name_prefix="plays")
    try:
        while edge is not None or pending:
            while edge is not None and len(pending) < 2 * threads:
                size = min(sizes.next(edge - handed), edge - handed)
                pending.append((size, pool.submit(_timed, count_plays, first + handed, size)))
                handed += size
                if handed == edge:
                    edge = next(remaining, None)
            size, future = pending.popleft()
            given, seconds = future.result()
            sizes.learn(size, seconds)
            yield size, given
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _timed(count_plays: Callable[[int, int], T], first: int, count: int) -> tuple[T, float]:
    started = time.perf_counter()
    given = count_plays(first, count)
    return given, time.perf_counter() - started


class _ChunkSizes:
    """Chooses chunk sizes: short at first, then about CHUNK_SECONDS, short again so that all threads end together."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._plays = FIRST_CHUNK

    def next(self, left: int) -> int:
        """Plays of the next chunk with `left` plays before the next edge."""
        if left <= BLOCK:
            return min(self._plays, BLOCK)
        share = max(1, left // (2 * self._threads * BLOCK)) * BLOCK
        return min(self._plays, share, MOST_PLAYS)

    def learn(self, size: int, seconds: float) -> None:
        """Take note of how long a chunk took."""
        if seconds < CHUNK_SECONDS / 2 and size >= self._plays and self._plays < MOST_PLAYS:
            self._plays *= 2
        elif seconds > CHUNK_SECONDS * 2 and size <= self._plays and self._plays > 1:
            self._plays //= 2
