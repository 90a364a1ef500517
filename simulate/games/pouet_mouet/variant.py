"""The dials of Pouêt Mouêt: docs/rules.md section 3, with what is printed and what is assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from simulate.games.pouet_mouet.cards import BALLOON, SEAGULL, SKY, lines_of
from simulate.games.pouet_mouet.grid import MAX_CELLS, MAX_SIDE, central_cells, corner_cells
from variants.dials import Dials, dial

MAX_CARDS_PER_TEAM = 64
MAX_DECK = 256
MAX_BALLOONS = 8
MAX_TRIES = 20
MAX_TEAMS = 4
TOLERANCE = 1e-6
"""How far a list of chances may be from 1 in sum (it is then scaled to 1)."""

PEOPLE = Annotated[int, Field(ge=4, le=8, multiple_of=2)]
TEAM_CARDS = Annotated[int, Field(ge=1, le=MAX_CARDS_PER_TEAM)]
CHANCE = Annotated[float, Field(ge=0, le=1)]
PACE = Annotated[float, Field(ge=0.25, le=4)]
START = "where each team's plane starts"


class Grid(Dials):
    """The grid of a Pilot card and of every Copilot card."""

    rows: int = dial(4, ge=2, le=MAX_SIDE, unit="cells", meaning="rows of a card", origin="assumed")
    columns: int = dial(4, ge=2, le=MAX_SIDE, unit="cells", meaning="columns of a card", origin="assumed")

    @property
    def cells(self) -> int:
        """Cells of a card."""
        return self.rows * self.columns


class Deck(Dials):
    """The Copilot cards."""

    cards: int = dial(48, ge=1, le=MAX_DECK, unit="cards", meaning="Copilot cards in the box", origin="printed")
    cards_per_team: dict[PEOPLE, TEAM_CARDS] = dial(
        {4: 24, 6: 16, 8: 12}, unit="cards", meaning="cards dealt to each team, by number of people", origin="printed"
    )
    seagulls: dict[Annotated[int, Field(ge=0, le=MAX_CELLS)], CHANCE] = dial(
        {3: 0.25, 4: 0.25, 5: 0.25, 6: 0.25},
        whole=True,
        min_length=1,
        meaning="chance of each number of seagulls on a card; their cells are drawn uniformly",
        origin="assumed",
    )
    balloons: dict[Annotated[int, Field(ge=0, le=MAX_BALLOONS)], CHANCE] = dial(
        {0: 0.5, 1: 0.5},
        whole=True,
        min_length=1,
        meaning=(
            "chance of each number of balloons on a card; their cells are drawn uniformly among those without a seagull"
        ),
        origin="assumed",
    )
    redraw: Literal["each_game", "once", "list"] = dial(
        "each_game",
        meaning="where the cards come from: drawn anew for each game, drawn once from seed, or the list of drawings",
        origin="assumed",
    )
    seed: int = dial(0, ge=0, le=2**63 - 1, meaning="deck seed, for redraw: once", origin="assumed")
    drawings: list[Annotated[str, Field(max_length=1000)]] = dial(
        [],
        max_length=MAX_DECK,
        meaning="for redraw: list, one text a card, a line a row: '.' sky, 'b' balloon, 'g' seagull",
        origin="assumed",
    )


class Uniform(Dials):
    """Any cell."""

    kind: Literal["uniform"] = dial("uniform", meaning=START, origin="assumed")

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """The cells that are drawn from, uniformly."""
        return tuple(range(grid.cells))


class Centre(Dials):
    """The cell in the middle (one of the two or four nearest to it, if there are several)."""

    kind: Literal["centre"] = dial("centre", meaning=START, origin="assumed")

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """The cells that are drawn from, uniformly."""
        return central_cells(grid.rows, grid.columns)


class Corner(Dials):
    """One of the four corners."""

    kind: Literal["corner"] = dial("corner", meaning=START, origin="assumed")

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """The cells that are drawn from, uniformly."""
        return corner_cells(grid.rows, grid.columns)


class Cell(Dials):
    """One given cell."""

    kind: Literal["cell"] = dial("cell", meaning=START, origin="assumed")
    row: int = dial(
        ..., ge=1, le=MAX_SIDE, meaning="row of the start cell, counted from 1 at the top", origin="assumed"
    )
    column: int = dial(
        ..., ge=1, le=MAX_SIDE, meaning="column of the start cell, counted from 1 at the left", origin="assumed"
    )

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """The cell."""
        return ((self.row - 1) * grid.columns + self.column - 1,)


Start = Annotated[Uniform | Centre | Corner | Cell, Field(discriminator="kind")]


class Times(Dials):
    """Mean durations at pace 1; each is drawn from a lognormal law and rounded to whole milliseconds."""

    look: float = dial(0.60, ge=0.01, le=10, unit="s", meaning="mean time to look at the top card", origin="assumed")
    lay: float = dial(
        0.30, ge=0.01, le=10, unit="s", meaning="mean time to lay a card without a signal", origin="assumed"
    )
    signal: float = dial(
        1.07, ge=0.01, le=10, unit="s", meaning="mean time to decide and give a signal", origin="assumed"
    )
    perceive: float = dial(0.50, ge=0.01, le=10, unit="s", meaning="mean time to perceive a signal", origin="assumed")
    move: float = dial(1.10, ge=0.01, le=10, unit="s", meaning="mean time to move the plane", origin="assumed")
    judge: float = dial(
        0.40, ge=0.01, le=10, unit="s", meaning="mean time to lay and judge a card after a signal", origin="assumed"
    )


class Mistakes(Dials):
    """What goes wrong, at pace 1."""

    miss: float = dial(
        0.01, ge=0, le=0.95, meaning="chance that the copilot overlooks a seagull under the plane", origin="assumed"
    )
    misread: float = dial(
        0.15,
        ge=0,
        le=0.95,
        meaning="chance that the pilot perceives a neighbouring direction, either side equally",
        origin="assumed",
    )
    misforce: float = dial(
        0.02,
        ge=0,
        le=0.95,
        meaning="chance that the pilot takes a tap for a flick or a flick for a tap",
        origin="assumed",
    )


class Rules(Dials):
    """Everything a variant of Pouêt Mouêt may change."""

    player_counts: ClassVar[tuple[int, ...]] = (4, 6, 8)

    grid: Grid = dial(Grid(), meaning="the grid of a card", origin="assumed")
    deck: Deck = dial(Deck(), meaning="the Copilot cards", origin="assumed")
    orientation: Literal["fixed", "random"] = dial(
        "fixed",
        meaning="all cards the same way up, or each turned by 0, 90, 180 or 270 degrees at random",
        origin="printed",
    )
    start: Start = dial(Uniform(), meaning=START, origin="assumed")
    times: Times = dial(Times(), meaning="mean durations", origin="assumed")
    cv: float = dial(
        0.30,
        ge=0,
        le=1,
        meaning="coefficient of variation of every duration (standard deviation over mean)",
        origin="assumed",
    )
    mistakes: Mistakes = dial(Mistakes(), meaning="what goes wrong", origin="assumed")
    pace: list[PACE] = dial(
        [1.0],
        min_length=1,
        max_length=MAX_TEAMS,
        meaning="haste of each team: its durations are divided by it; a list of one holds for all teams",
        origin="assumed",
    )
    haste: float = dial(
        2.0,
        ge=0,
        le=4,
        meaning="how mistakes grow with pace: their chances are multiplied by pace to this power, up to 0.95",
        origin="assumed",
    )
    tries: int = dial(
        10,
        ge=1,
        le=MAX_TRIES,
        unit="signals",
        meaning="how often one signal is given before the plane stays, when it is read as leading off the grid",
        origin="assumed",
    )

    def paces(self, teams: int) -> tuple[float, ...]:
        """The pace of each of `teams` teams."""
        return tuple(self.pace[:teams]) if len(self.pace) > 1 else tuple(self.pace) * teams

    @staticmethod
    def cross_check(rules: Rules, players: int) -> list[tuple[str, str]]:
        """Faults of these rules at one player count."""
        return [*_dealing_faults(rules, players), *_pace_faults(rules, players)]

    @staticmethod
    def cross_check_all(rules: Rules) -> list[tuple[str, str]]:
        """Faults of these rules at any player count."""
        return [
            *_chance_faults("deck.seagulls", rules.deck.seagulls),
            *_chance_faults("deck.balloons", rules.deck.balloons),
            *_room_faults(rules),
            *_drawing_faults(rules),
            *_grid_faults(rules),
        ]


def _dealing_faults(rules: Rules, players: int) -> list[tuple[str, str]]:
    teams = players // 2
    each = rules.deck.cards_per_team[players]
    if teams * each <= rules.deck.cards:
        return []
    fits = rules.deck.cards // teams
    way = f"{fits} is the largest number that deals" if fits else f"{teams * each} cards are needed"
    message = f"cards dealt: {teams} teams x {each} cards = {teams * each}, but the deck has {rules.deck.cards}; {way}"
    return [(f"deck.cards_per_team.{players}", message)]


def _pace_faults(rules: Rules, players: int) -> list[tuple[str, str]]:
    teams, given = players // 2, len(rules.pace)
    if given == 1 or given >= teams:
        return []
    return [("pace", f"pace: {given} values for {teams} teams; give one value for all, or one for each team")]


def _chance_faults(key: str, chances: Mapping[int, float]) -> list[tuple[str, str]]:
    total = sum(chances.values())
    if abs(total - 1) <= TOLERANCE:
        return []
    terms = " + ".join(f"{chance:g}" for chance in chances.values())
    return [(key, f"chances must add up to 1: {terms} = {total:g}")]


def _room_faults(rules: Rules) -> list[tuple[str, str]]:
    """Faults of cards that would be fuller than their grid (a listed deck is drawn on its grid)."""
    if rules.deck.redraw == "list":
        return []
    seagulls = max(
        number for number, chance in rules.deck.seagulls.items() if chance > 0 or len(rules.deck.seagulls) == 1
    )
    balloons = max(
        number for number, chance in rules.deck.balloons.items() if chance > 0 or len(rules.deck.balloons) == 1
    )
    grid = rules.grid
    if seagulls + balloons <= grid.cells:
        return []
    message = (
        f"a card may hold {seagulls} seagulls + {balloons} balloons = {seagulls + balloons}, but the grid of "
        f"{grid.rows} x {grid.columns} has {grid.cells} cells; with {balloons} balloons "
        f"{max(grid.cells - balloons, 0)} seagulls are the most that fit"
    )
    return [("deck.seagulls", message)]


def _drawing_faults(rules: Rules) -> list[tuple[str, str]]:
    deck, grid = rules.deck, rules.grid
    if deck.redraw != "list":
        return [("deck.drawings", "drawings are given, but redraw is not list")] if deck.drawings else []
    faults = []
    if len(deck.drawings) != deck.cards:
        faults.append(("deck.drawings", f"{len(deck.drawings)} drawings, but the deck has {deck.cards} cards"))
    for number, drawing in enumerate(deck.drawings):
        lines = lines_of(drawing)
        wrong = [letter for letter in Counter("".join(lines)) if letter not in (SKY, BALLOON, SEAGULL)]
        if wrong:
            faults.append(
                (f"deck.drawings.{number}", f"{wrong[0]!r} means nothing on a card; allowed are . (sky), b and g")
            )
        elif len(lines) != grid.rows or any(len(line) != grid.columns for line in lines):
            drawn = " + ".join(str(len(line)) for line in lines) or "no"
            words = f"rows of {drawn} cells are drawn, but the grid has {grid.rows} rows of {grid.columns}"
            faults.append((f"deck.drawings.{number}", words))
    return faults[:10]


def _grid_faults(rules: Rules) -> list[tuple[str, str]]:
    grid, start = rules.grid, rules.start
    faults = []
    if rules.orientation == "random" and grid.rows != grid.columns:
        words = (
            f"cards of {grid.rows} rows and {grid.columns} columns cannot be turned by 90 degrees; "
            "random needs a square grid"
        )
        faults.append(("orientation", words))
    if isinstance(start, Cell) and (start.row > grid.rows or start.column > grid.columns):
        words = (
            f"row {start.row}, column {start.column} is not on the grid of {grid.rows} rows and {grid.columns} columns"
        )
        faults.append(("start.row" if start.row > grid.rows else "start.column", words))
    return faults
