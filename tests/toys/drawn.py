"""A game that is nothing but a law: each play's winners and turns are read off random numbers of its own index.

No kernel plays it, so thousands of comparisons can be made by the public calls where the truth is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure, Measures
from simulate.kernels.tally import CAPPED, PLAYS, WINS
from simulate.runs.spec import RunSpec
from simulate.runs.tally import names

Draws = NDArray[np.float64]
"""Uniform numbers of plays, float64[plays, 4]."""

Law = Callable[[Draws], tuple[NDArray[np.int64], NDArray[np.int64]]]
"""Winners' bits (0: capped) and turns of plays."""

MOST_TURNS = 200
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def uniform(seed: int, first: int, count: int, salt: int = 0) -> Draws:
    """Four uniform numbers of each play, a function of seed, index and salt alone (splitmix64 of a counter)."""
    with np.errstate(over="ignore"):
        index = np.arange(first, first + count, dtype=np.uint64)[:, None] * np.uint64(8) + np.arange(4, dtype=np.uint64)
        z = _mixed(index * _GOLDEN + _mixed(np.uint64((seed * 2654435761 + salt) % 2**64) + _GOLDEN))
    return (z >> np.uint64(11)).astype(np.float64) / 2.0**53


def _mixed(z: Any) -> Any:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@dataclass(frozen=True)
class Drawn:
    """Stands for a prepared table."""

    law: Law
    seats: int
    salt: int = 0
    own: float = 0.0
    """Share of the plays whose luck is not common: they are drawn with the salt."""

    game = SimpleNamespace(name="drawn", title="Drawn", seat_word="seat")
    metrics = False

    @property
    def work(self) -> tuple[Any, ...]:
        return (repr(self.law), self.seats, self.salt, self.own)

    @property
    def measures(self) -> Measures:
        return Measures(
            Measure("score", "", "points", 2, per_seat=True), Measure("margin", "", "points", 2),
            (Measure("turns", "", "turns", MOST_TURNS + 1),),
        )  # fmt: skip

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for one in self.measures.plain for name in names(one, self.seats))

    @property
    def width(self) -> int:
        return WINS + self.seats**2 + 2 * self.seats + 2 + MOST_TURNS + 1

    def each(self, seed: int, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        draws = uniform(seed, first, count)
        if self.own:
            apart = uniform(seed, first, count, 1)[:, 3] < self.own
            draws[apart] = uniform(seed, first, count, self.salt)[apart]
        winners, turns = self.law(draws)
        values = np.zeros((count, len(self.columns)), np.int64)
        for seat in range(self.seats):
            values[:, seat] = (winners >> seat) & 1
        values[:, -1] = turns
        values[winners == 0] = 0
        return winners, values

    def count_plays(self, seed: int, first: int, count: int) -> NDArray[np.int64]:
        winners, values = self.each(seed, first, count)
        row = np.zeros(self.width, np.int64)
        ended = winners != 0
        won = [(winners >> seat) & 1 for seat in range(self.seats)]
        sharing = np.sum(won, axis=0)
        row[PLAYS], row[CAPPED] = count, count - int(ended.sum())
        for seat in range(self.seats):
            for k in range(1, self.seats + 1):
                row[WINS + seat * self.seats + k - 1] = int((won[seat] & (sharing == k)).sum())
        at = WINS + self.seats**2
        for column in range(len(self.columns)):
            size = MOST_TURNS + 1 if column == len(self.columns) - 1 else 2
            row[at : at + size] = np.bincount(values[ended, column], minlength=size)
            at += size
        return row


@dataclass(frozen=True)
class DrawnSpec(RunSpec):
    """A run of a law."""

    table: Any = None

    def prepared(self) -> Any:
        return self.table


def drawn(law: Law, seats: int = 2, *, seed: int = 1, salt: int = 0, own: float = 0.0) -> DrawnSpec:
    """A run of this law; ``own=1`` draws all its plays with the salt, so that it shares no luck with others."""
    table = Drawn(law, seats, salt, own)
    variant: Any = SimpleNamespace(name="drawn", title="Drawn", hash="0" * 32, rules_for=lambda players: None)
    game: Any = Drawn.game
    return DrawnSpec(game, variant, seats, ("random",) * seats, seed, 0, 1, (), False, table)


def wins(*chances: float, tie: float = 0.0, capped: float = 0.0, turns: float = 30.0) -> Law:
    """Seats win with these chances (the rest ties all seats); turns are a rounded normal about `turns`."""
    edges, everybody = np.cumsum(chances), (1 << len(chances)) - 1

    def law(draws: Draws) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        seat = np.searchsorted(edges, draws[:, 0], side="right")
        winners = np.where(seat < len(chances), np.int64(1) << np.minimum(seat, 62), everybody).astype(np.int64)
        winners[draws[:, 1] < tie] = everybody
        winners[draws[:, 1] > 1 - capped] = 0
        spread = np.sqrt(-2 * np.log(draws[:, 2] + 1e-300)) * np.cos(2 * np.pi * draws[:, 3])
        length = np.clip(np.rint(turns + 5 * spread), 1, MOST_TURNS).astype(np.int64)
        return winners, length

    return law
