"""Pouêt Mouêt, main variant (24 / 16 / 12 cards a team), uniform play, as a designer would script it.

Rules: ``docs/rules.md`` section 3. ``python pouet.py PLAYERS PLAYS SEED`` (people: 4, 6, 8) prints the counts as JSON.
"""

import json
import math
import random
import sys
import time
from dataclasses import dataclass
from typing import Any

SIDE, DECK = 4, 48
MISS, MISREAD, MISFORCE, VARIATION = 0.01, 0.15, 0.02, 0.30
DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]  # down, right; all around
CELLS = [(row, column) for row in range(SIDE) for column in range(SIDE)]

Cell = tuple[int, int]
Card = dict[Cell, str]  # its seagulls and balloons; all else is sky


@dataclass
class Race:
    """One team's race: its clock in milliseconds, how it ended, and what it signalled."""

    time: int = 0
    finished: bool = False
    signals: int = 0
    trapped: int = 0


def duration(rng: random.Random, mean: float) -> int:
    """Give a lognormal duration of this mean (milliseconds), rounded to the nearest millisecond."""
    variance = math.log(1 + VARIATION**2)
    return round(rng.lognormvariate(math.log(mean) - variance / 2, math.sqrt(variance)))


def draw_card(rng: random.Random) -> Card:
    """Give a card with 3 to 6 seagulls and, half of the time, a balloon."""
    seagulls, balloons = rng.randint(3, 6), rng.randint(0, 1)
    cells = rng.sample(CELLS, seagulls + balloons)
    return {cell: "seagull" if i < seagulls else "balloon" for i, cell in enumerate(cells)}


def fly(cell: Cell, direction: int, flick: bool) -> Cell | None:
    """Give the cell a tap or flick leads to, or None if it leads off the grid at once."""
    down, right = DIRECTIONS[direction]
    landing = None
    row, column = cell[0] + down, cell[1] + right
    while 0 <= row < SIDE and 0 <= column < SIDE:
        landing = (row, column)
        if not flick:
            break
        row, column = row + down, column + right
    return landing


def choose_signal(rng: random.Random, card: Card, cell: Cell, race: Race) -> tuple[int, bool]:
    """Give one of the safe signals, or of all that stay on the grid if none is safe."""
    every, safe = [], []
    for direction in range(8):
        tap = fly(cell, direction, False)
        for flick in (False, True):
            landing = fly(cell, direction, flick)
            if landing is None or (flick and landing == tap):
                continue
            every.append((direction, flick))
            if card.get(landing) != "seagull":
                safe.append((direction, flick))
    if not safe:
        race.trapped += 1
    return rng.choice(safe or every)


def signal_and_move(rng: random.Random, card: Card, cell: Cell, race: Race) -> Cell:
    """Signal until the plane moves; give its new cell."""
    signal = choose_signal(rng, card, cell, race)
    landing = None
    for _ in range(10):
        direction, flick = signal
        race.time += duration(rng, 1070) + duration(rng, 500)
        if rng.random() < MISREAD:
            direction = (direction + rng.choice((-1, 1))) % 8
        if rng.random() < MISFORCE:
            flick = not flick
        landing = fly(cell, direction, flick)
        if landing is not None:
            break
    race.signals += 1
    race.time += duration(rng, 1100) + duration(rng, 400)
    return landing or cell


def run_race(rng: random.Random, cards: list[Card]) -> Race:
    """Run one team's race to its own end."""
    race, cell, top = Race(), rng.choice(CELLS), 0
    while top < len(cards):
        card = cards[top]
        race.time += duration(rng, 600)
        if card.get(cell) != "seagull":
            race.time += duration(rng, 300)
        elif rng.random() < MISS:
            race.time += duration(rng, 300)
            return race
        else:
            cell = signal_and_move(rng, card, cell, race)
            if card.get(cell) == "seagull":
                return race
        top += 2 if card.get(cell) == "balloon" else 1
    race.finished = True
    return race


def find_winners(races: list[Race]) -> tuple[list[int], int, bool]:
    """Give the winning teams, the time (milliseconds) at which the game is over, and whether a team finished it."""
    teams = list(range(len(races)))
    while True:
        now = min(races[team].time for team in teams)
        ending = [team for team in teams if races[team].time == now]
        finishers = [team for team in ending if races[team].finished]
        if finishers:
            return finishers, now, True
        teams = [team for team in teams if team not in ending]
        if len(teams) < 2:
            return teams or ending, now, False


def run(players: int, plays: int, seed: int) -> dict[str, Any]:
    """Give the counts of `plays` plays; a seat is a team, and every team's race is followed to its own end.

    Returns
    -------
    dict
        ``plays``; ``seconds``; ``wins[team][k - 1]``: plays in which the team is one of k winners; sums ``duration_ms``
        and ``duration_ms_squares`` (of the game), ``signals`` (moves of the planes) and ``trapped`` (signals chosen
        when none was safe), over all teams' races; ``ended_by_finish``: plays that a finishing team ended; histogram
        ``team_finish`` (teams whose own race finishes). The game has neither turns nor scores.

    Raises
    ------
    ValueError
        Players other than 4, 6 or 8.
    """
    if players not in (4, 6, 8):
        raise ValueError(f"players: got {players}, allowed 4, 6, 8")
    rng = random.Random(seed)
    teams = players // 2
    each = DECK // teams
    wins, team_finish = [[0] * teams for _ in range(teams)], [0] * (teams + 1)
    duration_ms = duration_ms_squares = ended_by_finish = signals = trapped = 0
    start = time.perf_counter()
    for _ in range(plays):
        deck = [draw_card(rng) for _ in range(DECK)]
        races = [run_race(rng, deck[team * each : (team + 1) * each]) for team in range(teams)]
        winners, now, by_finish = find_winners(races)
        for team in winners:
            wins[team][len(winners) - 1] += 1
        team_finish[sum(race.finished for race in races)] += 1
        duration_ms += now
        duration_ms_squares += now * now
        ended_by_finish += by_finish
        signals += sum(race.signals for race in races)
        trapped += sum(race.trapped for race in races)
    seconds = time.perf_counter() - start
    counts = {"plays": plays, "seconds": seconds, "wins": wins, "duration_ms": duration_ms}
    counts |= {"duration_ms_squares": duration_ms_squares, "ended_by_finish": ended_by_finish}
    return counts | {"team_finish": team_finish, "signals": signals, "trapped": trapped}


if __name__ == "__main__":
    print(json.dumps(run(*(int(word) for word in sys.argv[1:4]))))
