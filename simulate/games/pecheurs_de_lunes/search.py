"""What searches need to know of the game: there is no luck after the set-up, and nothing is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import JUMP, PLACE, SWAP, figure_of, kind_of, target_of
from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place, mirror
from simulate.games.pecheurs_de_lunes.exact_board import reached
from simulate.games.pecheurs_de_lunes.moves import GONE, LAST, MIRRORED, free_run
from simulate.games.pecheurs_de_lunes.policies import split_worth
from simulate.games.pecheurs_de_lunes.rules import action_number, free_tiles, jump_tiles, over, points, swap_tiles
from simulate.games.pecheurs_de_lunes.table import ACTION_WORTH
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule
from simulate.kernels.rng import mix

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
U_JUMP, U_SWAP, U_PLACE = np.uint64(JUMP), np.uint64(SWAP), np.uint64(PLACE)

# What the end is expected to bring, in moons for each half moon of worth: an action tile in hand, a tile within one
# step, a tile that only this seat can still come to.
IN_HAND, WITHIN_A_STEP, OWN_PART = 0.5 * ACTION_WORTH, 0.06, 0.3

LATE = 22
"""Parts of the terrain are told apart only when no more tiles lie: before, seats are seldom apart."""

HALF_MOON, ROOM = np.int64(4), np.int64(3)
"""How promising a tile worth half a moon and a free tile beside the landing cell are."""


@rule
def determinize(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """Change nothing: every seat knows everything."""


@rule
def count_legal(state: Any, table: Any, actions: Any) -> Any:
    """Number (int64) of legal actions."""
    return np.int64(state.choices)


@rule
def legal_number(state: Any, table: Any, k: Any, actions: Any) -> Any:
    """Legal action number `k` (int64)."""
    return action_number(state, table, np.uint64(k))


@rule
def worth_on(state: Any, table: Any, cells: Any) -> Any:
    """Worth (int64, half moons) of all tiles of `cells` together."""
    total = np.int64(0)
    for plane in range(np.uint64(table.planes)):
        total += count_ones(cells & state.worth[plane]) << np.int64(plane)
    return total


@rule
def standing_figures(state: Any, table: Any, seat: Any) -> Any:
    """The cells (uint64) of the figures of `seat` that are on the terrain, also while figures are still placed."""
    cells = ZERO
    left = table.own[seat]
    while left != ZERO:
        figure = lowest_place(left)
        left &= left - ONE
        cell = np.uint64(state.cell[figure])
        cells |= bit(cell & LAST) & (ZERO - np.uint64(cell != GONE))
    return cells


@rule
def surveyed(state: Any, table: Any) -> Any:
    """The cells (uint64) that the seat to act can step to, from the survey."""
    ahead = behind = ZERO
    first = state.turn * table.each
    left = state.present & table.own[state.turn]
    while left != ZERO:
        row = lowest_place(left) - first
        left &= left - ONE
        ahead |= state.landings[row, 0] | state.landings[row, 1] | state.landings[row, 2]
        behind |= state.landings[row, 3] | state.landings[row, 4] | state.landings[row, 5]
    return ahead | mirror(behind)


@rule
def within_a_step(table: Any, figures: Any, free: Any, mirrored: Any) -> Any:
    """The cells (uint64) that some of `figures` (cells) can step to."""
    ahead = behind = ZERO
    while figures != ZERO:
        cell = lowest_place(figures)
        figures &= figures - ONE
        for direction in range(np.uint64(3)):
            ahead |= free_run(table.ray[cell, direction], free)
            behind |= free_run(table.ray[cell, direction + MIRRORED], mirrored)
    return ahead | mirror(behind)


@rule
def steps_of(state: Any, table: Any, seat: Any, mine: Any, theirs: Any) -> Any:
    """The cells (uint64 both) that figures on `mine`, of `seat`, and on `theirs`, of the others, can step to."""
    free = free_tiles(state)
    mirrored = mirror(free)
    if state.placed != table.figures:
        return within_a_step(table, mine, free, mirrored), within_a_step(table, theirs, free, mirrored)
    known = surveyed(state, table)
    if state.turn == seat:
        return known, within_a_step(table, theirs, free, mirrored)
    if table.seats == TWO:
        return within_a_step(table, mine, free, mirrored), known
    rest = theirs & ~standing_figures(state, table, state.turn)
    return within_a_step(table, mine, free, mirrored), known | within_a_step(table, rest, free, mirrored)


@rule
def evaluate(state: Any, table: Any, seat: Any) -> Any:
    """The lead (float64, moons) that `seat` may expect over the best other seat at the end; exact when it is over."""
    me = np.uint64(seat)
    best = np.int64(-1)
    their_tiles = ZERO
    for other in range(table.seats):
        if other != me:
            best = max(best, points(state, table, other))
            their_tiles += jump_tiles(state, other) + swap_tiles(state, other)
    lead = np.float64(points(state, table, seat) - best)
    if over(state, table):
        return lead
    if state.split == ZERO:
        split_worth(state, table)
    share = 1.0 / np.float64(table.seats - ONE)
    tiles = np.float64(jump_tiles(state, me) + swap_tiles(state, me)) - share * np.float64(their_tiles)
    mine = standing_figures(state, table, me)
    theirs = state.figures & ~mine
    my_steps, their_steps = steps_of(state, table, me, mine, theirs)
    near = np.float64(worth_on(state, table, my_steps)) - share * np.float64(worth_on(state, table, their_steps))
    lead += IN_HAND * tiles + WITHIN_A_STEP * near
    if count_ones(state.lying) > LATE:
        return lead
    my_part, their_part = reached(table, mine, state.lying), reached(table, theirs, state.lying)
    part = np.float64(worth_on(state, table, my_part & ~their_part))
    part -= share * np.float64(worth_on(state, table, their_part & ~my_part))
    return lead + OWN_PART * part


@rule
def key(state: Any, table: Any) -> Any:
    """A hash (uint64, not 0) of tiles, figures (those of one seat are alike), purses and whose decision it is."""
    word = mix(state.lying + (state.turn << np.uint64(8)) + state.placed)
    for seat in range(table.seats):
        word = mix(word + standing_figures(state, table, np.uint64(seat)))
        word = mix(word + state.purse[seat])
    if state.placed != table.figures:  # figures count as present only when all stand
        for figure in range(table.figures):
            word = mix(word + np.uint64(state.cell[figure]))
    return word | ONE


@rule
def promise(state: Any, table: Any, action: Any) -> Any:
    """What an action takes, and the free tiles beside the figure afterwards (int64)."""
    kind, target = kind_of(action), target_of(action)
    if kind == U_PLACE:
        return np.int64(0)
    if kind == U_SWAP:
        return -HALF_MOON * ACTION_WORTH
    taken = np.uint64(state.cell[figure_of(action)]) if table.leaving != ZERO else target
    worth = np.int64(table.worth[state.tile[taken]])
    worth -= np.int64(kind == U_JUMP) * ACTION_WORTH
    return HALF_MOON * worth + ROOM * count_ones(table.near[target] & free_tiles(state))


@rule
def copy_changing(target: Any, source: Any, states: Any) -> Any:
    """Copy what `apply` changes and a search reads; the survey is made anew by every `apply`."""
    new, old = states[target], states[source]
    new.lying, new.figures, new.places = old.lying, old.figures, old.places
    for seat in range(old.purse.shape[0]):
        new.purse[seat] = old.purse[seat]
    new.placed, new.turn, new.present = old.placed, old.turn, old.present
    new.turns, new.jumps, new.swaps = old.turns, old.jumps, old.swaps
    new.offered, new.choices = old.offered, old.choices
    new.step_totals, new.jump_totals = old.step_totals, old.jump_totals
    for figure in range(old.cell.shape[0]):
        new.cell[figure] = old.cell[figure]
