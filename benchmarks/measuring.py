"""Measures the workloads against their references for the lock, in interleaved pairs and in several processes.

Each process measures a few pairs of every workload and ends. So the pairs of one workload lie minutes apart, and where
code and tables happen to lie in memory is drawn again for each process: by that alone one and the same machine code
was seen to be up to 18 % slower in one process of twenty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from benchmarks.timing import interleave
from benchmarks.workloads import Workload, references, workloads

ROUND = 5
"""Pairs of a workload that one process measures."""


@dataclass(frozen=True)
class Measured:
    """The pairs of one workload: seconds per unit, and of a call of its reference beside it."""

    workload: Workload
    times: list[float]
    references: list[float]


def chosen(*, cheap: bool, only: str = "") -> list[Workload]:
    """The workloads of the whole or the cheap form whose name holds `only`."""
    return [one for one in workloads() if only in one.name and (one.cheap or not cheap)]


def measure(work: Sequence[Workload], pairs: int, slow: Mapping[str, float]) -> list[Measured]:
    """Measure each workload in at least `pairs` pairs, those named in `slow` slowed on purpose by a factor.

    Raises
    ------
    KeyError
        `slow` names a workload that is not measured.
    """
    unknown = set(slow) - {one.name for one in work}
    if unknown:
        raise KeyError(f"not measured, so not slowed: {', '.join(sorted(unknown))}")
    found = [Measured(one, [], []) for one in work]
    names = [one.name for one in work]
    for _ in range(-(-pairs // ROUND)):
        # A new interpreter each time, not a fork: a fork would inherit where everything lies.
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            times = pool.submit(measure_here, names, dict(slow)).result()
        for one, (own, beside) in zip(found, times, strict=True):
            one.times.extend(own)
            one.references.extend(beside)
    return found


def measure_here(names: Sequence[str], slow: Mapping[str, float]) -> list[tuple[list[float], list[float]]]:
    """Times of one round in this process, of each named workload and of its reference."""
    known = {one.name: one for one in workloads()}
    against = references()
    for ready in against.values():
        ready.run()
    found = []
    for name in names:
        one = known[name]
        ready = one.make(slow.get(name, 1.0))
        found.append(interleave(ready, against[one.reference], ROUND, one.calls))
    return found
