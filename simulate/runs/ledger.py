"""What was counted so far, work by work: sums of rows over stretches of consecutive plays.

A work is one thing that is counted over a range of plays (the plays of a run, a cell of a sweep beside its base). Its
rows are integers that add, so a stretch may be cut and joined anywhere and leaves the same sum. That is what makes a
resumed run, and one put together from shards, the same integers as one that was never interrupted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = NDArray[Any] | tuple[NDArray[Any], ...]
"""One row of integers, or several that belong together."""


@dataclass(frozen=True)
class Stretch:
    """The sum of the rows of consecutive plays.

    Attributes
    ----------
    begin, count : int
        Plays `begin` … `begin + count - 1` of the work, the first being number 0.
    row : Row
        Python integers of any size (dtype object).
    """

    begin: int
    count: int
    row: Row

    @property
    def end(self) -> int:
        """The number after its last play."""
        return self.begin + self.count

    def joined(self, other: Stretch) -> Stretch:
        """Both as one: this stretch and the one that follows it."""
        return Stretch(self.begin, self.count + other.count, _sum(self.row, other.row))

    def document(self) -> list[Any]:
        """Begin, count and rows, for JSON."""
        rows = [one.tolist() for one in self.row] if isinstance(self.row, tuple) else self.row.tolist()
        return [self.begin, self.count, rows]


def stretch(begin: int, count: int, row: Row) -> Stretch:
    """A stretch from what a kernel counted."""
    whole = tuple(one.astype(object) for one in row) if isinstance(row, tuple) else row.astype(object)
    return Stretch(begin, count, whole)


def _sum(a: Row, b: Row) -> Row:
    if isinstance(a, tuple):
        return tuple(one + other for one, other in zip(a, b, strict=True))
    total: NDArray[Any] = a + b
    return total


def read_stretch(found: Any) -> Stretch:
    """What :meth:`Stretch.document` wrote.

    Raises
    ------
    ValueError
        It is something else.
    """
    if not (isinstance(found, list) and len(found) == 3 and isinstance(found[2], list) and found[2]):
        raise ValueError("a stretch needs its begin, its count and its rows")
    begin, count, rows = found
    several = isinstance(rows[0], list)
    listed = rows if several else [rows]
    numbers = [begin, count, *(one for row in listed for one in row)]
    if not all(type(one) is int for one in numbers) or begin < 0 or count < 1:
        raise ValueError("a stretch is made of whole numbers")
    arrays = tuple(np.array(row, dtype=object) for row in listed)
    return Stretch(begin, count, arrays if several else arrays[0])


class Ledger:
    """Stretches by work, each play once."""

    def __init__(self, works: Mapping[str, Iterable[Stretch]] | None = None) -> None:
        self._works = {key: tuple(sorted(found, key=lambda one: one.begin)) for key, found in (works or {}).items()}
        self._texts: dict[str, str] = {}

    def __iter__(self) -> Any:
        return iter(self._works)

    def stretches(self, key: str) -> tuple[Stretch, ...]:
        """The stretches of a work in order."""
        return self._works.get(key, ())

    def plays(self) -> int:
        """Plays in all works."""
        return sum(one.count for found in self._works.values() for one in found)

    def add(self, key: str, new: Stretch, *, apart: bool) -> None:
        """Add a stretch that follows all others of its work; it becomes part of the one before it unless `apart`."""
        found = self.stretches(key)
        joins = bool(found) and not apart and found[-1].end == new.begin
        # One assignment, so that a signal between two plays finds the ledger before or after it.
        self._works[key] = (*found[:-1], found[-1].joined(new)) if joins else (*found, new)
        self._texts.pop(key, None)

    def prefix(self, key: str) -> tuple[Stretch, ...]:
        """The stretches from play 0 on without a gap."""
        found: list[Stretch] = []
        at = 0
        for one in self.stretches(key):
            if one.begin != at:
                break
            found.append(one)
            at = one.end
        return tuple(found)

    def gaps(self, key: str, begin: int, end: int) -> list[tuple[int, int]]:
        """The ranges (begin, end) of plays of a work that are missing between `begin` and `end`."""
        missing = []
        at = begin
        for one in self.stretches(key):
            if one.begin > at and at < end:
                missing.append((at, min(one.begin, end)))
            at = max(at, one.end)
        return [*missing, (at, end)] if at < end else missing

    def text(self, key: str) -> str:
        """A work as JSON on one line; kept until the work changes."""
        if key not in self._texts:
            found = [one.document() for one in self._works[key]]
            self._texts[key] = json.dumps(found, separators=(",", ":"))
        return self._texts[key]

    def digest(self) -> str:
        """SHA-256 (hex) of all works."""
        total = hashlib.sha256()
        for key in self._works:
            total.update(f"{key} {hashlib.sha256(self.text(key).encode()).hexdigest()}\n".encode())
        return total.hexdigest()


def read_ledger(works: Any) -> Ledger:
    """The ledger with these works, as JSON gives them.

    Raises
    ------
    ValueError
        They are something else, or a play stands in two stretches.
    """
    if not isinstance(works, dict):
        raise ValueError("works must be a mapping")
    found = {}
    for key, stretches in works.items():
        if not isinstance(stretches, list):
            raise ValueError(f"work {key}: its stretches must be a list")
        found[key] = [read_stretch(one) for one in stretches]
        for one, following in zip(found[key], found[key][1:], strict=False):
            if following.begin < one.end:
                raise ValueError(f"work {key}: plays {following.begin} to {one.end - 1} stand in two stretches")
    return Ledger(found)
