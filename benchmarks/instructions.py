"""Instructions per play under callgrind: the same figure every time, whoever else uses the machine.

One process plays a small and a larger number of plays of each kernel and has callgrind write down what each took; the
difference is the plays' own. Callgrind does not know the newest instructions, so kernels are compiled for one
processor of 2013 wherever this runs, and outside callgrind, where that takes seconds. Counts carry over only between
equal versions of Python, numba and valgrind.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.timing import ROOT
from benchmarks.valgrind import MACHINE, START, STOP, WRITE_DOWN, requests
from benchmarks.workloads import SEED, tables
from simulate.runs.prepared import Prepared, prepare

FEW, MANY = 100, 2_100
"""Plays of the two counts."""

TARGET = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": ""}
"""What kernels are compiled for."""

MARGIN = 0.03
"""More instructions than this against the lock are a slow-down."""


@dataclass(frozen=True)
class Counted:
    """What one kernel does in a play.

    Attributes
    ----------
    name : str
    instructions : float
        Exact.
    branches, mispredicted : float
        Conditional branches, and those that callgrind's simple predictor gets wrong: a real one does better.
    locked : float or None
        The instructions in the lock; None when it has none for these versions.
    """

    name: str
    instructions: float
    branches: float
    mispredicted: float
    locked: float | None

    @property
    def failed(self) -> bool:
        """True when there are more than the lock allows."""
        return self.locked is not None and self.instructions > self.locked * (1 + MARGIN)

    def cells(self) -> list[str]:
        """The counts as a row of a table: name, locked, counted, ratio, branches, mispredicted, verdict."""
        locked = ["–", f"{self.instructions:,.0f}", ""]
        if self.locked is not None:
            locked = [f"{self.locked:,.0f}", f"{self.instructions:,.0f}", f"{self.instructions / self.locked:.4f}"]
        verdict = "MORE" if self.failed else ""
        return [self.name, *locked, f"{self.branches:,.0f}", f"{self.mispredicted:,.0f}", verdict]

    def document(self) -> dict[str, Any]:
        """The count for JSON."""
        return {**asdict(self), "failed": self.failed}


def versions() -> str:
    """What the counts depend on besides our own sources; none of it may differ for two counts to be compared."""
    import numba

    done = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True)
    return f"{platform.machine()}, python {platform.python_version()}, numba {numba.__version__}, {done.stdout.strip()}"


def obstacle() -> str | None:
    """Why nothing can be counted here; None when nothing stands against it."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed"
    if platform.machine() != MACHINE:
        return f"this is a {platform.machine()} machine, not {MACHINE}"
    return None


def chosen(*, cheap: bool, only: str = "") -> list[str]:
    """Names of the kernels to be counted; in the cheap form random play at the smallest player count of each game."""
    found: list[str] = []
    seen: set[str] = set()
    for table in tables()[0]:
        policies = table.policies()
        if cheap:
            policies = policies[: table.game.name not in seen]
        seen.add(table.game.name)
        found += [f"kernel/{table.game.name}/{table.players}/{policy}" for policy in policies]
    return [name for name in found if only in name]


def counts(names: Sequence[str], locked: Mapping[str, float]) -> list[Counted]:
    """Count these kernels.

    Raises
    ------
    RuntimeError
        The counted process failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "counts"
        program = [sys.executable, "-m", "benchmarks.instructions", *names]
        counter = ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--instr-atstart=no"]
        for command in (program, [*counter, f"--callgrind-out-file={output}", *program]):
            done = subprocess.run(
                command, cwd=ROOT, env={**os.environ, **TARGET}, capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
        return [
            Counted(name, *_per_play(output, 2 * number + 1), locked.get(name)) for number, name in enumerate(names)
        ]


def _per_play(output: Path, number: int) -> tuple[float, float, float]:
    """Instructions, branches and mispredictions a play, from the count of few plays and the next one, of many."""
    few, many = (totals(output.with_name(f"{output.name}.{part}").read_text()) for part in (number, number + 1))
    instructions, branches, mispredicted = ((b - a) / (MANY - FEW) for a, b in zip(few, many, strict=True))
    return instructions, branches, mispredicted


def totals(text: str) -> tuple[int, int, int]:
    """Instructions, conditional branches and mispredicted ones of one file that callgrind wrote.

    Raises
    ------
    ValueError
        It holds no such counts.
    """
    # Its line "summary" holds the difference to the count before, which is not what is asked.
    events = re.search(r"^events: Ir Bc Bcm\b", text, re.MULTILINE)
    found = re.search(r"^totals: (\d+) (\d+) (\d+)", text, re.MULTILINE)
    if events is None or found is None:
        raise ValueError("callgrind wrote no counts of instructions and branches")
    return int(found[1]), int(found[2]), int(found[3])


def play(names: Sequence[str]) -> None:
    """Play each kernel and have each part counted; what the counted process does."""
    with requests() as ask:
        for prepared in _prepared(names):
            for plays in (FEW, MANY):
                ask(START)
                prepared.count_plays(SEED, 0, plays)
                ask(WRITE_DOWN)
                ask(STOP)


def _prepared(names: Sequence[str]) -> Iterator[Prepared]:
    known = {f"{table.game.name}/{table.players}": table for table in tables()[0]}
    for name in names:
        table_name, _, policy = name.removeprefix("kernel/").rpartition("/")
        table = known[table_name]
        prepared = prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
        prepared.count_plays(SEED, 0, 1)
        yield prepared


if __name__ == "__main__":
    play(sys.argv[1:])
