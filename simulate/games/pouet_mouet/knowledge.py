"""What policies know: how often each cell shows a seagull, how safe a plane stands on it, where a signal may end.

A copilot sees the top card only. Of the cards that follow it knows the law: for a deck drawn anew every cell is alike
(mean number of seagulls over cells); for a fixed deck the share of its cards with a seagull on the cell, over all
ways up when cards are turned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulate.games.pouet_mouet.grid import OFF, READINGS, SIGNALS, perceived_as
from simulate.games.pouet_mouet.records import CHANCE_BITS
from simulate.games.pouet_mouet.variant import Rules


def fill_knowledge(table: NDArray[np.void], rules: Rules, teams: int) -> None:
    """Write how often each cell shows a seagull, and each team's chance to survive the next card on each cell."""
    cells = int(table["cells"])
    often = seagull_shares(table, rules)
    table["often"][:cells] = often
    for team in range(teams):
        for cell in range(cells):
            table["worth"][team, cell] = 1 - often[cell] * danger(table, team, cell, often)
    known = table["reading_chance"][:teams].tolist(), table["worth"][:teams].tolist()
    pairs = list(zip(*known, strict=True))
    for team in range(teams):
        table["alike"][team] = first = pairs.index(pairs[team])
        if first == team:
            fill_ends(table, team)


def fill_ends(table: NDArray[np.void], team: int) -> None:
    """Write the chances of where each signal of a team ends, as whole numbers.

    A reading that leads off the grid is followed by the same signal again, up to the number of tries: a signal is read
    (1 - off ** tries) / (1 - off) times on average, where `off` is the chance of such a reading. After the last try the
    plane stays where it is, on a seagull.
    """
    cells, chances = int(table["cells"]), table["reading_chance"][team]
    leads, lands = table["leads"][:cells, :, :READINGS], table["lands"][:cells]
    listed = table["listed"][:cells].astype(np.int64)
    exists = np.arange(SIGNALS) < table["listed_count"][:cells, np.newaxis]  # cell, number of a signal
    off = (leads == OFF) @ chances
    times = sum(off**n for n in range(int(table["tries"])))
    for number in range(SIGNALS):
        there = lands[:, number]
        ends = times * ((leads == there[:, np.newaxis, np.newaxis]) @ chances)  # cell, signal
        ends = np.take_along_axis(ends, listed, axis=1) * (exists & exists[:, number, np.newaxis])
        table["ends"][team, 0, :cells, number] = in_whole(ends)
        table["ends"][team, 1, :cells, number] = in_whole(ends * table["worth"][team, there][:, np.newaxis])


def in_whole(chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Chances as whole multiples of 2^-CHANCE_BITS."""
    return np.rint(chances * 2.0**CHANCE_BITS).astype(np.int64)


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
