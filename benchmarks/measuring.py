"""Measures the workloads against their references for the lock: one after the other, each in interleaved pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.timing import interleave
from benchmarks.workloads import Workload, references, workloads


@dataclass(frozen=True)
class Measured:
    """The pairs of one workload: seconds per unit, and of a call of its reference beside it."""

    workload: Workload
    times: list[float]
    references: list[float]


def chosen(*, cheap: bool, only: str = "") -> list[Workload]:
    """The workloads of the whole or the cheap form whose name holds `only`."""
    return [one for one in workloads() if only in one.name and (one.cheap or not cheap)]


def measure(work: Sequence[Workload], pairs: int, slow: Mapping[str, float]) -> Iterator[Measured]:
    """Measure each workload, those named in `slow` slowed on purpose by a factor.

    Raises
    ------
    KeyError
        `slow` names a workload that is not measured.
    """
    unknown = set(slow) - {one.name for one in work}
    if unknown:
        raise KeyError(f"not measured, so not slowed: {', '.join(sorted(unknown))}")
    against = references()
    for ready in against.values():
        ready.run()
    for one in work:
        times, beside = interleave(one.make(slow.get(one.name, 1.0)), against[one.reference], pairs, one.calls)
        yield Measured(one, times, beside)
