"""The exact value of a deal or a position: what both of two seats get under best play, and one line of best actions.

Each seat wants the largest margin in moons. The kernels of :mod:`exact_search` answer whether the margin is at least
so much; here the questions are chosen, placements by the players are searched, and a line of best play is read off.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache as once
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Recorded
from simulate.games.exactness import NODES, Solution
from simulate.games.pecheurs_de_lunes import exact_search
from simulate.games.pecheurs_de_lunes.actions import PLACE, SWAP
from simulate.games.pecheurs_de_lunes.exact_board import MOST_IN_HAND, make_board
from simulate.games.pecheurs_de_lunes.exact_moves import MAX_MOVES
from simulate.games.pecheurs_de_lunes.exact_regions import ALONE, ALONE_FRAME
from simulate.games.pecheurs_de_lunes.exact_search import FRAME, KNOWN, STOPPED
from simulate.games.pecheurs_de_lunes.table import decision_limit, placement_order
from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS, Cell
from simulate.games.pecheurs_de_lunes.variant import Rules
from simulate.kernels import cache
from simulate.kernels.jit import compile_kernel
from variants.errors import BadInput

SEATS = 2
OFF = 64
"""Cell of a figure that is not on the terrain."""

TABLE_BITS, ALONE_BITS = 21, 18
"""The table of positions holds 2^21 of 32 bytes, that of parts with one seat alone 2^18 of 24 bytes."""


def solve_deal(rules: Rules, players: int, recorded: Recorded, *, decision: int = 0, nodes: int = NODES) -> Solution:
    """Best play of both seats from the position before decision `decision` of a recorded play.

    Parameters
    ----------
    rules : Rules
    players : int
        Two.
    recorded : Recorded
        Any play; only its position counts, not what was done from there.
    decision : int
        0: the set-up, before any placement by the players; the number of decisions: the end.
    nodes : int
        Moves to be tried at most.

    Returns
    -------
    Solution
        Not solved when the limit came first: then the margin is only known to lie between its bounds.

    Raises
    ------
    BadInput
        Other than two players, more action tiles than the solver can count in one hand, or no such decision.
    """
    _check(rules, players)
    if not 0 <= decision < len(recorded.states):
        raise BadInput.of(f"decision: got {decision}, allowed: 0 to {len(recorded.states) - 1} in this play")
    return _Solver(rules, recorded.table, recorded.states[decision], nodes).solve()


def _check(rules: Rules, players: int) -> None:
    if players != SEATS:
        raise BadInput.of(f"best play can be solved for 2 players, got {players}: with more, no seat has one best play")
    for name, count in (("jump", rules.tiles.jump), ("swap", rules.tiles.swap)):
        if count > MOST_IN_HAND:
            raise BadInput.of(f"tiles.{name}: best play can be solved with up to {MOST_IN_HAND} of them, got {count}")


@once
def _kernels() -> SimpleNamespace:
    """The compiled entries of the search."""
    made = SimpleNamespace()
    for entry in (exact_search.answer, exact_search.expand, exact_search.settle):
        setattr(entry, cache.SOURCE_FOLDERS, (str(Path(__file__).resolve().parent),))
        setattr(made, entry.__name__, compile_kernel(entry))
    return made


class _OutOfNodes(Exception):
    """The limit of moves was reached."""


@dataclass(frozen=True)
class _Position:
    """A position after all placements, words as in :mod:`.exact_moves`; `seat` is the one to act."""

    lying: int
    mine: int
    theirs: int
    hands: int
    seat: int

    @property
    def over(self) -> bool:
        return self.mine == 0


class _Solver:
    """One deal: its tables, kept from question to question."""

    def __init__(self, rules: Rules, table: NDArray[np.void], state: np.void, limit: int) -> None:
        self.table, self.state, self.limit = table, state, limit
        self.each = rules.figures_per_player
        self.cells = rules.terrain.cells()
        self.order = placement_order(rules, SEATS)
        self.board = make_board(state, len(self.cells))
        depths = decision_limit(rules, SEATS) + 2
        self.frames = np.zeros(depths, FRAME)
        self.children = np.zeros(MAX_MOVES, FRAME)
        self.known, self.history = np.zeros(1 << TABLE_BITS, KNOWN), np.zeros((3, 64, 64), np.int64)
        self.alone_frames, self.alone = np.zeros(len(self.cells) + 2, ALONE_FRAME), np.zeros(1 << ALONE_BITS, ALONE)
        self.count, self.result = np.zeros(1, np.int64), np.zeros(2, np.int64)
        self.placed_bounds: dict[tuple[int, int], tuple[int, int]] = {}
        self.all_moons = int(self.board[0]["moons"].sum())

    # --- the value ---------------------------------------------------------------------------------------------------

    def solve(self) -> Solution:
        """Close in on the margin, winner first, then read off a line of best play."""
        before = self._points(self.state)
        placed = _placed_figures(self.state, self.order)
        low, high = -self.all_moons, self.all_moons
        try:
            asked = 1 + before[1] - before[0]  # does seat 0 win?
            while low < high:
                bound = self._placed_value(placed, asked)
                if bound >= asked:
                    low, asked = bound, bound + 1
                else:
                    high, asked = bound, bound
            line, points = self._line(placed, low)
        except _OutOfNodes:
            ahead = before[0] - before[1]
            return Solution(False, (), 0, 0, (), int(self.count[0]), ahead + low, ahead + high)
        points = (before[0] + points[0], before[1] + points[1])
        margin = points[0] - points[1]
        winners = 1 if margin > 0 else 2 if margin < 0 else 3
        return Solution(True, points, winners, margin, line, int(self.count[0]), margin, margin)

    def _placed_value(self, placed: tuple[int, ...], asked: int) -> int:
        """A bound on seat 0's margin from here on: a lower one when it is at least `asked`, else an upper one.

        `placed` are the cells of the figures placed so far, in the order of placement; own figures are alike.
        """
        if len(placed) == len(self.order):
            return self._value_for_seat_0(self._start(placed), asked)
        key = self._masks(placed)
        low, high = self.placed_bounds.get(key, (-self.all_moons, self.all_moons))
        if low >= asked or high < asked:
            return low if low >= asked else high
        first = self.order[len(placed)] // self.each == 0
        best = -self.all_moons if first else self.all_moons
        for cell in self._places(placed):
            bound = self._placed_value((*placed, cell), asked)
            best = max(best, bound) if first else min(best, bound)
            if (best >= asked) == first:
                break
        self.placed_bounds[key] = (best, high) if best >= asked else (low, best)
        return best

    def _value_for_seat_0(self, position: _Position, asked: int) -> int:
        """As :meth:`_placed_value`, of a position after all placements."""
        if position.seat == 0:
            return self._ask(position, asked)[0]
        return -self._ask(position, 1 - asked)[0]

    def _ask(self, position: _Position, asked: int) -> tuple[int, int]:
        """A bound on the margin of the seat to act from here on, and the move that gives it (0: none was needed)."""
        self._write(position)
        self.frames[0]["asked"] = asked
        status = _kernels().answer(
            self.board[0], self.table[0], self.frames, self.known, self.history, self.alone_frames, self.alone,
            self.limit, self.count, self.result,
        )  # fmt: skip
        if status == STOPPED:
            raise _OutOfNodes
        return int(self.result[0]), int(self.result[1])

    # --- positions ---------------------------------------------------------------------------------------------------

    def _points(self, state: np.void) -> tuple[int, int]:
        return int(state["purse"][0]) & 0xFFFFFFFF, int(state["purse"][1]) & 0xFFFFFFFF

    def _write(self, position: _Position) -> None:
        frame = self.frames[0]
        frame["lying"], frame["mine"], frame["theirs"] = position.lying, position.mine, position.theirs
        frame["hands"], frame["passed"] = position.hands, 0

    def _masks(self, placed: tuple[int, ...]) -> tuple[int, int]:
        """Cells of the figures of each seat, as words."""
        masks = [0, 0]
        for figure, cell in zip(self.order, placed, strict=False):
            masks[figure // self.each] |= 0 if cell == OFF else 1 << cell
        return masks[0], masks[1]

    def _places(self, placed: tuple[int, ...]) -> list[int]:
        """Neutral tiles where a figure may still be placed."""
        new = {cell for cell in placed if cell != OFF}
        return [cell for cell in range(len(self.cells)) if int(self.state["places"]) >> cell & 1 and cell not in new]

    def _start(self, placed: tuple[int, ...]) -> _Position:
        """The position when all figures stand: that of the state, or the first turn after placements of our own."""
        masks = self._masks(placed)
        lying = int(self.state["lying"])
        if int(self.state["placed"]) == len(self.order):
            seat = int(self.state["turn"])
            hands = [int(purse) >> 32 & 0xFFFF | (int(purse) >> 48) << 4 for purse in self.state["purse"][:SEATS]]
            return _Position(lying, masks[seat], masks[1 - seat], hands[seat] | hands[1 - seat] << 8, seat)
        self._write(_Position(lying, masks[0], masks[1], 0, 0))
        _kernels().settle(self.table[0], self.frames)
        frame = self.frames[0]
        return _Position(lying, int(frame["mine"]), int(frame["theirs"]), 0, int(frame["passed"]))

    # --- a line of best play -----------------------------------------------------------------------------------------

    def _line(self, placed: tuple[int, ...], value: int) -> tuple[tuple[int, ...], tuple[int, int]]:
        """Actions of best play by both seats, and the moons that each takes, when seat 0's margin is `value`."""
        line = []
        while len(placed) < len(self.order):
            cell = self._best_place(placed, value)
            line.append(_encode(PLACE, self.order[len(placed)], 0, cell))
            placed = (*placed, cell)
        position = self._start(placed)
        figures = self._figures(placed, position)
        taken = [0, 0]
        ahead = value if position.seat == 0 else -value
        while not position.over:
            move, gain, after, ahead = self._best_move(position, ahead)
            line.append(self._action(position, move, figures))
            taken[position.seat] += gain
            self._follow(move, figures, after)
            position = after
        return tuple(line), (taken[0], taken[1])

    def _best_place(self, placed: tuple[int, ...], value: int) -> int:
        """A cell to place the next figure on that keeps the value."""
        first = self.order[len(placed)] // self.each == 0
        for cell in self._places(placed):
            if first and self._placed_value((*placed, cell), value) >= value:
                return cell
            if not first and self._placed_value((*placed, cell), value + 1) <= value:
                return cell
        raise AssertionError("no placement keeps the value: a fault of the solver")

    def _best_move(self, position: _Position, value: int) -> tuple[int, int, _Position, int]:
        """A move that keeps the `value` for the seat to act: move, its gain, the position after it and its value."""
        _, hint = self._ask(position, value)
        self._write(position)
        n = _kernels().expand(self.board[0], self.table[0], self.frames, self.children)
        children = self.children[:n].copy()
        for child in sorted(children, key=lambda one: int(one["best_move"]) != hint):
            gain, passed = int(child["gain"]), int(child["passed"])
            after = _Position(
                int(child["lying"]), int(child["mine"]), int(child["theirs"]), int(child["hands"]),
                position.seat ^ passed,
            )  # fmt: skip
            rest = gain - value if passed else value - gain
            asked = rest + 1 if passed else rest
            bound = self._ask(after, asked)[0]
            if (bound >= asked) != bool(passed):
                return int(child["best_move"]), gain, after, rest
        raise AssertionError("no move keeps the value: a fault of the solver")

    def _figures(self, placed: tuple[int, ...], position: _Position) -> dict[int, int]:
        """The figure on each cell."""
        cells = {cell: figure for figure, cell in zip(self.order, placed, strict=True) if cell != OFF}
        standing = position.mine | position.theirs
        return {cell: figure for cell, figure in cells.items() if standing >> cell & 1}

    def _action(self, position: _Position, move: int, figures: dict[int, int]) -> int:
        """The action, as the game writes it, of a move."""
        kind, source, target = move >> 12, move >> 6 & 63, move & 63
        if kind == SWAP:
            return _encode(SWAP, figures[source], 0, figures[target])
        return _encode(kind, figures[source], _direction(self.cells[source], self.cells[target]), target)

    def _follow(self, move: int, figures: dict[int, int], after: _Position) -> None:
        """Move the figures, and take off those that are no longer there."""
        source, target = move >> 6 & 63, move & 63
        moved = figures.pop(source)
        if target in figures:
            figures[source] = figures[target]
        figures[target] = moved
        standing = after.mine | after.theirs
        for cell in [cell for cell in figures if not standing >> cell & 1]:
            del figures[cell]


def _placed_figures(state: np.void, order: list[int]) -> tuple[int, ...]:
    """Cells of the figures placed so far, in the order of placement."""
    return tuple(int(state["cell"][figure]) for figure in order[: int(state["placed"])])


def _encode(kind: int, figure: int, direction: int, target: int) -> int:
    return target | direction << 6 | figure << 9 | kind << 13


def _direction(source: Cell, target: Cell) -> int:
    """The direction in which `target` lies on a line with `source`."""
    dq, dr = target[0] - source[0], target[1] - source[1]
    distance = max(abs(dq), abs(dr), abs(dq + dr))
    return DIRECTIONS.index((dq // distance, dr // distance))
