"""The set-up by chance: tiles shuffled over the terrain, figures put on neutral tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.bits import lowest_place
from simulate.games.pecheurs_de_lunes.faces import NEUTRAL
from simulate.kernels.bits import high_product
from simulate.kernels.jit import rule
from simulate.kernels.purposes import PLACEMENT, SETUP
from simulate.kernels.rng import below, draw, open_stream

ZERO, ONE = np.uint64(0), np.uint64(1)


@rule
def shuffle_tiles(state: Any, table: Any) -> Any:
    """Put the tiles that no map fixes in random order on the first ``table.open`` places of ``state.tile``.

    A Fisher-Yates shuffle that stops early: the tiles of the most common face stand last in ``table.tile`` and need no
    draw of their own. Going down from tile `i`, each swaps with one of the places i … open - 1. Several draws come from
    one word: with w below 2^64, floor(w·n / 2^64) is the draw below n and (w·n mod 2^64) is the word for the next one.
    All outcomes are exactly equally likely when words whose product with all bounds ends below 2^64 mod (product of the
    bounds) are drawn again.
    """
    for place in range(np.uint64(64)):
        state.tile[place] = table.tile[place]
    i = table.drawn
    for batch in range(table.batches):
        luck = draw(state)
        while luck * table.batch_product[batch] < table.batch_threshold[batch]:
            luck = draw(state)
        for _ in range(table.batch_size[batch]):
            i -= ONE
            bound = table.open - i
            j = i + high_product(luck, bound)
            luck *= bound
            kept = state.tile[i]
            state.tile[i] = state.tile[j]
            state.tile[j] = kept


@rule
def lay_fixed_tiles(state: Any, table: Any) -> Any:
    """Spread the shuffled tiles over the cells that are open, and lay those that a map fixes."""
    for back in range(table.open):
        place = (
            table.open - ONE - back
        )  # from the last one: a tile never moves to a lower place, so none is overwritten
        state.tile[table.open_cell[place]] = state.tile[place]
    for i in range(table.cells - table.open):
        state.tile[table.fixed_cell[i]] = table.fixed_tile[i]


@rule
def deal_tiles(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Lay all tiles; the luck is that of (seed, SETUP, play) and no other draw is made from it."""
    open_stream(state, seed, SETUP, play)
    shuffle_tiles(state, table)
    if table.open != table.cells:
        lay_fixed_tiles(state, table)
    places = ZERO
    for cell in range(table.cells):
        places |= np.uint64(state.tile[cell] == NEUTRAL) << cell
    state.places = places


@rule
def place_by_chance(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Put all figures on distinct neutral tiles, all ways equally likely; the luck is that of (seed, PLACEMENT, play).

    The first places of an inside-out shuffle of the neutral cells: cell number i is put at a random place of 0 … i, and
    what stood there moves to place i. Places beyond the figures are not kept.
    """
    open_stream(state, seed, PLACEMENT, play)
    left = state.places
    i = ZERO
    while left != ZERO:
        cell = np.uint8(lowest_place(left))
        left &= left - ONE
        j = np.uint64(below(state, i + ONE))
        if i < table.figures:
            state.cell[i] = state.cell[j]
        if j < table.figures:
            state.cell[j] = cell
        i += ONE
    for figure in range(table.figures):
        state.start[figure] = state.cell[figure]
        state.figures |= ONE << np.uint64(state.cell[figure])
    state.places &= ~state.figures
    state.placed = table.figures
