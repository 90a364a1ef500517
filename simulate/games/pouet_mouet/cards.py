"""Decks: cards drawn as text, cards drawn once from a deck seed, and the patterns of a card not yet seen."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulate.kernels.plain import PlainStream
from simulate.kernels.purposes import Purpose

SKY, BALLOON, SEAGULL = ".", "b", "g"
"""How a cell is drawn."""


@dataclass(frozen=True)
class Card:
    """A Copilot card as two sets of cells, bit c standing for cell c."""

    seagulls: int
    balloons: int


def lines_of(drawing: str) -> list[str]:
    """The rows of a card drawn as text: blanks around rows and empty lines do not count."""
    return [line.strip() for line in drawing.splitlines() if line.strip()]


def read_card(drawing: str) -> Card:
    """The card that a text shows."""
    text = "".join(lines_of(drawing))
    return Card(_cells(text, SEAGULL), _cells(text, BALLOON))


def _cells(text: str, kind: str) -> int:
    return sum(1 << cell for cell, letter in enumerate(text) if letter == kind)


def draw_deck(
    seed: int, cards: int, cells: int, seagulls: Mapping[int, float], balloons: Mapping[int, float]
) -> tuple[Card, ...]:
    """The deck that belongs to a deck seed: numbers by their chances, cells uniformly, without overlap."""
    source = PlainStream(seed, Purpose.SETUP)
    return tuple(_draw_card(source, cells, seagulls, balloons) for _ in range(cards))


def _draw_card(source: PlainStream, cells: int, seagulls: Mapping[int, float], balloons: Mapping[int, float]) -> Card:
    order = list(range(cells))
    source.shuffle(order)
    first, second = _number(source, seagulls), _number(source, balloons)
    return Card(sum(1 << cell for cell in order[:first]), sum(1 << cell for cell in order[first : first + second]))


def _number(source: PlainStream, chances: Mapping[int, float]) -> int:
    luck = source.uniform()
    values = sorted(value for value, chance in chances.items() if chance > 0)
    for value in values:
        luck -= chances[value]
        if luck < 0:
            return value
    return values[-1]


def patterns(places: int, chosen: int) -> Sequence[int]:
    """Every set of `chosen` of `places` places, as bits."""
    return [sum(1 << place for place in places_of) for places_of in itertools.combinations(range(places), chosen)]
