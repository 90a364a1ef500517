"""One seat alone on its part of the terrain: the most moons its figures can take there, by steps.

Once the pieces of terrain that the two seats can reach are apart and no action tile is left, neither can touch the
other: the rest of the play is a problem of its own for each seat, that of the path of best sum, for all its figures
together. Where figures of a seat are apart too, their order does not matter, so all moves of one group are made
before those of the next: the work for the groups adds up instead of multiplying.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place, mirror
from simulate.games.pecheurs_de_lunes.exact_board import moons_on, reached
from simulate.games.pecheurs_de_lunes.exact_moves import step_cells, without_room
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import mix

ALONE = np.dtype([("lying", "u8"), ("mine", "u8"), ("most", "i8")], align=True)
"""A solved part: the tiles in reach, the figures, and the most moons they can take. ``mine`` is 0 in an empty place."""

ALONE_FRAME = np.dtype(
    [
        ("lying", "u8"), ("mine", "u8"),  # the position, …
        ("figures", "u8"),  # … the figures whose moves are still to be tried, …
        ("source", "u8"), ("targets", "u8"),  # … the one being tried and its cells still to be tried
        ("gain", "i8"),  # moons of the move that led here
        ("best", "i8"),  # the most found so far
        ("bound", "i8"),  # no more than this can be had
    ],
    align=True,
)  # fmt: skip
"""One depth of the search."""

ZERO, ONE = np.uint64(0), np.uint64(1)


@rule
def place_in(size: Any, lying: Any, mine: Any) -> Any:
    """Where (int64) a part is kept in a table of `size` places, a power of two."""
    return np.int64(mix(lying + mix(mine)) & (np.uint64(size) - ONE))


@rule
def first_group(table: Any, lying: Any, mine: Any) -> Any:
    """The figures of `mine` that can come to tiles which the lowest of them can reach."""
    group = mine & (ZERO - mine)
    grown = ZERO
    while grown != group:
        grown = group
        cells = reached(table, group, lying)
        left = mine & ~group
        while left != ZERO:
            cell = lowest_place(left)
            left &= left - ONE
            if (table.near[cell] | bit(cell)) & cells != ZERO:
                group |= bit(cell)
    return group


@routine
def most_alone(board: Any, table: Any, lying: Any, mine: Any, frames: Any, kept: Any, count: Any) -> Any:
    """The most moons (int64) that `mine`, alone on `lying` without any action tile, can take by steps.

    Parameters
    ----------
    board, table : BOARD and TABLE records
    lying : uint64
        The tiles that `mine` can reach.
    mine : uint64
        Cells of the figures; none is stuck.
    frames : ALONE_FRAME[depths]
        Scratch space: one depth more than tiles.
    kept : ALONE[size]
        Parts solved before, a power of two.
    count : int64[1]
        Moves tried, added to.
    """
    ply = np.int64(0)
    frames[0].gain = 0
    returned = enter(board, table, lying, mine, frames, kept, 0)
    while True:
        if returned >= 0:
            if ply == 0:
                return returned
            returned += frames[ply].gain
            ply -= 1
            frames[ply].best = max(frames[ply].best, returned)
        frame = frames[ply]
        if frame.best >= frame.bound or (frame.targets == ZERO and frame.figures == ZERO):
            returned = frame.best
            part = kept[place_in(len(kept), frame.lying, frame.mine)]
            part.lying, part.mine, part.most = frame.lying, frame.mine, returned
            continue
        returned = np.int64(-1)
        if frame.targets == ZERO:
            source = lowest_place(frame.figures)
            frame.figures &= frame.figures - ONE
            free = frame.lying & ~frame.mine
            frame.source = source
            frame.targets = step_cells(table, source, free, mirror(free))
            continue
        target = lowest_place(frame.targets)
        frame.targets &= frame.targets - ONE
        count[0] += 1
        taken = frame.source if table.leaving != ZERO else target
        gain = board.moons[taken]
        left_lying = frame.lying & ~bit(taken)
        left_mine = frame.mine ^ (bit(frame.source) | bit(target))
        left_mine &= ~without_room(table, left_mine, left_lying & ~left_mine)
        left_lying = reached(table, left_mine, left_lying)
        if gain + moons_on(board, left_lying) > frame.best:
            ply += 1
            frames[ply].gain = gain
            returned = enter(board, table, left_lying, left_mine, frames, kept, ply)


@rule
def enter(board: Any, table: Any, lying: Any, mine: Any, frames: Any, kept: Any, ply: Any) -> Any:
    """Begin a part at depth `ply`; its value (int64) when it is known at once, else -1."""
    if mine == ZERO:
        return np.int64(0)
    part = kept[place_in(len(kept), lying, mine)]
    if part.mine == mine and part.lying == lying:
        return part.most
    frame = frames[ply]
    frame.lying, frame.mine = lying, mine
    frame.figures = first_group(table, lying, mine)
    frame.targets = ZERO
    frame.best = 0
    frame.bound = moons_on(board, lying)
    return np.int64(-1)
