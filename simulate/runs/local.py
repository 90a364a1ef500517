"""Plays a run on this machine with threads; the result is the same integers for any number of them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulate.runs.prepared import Prepared
from simulate.runs.tally import MOST_PLAYS, Adder, Tally

BLOCK = 4096
"""Plays are handed out in multiples of a block."""

CHUNK_SECONDS = 0.2
"""Aim for the length of one call of a kernel."""

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
    rows = _rows(prepared, seed, first, count, threads)
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


def _rows(
    prepared: Prepared, seed: int, first: int, count: int, threads: int
) -> Generator[tuple[int, NDArray[np.int64]]]:
    """Yield (plays, row) of consecutive chunks, in index order, with at most two chunks a thread under way."""
    sizes = _ChunkSizes(threads)
    pending: deque[tuple[int, Future[tuple[NDArray[np.int64], float]]]] = deque()
    handed = 0
    pool = ThreadPoolExecutor(threads, thread_name_prefix="plays")
    try:
        while handed < count or pending:
            while handed < count and len(pending) < 2 * threads:
                size = min(sizes.next(count - handed), count - handed)
                pending.append((size, pool.submit(_timed, prepared, seed, first + handed, size)))
                handed += size
            size, future = pending.popleft()
            row, seconds = future.result()
            sizes.learn(size, seconds)
            yield size, row
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _timed(prepared: Prepared, seed: int, first: int, count: int) -> tuple[NDArray[np.int64], float]:
    started = time.perf_counter()
    row = prepared.count_plays(seed, first, count)
    return row, time.perf_counter() - started


class _ChunkSizes:
    """Chooses chunk sizes: short at first, then about CHUNK_SECONDS, short again so that all threads end together."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._blocks = 1

    def next(self, left: int) -> int:
        share = max(1, left // (2 * self._threads * BLOCK))
        return min(self._blocks, share, MOST_PLAYS // BLOCK) * BLOCK

    def learn(self, size: int, seconds: float) -> None:
        if seconds < CHUNK_SECONDS / 2 and size >= self._blocks * BLOCK:
            self._blocks *= 2
        elif seconds > CHUNK_SECONDS * 2 and self._blocks > 1:
            self._blocks //= 2
