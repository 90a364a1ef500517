"""One recorded play told in words, from its recorded states and actions alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Recorded, Story, Turn
from simulate.games.pecheurs_de_lunes.actions import Action, decode
from simulate.games.pecheurs_de_lunes.board import LEGEND, cell_names, draw, figure_name
from simulate.games.pecheurs_de_lunes.faces import JUMP, SWAP
from simulate.games.pecheurs_de_lunes.faces import name as face_name
from simulate.games.pecheurs_de_lunes.terrain import DIRECTION_NAMES, DIRECTIONS, Cell
from simulate.games.pecheurs_de_lunes.variant import Rules

OFF = 64
"""Cell of a figure that is not on the terrain."""


def tell(rules: Rules, players: int, recorded: Recorded) -> Story:
    """The play in plain English: the terrain, every turn with the board after it, the scores and why it ended."""
    teller = _Teller(rules, players, rules.terrain.cells())
    states = recorded.states
    turns = [
        Turn(int(seat), teller.decision(states[i], states[i + 1], decode(int(action))), teller.board(states[i + 1]))
        for i, (seat, action) in enumerate(zip(recorded.seats, recorded.actions, strict=True))
    ]
    return Story(teller.setup(states[0], recorded.policies), tuple(turns), teller.end(states[-1], recorded.capped))


def moons(state: Any, seat: int) -> int:
    """Moons of a seat."""
    return int(state["purse"][seat]) & 0xFFFFFFFF


def hand(state: Any, seat: int) -> tuple[int, int]:
    """Jump tiles and swap tiles in the hand of a seat."""
    return int(state["purse"][seat]) >> 32 & 0xFFFF, int(state["purse"][seat]) >> 48


@dataclass(frozen=True)
class _Teller:
    rules: Rules
    players: int
    cells: tuple[Cell, ...]

    @property
    def each(self) -> int:
        return self.rules.figures_per_player

    @property
    def figures(self) -> int:
        return self.players * self.each

    def board(self, state: Any) -> tuple[str, ...]:
        return draw(self.cells, state, self.each)

    def at(self, cell: int) -> str:
        return cell_names(self.cells)[cell]

    def figure(self, figure: int) -> str:
        return figure_name(figure, self.each)

    def setup(self, state: Any, policies: tuple[str, ...]) -> tuple[str, ...]:
        lines = [f"{len(self.cells)} tiles, {self.players} players."]
        for seat in range(self.players):
            own = [self.figure(seat * self.each + i) for i in range(self.each)]
            lines.append(f"Seat {seat} ({policies[seat]}): {_listed(own)}.")
        how = {
            "random": "Chance put the figures",
            "alternate": "The players put their figures",
            "snake": "The players put their figures",
        }
        lines.append(f"{how[self.rules.placement]} on neutral tiles.")
        if self.rules.placement == "random":
            lines += self.removed_at_once(state)
        return (*lines, *LEGEND, *self.board(state))

    def removed_at_once(self, state: Any) -> list[str]:
        gone = [
            f"{self.figure(figure)} ({self.at(int(state['start'][figure]))})"
            for figure in range(self.figures)
            if state["cell"][figure] == OFF
        ]
        return [f"{_listed(gone)} had no free tile beside {_it(gone)} and left the terrain at once."] if gone else []

    def decision(self, before: Any, after: Any, action: Action) -> str:
        seat = action.figure // self.each
        told = {"place": self.placed, "swap": self.swapped}.get(action.kind, self.moved)(before, action)
        if action.kind in ("step", "jump"):
            told += self.taken(before, after, seat, action)
        return " ".join([told, *self.left(before, after, action)])

    def placed(self, before: Any, action: Action) -> str:
        return f"Seat {action.figure // self.each} puts {self.figure(action.figure)} on {self.at(action.target)}."

    def swapped(self, before: Any, action: Action) -> str:
        own, other = self.figure(action.figure), self.figure(action.target)
        here, there = (self.at(int(before["cell"][figure])) for figure in (action.figure, action.target))
        return f"{own} ({here}) and {other} ({there}) change places; a swap tile is spent."

    def moved(self, before: Any, action: Action) -> str:
        source, target = self.at(int(before["cell"][action.figure])), self.at(action.target)
        way = f"{DIRECTION_NAMES[action.direction]} from {source} to {target}"
        if action.kind == "step":
            return f"{self.figure(action.figure)} goes {way}"
        return f"{self.figure(action.figure)} jumps {way} over {self.obstacle(before, action)}, spending a jump tile,"

    def obstacle(self, before: Any, action: Action) -> str:
        """What a jump passed: the first thing on its way that is not a free tile."""
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        standing = {int(cell): figure for figure, cell in enumerate(before["cell"]) if cell != OFF}
        (q, r), (dq, dr) = self.cells[int(before["cell"][action.figure])], DIRECTIONS[action.direction]
        while True:
            q, r = q + dq, r + dr
            number = numbers.get((q, r))
            if number in standing:
                return self.figure(standing[number])
            if number is None or not int(before["lying"]) >> number & 1:
                return "a gap"

    def taken(self, before: Any, after: Any, seat: int, action: Action) -> str:
        leaving = self.rules.capture == "leaving"
        cell = int(before["cell"][action.figure]) if leaving else action.target
        face = int(before["tile"][cell])
        what = f" and takes the tile {'it left' if leaving else 'there'}: {face_name(face)}"
        if face in (JUMP, SWAP):
            jumps, swaps = hand(after, seat)
            return f"{what} (now {jumps} jump, {swaps} swap in hand)."
        return f"{what} (now {moons(after, seat)})."

    def left(self, before: Any, after: Any, action: Action) -> list[str]:
        """Sentences about figures that the turn removed."""
        gone = [
            figure for figure in range(self.figures) if after["cell"][figure] == OFF and before["cell"][figure] != OFF
        ]
        if action.kind == "place" and after["cell"][action.figure] == OFF:
            gone = sorted({*gone, action.figure})
        names = [self.figure(figure) for figure in gone]
        return (
            [f"{_listed(names)} {'is' if len(names) == 1 else 'are'} stuck and taken off the terrain."] if names else []
        )

    def end(self, state: Any, capped: bool) -> tuple[str, ...]:
        if capped:
            return (f"Stopped after {int(state['turns'])} turns: the limit of decisions was reached.",)
        scores = [moons(state, seat) for seat in range(self.players)]
        best = max(scores)
        first = [seat for seat in range(self.players) if scores[seat] == best]
        lines = [
            f"No figure is left on the terrain after {_counted(int(state['turns']), 'turn')}; "
            f"{_counted(int(state['lying']).bit_count(), 'tile')} left lying.",
            "; ".join(f"seat {seat}: {face_name(score) if score else '0 moons'}" for seat, score in enumerate(scores))
            + ".",
        ]
        if len(first) == 1:
            second = max(score for seat, score in enumerate(scores) if seat != first[0])
            return (*lines, f"Seat {first[0]} wins: most moons, {best - second} ahead.")
        return (*lines, f"Seats {_listed([str(seat) for seat in first])} have the most moons and share first place.")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _it(names: list[str]) -> str:
    return "it" if len(names) == 1 else "them"
