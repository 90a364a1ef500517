"""The grid of a card: cells, directions, and where a signal from a cell leads.

Cells are numbered row by row from the top left. A signal is ``2 * direction + force``, force 0 a tap (one cell) and 1
a flick (to the edge); directions turn clockwise from up, so that neighbouring directions differ by one
(docs/rules.md, section 3).
"""

from __future__ import annotations

from collections.abc import Sequence

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""(rows down, columns right) of each direction: up, up right, right, down right, down, down left, left, up left."""

DIRECTION_NAMES = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")
SIGNALS = 16
"""Number of signals: 8 directions, tap or flick."""

READINGS = 6
"""Ways to perceive a signal: straight, turned left, turned right with the force right; then the same with it wrong."""

MAX_SIDE = 8
MAX_CELLS = MAX_SIDE * MAX_SIDE
OFF = 255
"""Where a signal leads that leaves the grid at once."""


def landing(rows: int, columns: int, cell: int, signal: int) -> int:
    """The cell to which `signal` takes a plane on `cell`, or OFF."""
    down, right = DIRECTIONS[signal >> 1]
    row, column = divmod(cell, columns)
    steps = 0
    while 0 <= row + down < rows and 0 <= column + right < columns and (steps == 0 or signal & 1):
        row, column, steps = row + down, column + right, steps + 1
    return row * columns + column if steps else OFF


def perceived_as(signal: int, how: int) -> int:
    """The signal that is perceived when `signal` is read in way `how`."""
    turn = (0, 7, 1)[how % 3]
    return ((signal >> 1) + turn) % 8 * 2 + ((signal & 1) ^ (how >= 3))


def listed_signals(rows: int, columns: int, cell: int) -> tuple[int, ...]:
    """The different signals that stay on the grid from `cell`; a flick of one cell is the tap, not listed twice."""
    found = []
    for signal in range(SIGNALS):
        there = landing(rows, columns, cell, signal)
        if there != OFF and not (signal & 1 and there == landing(rows, columns, cell, signal - 1)):
            found.append(signal)
    return tuple(found)


def central_cells(rows: int, columns: int) -> tuple[int, ...]:
    """The one, two or four cells nearest to the middle of the grid."""
    return tuple(row * columns + column for row in _middle(rows) for column in _middle(columns))


def corner_cells(rows: int, columns: int) -> tuple[int, ...]:
    """The four corners."""
    return (0, columns - 1, (rows - 1) * columns, rows * columns - 1)


def _middle(length: int) -> Sequence[int]:
    return range((length - 1) // 2, length // 2 + 1)


def quarter_turn(side: int, cells: int) -> int:
    """A set of cells (bit c = cell c) of a square grid after a quarter turn clockwise."""
    turned = 0
    for cell in range(side * side):
        if cells >> cell & 1:
            row, column = divmod(cell, side)
            turned |= 1 << (column * side + side - 1 - row)
    return turned
