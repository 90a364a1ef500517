"""Times of two pieces of work measured next to each other, so that both see the same machine.

The clock counts processor time of the work's own thread (or of its child processes), so the time for which another
process holds the processor is left out; what is left of the noise (shared caches, the clock frequency, the other half
of a core) is met by alternating the two and by keeping the smallest of several short calls.
"""

from __future__ import annotations

import math
import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

LEAST_SECONDS = 0.002
"""A call that is shorter than this is made longer before it is timed."""


@dataclass(frozen=True)
class Ready:
    """Work that can be timed.

    Attributes
    ----------
    run : callable
        Does the work once.
    amount : int
        How much of it one call does (plays, or 1): times are given for one of these.
    clock : callable
        Seconds of processor time spent so far, by this thread or by finished children.
    """

    run: Callable[[], object]
    amount: int = 1
    clock: Callable[[], float] = time.thread_time

    def seconds(self) -> float:
        """Seconds of one call, per unit of its amount."""
        started = self.clock()
        self.run()
        # A clock too coarse for the call must not give a time of zero.
        return max(self.clock() - started, 1e-9) / self.amount


def children_time() -> float:
    """Processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def repeated(call: Callable[[int], object], clock: Callable[[], float] = time.thread_time) -> Ready:
    """`call` with the smallest power of two as its argument for which it takes `LEAST_SECONDS`."""
    call(1)  # what is made at the first call is not of the others' time
    amount = 1
    while True:
        started = clock()
        call(amount)
        if clock() - started >= LEAST_SECONDS or amount >= 1 << 30:
            break
        amount *= 2
    return Ready(lambda: call(amount), amount, clock)


def process(command: Sequence[str], factor: float = 1.0) -> Ready:
    """A program run to its end, in the project's folder, its output thrown away; a failure of it is raised.

    Parameters
    ----------
    command : sequence of str
        ``[python, "-m", module, *arguments]`` when `factor` is not 1.
    factor : float
        Above 1: the program goes on working at nothing until it has used `factor` times its processor time.
    """
    words = list(command)
    if factor != 1.0:
        words = [words[0], "-c", _SLOWED, str(factor), *words[2:]]

    def run() -> None:
        subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return Ready(run, clock=children_time)


_SLOWED = """
import runpy, sys, time
factor = float(sys.argv.pop(1))
module = sys.argv.pop(1)
try:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
finally:
    end = factor * time.process_time()
    while time.process_time() < end:
        pass
"""


def slowed(ready: Ready, factor: float) -> Ready:
    """The same work, after which its thread goes on at nothing until `factor` times the time is spent."""

    def run() -> None:
        started = ready.clock()
        ready.run()
        end = started + factor * (ready.clock() - started)
        while ready.clock() < end:
            pass

    return Ready(run, ready.amount, ready.clock)


def interleave(one: Ready, other: Ready, pairs: int, calls: int) -> tuple[list[float], list[float]]:
    """Times of two works in `pairs` pairs: seconds per unit, each the smallest of `calls` calls.

    Calls alternate one, other, other, one, … so that neither gains from a machine that grows slower or faster.
    """
    works = (one, other)
    times: tuple[list[float], list[float]] = ([], [])
    turn = 0
    for _ in range(pairs):
        best = [math.inf, math.inf]
        for _ in range(calls):
            for which in (0, 1) if turn % 2 == 0 else (1, 0):
                best[which] = min(best[which], works[which].seconds())
            turn += 1
        times[0].append(best[0])
        times[1].append(best[1])
    return times
