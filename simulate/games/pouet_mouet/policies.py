"""Policies of Pouêt Mouêt besides uniform play; what each does is said in the game's card (`GAME.policies`).

All listed signals are weighed at once, without a branch that depends on the card: a signal has a number (its place in
the list of those that stay on the grid), and so has the cell that it leads to, since no two lead to the same one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.few import FEW, nth_of_few
from simulate.games.pouet_mouet.grid import MAX_SIDE, SIGNALS
from simulate.games.pouet_mouet.lanes import MOST_SUMMED, add_difference, highest, lanes_of, write_sum
from simulate.games.pouet_mouet.records import CHANCE_BITS
from simulate.kernels.bits import count_ones, trailing_zeros
from simulate.kernels.jit import routine, rule
from simulate.kernels.nth import nth_one
from simulate.kernels.rng import ONE, ZERO, below

GREEDY, ROBUST, SHORTEST = 1, 2, 3
KINDS = {"greedy": GREEDY, "robust": ROBUST, "shortest": SHORTEST}

CLOSE = np.int64(round(1e-9 * 2**CHANCE_BITS))
"""Worths that differ by less are equal: the same sum of other parts differs in its last bits."""

ONE_STEP = np.int64(1) << CHANCE_BITS
ALL_SIGNALS = np.uint64(SIGNALS)
LAST_RANK = np.uint64(63)
FEW_CELLS = np.uint64((1 << FEW) - 1)


@routine
def choose(state: Any, table: Any, seat: Any, kind: Any, policies: Any, noise: Any, actions: Any) -> Any:
    """The signal with the highest worth among the legal ones; equal ones uniformly."""
    cell, team = np.uint64(state.cell), np.uint64(table.alike[seat])
    every = (ONE << np.uint64(table.listed_count[cell])) - ONE
    safe = lanes_of(state.safe, table.lands[cell]) & every
    if kind == SHORTEST:
        for number in range(ALL_SIGNALS):
            actions[number] = (MAX_SIDE - np.int64(table.steps[cell, number])) * ONE_STEP
    else:
        # The card after the last is not looked at: it is survived.
        farther = np.uint64(kind == GREEDY and state.card + 1 < table.cards)
        write_sum(actions, table.ends[team, farther, cell], safe, table.most_listed > MOST_SUMMED)
        if farther == ONE:
            prefer_balloons(state, table, team, cell, actions)
    best = highest(actions, safe if safe != ZERO else every, CLOSE)
    number = nth_of_few(best, np.uint64(below(noise, count_ones(best))))
    return np.int64(table.listed[cell, number])


@rule
def prefer_balloons(state: Any, table: Any, team: Any, cell: Any, worths: Any) -> Any:
    """Let landings on balloons count in full: the card after a balloon is laid unseen."""
    whole, part = table.ends[team, ZERO, cell], table.ends[team, ONE, cell]
    ranks, free = state.balloon_ranks, ~state.seagulls
    if table.cells <= FEW:
        # One balloon or none, mostly: no branch on it.
        there = nth_of_few(free & FEW_CELLS, np.uint64(trailing_zeros(ranks)) & LAST_RANK)
        number = np.uint64(table.number_to[cell, there])
        add_difference(worths, whole, part, number if ranks != ZERO else ALL_SIGNALS)
        ranks &= ranks - ONE
    while ranks != ZERO:
        there = nth_one(free, np.uint64(trailing_zeros(ranks)))
        add_difference(worths, whole, part, np.uint64(table.number_to[cell, there]))
        ranks &= ranks - ONE
