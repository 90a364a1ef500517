"""Policies of the game's own: ``greedy``."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import JUMP, PLACE, SWAP, figure_of, kind_of, target_of
from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place, mirror
from simulate.games.pecheurs_de_lunes.faces import JUMP as JUMP_FACE
from simulate.games.pecheurs_de_lunes.faces import SWAP as SWAP_FACE
from simulate.games.pecheurs_de_lunes.moves import GONE, MIRRORED, cell_at, free_run
from simulate.games.pecheurs_de_lunes.rules import MOONS, legal
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import below

KINDS = {"greedy": 1}

# What greedy thinks things are worth, in quarters of a moon.
MOON = 4
NEXT_MOON = 2  # a moon of the best tile that a figure could take next
ROOM = 3  # a free tile beside a figure, up to ROOM_COUNTED of them
ROOM_COUNTED = 3
LOST = 24  # a figure without a free tile beside it
ACTION_TILE = 6  # in hand

ZERO, ONE = np.uint64(0), np.uint64(1)
U_JUMP, U_SWAP, U_PLACE = np.uint64(JUMP), np.uint64(SWAP), np.uint64(PLACE)
NOBODY = np.uint64(255)


@routine
def choose(state: Any, table: Any, seat: Any, kind: Any, policies: Any, noise: Any, actions: Any) -> Any:
    """The action (int64) with the highest worth, one of the best by lot."""
    n = legal(state, table, actions)
    best = np.int64(-(2**62))
    equal = 0
    chosen = actions[0]
    for i in range(n):
        action = actions[i]
        if kind_of(action) == U_PLACE:
            worth = place_worth(state, table, target_of(action))
        else:
            worth = action_worth(state, table, action)
        if worth > best:
            best = worth
            equal = 0
        if worth == best:
            equal += 1
            if equal == 1 or below(noise, equal) == 0:
                chosen = action
    return chosen


@rule
def place_worth(state: Any, table: Any, cell: Any) -> Any:
    """Moons (int64) that a figure on `cell` could take in its first step, all of them together."""
    free = state.lying & ~state.figures
    return moons_ahead(state, table, cell, free, mirror(free))[1]


@rule
def moons_ahead(state: Any, table: Any, cell: Any, free: Any, mirrored: Any) -> Any:
    """The most moons (int64) on one tile within a step from `cell`, and the sum of all within a step."""
    best = np.int64(0)
    total = np.int64(0)
    for direction in range(np.uint64(6)):
        run = free_run(table.ray[cell, direction], mirrored if direction >= MIRRORED else free)
        while run != ZERO:
            there = cell_at(direction, lowest_place(run))
            run &= run - ONE
            moons = np.int64(table.gain[state.tile[there]] & MOONS)
            total += moons
            best = max(best, moons)
    return best, total


@rule
def standing(state: Any, table: Any, cell: Any, free: Any, mirrored: Any) -> Any:
    """What it is worth (int64) to have a figure on `cell`."""
    room = count_ones(table.near[cell] & free)
    if room == 0:
        return np.int64(-LOST)
    best = moons_ahead(state, table, cell, free, mirrored)[0]
    return NEXT_MOON * best + ROOM * min(room, np.int64(ROOM_COUNTED))


@rule
def tile_worth(table: Any, face: Any) -> Any:
    """What it is worth (int64) to take a tile."""
    if face in (JUMP_FACE, SWAP_FACE):
        return np.int64(ACTION_TILE)
    return MOON * np.int64(table.gain[face] & MOONS)


@routine
def action_worth(state: Any, table: Any, action: Any) -> Any:
    """What a turn is worth (int64): what it wins and costs, and how own and other figures stand after it."""
    kind, mover, target = kind_of(action), figure_of(action), target_of(action)
    source = np.uint64(state.cell[mover])
    lying, figures = state.lying, state.figures
    partner = NOBODY
    at_once = np.int64(0)
    if kind == U_SWAP:
        partner = target
        target = np.uint64(state.cell[partner])
        at_once -= ACTION_TILE
    else:
        taken = source if table.leaving != ZERO else target
        lying &= ~bit(taken)
        figures ^= bit(source) | bit(target)
        at_once += tile_worth(table, state.tile[taken])
        if kind == U_JUMP:
            at_once -= ACTION_TILE
    free = lying & ~figures
    mirrored = mirror(free)
    own = np.int64(0)
    rest = np.int64(0)
    for figure in range(table.figures):
        cell = np.uint64(state.cell[figure])
        if cell == GONE:
            continue
        if figure == mover:
            cell = target
        if figure == partner:
            cell = source
        worth = standing(state, table, cell, free, mirrored)
        if table.owner[figure] == state.turn:
            own += worth
        else:
            rest += worth
    return np.int64(table.seats - ONE) * (at_once + own) - rest
