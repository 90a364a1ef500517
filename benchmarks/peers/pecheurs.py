"""Pêcheurs de lunes, classic variant, uniform play, as a designer would script it.

Rules: ``docs/rules.md`` section 1. ``python pecheurs.py PLAYERS PLAYS SEED`` prints the counts as JSON.
"""

import json
import random
import sys
import time
from typing import Any

Action = tuple[str, int, int]  # what, own figure, landing cell (swap: the other seat's figure)

TILES = ["neutral"] * 6 + ["2"] * 10 + ["3"] * 8 + ["4"] * 4 + ["6"] * 2 + ["jump"] * 5 + ["swap"] * 2
DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
PLACES = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]


def ray(place: tuple[int, int], direction: tuple[int, int]) -> list[int]:
    """Give the cells from a place in one direction to the edge of the terrain, nearest first."""
    cells = []
    q, r = place[0] + direction[0], place[1] + direction[1]
    while (q, r) in PLACES:
        cells.append(PLACES.index((q, r)))
        q, r = q + direction[0], r + direction[1]
    return cells


RAYS = [[ray(place, direction) for direction in DIRECTIONS] for place in PLACES]
NEIGHBOURS = [[cells[0] for cells in rays if cells] for rays in RAYS]


class Play:
    """One play: the tiles that lie, the figures that stand, and what every seat holds."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        """Shuffle the tiles and put two figures a seat on neutral ones; figure f is of seat f // 2."""
        tiles = rng.sample(TILES, len(TILES))
        self.seats = seats
        self.tiles: dict[int, str] = dict(enumerate(tiles))  # the tiles still lying
        starts = rng.sample([cell for cell, tile in self.tiles.items() if tile == "neutral"], 2 * seats)
        self.figures: dict[int, int] = dict(enumerate(starts))  # figure to cell, of those on the terrain
        self.free = set(self.tiles) - set(starts)  # cells with a tile and no figure
        self.score = [0] * seats
        self.held = {"jump": [0] * seats, "swap": [0] * seats}
        self.remove_stuck()

    def remove_stuck(self) -> None:
        """Remove all figures without a free neighbour, until none is stuck."""
        while True:
            stuck = [f for f, cell in self.figures.items() if self.free.isdisjoint(NEIGHBOURS[cell])]
            if not stuck:
                return
            for figure in stuck:
                self.leave(self.figures.pop(figure))

    def leave(self, cell: int) -> None:
        """Make a cell free again if a tile lies there."""
        if cell in self.tiles:
            self.free.add(cell)

    def legal_actions(self, seat: int) -> list[Action]:
        """List every step, jump and swap of a seat."""
        actions: list[Action] = []
        figures = [f for f in (2 * seat, 2 * seat + 1) if f in self.figures]
        free, may_jump = self.free, self.held["jump"][seat] > 0
        for figure in figures:
            for cells in RAYS[self.figures[figure]]:
                for i, cell in enumerate(cells):
                    if cell not in free:
                        if may_jump:
                            actions += [("jump", figure, landing) for landing in self.landings(cells[i:])]
                        break
                    actions.append(("step", figure, cell))
        if self.held["swap"][seat]:
            actions += [("swap", f, other) for f in figures for other in self.figures if other // 2 != seat]
        return actions

    def landings(self, cells: list[int]) -> list[int]:
        """Give where a jump may land on a line that starts with an obstacle: one figure, or one run of holes."""
        figures = self.figures.values()
        behind = 1
        if cells[0] not in figures:
            while behind < len(cells) and cells[behind] not in self.tiles and cells[behind] not in figures:
                behind += 1
        landings = []
        for cell in cells[behind:]:
            if cell not in self.free:
                break
            landings.append(cell)
        return landings

    def apply(self, seat: int, action: Action) -> None:
        """Play one action of a seat."""
        what, figure, target = action
        if what != "step":
            self.held[what][seat] -= 1
        if what == "swap":
            self.figures[figure], self.figures[target] = self.figures[target], self.figures[figure]
            return
        self.leave(self.figures[figure])
        self.figures[figure] = target
        self.free.remove(target)
        tile = self.tiles.pop(target)
        if tile in self.held:
            self.held[tile][seat] += 1
        elif tile != "neutral":
            self.score[seat] += int(tile)


def run(players: int, plays: int, seed: int) -> dict[str, Any]:
    """Give the counts of `plays` plays.

    Returns
    -------
    dict
        ``plays``; ``seconds``; ``wins[seat][k - 1]``: plays in which the seat is one of k winners; histograms ``turns``
        (of all seats, 0 … 39), ``score[seat]`` (moons, 0 … 72) and ``tiles_left`` (tiles lying at the end, 0 … 37);
        sums ``legal_actions`` (over all turns), ``jumps`` and ``swaps``.

    Raises
    ------
    ValueError
        Players other than 2 or 3.
    """
    if players not in (2, 3):
        raise ValueError(f"players: got {players}, allowed 2, 3")
    rng = random.Random(seed)
    wins = [[0] * players for _ in range(players)]
    turns, tiles_left = [0] * 40, [0] * 38
    score = [[0] * 73 for _ in range(players)]
    legal_actions, used = 0, {"step": 0, "jump": 0, "swap": 0}
    start = time.perf_counter()
    for _ in range(plays):
        play, seat, turn = Play(players, rng), 0, 0
        while play.figures:
            if 2 * seat in play.figures or 2 * seat + 1 in play.figures:
                actions = play.legal_actions(seat)
                action = rng.choice(actions)
                play.apply(seat, action)
                play.remove_stuck()
                turn += 1
                legal_actions += len(actions)
                used[action[0]] += 1
            seat = (seat + 1) % players
        winners = [s for s in range(players) if play.score[s] == max(play.score)]
        for s in winners:
            wins[s][len(winners) - 1] += 1
        for s in range(players):
            score[s][play.score[s]] += 1
        turns[turn] += 1
        tiles_left[len(play.tiles)] += 1
    seconds = time.perf_counter() - start
    counts = {"plays": plays, "seconds": seconds, "wins": wins, "turns": turns, "score": score}
    own = {"legal_actions": legal_actions, "jumps": used["jump"], "swaps": used["swap"], "tiles_left": tiles_left}
    return counts | own


if __name__ == "__main__":
    print(json.dumps(run(*(int(word) for word in sys.argv[1:4]))))
