"""What ``run --metrics`` counts of a play of Pêcheurs de lunes: moons as they stand, what happened, who took what."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.contract import Component, Event
from simulate.games.pecheurs_de_lunes import faces
from simulate.games.pecheurs_de_lunes.actions import PLACE, SWAP, direction_of, figure_of, kind_of, target_of
from simulate.games.pecheurs_de_lunes.bits import bit
from simulate.games.pecheurs_de_lunes.rules import ONE, ZERO, points
from simulate.games.pecheurs_de_lunes.table import component_faces
from simulate.games.pecheurs_de_lunes.variant import Rules
from simulate.kernels.jit import routine, rule

STEPPED, OVER_FIGURE, OVER_HOLES, SWAPPED, SKIPPED, ALL_TAKEN, ALONE, SHARED = range(8)
U_SWAP, U_PLACE = np.uint64(SWAP), np.uint64(PLACE)


@rule
def standing(state: Any, table: Any, seat: Any) -> Any:
    """The seat's moons so far."""
    return points(state, table, seat)


@rule
def passes_figure(state: Any, table: Any, source: Any, direction: Any, target: Any) -> Any:
    """True when a figure stands between two cells of a line."""
    found = False
    distance = ONE
    there = source
    while there != target:
        there = np.uint64(table.reach[direction, distance, source])
        # A place off the terrain reads as cell 0: the line says which places of it are cells.
        place = there if direction < np.uint64(3) else np.uint64(63) - there
        inside = (table.line[source, direction] >> place) & ONE
        if inside and there != target and state.figures & bit(there) != ZERO:
            found = True
        if not inside:
            there = source
        distance += ONE
    return found


@rule
def witness_move(state: Any, table: Any, action: Any, course: Any) -> Any:
    """See a step or a jump, and the tile that it takes."""
    kind, target = kind_of(action), target_of(action)
    source = np.uint64(state.cell[figure_of(action)])
    if kind == ZERO:
        course.seen |= np.int64(1) << STEPPED
    elif passes_figure(state, table, source, direction_of(action), target):
        course.seen |= np.int64(1) << OVER_FIGURE
    else:
        course.seen |= np.int64(1) << OVER_HOLES
    taken = source if table.leaving != ZERO else target
    course.taken[state.turn, table.component[state.tile[taken]]] += 1


@routine
def witness(state: Any, table: Any, action: Any, course: Any) -> Any:
    """See what an action does, before it is done; at the end how the play ended."""
    if action < 0:
        witness_end(state, table, course)
        return
    kind = kind_of(action)
    if kind == U_PLACE:
        return
    present = ZERO
    for seat in range(table.seats):
        present += np.uint64(state.present & table.own[seat] != ZERO)
    course.seen |= np.int64(present < table.seats) << SKIPPED
    course.seen |= np.int64(present == ONE) << ALONE
    if kind == U_SWAP:
        course.seen |= np.int64(1) << SWAPPED
    else:
        witness_move(state, table, action, course)


@rule
def witness_end(state: Any, table: Any, course: Any) -> Any:
    """See how the play ended."""
    best = np.int64(-1)
    first = np.int64(0)
    for seat in range(np.int64(table.seats)):
        moons = points(state, table, seat)
        first = np.int64(1) if moons > best else first + np.int64(moons == best)
        best = max(best, moons)
    course.seen |= np.int64(first > 1) << SHARED
    course.seen |= np.int64(state.lying == ZERO) << ALL_TAKEN


def events(rules: Rules, players: int) -> tuple[Event, ...]:
    """What may happen in a play, in the order of the bits."""
    return (
        Event("step", "a figure steps"),
        Event("jump_over_figure", "a figure jumps over a figure"),
        Event("jump_over_holes", "a figure jumps over holes"),
        Event("swap", "two figures change places"),
        Event("seat_skipped", "a seat without figures is passed over while others still move"),
        Event("all_tiles_taken", "no tile is left at the end"),
        Event("alone", "one seat moves alone at the end"),
        Event("shared_win", "several seats have the most moons"),
    )


def components(rules: Rules, players: int) -> tuple[Component, ...]:
    """The kinds of tiles that a seat may take."""
    return tuple(_component(face) for face in component_faces(rules))


def _component(face: int) -> Component:
    short = {faces.JUMP: "jump", faces.SWAP: "swap", faces.NEUTRAL: "neutral"}.get(face)
    if short:
        return Component(short, f"{short} tiles taken")
    return Component(f"moons_{face}", f"tiles of {faces.name(face)} taken")
