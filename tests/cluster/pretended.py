"""A pretended Dask client: it plays in this process, in any order, and loses, repeats, refuses and fails at will.

Nothing runs beside the test: a call is played when somebody waits for one.
"""

from __future__ import annotations

import queue
import random
import weakref
from collections.abc import Callable
from typing import Any

from simulate.runs.cluster.proof import unpacked
from simulate.runs.cluster.sums import count_many
from simulate.runs.cluster.work import Answer, play, prove


class Future:
    """What a submitted call will give."""

    def __init__(self) -> None:
        self.status, self.value, self.error = "pending", None, None
        self.called: list[Callable[[Any], None]] = []

    def done(self) -> bool:
        return self.status != "pending"

    def result(self) -> Any:
        return self.value

    def exception(self) -> BaseException | None:
        return self.error

    def add_done_callback(self, function: Callable[[Any], None]) -> None:
        self.called.append(function)


class Client:
    """The pretended client.

    Parameters
    ----------
    threads : dict of str to int
        Workers and their threads.
    seed : int
        Of the order in which things happen.
    trouble : callable
        Told a worker's address and the number of the call; gives an exception, ``"lost"``, ``"twice"``, ``"other"``
        (the plays one further on are counted), None, or what the worker says: ``"refused: …"``, ``"fault: …"``,
        ``"error: …"``.
    seconds : float
        That each chunk says it took.
    """

    def __init__(self, threads, seed=1, trouble=lambda worker, call: None, seconds=0.01) -> None:
        self.threads, self.trouble, self.seconds = dict(threads), trouble, seconds
        self.status = "running"
        self.luck = random.Random(seed)
        self.calls = self.most_pending = self.most_alive = 0
        self.sizes: list[int] = []
        self.names: list[object] = []
        self.restricted: list[list[str]] = []
        self.alive: weakref.WeakSet[Future] = weakref.WeakSet()
        self.pending: list[tuple[Future, Any, tuple[Any, ...], list[str]]] = []
        self.cancelled = 0

    def nthreads(self) -> dict[str, int]:
        self.step()
        return dict(self.threads)

    def submit(self, function, *args, workers=None, **options) -> Future:
        future = Future()
        if function is play:
            self.names.append(options["key"])
        self.alive.add(future)
        self.most_alive = max(self.most_alive, len(self.alive))
        self.pending.append((future, function, args, list(workers or self.threads)))
        self.most_pending = max(self.most_pending, len(self.pending))
        if workers is not None and function is play:
            self.restricted.append(list(workers))
        return future

    def map(self, function, *columns, key, **options) -> list[Future]:
        calls = zip(key, zip(*columns, strict=True), strict=True)
        return [self.submit(function, *args, key=name, **options) for name, args in calls]

    def gather(self, futures) -> list[Any]:
        return [future.result() for future in futures]

    def cancel(self, futures, asynchronous=False) -> None:
        self.cancelled = len(futures)

    def close(self) -> None:
        self.status = "closed"

    def step(self) -> bool:
        """Play one of the pending calls, any; False when there is none."""
        if not self.pending or self.status != "running":
            return False
        future, function, args, workers = self.pending.pop(self.luck.randrange(len(self.pending)))
        self._do(future, function, args, self.luck.choice(workers))
        return True

    def _do(self, future: Future, function, args, worker: str) -> None:
        trouble = self.trouble(worker, self.calls)
        if function is prove and not str(trouble).startswith("refused"):
            trouble = None  # what befalls chunks is told apart from what befalls proofs
        self.calls += 1
        future.status = "finished"
        if isinstance(trouble, BaseException):
            future.status, future.error = "error", trouble
        elif trouble == "lost":
            future.status = "cancelled"
        elif str(trouble).startswith("refused"):
            future.value = Answer(worker, worker, refusal=trouble)
        elif str(trouble).startswith("fault"):
            future.value = Answer(worker, worker, fault=trouble)
        elif str(trouble).startswith("error"):
            future.value = Answer(worker, worker, error=trouble)
        elif function is prove:
            future.value = Answer(worker, worker)
        else:
            sent, _, first, plays = args
            self.sizes.append(plays)
            first += trouble == "other"
            given = count_many(unpacked(sent), first, plays)
            future.value = Answer(worker, worker, seconds=self.seconds, first=first, plays=plays, given=given)
        for function_ in future.called * (2 if trouble == "twice" else 1):
            function_(future)
        future.called.clear()


class Finished(queue.SimpleQueue):
    """A queue of finished calls: whoever waits for one has one played."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        while self.empty():
            if not self.client.step():
                raise queue.Empty
        return super().get()
