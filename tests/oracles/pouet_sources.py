"""Give the durations, errors and signals of a Pouêt Mouêt race, drawn or as recorded (`docs/rules.md` section 3)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from .pouet_grid import Card, Cell, Signal

CAP = 0.95


def _standard_times() -> dict[str, float]:
    return {"look": 600.0, "lay": 300.0, "signal": 1070.0, "perceive": 500.0, "move": 1100.0, "lay_moved": 400.0}


@dataclass(frozen=True)
class Pilotage:
    """How fast and how surely one team flies.

    Attributes
    ----------
    times : dict of stage to mean milliseconds
        Stages: look, lay, signal, perceive, move, lay_moved.
    cv : float or dict of stage to float
        Coefficient of variation of every stage.
    miss, misread, misforce : float
        Chances at pace 1.
    pace, haste : float
    """

    times: Mapping[str, float] = field(default_factory=_standard_times)
    cv: float | Mapping[str, float] = 0.30
    miss: float = 0.01
    misread: float = 0.15
    misforce: float = 0.02
    pace: float = 1.0
    haste: float = 2.0

    def chance(self, base: float) -> float:
        """Give a chance of error at the team's pace, capped."""
        return min(CAP, base * math.pow(self.pace, self.haste))

    def duration(self, stage: str, rng: random.Random) -> int:
        """Give a duration drawn from the lognormal, divided by the pace, then rounded to the millisecond."""
        mean = self.times[stage]
        cv = self.cv if isinstance(self.cv, float | int) else self.cv[stage]
        variance = math.log(1.0 + cv * cv)
        drawn = math.exp(math.log(mean) - variance / 2.0 + math.sqrt(variance) * rng.gauss(0.0, 1.0))
        return math.floor(drawn / self.pace + 0.5)


# Where durations, errors and signals come from


class Source(Protocol):
    """What a race asks while it runs."""

    def duration(self, stage: str) -> int:
        """Give the milliseconds of the stage that begins now."""

    def overlooked(self) -> bool:
        """Whether the seagull under the plane is overlooked."""

    def signal(self, card: Card, cell: Cell, choices: set[Signal]) -> Signal:
        """Give the signal chosen among the choices: the safe ones, or those that stay on the grid when trapped."""

    def perceived(self, signal: Signal) -> Signal:
        """Give the direction and force that the pilot perceives at this try."""


Chooser = Callable[[Card, Cell, set[Signal], random.Random], Signal]


def choose_uniformly(card: Card, cell: Cell, choices: set[Signal], rng: random.Random) -> Signal:
    """Give one of the choices, each with the same chance."""
    return rng.choice(sorted(choices))


class Drawn:
    """A source that draws everything from a random generator passed in."""

    def __init__(self, pilotage: Pilotage, rng: random.Random, choose: Chooser = choose_uniformly) -> None:
        self.pilotage = pilotage
        self.rng = rng
        self.choose = choose

    def duration(self, stage: str) -> int:
        """Give a drawn duration."""
        return self.pilotage.duration(stage, self.rng)

    def overlooked(self) -> bool:
        """Draw with chance `miss`."""
        return self.rng.random() < self.pilotage.chance(self.pilotage.miss)

    def signal(self, card: Card, cell: Cell, choices: set[Signal]) -> Signal:
        """Ask the policy."""
        return self.choose(card, cell, choices, self.rng)

    def perceived(self, signal: Signal) -> Signal:
        """Draw a neighbouring direction with chance `misread` and, independently, the other force with `misforce`."""
        direction, force = signal
        if self.rng.random() < self.pilotage.chance(self.pilotage.misread):
            direction = (direction + self.rng.choice((-1, 1))) % 8
        if self.rng.random() < self.pilotage.chance(self.pilotage.misforce):
            force = "tap" if force == "flick" else "flick"
        return direction, force


class Recorded:
    """A source that gives, in order, what was recorded; `used_up` tells whether nothing is left over.

    Parameters
    ----------
    durations : iterable of int or (int, int)
        Milliseconds of one stage, or (number of stages in a row, milliseconds of all of them). The first stages of such
        a group count 0 and the last one all, so clocks are right wherever a group ends.
    overlooked : iterable of bool
        One for each seagull found under the plane on looking.
    signals : iterable of signal
        One for each decision.
    perceived : iterable of signal
        One for each try.
    """

    def __init__(
        self,
        durations: Iterable[int | tuple[int, int]] = (),
        overlooked: Iterable[bool] = (),
        signals: Iterable[Signal] = (),
        perceived: Iterable[Signal] = (),
    ) -> None:
        self.durations: list[int] = []
        for entry in durations:
            stages, milliseconds = (1, entry) if isinstance(entry, int) else entry
            self.durations += [0] * (stages - 1) + [milliseconds]
        self.misses = list(overlooked)
        self.signals = list(signals)
        self.perceptions = list(perceived)

    @property
    def used_up(self) -> bool:
        """Whether all that was recorded has been asked for."""
        return not (self.durations or self.misses or self.signals or self.perceptions)

    def duration(self, stage: str) -> int:
        """Give the next duration."""
        return self.durations.pop(0)

    def overlooked(self) -> bool:
        """Give the next outcome."""
        return self.misses.pop(0)

    def signal(self, card: Card, cell: Cell, choices: set[Signal]) -> Signal:
        """Give the next signal."""
        return self.signals.pop(0)

    def perceived(self, signal: Signal) -> Signal:
        """Give the next perception."""
        return self.perceptions.pop(0)
