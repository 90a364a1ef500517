"""Where figures can go: rays, free runs and jumps, as words of 64 cells.

Cells are numbered row by row, so directions 0, 1, 2 lead to higher numbers. Directions 3, 4, 5 lead to lower ones; for
them words are mirrored (cell c is bit 63 - c), so that "ahead" is always "towards higher bits" and the next obstacle
always the lowest set bit. The rays of directions 3, 4, 5 are kept mirrored in the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.bits import BYTE_ONES, lowest_place
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule

ZERO, ONE, LAST = np.uint64(0), np.uint64(1), np.uint64(63)
MIRRORED = np.uint64(3)
"""The first direction whose words are mirrored."""

JUMPS = np.uint64(4)
"""Rows of the survey that belong to steps, one for each own figure; the rows of jumps follow."""

TOP_LANE = np.uint64(56)
GONE = np.uint64(64)
"""Cell of a figure that is not on the terrain: no ray leads out of it."""


@rule
def free_run(ray: Any, free: Any) -> Any:
    """The cells of `ray` before its first cell that is not free."""
    blocked = ray & ~free
    return ray & ~(blocked | (ZERO - blocked))  # x | -x: the lowest set bit of x and every bit above it


@rule
def cell_at(direction: Any, place: Any) -> Any:
    """The cell that bit `place` stands for in words that face `direction`."""
    return place ^ (LAST * np.uint64(direction >= MIRRORED))  # place, or 63 - place


@rule
def survey_steps(state: Any, table: Any, own: Any, cell: Any, free: Any, mirrored: Any) -> Any:
    """Write where own figure number `own`, on `cell`, may step to ``state.landings[own]``, a word a direction.

    Returns the numbers of landing cells, a byte lane a direction. `free` are the free tiles, `mirrored` the same word
    mirrored.
    """
    lanes = ZERO
    for direction in range(np.uint64(6)):
        facing = free if direction < MIRRORED else mirrored
        landing = free_run(table.ray[cell, direction], facing)
        state.landings[own, direction] = landing
        lanes |= np.uint64(count_ones(landing)) << (direction << np.uint64(3))
    return lanes


@rule
def survey_jumps(
    state: Any, table: Any, own: Any, cell: Any, free: Any, mirrored: Any, figures: Any, mirrored_figures: Any
) -> Any:
    """Write where it may jump to ``state.landings[own + JUMPS]``; only after :func:`survey_steps`, else like it."""
    lanes = ZERO
    for direction in range(np.uint64(6)):
        run = state.landings[own, direction]
        if direction < MIRRORED:
            landing = jump_landing(table, cell, direction, run, free, figures)
        else:
            landing = jump_landing(table, cell, direction, run, mirrored, mirrored_figures)
        state.landings[own + JUMPS, direction] = landing
        lanes |= np.uint64(count_ones(landing)) << (direction << np.uint64(3))
    return lanes


@rule
def jump_landing(table: Any, cell: Any, direction: Any, run: Any, free: Any, figures: Any) -> Any:
    """The cells where a jump from `cell` may land, 0 for none. `run` are those of a step; all words face `direction`.

    A jump passes one figure, or one unbroken run of holes (cells without tile and figure, or places that never were
    cells), and needs a free tile right behind. `mark` is the first thing behind the run-up that is not a hole: the
    figure passed, when it stands right behind the run-up; the first free tile, when holes come first. A figure behind
    holes ends it. No branches but on the table: no processor could foresee them.
    """
    rest = table.ray[cell, direction] & ~run
    adjacent = rest & (ZERO - rest)
    beyond = table.line[cell, direction] & ~run & (free | figures)
    mark = beyond & (ZERO - beyond) & (free | adjacent)
    if table.run_up == ZERO and run != ZERO:
        mark = ZERO
    # Without a mark its place is 64, where no ray begins.
    landing = (mark & free) | free_run(table.ray[cell_at(direction, lowest_place(mark)), direction], free)
    if table.first_only != ZERO:
        landing &= ZERO - landing
    return landing


@rule
def lane_total(lanes: Any) -> Any:
    """The sum of the byte lanes (at most 63: no cell lies in two directions)."""
    return (lanes * BYTE_ONES) >> TOP_LANE
