"""Which cells a study plays: the values of each axis, and their grid or a Latin hypercube in it.

An axis is written ``KEY=VALUES``: values with commas between, each a YAML value or a range ``a..b`` or ``a..b:step``
(both ends included). Everything is text until a variant is made of it.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from variants.errors import BadInput

VARIANT = "variant"
"""The axis whose values are whole variants."""

MOST_VALUES = 1000
MOST_CELLS = 10_000

PATIENCE = 64
"""Of 256 changes of equal cells that make nothing better or worse so many are made all the same."""

Values = tuple[tuple[str, str], ...]
"""The setting of a cell: key and text of the value, one an axis."""

Cell = tuple[int, ...]
"""Level numbers, one an axis."""

_NUMBER = r"-?\d{1,12}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?::({_NUMBER}))?", re.ASCII)
_PAIRS = {"[": "]", "{": "}", "(": ")"}


@dataclass(frozen=True)
class Axis:
    """A dial (or the variant) and the values it takes.

    Attributes
    ----------
    key : str
        Dotted key, or ``variant``.
    values : tuple of str
        YAML texts, all different.
    """

    key: str
    values: tuple[str, ...]

    @property
    def ordered(self) -> bool:
        """True if the values are numbers that rise."""
        if not all(re.fullmatch(_NUMBER, value, re.ASCII) for value in self.values):
            return False
        return all(Decimal(a) < Decimal(b) for a, b in itertools.pairwise(self.values))


@dataclass(frozen=True)
class Design:
    """The cells of a study.

    Attributes
    ----------
    kind : {"grid", "latin hypercube"}
    axes : tuple of Axis
    cells : tuple of tuple of int
        Level numbers, one an axis; all different.
    samples : int or None
        Samples asked for.
    """

    kind: Literal["grid", "latin hypercube"]
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    samples: int | None = None

    def values(self, cell: Sequence[int]) -> Values:
        """The setting of a cell."""
        return tuple((axis.key, axis.values[level]) for axis, level in zip(self.axes, cell, strict=True))

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "kind": self.kind,
            "samples": self.samples,
            "axes": [{"key": axis.key, "values": list(axis.values)} for axis in self.axes],
            "cells": len(self.cells),
        }


def read_axes(texts: Sequence[str], option: str = "--vary") -> tuple[Axis, ...]:
    """The axes that options mean.

    Raises
    ------
    BadInput
        A text that is no axis, too many values, or a key given twice.
    """
    axes = tuple(read_axis(text, option) for text in texts)
    keys = [axis.key for axis in axes]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise BadInput.of(f"{option} {twice}: is given twice; write all its values in one")
    return axes


def read_axis(text: str, option: str = "--vary") -> Axis:
    """The axis that ``KEY=VALUES`` means; equal values count once.

    Raises
    ------
    BadInput
        It is none, or has more than MOST_VALUES values.
    """
    key, equals, said = text.partition("=")
    if not equals or not key.strip() or not said.strip():
        raise _fault(option, text, "a dotted key, =, values, as in deck.size=12..18 or shape=ring,triangle")
    values: dict[str, None] = {}
    for part in _parts(said, option, text):
        for value in _values(part, option, text):
            values[value] = None
            if len(values) > MOST_VALUES:
                raise BadInput.of(f"{option} {text[:60]}: more than {MOST_VALUES} values")
    return Axis(key.strip(), tuple(values))


def _fault(option: str, text: str, allowed: str) -> BadInput:
    return BadInput.of(f"{option} {text[:60]}: allowed: {allowed}")


def _parts(said: str, option: str, text: str) -> Iterator[str]:
    """The values between commas that stand in no bracket and no quotes."""
    closing: list[str] = []
    quote = ""
    begun = 0
    for at, char in enumerate(said):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and not said[begun:at].strip(" ,[{:"):
            quote = char
        elif char in _PAIRS:
            closing.append(_PAIRS[char])
        elif closing and char == closing[-1]:
            closing.pop()
        elif char == "," and not closing:
            yield said[begun:at]
            begun = at + 1
    if closing or quote:
        raise _fault(option, text, f"a closing {closing[-1] if closing else quote}")
    yield said[begun:]


def _values(part: str, option: str, text: str) -> Iterator[str]:
    value = part.strip()
    if not value:
        raise _fault(option, text, "a value between two commas")
    found = _RANGE.fullmatch(value)
    if found is None:
        yield value
        return
    low, high = Decimal(found[1]), Decimal(found[2])
    broken = any("." in one for one in found.groups(default=""))
    if broken and found[3] is None:
        raise _fault(option, text, f"a range of broken numbers with its step, as in {value}:0.1")
    step = Decimal(found[3] or 1)
    if step <= 0 or high < low:
        raise _fault(option, text, "a range from the lower to the higher end, its step above 0")
    if (high - low) / step > MOST_VALUES:
        raise BadInput.of(f"{option} {text[:60]}: more than {MOST_VALUES} values")
    places = max(len(one.partition(".")[2]) for one in found.groups(default=""))
    while low <= high:
        yield f"{low:.{places}f}"
        low += step


def design(axes: Sequence[Axis], samples: int | None = None, seed: int = 0, most: int = MOST_CELLS) -> Design:
    """The grid of all values, or a Latin hypercube of `samples` cells in it.

    Parameters
    ----------
    samples : int, optional
        If the grid has no more cells than this, the whole grid is the better design and is taken.
    seed : int
        Of the hypercube.

    Raises
    ------
    BadInput
        More than `most` cells, or less than one.
    """
    if samples is not None and samples < 1:
        raise BadInput.of(f"--samples: got {samples}, allowed: at least 1")
    total = math.prod(len(axis.values) for axis in axes)
    if samples is not None and samples < total:
        _check_size(samples, most)
        return Design("latin hypercube", tuple(axes), tuple(latin_hypercube(axes, samples, seed)), samples)
    _check_size(total, most)
    cells = itertools.product(*(range(len(axis.values)) for axis in axes))
    return Design("grid", tuple(axes), tuple(cells), samples)


def _check_size(cells: int, most: int) -> None:
    if cells > most:
        raise BadInput.of(f"{cells} cells, allowed: at most {most}; --samples N plays N of them, evenly spread")


def latin_hypercube(axes: Sequence[Axis], samples: int, seed: int) -> list[Cell]:
    """Different cells, sorted, of a Latin hypercube: each axis is cut into `samples` strata and each is hit once.

    An axis with fewer values than samples has each of them equally often, but for one; with more, each at most once,
    evenly spread. Strata are permuted by hashes of (seed, axis, sample), the same on every machine. Samples that fall
    into one cell change a level with another sample, which leaves every axis as even as it was. Of more than half of
    all cells those that are left out are such a hypercube. At most all cells.
    """
    total = math.prod(len(axis.values) for axis in axes)
    if 2 * samples > total:
        left_out = set(latin_hypercube(axes, total - samples, seed)) if samples < total else set()
        cells = itertools.product(*(range(len(axis.values)) for axis in axes))
        return [cell for cell in cells if cell not in left_out]
    columns = []
    for number, axis in enumerate(axes):
        order = sorted(range(samples), key=lambda sample: _hash(seed, number, sample, "order"))
        places = {sample: stratum for stratum, sample in enumerate(order)}
        levels = len(axis.values)
        offset = int.from_bytes(_hash(seed, number, "offset")[:6], "big")
        columns.append([((places[s] << 48) + offset) * levels // (samples << 48) for s in range(samples)])
    return sorted(_set_apart(list(zip(*columns, strict=True)), seed))


def _set_apart(cells: list[Cell], seed: int) -> list[Cell]:
    """The cells, equal ones made different: one of them changes a level with another cell, picked by hashes.

    A change is made when it leaves fewer equal cells, and sometimes when it leaves as many, so that no dead end is one.
    """
    taken = Counter(cells)
    tries = 0
    while twice := [place for place, cell in enumerate(cells) if taken[cell] > 1]:
        for place in twice:
            if taken[cells[place]] == 1:
                continue
            pick = _hash(seed, "apart", tries)
            tries += 1
            other = int.from_bytes(pick[:6], "big") % len(cells)
            axis = int.from_bytes(pick[6:12], "big") % len(cells[0])
            new = _changed(cells[place], cells[other], axis)
            gained = _gained(taken, (cells[place], cells[other]), new)
            if gained > 0 or (gained == 0 and pick[12] < PATIENCE):
                taken.subtract((cells[place], cells[other]))
                taken.update(new)
                cells[place], cells[other] = new
    return cells


def _changed(one: Cell, other: Cell, axis: int) -> tuple[Cell, Cell]:
    """Both cells with the level of an axis of the other."""
    return (*one[:axis], other[axis], *one[axis + 1 :]), (*other[:axis], one[axis], *other[axis + 1 :])


def _gained(taken: Counter[Cell], old: Sequence[Cell], new: Sequence[Cell]) -> int:
    """How many more different cells there are when two old ones make room for new ones."""
    cells = {*old, *new}
    after = {cell: taken[cell] - old.count(cell) + new.count(cell) for cell in cells}
    return sum(count > 0 for count in after.values()) - sum(taken[cell] > 0 for cell in cells)


def _hash(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()
