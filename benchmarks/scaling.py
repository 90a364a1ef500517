"""How cost grows: with threads, plays, terrain and policy; how fast searches are; what a start costs."""

from __future__ import annotations

import atexit
import functools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import Figure
from benchmarks.searches import searches
from benchmarks.timing import ROOT, interleave, repeated
from benchmarks.workloads import SEED, Table, tables
from simulate.runs.local import play_locally, usable_threads
from simulate.runs.prepared import Prepared, prepare

LARGE_VARIANT = "large_hexagon"
"""Variants of this name are their game's main one on a larger terrain."""

RATIO_PAIRS = 9


def figures(*, cheap: bool, full: bool, only: str = "") -> Iterator[Figure]:
    """Every figure whose part has `only` in its name.

    The parts are ``policies``, ``searches``, ``terrain``, ``threads``, ``start`` and ``plays``.

    Parameters
    ----------
    cheap : bool
        Fewer and shorter samples.
    full : bool
        Up to 10^8 plays instead of 10^7.
    """
    parts = {
        "policies": functools.partial(policies, cheap),
        "searches": lambda: searches(first_tables(), cheap),
        "terrain": functools.partial(terrain, cheap),
        "threads": functools.partial(threads, cheap),
        "start": functools.partial(starts, cheap),
        "plays": functools.partial(linear, cheap, full),
    }
    for name, part in parts.items():
        if only in name:
            yield from part()


def first_tables() -> list[Table]:
    """Each game at its smallest player count."""
    found: dict[str, Table] = {}
    for table in tables()[0]:
        found.setdefault(table.game.name, table)
    return list(found.values())


def policies(cheap: bool) -> Iterator[Figure]:
    """The rate of each game's other policies over that of random play."""
    for table in first_tables() if cheap else tables()[0]:
        random = _ready(table, "random")
        for policy in table.policies()[1:]:
            slow, fast = interleave(_ready(table, policy), random, 3 if cheap else RATIO_PAIRS, 3)
            ratio = statistics.median(b / a for a, b in zip(slow, fast, strict=True))
            met = ratio >= 1 / 3 if policy == "greedy" else None
            wanted = "at least 0.333" if policy == "greedy" else ""
            what = f"rate of {policy} / random, {table.game.name}, {table.players} players"
            yield Figure(what, f"{ratio:.3f}  ({1 / min(slow):,.0f} a second)", ratio, wanted, met)


def terrain(cheap: bool) -> Iterator[Figure]:
    """The time of a play on a larger terrain over that on the main variant's."""
    from fairdeal.selection import select
    from variants.errors import BadInput

    for table in tables()[0]:
        try:
            variant = select(f"{table.game.name}/{LARGE_VARIANT}")[1]
        except BadInput:
            continue
        large = Table(table.game, variant, table.players)
        one, other = interleave(_ready(large, "random"), _ready(table, "random"), 3 if cheap else RATIO_PAIRS, 3)
        ratio = statistics.median(a / b for a, b in zip(one, other, strict=True))
        what = f"time of a play, {LARGE_VARIANT} / {table.variant.name}, {table.players} players"
        yield Figure(what, f"{ratio:.2f}", ratio, "at most 2.5", ratio <= 2.5)


def threads(cheap: bool) -> Iterator[Figure]:
    """The rate of two threads over that of one."""
    if usable_threads() < 2:
        yield Figure("two threads / one", "only one processor here", 0.0)
        return
    seconds, pairs = (0.2, 3) if cheap else (1.0, 7)
    for table in first_tables():
        prepared = _prepared(table, "random")
        rate = play_locally(prepared, SEED, 0, 20_000, 1)
        plays = round(20_000 / rate.seconds * seconds)
        spent: dict[int, list[float]] = {1: [], 2: []}
        for number in range(pairs):
            for jobs in (1, 2) if number % 2 == 0 else (2, 1):
                spent[jobs].append(play_locally(prepared, SEED, 0, plays, jobs).seconds)
        # The shortest of each: what the engine does when nobody else is at work for a moment.
        ratio = min(spent[1]) / min(spent[2])
        value = f"{ratio:.2f}  ({pairs} runs of {plays:,} plays)"
        yield Figure(f"rate of 2 threads / 1, {table.game.name}", value, ratio, "at least 1.9", ratio >= 1.9)


def linear(cheap: bool, full: bool) -> Iterator[Figure]:
    """Rate and memory of whole runs of growing size, one thread, each a process of its own."""
    sizes = [100_000, 1_000_000] if cheap else [100_000, 1_000_000, 10_000_000, *([100_000_000] if full else [])]
    for table in first_tables():
        rates, memory = [], []
        for plays in sizes:
            runs = [_whole_run(table, plays) for _ in range(3 if plays <= 1_000_000 else 1)]
            rates.append(max(rate for rate, _ in runs))
            memory.append(statistics.median(size for _, size in runs))
            value = f"{rates[-1]:,.0f} a second, {memory[-1] / 1e6:.0f} MB"
            yield Figure(f"{plays:,} plays, {table.game.name}", value, rates[-1])
        rate, size = rates[-1] / rates[0], memory[-1] / memory[0]
        name = f"{sizes[-1]:,} plays / {sizes[0]:,}, {table.game.name}"
        yield Figure(f"rate, {name}", f"{rate:.3f}", rate, "at least 0.95", rate >= 0.95)
        yield Figure(f"memory, {name}", f"{size:.3f}", size, "at most 1.10", size <= 1.10)


def starts(cheap: bool) -> Iterator[Figure]:
    """Seconds of whole processes: the help, a run of one game with kept kernels, a first compile of every game."""
    yield _seconds("--help", [_spent(["--help"]) for _ in range(3 if cheap else 15)], 0.100)
    for table in first_tables():
        words = _run_words(table, 1)
        _spent(words)
        runs = [_spent(words) for _ in range(3 if cheap else 7)]
        yield _seconds(f"run of one game, kernels kept, {table.game.name}", runs, 0.8)
    if cheap:
        return
    for table in first_tables():
        with tempfile.TemporaryDirectory() as folder:
            cold = _spent(_run_words(table, 1), {"FAIRDEAL_CACHE_DIR": folder})
        yield _seconds(f"run of one game, nothing kept, {table.game.name}", [cold], 8.0)
    with tempfile.TemporaryDirectory() as folder:
        cold = _spent(["warmup"], {"FAIRDEAL_CACHE_DIR": folder})
    yield Figure("warmup of every game, nothing kept", f"{cold.wall:.1f} s", cold.wall)


@dataclass(frozen=True)
class _Spent:
    """What a process took: seconds from start to end, and of processor time."""

    wall: float
    processor: float


def _seconds(what: str, runs: Sequence[_Spent], most: float) -> Figure:
    """The shortest of several runs: on a busy machine the others tell of the neighbours."""
    wall, processor = min(run.wall for run in runs), min(run.processor for run in runs)
    value = f"{wall:.3f} s  ({processor:.3f} s of processor time; best of {len(runs)})"
    return Figure(what, value, wall, f"at most {most:g} s", wall <= most)


def _prepared(table: Table, policy: str) -> Prepared:
    prepared = prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
    prepared.count_plays(SEED, 0, 1)
    return prepared


def _ready(table: Table, policy: str) -> Any:
    return repeated(functools.partial(_prepared(table, policy).count_plays, SEED, 0))


def _run_words(table: Table, plays: int) -> list[str]:
    options = ["--players", str(table.players), "--games", str(plays), "--seed", "1", "--jobs", "1"]
    return ["run", table.game.name, *options, "--format", "json", "--quiet"]


def _whole_run(table: Table, plays: int) -> tuple[float, float]:
    """Plays per second as the run reports them, and the bytes of its process at their most."""
    command = [sys.executable, "-c", WATCH, sys.executable, "-m", "fairdeal", *_run_words(table, plays)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rate = float(json.loads(run.stdout)["results"][0]["engine"]["plays_per_second"])
    return rate, 1024.0 * float(run.stderr.split()[-1])


WATCH = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""
"""Runs a command and prints its memory at its most, kB. In a small process of its own: each begins as a copy of the
one that starts it, and the most that that one ever took would count as the command's."""


@functools.cache
def _byte_code() -> str:
    """A folder for byte code, so that modules are read as after an installation, wherever this is run."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _spent(words: Sequence[str], environment: dict[str, str] | None = None) -> _Spent:
    """What ``fairdeal`` with these words takes.

    Raises
    ------
    RuntimeError
        It failed.
    """
    command = [sys.executable, "-m", "fairdeal", *words]
    variables = {**os.environ, "PYTHONPYCACHEPREFIX": _byte_code(), **(environment or {})}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL) as child:
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return _Spent(wall, used.ru_utime + used.ru_stime)
