"""Where figures can go: rays, free runs and jumps, as words of 64 cells.

Cells are numbered row by row, so directions 0, 1, 2 lead to higher numbers. Directions 3, 4, 5 lead to lower ones; for them
words are mirrored (cell c is bit 63 - c), so that "ahead" is always "towards higher bits" and the next obstacle always the
lowest set bit. The rays of directions 3, 4, 5 are kept mirrored in the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.bits import BYTE_ONES, lowest_place, mirror
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule

ZERO, ONE, LAST = np.uint64(0), np.uint64(1), np.uint64(63)
MIRRORED = np.uint64(3)
"""The first direction whose words are mirrored."""

TOP_LANE = np.uint64(56)
GONE = np.uint64(64)
"""Cell of a figure that is not on the terrain: no ray leads out of it."""


@rule
def free_run(ray: Any, free: Any) -> Any:
    """The cells of `ray` before its first cell that is not free."""
    blocked = ray & ~free
    return ray & ~(blocked | (ZERO - blocked))  # x | -x: the lowest set bit of x and every bit above it


@rule
def facing(direction: Any, word: Any) -> Any:
    """`word` as `direction` (uint64) needs it: mirrored when it leads to lower cells."""
    if direction >= MIRRORED:
        return mirror(word)
    return word


@rule
def cell_at(direction: Any, place: Any) -> Any:
    """The cell that bit `place` stands for in words that face `direction`."""
    if direction >= MIRRORED:
        return place ^ LAST  # 63 - place
    return place


@rule
def step_counts(table: Any, cell: Any, free: Any, mirrored: Any) -> Any:
    """Number of landing cells by step from `cell` (uint64; GONE: none), one byte lane a direction."""
    lanes = ZERO
    for direction in range(np.uint64(3)):
        run = free_run(table.ray[cell, direction], free)
        lanes |= np.uint64(count_ones(run)) << (direction << np.uint64(3))
    for direction in range(np.uint64(3), np.uint64(6)):
        run = free_run(table.ray[cell, direction], mirrored)
        lanes |= np.uint64(count_ones(run)) << (direction << np.uint64(3))
    return lanes


@rule
def lane_total(lanes: Any) -> Any:
    """The sum of the byte lanes (at most 63: no cell lies in two directions)."""
    return (lanes * BYTE_ONES) >> TOP_LANE


@rule
def jump_landing(table: Any, cell: Any, direction: Any, free: Any, figures: Any) -> Any:
    """The cells where a jump from `cell` may land, facing `direction` like `free` and `figures`; 0: there is none.

    A jump passes one figure, or one unbroken run of holes (cells without tile and figure, or places that never were cells),
    and needs a free tile right behind. `mark` is the first thing behind the run-up that is not a hole: the figure passed,
    when it stands right behind the run-up; the first free tile, when holes come first; and a figure behind holes ends it.
    """
    ray = table.ray[cell, direction]
    blocked = ray & ~free
    run = free_run(ray, free)
    beyond = table.line[cell, direction] & ~run & (free | figures)
    mark = beyond & (ZERO - beyond)
    landing = (mark & free) | free_run(table.ray[cell_at(direction, lowest_place(mark)), direction], free)
    # Without branches, since no processor could foresee them.
    adjacent = blocked & (ZERO - blocked)
    possible = (mark & (free | adjacent)) != ZERO and (run & table.no_run_up) == ZERO
    landing *= np.uint64(possible)
    return landing & ((ZERO - landing) | table.any_landing)


@rule
def jump_counts(table: Any, cell: Any, free: Any, mirrored: Any, figures: Any, mirrored_figures: Any) -> Any:
    """Number of landing cells by jump from `cell`, one byte lane a direction."""
    lanes = ZERO
    for direction in range(np.uint64(3)):
        landing = jump_landing(table, cell, direction, free, figures)
        lanes |= np.uint64(count_ones(landing)) << (direction << np.uint64(3))
    for direction in range(np.uint64(3), np.uint64(6)):
        landing = jump_landing(table, cell, direction, mirrored, mirrored_figures)
        lanes |= np.uint64(count_ones(landing)) << (direction << np.uint64(3))
    return lanes
