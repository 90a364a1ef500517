"""Plays every cell of a design under one seed, so that all cells share their luck, and compares each with the base.

One kernel serves all cells: a variant is data. Cells whose rules are equal at a player count are played once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from simulate.runs.engine import Engine, Jobs
from simulate.runs.keeping import gather
from simulate.runs.local import Progress, engine_of
from simulate.runs.spec import RunSpec
from simulate.runs.tuning import pilot_figures
from simulate.studies.cells import Base, Cell, Counted, count_cell, rules_key, to_play
from simulate.studies.declared import chosen_metrics
from simulate.studies.grid import Design
from simulate.studies.margins import default_margins, reachable_widths
from simulate.studies.pairs import Quantity, quantities
from simulate.studies.swept import Outcome, SweepTable, Swept, effect, judged_together


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


def sweep(plan: SweepPlan, jobs: Jobs = None, progress: Progress | None = None) -> Swept:
    """Play the cells, and say what each does.

    Ctrl-C ends it; the cells that are finished are told.

    Parameters
    ----------
    progress : callable, optional
        Called with games done, games of the whole sweep, seconds.

    Raises
    ------
    BadInput
        An unknown metric.
    FailedRun
        A fault in the game's code.
    Lacking
        The plays of other shards are not there yet.
    """
    return _Sweep(plan, engine_of(jobs), progress).run()


class _Sweep:
    """A sweep under way."""

    def __init__(self, plan: SweepPlan, engine: Engine, progress: Progress | None) -> None:
        self._plan, self._engine, self._progress = plan, engine, progress
        self._begun = time.perf_counter()
        self._stopped = False
        self._played = self._done = 0
        playable = [rules_key(cell.spec) for cell in plan.cells if cell.spec is not None]
        self._wanted = len(set(playable)) * plan.games

    def run(self) -> Swept:
        """Play and judge."""
        tables = gather([partial(self._table, players, base) for players, base in self._plan.bases.items()])
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
            return SweepTable(players, None, False, None, outcomes, {}, {})
        declared, margins, widths = self._declared(base)
        names = [one.name for one in declared]
        player = _Player(base, names, self._engine)
        own = rules_key(base)
        specs = [base, *(cell.spec for cell in cells)]
        base_counted, *found = gather([partial(self._counted, player, spec) for spec in specs])
        outcomes_ = []
        for cell, counted in zip(cells, found, strict=True):
            effects = {
                one.name: effect(counted, one, widths[one.name])
                for one in declared
                if counted is not None and one.name in counted.differences
            }
            same = cell.spec is not None and rules_key(cell.spec) == own
            outcomes_.append(Outcome(cell, counted, same, effects))
        return SweepTable(players, base, given is not None, base_counted, tuple(outcomes_), margins, widths)

    def _declared(self, base: RunSpec) -> tuple[list[Quantity], dict[str, float], dict[str, float]]:
        """What is compared, its margins, and the widths that the e-values are tuned for."""
        prepared = base.prepared()
        found = {one.name: one for one in quantities(prepared, prepared)}
        names = declared_metrics(self._plan.metrics, found, prepared.seats)
        units = {name: found[name].unit for name in names}
        pilot = pilot_figures(prepared, self._plan.seed, self._engine, self._plan.games, self._progress)
        margins = default_margins(units, pilot)
        return [found[name] for name in names], margins, reachable_widths(margins, pilot, self._plan.games)

    def _counted(self, player: _Player, spec: RunSpec | None) -> Counted | None:
        if spec is None:
            return None
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


def declared_metrics(asked: Sequence[str], known: Mapping[str, Quantity], seats: int) -> tuple[str, ...]:
    """The metrics that are compared with the base: those asked for, or win shares, ties, turns and margin.

    Of two seats' win shares, which are one fact, the first stands for both.

    Raises
    ------
    BadInput
        An unknown name.
    """
    shares = [f"win_share.{seat}" for seat in range(1 if seats == 2 else seats)]
    usual = [name for name in (*shares, "tie", "turns", "margin") if name in known]
    return chosen_metrics(asked, usual, known)


class _Player:
    """Plays the cells of one player count, each rule set once."""

    def __init__(self, base: RunSpec, names: Sequence[str], engine: Engine) -> None:
        self._base, self._names, self._engine = Base(base, engine), names, engine
        self._seen: dict[str, Counted] = {}

    def kept(self, spec: RunSpec) -> Counted | None:
        """What these rules count, if nothing has to be played for it."""
        if rules_key(spec) not in self._seen and to_play(self._base, spec, self._names, self._engine):
            return None
        return self.play(spec)[0]

    def play(self, spec: RunSpec) -> tuple[Counted, int]:
        """What these rules count, and 1 if some of it had to be played now."""
        key = rules_key(spec)
        if key in self._seen:
            return self._seen[key], 0
        new = to_play(self._base, spec, self._names, self._engine)
        self._seen[key] = count_cell(self._base, spec, self._names, self._engine)
        return self._seen[key], 1 if new else 0
