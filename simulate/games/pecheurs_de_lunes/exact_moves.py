"""Positions of the exact solver and the moves between them, two seats.

A position is five words, seen by the seat to act: ``lying`` (cells with a tile), ``mine`` and ``theirs`` (cells with a
figure of that seat or of the other; figures of one seat are alike), and ``hands``: jump tiles of mine, swap tiles of
mine, then of theirs, four bits each. A move is kind, source and target cell in one word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import JUMP, STEP, SWAP
from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place, mirror
from simulate.games.pecheurs_de_lunes.moves import MIRRORED, free_run, jump_landing
from simulate.kernels.jit import rule

ZERO, ONE = np.uint64(0), np.uint64(1)
U_STEP, U_JUMP, U_SWAP = np.uint64(STEP), np.uint64(JUMP), np.uint64(SWAP)
SIX, TWELVE, CELL = np.uint64(6), np.uint64(12), np.uint64(63)

HAND = np.uint64(15)
JUMP_TILE, SWAP_TILE = np.uint64(1), np.uint64(16)
SWAP_HAND, OTHER_SEAT, BOTH_HANDS = np.uint64(4), np.uint64(8), np.uint64(0xFF)

MAX_MOVES = 320
"""No position has more moves: a figure reaches at most 63 cells, four figures a seat, 16 swaps."""


@rule
def move_of(kind: Any, source: Any, target: Any) -> Any:
    """A move (uint64) made of its parts."""
    return (kind << TWELVE) | (source << SIX) | target


@rule
def kind_of_move(move: Any) -> Any:
    """STEP, JUMP or SWAP (uint64)."""
    return move >> TWELVE


@rule
def source_of_move(move: Any) -> Any:
    """The cell (uint64) that the mover's figure leaves."""
    return (move >> SIX) & CELL


@rule
def target_of_move(move: Any) -> Any:
    """The cell (uint64) that the mover's figure comes to."""
    return move & CELL


@rule
def other_hand_first(hands: Any) -> Any:
    """The hands as the other seat sees them."""
    return (hands >> OTHER_SEAT) | ((hands & BOTH_HANDS) << OTHER_SEAT)


@rule
def step_cells(table: Any, cell: Any, free: Any, mirrored: Any) -> Any:
    """The cells that a figure on `cell` may step to; `mirrored` is `free` mirrored."""
    ahead = behind = ZERO
    for direction in range(np.uint64(3)):
        ahead |= free_run(table.ray[cell, direction], free)
        behind |= free_run(table.ray[cell, direction + MIRRORED], mirrored)
    return ahead | mirror(behind)


@rule
def jump_cells(table: Any, cell: Any, free: Any, mirrored: Any, figures: Any, mirrored_figures: Any) -> Any:
    """The cells that a figure on `cell` may jump to."""
    ahead = behind = ZERO
    for direction in range(np.uint64(3)):
        run = free_run(table.ray[cell, direction], free)
        ahead |= jump_landing(table, cell, direction, run, free, figures)
        opposite = direction + MIRRORED
        run = free_run(table.ray[cell, opposite], mirrored)
        behind |= jump_landing(table, cell, opposite, run, mirrored, mirrored_figures)
    return ahead | mirror(behind)


@rule
def list_moves(board: Any, table: Any, lying: Any, mine: Any, theirs: Any, hands: Any, moves: Any) -> Any:
    """Write every move to `moves` (uint64[MAX_MOVES]); how many there are (int64)."""
    figures = mine | theirs
    free = lying & ~figures
    mirrored, mirrored_figures = mirror(free), mirror(figures)
    n = np.int64(0)
    left = mine
    while left != ZERO:
        source = lowest_place(left)
        left &= left - ONE
        cells = step_cells(table, source, free, mirrored)
        while cells != ZERO:
            moves[n] = move_of(U_STEP, source, lowest_place(cells))
            cells &= cells - ONE
            n += 1
        if hands & HAND != ZERO:
            cells = jump_cells(table, source, free, mirrored, figures, mirrored_figures)
            while cells != ZERO:
                moves[n] = move_of(U_JUMP, source, lowest_place(cells))
                cells &= cells - ONE
                n += 1
        if (hands >> SWAP_HAND) & HAND != ZERO:
            cells = theirs
            while cells != ZERO:
                moves[n] = move_of(U_SWAP, source, lowest_place(cells))
                cells &= cells - ONE
                n += 1
    return n


@rule
def gain_of(board: Any, table: Any, move: Any) -> Any:
    """Moons (int64) that a move takes."""
    if kind_of_move(move) == U_SWAP:
        return np.int64(0)
    return board.moons[source_of_move(move) if table.leaving != ZERO else target_of_move(move)]


@rule
def after_move(board: Any, table: Any, lying: Any, mine: Any, theirs: Any, hands: Any, move: Any) -> Any:
    """The position after a move and the removal of stuck figures, still seen by the seat that moved.

    Returns
    -------
    lying, mine, theirs, hands : uint64
    """
    kind = kind_of_move(move)
    source, target = bit(source_of_move(move)), bit(target_of_move(move))
    mine ^= source | target
    if kind == U_SWAP:
        theirs ^= source | target
        hands -= SWAP_TILE
    else:
        taken = source if table.leaving != ZERO else target
        lying &= ~taken
        hands += JUMP_TILE * np.uint64(board.jump_cells & taken != ZERO)
        hands += SWAP_TILE * np.uint64(board.swap_cells & taken != ZERO)
        hands -= JUMP_TILE * kind  # STEP is 0, JUMP is 1
    mine, theirs = without_stuck(table, lying, mine, theirs, hands)
    return lying, mine, theirs, hands


@rule
def without_stuck(table: Any, lying: Any, mine: Any, theirs: Any, hands: Any) -> Any:
    """`mine` and `theirs` without the figures that the stuck rule removes."""
    free = lying & ~(mine | theirs)
    stuck_mine, stuck_theirs = without_room(table, mine, free), without_room(table, theirs, free)
    if table.actions_count == ZERO:  # a removal only makes room, so one round is enough
        return mine & ~stuck_mine, theirs & ~stuck_theirs
    while stuck_mine | stuck_theirs != ZERO:
        stuck_mine &= ~saved(table, stuck_mine, mine, theirs, lying, hands)
        stuck_theirs &= ~saved(table, stuck_theirs, theirs, mine, lying, other_hand_first(hands))
        if stuck_mine | stuck_theirs == ZERO:
            return mine, theirs
        mine &= ~stuck_mine
        theirs &= ~stuck_theirs
        free = lying & ~(mine | theirs)
        stuck_mine, stuck_theirs = without_room(table, mine, free), without_room(table, theirs, free)
    return mine, theirs


@rule
def without_room(table: Any, figures: Any, free: Any) -> Any:
    """Those of `figures` that have no free tile beside them."""
    stuck = ZERO
    left = figures
    while left != ZERO:
        cell = lowest_place(left)
        left &= left - ONE
        stuck |= np.uint64(table.near[cell] & free == ZERO) << cell
    return stuck


@rule
def saved(table: Any, stuck: Any, own: Any, others: Any, lying: Any, hands: Any) -> Any:
    """Those of `stuck` that their owner, who has the figures `own` and the first hand, could move by an action tile."""
    if (hands >> SWAP_HAND) & HAND != ZERO and others != ZERO:
        return stuck
    if hands & HAND == ZERO:
        return ZERO
    figures = own | others
    free = lying & ~figures
    mirrored, mirrored_figures = mirror(free), mirror(figures)
    found = ZERO
    while stuck != ZERO:
        cell = lowest_place(stuck)
        stuck &= stuck - ONE
        found |= np.uint64(jump_cells(table, cell, free, mirrored, figures, mirrored_figures) != ZERO) << cell
    return found
