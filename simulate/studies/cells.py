"""One cell of a study played: what it counts, and what it does differently from the base under the same luck.

The plays of a base are kept while its cells are played, so that each cell costs its own plays only. Integers are
those of an ordinary run: the digest of a cell is that of a run of the same variant, seed and number of games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.kernels.tally import CAPPED, PLAYS, WINS
from simulate.runs.engine import Engine, Jobs
from simulate.runs.errors import FailedRun
from simulate.runs.keeping import missing, part_of, unkept
from simulate.runs.local import engine_of
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Adder, Tally
from simulate.statistics.histogram import Histogram
from simulate.studies.grid import Values
from simulate.studies.pairs import Each, PairCounter, PairTally

MOST_KEPT = 1 << 28
"""Bytes of a base's plays that are kept in memory; more are played again for each cell."""


@dataclass(frozen=True)
class Cell:
    """One setting at one player count.

    Attributes
    ----------
    number : int
        Of the setting within its study.
    values : tuple of (str, str)
        Key and text of each axis's value.
    players : int
    spec : RunSpec or None
        None when these rules cannot be played, for the reasons given.
    reasons : tuple of str
    """

    number: int
    values: Values
    players: int
    spec: RunSpec | None
    reasons: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """``key=value, key=value``."""
        return ", ".join(f"{key}={value}" for key, value in self.values)


def rules_key(spec: RunSpec) -> str:
    """A digest of the rules that hold at the player count: plays of equal ones are equal."""
    rules = spec.variant.rules_for(spec.players).model_dump(mode="json")
    text = json.dumps([spec.game.name, rules, spec.players, list(spec.policies)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Difference:
    """D = cell - base of one quantity over the pairs in which both plays ended."""

    d: Histogram | tuple[int, int]


@dataclass(frozen=True)
class Counted:
    """What the plays of one cell counted.

    Attributes
    ----------
    tally : Tally
    pairs, left_out : int
        Pairs with the base; those of which one play was capped.
    differences : mapping of str to Difference
        By quantity.
    """

    tally: Tally
    pairs: int
    left_out: int
    differences: Mapping[str, Difference]

    def document(self) -> dict[str, Any]:
        """Its integers, to be compared with those of the same cell played elsewhere."""
        differences = {
            name: one.d.as_dict() if isinstance(one.d, Histogram) else one.d for name, one in self.differences.items()
        }
        found = {"tally": self.tally.document(), "pairs": self.pairs, "left_out": self.left_out}
        return {**found, "differences": differences}


class Base:
    """The plays that every cell of a player count is compared with; of a shard, those of its part.

    Parameters
    ----------
    spec : RunSpec
        Its seed and plays are those of all cells.
    """

    def __init__(self, spec: RunSpec, jobs: Jobs) -> None:
        self.seed, self.first = spec.seed, spec.first
        self.prepared = spec.prepared()
        self._engine: Engine | None = engine_of(unkept(jobs))
        self._begin, self._end = part_of(engine_of(jobs), spec.count)
        self._kept: Each | None = None
        self.prepared.each(spec.seed, spec.first, 0)

    @property
    def work(self) -> tuple[Any, ...]:
        """What it is made of, for the key of what is counted."""
        return self.prepared, self.seed

    def play(self) -> None:
        """Play them now and keep them, if there is room; before the first cell that has to be played."""
        width = 8 * (1 + len(self.prepared.columns))
        count = self._end - self._begin
        if (
            self._kept is None
            and self._engine is not None
            and self._engine.shares_memory
            and count * width <= MOST_KEPT
        ):
            parts = [part for _, part in self._engine.chunks(self._play, self.first + self._begin, (count,))]
            winners, values = zip(*parts, strict=True)
            self._kept = np.concatenate(winners), np.concatenate(values)

    def __getstate__(self) -> dict[str, Any]:
        # What was kept stays here: an engine elsewhere plays it again rather than have it sent with each chunk.
        return {**self.__dict__, "_kept": None, "_engine": None}

    def _play(self, first: int, count: int) -> Each:
        return self.prepared.each(self.seed, first, count)

    def each(self, first: int, count: int) -> Each:
        """The plays `first` … `first + count - 1`."""
        if self._kept is None:
            return self._play(first, count)
        at = first - self.first - self._begin
        part = slice(at, at + count)
        return self._kept[0][part], self._kept[1][part]


def count_cell(base: Base, spec: RunSpec, names: Sequence[str], jobs: Jobs) -> Counted:
    """The plays of a cell, each paired with the base's play of the same number.

    Parameters
    ----------
    spec : RunSpec
        With the base's seed and plays.
    names : sequence of str
        Quantities whose differences are counted.

    Raises
    ------
    FailedRun
        A fault in the game's code.
    KeyboardInterrupt
        It was stopped.
    """
    prepared = spec.prepared()
    counter = PairCounter(base.prepared, prepared, spec.seed, names)
    adder, pairs = Adder(prepared.width), PairTally(counter)
    count, engine = partial(_count, base, prepared, counter), engine_of(jobs)
    if missing(engine, count, spec.first, spec.count):
        base.play()
    for _, (row, pair_row) in engine.chunks(count, spec.first, (spec.count,)):
        adder.add(row)
        pairs.add(pair_row)
    differences = {name: Difference(one.d) for name, one in pairs.read().items()}
    return Counted(adder.tally(prepared.measures, prepared.seats), pairs.pairs, pairs.left_out, differences)


def to_play(base: Base, spec: RunSpec, names: Sequence[str], jobs: Jobs) -> int:
    """How many plays of a cell are not kept and would have to be played here."""
    prepared = spec.prepared()
    count = partial(_count, base, prepared, PairCounter(base.prepared, prepared, spec.seed, names))
    return missing(engine_of(jobs), count, spec.first, spec.count)


def _count(
    base: Base, prepared: Prepared, counter: PairCounter, first: int, count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    played = prepared.each(counter.seed, first, count)
    return tally_row(prepared, played), counter.row(base.each(first, count), played)


def tally_row(prepared: Prepared, played: Each) -> NDArray[np.int64]:
    """The tally row (int64[width]) of plays given one by one: the same that :meth:`Prepared.count_plays` fills.

    Raises
    ------
    FailedRun
        A play gave a value outside the range its measure declares.
    """
    winners, values = played
    row = np.zeros(prepared.width, np.int64)
    ended = winners != 0
    row[PLAYS], row[CAPPED] = len(winners), len(winners) - int(ended.sum())
    _count_wins(row, winners[ended], prepared.seats)
    layout = prepared.layout[0]
    finished = values if ended.all() else values[ended]
    for column in range(values.shape[1]):
        at, size, value = int(layout["base"][column]), int(layout["size"][column]), finished[:, column]
        if not size:
            row[at], row[at + 1] = value.sum(), (value * value).sum()
            continue
        if len(value) and not 0 <= value.min() <= value.max() < size:
            raise FailedRun(
                f"{prepared.game.title}: a play gave {prepared.columns[column]} a value outside its declared range. "
                "This is a fault of the game's code: please report it with this line."
            )
        row[at : at + size] = np.bincount(value, minlength=size)
    return row


def _count_wins(row: NDArray[np.int64], winners: NDArray[np.int64], seats: int) -> None:
    sharing = sum(((winners >> seat) & 1 for seat in range(seats)), np.zeros(len(winners), np.int64))
    for seat in range(seats):
        own = sharing[(winners >> seat) & 1 == 1]
        at = WINS + seat * seats
        row[at : at + seats] = np.bincount(own - 1, minlength=seats)
