"""The rules as compiled code: docs/rules.md section 1, all switches.

Between two decisions the state also keeps a survey of what the seat to act can do (how many landing cells each of its
figures has in each direction). So the number of legal actions is known, and the k-th one is found without a list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import (
    JUMP, PLACE, STEP, SWAP, direction_of, encode, figure_of, kind_of, target_of,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.bits import (
    PAIR, bit, byte_lane_of, byte_sums, lowest_place, mirror, nth_place, pair_lane_of, pair_sums,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.deal import deal_tiles, place_by_chance
from simulate.games.pecheurs_de_lunes.moves import (
    GONE, cell_at, facing, jump_counts, jump_landing, lane_total, step_counts,
)  # fmt: skip
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import STREAM, below

MAX_SEATS, MAX_EACH, MAX_FIGURES = 3, 4, 12

STATE = np.dtype(
    [
        *((name, STREAM[name]) for name in ("key", "twist", "at")),  # the stream of the set-up
        ("lying", "u8"),  # cells with a tile, under figures too
        ("figures", "u8"),  # cells with a figure
        ("places", "u8"),  # neutral tiles where a figure may still be placed
        ("purse", "u8", (MAX_SEATS,)),  # moons + 2^32 · jump tiles + 2^48 · swap tiles of each seat
        ("placed", "u8"),  # figures placed so far
        ("turn", "u8"),  # the seat to act, once all figures are placed
        ("alive", "u8"),  # bit s: seat s has a figure on the terrain
        ("turns", "u8"), ("jumps", "u8"), ("swaps", "u8"),  # done so far
        ("offered", "u8"),  # legal actions, summed over the turns so far and the one to come
        ("choices", "u8"),  # legal actions of the decision to come
        ("steps", "u8", (MAX_EACH,)), ("leaps", "u8", (MAX_EACH,)),  # of each own figure, one byte lane a direction
        ("step_totals", "u8"), ("leap_totals", "u8"),  # their sums, 16 bits a figure
        ("cell", "u1", (16,)),  # where each figure is, 64: not on the terrain
        ("start", "u1", (16,)),  # where each figure was placed
        ("tile", "u1", (64,)),  # the face laid on each cell in the set-up
    ],
    align=True,
)  # fmt: skip
"""A position. Figure number = seat · figures per seat + its number."""

ZERO, ONE = np.uint64(0), np.uint64(1)
MOONS = np.uint64(0xFFFFFFFF)
JUMP_SHIFT, SWAP_SHIFT = np.uint64(32), np.uint64(48)
JUMP_TILE, SWAP_TILE = ONE << JUMP_SHIFT, ONE << SWAP_SHIFT
TILE_COUNT = np.uint64(0xFFFF)
U_STEP, U_JUMP, U_SWAP, U_PLACE = np.uint64(STEP), np.uint64(JUMP), np.uint64(SWAP), np.uint64(PLACE)
U_GONE = np.uint8(GONE)


@rule
def jump_tiles(state: Any, seat: Any) -> Any:
    """Jump tiles (uint64) in the hand of a seat (uint64)."""
    return (state.purse[seat] >> JUMP_SHIFT) & TILE_COUNT


@rule
def swap_tiles(state: Any, seat: Any) -> Any:
    """Swap tiles (uint64) in the hand of a seat (uint64)."""
    return state.purse[seat] >> SWAP_SHIFT


@rule
def free_tiles(state: Any) -> Any:
    """The cells with a tile and without a figure."""
    return state.lying & ~state.figures


# --- set-up ----------------------------------------------------------------------------------------------------------


@routine
def setup(state: Any, table: Any, seed: Any, play: Any) -> Any:
    """Lay the tiles, and the figures too when chance places them."""
    deal_tiles(state, table, seed, play)
    state.lying = table.terrain
    state.figures = ZERO
    for seat in range(np.uint64(MAX_SEATS)):
        state.purse[seat] = ZERO
    for figure in range(np.uint64(16)):
        state.cell[figure] = U_GONE
        state.start[figure] = U_GONE
    state.placed = state.turn = ZERO
    state.alive = (ONE << table.seats) - ONE
    state.turns = state.jumps = state.swaps = state.offered = ZERO
    clear_survey(state)
    if table.by_chance != ZERO:
        place_by_chance(state, table, seed, play)
        start(state, table)
    else:
        state.choices = np.uint64(count_ones(state.places))


@rule
def clear_survey(state: Any) -> Any:
    """No figure can go anywhere."""
    for own in range(np.uint64(MAX_EACH)):
        state.steps[own] = ZERO
        state.leaps[own] = ZERO
    state.step_totals = state.leap_totals = state.choices = ZERO


# --- after every turn ------------------------------------------------------------------------------------------------


@rule
def begin_turn(state: Any, table: Any, last: Any) -> Any:
    """Remove stuck figures, find the seat to act after seat `last`, survey what it can do."""
    if any_stuck(state, table):
        remove_stuck(state, table)
        state.alive = seats_alive(state, table)
    if state.alive == ZERO:
        clear_survey(state)
        return
    # The next seat with a figure: two copies of the seats' bits in a row, looked at from `last` on.
    around = (state.alive | (state.alive << table.seats)) >> (last + ONE)
    seat = last + ONE + lowest_place(around)
    if seat >= table.seats:
        seat -= table.seats
    state.turn = seat
    survey(state, table, seat)
    state.offered += state.choices


@routine
def start(state: Any, table: Any) -> Any:
    """All figures stand: begin the first turn, that of the first seat that can move."""
    begin_turn(state, table, table.seats - ONE)


@rule
def any_stuck(state: Any, table: Any) -> Any:
    """True when some figure may have no free tile beside it (``table.near[GONE]`` is all cells)."""
    free = free_tiles(state)
    stuck = False
    for figure in range(table.figures):
        stuck |= (table.near[np.uint64(state.cell[figure])] & free) == ZERO
    return stuck


@rule
def seats_alive(state: Any, table: Any) -> Any:
    """Bits of the seats that have a figure on the terrain."""
    alive = ZERO
    for figure in range(table.figures):
        alive |= np.uint64(state.cell[figure] != U_GONE) << table.owner[figure]
    return alive


@routine
def remove_stuck(state: Any, table: Any) -> Any:
    """Remove every stuck figure, all at once, until none is stuck.

    A removal leaves more free tiles, so one round is enough, unless action tiles save a figure
    (`stuck.actions_count`): then the figure that it could jump over or swap with may just have gone.
    """
    again = True
    while again:
        leaving = ZERO
        free = free_tiles(state)
        for figure in range(table.figures):
            cell = np.uint64(state.cell[figure])
            if cell != GONE and (table.near[cell] & free) == ZERO and not saved(state, table, figure):
                leaving |= bit(figure)
        again = leaving != ZERO and table.actions_count != ZERO
        while leaving != ZERO:
            figure = lowest_place(leaving)
            leaving &= leaving - ONE
            state.figures &= ~bit(np.uint64(state.cell[figure]))
            state.cell[figure] = U_GONE


@rule
def saved(state: Any, table: Any, figure: Any) -> Any:
    """True when action tiles count and the figure's owner holds one with which this figure could move now."""
    if table.actions_count == ZERO:
        return False
    seat = table.owner[figure]
    if swap_tiles(state, seat) != ZERO and others(state, table, seat) != ZERO:
        return True
    if jump_tiles(state, seat) == ZERO:
        return False
    free = free_tiles(state)
    cell = np.uint64(state.cell[figure])
    return jump_counts(table, cell, free, mirror(free), state.figures, mirror(state.figures)) != ZERO


@rule
def others(state: Any, table: Any, seat: Any) -> Any:
    """Bits of the figures on the terrain that belong to another seat."""
    found = ZERO
    for figure in range(table.figures):
        here = state.cell[figure] != U_GONE and table.owner[figure] != seat
        found |= np.uint64(here) << figure
    return found


@rule
def survey(state: Any, table: Any, seat: Any) -> Any:
    """Count what each figure of `seat` can do."""
    free = free_tiles(state)
    mirrored = mirror(free)
    first = seat * table.each
    step_totals = leap_totals = ZERO
    jumping = jump_tiles(state, seat) != ZERO
    for own in range(table.each):
        lanes = step_counts(table, np.uint64(state.cell[first + own]), free, mirrored)
        state.steps[own] = lanes
        step_totals |= lane_total(lanes) << (own << np.uint64(4))
    if jumping:
        mirrored_figures = mirror(state.figures)
        for own in range(table.each):
            cell = np.uint64(state.cell[first + own])
            lanes = jump_counts(table, cell, free, mirrored, state.figures, mirrored_figures)
            state.leaps[own] = lanes
            leap_totals |= lane_total(lanes) << (own << np.uint64(4))
    state.step_totals = step_totals
    state.leap_totals = leap_totals
    choices = (pair_sums(step_totals) >> SWAP_SHIFT) + (pair_sums(leap_totals) >> SWAP_SHIFT)
    if swap_tiles(state, seat) != ZERO:
        choices += own_on_terrain(state, table, seat) * np.uint64(count_ones(others(state, table, seat)))
    state.choices = choices


@rule
def own_on_terrain(state: Any, table: Any, seat: Any) -> Any:
    """Number (uint64) of figures of `seat` on the terrain."""
    number = ZERO
    for own in range(table.each):
        number += np.uint64(state.cell[seat * table.each + own] != U_GONE)
    return number


# --- what may be done ------------------------------------------------------------------------------------------------


@rule
def over(state: Any, table: Any) -> Any:
    """True when all figures were placed and none is left."""
    return state.alive == ZERO and state.placed == table.figures


@rule
def seat_to_act(state: Any, table: Any) -> Any:
    """The seat (int64) that places the next figure, or whose turn it is."""
    if state.placed != table.figures:
        return np.int64(table.owner[table.order[state.placed]])
    return np.int64(state.turn)


@rule
def action_number(state: Any, table: Any, k: Any) -> Any:
    """Legal action number `k` (uint64, below ``state.choices``): steps first, then jumps, then swaps."""
    if state.placed != table.figures:
        return encode(U_PLACE, table.order[state.placed], ZERO, nth_place(state.places, k))
    steps = pair_sums(state.step_totals)
    number = steps >> SWAP_SHIFT
    if k < number:
        return step_number(state, table, k, steps)
    k -= number
    leaps = pair_sums(state.leap_totals)
    number = leaps >> SWAP_SHIFT
    if k < number:
        return jump_number(state, table, k, leaps)
    return swap_number(state, table, k - number)


@rule
def step_number(state: Any, table: Any, k: Any, totals: Any) -> Any:
    """Step number `k`; `totals` are the running sums of ``state.step_totals``."""
    lane = pair_lane_of(totals, k)
    k -= ((totals << np.uint64(16)) >> lane) & PAIR
    own = lane >> np.uint64(4)
    figure = state.turn * table.each + own
    sums = byte_sums(state.steps[own])
    lane = byte_lane_of(sums, k)
    k -= ((sums << np.uint64(8)) >> lane) & np.uint64(0xFF)
    direction = lane >> np.uint64(3)
    target = np.uint64(table.reach[direction, k + ONE, np.uint64(state.cell[figure])])
    return encode(U_STEP, figure, direction, target)


@rule
def jump_number(state: Any, table: Any, k: Any, totals: Any) -> Any:
    """Jump number `k`; `totals` are the running sums of ``state.leap_totals``."""
    lane = pair_lane_of(totals, k)
    k -= ((totals << np.uint64(16)) >> lane) & PAIR
    own = lane >> np.uint64(4)
    figure = state.turn * table.each + own
    sums = byte_sums(state.leaps[own])
    lane = byte_lane_of(sums, k)
    k -= ((sums << np.uint64(8)) >> lane) & np.uint64(0xFF)
    direction = lane >> np.uint64(3)
    cell = np.uint64(state.cell[figure])
    free, figures = facing(direction, free_tiles(state)), facing(direction, state.figures)
    first = cell_at(direction, lowest_place(jump_landing(table, cell, direction, free, figures)))
    return encode(U_JUMP, figure, direction, np.uint64(table.reach[direction, k, first]))


@routine
def swap_number(state: Any, table: Any, k: Any) -> Any:
    """Swap number `k`: own figures in order, the others' figures in order for each."""
    targets = others(state, table, state.turn)
    each = np.uint64(count_ones(targets))
    own = state.turn * table.each
    while state.cell[own] == U_GONE or k >= each:
        if state.cell[own] != U_GONE:
            k -= each
        own += ONE
    return encode(U_SWAP, own, ZERO, nth_place(targets, k))


@rule
def legal(state: Any, table: Any, actions: Any) -> Any:
    """List the legal actions; the number of them (int64)."""
    for k in range(state.choices):
        actions[k] = action_number(state, table, k)
    return np.int64(state.choices)


@rule
def pick_uniform(state: Any, table: Any, noise: Any) -> Any:
    """One legal action, all equally likely."""
    return action_number(state, table, np.uint64(below(noise, state.choices)))


# --- doing it --------------------------------------------------------------------------------------------------------


@rule
def apply(state: Any, table: Any, action: Any) -> Any:
    """Do an action and everything that follows until the next decision."""
    kind = kind_of(action)
    if kind == U_PLACE:
        place(state, table, figure_of(action), target_of(action))
        return
    state.turns += ONE
    if kind == U_SWAP:
        swap(state, table, figure_of(action), target_of(action))
    else:
        move(state, table, figure_of(action), target_of(action), kind)
    begin_turn(state, table, state.turn)


@routine
def place(state: Any, table: Any, figure: Any, target: Any) -> Any:
    """Put a figure on a neutral tile; when it is the last one the first turn begins."""
    state.cell[figure] = np.uint8(target)
    state.start[figure] = np.uint8(target)
    state.figures |= bit(target)
    state.places &= ~bit(target)
    state.placed += ONE
    state.choices = np.uint64(count_ones(state.places))
    if state.placed == table.figures:
        start(state, table)


@rule
def move(state: Any, table: Any, figure: Any, target: Any, kind: Any) -> Any:
    """Step or jump: the figure goes to `target`, and the tile landed on (or left) is taken."""
    source = np.uint64(state.cell[figure])
    taken = source if table.leaving != ZERO else target
    state.lying &= ~bit(taken)
    state.figures ^= bit(source) | bit(target)
    state.cell[figure] = np.uint8(target)
    state.purse[state.turn] += table.gain[state.tile[taken]] - JUMP_TILE * kind  # STEP is 0, JUMP is 1
    state.jumps += kind


@rule
def swap(state: Any, table: Any, figure: Any, target: Any) -> Any:
    """Two figures change places; no tile is taken."""
    source = state.cell[figure]
    state.cell[figure] = state.cell[target]
    state.cell[target] = source
    state.purse[state.turn] -= SWAP_TILE
    state.swaps += ONE


# --- the end ---------------------------------------------------------------------------------------------------------


@rule
def points(state: Any, table: Any, seat: Any) -> Any:
    """Moons (int64) of a seat."""
    return np.int64(state.purse[np.uint64(seat)] & MOONS)


@rule
def winners(state: Any, table: Any) -> Any:
    """Bits (int64) of the seats with the most moons."""
    best = ZERO
    bits = ZERO
    for seat in range(table.seats):
        moons = state.purse[seat] & MOONS
        if moons > best:
            best = moons
            bits = ZERO
        bits |= np.uint64(moons == best) << seat
    return np.int64(bits)


@rule
def observe(state: Any, table: Any, at: Any, values: Any) -> Any:
    """Write turns, jumps, swaps, tiles left, legal actions of all turns, and that times turns."""
    values[at] = np.int64(state.turns)
    values[at + 1] = np.int64(state.jumps)
    values[at + 2] = np.int64(state.swaps)
    values[at + 3] = count_ones(state.lying)
    values[at + 4] = np.int64(state.offered)
    values[at + 5] = np.int64(state.offered * state.turns)
