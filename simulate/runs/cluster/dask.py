"""The engine of a Dask cluster: chunks as pure functions, given back in index order, each counted once.

Whatever happens to workers, a chunk's numbers are added by its place in the range and only there: a chunk that Dask
plays again after a loss gives the same integers, and what comes twice is dropped. Few chunks are under way at a time,
and everything about a finished one is let go, so neither this process nor the scheduler grows with the length of a run.
"""

from __future__ import annotations

import queue
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from simulate.runs.chunk_sizes import ChunkSizes
from simulate.runs.cluster.proof import Packed, Proof, pack, sign
from simulate.runs.cluster.work import Answer, play
from simulate.runs.cluster.workers import Note, Workers
from simulate.runs.errors import FailedRun

T = TypeVar("T")

CHUNK_SECONDS = 2.0
"""Aim for the length of a chunk: long beside what a chunk costs the scheduler, short beside a walltime."""
CHUNK_RATE = 400.0
"""Chunks a second that a scheduler and a client take with half their time to spare (under a millisecond each, if they
are handed out some dozens together): with very many threads chunks are longer."""
FIRST = 8
"""The first chunks, whose speed is guessed from that of this machine, are so many times shorter, if there are few."""
FINEST = 16
"""Chunks near the end of a run may be so many times shorter, if there are few."""
MOST_PLAYS = 1 << 32
"""Most plays of a chunk."""
MOST_TRIES = 5
"""How often a chunk is handed out before the run is given up: workers may die, but not always on the same chunk."""
AHEAD = 8
"""Chunks a thread that may wait, finished, for one before them; a bound on memory."""
WAITING_SECONDS = 5.0
"""After so long a wait for workers a person is told what is waited for."""
NAMES = 4096
"""Fewest names of tasks that are used in turn. Scheduler, client and workers each remember the last 100 000 names they
saw (Dask cuts a name once and keeps the pieces), so a new name for every chunk would fill their memory for hours."""
NAMES_A_THREAD = 64
"""Names a thread; of them at most two are in use, so a name has long been let go before its next turn."""
TICK = 0.5
"""Seconds after which the loop looks around even if no chunk has finished."""


@dataclass(eq=False)
class _Chunk:
    """A part of the range on its way.

    Attributes
    ----------
    first, plays : int
    future : distributed.Future or None
        While it is under way.
    answer : Answer or None
        Once it is counted.
    tries : int
        How often it was handed out.
    """

    first: int
    plays: int
    future: Any = None
    answer: Answer | None = None
    tries: int = 0


class Dask:
    """An engine that hands chunks to a Dask scheduler.

    Parameters
    ----------
    connect : callable
        Gives the ``distributed.Client``; called when the first chunks are asked for.
    kind : str
        ``dask``, ``slurm`` or ``pbs``.
    note : callable
        Told what a person should know, in sentences.
    patience : float or None
        Seconds to wait for the first worker; None: as long as it takes.
    seconds : float
        How long a chunk should take.
    most : int
        Most plays of a chunk.
    """

    shares_memory = False

    def __init__(
        self, connect: Callable[[], Any], *, kind: str = "dask", note: Note = lambda sentence: None,
        patience: float | None = 120.0, seconds: float = CHUNK_SECONDS, most: int = MOST_PLAYS,
    ) -> None:  # fmt: skip
        self.kind, self.seconds, self.most, self.note = kind, seconds, most, note
        self._connect, self._patience = connect, patience
        self._workers: Workers | None = None
        self._client: Any = None
        self._said_waiting = False
        self._proofs: dict[tuple[tuple[str, ...], str], tuple[Proof, float]] = {}

    @property
    def threads(self) -> int:
        """Threads of the workers that were there at the last look, at least 1."""
        return 1 if self._workers is None else self._workers.threads

    @property
    def workers(self) -> Workers:
        """Who works; connects to the scheduler if that was not done yet."""
        if self._workers is None:
            self._client = self._connect()
            self._workers = Workers(self._client, self.note)
        return self._workers

    def report(self) -> list[str]:
        """Lines that say what each worker did."""
        return [] if self._workers is None else self._workers.report()

    def chunks(self, count: Callable[[int, int], T], first: int, edges: Iterable[int]) -> Generator[tuple[int, T]]:
        """Yield (plays, what they gave) of consecutive chunks, in index order.

        Raises
        ------
        FailedRun
            A fault in the game's code; no worker in time, all refused, or a chunk that failed again and again; the
            scheduler went away.
        """
        packed = pack(count)
        proof, seconds = self._proof(count, packed, first)
        workers = self.workers
        with _told(self._client):
            workers.wait(proof, self._patience, self._waiting)
            length = _length(self.seconds, workers.threads)
            first_ones, finest = (_shorter(times, length, workers.threads) for times in (FIRST, FINEST))
            guess = int(length / first_ones / max(seconds, 1e-9)) or 1
            sizes = ChunkSizes(workers.threads, length, self.most, guess, finest)
            window = _Window(self._client, workers, packed, proof, _Cut(first, edges, sizes), self.seconds)
            try:
                yield from window.rows()
            finally:
                window.drop()

    def close(self) -> None:
        """Let go of the scheduler; an engine that is used again connects anew."""
        client, self._client, self._workers = self._client, None, None
        if client is not None:
            client.close()

    def status(self) -> str:
        """Who plays now, in a few words for a line of progress."""
        if self._workers is None:
            return ""
        present, threads = self._workers.present, self._workers.threads
        return f"{present} worker{'s' if present != 1 else ''}, {threads} thread{'s' if threads != 1 else ''}"

    def _waiting(self, waited: float) -> None:
        if waited >= WAITING_SECONDS and not self._said_waiting:
            self._said_waiting = True
            self.note("waiting for the first worker of the cluster")

    def _proof(self, count: Callable[[int, int], Any], packed: Packed, first: int) -> tuple[Proof, float]:
        """What workers must show for these games, made once for each way of counting; seconds a play took here."""
        key = packed.games, packed.kind
        if key not in self._proofs:
            self._proofs[key] = sign(count, packed, first)
        return self._proofs[key]


def _length(seconds: float, threads: int) -> float:
    """Seconds that a chunk should take when so many are played at once."""
    return max(seconds, threads / CHUNK_RATE)


def _shorter(times: int, length: float, threads: int) -> int:
    """How many times shorter chunks of `length` seconds may be, at most `times`, without a scheduler falling behind."""
    return max(1, min(times, int(2 * CHUNK_RATE * length / threads)))


def _names(threads: int) -> int:
    """Names of tasks to use in turn, a power of two: when it doubles, no name that was in use lately comes again."""
    return max(NAMES, 1 << (NAMES_A_THREAD * threads - 1).bit_length())


class _Cut:
    """Cuts a range into chunks that cross no edge."""

    def __init__(self, first: int, edges: Iterable[int], sizes: ChunkSizes) -> None:
        self._first, self._edges, self.sizes = first, iter(edges), sizes
        self._edge = next(self._edges, None)
        self._handed = 0

    @property
    def is_done(self) -> bool:
        """True when nothing is left to cut."""
        return self._edge is None

    def next(self) -> _Chunk:
        """The next chunk."""
        if self._edge is None:
            raise ValueError("nothing is left to cut")
        chunk = _Chunk(self._first + self._handed, self.sizes.next(self._edge - self._handed))
        self._handed += chunk.plays
        if self._handed == self._edge:
            self._edge = next(self._edges, None)
        return chunk


class _Window:
    """The chunks on their way: a bounded stretch of the range, in order."""

    def __init__(self, client: Any, workers: Workers, packed: Packed, proof: Proof, cut: _Cut, seconds: float) -> None:
        self._client, self._workers, self._packed, self._proof, self._cut = client, workers, packed, proof, cut
        self._chunks: deque[_Chunk] = deque()
        self._finished: queue.SimpleQueue[tuple[_Chunk, Any]] = queue.SimpleQueue()
        self._under_way = 0
        self._seconds = seconds
        self._name = f"plays-{uuid.uuid4().hex[:12]}"
        self._submitted = 0

    def rows(self) -> Generator[tuple[int, Any]]:
        """Yield the chunks' plays and numbers in order."""
        while True:
            self._fill()
            if not self._chunks:
                return
            self._collect()
            while self._chunks and self._chunks[0].answer is not None:
                done = self._chunks.popleft()
                self._fill()
                yield done.plays, done.answer.given if done.answer else None

    def drop(self) -> None:
        """Let go of what is under way."""
        futures = [chunk.future for chunk in self._chunks if chunk.future is not None]
        self._chunks.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, asynchronous=False)

    def _fill(self) -> None:
        threads = self._workers.threads
        sizes, length = self._cut.sizes, _length(self._seconds, threads)
        sizes.threads, sizes.seconds, sizes.finest = threads, length, _shorter(FINEST, length, threads)
        room = min(2 * threads - self._under_way, AHEAD * threads + 2 - len(self._chunks))
        if room < threads // 2 and self._under_way > threads:
            return  # soon there is room for more: chunks that are handed out together cost far less
        chunks: list[_Chunk] = []
        while len(chunks) < room and not self._cut.is_done:
            chunks.append(self._cut.next())
        self._chunks.extend(chunks)
        self._submit(chunks)

    def _submit(self, chunks: list[_Chunk]) -> None:
        """Hand chunks out, all in one message."""
        if not chunks:
            return
        count, chosen = len(chunks), self._workers.chosen()
        names = _names(self._workers.threads)
        for chunk in chunks:
            chunk.tries += 1
        futures = self._client.map(
            play, [self._packed.sent] * count, [self._proof] * count,
            [chunk.first for chunk in chunks], [chunk.plays for chunk in chunks],
            key=[(self._name, (self._submitted + number) % names) for number in range(count)],
            pure=False, workers=chosen, allow_other_workers=chosen is not None,
            priority=max(chunk.tries for chunk in chunks),  # a chunk that was lost holds up those after it
        )  # fmt: skip
        self._submitted += count
        self._under_way += count
        for chunk, future in zip(chunks, futures, strict=True):
            chunk.future = future
            future.add_done_callback(partial(self._done, chunk))

    def _done(self, chunk: _Chunk, future: Any) -> None:
        """Told by a thread of Dask."""
        self._finished.put((chunk, future))

    def _collect(self) -> None:
        """Wait a little for chunks that finished, and take in all that did."""
        done: list[tuple[_Chunk, Any]] = []
        if self._chunks[0].answer is None:
            try:
                done.append(self._finished.get(timeout=TICK))
            except queue.Empty:
                if self._client.status != "running":
                    raise FailedRun(_gone(self._client)) from None
        while not self._finished.empty():
            done.append(self._finished.get())
        current = [(chunk, future) for chunk, future in done if chunk.future is future]
        whole = [(chunk, future) for chunk, future in current if future.status == "finished"]
        answers = self._client.gather([future for _, future in whole]) if whole else []
        for (chunk, _), answer in zip(whole, answers, strict=True):
            self._take(chunk, answer)
        for chunk, future in current:
            if chunk.future is future:
                self._failed(chunk, future)
        self._workers.look(self._proof)

    def _take(self, chunk: _Chunk, answer: Answer) -> None:
        chunk.future = None
        self._under_way -= 1
        if not self._workers.heard(answer):
            chunk.tries -= 1  # not the chunk's fault
            self._workers.need(self._proof)
            self._submit([chunk])
            return
        if answer.fault:
            raise FailedRun(answer.fault)
        if answer.error:
            self._again(chunk, answer.error)
            return
        if (answer.first, answer.plays) != (chunk.first, chunk.plays):
            self._again(chunk, f"it gave plays {answer.first} and the {answer.plays - 1} after it instead")
            return
        chunk.answer = answer
        self._workers.credit(answer, chunk.plays)
        self._cut.sizes.learn(chunk.plays, answer.seconds)

    def _failed(self, chunk: _Chunk, future: Any) -> None:
        """Hand a chunk out again that was lost with its worker, unless the scheduler is gone too."""
        chunk.future = None
        self._under_way -= 1
        if future.status != "error":  # cancelled or lost: with the scheduler, or by somebody else
            if self._client.status != "running":
                raise FailedRun(_gone(self._client))
            self._again(chunk, "it was cancelled")
        else:
            error = future.exception()
            self._again(chunk, f"{type(error).__name__}: {error}")

    def _again(self, chunk: _Chunk, why: str) -> None:
        if chunk.tries >= MOST_TRIES:
            last = chunk.first + chunk.plays - 1
            raise FailedRun(f"plays {chunk.first} to {last} failed on {chunk.tries} workers; the last time: {why}")
        self._workers.look(self._proof, now=True)
        self._submit([chunk])


class _told:  # noqa: N801  # reads as a word in a with statement
    """Turns what the connection raises into the error that a person is told."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        from concurrent.futures import CancelledError

        from distributed.comm.core import CommClosedError

        if isinstance(error, CommClosedError | CancelledError | TimeoutError | ConnectionError):
            raise FailedRun(_gone(self._client)) from error


def _gone(client: Any) -> str:
    address = getattr(getattr(client, "scheduler", None), "address", "") or "its address"
    return f"the scheduler at {address} went away before the end; start it again and repeat the command"
