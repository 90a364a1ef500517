"""Plays every cell of a design under one seed, so that all cells share their luck, and compares each with the base.

One kernel serves all cells: a variant is data. Cells whose rules are equal at a player count are played once.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from simulate.runs.engine import Engine, Jobs
from simulate.runs.local import Progress, engine_of
from simulate.runs.spec import RunSpec
from simulate.runs.tuning import pilot_figures
from simulate.studies.cells import Base, Cell, Counted, count_cell, read_counted, rules_key
from simulate.studies.grid import Design
from simulate.studies.margins import default_margins
from simulate.studies.pairs import Quantity, quantities
from simulate.studies.swept import Outcome, SweepTable, Swept, effect, judged_together
from variants.errors import BadInput, nearest


class Shelf(Protocol):
    """Where finished cells are kept, by the digest of their rules."""

    def get(self, key: str) -> Any:
        """What was put there, or None."""

    def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Keep a finished cell."""


class Memory:
    """A shelf that lasts as long as the process."""

    def __init__(self) -> None:
        self._held: dict[str, Mapping[str, Any]] = {}

    def get(self, key: str) -> Any:
        """What was put there, or None."""
        return self._held.get(key)

    def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Keep a finished cell."""
        self._held[key] = document


@dataclass(frozen=True)
class SweepPlan:
    """What is to be played.

    Attributes
    ----------
    name : str
        The variant as given.
    design : Design
    bases : mapping of int to RunSpec or None
        For each player count the variant as it was given; None where it cannot be played.
    cells : tuple of Cell
        Every setting at every player count.
    policies : tuple of str
    seed, games : int
        Of every cell.
    metrics : tuple of str
        What is compared with the base; by default win shares, ties, turns and margin.
    """

    name: str
    design: Design
    bases: Mapping[int, RunSpec | None]
    cells: tuple[Cell, ...]
    policies: tuple[str, ...]
    seed: int
    games: int
    metrics: tuple[str, ...] = field(default=())


def sweep(plan: SweepPlan, jobs: Jobs = None, progress: Progress | None = None, shelf: Shelf | None = None) -> Swept:
    """Play the cells that the shelf does not hold, and say what each does.

    Ctrl-C ends it after the cells that are finished, which stay on the shelf.

    Parameters
    ----------
    progress : callable, optional
        Called with games done, games of the whole sweep, seconds.
    shelf : Shelf, optional

    Raises
    ------
    BadInput
        An unknown metric.
    FailedRun
        A fault in the game's code.
    """
    return _Sweep(plan, engine_of(jobs), progress, shelf or Memory()).run()


class _Sweep:
    """A sweep under way."""

    def __init__(self, plan: SweepPlan, engine: Engine, progress: Progress | None, shelf: Shelf) -> None:
        self._plan, self._engine, self._progress, self._shelf = plan, engine, progress, shelf
        self._begun = time.perf_counter()
        self._stopped = False
        self._played = self._done = 0
        playable = [rules_key(cell.spec) for cell in plan.cells if cell.spec is not None]
        self._wanted = len(set(playable)) * plan.games

    def run(self) -> Swept:
        """Play and judge."""
        tables = [self._table(players, base) for players, base in self._plan.bases.items()]
        marked, hypotheses, finds = judged_together(tables)
        plan = self._plan
        return Swept(
            plan.name, plan.design, marked, plan.policies, plan.seed, plan.games, hypotheses, finds,
            time.perf_counter() - self._begun, self._played, self._engine.threads, self._stopped,
        )  # fmt: skip

    def _table(self, players: int, given: RunSpec | None) -> SweepTable:
        cells = [cell for cell in self._plan.cells if cell.players == players]
        base = given or next((cell.spec for cell in cells if cell.spec is not None), None)
        if base is None:
            outcomes = tuple(Outcome(cell, None, False, {}) for cell in cells)
            return SweepTable(players, None, False, None, outcomes, {})
        declared, margins = self._declared(base)
        names = [one.name for one in declared]
        player = _Player(base, names, self._engine, self._shelf)
        own = rules_key(base)
        base_counted = self._counted(player, base)
        outcomes_ = []
        for cell in cells:
            counted = None if cell.spec is None else self._counted(player, cell.spec)
            effects = {
                one.name: effect(counted, one, margins[one.name])
                for one in declared
                if counted is not None and one.name in counted.differences
            }
            same = cell.spec is not None and rules_key(cell.spec) == own
            outcomes_.append(Outcome(cell, counted, same, effects))
        return SweepTable(players, base, given is not None, base_counted, tuple(outcomes_), margins)

    def _declared(self, base: RunSpec) -> tuple[list[Quantity], dict[str, float]]:
        prepared = base.prepared()
        found = {one.name: one for one in quantities(prepared, prepared)}
        names = declared_metrics(self._plan.metrics, found, prepared.seats)
        units = {name: found[name].unit for name in names}
        margins = default_margins(units, pilot_figures(prepared, self._plan.seed, self._engine))
        return [found[name] for name in names], margins

    def _counted(self, player: _Player, spec: RunSpec) -> Counted | None:
        if self._stopped:
            return player.kept(spec)
        try:
            counted, new = player.play(spec)
        except KeyboardInterrupt:
            self._stopped = True
            return None
        self._played += new
        self._done += self._plan.games
        if self._progress is not None:
            self._progress(min(self._done, self._wanted), self._wanted, time.perf_counter() - self._begun)
        return counted


def declared_metrics(asked: Sequence[str], known: Mapping[str, Quantity], seats: int) -> list[str]:
    """The metrics that are compared with the base: those asked for, or win shares, ties, turns and margin.

    Of two seats' win shares, which are one fact, the first stands for both.

    Raises
    ------
    BadInput
        An unknown name.
    """
    for name in asked:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}"
            raise BadInput.of(f"--metric: unknown metric {name[:60]!r}; {hint}")
    shares = [f"win_share.{seat}" for seat in range(1 if seats == 2 else seats)]
    usual = [name for name in (*shares, "tie", "turns", "margin") if name in known]
    return list(dict.fromkeys(asked)) or usual


class _Player:
    """Plays the cells of one player count, each rule set once; keeps them on the shelf."""

    def __init__(self, base: RunSpec, names: Sequence[str], engine: Engine, shelf: Shelf) -> None:
        self._spec, self._names, self._engine, self._shelf = base, names, engine, shelf
        self._base: Base | None = None
        self._seen: dict[str, Counted] = {}
        asked = json.dumps([rules_key(base), list(names)])
        self._asked = hashlib.sha256(asked.encode()).hexdigest()[:8]

    def _key(self, spec: RunSpec) -> str:
        return f"{rules_key(spec)}-{self._asked}"

    def kept(self, spec: RunSpec) -> Counted | None:
        """What is there of these rules already."""
        key = self._key(spec)
        if key not in self._seen:
            found = read_counted(self._shelf.get(key))
            if found is None or found.tally.plays != spec.count:
                return None
            self._seen[key] = found
        return self._seen[key]

    def play(self, spec: RunSpec) -> tuple[Counted, int]:
        """What these rules count, and 1 if they had to be played for it."""
        counted = self.kept(spec)
        if counted is not None:
            return counted, 0
        if self._base is None:
            self._base = Base(self._spec, self._engine)
        counted = count_cell(self._base, spec, self._names, self._engine)
        key = self._key(spec)
        self._seen[key] = counted
        self._shelf.put(key, counted.document())
        return counted, 1
