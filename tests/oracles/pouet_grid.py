"""Give what lies on the cards of Pouêt Mouêt and where signals lead, from `docs/rules.md` section 3 alone.

A card is a tuple of strings, one a row: ``'.'`` sky, ``'b'`` balloon, ``'g'`` seagull; ``'?'`` where nobody looked and
``'-'`` where only "no seagull" is known. A cell is ``(row, column)``. Direction 0 is up (towards row 0), then clockwise
in eighths of a turn. A signal is ``(direction, 'tap')`` or ``(direction, 'flick')``.
"""

from __future__ import annotations

Cell = tuple[int, int]
Card = tuple[str, ...]
Signal = tuple[int, str]

DIRECTIONS: tuple[Cell, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
FORCES = ("tap", "flick")


class NotLookedAt(LookupError):
    """Raised when a race needs a cell of a card that was given as unknown."""


def path(rows: int, columns: int, cell: Cell, direction: int) -> list[Cell]:
    """Give the cells from the one beside `cell` to the edge, in that direction."""
    down, right = DIRECTIONS[direction]
    cells = []
    row, column = cell[0] + down, cell[1] + right
    while 0 <= row < rows and 0 <= column < columns:
        cells.append((row, column))
        row, column = row + down, column + right
    return cells


def target(rows: int, columns: int, cell: Cell, signal: Signal) -> Cell | None:
    """Give where the signal leads; None when it leads off the grid at once."""
    cells = path(rows, columns, cell, signal[0])
    if not cells:
        return None
    return cells[0] if signal[1] == "tap" else cells[-1]


def signals_on_grid(rows: int, columns: int, cell: Cell) -> set[Signal]:
    """Give the signals that stay on the grid; a flick to a cell one step away is the tap and not listed."""
    signals: set[Signal] = set()
    for direction in range(8):
        steps = len(path(rows, columns, cell, direction))
        if steps >= 1:
            signals.add((direction, "tap"))
        if steps >= 2:
            signals.add((direction, "flick"))
    return signals


def is_seagull(card: Card, cell: Cell) -> bool:
    """Whether a seagull is on that cell.

    Raises
    ------
    NotLookedAt
        When the cell was given as unknown.
    """
    what = card[cell[0]][cell[1]]
    if what == "?":
        raise NotLookedAt(f"cell {cell} of {card}")
    return what == "g"


def safe_signals(card: Card, cell: Cell) -> set[Signal]:
    """Give the signals whose intended cell is on the grid and not a seagull on the card."""
    rows, columns = len(card), len(card[0])
    safe: set[Signal] = set()
    for signal in signals_on_grid(rows, columns, cell):
        intended = target(rows, columns, cell, signal)
        assert intended is not None
        if not is_seagull(card, intended):
            safe.add(signal)
    return safe
