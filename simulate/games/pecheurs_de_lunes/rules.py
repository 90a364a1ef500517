"""The rules as compiled code: docs/rules.md section 1, all switches.

Between two decisions the state also keeps a survey of what the seat to act can do (how many landing cells each of its
figures has in each direction). So the number of legal actions is known, and the k-th one is found without a list.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.actions import (
    PLACE,
    SWAP,
    encode,
    figure_of,
    kind_of,
    target_of,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.bits import (
    BYTE,
    PAIR,
    bit,
    byte_lane_of,
    byte_sums,
    lowest_place,
    mirror,
    nth_place,
    pair_lane_of,
    pair_sums,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.deal import deal_tiles, place_by_chance
from simulate.games.pecheurs_de_lunes.moves import (
    GONE,
    JUMPS,
    cell_at,
    lane_total,
    survey_jumps,
    survey_steps,
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
        ("present", "u8"),  # bit f: figure f is on the terrain
        ("turns", "u8"), ("jumps", "u8"), ("swaps", "u8"),  # done so far
        ("offered", "u8"),  # legal actions, summed over the turns so far and the one to come
        ("choices", "u8"),  # legal actions of the decision to come
        # The survey; row j is own figure j by step, row 4 + j by jump: landing cells by direction, facing it, …
        ("landings", "u8", (2 * MAX_EACH, 6)),
        ("counts", "u8", (2 * MAX_EACH,)),  # … their numbers, one byte lane a direction, …
        ("step_totals", "u8"), ("jump_totals", "u8"),  # … and the sums of those, 16 bits a figure
        ("cell", "u1", (16,)),  # where each figure is, 64: not on the terrain
        ("start", "u1", (16,)),  # where each figure was placed
        ("tile", "u1", (64,)),  # the face laid on each cell in the set-up
        # Bit planes of what the tiles are worth to the policy greedy, and whether (0 or 1) it has made them yet
        ("worth", "u8", (8,)), ("split", "u8"),
    ],
    align=True,
)  # fmt: skip
"""A position. Figure number = seat · figures per seat + its number."""

ZERO, ONE = np.uint64(0), np.uint64(1)
MOONS = np.uint64(0xFFFFFFFF)
JUMP_SHIFT, SWAP_SHIFT = np.uint64(32), np.uint64(48)
JUMP_TILE, SWAP_TILE = ONE << JUMP_SHIFT, ONE << SWAP_SHIFT
TILE_COUNT = np.uint64(0xFFFF)
U_SWAP, U_PLACE = np.uint64(SWAP), np.uint64(PLACE)
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
    state.placed = state.turn = state.present = ZERO
    state.turns = state.jumps = state.swaps = state.offered = state.split = ZERO
    for plane in range(np.uint64(8)):
        state.worth[plane] = ZERO
    clear_survey(state)
    if table.by_chance != ZERO:
        place_by_chance(state, table, seed, play)
        start(state, table)
    else:
        state.choices = np.uint64(count_ones(state.places))


@rule
def clear_survey(state: Any) -> Any:
    """No figure can go anywhere."""
    for row in range(np.uint64(2 * MAX_EACH)):
        state.counts[row] = ZERO
        for direction in range(np.uint64(6)):
            state.landings[row, direction] = ZERO
    state.step_totals = state.jump_totals = state.choices = ZERO


# --- after every turn ------------------------------------------------------------------------------------------------


@routine
def start(state: Any, table: Any) -> Any:
    """All figures stand: begin the first turn, that of the first seat that can move."""
    state.present = (ONE << table.figures) - ONE
    begin_turn(state, table, table.seats - ONE)


@rule
def begin_turn(state: Any, table: Any, last: Any) -> Any:
    """Remove stuck figures, find the seat to act after seat `last`, survey what it can do."""
    stuck = stuck_figures(state, table)
    if stuck != ZERO:
        remove_stuck(state, table, stuck)
        if state.present == ZERO:
            state.choices = ZERO
            return
    seat = next_seat(state, table, last)
    state.turn = seat
    survey(state, table, seat)
    state.offered += state.choices


@rule
def next_seat(state: Any, table: Any, last: Any) -> Any:
    """The first seat after `last` with a figure on the terrain."""
    seat = last
    searching = True
    while searching:
        seat += ONE
        if seat == table.seats:
            seat = ZERO
        searching = state.present & table.own[seat] == ZERO
    return seat


@rule
def stuck_figures(state: Any, table: Any) -> Any:
    """Bits of the figures on the terrain without a free tile beside them."""
    free = free_tiles(state)
    stuck = ZERO
    left = state.present
    while left != ZERO:
        figure = lowest_place(left)
        left &= left - ONE
        alone = (table.near[np.uint64(state.cell[figure])] & free) == ZERO
        stuck |= np.uint64(alone) << figure
    return stuck


@routine
def remove_stuck(state: Any, table: Any, stuck: Any) -> Any:
    """Remove every stuck figure, all at once, until none is stuck.

    A removal leaves more free tiles, so one round is enough, unless action tiles save a figure
    (`stuck.actions_count`): then the figure that it could jump over or swap with may just have gone.
    """
    if table.actions_count == ZERO:
        remove(state, stuck)
        return
    leaving = stuck & ~saved(state, table, stuck)
    while leaving != ZERO:
        remove(state, leaving)
        stuck = stuck_figures(state, table)
        leaving = stuck & ~saved(state, table, stuck)


@rule
def remove(state: Any, leaving: Any) -> Any:
    """Take figures off the terrain."""
    state.present &= ~leaving
    while leaving != ZERO:
        figure = lowest_place(leaving)
        leaving &= leaving - ONE
        state.figures &= ~bit(np.uint64(state.cell[figure]))
        state.cell[figure] = U_GONE


@rule
def saved(state: Any, table: Any, stuck: Any) -> Any:
    """Bits of those of the `stuck` figures whose owner holds an action tile with which they could move now."""
    free = free_tiles(state)
    mirrored, mirrored_figures = mirror(free), mirror(state.figures)
    found = ZERO
    while stuck != ZERO:
        figure = lowest_place(stuck)
        stuck &= stuck - ONE
        seat = table.owner[figure]
        cell = np.uint64(state.cell[figure])
        able = swap_tiles(state, seat) != ZERO and others(state, table, seat) != ZERO
        if jump_tiles(state, seat) != ZERO:
            # Rows of the survey are free to be written: the survey of the coming turn is made afterwards.
            survey_steps(state, table, ZERO, cell, free, mirrored)
            able |= survey_jumps(state, table, ZERO, cell, free, mirrored, state.figures, mirrored_figures) != ZERO
        found |= np.uint64(able) << figure
    return found


@rule
def others(state: Any, table: Any, seat: Any) -> Any:
    """Bits of the figures on the terrain that belong to another seat."""
    return state.present & ~table.own[seat]


@rule
def survey(state: Any, table: Any, seat: Any) -> Any:
    """Find what each figure of `seat` can do."""
    free = free_tiles(state)
    mirrored = mirror(free)
    first = seat * table.each
    step_totals = jump_totals = ZERO
    left = state.present & table.own[seat]
    while left != ZERO:
        figure = lowest_place(left)
        left &= left - ONE
        own = figure - first
        cell = np.uint64(state.cell[figure])
        lanes = survey_steps(state, table, own, cell, free, mirrored)
        state.counts[own] = lanes
        step_totals |= lane_total(lanes) << (own << np.uint64(4))
    if jump_tiles(state, seat) != ZERO:
        mirrored_figures = mirror(state.figures)
        left = state.present & table.own[seat]
        while left != ZERO:
            figure = lowest_place(left)
            left &= left - ONE
            own = figure - first
            cell = np.uint64(state.cell[figure])
            lanes = survey_jumps(state, table, own, cell, free, mirrored, state.figures, mirrored_figures)
            state.counts[own + JUMPS] = lanes
            jump_totals |= lane_total(lanes) << (own << np.uint64(4))
    state.step_totals = step_totals
    state.jump_totals = jump_totals
    swaps = count_ones(state.present & table.own[seat]) * count_ones(others(state, table, seat))
    swaps *= np.int64(swap_tiles(state, seat) != ZERO)
    state.choices = (pair_sums(step_totals) >> SWAP_SHIFT) + (pair_sums(jump_totals) >> SWAP_SHIFT) + np.uint64(swaps)


# --- what may be done ------------------------------------------------------------------------------------------------


@rule
def over(state: Any, table: Any) -> Any:
    """True when all figures were placed and none is left."""
    return state.present == ZERO and state.placed == table.figures


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
    jumps = pair_sums(state.jump_totals)
    before = steps >> SWAP_SHIFT
    moves = before + (jumps >> SWAP_SHIFT)
    if k >= moves:
        return swap_number(state, table, k - moves)
    # Whether it is a step or a jump is a matter of luck, so the choice is made without a branch.
    kind = np.uint64(k >= before)
    return move_number(state, table, kind, k - before * kind, jumps if kind else steps)


@rule
def move_number(state: Any, table: Any, kind: Any, k: Any, totals: Any) -> Any:
    """Step (`kind` STEP) or jump number `k`; `totals` are the running sums of its kind."""
    lane = pair_lane_of(totals, k)
    k -= ((totals << np.uint64(16)) >> lane) & PAIR
    own = lane >> np.uint64(4)
    row = own + kind * JUMPS
    sums = byte_sums(state.counts[row])
    lane = byte_lane_of(sums, k)
    k -= ((sums << np.uint64(8)) >> lane) & BYTE
    direction = lane >> np.uint64(3)
    nearest = cell_at(direction, lowest_place(state.landings[row, direction]))
    target = np.uint64(table.reach[direction, k, nearest])
    return encode(kind, state.turn * table.each + own, direction, target)


@routine
def swap_number(state: Any, table: Any, k: Any) -> Any:
    """Swap number `k`: own figures in order, the others' figures in order for each."""
    targets = others(state, table, state.turn)
    each = np.uint64(count_ones(targets))
    own = nth_place(state.present & table.own[state.turn], k // each)
    return encode(U_SWAP, own, ZERO, nth_place(targets, k % each))


@rule
def legal(state: Any, table: Any, actions: Any) -> Any:
    """List the legal actions; the number of them (int64). Each stands where :func:`action_number` says."""
    if state.placed != table.figures:
        return list_places(state, table, actions)
    n = list_moves(state, table, actions, ZERO, state.step_totals, np.int64(0))
    if state.jump_totals != ZERO:
        n = list_moves(state, table, actions, ONE, state.jump_totals, n)
    for k in range(np.uint64(n), state.choices):
        actions[k] = swap_number(state, table, k - np.uint64(n))
    return np.int64(state.choices)


@rule
def list_places(state: Any, table: Any, actions: Any) -> Any:
    """List where the next figure may be placed; the number of such cells (int64)."""
    n = np.int64(0)
    left = state.places
    while left != ZERO:
        actions[n] = encode(U_PLACE, table.order[state.placed], ZERO, lowest_place(left))
        left &= left - ONE
        n += 1
    return n


@rule
def list_moves(state: Any, table: Any, actions: Any, kind: Any, totals: Any, n: Any) -> Any:
    """List all steps (`kind` STEP) or jumps behind the `n` actions listed; the number listed (int64)."""
    first = state.turn * table.each
    own = ZERO
    while totals != ZERO:
        if totals & PAIR != ZERO:
            row = own + kind * JUMPS
            for direction in range(np.uint64(6)):
                landing = state.landings[row, direction]
                begun = encode(kind, first + own, direction, cell_at(direction, ZERO))
                while landing != ZERO:
                    actions[n] = begun ^ np.int64(lowest_place(landing))
                    landing &= landing - ONE
                    n += 1
        totals >>= np.uint64(16)
        own += ONE
    return n


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
