"""Policies of Pouêt Mouêt besides uniform play; what each does is said in the game's card (`GAME.policies`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.deal import balloon_on
from simulate.games.pouet_mouet.grid import OFF, READINGS
from simulate.games.pouet_mouet.rules import legal
from simulate.kernels.jit import routine
from simulate.kernels.rng import ONE, ZERO, below

GREEDY, ROBUST, SHORTEST = 1, 2, 3
KINDS = {"greedy": GREEDY, "robust": ROBUST, "shortest": SHORTEST}

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
    plane stays, and where it stands there is a seagull.
    """
    cell = state.cell
    safe = off = 0.0
    for how in range(READINGS):
        there = np.int64(table.landing[cell, table.perceived_as[signal, how]])
        chance = table.reading_chance[team, how]
        if there == OFF:
            off += chance
        elif (state.seagulls >> np.uint64(there)) & ONE == ZERO:
            # The card after a balloon is laid unseen, and so are cards beyond the last.
            sure = not farther or balloon_on(state, there) or state.card + 1 >= table.cards
            safe += chance if sure else chance * table.worth[team, there]
    return safe * (1.0 - off**table.tries) / (1.0 - off)
