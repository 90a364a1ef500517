"""What policies know of the deck: how often each cell shows a seagull, and how safe a plane stands on it.

A copilot sees the top card only. Of the cards that follow it knows the law: for a deck drawn anew every cell is alike
(mean number of seagulls over cells); for a fixed deck the share of its cards with a seagull on the cell, over all
ways up when cards are turned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulate.games.pouet_mouet.grid import OFF, perceived_as
from simulate.games.pouet_mouet.variant import Rules


def fill_knowledge(table: NDArray[np.void], rules: Rules, teams: int) -> None:
    """Write how often each cell shows a seagull, and each team's chance to survive the next card on each cell."""
    cells = int(table["cells"])
    often = seagull_shares(table, rules)
    table["often"][:cells] = often
    for team in range(teams):
        for cell in range(cells):
            table["worth"][team, cell] = 1 - often[cell] * danger(table, team, cell, often)


def seagull_shares(table: NDArray[np.void], rules: Rules) -> NDArray[np.float64]:
    """The share of the deck's cards with a seagull on each cell, float64[cells]."""
    cells = int(table["cells"])
    if table["fixed"] == 0:
        total = sum(rules.deck.seagulls.values())
        mean = sum(number * chance for number, chance in rules.deck.seagulls.items()) / total
        return np.full(cells, mean / cells)
    shown = table["seagulls"][: int(table["deck"]), : int(table["turns"])].reshape(-1)
    return np.array([np.mean((shown >> np.uint64(cell)) & np.uint64(1)) for cell in range(cells)])


def danger(table: NDArray[np.void], team: int, cell: int, often: NDArray[np.float64]) -> float:
    """Chance of a crash when a seagull is on `cell`: overlooked, or the best signal, as far as the deck's law tells.

    The intended cell of that signal is taken to be safe, any other cell to hold a seagull as often as the deck says.
    """
    count = int(table["listed_count"][cell])
    best = max(_survival(table, team, cell, int(signal), often) for signal in table["listed"][cell, :count])
    miss = float(table["miss"][team]) / 2.0**63
    return 1 - (1 - miss) * best


def _survival(table: NDArray[np.void], team: int, cell: int, signal: int, often: NDArray[np.float64]) -> float:
    safe = off = 0.0
    for how, chance in enumerate(table["reading_chance"][team]):
        there = int(table["landing"][cell, perceived_as(signal, how)])
        if there == OFF:
            off += chance
        else:
            safe += chance * (1.0 if there == table["landing"][cell, signal] else 1 - often[there])
    return safe / (1 - off)
