"""The cluster engine with very many workers, in virtual time: its own loop is real, everything around it is a model.

``python -m benchmarks.cluster simulate``. A pretended client stands for Dask: submitting and gathering cost the client,
each chunk costs the one scheduler and its worker, by the processor times that ``python -m benchmarks.cluster memory``
measures; chunks take as long as their plays do on workers of different speeds. Nobody waits: a clock is set forward.
What the engine's loop itself takes is measured and added to the clock, so keeping account of many workers counts.
"""

from __future__ import annotations

import heapq
import queue
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

from benchmarks.sleeping import sleep
from simulate.runs.cluster import dask, workers
from simulate.runs.cluster.work import Answer, prove

SPREAD = 0.2
"""Workers are up to so much faster or slower than the usual one, evenly spread."""


@dataclass(frozen=True)
class Costs:
    """Processor seconds: what a chunk takes, and what each message that hands out some chunks takes besides.

    Measured by ``python -m benchmarks.cluster plan`` with 8 to 200 threads and by ``memory``, rounded up.
    """

    client: float = 0.0005
    client_message: float = 0.0015
    scheduler: float = 0.0007
    scheduler_message: float = 0.0025
    worker: float = 0.003


class Future:
    """What a submitted call will give."""

    def __init__(self) -> None:
        self.status, self.answer = "pending", Answer("", "")
        self.called: list[Callable[[Any], None]] = []

    def done(self) -> bool:
        """True when the answer is there."""
        return self.status == "finished"

    def result(self) -> Answer:
        """The answer."""
        return self.answer

    def add_done_callback(self, function: Callable[[Any], None]) -> None:
        """Have a function called with the future when the answer is there."""
        self.called.append(function)


class Cluster:
    """A scheduler and workers of one thread each, in virtual time, seen through what the engine uses of Dask's client.

    Parameters
    ----------
    threads : int
        Workers.
    each : float
        Seconds of a play on the usual worker.
    costs : Costs
    """

    status = "running"

    def __init__(self, threads: int, each: float, costs: Costs) -> None:
        self.each, self.costs = each, costs
        self.now = self.scheduler_free = self.scheduler_busy = self.client_busy = 0.0
        self.speeds = [1 - SPREAD + 2 * SPREAD * n / max(1, threads - 1) for n in range(threads)]
        self._idle = deque(range(threads))
        self._waiting: deque[tuple[Future, int, int]] = deque()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._resumed = time.process_time()
        self.finished: deque[Any] = deque()
        self._addresses = {f"tcp://worker-{n}": 1 for n in range(threads)}

    def nthreads(self) -> dict[str, int]:
        """Threads of each worker."""
        return dict(self._addresses)

    def submit(self, function: Callable[..., Any], *args: Any, workers: Any = None, **options: Any) -> Future:
        """Ask for a proof: given at once, since every worker makes one while the others do."""
        if function is not prove:
            raise ValueError("only proofs are asked for one by one")
        future = Future()
        future.status, future.answer = "finished", Answer(*(2 * list(workers)[:1]))
        return future

    def map(self, function: Callable[..., Any], *columns: list[Any], **options: Any) -> list[Future]:
        """Hand out chunks in one message."""
        self._spend(self.costs.client_message + len(columns[0]) * self.costs.client / 2)
        self._scheduled(self.costs.scheduler_message)
        futures = []
        for _, _, first, plays in zip(*columns, strict=True):
            futures.append(Future())
            self._later(self._scheduled(self.costs.scheduler / 2), partial(self._arrive, futures[-1], first, plays))
        return futures

    def gather(self, futures: list[Future]) -> list[Answer]:
        """The answers of futures that are done."""
        self._spend(len(futures) * self.costs.client / 2)
        return [future.answer for future in futures]

    def cancel(self, futures: list[Future], asynchronous: bool = False) -> None:
        """Nothing is under way when all was played."""

    def close(self) -> None:
        """Nothing to close."""

    def wait(self, timeout: float) -> None:
        """Set the clock forward to the next answer, at most by `timeout` seconds."""
        self.charge()
        end = self.now + timeout
        while not self.finished and self._events and self._events[0][0] <= end:
            self.now, _, happens = heapq.heappop(self._events)
            happens()
        if not self.finished:
            self.now = end
        self._resumed = time.process_time()

    def charge(self) -> None:
        """Add the processor time that the engine took since it was last given control."""
        self._spend(time.process_time() - self._resumed)
        self._resumed = time.process_time()

    def _spend(self, seconds: float) -> None:
        self.client_busy += seconds
        self.now += seconds
        while self._events and self._events[0][0] <= self.now:
            before = self.now
            self.now, _, happens = heapq.heappop(self._events)
            happens()
            self.now = before

    def _later(self, when: float, happens: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (when, self._count, happens))

    def _scheduled(self, spent: float) -> float:
        """When the scheduler, which does one thing at a time, has dealt with one more that takes it so many seconds."""
        self.scheduler_free = max(self.scheduler_free, self.now) + spent
        self.scheduler_busy += spent
        return self.scheduler_free

    def _arrive(self, future: Future, first: int, plays: int) -> None:
        self._waiting.append((future, first, plays))
        self._start()

    def _start(self) -> None:
        while self._idle and self._waiting:
            worker = self._idle.popleft()
            future, first, plays = self._waiting.popleft()
            seconds = plays * self.each / self.speeds[worker]
            self._later(
                self.now + seconds + self.costs.worker, partial(self._end, worker, future, first, plays, seconds)
            )

    def _end(self, worker: int, future: Future, first: int, plays: int, seconds: float) -> None:
        self._idle.append(worker)
        self._start()
        address = f"tcp://worker-{worker}"
        given = sleep(0.0, first, plays)
        answer = Answer(address, address, seconds=seconds, first=first, plays=plays, given=given)
        self._later(self._scheduled(self.costs.scheduler / 2), partial(self._told, future, answer))

    def _told(self, future: Future, answer: Answer) -> None:
        future.status, future.answer = "finished", answer
        for function in future.called:
            function(future)


class Answers:
    """The queue by which the engine waits for answers: waiting sets the clock forward."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def put(self, item: Any) -> None:
        """Add an answer."""
        self._cluster.finished.append(item)

    def empty(self) -> bool:
        """True when no answer is there."""
        return not self._cluster.finished

    def get(self, timeout: float = 0.0) -> Any:
        """The next answer."""
        if not self._cluster.finished:
            self._cluster.wait(timeout)
        if not self._cluster.finished:
            raise queue.Empty
        return self._cluster.finished.popleft()


@dataclass(frozen=True)
class Simulated:
    """What came out.

    Attributes
    ----------
    threads, chunks : int
    wall, ideal : float
        Seconds of the plan, and what it would take without any engine.
    scheduler, client : float
        Shares of the wall time in which each was busy.
    """

    threads: int
    chunks: int
    wall: float
    ideal: float
    scheduler: float
    client: float

    @property
    def efficiency(self) -> float:
        """Share of the workers' time that went into plays."""
        return self.ideal / self.wall


def simulate(threads: int, minutes: float, rate: float, costs: Costs | None = None) -> Simulated:
    """Play a plan that would take `minutes` without any engine on `threads` workers that play `rate` plays a second."""
    cluster = Cluster(threads, 1 / rate, costs or Costs())
    plays = int(60 * minutes * rate * sum(cluster.speeds))
    clock = SimpleNamespace(monotonic=lambda: cluster.now, sleep=cluster.wait)
    waits = SimpleNamespace(SimpleQueue=lambda: Answers(cluster), Empty=queue.Empty)
    with mock.patch.object(workers, "time", clock), mock.patch.object(dask, "queue", waits):
        engine = dask.Dask(lambda: cluster)
        counting = partial(sleep, 1 / rate)
        chunks = 0
        for _ in engine.chunks(counting, 0, (plays,)):
            chunks += 1
        cluster.charge()
        engine.close()
    return Simulated(
        threads, chunks, cluster.now, plays / rate / sum(cluster.speeds), cluster.scheduler_busy / cluster.now,
        cluster.client_busy / cluster.now,
    )  # fmt: skip


def table(sizes: tuple[int, ...], minutes: float, rate: float) -> str:
    """One line for each number of threads."""
    lines = [
        f"{'threads':>8} {'chunks':>8} {'plan s':>8} {'ideal s':>8} {'efficiency':>11} {'scheduler':>10} {'client':>7}"
    ]
    for threads in sizes:
        found = simulate(threads, minutes, rate)
        lines.append(
            f"{found.threads:8} {found.chunks:8} {found.wall:8.1f} {found.ideal:8.1f} {100 * found.efficiency:9.2f} %"
            f" {100 * found.scheduler:8.1f} % {100 * found.client:5.1f} %"
        )
    return "\n".join(lines)
