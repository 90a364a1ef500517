"""Who works: which workers proved that they count as the client does, which were refused, and how fast each is."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.runs.cluster.proof import Proof
from simulate.runs.cluster.work import Answer, prove
from simulate.runs.errors import FailedRun

LOOK_SECONDS = 2.0
"""Between two looks at who is there."""
HOPELESS_SECONDS = 10.0
"""How long to wait for others when all workers that are there were refused."""
SLOW = 0.5
"""A worker is called slow when a thread of it has less than this share of the usual rate."""
NAMED = 8
"""Most workers that are listed by name."""

Note = Callable[[str], None]


@dataclass
class Record:
    """What one worker did.

    Attributes
    ----------
    name : str
    plays : int
    seconds : float
        Of its threads together.
    """

    name: str
    plays: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Plays a second of one of its threads."""
        return self.plays / self.seconds if self.seconds > 0 else 0.0


class Workers:
    """The workers of a cluster, as the client knows them.

    Parameters
    ----------
    client : distributed.Client
    note : callable
        Told in a sentence when a worker is refused.
    """

    def __init__(self, client: Any, note: Note) -> None:
        self.client, self._note = client, note
        self._threads: Mapping[str, int] = {}
        self._asked: dict[tuple[str, Proof], Any] = {}
        self._looked = float("-inf")
        self._pause = LOOK_SECONDS
        self._total = 1
        self.proven: set[str] = set()
        self.refused: dict[str, str] = {}
        self.records: dict[str, Record] = {}

    @property
    def threads(self) -> int:
        """Chunks that can be played at once by workers that were not refused; at least 1."""
        return self._total

    @property
    def present(self) -> int:
        """Workers that are there and were not refused."""
        return sum(address not in self.refused for address in self._threads)

    def chosen(self) -> list[str] | None:
        """The workers that chunks should go to; None when all will do."""
        if not any(address in self._threads for address in self.refused):
            return None
        return [address for address in self._threads if address not in self.refused]

    def look(self, proof: Proof, *, now: bool = False) -> None:
        """See who is there, and ask everybody new for the proof."""
        if not now and time.monotonic() - self._looked < self._pause:
            return
        begun = time.monotonic()
        try:
            self._threads = self.client.nthreads()
        except (OSError, TimeoutError):  # a busy scheduler, or a gone one: that shows when chunks are asked for
            self._looked = time.monotonic()
            return
        for address in self._threads:
            if (address, proof) not in self._asked:
                self._asked[address, proof] = self.client.submit(
                    prove, proof, workers=[address], allow_other_workers=False, pure=False, priority=100
                )
        self._judge()
        self._add_up()
        self._looked = time.monotonic()
        # A list of very many workers takes a while: no more than a fiftieth of the time goes there.
        self._pause = max(LOOK_SECONDS, 50 * (self._looked - begun))

    def _add_up(self) -> None:
        self._total = max(1, sum(n for address, n in self._threads.items() if address not in self.refused))

    def _judge(self) -> None:
        """Take up the proofs that were given; forget workers that are gone."""
        for (address, proof), future in list(self._asked.items()):
            if address not in self._threads:
                del self._asked[address, proof]
                self.proven.discard(address)
                self.refused.pop(address, None)
            elif future is not None and future.done():
                self._asked[address, proof] = None
                self._read(address, future)

    def _read(self, address: str, future: Any) -> None:
        if future.status == "finished":
            self.heard(future.result())
        elif future.status == "error":
            self.refuse(address, address, f"it cannot count: {_words(future.exception())}")
        else:  # cancelled or lost on the way: asked again at the next look
            for key in [key for key in self._asked if key[0] == address and self._asked[key] is None]:
                del self._asked[key]

    def heard(self, answer: Answer) -> bool:
        """True when an answer comes from a worker that counts as the client does."""
        if answer.refusal:
            self.refuse(answer.worker, answer.name, answer.refusal)
            return False
        self.proven.add(answer.worker)
        return True

    def credit(self, answer: Answer, plays: int) -> None:
        """Keep account of a counted chunk."""
        record = self.records.setdefault(answer.worker, Record(answer.name))
        record.plays += plays
        record.seconds += answer.seconds

    def refuse(self, address: str, name: str, why: str) -> None:
        """Take no numbers from a worker, and say so once."""
        if address not in self.refused:
            self.refused[address] = why
            self._add_up()
            self._note(f"worker {name} is refused: {why}")

    def wait(self, proof: Proof, patience: float | None, waiting: Callable[[float], None]) -> None:
        """Return once a worker has proved itself.

        Parameters
        ----------
        patience : float or None
            Seconds to wait at most; None for jobs that may stand in a queue for days.
        waiting : callable
            Called with the seconds waited.

        Raises
        ------
        FailedRun
            There was none in time, or all that came were refused.
        """
        begun = time.monotonic()
        while True:
            self.look(proof, now=True)
            if any(address in self.proven and address not in self.refused for address in self._threads):
                return
            waited = time.monotonic() - begun
            hopeless = bool(self._threads) and self.refused.keys() >= self._threads.keys()
            if patience is not None and waited > (min(patience, HOPELESS_SECONDS) if hopeless else patience):
                raise FailedRun(self._nobody(waited))
            waiting(waited)
            time.sleep(0.05)

    def _nobody(self, waited: float) -> str:
        if self.refused and self.refused.keys() >= self._threads.keys() and self._threads:
            return f"every worker of the cluster was refused: {'; '.join(dict.fromkeys(self.refused.values()))}"
        if self._threads:
            return f"{len(self._threads)} workers of the cluster did not get ready within {waited:.0f} s"
        return f"the cluster had no worker within {waited:.0f} s: start some with `dask worker`"

    def need(self, proof: Proof, patience: float = 60.0) -> None:
        """Return once a worker is there that was not refused; FailedRun when there is none for a while."""
        self.look(proof, now=True)
        if not self.present:
            self.wait(proof, patience, lambda waited: None)

    def report(self) -> list[str]:
        """Lines that say what each worker did; with very many, the slowest."""
        done = sorted(self.records.values(), key=lambda one: one.rate)
        if not done:
            return []
        usual = statistics.median(one.rate for one in done)
        lines = [
            f"{one.name}: {one.plays} games, {one.rate:.0f} a second and thread{_slow(one, usual)}"
            for one in done[:NAMED]
        ]
        more = len(done) - len(lines)
        return lines + ([f"and {more} more workers, {usual:.0f} a second and thread at the median"] if more else [])


def _slow(one: Record, usual: float) -> str:
    return " (slow)" if one.rate < SLOW * usual else ""


def _words(error: BaseException | None) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0][:200] if error is not None else "unknown"
