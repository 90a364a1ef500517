"""A race as SVG: the card on top with plane, signal and landing, and how far each team has come on its clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Recorded
from simulate.games.drawing import arrow, box, circle, path, picture, text, token
from simulate.games.pouet_mouet.cards import draw_deck
from simulate.games.pouet_mouet.course import components
from simulate.games.pouet_mouet.grid import OFF, landing
from simulate.games.pouet_mouet.story import LEGEND as STORY_LEGEND
from simulate.games.pouet_mouet.story import _wrapped, balloon_cells
from simulate.games.pouet_mouet.table import deck_of, scaled
from simulate.games.pouet_mouet.variant import Rules
from simulate.games.worth import WIDTH, Worth, figures, largest, shade, worth_picture

LEGEND = (
    "In the picture: the card on top with its seagulls and balloons; the pale plane is where it was, the ring where "
    "it lands. Bars: cards laid, with the team's own clock. A tick: finished; a cross: crashed; a yellow "
    "disc: the winner.",
)
"""How to read the pictures."""

LETTERS_LEGEND = tuple(_wrapped(STORY_LEGEND))
"""Lines of a story that explain the cards drawn in letters."""

EDGE = 14.0
BAR, LINE = 190.0, 40.0
"""Length of a team's bar; height of its line."""

SAMPLE, SMALL = 8, 26.0
"""Cards of a sample, and the side of their cells."""

STRAIGHT = (0, 4, 8, 12)
"""Signals by one cell up, right, down, left."""

TO_GO, FINISHED, CRASHED = "", "finished", "crashed"


def draw(rules: Rules, players: int, recorded: Recorded, step: int) -> str:
    """The race that is told in turn `step` as SVG; 0 is the start of all races."""
    return _Race(rules, players // 2, int(rules.deck.cards_per_team[players]), recorded).picture(step)


def draw_setup(rules: Rules, players: int) -> str:
    """Eight sample cards as SVG: the first of a deck that stays, or cards drawn by the law of the deck."""
    grid, deck = rules.grid, rules.deck
    if deck.redraw == "each_game":
        cards = draw_deck(deck.seed, SAMPLE, grid.cells, scaled(deck.seagulls), scaled(deck.balloons))
    else:
        cards = deck_of(rules)[:SAMPLE]
    elements: list[str] = []
    wide, tall = grid.columns * SMALL + 16, grid.rows * SMALL + 16
    for at, one in enumerate(cards):
        row, column = divmod(at, 4)
        board = _Grid(grid.rows, grid.columns, EDGE + column * wide, EDGE + row * tall, SMALL)
        balloons = [cell for cell in range(grid.cells) if one.balloons >> cell & 1]
        elements += [*board.cells(), *board.contents(one.seagulls, balloons)]
    rows = -(-len(cards) // 4)
    return picture(2 * EDGE + min(4, len(cards)) * wide - 16, 2 * EDGE + rows * tall - 16, elements)


def draw_worth(rules: Rules, players: int, worth: Mapping[str, Worth]) -> str:
    """The grid as SVG with what it is worth to start on each cell."""
    grid, most = rules.grid, largest(worth)
    by_borders = [worth.get(one.name) for one in components(rules, players)]
    board = _Grid(grid.rows, grid.columns, EDGE, EDGE, WIDTH)
    elements: list[str] = []
    for cell in range(grid.cells):
        x, y = board.middle(cell)
        elements.append(box(x - WIDTH / 2, y - WIDTH / 2, WIDTH, WIDTH, "t"))
    for cell in rules.start.cells(grid):
        one = by_borders[borders(rules, cell)]
        if one is None:
            continue
        x, y = board.middle(cell)
        elements.append(box(x - WIDTH / 2 + 3, y - WIDTH / 2 + 3, WIDTH - 6, WIDTH - 6, shade(one, most), 4))
        elements += figures(one, x, y - 7)
    return worth_picture(2 * EDGE + board.width, 2 * EDGE + board.height, elements)


def borders(rules: Rules, cell: int) -> int:
    """On how many borders of the grid a cell lies, 0 to 2."""
    grid = rules.grid
    return min(2, sum(landing(grid.rows, grid.columns, cell, signal) == OFF for signal in STRAIGHT))


@dataclass(frozen=True)
class _Grid:
    """A card's grid at a place of the picture."""

    rows: int
    columns: int
    x: float
    y: float
    side: float

    @property
    def width(self) -> float:
        return self.columns * self.side

    @property
    def height(self) -> float:
        return self.rows * self.side

    def middle(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.columns)
        return self.x + (column + 0.5) * self.side, self.y + (row + 0.5) * self.side

    def cells(self) -> Iterator[str]:
        for cell in range(self.rows * self.columns):
            x, y = self.middle(cell)
            yield box(x - self.side / 2, y - self.side / 2, self.side, self.side, "h")

    def contents(self, seagulls: int, balloons: Iterable[int]) -> Iterator[str]:
        size = self.side / 46
        for cell in range(self.rows * self.columns):
            if seagulls >> cell & 1:
                yield seagull(*self.middle(cell), size)
        for cell in balloons:
            yield balloon(*self.middle(cell), size)


def seagull(x: float, y: float, size: float = 1.0) -> str:
    """A seagull: two wings."""
    s = size
    return path(
        f"M{x - 15 * s:.1f} {y - 3 * s:.1f}q{8 * s:.1f} {-9 * s:.1f} {15 * s:.1f} {5 * s:.1f}"
        f"q{7 * s:.1f} {-14 * s:.1f} {15 * s:.1f} {-5 * s:.1f}",
        "n",
    )


def balloon(x: float, y: float, size: float = 1.0) -> str:
    """A balloon with its string."""
    string = path(f"M{x:.1f} {y + 5 * size:.1f}q{4 * size:.1f} {5 * size:.1f} 0 {11 * size:.1f}", "i")
    return f"<g>{string}{circle(x, y - 4 * size, 9.5 * size, 'm')}</g>"


@dataclass(frozen=True)
class _Race:
    rules: Rules
    teams: int
    cards: int
    recorded: Recorded

    @property
    def last(self) -> Any:
        return self.recorded.states[-1]

    def turns(self) -> list[tuple[int, int | None]]:
        """(team, decision) of each turn that is told; None for the end of a race without a signal."""
        found: list[tuple[int, int | None]] = []
        for team in range(self.teams):
            own = [i for i, seat in enumerate(self.recorded.seats) if seat == team]
            found += [(team, i) for i in own]
            if not own or not self.ends(own[-1]):
                found.append((team, None))
        return found

    def ends(self, decision: int) -> bool:
        """True when a decision ends its team's race."""
        before, after = self.recorded.states[decision], self.recorded.states[decision + 1]
        crashed = bool(int(before["seagulls"]) >> int(after["landed"]) & 1)
        return crashed or self.laid_by(decision) >= self.cards

    def laid_by(self, decision: int) -> int:
        """Cards that a team has laid after a decision."""
        before, after = self.recorded.states[decision], self.recorded.states[decision + 1]
        top, team = int(before["card"]), int(self.recorded.seats[decision])
        return min(self.cards, top + 1 + (int(after["landings"][team]) >> top & 1))

    def picture(self, step: int) -> str:
        """The picture of a turn."""
        grid = _Grid(
            self.rules.grid.rows, self.rules.grid.columns, EDGE, EDGE + 18, 46 if self.rules.grid.rows < 6 else 34
        )
        turns = self.turns()
        team, decision = turns[step - 1] if step else (-1, None)
        elements = [*grid.cells()]
        if step == 0:
            elements.append(text(EDGE, EDGE + 4, f"0 / {self.cards}", "l d"))
            elements += self.starts(grid)
        elif decision is None:
            elements.append(text(EDGE, EDGE + 4, f"{self.cards} / {self.cards}", "l d"))
            elements.append(token(team, *self.centre(grid), 16, str(team)))
        else:
            elements += self.signal(grid, team, decision)
        elements += self.progress(grid, turns[:step])
        width = grid.x + grid.width + 30 + BAR + 92
        return picture(width, max(grid.y + grid.height, EDGE + self.teams * LINE) + EDGE, elements)

    def centre(self, grid: _Grid) -> tuple[float, float]:
        return grid.x + grid.width / 2, grid.y + grid.height / 2

    def starts(self, grid: _Grid) -> Iterator[str]:
        """Yield each team's plane on its start cell; teams on one cell stand beside one another."""
        taken: dict[int, int] = {}
        for team in range(self.teams):
            cell = int(self.last["start"][team])
            x, y = grid.middle(cell)
            shift = taken.setdefault(cell, 0)
            taken[cell] += 1
            yield token(team, x - 8 + 8 * shift, y - 8 + 8 * shift, 11, str(team))

    def signal(self, grid: _Grid, team: int, decision: int) -> Iterator[str]:
        """Yield the card on top, the plane where it was, and the way to where it landed."""
        before, after = self.recorded.states[decision], self.recorded.states[decision + 1]
        seagulls, cell, landed = int(before["seagulls"]), int(before["cell"]), int(after["landed"])
        yield text(EDGE, EDGE + 4, f"{int(before['card']) + 1} / {self.cards}", "l d")
        yield from grid.contents(
            seagulls, balloon_cells(seagulls, int(before["balloon_ranks"]), grid.rows * grid.columns)
        )
        x, y = grid.middle(cell)
        yield token(team, x, y, 15, str(team), "out")
        if landed != cell:
            yield arrow((x, y), grid.middle(landed), 14)
        yield circle(*grid.middle(landed), 19, "n")

    def progress(self, grid: _Grid, told: list[tuple[int, int | None]]) -> Iterator[str]:
        """Yield a line a team: cards laid, clock, and a tick or a cross when its race is over."""
        x = grid.x + grid.width + 30
        for team in range(self.teams):
            own = [decision for other, decision in told if other == team]
            laid, clock, over = self.state_of(team, own)
            y = EDGE + 18 + (team + 0.5) * LINE
            yield token(team, x, y, 11, str(team))
            yield box(x + 20, y - 6, BAR, 12, "t", 3)
            if laid:
                yield box(x + 20, y - 6, BAR * laid / self.cards, 12, f"s{team}", 3)
            yield text(x + 20, y + 14, f"{laid} / {self.cards}", "l d")
            if own:
                yield text(x + 20 + BAR, y + 14, f"{clock / 1000:.1f} s", "e d")
            if over:
                mark = "l5 6l9 -13" if over == FINISHED else "l11 -11m0 11l-11 -11"
                yield path(f"M{x + 28 + BAR:.0f} {y + (0 if over == FINISHED else 5):.0f}{mark}", "n")
            if len(told) == len(self.turns()) and int(self.last["won"]) >> team & 1:
                yield circle(x + 64 + BAR, y, 9, "m")

    def state_of(self, team: int, own: list[int | None]) -> tuple[int, int, str]:
        """Cards laid, milliseconds, and how the race ended (or that it goes on), after the turns told of a team."""
        if not own:
            return 0, 0, TO_GO
        decision = own[-1]
        if decision is not None and not self.ends(decision):
            return self.laid_by(decision), int(self.recorded.states[decision + 1]["judged"]), TO_GO
        how = FINISHED if self.last["finished"][team] else CRASHED
        return int(self.last["laid"][team]), int(self.last["clock"][team]), how
