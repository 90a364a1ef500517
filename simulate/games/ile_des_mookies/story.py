"""One recorded play told turn by turn, from the recorded states alone.

A face that nobody looked at before it was placed is dealt later (see :mod:`.deal`), so what was placed is read from the
final state; what was looked at, from the states in between.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Recorded, Story, Turn
from simulate.games.ile_des_mookies.faces import SPIDER, Face, family_letter
from simulate.games.ile_des_mookies.lanes import FACES, SPIDER_LANE
from simulate.games.ile_des_mookies.variant import DistinctFamilies, Rules, UnevenPiles, UniformPairing

PILES = ("left", "right")
SIDES = ("upper", "hidden")


@dataclass(frozen=True)
class Reader:
    """Reads faces and trophies from state records; lanes become families again."""

    family_of_lane: tuple[int, ...]

    def face(self, word: int) -> Face | None:
        """The face that a word means; None when it was not dealt."""
        if word == 0:
            return None
        lane = ((word & -word).bit_length() - 1) // 8
        if lane == SPIDER_LANE:
            return SPIDER
        return Face(self.family_of_lane[lane], legendary=bool(word >> (8 * lane + 1) & 1))

    def families(self, trophies: int) -> list[int]:
        """The families whose trophy is in a word of trophies."""
        return sorted(
            family for lane, family in enumerate(self.family_of_lane) if family >= 0 and trophies >> 8 * lane & 1
        )


def reader(table: Any) -> Reader:
    """The reader for plays of a table."""
    return Reader(tuple(int(family) for family in table["family_of_lane"]))


def placed_faces(recorded: Recorded) -> list[Face]:
    """The faces placed, turn by turn, as far as they were dealt when the record ends."""
    read, last = reader(recorded.table[0]), recorded.states[-1]
    faces = [read.face(int(FACES[code])) for code in last["placed"][: int(last["settled"])]]
    return [face for face in faces if face is not None]


def tell(rules: Rules, players: int, recorded: Recorded) -> Story:
    """The play in plain English, with piles and collections as text of at most 80 columns."""
    teller = _Teller(rules, recorded)
    return Story(teller.setup(), tuple(teller.turn(turn) for turn in range(teller.turns)), teller.end())


class _Teller:
    """Keeps the collections while the turns are told."""

    def __init__(self, rules: Rules, recorded: Recorded) -> None:
        self.rules = rules
        self.recorded = recorded
        self.read = reader(recorded.table[0])
        self.placed = placed_faces(recorded)
        self.turns = len(self.placed)
        self.collections: tuple[list[Face], list[Face]] = ([], [])
        self.left = [int(height) for height in recorded.states[0]["heights"]]

    def setup(self) -> tuple[str, ...]:
        """Cards, piles, trophies and policies."""
        rules, faces = self.rules, self.rules.faces
        drawn = " (drawn)" if isinstance(rules.piles, UnevenPiles) else ""
        trophies = ", ".join(f"{family_letter(f)} {stars}" for f, stars in enumerate(rules.stars))
        return (
            f"{rules.cards} cards: {faces.families} families of {faces.per_family} Mookies and {faces.legendary} "
            f"legendary, {faces.spiders} spiders.",
            f"{_pairing_words(rules)}.",
            f"Piles: {self.left[0]} cards left, {self.left[1]} cards right{drawn}.",
            f"Stars of the trophies: {trophies}.",
            f"A legendary Mookie counts {rules.legendary_value}.",
            f"Seat 0 (the youngest, {self.recorded.policies[0]}) starts; seat 1 is {self.recorded.policies[1]}.",
        )

    def turn(self, turn: int) -> Turn:
        """One turn: the card taken, the face chosen, where it went, and what lies on the table then."""
        states, seat = self.recorded.states, int(self.recorded.seats[2 * turn])
        pile, side = (int(action) for action in self.recorded.actions[2 * turn : 2 * turn + 2])
        face = self.placed[turn]
        owner = 1 - seat if face.is_spider else seat
        self.collections[owner].append(face)
        self.left[pile] -= 1
        text = f"Seat {seat}, {PILES[pile]} pile: {SIDES[side]} face, {face.in_words()}, to seat {owner}"
        other = self.read.face(int(states[2 * turn + 2]["in_hand"][1 - side]))
        text += f" ({SIDES[1 - side]}: {other.in_words()})." if other else "."
        return Turn(seat, text, self._board(2 * turn + 2))

    def end(self) -> tuple[str, ...]:
        """Why it ended, the trophies, the spiders, the stars and the winner."""
        last = self.recorded.states[-1]
        if self.recorded.capped or not int(last["done"]):
            return ("The record ends before the play does.",)
        empty = " and ".join(PILES[pile] for pile in range(2) if self.left[pile] == 0)
        lines = [f"The {empty} pile is used up after {self.turns} turns." if empty in PILES else
                 f"Both piles are used up after {self.turns} turns."]  # fmt: skip
        lines += [self._majority(family) for family in range(self.rules.faces.families)]
        lines += self._spiders(last)
        for seat in range(2):
            held = self.read.families(int(last["trophies"][seat]))
            names = ", ".join(family_letter(family) for family in held) or "none"
            lines.append(f"Seat {seat}: trophies {names}; {int(last['stars'][seat])} stars.")
        lines.append(self._winner(last))
        return tuple(lines)

    def _board(self, at: int) -> tuple[str, ...]:
        state = self.recorded.states[at]
        lines = [f"  {PILES[pile]:<5} pile {self.left[pile]:>2}  {self._top(state, pile)}" for pile in range(2)]
        for seat, cards in enumerate(self.collections):
            top = str(cards[-1]) if cards else "-"
            lines.append(f"  seat {seat}: {len(cards):>2} cards, on top {top:<3} {self._counts(seat)}")
        return tuple(line.rstrip() for line in lines)

    def _top(self, state: Any, pile: int) -> str:
        face = self.read.face(int(state["upper"][pile]))
        if self.left[pile] == 0:
            return "empty"
        return f"top {face}" if face else "top ?"

    def _counts(self, seat: int) -> str:
        families = [f"{family_letter(f)} {self._strength(seat, f)}" for f in range(self.rules.faces.families)]
        return "  ".join([*families, f"spiders {self.collections[seat].count(SPIDER)}"])

    def _strength(self, seat: int, family: int) -> int:
        counted = Counter(self.collections[seat])
        return counted[Face(family)] + self.rules.legendary_value * counted[Face(family, legendary=True)]

    def _majority(self, family: int) -> str:
        first, second = self._strength(0, family), self._strength(1, family)
        who = "nobody" if first == second else f"seat {0 if first > second else 1}"
        stars = self.rules.stars[family]
        return f"Family {family_letter(family)} ({stars} star{'s' * (stars != 1)}): {first} to {second}, {who}."

    def _spiders(self, last: Any) -> list[str]:
        first, second = (cards.count(SPIDER) for cards in self.collections)
        if first == second:
            return [f"Spiders: {first} each, no trophy goes back."]
        loser = 0 if first > second else 1
        won = {f for f in range(self.rules.faces.families) if self._strength(loser, f) > self._strength(1 - loser, f)}
        lost = won - set(self.read.families(int(last["trophies"][loser])))
        if not lost:
            return [f"Spiders: {first} to {second}; seat {loser} has no trophy to give back."]
        return [f"Spiders: {first} to {second}; seat {loser} gives back trophy {family_letter(lost.pop())}."]

    def _winner(self, last: Any) -> str:
        winners = int(last["winners"])
        if not int(last["tied"]):
            return f"Seat {0 if winners == 1 else 1} wins by stars."
        by = {"youngest": "being the youngest", "fewest_spiders": "fewer spiders", "most_mookies": "more Mookies"}
        if winners == 3:
            return f"Equal stars (tie-break: {self.rules.tie_break}): both seats share the win."
        return f"Equal stars: seat {0 if winners == 1 else 1} wins by {by[self.rules.tie_break]}."


def _pairing_words(rules: Rules) -> str:
    if isinstance(rules.pairing, UniformPairing):
        return "The faces are paired anew in each play"
    if isinstance(rules.pairing, DistinctFamilies):
        return f"One deck in which no card bears a family twice (seed {rules.pairing.seed})"
    return "The cards are those that the variant lists"
