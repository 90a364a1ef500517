"""The shapes of a terrain: which cells of the hexagonal lattice hold a tile.

A cell is (q, r) in axial coordinates: ``r`` the row, counted downwards, ``q`` along the row; the neighbours of (q, r)
are (q ± 1, r), (q, r ± 1), (q + 1, r - 1) and (q - 1, r + 1). Cells are always listed row by row, from left to right,
since the kernels rely on that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Cell = tuple[int, int]

MAX_CELLS = 64
"""Most cells of a terrain: one bit each in a machine word."""

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps in (q, r). The first three lead to cells later in the order, and direction d + 3 is the opposite of d."""

DIRECTION_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")

NOTHING = " -"
"""Characters of a drawn map that mean "no cell here"."""

ANY_TILE = "."


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells row by row, from left to right."""
    return tuple(sorted(set(cells), key=lambda cell: (cell[1], cell[0])))


def hexagon(side: int) -> tuple[Cell, ...]:
    """A hexagon with `side` cells on each edge: 3·side·(side - 1) + 1 cells."""
    reach = side - 1
    span = range(-reach, reach + 1)
    return in_order((q, r) for q in span for r in span if abs(q + r) <= reach)


def triangle(side: int) -> tuple[Cell, ...]:
    """A triangle standing on an edge of `side` cells: side·(side + 1) / 2 cells."""
    return in_order((q - r, r) for r in range(side) for q in range(r + 1))


def parallelogram(width: int, height: int) -> tuple[Cell, ...]:
    """`height` rows of `width` cells, each row half a cell further to the right."""
    return in_order((q, r) for q in range(width) for r in range(height))


def rectangle(width: int, height: int) -> tuple[Cell, ...]:
    """`height` rows of `width` cells, every second row half a cell to the right."""
    return in_order((column - row // 2, row) for column in range(width) for row in range(height))


def ring(side: int, hole: int) -> tuple[Cell, ...]:
    """The hexagon of `side` without the hexagon of side `hole` in its middle."""
    return in_order(set(hexagon(side)) - set(hexagon(hole)))


def in_one_piece(cells: Iterable[Cell]) -> bool:
    """True when every cell can be reached from every other over neighbouring cells."""
    left = set(cells)
    if not left:
        return False
    front = [left.pop()]
    while front:
        q, r = front.pop()
        for dq, dr in DIRECTIONS:
            if (q + dq, r + dr) in left:
                left.discard((q + dq, r + dr))
                front.append((q + dq, r + dr))
    return not left


@dataclass(frozen=True)
class Drawing:
    """A terrain read from text.

    Attributes
    ----------
    faces : Mapping of cell to character
        What was drawn on each cell, ``.`` where any tile may lie.
    misplaced : tuple of (line, column)
        Characters that stand half a cell off the others (both counted from 1).
    unknown : tuple of (line, column, character)
        Characters that mean nothing.
    """

    faces: Mapping[Cell, str]
    misplaced: tuple[tuple[int, int], ...]
    unknown: tuple[tuple[int, int, str], ...]


def read_drawing(text: str) -> Drawing:
    """Read a map: a text line a row, one blank between two cells of a row, every other row one character further right.

    A cell and its neighbour in the row are two characters apart, a cell and its neighbours in the rows above and below
    one line and one character. So all cells stand on the characters of one parity of line + column, that of the first
    cell.
    """
    faces: dict[Cell, str] = {}
    misplaced: list[tuple[int, int]] = []
    unknown: list[tuple[int, int, str]] = []
    parity: int | None = None
    for row, line in enumerate(text.splitlines()):
        for column, character in enumerate(line.rstrip()):
            if character in NOTHING:
                continue
            if not (character in ".njs" or character in "123456789"):
                unknown.append((row + 1, column + 1, character))
                continue
            if parity is None:
                parity = (row + column) % 2
            if (row + column) % 2 != parity:
                misplaced.append((row + 1, column + 1))
                continue
            faces[((column - row - parity) // 2, row)] = character
    ordered = {cell: faces[cell] for cell in in_order(faces)}
    return Drawing(ordered, tuple(misplaced), tuple(unknown))
