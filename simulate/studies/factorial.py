"""Which combinations of levels are played: the dials that matter most, as far as they can be played together."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulate.runs.spec import RunSpec
from simulate.studies.grid import Values


@dataclass(frozen=True)
class Level:
    """A value of a dial.

    Attributes
    ----------
    text : str
        As YAML.
    setting : tuple of (str, str)
        Empty for the value that the variant has.
    """

    text: str
    setting: Values

    @property
    def is_base(self) -> bool:
        """True for the value that the variant has."""
        return not self.setting


@dataclass(frozen=True)
class Dial:
    """A dial with its levels, the variant's own first.

    Attributes
    ----------
    key, meaning : str
    unit : str or None
    levels : tuple of Level
    """

    key: str
    meaning: str
    unit: str | None
    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Factorial:
    """A full factorial of which every cell can be played.

    Attributes
    ----------
    dials : tuple of Dial
        With the levels that are left.
    specs : tuple of RunSpec
        One a cell, the last dial's level changing fastest.
    dropped : tuple of (str, str)
        Key and value of levels that cannot be combined with the others.
    """

    dials: tuple[Dial, ...]
    specs: tuple[RunSpec, ...]
    dropped: tuple[tuple[str, str], ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Levels of each dial."""
        return tuple(len(dial.levels) for dial in self.dials)


Make = Callable[[Values], RunSpec | None]
"""The run of a setting, or None when it cannot be played."""


def choose(dials: Sequence[Dial], most: int) -> list[Dial]:
    """As many of the dials, first ones first, as have no more than `most` combinations of levels; at most all."""
    chosen: list[Dial] = []
    cells = 1
    for dial in dials:
        if cells * len(dial.levels) <= most:
            chosen.append(dial)
            cells *= len(dial.levels)
    return chosen


def playable(dials: Sequence[Dial], make: Make) -> Factorial:
    """The factorial without the levels that cannot be combined with the others.

    The level that stands in most of the cells that cannot be played goes first, the last dial's among equals, until
    all that is left can be played. The variant's own levels stay: they can be played together.
    """
    left = list(dials)
    dropped: list[tuple[str, str]] = []
    while True:
        cells = list(itertools.product(*(dial.levels for dial in left)))
        specs = [make(tuple(pair for level in cell for pair in level.setting)) for cell in cells]
        guilty = Counter(
            (place, level)
            for cell, spec in zip(cells, specs, strict=True)
            if spec is None
            for place, level in enumerate(cell)
            if not level.is_base
        )
        if not guilty:
            kept = tuple(dial for dial in left if len(dial.levels) > 1)
            return Factorial(kept, tuple(spec for spec in specs if spec is not None), tuple(dropped))
        share = {one: count / _cells_with(left, one[0]) for one, count in guilty.items()}
        place, level = max(share, key=lambda one: (share[one], one[0]))
        dial = left[place]
        levels = tuple(one for one in dial.levels if one != level)
        left[place] = Dial(dial.key, dial.meaning, dial.unit, levels)
        dropped.append((dial.key, level.text))


def _cells_with(dials: Sequence[Dial], place: int) -> int:
    """Cells in which one level of a dial stands."""
    count = 1
    for number, dial in enumerate(dials):
        count *= 1 if number == place else len(dial.levels)
    return count
