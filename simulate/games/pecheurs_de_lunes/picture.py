"""The terrain as SVG: tiles, holes, figures, the last move, and what each seat holds. It needs no words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Recorded
from simulate.games.drawing import arrow, circle, hexagon, moon, path, picture, polygon, text, token
from simulate.games.pecheurs_de_lunes.actions import decode
from simulate.games.pecheurs_de_lunes.board import LEGEND as LETTERS_LEGEND
from simulate.games.pecheurs_de_lunes.board import cell_names, figure_name
from simulate.games.pecheurs_de_lunes.course import components
from simulate.games.pecheurs_de_lunes.faces import JUMP, NEUTRAL, SWAP
from simulate.games.pecheurs_de_lunes.story import OFF, hand, moons
from simulate.games.pecheurs_de_lunes.table import component_faces
from simulate.games.pecheurs_de_lunes.terrain import Cell
from simulate.games.pecheurs_de_lunes.variant import Rules, fixed_faces
from simulate.games.worth import HEIGHT, WIDTH, Worth, figures, largest, shade, worth_picture

LEGEND = (
    "In the picture: a crescent with a number is a moon tile, an arc a jump tile, two arrows a swap tile, a dot a "
    "neutral tile; a blue place without a tile is a hole. The ring shows where the last turn ended, "
    "the arrow where it began.",
)
"""How to read the pictures."""

__all__ = ["LEGEND", "LETTERS_LEGEND", "draw", "draw_setup", "draw_worth", "standing"]

SIDE = 26.0
"""Centre to corner of a tile."""

EDGE, LINE, STEP = 10.0, 30.0, 64.0
"""Room around the terrain; height of a line below it; from one kind of tile in such a line to the next."""


def draw(rules: Rules, players: int, recorded: Recorded, step: int) -> str:
    """The position after `step` turns as SVG; 0 is the set-up."""
    board = _board(rules.terrain.cells())
    state = recorded.states[step]
    elements = [*board.tiles(state)]
    if step > 0:
        elements += board.move(recorded.states[step - 1], int(recorded.actions[step - 1]))
    elements += board.figures(state, rules.figures_per_player)
    last = int(recorded.seats[step - 1]) if step else -1
    elements += board.hands(state, players, last)
    return picture(board.width, board.height + players * LINE + EDGE, elements)


def draw_setup(rules: Rules, players: int) -> str:
    """The terrain as SVG with the tiles that always lie there, and below it how many tiles of each kind there are."""
    board = _board(rules.terrain.cells())
    elements = list(board.terrain(fixed_faces(rules)))
    faces = [(tile, n) for tile, n in rules.tiles.faces().items() if n]
    each = max(3, int((board.width - EDGE) // STEP))
    for at, (tile, n) in enumerate(faces):
        row, column = divmod(at, each)
        x, y = EDGE + 20 + column * STEP, board.height + (row + 0.5) * LINE
        elements += [face(tile, x, y + 3), text(x + 20, y, f"×{n}", "l d")]
    rows = -(-len(faces) // each)
    return picture(max(board.width, EDGE + min(each, len(faces)) * STEP), board.height + rows * LINE + EDGE, elements)


def draw_worth(rules: Rules, players: int, worth: Mapping[str, Worth]) -> str:
    """The kinds of tiles as SVG with what one more is worth; above them the terrain, where a map fixes its tiles."""
    kinds, most = component_faces(rules), largest(worth)
    names = [one.name for one in components(rules, players)]
    found = {tile: worth[name] for tile, name in zip(kinds, names, strict=True) if name in worth}
    board, fixed = _board(rules.terrain.cells()), fixed_faces(rules)
    elements = list(board.worths(fixed, found, most)) if fixed else []
    width, top = (board.width, board.height) if fixed else (0.0, EDGE)
    each = max(min(4, len(kinds)), int((width - EDGE) // WIDTH))
    for at, tile in enumerate(kinds):
        row, column = divmod(at, each)
        x, y = EDGE + (column + 0.5) * WIDTH, top + row * (2 * SIDE + HEIGHT + EDGE) + SIDE
        elements += _worth_tile(tile, found.get(tile), x, y, most)
        elements += figures(found[tile], x, y + SIDE + 12) if tile in found else ()
    rows = -(-len(kinds) // each)
    tall = top + rows * (2 * SIDE + HEIGHT + EDGE)
    return worth_picture(max(width, 2 * EDGE + min(each, len(kinds)) * WIDTH), tall, elements)


def _worth_tile(tile: int, worth: Worth | None, x: float, y: float, most: float) -> Iterator[str]:
    """Yield a tile with its face, shaded by its worth."""
    yield polygon(hexagon(x, y, SIDE - 1), "t")
    if worth is not None:
        yield polygon(hexagon(x, y, SIDE - 1), shade(worth, most))
    yield face(tile, x, y + 3)


def standing(rules: Rules, players: int, recorded: Recorded) -> NDArray[np.int64]:
    """Moons of each seat after each turn, int64[turns + 1, seats]."""
    purses = recorded.states["purse"][:, :players]
    found: NDArray[np.int64] = (purses & np.uint64(0xFFFFFFFF)).astype(np.int64)
    return found


@lru_cache(maxsize=16)
def _board(cells: tuple[Cell, ...]) -> _Board:
    """The board of a terrain; all pictures of a play share it, and what is worked out of it once."""
    return _Board(cells)


@dataclass(frozen=True)
class _Board:
    cells: tuple[Cell, ...]

    @cached_property
    def shapes(self) -> dict[str, list[str]]:
        """Each place as a tile and as a hole, and its name."""
        names = cell_names(self.cells)
        found = {look: [polygon(hexagon(x, y, SIDE - 1), look) for x, y in self.places] for look in ("t", "h")}
        found["name"] = [text(x, y + SIDE * 0.66, name, "c") for (x, y), name in zip(self.places, names, strict=True)]
        return found

    @cached_property
    def width(self) -> float:
        return max(x for x, _ in self.places) + SIDE + EDGE

    @cached_property
    def height(self) -> float:
        return max(y for _, y in self.places) + SIDE + EDGE

    @cached_property
    def places(self) -> list[tuple[float, float]]:
        raw = [(math.sqrt(3) * SIDE * (q + r / 2), 1.5 * SIDE * r) for q, r in self.cells]
        left, top = min(x for x, _ in raw), min(y for _, y in raw)
        return [(x - left + SIDE + EDGE, y - top + SIDE + EDGE) for x, y in raw]

    def tiles(self, state: Any) -> Iterator[str]:
        """Yield the tiles and holes; a tile under a figure is drawn without its face."""
        standing_on = {int(cell) for cell in state["cell"] if cell != OFF}
        lying, faces = int(state["lying"]), state["tile"].tolist()
        for number, (x, y) in enumerate(self.places):
            there = lying >> number & 1
            yield self.shapes["t" if there else "h"][number]
            if there and number not in standing_on:
                yield face(faces[number], x, y)
            yield self.shapes["name"][number]

    def terrain(self, known: Mapping[int, int]) -> Iterator[str]:
        """Yield the places, with the faces that are the same in every play."""
        for number, (x, y) in enumerate(self.places):
            yield self.shapes["t"][number]
            if number in known:
                yield face(known[number], x, y)
            yield self.shapes["name"][number]

    def worths(self, known: Mapping[int, int], worth: Mapping[int, Worth], most: float) -> Iterator[str]:
        """Yield the places, those with a fixed face shaded by what its kind of tile is worth."""
        for number, (x, y) in enumerate(self.places):
            if number in known:
                yield from _worth_tile(known[number], worth.get(known[number]), x, y, most)
            else:
                yield polygon(hexagon(x, y, SIDE - 1), "t")

    def move(self, before: Any, action: int) -> Iterator[str]:
        """Yield what the last turn did: a ring where it ended, an arrow from where it began."""
        done = decode(action)
        places = self.places
        if done.kind == "place":
            yield circle(*places[done.target], SIDE * 0.8, "n")
            return
        start = places[int(before["cell"][done.figure])]
        if done.kind == "swap":
            end = places[int(before["cell"][done.target])]
            yield circle(*start, SIDE * 0.8, "n")
        else:
            end = places[done.target]
        yield circle(*end, SIDE * 0.8, "n")
        yield arrow(start, end, SIDE * 0.8)

    def figures(self, state: Any, each: int) -> Iterator[str]:
        """Yield the figures that stand on the terrain."""
        places = self.places
        for figure, cell in enumerate(state["cell"]):
            if int(cell) != OFF:
                x, y = places[int(cell)]
                yield token(figure // each, x, y, SIDE * 0.5, figure_name(figure, each))

    def hands(self, state: Any, players: int, last: int) -> Iterator[str]:
        """Yield a line a seat: its token, its moons, its jump and swap tiles; a bar marks who moved last."""
        for seat in range(players):
            y = self.height + (seat + 0.5) * LINE
            if seat == last:
                yield path(f"M{EDGE - 3:.0f} {y - 11:.0f}v22", "n")
            yield token(seat, EDGE + 16, y, 10, "ABC"[seat])
            yield moon(EDGE + 46, y, 8)
            yield text(EDGE + 62, y, str(moons(state, seat)), "l big")
            jumps, swaps = hand(state, seat)
            x = EDGE + 108.0
            for tile in [JUMP] * jumps + [SWAP] * swaps:
                yield face(tile, x, y + 2)
                x += 30


@lru_cache(maxsize=4096)
def face(tile: int, x: float, y: float) -> str:
    """A tile's face: moons by number beside a crescent, an arc for a jump, two arrows for a swap, a dot for neutral."""
    if tile == NEUTRAL:
        return circle(x, y - 2, 2.5, "ah")
    if tile == JUMP:
        return path(f"M{x - 10:.1f} {y + 4:.1f}q10 -20 19 -3m1 -7l-.6 7.4l-7 -2.2", "i")
    if tile == SWAP:
        return path(f"M{x - 9:.1f} {y - 6:.1f}h17m-5 -4l5 4l-5 4M{x + 9:.1f} {y + 4:.1f}h-17m5 -4l-5 4l5 4", "i")
    return f"<g>{moon(x - 6, y - 3, 7)}{text(x + 8, y - 3, str(tile), 'b')}</g>"
