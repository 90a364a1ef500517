"""Best play of L'île des Mookies with small decks, exactly: expectimax over everything that may still lie hidden.

Both seats remember everything and see both faces of every card that is taken, so both know the same: the faces that lie
open, what is on the collections, and which faces are still to come. (At the table a seat does not see the other side of
a card that the other seat placed with its upper face up.) Positions that differ only by the names of families with
equal stars, or of the two piles, are one.

Values are kept as whole numbers: the win share of seat 0, times 2 (a tie is a half), times u! with u faces unseen. A
face of a kind with m unseen ones then comes with weight m, and nothing is ever divided.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction
from math import factorial, prod

from simulate.games.exactness import ExactValue
from simulate.games.ile_des_mookies.exact.count import count, families_by_stars
from simulate.games.ile_des_mookies.exact.length import splits
from simulate.games.ile_des_mookies.variant import Rules, UniformPairing

MOST_DEALS = 1_000_000
"""Different deals of the faces up to which a deck is small."""

OPEN = "both seats remember everything and see both faces of each card that is taken"

COMMON, LEGENDARY = 0, 1
SPIDERS = -1
"""The row of spiders, the last one, in a position's rows."""

Row = tuple[int, int, int, int]
"""By how much seat 0 is ahead in a family (or in spiders), ordinary and legendary faces unseen, and which of them lie
open: bit 2 * pile + kind."""

Rows = tuple[Row, ...]
"""The families, fewest stars first, then the spiders."""

MIRRORED = [(open_ >> 2) | (open_ & 3) << 2 for open_ in range(16)]
"""Which faces lie open when the two piles change names."""

Face = tuple[int, int]
"""The row of a face and COMMON or LEGENDARY."""

Position = tuple[Rows, int, int, int]
"""Rows, heights of the two piles, the seat to act or the seat that has just placed."""


def best_values(rules: Rules) -> tuple[ExactValue, ...]:
    """Each seat's win share under best play; a value of nan with the reason where it is not known."""
    reason = _refusal(rules)
    if reason:
        return tuple(ExactValue(f"win_share.{s}", float("nan"), "optimal", "share", None, reason) for s in (0, 1))
    first = Best(rules).win_share()
    shares = (first, 1 - first)
    return tuple(ExactValue(f"win_share.{s}", float(p), "optimal", "share", p, OPEN) for s, p in enumerate(shares))


def _refusal(rules: Rules) -> str:
    """Why best play is not known; empty when it can be found."""
    if not isinstance(rules.pairing, UniformPairing):
        return f"best play is found for pairing.kind: uniform only, not for {rules.pairing.kind}"
    found = deals(rules)
    if found > MOST_DEALS:
        return f"too large for best play: {_rounded(found)} deals of the faces, at most {_rounded(MOST_DEALS)}"
    return ""


def deals(rules: Rules) -> int:
    """In how many different ways the faces can lie in the piles."""
    faces = rules.faces
    alike = factorial(faces.spiders) * prod([factorial(faces.per_family), factorial(faces.legendary)] * faces.families)
    return factorial(2 * rules.cards) // alike


def _rounded(number: int) -> str:
    return str(number) if number < 10**6 else f"{number:.2g}" if number < 10**300 else f"10^{len(str(number)) - 1}"


class Best:
    """The search of one variant; its memory grows with the positions met."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[Position, int] = {}
        self.placed: dict[Position, int] = {}
        self.by_stars = families_by_stars(rules)
        stars = [rules.stars[family] for family in self.by_stars]
        groups = [(stars.index(one), stars.index(one) + stars.count(one)) for one in sorted(set(stars))]
        self.alike = [(begin, end) for begin, end in groups if end - begin > 1]
        self.factorials = [factorial(n) for n in range(2 * rules.cards + 1)]
        self.halves = functools.cache(self._halves)

    def win_share(self) -> Fraction:
        """Win share of seat 0 when both play best."""
        faces = self.rules.faces
        row = (0, faces.per_family, faces.legendary, 0)
        rows = (*(row,) * faces.families, (0, faces.spiders, 0, 0))
        pairs = splits(self.rules)
        total = sum(
            weight * other * self.value(opened, first, second, 0)
            for first, second in pairs
            for _, weight, once in _draws(rows, 0)
            for _, other, opened in _draws(once, 1)
        )
        return Fraction(total, 2 * factorial(2 * self.rules.cards) * len(pairs))

    def value(self, rows: Rows, first: int, second: int, seat: int) -> int:
        """The scaled value of a position before a turn of `seat`."""
        position = self._like(rows, first, second, seat)
        found = self.known.get(position)
        if found is None:
            choose = max if seat == 0 else min
            found = choose(self._take(position, pile) for pile in (0, 1) if position[1 + pile])
            self.known[position] = found
        return found

    def _take(self, position: Position, pile: int) -> int:
        """The scaled value of taking the top card of a pile, whose other face may be any that is unseen."""
        rows, first, second, seat = position
        choose = max if seat == 0 else min
        heights = (first - 1, second) if pile == 0 else (first, second - 1)
        upper, rows = _lifted(rows, pile)
        total = 0
        for hidden, weight, left in _unseen(rows):
            best = self._place(left, *heights, seat, upper)
            if hidden != upper:
                best = choose(best, self._place(left, *heights, seat, hidden))
            total += weight * best
        return total

    def _place(self, rows: Rows, first: int, second: int, seat: int, face: Face) -> int:
        """The scaled value once `seat` has placed a face."""
        gain = self.rules.legendary_value if face[1] == LEGENDARY else 1
        to_first = (seat == 0) != (face[0] == len(rows) - 1)  # a spider goes to the other seat
        ahead, common, legendary, open_ = rows[face[0]]
        rows = _with_row(rows, face[0], (ahead + (gain if to_first else -gain), common, legendary, open_))
        if first + second == 0 or (first * second == 0 and self.rules.end == "first_pile"):
            unseen = sum(common + legendary for _, common, legendary, _ in rows)
            return self.halves(tuple(row[0] for row in rows)) * self.factorials[unseen]
        position = self._like(rows, first, second, seat)
        found = self.placed.get(position)
        if found is None:
            found = self.placed[position] = self._next(*position)
        return found

    def _next(self, rows: Rows, first: int, second: int, seat: int) -> int:
        """The scaled value before the next card of the pile that was taken from is seen."""
        open_ = functools.reduce(int.__or__, (row[3] for row in rows))
        for pile, height in ((0, first), (1, second)):
            if height and not open_ >> (2 * pile) & 3:
                return sum(
                    weight * self.value(opened, first, second, 1 - seat) for _, weight, opened in _draws(rows, pile)
                )
        return self.value(rows, first, second, 1 - seat)

    def _halves(self, ahead: tuple[int, ...]) -> int:
        """Twice the win share of seat 0 at the count."""
        in_order = [0] * (len(ahead) - 1)
        for row, family in enumerate(self.by_stars):
            in_order[family] = ahead[row]
        winners = count(in_order, ahead[SPIDERS], self.by_stars, self.rules).winners
        return 2 * (0 in winners) // len(winners)

    def _like(self, rows: Rows, first: int, second: int, seat: int) -> Position:
        """The one position that stands for all that are the same but for names of families and piles."""
        if first < second:
            return self._sorted(rows), first, second, seat
        mirrored = self._sorted(tuple([(a, c, n, MIRRORED[open_]) for a, c, n, open_ in rows]))
        if second < first:
            return mirrored, second, first, seat
        return min(self._sorted(rows), mirrored), first, second, seat

    def _sorted(self, rows: Rows) -> Rows:
        for begin, end in self.alike:
            rows = (*rows[:begin], *sorted(rows[begin:end]), *rows[end:])
        return rows


def _with_row(rows: Rows, at: int, row: Row) -> Rows:
    return (*rows[:at], row, *rows[at + 1 :])


def _unseen(rows: Rows) -> Iterator[tuple[Face, int, Rows]]:
    """Yield each kind of face that may come next, how many of it are unseen, and the rows without one of them."""
    for at, (ahead, common, legendary, open_) in enumerate(rows):
        if common:
            yield (at, COMMON), common, _with_row(rows, at, (ahead, common - 1, legendary, open_))
        if legendary:
            yield (at, LEGENDARY), legendary, _with_row(rows, at, (ahead, common, legendary - 1, open_))


def _draws(rows: Rows, pile: int) -> Iterator[tuple[Face, int, Rows]]:
    """Yield each kind of face that may lie open on a pile next, with its weight and the rows with it open."""
    for face, weight, left in _unseen(rows):
        ahead, common, legendary, open_ = left[face[0]]
        yield face, weight, _with_row(left, face[0], (ahead, common, legendary, open_ | 1 << (2 * pile + face[1])))


def _lifted(rows: Rows, pile: int) -> tuple[Face, Rows]:
    """The face that lies open on a pile, and the rows without it."""
    for at, (ahead, common, legendary, open_) in enumerate(rows):
        for kind in (COMMON, LEGENDARY):
            if open_ >> (2 * pile + kind) & 1:
                return (at, kind), _with_row(rows, at, (ahead, common, legendary, open_ & ~(1 << (2 * pile + kind))))
    raise AssertionError("a pile that is not empty shows a face")
