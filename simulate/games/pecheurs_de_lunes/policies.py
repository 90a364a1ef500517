"""Policies of the game's own: ``greedy``.

It compares whole sets of cells instead of listed actions. What the tiles are worth is kept as bit planes: plane p has
the cells whose worth has bit p set. The best of a set of cells are then found in a step a plane, from the highest down,
and only those are looked at one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import PLACE, STEP, SWAP, encode, figure_of, kind_of, target_of
from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place, mirror, stay_apart
from simulate.games.pecheurs_de_lunes.moves import JUMPS, LAST, free_run
from simulate.games.pecheurs_de_lunes.rules import free_tiles, others, swap_tiles
from simulate.games.pecheurs_de_lunes.table import ACTION_WORTH
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import below

KINDS = {"greedy": 1}

ZERO, ONE = np.uint64(0), np.uint64(1)
U_STEP, U_SWAP, U_PLACE = np.uint64(STEP), np.uint64(SWAP), np.uint64(PLACE)
DIRECTION = np.uint64(6)  # where an action has its direction

# How good an action is, as one number: room (free tiles beside the figure afterwards) in the lowest four bits, above
# them the worth of what it wins less what it spends, counted from that of an action tile spent, above them room > 0.
WORTH, ALIVE = np.uint64(4), np.uint64(16)
NOTHING_SPENT = np.uint64(ACTION_WORTH)
BEST_SWAP = np.int64((1 << 16) + 6)  # a swap wins nothing and spends a tile; six cells are beside one


@routine
def choose(state: Any, table: Any, seat: Any, kind: Any, policies: Any, noise: Any, actions: Any) -> Any:
    """The best action (int64), one of the best by lot."""
    stay_apart()
    if state.split == ZERO:
        split_worth(state, table)
    if state.placed != table.figures:
        return actions[lot(noise, list_best_places(state, table, actions))]
    best, n = list_best_moves(state, table, actions)
    if best < BEST_SWAP and swap_tiles(state, state.turn) != ZERO:
        n = list_best_swaps(state, table, best, n, actions)
    action = actions[lot(noise, n)]
    return action if kind_of(action) == U_SWAP else directed(state, table, action)


@rule
def lot(noise: Any, n: Any) -> Any:
    """A number (int64) below `n`, by lot."""
    return below(noise, n) if n > 1 else np.int64(0)


@routine
def split_worth(state: Any, table: Any) -> Any:
    """Split the worth of the tiles into bit planes, once a play: no tile ever changes its face."""
    for cell in range(table.cells):
        worth = np.uint64(table.worth[state.tile[cell]])
        for plane in range(np.uint64(table.planes)):
            state.worth[plane] |= ((worth >> plane) & ONE) << cell
    state.split = ONE


@rule
def best_cells(state: Any, table: Any, cells: Any) -> Any:
    """Those of `cells` (not 0) whose tiles are worth most, and what each is worth (uint64)."""
    worth = ZERO
    plane = np.uint64(table.planes)
    while plane != ZERO:
        plane -= ONE
        higher = cells & state.worth[plane]
        found = higher != ZERO
        cells = higher if found else cells
        worth += worth + np.uint64(found)
    return cells, worth


@rule
def add(best: Any, n: Any, goodness: Any, action: Any, actions: Any) -> Any:
    """List `action` in `actions` if none of the `n` listed is better, alone if it is; the new `best` and `n`."""
    n = np.int64(0) if goodness > best else n
    best = max(best, goodness)
    actions[n] = action
    return best, n + np.int64(goodness == best)


@rule
def goodness(worth: Any, room: Any) -> Any:
    """Worth and room as one number (int64)."""
    return np.int64((np.uint64(room != 0) << ALIVE) | (worth << WORTH) | np.uint64(room))


@rule
def list_best_moves(state: Any, table: Any, actions: Any) -> Any:
    """List the best steps and jumps, without their directions; how good they are, and their number (int64 both)."""
    best, n = np.int64(-1), np.int64(0)
    free = free_tiles(state)
    first = state.turn * table.each
    staying = state.lying * (ONE - table.leaving)
    for kind in range(ONE + np.uint64(state.jump_totals != ZERO)):
        spared = NOTHING_SPENT * (ONE - kind)
        left = state.present & table.own[state.turn]
        while left != ZERO:
            figure = lowest_place(left)
            left &= left - ONE
            free_then = free | (staying & bit(np.uint64(state.cell[figure])))
            cells = landing_cells(state, figure - first + kind * JUMPS)
            # Worse tiles are looked at only where the figure would have no free tile beside it on any better one.
            alive = False
            while cells != ZERO and not alive:
                top, worth = best_cells(state, table, cells)
                cells ^= top
                while top != ZERO:
                    cell = lowest_place(top)
                    top &= top - ONE
                    room = count_ones(table.near[cell] & free_then)
                    alive |= room != 0
                    action = encode(kind, figure, ZERO, cell)
                    best, n = add(best, n, goodness(worth + spared, room), action, actions)
    return best, n


@rule
def landing_cells(state: Any, row: Any) -> Any:
    """All landing cells of a row of the survey."""
    ahead = state.landings[row, 0] | state.landings[row, 1] | state.landings[row, 2]
    behind = state.landings[row, 3] | state.landings[row, 4] | state.landings[row, 5]
    return ahead | mirror(behind)


@rule
def directed(state: Any, table: Any, action: Any) -> Any:
    """A step or jump with its direction, that in which its landing cell lies."""
    row = figure_of(action) - state.turn * table.each + kind_of(action) * JUMPS
    ahead = target_of(action)
    behind = LAST - ahead
    direction = (state.landings[row, 1] >> ahead) & ONE
    direction += ((state.landings[row, 2] >> ahead) & ONE) * np.uint64(2)
    direction += ((state.landings[row, 3] >> behind) & ONE) * np.uint64(3)
    direction += ((state.landings[row, 4] >> behind) & ONE) * np.uint64(4)
    direction += ((state.landings[row, 5] >> behind) & ONE) * np.uint64(5)
    return action + np.int64(direction << DIRECTION)


@routine
def list_best_swaps(state: Any, table: Any, best: Any, n: Any, actions: Any) -> Any:
    """List the swaps that are as good as the actions listed, alone if they are better; the number listed (int64)."""
    free = free_tiles(state)
    partners = others(state, table, state.turn)
    while partners != ZERO:
        partner = lowest_place(partners)
        partners &= partners - ONE
        room = count_ones(table.near[np.uint64(state.cell[partner])] & free)
        left = state.present & table.own[state.turn]
        while left != ZERO:
            figure = lowest_place(left)
            left &= left - ONE
            best, n = add(best, n, goodness(ZERO, room), encode(U_SWAP, figure, ZERO, partner), actions)
    return n


@routine
def list_best_places(state: Any, table: Any, actions: Any) -> Any:
    """List the placements from which all that lies within a step is worth most; their number (int64)."""
    best, n = np.int64(-1), np.int64(0)
    free = free_tiles(state)
    mirrored = mirror(free)
    left = state.places
    while left != ZERO:
        cell = lowest_place(left)
        left &= left - ONE
        ahead = behind = ZERO
        for direction in range(np.uint64(3)):
            ahead |= free_run(table.ray[cell, direction], free)
            behind |= free_run(table.ray[cell, direction + np.uint64(3)], mirrored)
        cells = ahead | mirror(behind)
        worth = np.int64(0)
        for plane in range(np.uint64(table.planes)):
            worth += count_ones(cells & state.worth[plane]) << plane
        best, n = add(best, n, worth, encode(U_PLACE, table.order[state.placed], ZERO, cell), actions)
    return n
