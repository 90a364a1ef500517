"""What is known exactly of Pouêt Mouêt: a team's own race under uniform play (docs/exact.md).

Cards that are drawn anew for each game are independent, so the plane's cell and the number of cards laid are a Markov
chain: what lies under the plane, the seagulls around it, which signal is given, how it is read and where the plane
lands are followed with their chances, from the last card back to the first. Clocks play no part in a team's own race,
so nothing is said about the duration and, unless all teams fly at one pace, nothing about who wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from simulate.games.exactness import ExactValue, Work
from simulate.games.pouet_mouet.grid import OFF, READINGS, SIGNALS, landing, listed_signals, perceived_as
from simulate.games.pouet_mouet.table import hasty, reading_chances, scaled
from simulate.games.pouet_mouet.variant import Mistakes, Rules
from variants.errors import BadInput

FINISHED, SCORE, MOVES, GIVEN, TRAPPED, MISREAD, OVERLOOKED, BALLOONS = range(8)
"""What is expected of the rest of a race, the columns of every array of worths below."""

WORTHS = 8

OWN_RACE = "each team's own race, followed to its end"
BY_SYMMETRY = "all teams fly at one pace, so none is better off"


def exact_values(rules: Rules, players: int) -> tuple[ExactValue, ...]:
    """What a play counts on average when all teams signal uniformly; exact but for the rounding of floating point.

    Raises
    ------
    BadInput
        The deck is not drawn anew for each game.
    """
    if rules.deck.redraw != "each_game":
        raise BadInput.of(
            f"deck.redraw: {rules.deck.redraw}: the cards of a deck that stays the same are not independent, and a "
            "race depends on all cards laid before; exact values are for deck.redraw: each_game"
        )
    paces = rules.paces(players // 2)
    cards = rules.deck.cards_per_team[players]
    worth = {pace: race(rules, hasty(rules.mistakes, pace, rules.haste), cards) for pace in set(paces)}
    return tuple(_values([worth[pace] for pace in paces]))


def played_values(rules: Rules, players: int, policies: tuple[str, ...], work: Work) -> tuple[ExactValue, ...]:
    """The same when all teams signal uniformly and it takes no more than `work` allows; else nothing.

    Raises
    ------
    BadInput
        The deck is not drawn anew for each game, or it takes more.
    """
    if set(policies) != {"random"}:
        return ()
    cells, paces = rules.grid.cells, len(set(rules.paces(players // 2)))
    # Each card weighs every cell against every other; each signal from a cell is read in all ways.
    work.spend(paces * cells * (rules.deck.cards_per_team[players] * cells + SIGNALS * READINGS * 10))
    return exact_values(rules, players)


def _values(teams: list[NDArray[np.float64]]) -> Iterator[ExactValue]:
    """Yield the metrics of a game from the expectations of each team's race."""
    k = len(teams)
    total = np.sum(teams, axis=0)
    if len({worth.tobytes() for worth in teams}) == 1:
        for team in range(k):
            yield ExactValue(f"win_share.{team}", 1 / k, "random", "share", None, BY_SYMMETRY)
    for team, worth in enumerate(teams):
        yield ExactValue(f"score.{team}", float(worth[SCORE]), "random", "cards", None, OWN_RACE)
    for name, value, unit in (
        ("turns", total[GIVEN], "signals"),
        ("team_finish", total[FINISHED] / k, "share"),
        ("signals", total[MOVES] / k, "moves"),
        ("trapped", total[TRAPPED], "signals"),
        ("misread", total[MISREAD], "signals"),
        ("overlooked", total[OVERLOOKED] / k, "share"),
        ("balloons", total[BALLOONS] / k, "balloons"),
    ):
        yield ExactValue(name, float(value), "random", unit, None, OWN_RACE)


def race(rules: Rules, mistakes: Mistakes, cards: int) -> NDArray[np.float64]:
    """What is expected of one team's race of `cards` cards, shape (WORTHS,)."""
    step = make_step(rules, mistakes)
    cells = rules.grid.cells
    done = np.zeros((cells, WORTHS))
    done[:, FINISHED], done[:, SCORE] = 1.0, cards
    one_on, two_on = done, done  # after the last card there is none to lay together with it
    for card in reversed(range(cards)):
        here = step.before(one_on, two_on, card)
        one_on, two_on = here, one_on
    worth: NDArray[np.float64] = one_on[list(rules.start.cells(rules.grid))].mean(axis=0)
    return worth


@dataclass(frozen=True)
class Step:
    """What one card does to a plane, the same for every card.

    Attributes
    ----------
    sky, balloon : float
        Chances of what lies under the plane when the card is looked at.
    on_sky, on_balloon : NDArray[float64], shape (cells, cells)
        Chance that a seagull is seen under the plane on the first cell and that the plane lands on the second one,
        sky or a balloon there.
    at_once : NDArray[float64], shape (cells, WORTHS)
        What the card itself counts; the score's place holds the chance of a crash.
    """

    sky: float
    balloon: float
    on_sky: NDArray[np.float64]
    on_balloon: NDArray[np.float64]
    at_once: NDArray[np.float64]

    def before(self, one_on: NDArray[np.float64], two_on: NDArray[np.float64], card: int) -> NDArray[np.float64]:
        """Worths before card number `card` (from 0), from those one and two cards later; shape (cells, WORTHS)."""
        at_once = self.at_once.copy()
        at_once[:, SCORE] *= card + 1
        stayed = self.sky * one_on + self.balloon * two_on
        return np.asarray(at_once + stayed + self.on_sky @ one_on + self.on_balloon @ two_on)


def make_step(rules: Rules, mistakes: Mistakes) -> Step:
    """The chances of one card."""
    cells = rules.grid.cells
    seagulls, balloons = scaled(rules.deck.seagulls), scaled(rules.deck.balloons)
    mean_balloons = sum(b * chance for b, chance in balloons.items())
    covered = {n: chance * n / cells for n, chance in seagulls.items() if n}
    under = sum(covered.values())
    balloon = mean_balloons / cells
    on_sky, on_balloon = np.zeros((cells, cells)), np.zeros((cells, cells))
    at_once = np.zeros((cells, WORTHS))
    at_once[:, OVERLOOKED] = under * mistakes.miss
    for cell in range(cells):
        signals = Signals.at(rules, mistakes, cell)
        for n, chance in covered.items():
            seen = chance * (1 - mistakes.miss)
            open_, trapped = signals.open_cells(n - 1, cells - 1)
            free = seen * open_
            burst = mean_balloons / (cells - n) if n < cells else 0.0
            on_sky[cell] += free * (1 - burst)
            on_balloon[cell] += free * burst
            at_once[cell, TRAPPED] += seen * trapped
            at_once[cell, MOVES] += seen * signals.moves
            at_once[cell, GIVEN] += seen * signals.given
            at_once[cell, MISREAD] += seen * signals.misread
    at_once[:, BALLOONS] = balloon + on_balloon.sum(axis=1)
    at_once[:, SCORE] = under - on_sky.sum(axis=1) - on_balloon.sum(axis=1)
    return Step(1 - under - balloon, balloon, on_sky, on_balloon, at_once)


@dataclass(frozen=True)
class Signals:
    """A signal given from one cell, uniformly among the cells that it may be meant for.

    Attributes
    ----------
    reach : tuple of int
        The cells that signals lead to. The chance to be meant is the same for each: seagulls lie on them uniformly.
    straight, astray : NDArray[float64], shape (cells,)
        Chance that the plane lands on a cell that was meant; that it lands there though another one was.
    given, moves, misread : float
        Expected signals, the repeated ones included; chance of a move; expected signals perceived otherwise.
    """

    reach: tuple[int, ...]
    straight: NDArray[np.float64]
    astray: NDArray[np.float64]
    given: float
    moves: float
    misread: float

    @classmethod
    def at(cls, rules: Rules, mistakes: Mistakes, cell: int) -> Signals:
        """The signals from a cell."""
        grid, chances = rules.grid, reading_chances(mistakes)
        straight, astray = np.zeros(grid.cells), np.zeros(grid.cells)
        given = moves = 0.0
        listed = listed_signals(grid.rows, grid.columns, cell)
        for signal in listed:
            meant = landing(grid.rows, grid.columns, cell, signal)
            lands: dict[int, float] = {}
            for how in range(READINGS):
                there = landing(grid.rows, grid.columns, cell, perceived_as(signal, how))
                lands[there] = lands.get(there, 0.0) + chances[how]
            off = lands.pop(OFF, 0.0)
            tries = sum(off**t for t in range(rules.tries))  # expected number: the next one is needed when all were off
            for there, chance in lands.items():
                (straight if there == meant else astray)[there] += chance * tries / len(listed)
            given += tries / len(listed)
            moves += (1 - off**rules.tries) / len(listed)
        reach = tuple(landing(grid.rows, grid.columns, cell, signal) for signal in listed)
        return cls(reach, straight, astray, given, moves, given * (1 - chances[0]))

    def open_cells(self, seagulls: int, others: int) -> tuple[NDArray[np.float64], float]:
        """The chance to land on each cell and find no seagull, and the chance that no safe signal was there.

        Parameters
        ----------
        seagulls, others : int
            Seagulls beside the one under the plane, uniformly on so many other cells.
        """
        r = len(self.reach)
        ways = [comb(r, m) * comb(others - r, seagulls - m) if m <= seagulls else 0 for m in range(r + 1)]
        every = comb(others, seagulls)
        safe = sum(ways[:r]) / every  # a safe signal exists, so the cell that is meant has no seagull
        beside = sum(w * (r - 1 - m) for m, w in enumerate(ways[:r])) / ((r - 1) * every) if r > 1 else 0.0
        return self.straight * safe + self.astray * beside, ways[r] / every
