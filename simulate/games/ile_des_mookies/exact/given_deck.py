"""Ways to place the cards of a given deck, counted card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simulate.games.exactness import Work
from simulate.games.ile_des_mookies.exact.count import Counted, count, families_by_stars
from simulate.games.ile_des_mookies.faces import Face, read_face
from simulate.games.ile_des_mookies.pairing import distinct_families_deck
from simulate.games.ile_des_mookies.variant import DistinctFamilies, ListedCards, Rules
from variants.errors import BadInput

MOST_COURSES = 200_000
"""Different courses of a play that are followed at once."""

Course = tuple[int, int, tuple[int, ...]]
"""Cards placed by seat 0 and by seat 1; by how much seat 0 is ahead in each family, then in spiders."""


def deck_of(rules: Rules) -> list[tuple[Face, Face]]:
    """The cards of a deck that stays the same from play to play."""
    if isinstance(rules.pairing, DistinctFamilies):
        return distinct_families_deck(rules.every_face(), rules.pairing.seed)
    if isinstance(rules.pairing, ListedCards):
        return [(read_face(first), read_face(second)) for first, second in rules.pairing.cards]
    raise TypeError(f"no deck is given by pairing.kind: {rules.pairing.kind}")


def ends_of_deck(
    rules: Rules, turns: Sequence[int], work: Work
) -> Iterator[tuple[int, list[tuple[Counted, int, int]]]]:
    """Yield each number of turns with its ends: (end, claimed trophies, ways).

    Raises
    ------
    BadInput
        There are too many courses, or more steps than `work` allows.
    """
    wanted = {((t + 1) // 2, t // 2): t for t in turns}
    by_stars = families_by_stars(rules)
    ends: dict[int, list[tuple[Counted, int, int]]] = {t: [] for t in turns}
    for (first, second, ahead), ways in _courses(rules, max(wanted), work).items():
        if (first, second) in wanted:
            *families, spiders = ahead
            end = count(families, spiders, by_stars, rules)
            ends[wanted[first, second]].append((end, sum(one != 0 for one in families), ways))
    yield from ends.items()


def _courses(rules: Rules, most: tuple[int, int], work: Work) -> dict[Course, int]:
    """Ways to place the cards: each one by nobody, or by a seat with either face up."""
    found: dict[Course, int] = {(0, 0, (0,) * (rules.faces.families + 1)): 1}
    for card in deck_of(rules):
        work.spend(100 * len(found))
        grown = dict(found)
        for (first, second, ahead), ways in found.items():
            for face in card:
                if first < most[0]:
                    key = (first + 1, second, gained(ahead, face, 0, rules))
                    grown[key] = grown.get(key, 0) + ways
                if second < most[1]:
                    key = (first, second + 1, gained(ahead, face, 1, rules))
                    grown[key] = grown.get(key, 0) + ways
        found = grown
        if len(found) > MOST_COURSES:
            raise BadInput.of(
                f"a deck of {rules.cards} given cards has too many courses for exact values: more than "
                f"{MOST_COURSES} differ after some of its cards; pairing.kind: uniform has none too many"
            )
    return found


def gained(ahead: tuple[int, ...], face: Face, seat: int, rules: Rules) -> tuple[int, ...]:
    """How far seat 0 is ahead once `seat` has placed `face`; a spider goes to the other seat."""
    sign = 1 if seat == 0 else -1
    changed = list(ahead)
    if face.is_spider:
        changed[-1] -= sign
    else:
        changed[face.family] += sign * (rules.legendary_value if face.legendary else 1)
    return tuple(changed)
