"""Instructions per play under callgrind: the same figure every time, whoever else uses the machine.

Callgrind counts a whole process, start and loading of kernels included; the difference of two processes that play a
different number of plays is the plays' own. Callgrind does not know the newest instructions, so kernels are compiled
for one processor of 2013 wherever this runs; they are compiled and kept outside callgrind, which would take minutes.
Counts carry over only between equal versions of Python, numba and valgrind.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.timing import ROOT
from benchmarks.workloads import SEED, Table, tables
from simulate.runs.prepared import prepare

FEW, MANY = 1_000, 5_000
"""Plays of the two processes."""

TARGETS = {"x86_64": {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": ""}}
"""What kernels are compiled for, by kind of machine; nothing is set for another kind."""

MARGIN = 0.03
"""More instructions than this against the lock are a slow-down; two runs differ by less than 0.001."""


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


def available() -> bool:
    """True when valgrind is installed."""
    return shutil.which("valgrind") is not None


def counts(locked: dict[str, float], *, cheap: bool, only: str = "") -> Iterator[Counted]:
    """Count every game's kernels; in the cheap form random play at the smallest player count only."""
    seen: set[str] = set()
    for table in tables()[0]:
        small = table.game.name not in seen
        seen.add(table.game.name)
        for policy in table.policies():
            name = f"kernel/{table.game.name}/{table.players}/{policy}"
            if only not in name or (cheap and not (small and policy == "random")):
                continue
            yield Counted(name, *per_play(table, policy), locked.get(name))


def per_play(table: Table, policy: str) -> tuple[float, float, float]:
    """Instructions, branches and mispredicted ones: the difference of two processes over that of their plays."""
    words = [table.game.name, str(table.players), policy]
    few, many = (_collected([*words, str(plays)]) for plays in (FEW, MANY))
    instructions, branches, mispredicted = ((b - a) / (MANY - FEW) for a, b in zip(few, many, strict=True))
    return instructions, branches, mispredicted


def _collected(words: list[str]) -> tuple[int, int, int]:
    """Instructions, conditional branches and mispredicted ones of one process that plays.

    Raises
    ------
    RuntimeError
        The process failed.
    """
    program = [sys.executable, "-m", "benchmarks.instructions", *words]
    counter = ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null"]
    # A fixed order of sets and dicts, so that the two processes differ in their plays alone.
    variables = {**os.environ, **TARGETS.get(platform.machine(), {}), "PYTHONHASHSEED": "0"}
    for command in (program, [*counter, *program]):
        done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    found = re.search(r"Collected : (\d+) (\d+) (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"callgrind gave no counts:\n{done.stderr[-2000:]}")
    return int(found[1]), int(found[2]), int(found[3])


def play(name: str, players: int, policy: str, plays: int) -> None:
    """Play; what a counted process does."""
    table = next(one for one in tables()[0] if one.game.name == name and one.players == players)
    prepared = prepare(table.game, table.variant.rules_for(players), players, policy)
    prepared.count_plays(SEED, 0, plays)


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
