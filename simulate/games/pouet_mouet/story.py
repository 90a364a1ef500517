"""One recorded play told in words, race by race, from its recorded states and signals alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Recorded, Story, Turn
from simulate.games.pouet_mouet.cards import BALLOON, SEAGULL, SKY
from simulate.games.pouet_mouet.grid import DIRECTION_NAMES, landing
from simulate.games.pouet_mouet.variant import Rules

LEGEND = (
    f"On a card: {SKY} sky, {BALLOON} balloon, {SEAGULL} seagull; "
    "[ ] the plane when the card is looked at, ( ) where it lands.",
    "Clocks run for each team from the start; each race is followed to its own end.",
)


@dataclass(frozen=True)
class Quiet:
    """A card laid without a signal; `burst`: a balloon was under the plane, and the next card was laid with it."""

    card: int
    burst: bool


def quiet_cards(stops: int, bursts: int, first: int, last: int) -> list[Quiet]:
    """The cards looked at and laid from `first` on, up to a seagull under the plane or to `last`, exclusive."""
    found = []
    card = first
    while card < last and not stops >> card & 1:
        burst = bool(bursts >> card & 1)
        found.append(Quiet(card, burst))
        card += 2 if burst else 1
    return found


def next_card(quiet: list[Quiet], first: int) -> int:
    """The number of the card on top after `quiet` cards that began with `first`."""
    return quiet[-1].card + (2 if quiet[-1].burst else 1) if quiet else first


def balloon_cells(seagulls: int, ranks: int, cells: int) -> list[int]:
    """The cells of balloons: the r-th cell without a seagull for each bit r of `ranks`."""
    free = [cell for cell in range(cells) if not seagulls >> cell & 1]
    return [cell for rank, cell in enumerate(free) if ranks >> rank & 1]


def tell(rules: Rules, players: int, recorded: Recorded) -> Story:
    """The play in plain English: the start cells, every signal with its card, the ends of the races, and who wins."""
    teller = _Teller(rules, players // 2, int(rules.deck.cards_per_team[players]), recorded)
    turns = tuple(turn for team in range(teller.teams) for turn in teller.race(team))
    return Story(teller.setup(), turns, teller.end())


@dataclass(frozen=True)
class _Teller:
    rules: Rules
    teams: int
    cards: int
    recorded: Recorded

    @property
    def last(self) -> Any:
        return self.recorded.states[-1]

    def at(self, cell: int) -> str:
        row, column = divmod(cell, self.rules.grid.columns)
        return f"row {row + 1}, column {column + 1}"

    def setup(self) -> tuple[str, ...]:
        grid = self.rules.grid
        lines = [f"{self.teams} teams, {self.cards} cards each, cards of {grid.rows} x {grid.columns} cells."]
        for team in range(self.teams):
            start = self.at(int(self.last["start"][team]))
            lines.append(f"Team {team} ({self.recorded.policies[team]}) starts on {start}.")
        return (*lines, *_wrapped(LEGEND))

    def race(self, team: int) -> Iterator[Turn]:
        """The turns of one team: its signals, then the end of its race."""
        stops, bursts = int(self.last["stops"][team]), int(self.last["bursts"][team])
        card = 0
        crashed = False
        for i in (i for i, seat in enumerate(self.recorded.seats) if seat == team):
            before, after = self.recorded.states[i], self.recorded.states[i + 1]
            quiet = quiet_cards(stops, bursts, card, self.cards)
            told = self.signal(team, quiet, before, after, int(self.recorded.actions[i]))
            yield Turn(team, told, self.board(before, after))
            top = int(before["card"])
            crashed = bool(int(before["seagulls"]) >> int(after["landed"]) & 1)
            card = top + (2 if int(after["landings"][team]) >> top & 1 else 1)
        if not crashed and card < self.cards:
            yield Turn(team, self.last_cards(team, quiet_cards(stops, bursts, card, self.cards), card))

    def signal(self, team: int, quiet: list[Quiet], before: Any, after: Any, action: int) -> str:
        """One decision: the quiet cards before it, the signal, how it was read, and where the plane landed."""
        top, cell, landed = int(before["card"]), int(before["cell"]), int(after["landed"])
        told = [f"Team {team}:", *self.laid(quiet), f"Card {top + 1} has a seagull under the plane ({self.at(cell)})."]
        told += [f"The signal is {_signal_name(action)}."]
        if int(after["trapped"]) > int(before["trapped"]):
            told[-1] = f"No signal is safe; it is {_signal_name(action)}."
        tries = [int(one) for one in after["perceived"][: int(after["given"])]]
        told += [f"It is read as {_signal_name(one)}, off the grid, and given again." for one in tries[:-1]]
        flown = landing(self.rules.grid.rows, self.rules.grid.columns, cell, tries[-1]) == landed
        if not flown:
            told += [f"It is read as {_signal_name(tries[-1])}, off the grid, and the plane stays."]
        elif tries[-1] != action:
            told += [f"It is read as {_signal_name(tries[-1])}."]
        way = "The plane flies to" if flown else "It is on"
        told += [f"{way} {self.at(landed)}: {self.judged(team, top, before, after)}"]
        return " ".join(told)

    def judged(self, team: int, top: int, before: Any, after: Any) -> str:
        landed, clock = int(after["landed"]), _seconds(int(after["judged"]))
        if int(before["seagulls"]) >> landed & 1:
            return f"a seagull. Card {top + 1} is laid at {clock}: crash."
        if not int(after["landings"][team]) >> top & 1:
            return f"sky. Card {top + 1} is laid at {clock}{self.finish(top + 1)}."
        if top + 1 >= self.cards:
            return f"a balloon. Card {top + 1}, the last, is laid at {clock}: finish."
        return f"a balloon. Cards {top + 1} and {top + 2} are laid at {clock}{self.finish(top + 2)}."

    def finish(self, laid: int) -> str:
        return ": finish" if laid >= self.cards else ""

    def laid(self, quiet: list[Quiet]) -> list[str]:
        """The quiet cards in a sentence, with those that a balloon took along."""
        if not quiet:
            return []
        first, last = quiet[0].card + 1, min(next_card(quiet, 0), self.cards)
        numbers = f"Card {first} is" if first == last else f"Cards {first} to {last} are"
        burst = [one.card + 1 for one in quiet if one.burst]
        words = f" (a balloon bursts on card {' and on card '.join(map(str, burst))})" if burst else ""
        return [f"{numbers} laid without a signal{words}."]

    def last_cards(self, team: int, quiet: list[Quiet], card: int) -> str:
        """The end of a race that does not end with a signal."""
        clock = _seconds(int(self.last["clock"][team]))
        told = [f"Team {team}:", *self.laid(quiet)]
        top = next_card(quiet, card)
        if self.last["missed"][team]:
            told.append(f"The seagull under the plane on card {top + 1} is overlooked; it is laid at {clock}: crash.")
        else:
            told.append(f"That is the finish, at {clock}.")
        return " ".join(told)

    def board(self, before: Any, after: Any) -> tuple[str, ...]:
        grid = self.rules.grid
        seagulls, cell, landed = int(before["seagulls"]), int(before["cell"]), int(after["landed"])
        balloons = balloon_cells(seagulls, int(before["balloon_ranks"]), grid.cells)
        drawn = []
        for row in range(grid.rows):
            line = ""
            for here in range(row * grid.columns, (row + 1) * grid.columns):
                what = SEAGULL if seagulls >> here & 1 else BALLOON if here in balloons else SKY
                left, right = "[]" if here == cell else "()" if here == landed else "  "
                line += left + what + right
            drawn.append("  " + line.rstrip())
        return tuple(drawn)

    def end(self) -> tuple[str, ...]:
        lines = []
        for team in range(self.teams):
            how = "finished" if self.last["finished"][team] else "crashed"
            clock = _seconds(int(self.last["clock"][team]))
            lines.append(f"Team {team}: {int(self.last['laid'][team])} of {self.cards} cards laid, {how} at {clock}.")
        won = [team for team in range(self.teams) if int(self.last["won"]) >> team & 1]
        return (*lines, *_wrapped([self.verdict(won)]))

    def verdict(self, won: list[int]) -> str:
        clock = _seconds(int(self.last["duration"]))
        names = " and ".join(f"team {team}" for team in won)
        if self.last["by_finish"]:
            shared = " in the same millisecond and share the win" if len(won) > 1 else " first"
            return f"The game ends at {clock}: {names} finish{'' if len(won) > 1 else 'es'}{shared}."
        if len(won) > 1:
            together = "crash in the same millisecond, with no team left, and share the win"
            return f"The game ends at {clock}: {names} {together}."
        return f"The game ends at {clock}: {names} wins, the only team still in the race."


def _signal_name(signal: int) -> str:
    return f"a {'flick' if signal & 1 else 'tap'} {DIRECTION_NAMES[signal >> 1]}"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f} s"


def _wrapped(texts: list[str] | tuple[str, ...], width: int = 78) -> list[str]:
    lines: list[str] = []
    for text in texts:
        line = ""
        for word in text.split(" "):
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return lines
