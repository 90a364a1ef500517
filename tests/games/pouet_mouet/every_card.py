"""A team's race by trying everything: every card, every signal, every reading, in fractions, from the rules page."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.oracles.pouet_grid import FORCES, Card, Cell, Signal, safe_signals, signals_on_grid, target


@dataclass(frozen=True)
class Race:
    """The rules of a race under uniform play; chances are fractions, by number of seagulls and of balloons."""

    rows: int
    columns: int
    cards: int
    seagulls: Mapping[int, Fraction]
    balloons: Mapping[int, Fraction]
    miss: Fraction
    misread: Fraction
    misforce: Fraction
    tries: int

    def cells(self) -> list[Cell]:
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def every_card(self) -> Iterator[tuple[Card, Fraction]]:
        """Yield every card with its chance."""
        for (birds, p), (toys, q) in itertools.product(self.seagulls.items(), self.balloons.items()):
            ways = list(_ways(self.cells(), birds, toys))
            for seagulls, balloons in ways:
                yield self.drawn(seagulls, balloons), p * q / len(ways)

    def drawn(self, seagulls: tuple[Cell, ...], balloons: tuple[Cell, ...]) -> Card:
        letters = {**dict.fromkeys(seagulls, "g"), **dict.fromkeys(balloons, "b")}
        return tuple("".join(letters.get((r, c), ".") for c in range(self.columns)) for r in range(self.rows))

    def expected(self) -> dict[str, Fraction]:
        """What a race counts on average, the start drawn uniformly from all cells."""
        cells, cards = self.cells(), list(self.every_card())
        after = [{cell: _counts(finished=1, laid=self.cards) for cell in cells}] * 2
        for card in reversed(range(self.cards)):
            here = {cell: self._from(cell, card, cards, after) for cell in cells}
            after = [here, after[0]]
        return _mean([(Fraction(1, len(cells)), after[0][cell]) for cell in cells])

    def _from(self, cell: Cell, number: int, cards: list[tuple[Card, Fraction]], after: list[dict]) -> dict:
        return _mean([(chance, self._card(card, cell, number, after)) for card, chance in cards])

    def _card(self, card: Card, cell: Cell, number: int, after: list[dict]) -> dict:
        """One card on top, the plane on a cell."""
        if card[cell[0]][cell[1]] != "g":
            return _landed(card, cell, number, after)
        safe = safe_signals(card, cell)
        open_to = safe or signals_on_grid(self.rows, self.columns, cell)
        seen = [(Fraction(1, len(open_to)), self._signal(card, cell, one, number, after)) for one in open_to]
        given = _plus(_mean(seen), _counts(trapped=not safe))
        crash = _counts(laid=number + 1, overlooked=1)
        return _mean([(self.miss, crash), (1 - self.miss, given)])

    def _signal(self, card: Card, cell: Cell, signal: Signal, number: int, after: list[dict]) -> dict:
        """A signal given until it is read as a move, try by try."""
        found = _counts(laid=number + 1)  # the plane stays on the seagull
        for _ in range(self.tries):
            ways = []
            for perceived, chance in self._readings(signal):
                there = target(self.rows, self.columns, cell, perceived)
                then = found if there is None else _plus(_landed(card, there, number, after), _counts(moves=1))
                ways.append((chance, _plus(then, _counts(given=1, misread=perceived != signal))))
            found = _mean(ways)
        return found

    def _readings(self, signal: Signal) -> Iterator[tuple[Signal, Fraction]]:
        direction, force = signal
        other = FORCES[1 - FORCES.index(force)]
        for turn, p in ((0, 1 - self.misread), (1, self.misread / 2), (7, self.misread / 2)):
            yield ((direction + turn) % 8, force), p * (1 - self.misforce)
            yield ((direction + turn) % 8, other), p * self.misforce


NAMES = ("finished", "laid", "moves", "given", "trapped", "misread", "overlooked", "balloons")


def _counts(**values: int) -> dict[str, Fraction]:
    return {name: Fraction(values.get(name, 0)) for name in NAMES}


def _plus(one: dict, other: dict) -> dict:
    return {name: one[name] + other[name] for name in NAMES}


def _mean(ways: list[tuple[Fraction, dict]]) -> dict:
    assert sum(chance for chance, _ in ways) == 1
    return {name: sum((chance * one[name] for chance, one in ways), Fraction(0)) for name in NAMES}


def _landed(card: Card, cell: Cell, number: int, after: list[dict]) -> dict:
    what = card[cell[0]][cell[1]]
    if what == "g":
        return _counts(laid=number + 1)
    return _plus(after[1][cell], _counts(balloons=1)) if what == "b" else after[0][cell]


def _ways(cells: list[Cell], birds: int, toys: int) -> Iterator[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
    for seagulls in itertools.combinations(cells, birds):
        rest = [cell for cell in cells if cell not in seagulls]
        for balloons in itertools.combinations(rest, toys):
            yield seagulls, balloons
