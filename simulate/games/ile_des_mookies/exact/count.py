"""The count at the end in plain integers, from what one seat is ahead by in each family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simulate.games.ile_des_mookies.variant import Rules

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Trophies:
    """Who holds which trophies before one is given back, as far as the count needs to know.

    Attributes
    ----------
    stars : (int, int)
        Stars of each seat's trophies.
    fewest : (int, int)
        The fewest stars among each seat's trophies; -1 for a seat without one.
    claimed : int
        Trophies that somebody holds.
    """

    stars: tuple[int, int] = (0, 0)
    fewest: tuple[int, int] = (-1, -1)
    claimed: int = 0

    def with_one(self, seat: int, stars: int) -> Trophies:
        """The same with one more trophy; trophies are added in the order of their stars, the fewest first."""
        if seat == NOBODY:
            return self
        first, second = self.stars
        low, other = self.fewest
        if seat == 0:
            return Trophies((first + stars, second), (stars if low < 0 else low, other), self.claimed + 1)
        return Trophies((first, second + stars), (low, stars if other < 0 else other), self.claimed + 1)


@dataclass(frozen=True, slots=True)
class Counted:
    """The end of a play: each seat's stars, whether a trophy was given back, the seats that share first place."""

    stars: tuple[int, int]
    given_back: bool
    winners: tuple[int, ...]


def settle(trophies: Trophies, spiders: int, mookies: int, tie_break: str) -> Counted:
    """Give back a trophy and name the winners.

    Parameters
    ----------
    spiders, mookies : int
        What seat 0 has more of than seat 1: spiders; Mookies of all families, legendary ones at their value.
    """
    first, second = trophies.stars
    loser = NOBODY if spiders == 0 else int(spiders < 0)
    given_back = loser != NOBODY and trophies.fewest[loser] >= 0
    if given_back and loser == 0:
        first -= trophies.fewest[0]
    if given_back and loser == 1:
        second -= trophies.fewest[1]
    ahead = first - second
    if ahead == 0:
        ahead = {"youngest": 1, "shared": 0, "fewest_spiders": -spiders, "most_mookies": mookies}[tie_break]
    return Counted((first, second), given_back, (0, 1) if ahead == 0 else (int(ahead < 0),))


def count(ahead: Sequence[int], spiders: int, by_stars: Sequence[int], rules: Rules) -> Counted:
    """The count from how far seat 0 is ahead in each family and in spiders.

    Parameters
    ----------
    by_stars : sequence of int
        The families, fewest stars first.
    """
    trophies = Trophies()
    for family in by_stars:
        seat = NOBODY if ahead[family] == 0 else int(ahead[family] < 0)
        trophies = trophies.with_one(seat, rules.stars[family])
    return settle(trophies, spiders, sum(ahead), rules.tie_break)


def families_by_stars(rules: Rules) -> list[int]:
    """The families, fewest stars first."""
    return sorted(range(rules.faces.families), key=lambda family: rules.stars[family])
