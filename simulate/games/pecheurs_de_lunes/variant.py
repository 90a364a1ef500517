"""The dials of Pêcheurs de lunes: docs/rules.md section 1, with what is printed and what is assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from simulate.games.pecheurs_de_lunes import terrain as shapes
from simulate.games.pecheurs_de_lunes.faces import JUMP, LETTERS, MAX_MOON, NEUTRAL, SWAP, name
from simulate.games.pecheurs_de_lunes.terrain import MAX_CELLS, Cell, Drawing
from variants.dials import Dials, dial

MAX_MOON_TILES = 64
MOON_VALUE = Annotated[int, Field(ge=1, le=MAX_MOON)]
MOON_TILES = Annotated[int, Field(ge=0, le=MAX_MOON_TILES)]
SHAPE = "shape of the terrain"


class Hexagon(Dials):
    """A hexagon."""

    shape: Literal["hexagon"] = dial("hexagon", meaning=SHAPE, origin="assumed")
    side: int = dial(4, ge=1, le=5, unit="cells", meaning="cells along one edge", origin="assumed")

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return shapes.hexagon(self.side)


class Triangle(Dials):
    """A triangle."""

    shape: Literal["triangle"] = dial("triangle", meaning=SHAPE, origin="assumed")
    side: int = dial(8, ge=2, le=10, unit="cells", meaning="cells along one edge", origin="assumed")

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return shapes.triangle(self.side)


class Parallelogram(Dials):
    """Rows of equal length, each half a cell further to the right."""

    shape: Literal["parallelogram"] = dial("parallelogram", meaning=SHAPE, origin="assumed")
    width: int = dial(6, ge=1, le=MAX_CELLS, unit="cells", meaning="cells in a row", origin="assumed")
    height: int = dial(6, ge=1, le=MAX_CELLS, unit="rows", meaning="number of rows", origin="assumed")

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return shapes.parallelogram(self.width, self.height)


class Rectangle(Dials):
    """Rows of equal length, every second one half a cell to the right."""

    shape: Literal["rectangle"] = dial("rectangle", meaning=SHAPE, origin="assumed")
    width: int = dial(6, ge=1, le=MAX_CELLS, unit="cells", meaning="cells in a row", origin="assumed")
    height: int = dial(6, ge=1, le=MAX_CELLS, unit="rows", meaning="number of rows", origin="assumed")

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return shapes.rectangle(self.width, self.height)


class Ring(Dials):
    """A hexagon with a hexagonal hole in its middle."""

    shape: Literal["ring"] = dial("ring", meaning=SHAPE, origin="assumed")
    side: int = dial(5, ge=2, le=5, unit="cells", meaning="cells along one outer edge", origin="assumed")
    hole: int = dial(2, ge=1, le=4, unit="cells", meaning="cells along one edge of the hole", origin="assumed")

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row; none when the hole is as large as the hexagon."""
        return shapes.ring(self.side, self.hole)


class Map(Dials):
    """A terrain drawn as text."""

    shape: Literal["map"] = dial("map", meaning=SHAPE, origin="assumed")
    map: str = dial(
        ...,
        max_length=20_000,
        meaning=(
            "one line a row, one blank between two cells of a row, every other row one character to the right; "
            "'.' any tile, n neutral, j jump, s swap, 1 to 9 that many moons, '-' or blank no cell"
        ),
        origin="assumed",
    )

    def drawing(self) -> Drawing:
        """The map as read."""
        return shapes.read_drawing(self.map)

    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return tuple(self.drawing().faces)


Terrain = Annotated[Hexagon | Triangle | Parallelogram | Rectangle | Ring | Map, Field(discriminator="shape")]


class Tiles(Dials):
    """How many tiles of each face there are."""

    neutral: int = dial(
        6, ge=1, le=MAX_CELLS, unit="tiles", meaning="neutral tiles, where figures start", origin="printed"
    )
    moons: dict[MOON_VALUE, MOON_TILES] = dial(
        {2: 10, 3: 8, 4: 4, 6: 2},
        unit="tiles",
        meaning="moon tiles: how many for each number of moons",
        origin="printed",
    )
    jump: int = dial(5, ge=0, le=MAX_CELLS, unit="tiles", meaning="jump tiles", origin="printed")
    swap: int = dial(2, ge=0, le=MAX_CELLS, unit="tiles", meaning="swap tiles", origin="printed")

    def faces(self) -> Mapping[int, int]:
        """Number of tiles by face, faces without tiles left out."""
        counts = {NEUTRAL: self.neutral, JUMP: self.jump, SWAP: self.swap, **self.moons}
        return {face: count for face, count in sorted(counts.items()) if count}

    def arithmetic(self) -> str:
        """The sum of the tiles, spelled out."""
        moons = " + ".join(f"{count} x {value}" for value, count in sorted(self.moons.items())) or "none"
        total = sum(self.faces().values())
        parts = f"{self.neutral} neutral + moons ({moons}) {sum(self.moons.values())}"
        return f"{parts} + {self.jump} jump + {self.swap} swap = {total}"


class JumpRule(Dials):
    """What a jump tile allows."""

    run_up: bool = dial(True, meaning="a jump may run over free tiles before its obstacle", origin="assumed")
    landing: Literal["any", "first"] = dial(
        "any",
        meaning="where a jump lands: any free tile in unbroken row behind the obstacle, or only the first",
        origin="assumed",
    )


class Stuck(Dials):
    """When a figure is removed."""

    actions_count: bool = dial(
        False,
        meaning="a stuck figure stays while its owner holds an action tile with which it could move now",
        origin="assumed",
    )


class Rules(Dials):
    """Everything a variant of Pêcheurs de lunes may change."""

    player_counts: ClassVar[tuple[int, ...]] = (2, 3)

    terrain: Terrain = dial(Hexagon(), meaning="the cells that hold a tile at the start", origin="assumed")
    tiles: Tiles = dial(Tiles(), meaning="the tiles", origin="printed")
    figures_per_player: int = dial(2, ge=1, le=4, unit="figures", meaning="figures of each player", origin="printed")
    placement: Literal["random", "alternate", "snake"] = dial(
        "random",
        meaning=(
            "who puts the figures on neutral tiles: chance, or the players in turn, or in turn with the order reversed "
            "every round"
        ),
        origin="assumed",
    )
    jump: JumpRule = dial(JumpRule(), meaning="jumps", origin="assumed")
    capture: Literal["landing", "leaving"] = dial(
        "landing", meaning="the tile that a step or jump takes: the one landed on, or the one left", origin="printed"
    )
    stuck: Stuck = dial(Stuck(), meaning="stuck figures", origin="assumed")

    @staticmethod
    def cross_check(rules: Rules, players: int) -> list[tuple[str, str]]:
        """Faults of these rules at one player count."""
        return _enough_neutral_tiles(rules, players)

    @staticmethod
    def cross_check_all(rules: Rules) -> list[tuple[str, str]]:
        """Faults of these rules at any player count."""
        drawn = _drawing_faults(rules)
        if drawn:
            return drawn
        return [*_terrain_faults(rules), *_tile_faults(rules)]


def fixed_faces(rules: Rules) -> dict[int, int]:
    """The face that a map fixes, by the cell's number in the terrain's order."""
    if not isinstance(rules.terrain, Map):
        return {}
    drawn = rules.terrain.drawing().faces.values()
    return {number: LETTERS[face] for number, face in enumerate(drawn) if face != shapes.ANY_TILE}


def _enough_neutral_tiles(rules: Rules, players: int) -> list[tuple[str, str]]:
    need = players * rules.figures_per_player
    if rules.tiles.neutral >= need:
        return []
    fits = rules.tiles.neutral // players
    way = f"{fits} is the most figures per player that fit" if fits else f"{need} neutral tiles are needed"
    message = (
        f"figures to place: {players} players x {rules.figures_per_player} = {need}, each on its own neutral tile, "
        f"but there are {rules.tiles.neutral} neutral tiles; {way}"
    )
    return [("figures_per_player", message)]


def _drawing_faults(rules: Rules) -> list[tuple[str, str]]:
    if not isinstance(rules.terrain, Map):
        return []
    drawing = rules.terrain.drawing()
    faults = [
        f"map line {line}, character {column}: {character!r} means nothing; allowed are . n j s, 1 to 9, - and blank"
        for line, column, character in drawing.unknown
    ]
    faults += [
        f"map line {line}, character {column}: this cell stands half a cell off the others; leave one blank between "
        "two cells of a row and move every other row one character to the right"
        for line, column in drawing.misplaced
    ]
    return [("terrain.map", fault) for fault in faults[:5]]


def _terrain_faults(rules: Rules) -> list[tuple[str, str]]:
    terrain = rules.terrain
    if isinstance(terrain, Ring) and terrain.hole >= terrain.side:
        message = (
            f"a hole of side {terrain.hole} leaves nothing of a hexagon of side {terrain.side}; "
            f"{terrain.side - 1} is the largest hole"
        )
        return [("terrain.hole", message)]
    cells = terrain.cells()
    if not 2 <= len(cells) <= MAX_CELLS:
        return [("terrain", f"the terrain has {_cells(len(cells))}; allowed are 2 to {MAX_CELLS}")]
    if not shapes.in_one_piece(cells):
        return [("terrain", f"the terrain of {len(cells)} cells is not in one piece")]
    return []


def _tile_faults(rules: Rules) -> list[tuple[str, str]]:
    faces = rules.tiles.faces()
    tiles, cells = sum(faces.values()), len(rules.terrain.cells())
    faults = []
    if tiles != cells:
        change = f"{tiles - cells} too many" if tiles > cells else f"{cells - tiles} too few"
        faults.append(("tiles", f"{rules.tiles.arithmetic()} tiles, but the terrain has {_cells(cells)}: {change}"))
    for face, number in sorted(Counter(fixed_faces(rules).values()).items()):
        if number > faces.get(face, 0):
            faults.append(
                ("terrain.map", f"the map fixes {number} x {name(face)}, but there are {faces.get(face, 0)} such tiles")
            )
    return faults


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"
