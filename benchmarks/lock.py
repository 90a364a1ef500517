"""The speed lock: each workload's time as a ratio to a reference measured beside it, kept in a file and checked.

A ratio is locked in one run and checked in another, so it must bear what differs between two runs on one machine:
where the code and the data lie in memory, the clock frequency, who else is at work. `MARGINS` are above all that was
seen (``docs/performance.md``) and below the slow-down that must be caught. On another processor the ratio of two
pieces of code differs by more than that; there the wide margin holds, until the lock is made anew.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.timing import ROOT
from simulate.statistics.gates import timing_gate

FILE = ROOT / "benchmarks" / "lock.json"
SCHEMA = "fairdeal.lock/1"

MARGINS = {"kernel": 0.15, "tables": 0.15, "python": 0.35, "process": 0.25}
"""Slow-down against the lock that is taken for noise on the machine of the lock, by the reference compared with."""

MARGIN_ELSEWHERE = 1.00
"""The same on a machine of another kind: a lock then guards against blunders only. On another processor an unchanged
kernel took 0.87 times the locked time; one that lives on wide vectors takes half as much again where there are none."""

FALSE_ALARM = 1e-3
"""Chance of a false alarm of one workload whose true ratio stands right at the margin."""

PAIRS = 15
CHEAP_PAIRS = 10
"""The fewest with which the test can fail: all ten beyond the margin have p = 2^-10."""

UPDATE_PAIRS = 30

SAME, SLOWER, FASTER, NEW, GONE = "same", "SLOWER", "faster", "new", "GONE"
BAD = (SLOWER, GONE)


@dataclass(frozen=True)
class Row:
    """One workload against its lock.

    Attributes
    ----------
    name : str
    locked, now : float or None
        Time per unit over the reference's time of a call: in the lock, and the median of this run.
    ratio : float or None
        now / locked.
    p_value : float or None
        Of "no slower than the margin" (one-sided Wilcoxon signed-rank).
    state : str
        One of SAME, SLOWER, FASTER, NEW (not in the lock), GONE (only in the lock).
    """

    name: str
    locked: float | None
    now: float | None
    ratio: float | None
    p_value: float | None
    state: str

    def document(self) -> dict[str, Any]:
        """The row for JSON."""
        return asdict(self)


def median_ratio(times: Sequence[float], references: Sequence[float]) -> float:
    """The median over the pairs of time / reference time.

    Raises
    ------
    ValueError
        No pairs, or not as many of one as of the other.
    """
    if not times or len(times) != len(references):
        raise ValueError(f"pairs: got {len(times)} and {len(references)} times, allowed: as many of each, at least 1")
    return statistics.median(one / other for one, other in zip(times, references, strict=True))


def judge(name: str, locked: float | None, times: Sequence[float], references: Sequence[float], margin: float) -> Row:
    """One workload's row from its interleaved pairs.

    Parameters
    ----------
    locked : float or None
        The ratio in the lock; None when it is not there.
    times, references : sequence of float, length (pairs,), seconds
        Of the workload, per unit, and of a call of its reference.
    margin : float
        Slow-down that is accepted (0.15 is 15 %).

    Raises
    ------
    ValueError
        See `median_ratio`; or a time or the locked ratio is not positive.
    """
    now = median_ratio(times, references)
    if locked is None:
        return Row(name, None, now, None, None, NEW)
    if not 0.0 < locked < math.inf:
        raise ValueError(f"locked ratio of {name}: got {locked}, allowed: a positive number")
    before = [locked * time for time in references]
    slower = timing_gate(before, times, margin, FALSE_ALARM)
    faster = timing_gate(times, before, margin, FALSE_ALARM)
    state = SLOWER if slower.failed else FASTER if faster.failed else SAME
    return Row(name, locked, now, now / locked, slower.p_value, state)


def gone(locked: Mapping[str, float], measured: Sequence[str]) -> list[Row]:
    """Rows of the workloads that are in the lock and no more in the project."""
    return [Row(name, ratio, None, None, None, GONE) for name, ratio in locked.items() if name not in measured]


def failed(rows: Sequence[Row]) -> bool:
    """True when a workload is slower beyond the noise, or is gone: a check that measures nothing must not pass."""
    return not rows or any(row.state in BAD for row in rows)


def machine() -> dict[str, str]:
    """The processor and the versions that decide what machine code a kernel becomes."""
    import platform

    import numba
    from llvmlite import binding

    return {
        "processor": _processor(),
        "code for": str(binding.get_host_cpu_name()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
    }


def _processor() -> str:
    """The processor's printed name, as far as the system tells it."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return "unknown"


def same_kind(locked: Mapping[str, str], here: Mapping[str, str]) -> bool:
    """True when the machine `locked` of a lock is of the kind of this one."""
    return all(locked.get(key) == here[key] for key in ("processor", "code for", "system"))


def margins(locked: Mapping[str, str], here: Mapping[str, str]) -> dict[str, float]:
    """The margins by reference for a lock made on the machine `locked`: wide ones when it is of another kind."""
    return dict(MARGINS) if same_kind(locked, here) else dict.fromkeys(MARGINS, MARGIN_ELSEWHERE)


def read(file: Path = FILE) -> dict[str, Any]:
    """The lock; an empty one when there is no file.

    Raises
    ------
    ValueError
        The file is not a lock of this schema.
    """
    if not file.exists():
        return {"schema": SCHEMA, "machine": {}, "workloads": {}, "instructions": {}}
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if document.get("schema") != SCHEMA:
        raise ValueError(f"{file}: got schema {document.get('schema')!r}, allowed {SCHEMA!r}")
    return document


def write(document: Mapping[str, Any], file: Path = FILE) -> None:
    """Replace the lock."""
    file.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
