"""Give Pouêt Mouêt in plain Python, from `docs/rules.md` section 3 alone: one team's race, and who wins.

Cards, cells and signals are those of `pouet_grid`; times are whole milliseconds.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .pouet_grid import FORCES, Card, Cell, NotLookedAt, Signal, is_seagull, safe_signals, signals_on_grid, target
from .pouet_sources import Chooser, Drawn, Pilotage, Recorded, Source, choose_uniformly

__all__ = [
    "Decision",
    "Drawn",
    "Event",
    "NotLookedAt",
    "Pilotage",
    "Race",
    "Recorded",
    "Rules",
    "Source",
    "Verdict",
    "choose_uniformly",
    "deal",
    "draw_card",
    "judge",
    "quarter_turn",
    "safe_signals",
    "signals_on_grid",
    "start_cell",
    "target",
    "turned",
    "uniform_play",
]

TRIES = 10


# One team's race


@dataclass(frozen=True)
class Event:
    """What happened, and the team's clock when it had happened.

    Kinds and what `detail` holds: 'look' (what lies under the plane), 'decide' (a `Decision`), 'signal' (the signal,
    once a try), 'perceive' (the signal perceived, and where it leads or None), 'stay' (None, after ten failed tries),
    'move' (from, to), 'lay' (number of cards laid), 'finish' and 'crash' (None).
    """

    ms: int
    kind: str
    card: int
    cell: Cell
    detail: Any = None


@dataclass(frozen=True)
class Decision:
    """The signals open to the copilot: `safe`, and when there is none (`trapped`) the `fallback` ones."""

    safe: frozenset[Signal]
    fallback: frozenset[Signal]

    @property
    def trapped(self) -> bool:
        """Whether no signal is safe."""
        return not self.safe

    @property
    def choices(self) -> set[Signal]:
        """Give the signals to choose from."""
        return set(self.safe or self.fallback)


class Race:
    """One team's race, run to its own end on making.

    Parameters
    ----------
    rows, columns : int
    cards : sequence of card
        The team's cards, the top one first.
    start : (row, column)
    source : Source
        Gives durations, outcomes and signals as they are asked for.

    Attributes
    ----------
    events : list of Event
    clock : int
        Milliseconds at the finish or crash.
    outcome : {'finish', 'crash'}
    cell : (row, column)
        Where the plane is at the end.
    laid : int
        Cards laid, the one of a crash included.
    moves, trapped, decisions, failed_tries : int

    Raises
    ------
    NotLookedAt
        When a cell given as unknown is needed.
    ValueError
        For a signal that is not among the choices, or a perception that the signal cannot give.
    """

    def __init__(self, rows: int, columns: int, cards: Sequence[Card], start: Cell, source: Source) -> None:
        for card in cards:
            if len(card) != rows or any(len(row) != columns for row in card):
                raise ValueError(f"a card is not {rows} x {columns}: {card}")
        if not cards or not (0 <= start[0] < rows and 0 <= start[1] < columns):
            raise ValueError("a race needs a card and a start on the grid")
        self.rows = rows
        self.columns = columns
        self.cards = [tuple(card) for card in cards]
        self.cell = start
        self.source = source
        self.clock = 0
        self.laid = 0
        self.outcome = ""
        self.moves = self.trapped = self.decisions = self.failed_tries = 0
        self.events: list[Event] = []
        while not self.outcome:
            self._card()

    def _note(self, kind: str, detail: Any = None) -> None:
        self.events.append(Event(self.clock, kind, min(self.laid, len(self.cards) - 1), self.cell, detail))

    def _spend(self, stage: str) -> None:
        milliseconds = self.source.duration(stage)
        if milliseconds < 0:
            raise ValueError(f"{stage} took {milliseconds} ms")
        self.clock += milliseconds

    def _card(self) -> None:
        """Play the top card, from the look at it until it is laid."""
        card = self.cards[self.laid]
        self._spend("look")
        seagull = is_seagull(card, self.cell)
        self._note("look", card[self.cell[0]][self.cell[1]])
        if not seagull or self.source.overlooked():
            self._spend("lay")
            self._judge(card)
            return
        self._avoid(card)
        self._spend("lay_moved")
        self._judge(card)

    def _avoid(self, card: Card) -> None:
        """Signal until the plane moves, or stays after ten failed tries."""
        decision = Decision(
            frozenset(safe_signals(card, self.cell)), frozenset(signals_on_grid(self.rows, self.columns, self.cell))
        )
        self._note("decide", decision)
        self.decisions += 1
        if decision.trapped:
            self.trapped += 1
        signal = self.source.signal(card, self.cell, decision.choices)
        if signal not in decision.choices:
            raise ValueError(f"signal {signal} at {self.cell}, choices {sorted(decision.choices)}")
        for _ in range(TRIES):
            self._spend("signal")
            self._note("signal", signal)
            perceived = self.source.perceived(signal)
            self._check_perception(signal, perceived)
            self._spend("perceive")
            reached = target(self.rows, self.columns, self.cell, perceived)
            self._note("perceive", (perceived, reached))
            if reached is not None:
                self._move(reached)
                return
            self.failed_tries += 1
        self._note("stay")

    def _check_perception(self, signal: Signal, perceived: Signal) -> None:
        turned = (perceived[0] - signal[0]) % 8
        if turned not in (0, 1, 7) or perceived[1] not in FORCES:
            raise ValueError(f"signal {signal} cannot be perceived as {perceived}")

    def _move(self, reached: Cell) -> None:
        self._spend("move")
        left = self.cell
        self.cell = reached
        self.moves += 1
        self._note("move", (left, reached))

    def _judge(self, card: Card) -> None:
        """Lay the card, judge what lies under the plane, and see whether the race has ended."""
        if is_seagull(card, self.cell):
            self.laid += 1
            self._note("lay", 1)
            self._end("crash")
            return
        what = card[self.cell[0]][self.cell[1]]
        if what == "-":
            raise NotLookedAt(f"sky or balloon at {self.cell} of {card}")
        following = 1 if what == "b" and self.laid + 1 < len(self.cards) else 0
        self.laid += 1 + following
        self._note("lay", 1 + following)
        if self.laid == len(self.cards):
            self._end("finish")

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self._note(outcome)


# Who wins


@dataclass(frozen=True)
class Verdict:
    """The end of the play: `how` is 'finish', 'last_team' or 'crashed_together'."""

    winners: frozenset[int]
    ms: int
    how: str


def judge(ends: Sequence[tuple[int, str]]) -> Verdict:
    """Give who wins, from each team's own end (milliseconds, 'finish' or 'crash')."""
    flying = set(range(len(ends)))
    for now in sorted({ms for ms, _ in ends}):
        finishing = {team for team in flying if ends[team] == (now, "finish")}
        crashing = {team for team in flying if ends[team] == (now, "crash")}
        if finishing:
            return Verdict(frozenset(finishing), now, "finish")
        if crashing == flying:
            return Verdict(frozenset(crashing), now, "crashed_together")
        flying -= crashing
        if len(flying) == 1:
            return Verdict(frozenset(flying), now, "last_team")
    raise ValueError(f"no end among {ends}")


# Dealing and uniform play


def draw_card(
    rows: int, columns: int, seagulls: Mapping[int, float], balloons: Mapping[int, float], rng: random.Random
) -> Card:
    """Give a card with numbers of seagulls and balloons by their weights, on cells drawn uniformly, no overlap."""
    birds = rng.choices(list(seagulls), list(seagulls.values()))[0]
    toys = rng.choices(list(balloons), list(balloons.values()))[0]
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    chosen = rng.sample(cells, birds + toys)
    drawn = dict.fromkeys(chosen[:birds], "g") | dict.fromkeys(chosen[birds:], "b")
    return tuple("".join(drawn.get((row, column), ".") for column in range(columns)) for row in range(rows))


def quarter_turn(card: Card) -> Card:
    """Give the card turned by 90 degrees clockwise."""
    return tuple("".join(column) for column in zip(*reversed(card), strict=True))


def turned(card: Card, quarters: int) -> Card:
    """Give the card turned by so many quarters clockwise."""
    for _ in range(quarters % 4):
        card = quarter_turn(card)
    return card


def start_cell(rows: int, columns: int, start: str | Cell, rng: random.Random) -> Cell:
    """Give a start: 'uniform', 'centre' or 'corner' (one of the equally central or corner cells, uniformly), a cell."""
    if not isinstance(start, str):
        return start
    if start == "uniform":
        return rng.randrange(rows), rng.randrange(columns)
    if start == "centre":
        return rng.choice([(rows - 1) // 2, rows // 2]), rng.choice([(columns - 1) // 2, columns // 2])
    if start == "corner":
        return rng.choice([0, rows - 1]), rng.choice([0, columns - 1])
    raise ValueError(f"start: got {start!r}, allowed uniform, centre, corner or a cell")


@dataclass(frozen=True)
class Rules:
    """The rules of one play.

    `seagulls` and `balloons` map a number per card to its weight. `deck` is an explicit deck, else the deck is drawn
    for each play. `team_pilotage` has one entry per team; empty: all teams fly the standard way.
    """

    teams: int = 2
    cards_per_team: int = 24
    rows: int = 4
    columns: int = 4
    seagulls: Mapping[int, float] = field(default_factory=lambda: {3: 1, 4: 1, 5: 1, 6: 1})
    balloons: Mapping[int, float] = field(default_factory=lambda: {0: 1, 1: 1})
    deck_size: int = 48
    deck: tuple[Card, ...] | None = None
    start: str | Cell = "uniform"
    orientation: str = "same"
    team_pilotage: tuple[Pilotage, ...] = ()


def deal(rules: Rules, rng: random.Random) -> list[list[Card]]:
    """Give each team's cards: the shuffled deck dealt out, each card turned when the orientation is random.

    Raises
    ------
    ValueError
        When the deck has too few cards, or a grid that is not square is to be turned.
    """
    deck = list(rules.deck) if rules.deck is not None else []
    if rules.deck is None:
        for _ in range(rules.deck_size):
            deck.append(draw_card(rules.rows, rules.columns, rules.seagulls, rules.balloons, rng))
    needed = rules.teams * rules.cards_per_team
    if needed > len(deck):
        raise ValueError(f"{rules.teams} x {rules.cards_per_team} = {needed} cards of {len(deck)}")
    rng.shuffle(deck)
    if rules.orientation == "random":
        if rules.rows != rules.columns:
            raise ValueError("only square cards can be turned")
        deck = [turned(card, rng.randrange(4)) for card in deck]
    size = rules.cards_per_team
    return [deck[team * size : (team + 1) * size] for team in range(rules.teams)]


def uniform_play(rng: random.Random, rules: Rules, choose: Chooser = choose_uniformly) -> dict[str, Any]:
    """Give the result of one play, every team's race followed to its own end.

    Returns
    -------
    dict
        ``winners`` (set), ``ms``, ``how``; and per team ``finished`` (bool), ``ends`` (ms), ``moves``, ``trapped``.
    """
    races = []
    for team, cards in enumerate(deal(rules, rng)):
        pilotage = rules.team_pilotage[team] if rules.team_pilotage else Pilotage()
        start = start_cell(rules.rows, rules.columns, rules.start, rng)
        races.append(Race(rules.rows, rules.columns, cards, start, Drawn(pilotage, rng, choose)))
    verdict = judge([(race.clock, race.outcome) for race in races])
    return {
        "winners": set(verdict.winners),
        "ms": verdict.ms,
        "how": verdict.how,
        "finished": [race.outcome == "finish" for race in races],
        "ends": [race.clock for race in races],
        "moves": [race.moves for race in races],
        "trapped": [race.trapped for race in races],
    }
