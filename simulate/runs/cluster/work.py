"""What a worker does: proves itself once, then counts chunks. Pure functions of what is sent."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from typing import Any

from simulate.runs.cluster.proof import Proof, refusal, unpacked
from simulate.runs.cluster.sums import count_many
from simulate.runs.errors import FailedRun

MOST_TOLD = 500


@dataclass(frozen=True)
class Answer:
    """What came back of a chunk.

    Attributes
    ----------
    worker, name : str
        Address and name of the worker.
    refusal : str
        Why this worker may not count; then nothing was counted.
    fault, error : str
        A fault in the game's code; anything else that went wrong, which another worker may do better. Told in words
        and never raised, since not every exception survives the way back.
    seconds : float
        Spent counting.
    first, plays : int
        What was counted; 0 plays if nothing was.
    given : object
        The integers.
    """

    worker: str
    name: str
    refusal: str = ""
    fault: str = ""
    error: str = ""
    seconds: float = 0.0
    first: int = 0
    plays: int = 0
    given: Any = None


def play(sent: bytes, proof: Proof, first: int, plays: int) -> Answer:
    """Count a chunk, if this process counts as the client does."""
    worker, name = _own_name()
    try:
        why = refusal(proof)
        if why:
            return Answer(worker, name, refusal=why)
        count = unpacked(sent)
        started = time.perf_counter()
        given = count_many(count, first, plays)
        return Answer(worker, name, seconds=time.perf_counter() - started, first=first, plays=plays, given=given)
    except FailedRun as fault:
        return Answer(worker, name, fault=str(fault))
    except Exception as error:
        return Answer(worker, name, error=f"{type(error).__name__}: {error}"[:MOST_TOLD])


def prove(proof: Proof) -> Answer:
    """Whether this process counts as the client does."""
    return Answer(*_own_name(), refusal(proof))


def _own_name() -> tuple[str, str]:
    """Address and name of the worker that runs this."""
    from distributed import get_worker

    worker = get_worker()
    name = str(worker.name)
    return str(worker.address), f"{socket.gethostname()} ({worker.address})" if name == worker.address else (
        f"{name} on {socket.gethostname()} ({worker.address})"
    )
