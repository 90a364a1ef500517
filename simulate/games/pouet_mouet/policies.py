"""Policies of Pouêt Mouêt besides uniform play; what each does is said in the game's card (`GAME.policies`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.deal import balloon_on
from simulate.games.pouet_mouet.grid import MAX_CELLS, READINGS
from simulate.games.pouet_mouet.rules import OFF_GRID, legal
from simulate.kernels.jit import routine
from simulate.kernels.rng import ONE, below

GREEDY, ROBUST, SHORTEST = 1, 2, 3
KINDS = {"greedy": GREEDY, "robust": ROBUST, "shortest": SHORTEST}

LAST_CELL = np.uint64(MAX_CELLS - 1)

CLOSE = 1e-9
"""Worths that differ by less are equal: the same sum in another order differs in its last bits."""


@routine
def choose(state: Any, table: Any, seat: Any, kind: Any, policies: Any, noise: Any, actions: Any) -> Any:
    """The signal with the highest worth among the legal ones; equal ones uniformly."""
    n = legal(state, table, actions)
    best = -1.0e9
    chosen = np.int64(-1)
    equal = 0
    for i in range(n):
        signal = actions[i]
        if kind == SHORTEST:
            worth = -np.float64(table.steps[state.cell, signal])
        else:
            worth = survival(state, table, seat, signal, kind == GREEDY)
        if worth > best + CLOSE:
            best = worth
            chosen = signal
            equal = 1
        elif worth > best - CLOSE:
            # One of k equal ones: the k-th replaces the one kept with chance 1 / k.
            equal += 1
            if below(noise, equal) == 0:
                chosen = signal
    return chosen


@routine
def survival(state: Any, table: Any, team: Any, signal: Any, farther: Any) -> Any:
    """Chance that the plane ends on a cell without a seagull; `farther`: and that it survives the next card there.

    A reading that leads off the grid is followed by the same signal again, up to the number of tries; after that the
    plane stays, and where it stands there is a seagull. No branch depends on where a reading leads.
    """
    seat, cell, free = np.uint64(team), np.uint64(state.cell), ~state.seagulls
    # The card after a balloon is laid unseen, and so are cards beyond the last.
    sure = not farther or state.card + 1 >= table.cards
    safe = 0.0
    for how in range(np.uint64(READINGS)):
        there = np.uint64(table.landing[cell, np.uint64(table.perceived_as[np.uint64(signal), how])])
        on_grid = there & LAST_CELL
        worth = 1.0 if sure or balloon_on(state, on_grid) else table.worth[seat, on_grid]
        stands = there != OFF_GRID and (free >> on_grid) & ONE == ONE
        safe += table.reading_chance[seat, how] * worth if stands else 0.0
    return safe * table.again[seat, cell, np.uint64(signal)]
