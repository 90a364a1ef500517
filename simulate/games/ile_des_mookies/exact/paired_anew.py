"""Ways to place faces that are paired anew in each play, counted family by family.

A family's faces are shared out among seat 0, seat 1 and nobody: the ways are coefficients of a polynomial in two
variables, whose exponents count the faces placed by each seat. The polynomials of all families are multiplied, apart
for each course of the trophies; only whole numbers are involved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from simulate.games.exactness import Work
from simulate.games.ile_des_mookies.exact.count import (
    NOBODY,
    Counted,
    Trophies,
    families_by_stars,
    settle,
)
from simulate.games.ile_des_mookies.variant import Rules

Key = tuple[Trophies, int]
"""Trophies so far, and by how much seat 0 is ahead in legendary Mookies (0 where no tie-break asks for it)."""

Ways = NDArray[np.object_]
"""Whole numbers of any size, shape (n0 + 1, n1 + 1): ways by faces placed by seat 0 and by seat 1."""


def ends_paired_anew(
    rules: Rules, turns: Sequence[int], work: Work
) -> Iterator[tuple[int, list[tuple[Counted, int, int]]]]:
    """Yield each number of turns with its ends: (end, claimed trophies, ways)."""
    most = turns[-1]
    shape = ((most + 1) // 2 + 1, most // 2 + 1)
    found = _all_families(rules, shape, work)
    for t in turns:
        work.spend(4 * len(found) * (rules.faces.spiders + 1) * (rules.faces.spiders + 2))
        yield t, list(_with_spiders(rules, found, (t + 1) // 2, t // 2))


def _all_families(rules: Rules, shape: tuple[int, int], work: Work) -> dict[Key, Ways]:
    """Ways to share out the faces of all families, by course of the trophies."""
    begin = np.zeros(shape, object)
    begin[0, 0] = 1
    found: dict[Key, Ways] = {(Trophies(), 0): begin}
    terms = list(_family(rules))
    for family in families_by_stars(rules):
        grown: dict[Key, Ways] = {}
        for (trophies, legends), ways in found.items():
            work.spend(len(terms) * ways.size)
            for winner, ahead, first, second, factor in terms:
                if first >= shape[0] or second >= shape[1]:
                    continue
                key = (trophies.with_one(winner, rules.stars[family]), legends + ahead)
                if key not in grown:
                    grown[key] = np.zeros(shape, object)
                grown[key][first:, second:] += factor * ways[: shape[0] - first, : shape[1] - second]
        found = grown
    return found


def _family(rules: Rules) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield (who gets the trophy, legendary ones ahead, faces of seat 0, of seat 1, ways) of one family."""
    faces, value = rules.faces, rules.legendary_value
    asked = rules.tie_break == "most_mookies"
    merged: dict[tuple[int, int, int, int], int] = {}
    for (l0, l1), rare in _shared_out(faces.legendary).items():
        for (c0, c1), common in _shared_out(faces.per_family).items():
            ahead = c0 - c1 + value * (l0 - l1)
            winner = NOBODY if ahead == 0 else int(ahead < 0)
            key = (winner, l0 - l1 if asked else 0, c0 + l0, c1 + l1)
            merged[key] = merged.get(key, 0) + rare * common
    for key, ways in merged.items():
        yield (*key, ways)


def _shared_out(n: int) -> dict[tuple[int, int], int]:
    """Ways to give so many of `n` different faces to seat 0 and so many to seat 1."""
    return {(a, b): comb(n, a) * comb(n - a, b) for a in range(n + 1) for b in range(n - a + 1)}


def _with_spiders(rules: Rules, found: dict[Key, Ways], first: int, second: int) -> Iterator[tuple[Counted, int, int]]:
    """Yield the ends when seat 0 placed `first` faces and seat 1 `second` ones."""
    shared = {(a, b): n for (a, b), n in _shared_out(rules.faces.spiders).items() if a <= first and b <= second}
    for (trophies, legends), ways in found.items():
        by_sign: dict[tuple[int, int], int] = {}
        for (a, b), spread in shared.items():
            mookies = (first - a) - (second - b) + (rules.legendary_value - 1) * legends
            # The spiders that a seat places lie on the other seat's collection.
            signs = (_sign(b - a), _sign(mookies))
            by_sign[signs] = by_sign.get(signs, 0) + spread * ways[first - a, second - b]
        for (spiders, ahead), number in by_sign.items():
            if number:
                yield settle(trophies, spiders, ahead, rules.tie_break), trophies.claimed, number


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
