"""The terrain as text: one line a row, each place two to three characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulate.games.pecheurs_de_lunes.faces import letter
from simulate.games.pecheurs_de_lunes.terrain import Cell

PLACE_WIDTH = 4
"""Characters from one place of a row to the next; the next row is shifted by half of it."""

LEGEND = (
    "1 to 99: moons on a tile; n, j, s: neutral, jump and swap tiles; dot: a hole.",
    "A1, A2, …: figures of seat 0, B1, … of seat 1, C1, … of seat 2.",
    "A figure with a star stands on a tile that still lies, without a star in a hole.",
    "c3 is the third place printed in row c.",
)


def figure_name(figure: int, each: int) -> str:
    """``A1`` for the first figure of seat 0."""
    return f"{'ABC'[figure // each]}{figure % each + 1}"


def row_name(row: int) -> str:
    """The letters of a row: a to z, then aa, ab and so on."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[row] if row < 26 else letters[row // 26 - 1] + letters[row % 26]


def cell_names(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The name of every cell: its row's letter and its number in the row."""
    rows = sorted({r for _, r in cells})
    numbers = dict.fromkeys(rows, 0)
    names = []
    for _, r in cells:
        numbers[r] += 1
        names.append(f"{row_name(rows.index(r))}{numbers[r]}")
    return tuple(names)


def draw(cells: Sequence[Cell], state: Any, each: int) -> tuple[str, ...]:
    """The position as lines of text (at most 80 characters wide for terrains up to 19 cells wide)."""
    standing = {int(cell): figure for figure, cell in enumerate(state["cell"]) if cell != 64}
    rows = sorted({r for _, r in cells})
    left = min(2 * q + r for q, r in cells)
    lines = []
    for index, row in enumerate(rows):
        line = f"{row_name(index):>2} "
        for number, (q, r) in enumerate(cells):
            if r == row:
                start = 3 + (2 * q + r - left) * PLACE_WIDTH // 2
                line = f"{line:<{start}}{_place(state, number, standing.get(number), each)}"
        lines.append(line.rstrip())
    return tuple(lines)


def _place(state: Any, cell: int, figure: int | None, each: int) -> str:
    lies = int(state["lying"]) >> cell & 1
    if figure is not None:
        return figure_name(figure, each) + ("*" if lies else " ")
    return f"{letter(int(state['tile'][cell])) if lies else '.':>2} "
