"""A deal as the exact solver reads it: what the tiles give, as words of 64 cells, and which cells figures can reach."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place
from simulate.games.pecheurs_de_lunes.faces import JUMP, MAX_MOON, SWAP
from simulate.games.pecheurs_de_lunes.terrain import MAX_CELLS
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule

PLANES = MAX_MOON.bit_length()
HAND_BITS = 4
MOST_IN_HAND = (1 << HAND_BITS) - 1
"""Most jump tiles, and most swap tiles, that the solver can count in one hand."""

BOARD = np.dtype(
    [
        ("moon_plane", "u8", (PLANES,)),  # plane p: the cells whose moons have bit p set
        ("planes", "u8"),  # planes in use
        ("jump_cells", "u8"), ("swap_cells", "u8"), ("action_cells", "u8"),
        ("moons", "i8", (MAX_CELLS,)),  # by cell
    ],
    align=True,
)  # fmt: skip
"""What the tile on each cell gives to the seat that takes it."""

ZERO, ONE = np.uint64(0), np.uint64(1)


def make_board(state: np.void, cells: int) -> NDArray[np.void]:
    """The BOARD record, shape (1,), of a deal (a STATE record) on `cells` cells."""
    made = np.zeros(1, BOARD)
    board = made[0]
    for cell in range(cells):
        face = int(state["tile"][cell])
        here = np.uint64(1 << cell)
        if face == JUMP:
            board["jump_cells"] |= here
        elif face == SWAP:
            board["swap_cells"] |= here
        elif face <= MAX_MOON:
            board["moons"][cell] = face
            for plane in range(PLANES):
                board["moon_plane"][plane] |= here if face >> plane & 1 else np.uint64(0)
    board["action_cells"] = board["jump_cells"] | board["swap_cells"]
    board["planes"] = int(board["moons"].max()).bit_length()
    return made


@rule
def moons_on(board: Any, cells: Any) -> Any:
    """Moons (int64) on all tiles of `cells` together."""
    total = np.int64(0)
    for plane in range(board.planes):
        total += count_ones(cells & board.moon_plane[plane]) << np.int64(plane)
    return total


@rule
def reached(table: Any, figures: Any, lying: Any) -> Any:
    """The cells of `lying` that `figures` may ever come to by steps: every piece of terrain that touches a figure.

    Tiles under figures count as cells too: such a tile is free again once the figure has left.
    """
    found = ZERO
    left = figures
    while left != ZERO:
        cell = lowest_place(left)
        left &= left - ONE
        found |= table.near[cell] | bit(cell)
    found &= lying
    edge = found
    while edge != ZERO:
        cell = lowest_place(edge)
        edge &= edge - ONE
        beside = table.near[cell] & lying & ~found
        found |= beside
        edge |= beside
    return found
