"""Give Pêcheurs de lunes in plain Python, from `docs/rules.md` section 1 alone.

Cells are axial coordinates ``(q, r)``. A tile is ``'neutral'``, ``'jump'``, ``'swap'`` or the number of moons on it.
Figure ``each * seat + j`` is the figure ``j`` of that seat; ``each`` is the number of figures per player, printed 2.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Cell = tuple[int, int]
Tile = str | int
Action = tuple[Any, ...]

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

CLASSIC_TILES: tuple[Tile, ...] = (
    ("neutral",) * 6 + (2,) * 10 + (3,) * 8 + (4,) * 4 + (6,) * 2 + ("jump",) * 5 + ("swap",) * 2
)

PLACEMENTS = ("random", "alternate", "snake")
LANDINGS = ("any", "first")
CAPTURES = ("landing", "leaving")


def hexagon(side: int) -> list[Cell]:
    """Give the cells of the hexagon with `side` cells on each edge, in sorted order."""
    far = side - 1
    span = range(-far, far + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= far]


def beside(cell: Cell, direction: int, steps: int = 1) -> Cell:
    """Give the cell that lies `steps` cells away from `cell` in that direction."""
    dq, dr = DIRECTIONS[direction]
    return (cell[0] + steps * dq, cell[1] + steps * dr)


def _one_of(name: str, value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise ValueError(f"{name}: got {value!r}, allowed {', '.join(allowed)}")
    return value


def _box(cells: Iterable[Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the lowest and highest q, and the lowest and highest r."""
    qs, rs = zip(*cells, strict=True)
    return (min(qs), max(qs)), (min(rs), max(rs))


class Pecheurs:
    """One play of Pêcheurs de lunes: the legal actions, the state and the end after each action.

    Parameters
    ----------
    cells : mapping of (q, r) to tile
        The terrain with the tile that lies on each cell.
    seats : int
        Number of seats.
    placement : {'random', 'alternate', 'snake'}
        'random': `figures` says where the figures stand. Otherwise the seats place them by ``('place', cell)``.
    figures : sequence of (q, r), optional
        One cell per figure, in the order of the figures' numbers; with ``placement='random'`` only.
    each : int
        Figures per player.
    run_up, landing, capture, actions_count
        The switches ``jump.run_up``, ``jump.landing``, ``capture`` and ``stuck.actions_count``.

    Attributes
    ----------
    tiles : dict of (q, r) to tile
        The tiles still lying.
    figures : list of (q, r) or None
        Where each figure stands; None when it is not yet placed or is removed.
    moons, jump_tiles, swap_tiles : list of int
        Per seat: moons fished, jump tiles and swap tiles in hand.
    jumps, swaps, turns : int
        Actions done so far; placing a figure is not a turn.
    placing : bool
        Whether figures are still being placed.
    seat : int or None
        The seat to act; None when the play is over.

    Raises
    ------
    ValueError
        For an unknown switch value, or figures that do not stand on neutral tiles of their own.
    """

    def __init__(
        self,
        cells: Mapping[Cell, Tile],
        seats: int,
        *,
        placement: str = "random",
        figures: Sequence[Cell] | None = None,
        run_up: bool = True,
        landing: str = "any",
        capture: str = "landing",
        actions_count: bool = False,
        each: int = 2,
    ) -> None:
        self.each = each
        self.box = _box(cells)
        self.tiles: dict[Cell, Tile] = dict(cells)
        self.seats = seats
        self.placement = _one_of("placement", placement, PLACEMENTS)
        self.run_up = run_up
        self.landing = _one_of("landing", landing, LANDINGS)
        self.capture = _one_of("capture", capture, CAPTURES)
        self.actions_count = actions_count
        self.figures: list[Cell | None] = [None] * (each * seats)
        self.moons = [0] * seats
        self.jump_tiles = [0] * seats
        self.swap_tiles = [0] * seats
        self.jumps = 0
        self.swaps = 0
        self.turns = 0
        self.seat: int | None = 0
        self.to_place: list[int] = []
        neutral = [cell for cell, tile in cells.items() if tile == "neutral"]
        if len(neutral) < each * seats:
            raise ValueError(f"{each * seats} figures need as many neutral tiles, got {len(neutral)}")
        if placement == "random":
            self._stand(figures)
            self._begin()
        elif figures is not None:
            raise ValueError(f"placement: {placement} lets the seats place the figures, got figures too")
        else:
            self.to_place = self._placing_order()
            self.seat = self.to_place[0] // self.each

    @classmethod
    def position(
        cls,
        tiles: Mapping[Cell, Tile],
        figures: Sequence[Cell | None],
        *,
        seat: int = 0,
        holes: Iterable[Cell] = (),
        jump_tiles: Sequence[int] | None = None,
        swap_tiles: Sequence[int] | None = None,
        run_up: bool = True,
        landing: str = "any",
        capture: str = "landing",
        actions_count: bool = False,
    ) -> Pecheurs:
        """Give a play set up in the middle: any tiles, any figures; the stuck rule is not run until an action.

        `holes` names cells of the terrain whose tile is taken; figures stand where told, on a tile or in a hole.
        """
        play = cls.__new__(cls)
        play.each = 2
        play.seats = len(figures) // 2
        play.box = _box([*tiles, *holes, *(cell for cell in figures if cell is not None)])
        play.tiles = dict(tiles)
        play.figures = list(figures)
        play.placement = "random"
        play.run_up = run_up
        play.landing = _one_of("landing", landing, LANDINGS)
        play.capture = _one_of("capture", capture, CAPTURES)
        play.actions_count = actions_count
        play.moons = [0] * play.seats
        play.jump_tiles = list(jump_tiles) if jump_tiles is not None else [0] * play.seats
        play.swap_tiles = list(swap_tiles) if swap_tiles is not None else [0] * play.seats
        play.jumps = play.swaps = play.turns = 0
        play.to_place = []
        play.seat = seat
        return play

    # Set-up

    def _stand(self, figures: Sequence[Cell] | None) -> None:
        if figures is None or len(figures) != self.each * self.seats:
            raise ValueError(f"placement: random needs the cells of {self.each * self.seats} figures, got {figures}")
        if len(set(figures)) != len(figures):
            raise ValueError(f"two figures on one tile: {figures}")
        for cell in figures:
            if self.tiles.get(cell) != "neutral":
                raise ValueError(f"a figure starts on a neutral tile, got {self.tiles.get(cell)} at {cell}")
        self.figures = list(figures)

    def _placing_order(self) -> list[int]:
        order = []
        for j in range(self.each):
            a_round = [self.each * seat + j for seat in range(self.seats)]
            if self.placement == "snake" and j % 2 == 1:
                a_round.reverse()
            order += a_round
        return order

    def _begin(self) -> None:
        """Run the stuck rule after the set-up and find the first seat that can act."""
        self.remove_stuck()
        self._seat_from(0)

    # What stands where

    @property
    def placing(self) -> bool:
        """Whether figures are still being placed."""
        return bool(self.to_place)

    @property
    def over(self) -> bool:
        """Whether the play has ended: no figure is left."""
        return not self.placing and all(cell is None for cell in self.figures)

    def free(self, cell: Cell) -> bool:
        """Whether a tile still lies there with no figure on it."""
        return cell in self.tiles and cell not in self.figures

    def _hole_in_reach(self, cell: Cell) -> bool:
        """Whether the cell is a hole that is not yet past the whole terrain.

        The box around the terrain holds every figure, so a line that has left it never meets a tile again.
        """
        if cell in self.tiles or cell in self.figures:
            return False
        (low_q, high_q), (low_r, high_r) = self.box
        return low_q <= cell[0] <= high_q and low_r <= cell[1] <= high_r

    def _free_run(self, first: Cell, direction: int) -> list[Cell]:
        """Give the free tiles in unbroken row from `first` on."""
        run = []
        cell = first
        while self.free(cell):
            run.append(cell)
            cell = beside(cell, direction)
        return run

    def step_landings(self, figure: int, direction: int) -> list[Cell]:
        """Give the cells where the figure may stop by a step in that direction."""
        start = self.figures[figure]
        if start is None:
            return []
        return self._free_run(beside(start, direction), direction)

    def jump_landings(self, figure: int, direction: int) -> list[Cell]:
        """Give the cells where the figure may stop by a jump in that direction, if it has a jump tile to discard."""
        start = self.figures[figure]
        if start is None:
            return []
        cell = beside(start, direction)
        before = self._free_run(cell, direction)
        if before and not self.run_up:
            return []
        cell = beside(start, direction, 1 + len(before))
        if cell in self.figures:
            cell = beside(cell, direction)
        else:
            while self._hole_in_reach(cell):
                cell = beside(cell, direction)
        behind = self._free_run(cell, direction)
        return behind[:1] if self.landing == "first" else behind

    def swap_partners(self, figure: int) -> list[int]:
        """Give the other seats' figures on the terrain, with which the figure may change places."""
        if self.figures[figure] is None:
            return []
        others = range(self.each * self.seats)
        return [
            other for other in others if other // self.each != figure // self.each and self.figures[other] is not None
        ]

    # The stuck rule

    def _stuck(self, figure: int) -> bool:
        cell = self.figures[figure]
        if cell is None:
            return False
        if any(self.free(beside(cell, direction)) for direction in range(6)):
            return False
        if not self.actions_count:
            return True
        seat = figure // self.each
        if self.jump_tiles[seat] and any(self.jump_landings(figure, direction) for direction in range(6)):
            return False
        return not (self.swap_tiles[seat] and self.swap_partners(figure))

    def remove_stuck(self) -> None:
        """Remove all stuck figures at once, again and again until none is stuck."""
        while True:
            stuck = [figure for figure in range(self.each * self.seats) if self._stuck(figure)]
            if not stuck:
                return
            for figure in stuck:
                self.figures[figure] = None

    # Turns

    def _own_figures(self, seat: int) -> list[int]:
        return [
            figure for figure in range(self.each * seat, self.each * (seat + 1)) if self.figures[figure] is not None
        ]

    def _seat_from(self, seat: int) -> None:
        """Let the first seat with a figure act, from `seat` on in turn order."""
        for later in range(self.seats):
            candidate = (seat + later) % self.seats
            if self._own_figures(candidate):
                self.seat = candidate
                return
        self.seat = None

    def legal(self) -> set[Action]:
        """Give all legal actions of the seat to act; empty when the play is over.

        ``('place', cell)``, ``('step', figure, direction, cell)``, ``('jump', figure, direction, cell)`` or
        ``('swap', own figure, other figure)``.
        """
        if self.placing:
            return {("place", cell) for cell, tile in self.tiles.items() if tile == "neutral" and self.free(cell)}
        if self.seat is None:
            return set()
        actions: set[Action] = set()
        for figure in self._own_figures(self.seat):
            for direction in range(6):
                for cell in self.step_landings(figure, direction):
                    actions.add(("step", figure, direction, cell))
                if self.jump_tiles[self.seat]:
                    for cell in self.jump_landings(figure, direction):
                        actions.add(("jump", figure, direction, cell))
            if self.swap_tiles[self.seat]:
                for other in self.swap_partners(figure):
                    actions.add(("swap", figure, other))
        return actions

    def play(self, action: Action) -> None:
        """Do one action of the seat to act, run the stuck rule and pass the turn.

        Raises
        ------
        ValueError
            When the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"illegal action {action} of seat {self.seat}")
        if action[0] == "place":
            self._place(action[1])
            return
        seat = self.seat
        assert seat is not None
        if action[0] == "swap":
            self._swap(seat, action[1], action[2])
        else:
            self._move(seat, action[0], action[1], action[3])
        self.turns += 1
        self.remove_stuck()
        self._seat_from(seat + 1)

    def _place(self, cell: Cell) -> None:
        self.figures[self.to_place.pop(0)] = cell
        if self.to_place:
            self.seat = self.to_place[0] // self.each
            return
        self._begin()

    def _swap(self, seat: int, own: int, other: int) -> None:
        self.swap_tiles[seat] -= 1
        self.swaps += 1
        self.figures[own], self.figures[other] = self.figures[other], self.figures[own]

    def _move(self, seat: int, kind: str, figure: int, cell: Cell) -> None:
        if kind == "jump":
            self.jump_tiles[seat] -= 1
            self.jumps += 1
        left = self.figures[figure]
        assert left is not None
        self.figures[figure] = cell
        taken = self.tiles.pop(cell if self.capture == "landing" else left)
        if taken == "jump":
            self.jump_tiles[seat] += 1
        elif taken == "swap":
            self.swap_tiles[seat] += 1
        elif isinstance(taken, int):
            self.moons[seat] += taken

    # The end

    def scores(self) -> list[int]:
        """Give the moons of each seat."""
        return list(self.moons)

    def winners(self) -> set[int]:
        """Give the seats with most moons; several of them are a tie."""
        return {seat for seat in range(self.seats) if self.moons[seat] == max(self.moons)}


def lay_tiles(
    cells: Sequence[Cell], tiles: Sequence[Tile], rng: random.Random, fixed: Mapping[Cell, Tile] | None = None
) -> dict[Cell, Tile]:
    """Give a terrain: the `fixed` tiles where they are told, the rest of `tiles` shuffled over the other cells.

    Raises
    ------
    ValueError
        When there are not as many tiles as cells, or a fixed tile is not among the tiles.
    """
    if len(cells) != len(tiles):
        raise ValueError(f"{len(tiles)} tiles for {len(cells)} cells")
    terrain: dict[Cell, Tile] = dict(fixed or {})
    rest = Counter(tiles)
    rest.subtract(terrain.values())
    if min(rest.values()) < 0:
        raise ValueError("a fixed tile is not among the tiles")
    shuffled = list(rest.elements())
    rng.shuffle(shuffled)
    others = [cell for cell in cells if cell not in terrain]
    terrain.update(zip(others, shuffled, strict=True))
    return terrain


def uniform_play(
    cells: Sequence[Cell],
    tiles: Sequence[Tile],
    seats: int,
    rng: random.Random,
    *,
    fixed: Mapping[Cell, Tile] | None = None,
    placement: str = "random",
    each: int = 2,
    **switches: Any,
) -> dict[str, Any]:
    """Give the result of one play from a random set-up, every action picked uniformly among the legal ones.

    Returns
    -------
    dict
        ``scores`` (list), ``winners`` (set), ``turns``, ``legal_actions`` (sum over the turns), ``jumps``, ``swaps``,
        ``tiles_left`` and ``margin`` (first minus second score).
    """
    terrain = lay_tiles(cells, tiles, rng, fixed)
    figures = None
    if placement == "random":
        neutral = sorted(cell for cell, tile in terrain.items() if tile == "neutral")
        figures = rng.sample(neutral, each * seats)
    game = Pecheurs(terrain, seats, placement=placement, figures=figures, each=each, **switches)
    listed = 0
    while not game.over:
        actions = sorted(game.legal())
        if not game.placing:
            listed += len(actions)
        game.play(rng.choice(actions))
    ranked = sorted(game.scores(), reverse=True)
    return {
        "scores": game.scores(),
        "winners": game.winners(),
        "turns": game.turns,
        "legal_actions": listed,
        "jumps": game.jumps,
        "swaps": game.swaps,
        "tiles_left": len(game.tiles),
        "margin": ranked[0] - ranked[1],
    }
