"""What is timed: every game's kernels by player count and policy, the start of the program, a report.

Games come from the registry, so a new game or policy is measured without a line here.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks import reference
from benchmarks.timing import Ready, process, repeated, slowed
from simulate.games import registry
from simulate.games.contract import Game
from simulate.runs.prepared import prepare
from variants.errors import BadInput
from variants.loader import Variant

SEED = 20_240_229
REPORTED_GAMES = 20_000

LARGE_TABLE = 256 * 1024
"""Bytes of a game's table from which on its kernels are compared with a reference that has large tables too."""


@dataclass(frozen=True)
class Workload:
    """Work with a name.

    Attributes
    ----------
    name : str
        ``kernel/<game>/<players>/<policy>``, ``report/<game>``, ``start/…``.
    reference : str
        What it is compared with: ``kernel``, ``tables``, ``python`` or ``process``, as in `benchmarks.reference`.
    make : callable
        Makes it ready (compiles, plays what is to be reported) for a factor by which it is slowed on purpose.
    calls : int
        Calls of which the smallest counts.
    cheap : bool
        True when the cheap form measures it too.
    """

    name: str
    reference: str
    make: Callable[[float], Ready]
    calls: int
    cheap: bool


@dataclass(frozen=True)
class Table:
    """A game's main variant at one player count."""

    game: Game
    variant: Variant
    players: int

    def policies(self) -> tuple[str, ...]:
        """Names of the policies, ``random`` first."""
        return tuple(policy.name for policy in self.game.policies)


@functools.cache
def tables() -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """Every game's main variant at every player count it can be played at; and what stands against the others."""
    from fairdeal.selection import playability, select

    found: list[Table] = []
    left_out: list[str] = []
    for game in registry.games().values():
        try:
            variant = select(game.name)[1]
            counts = playability(game, variant)
        except BadInput as error:
            left_out.append(f"{game.name}: {error}")
            continue
        found += [Table(game, variant, players) for players, faults in counts.items() if not faults]
        left_out += [f"{game.name} at {players}: {faults[0]}" for players, faults in counts.items() if faults]
    return tuple(found), tuple(left_out)


def references() -> dict[str, Ready]:
    """The references by name, ready to be timed."""
    return {
        "kernel": Ready(reference.kernel()),
        "tables": Ready(reference.tables()),
        "python": Ready(reference.interpreted),
        "process": process(reference.PROCESS),
    }


def workloads() -> list[Workload]:
    """Every workload; nothing is compiled or played before one is made ready."""
    return [*_kernels(), *_reports(), *_starts()]


def _kernels() -> Iterator[Workload]:
    first: set[str] = set()
    for table in tables()[0]:
        cheap = table.game.name not in first
        first.add(table.game.name)
        size = prepare(table.game, table.variant.rules_for(table.players), table.players).table.nbytes
        beside = "tables" if size > LARGE_TABLE else "kernel"
        for policy in table.policies():
            name = f"kernel/{table.game.name}/{table.players}/{policy}"
            yield Workload(name, beside, functools.partial(_kernel, table, policy), 5, cheap)


def _kernel(table: Table, policy: str, factor: float) -> Ready:
    prepared = prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
    prepared.count_plays(SEED, 0, 1)
    return _slow(repeated(functools.partial(prepared.count_plays, SEED, 0)), factor)


def _reports() -> Iterator[Workload]:
    first: set[str] = set()
    for table in tables()[0]:
        if table.game.name not in first:
            first.add(table.game.name)
            yield Workload(f"report/{table.game.name}", "python", functools.partial(_report, table), 9, True)


def _report(table: Table, factor: float) -> Ready:
    """From a tally to the text that `run` prints: estimates, intervals, document, sentences."""
    from fairdeal.cli.run import entries_of
    from fairdeal.planning import Planned
    from reports.text import report
    from simulate.runs.metrics import estimate
    from simulate.runs.result import Result, run
    from simulate.runs.spec import make_spec

    spec = make_spec(table.game, table.variant, table.players, seed=SEED, count=REPORTED_GAMES)
    played = run(spec, 1)
    measures = spec.prepared().measures

    def write(times: int) -> None:
        for _ in range(times):
            metrics = estimate(played.tally, measures, table.game.seat_word)
            report(entries_of([(Planned(spec, "again"), Result(spec, played.tally, metrics, played.played))]))

    return _slow(repeated(write), factor)


def _starts() -> Iterator[Workload]:
    program = [sys.executable, "-m", "fairdeal"]
    yield Workload("start/help", "process", functools.partial(process, [*program, "--help"]), 1, True)
    for table in tables()[0][:1]:
        options = ["--players", str(table.players), "--games", "1", "--seed", "1", "--jobs", "1", "--quiet"]
        yield Workload(
            "start/run", "process", functools.partial(_started, [*program, "run", table.game.name, *options]), 1, False
        )


def _started(command: list[str], factor: float) -> Ready:
    ready = process(command, factor)
    ready.run()  # compiles what is not kept yet
    return ready


def _slow(ready: Ready, factor: float) -> Ready:
    return ready if factor == 1.0 else slowed(ready, factor)
