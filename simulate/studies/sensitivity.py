"""Which assumptions could overturn the verdict: each dial alone, then the ones that matter in all combinations.

First every level of every dial is played alone, game by game beside the variant as it stands under the same luck. Then
the dials that change most are played in all combinations (a full factorial), and the variance between these cells is
split up: what a dial explains alone, and together with others. The verdict is that of the goals.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simulate.runs.engine import Engine, Jobs
from simulate.runs.figures import Reading
from simulate.runs.goals import Judged, judge
from simulate.runs.keeping import gather, gather_all
from simulate.runs.local import Progress, engine_of
from simulate.runs.metrics import SEAT_ADVANTAGE, every_figure
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Adder, Tally
from simulate.runs.tuning import pilot_figures
from simulate.statistics.factorial import block_effects
from simulate.statistics.intervals import DEFAULT_CONFIDENCE
from simulate.statistics.looks import simultaneous
from simulate.studies.cells import Base, Counted, count_cell, rules_key, tally_row
from simulate.studies.factorial import Dial, Factorial, Make, choose, playable
from simulate.studies.margins import default_margins
from simulate.studies.pairs import PairCounter, Quantity, quantities
from simulate.studies.sensed import Alone, Combination, Sensed, SensedTable, Verdict
from simulate.studies.sweep import declared_metrics
from simulate.studies.swept import Effect, effect

BLOCKS = 20
"""Blocks of plays, each with luck of its own, between which the noise is measured."""


@dataclass(frozen=True)
class SensitivityPlan:
    """What is asked.

    Attributes
    ----------
    name : str
        The variant as given.
    bases : mapping of int to RunSpec
        The variant at each player count.
    dials : mapping of int to tuple of Dial
        At each player count, with the levels that can be played alone.
    refused : mapping of int to tuple of (str, str, str)
        Key, value and reason of levels that cannot be played alone.
    untried : mapping of int to tuple of str
        Keys of assumed dials without other values.
    make : callable
        The run of a setting at a player count, or None when it cannot be played.
    metrics : tuple of str
        By default win shares, ties, turns and margin.
    games : int
        Of each cell.
    most_cells : int
        Of the factorial.
    """

    name: str
    bases: Mapping[int, RunSpec]
    dials: Mapping[int, tuple[Dial, ...]]
    refused: Mapping[int, tuple[tuple[str, str, str], ...]]
    untried: Mapping[int, tuple[str, ...]]
    make: Callable[[Sequence[tuple[str, str]], int], RunSpec | None]
    metrics: tuple[str, ...]
    games: int
    most_cells: int


def sensitivity(plan: SensitivityPlan, jobs: Jobs = None, progress: Progress | None = None) -> Sensed:
    """Play every level alone and the factorial, and say what could overturn the verdict.

    Parameters
    ----------
    progress : callable, optional
        Called with games done, games of all cells, seconds.

    Raises
    ------
    BadInput
        An unknown metric.
    FailedRun
        A fault in the game's code.
    KeyboardInterrupt
        It was stopped.
    """
    return _Sensitivity(plan, engine_of(jobs), progress).run()


class _Sensitivity:
    """A study under way."""

    def __init__(self, plan: SensitivityPlan, engine: Engine, progress: Progress | None) -> None:
        self._plan, self._engine, self._progress = plan, engine, progress
        self._begun = time.perf_counter()
        self._done = 0
        levels = sum(len(dial.levels) - 1 for dials in plan.dials.values() for dial in dials)
        self._wanted = (levels + len(plan.bases) * (1 + plan.most_cells)) * plan.games

    def run(self) -> Sensed:
        """Play and judge."""
        tables = gather([partial(self._table, players, base) for players, base in self._plan.bases.items()])
        seconds = time.perf_counter() - self._begun
        return Sensed(self._plan.name, tuple(tables), self._plan.games, seconds, self._engine.threads)

    def _table(self, players: int, base: RunSpec) -> SensedTable:
        plan, prepared = self._plan, base.prepared()
        known = {one.name: one for one in quantities(prepared, prepared)}
        declared = [known[name] for name in declared_metrics(plan.metrics, known, prepared.seats)]
        figures = pilot_figures(prepared, base.seed, self._engine, plan.games, self._progress)
        margins = default_margins({one.name: one.unit for one in declared}, figures)
        alone, tally = self._alone(players, base, declared, margins)
        order = _by_weight(plan.dials[players], alone, margins)
        make: Make = partial(self._made, players)
        grid = playable(choose(order, plan.most_cells), make)
        tallies, blocks = self._factorial(grid, declared)
        judged = _Verdicts(base, 1 + len(alone) + len(tallies))
        return SensedTable(
            players, base, tally, judged.of(base, tally),
            tuple(Alone(d, level, e, judged.of(spec, counted.tally), counted.tally)
                  for d, level, spec, counted, e in alone),
            grid, tuple(judged.of(spec, one) for spec, one in zip(grid.specs, tallies, strict=False)),
            _decomposed(grid, declared, blocks, plan.games), margins, {one.name: one.unit for one in declared},
            plan.refused[players], plan.untried[players],
        )  # fmt: skip

    def _made(self, players: int, setting: Sequence[tuple[str, str]]) -> RunSpec | None:
        return self._plan.make(setting, players)

    def _alone(
        self, players: int, spec: RunSpec, declared: Sequence[Quantity], margins: Mapping[str, float]
    ) -> tuple[list[tuple[Dial, str, RunSpec, Counted, dict[str, Effect]]], Tally]:
        names = [one.name for one in declared]
        base = Base(spec, self._engine)
        levels = [(dial, level) for dial in self._plan.dials[players] for level in dial.levels[1:]]
        made = [(dial, level.text, self._plan.make(level.setting, players)) for dial, level in levels]
        changes = [(dial, text, changed) for dial, text, changed in made if changed is not None]
        specs = {rules_key(one): one for one in (spec, *(changed for _, _, changed in changes))}
        counts = gather_all(lambda one: self._count(base, one, names), specs.values())
        by_rules = dict(zip(specs, counts, strict=True))
        found = []
        for dial, text, changed in changes:
            counted = by_rules[rules_key(changed)]
            effects = {
                one.name: effect(counted, one, margins[one.name]) for one in declared if one.name in counted.differences
            }
            found.append((dial, text, changed, counted, effects))
        return found, by_rules[rules_key(spec)].tally

    def _count(self, base: Base, spec: RunSpec, names: Sequence[str]) -> Counted:
        counted = count_cell(base, spec, names, self._engine)
        self._told()
        return counted

    def _factorial(
        self, grid: Factorial, declared: Sequence[Quantity]
    ) -> tuple[list[Tally], dict[str, NDArray[np.float64]]]:
        """The tallies of the cells, and for each metric the block means, shape (BLOCKS, cells)."""
        names = [one.name for one in declared]
        found = gather_all(lambda spec: self._blocks(spec, names), grid.specs if grid.dials else ())
        stacked = np.array([means for _, means in found])  # cells, metrics, blocks
        blocks = {one.name: stacked[:, i].T for i, one in enumerate(declared)} if found else {}
        return [tally for tally, _ in found], blocks

    def _blocks(self, spec: RunSpec, names: Sequence[str]) -> tuple[Tally, NDArray[np.float64]]:
        found = count_blocks(spec, names, self._engine)
        self._told()
        return found

    def _told(self) -> None:
        self._done += self._plan.games
        if self._progress is not None:
            self._progress(min(self._done, self._wanted), self._wanted, time.perf_counter() - self._begun)


def count_blocks(spec: RunSpec, names: Sequence[str], jobs: Jobs) -> tuple[Tally, NDArray[np.float64]]:
    """The tally of a cell, and the mean of each metric in each block, float64[metrics, BLOCKS], nan where unknown.

    Blocks are equally long runs of consecutive plays; plays beyond the last whole block are in the tally alone.
    """
    prepared = spec.prepared()
    counter = PairCounter(prepared, prepared, spec.seed, names)
    by_name = {one.name: one for one in counter.quantities}
    found = [by_name.get(name) for name in names]
    size = spec.count // BLOCKS
    edges = [size * (block + 1) for block in range(BLOCKS) if size]
    if spec.count > BLOCKS * size:
        edges.append(spec.count)
    sums = np.zeros((len(names), BLOCKS + 1), np.object_)
    ended = np.zeros(BLOCKS + 1, np.int64)
    adder = Adder(prepared.width)
    done = 0
    count = partial(_count, prepared, counter, spec.seed, found)
    for plays, (row, values, finished) in engine_of(jobs).chunks(count, spec.first, edges):
        block = min(done // size, BLOCKS) if size else BLOCKS
        adder.add(row)
        sums[:, block] += values
        ended[block] += int(finished[0])
        done += plays
    scales = np.array([[math.nan if one is None else one.scale] for one in found])
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums[:, :BLOCKS].astype(np.float64) / ended[:BLOCKS] / scales
    return adder.tally(prepared.measures, prepared.seats), means


def _count(
    prepared: Prepared, counter: PairCounter, seed: int, found: Sequence[Quantity | None], first: int, plays: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The tally row, the sum of each quantity (0 for an unknown one) and the number of plays that ended."""
    played = prepared.each(seed, first, plays)
    finished = played[0] != 0
    sums = [0 if one is None else int(counter.values(one, played)[finished].sum()) for one in found]
    return tally_row(prepared, played), np.array(sums, np.int64), np.array([finished.sum()], np.int64)


def _by_weight(
    dials: Sequence[Dial], alone: Sequence[tuple[Dial, str, RunSpec, Counted, Mapping[str, Effect]]],
    margins: Mapping[str, float],
) -> list[Dial]:  # fmt: skip
    """The dials that changed any game, those that change most, in differences that matter, first."""
    weight: dict[str, float] = {}
    for dial, _, _, counted, effects in alone:
        if all(_is_idle(counted, name) for name in effects):
            continue
        sizes = [
            abs(e.interval.value) / margins[name] for name, e in effects.items() if math.isfinite(e.interval.value)
        ]
        weight[dial.key] = max([weight.get(dial.key, 0.0), *sizes])
    return sorted((dial for dial in dials if dial.key in weight), key=lambda dial: -weight[dial.key])


def _is_idle(counted: Counted, name: str) -> bool:
    d = counted.differences[name].d
    return not (d[1] if isinstance(d, tuple) else d.power_sum(2))


class _Verdicts:
    """Judges the goals of many cells so that all words hold together."""

    def __init__(self, base: RunSpec, cells: int) -> None:
        self._goals = base.goals
        self._confidence = simultaneous(DEFAULT_CONFIDENCE, cells)

    def of(self, spec: RunSpec, tally: Tally) -> Verdict:
        """The verdict on one cell."""
        measures = spec.game.measures(spec.variant.rules_for(spec.players), spec.players)
        found = every_figure(tally, measures, spec.game.seat_word)
        reading = Reading(confidence=self._confidence)
        goals = [goal for goal in self._goals if goal.metric in found]
        judged = judge(goals, found, {goal.metric: reading for goal in goals}, self._confidence)
        advantage = found[SEAT_ADVANTAGE].figure.interval(reading) if SEAT_ADVANTAGE in found else None
        return Verdict(_word(judged), judged, advantage, tally.capped)


def _word(judged: Sequence[Judged]) -> str:
    statuses = {one.status for one in judged}
    if "missed" in statuses:
        return "missed"
    return "met" if statuses == {"met"} else "not yet known"


def _decomposed(
    grid: Factorial, declared: Sequence[Quantity], blocks: Mapping[str, NDArray[np.float64]], games: int
) -> tuple[Combination, ...]:
    found = []
    for one in declared:
        cells = blocks.get(one.name)
        if cells is None or not np.isfinite(cells).all():
            continue
        found.append(Combination(one.name, one.unit, block_effects(cells.reshape(BLOCKS, *grid.shape), games)))
    return tuple(found)
