"""A variant made ready for the kernels, and what a play of it is counted for."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure, Measures
from simulate.games.ile_des_mookies.faces import Face, read_face
from simulate.games.ile_des_mookies.lanes import MOST_CARDS, MOST_IN_LANE, PLACES, SPIDER_LANE
from simulate.games.ile_des_mookies.pairing import distinct_families_deck
from simulate.games.ile_des_mookies.records import (
    BOTH_PILES,
    FEWEST_SPIDERS,
    FIRST_PILE,
    MOST_MOOKIES,
    SHARED,
    TABLE,
    YOUNGEST,
)
from simulate.games.ile_des_mookies.variant import DistinctFamilies, ListedCards, Rules, SplitPiles, UnevenPiles

ENDS = {"first_pile": FIRST_PILE, "both_piles": BOTH_PILES}
TIE_BREAKS = {"youngest": YOUNGEST, "shared": SHARED, "fewest_spiders": FEWEST_SPIDERS, "most_mookies": MOST_MOOKIES}


def make_table(rules: Rules, players: int) -> NDArray[np.void]:
    """The table record, shape (1,).

    Families take the lanes in the order of their stars, the fewest first, so that the lowest lane of a word of trophies
    is the one to give back.
    """
    made = np.zeros(1, TABLE)
    table = made[0]
    table["cards"], table["families"] = rules.cards, rules.faces.families
    table["first_height"], table["heights"] = _heights(rules)
    table["end"], table["tie_break"] = ENDS[rules.end], TIE_BREAKS[rules.tie_break]
    table["extra"] = (rules.legendary_value - 1) % 2**64  # lanes add modulo 2^64, so -1 is as good as any number
    lanes = lanes_of_families(rules)
    table["family_of_lane"] = -1
    for family, lane in enumerate(lanes):
        table["family_of_lane"][lane] = family
    table["stars"] = _word({lane: rules.stars[family] for family, lane in enumerate(lanes)})
    _write_faces(table, rules)
    _write_deck(table, rules, lanes)
    table["forgets"] = int(rules.retention < 1.0)
    table["leaning"] = leanings(rules.faces.families)
    table["keep"] = [float(rules.retention) ** turns for turns in range(MOST_CARDS)]
    return made


def leanings(families: int) -> NDArray[np.float64]:
    """How far a majority leans to a seat (float64[cards to come, 127 + faces ahead]), from -1 to 1.

    d / sqrt(d^2 + 1 + cards to come / families): the more cards may still come, the less a lead of d faces means.
    """
    ahead = np.arange(-MOST_IN_LANE, MOST_IN_LANE + 2, dtype=np.float64)
    spread = 1.0 + np.arange(MOST_CARDS + 1)[:, None] / families
    return np.asarray(ahead / np.sqrt(ahead * ahead + spread), np.float64)


def lanes_of_families(rules: Rules) -> list[int]:
    """The byte lane of each family: fewer stars first, then the order of the families."""
    order = sorted(range(rules.faces.families), key=lambda family: (rules.stars[family], family))
    return [order.index(family) for family in range(rules.faces.families)]


def face_word(face: Face, lanes: list[int]) -> int:
    """A face as kernels write it (see :mod:`.lanes`)."""
    if face.is_spider:
        return 1 << (8 * SPIDER_LANE)
    return (3 if face.legendary else 1) << (8 * lanes[face.family])


def decision_limit(rules: Rules, players: int) -> int:
    """Most decisions of a play: two for each card."""
    return 2 * rules.cards


def measures(rules: Rules, players: int) -> Measures:
    """What a play is counted for, in the order in which ``rules.observe`` writes it."""
    stars, cards, spiders = sum(rules.stars), rules.cards, rules.faces.spiders
    return Measures(
        score=Measure("score", "stars of the seat's trophies at the end", "stars", stars + 1, per_seat=True),
        margin=Measure("margin", "stars between the two seats at the end", "stars", stars + 1),
        own=(
            Measure("turns", "turns of a play; a turn takes and places one card", "turns", cards + 1),
            Measure("equal_stars", "share of plays with equal stars, decided by the tie-break", "share", 2, share=True),
            Measure("cards", "cards taken and placed", "cards", cards + 1),
            Measure("spiders", "spiders on the seat's collection at the end", "spiders", spiders + 1, per_seat=True),
            Measure("given_back", "share of plays in which a trophy goes back for the spiders", "share", 2, share=True),
            Measure("unclaimed", "trophies that nobody wins, both seats having as many of the family", "trophies",
                    rules.faces.families + 1),
        ),
    )  # fmt: skip


def _heights(rules: Rules) -> tuple[int, int]:
    """Height of the first pile, and from how many heights upwards it is drawn."""
    even = rules.cards // 2
    if isinstance(rules.piles, SplitPiles):
        return rules.piles.sizes[0], 1
    if isinstance(rules.piles, UnevenPiles):
        return even - rules.piles.by, 2 * rules.piles.by + 1
    return even, 1


def _write_faces(table: Any, rules: Rules) -> None:
    """All faces, counted by kind and cumulated (see :func:`.lanes.draw_kind`)."""
    faces = rules.faces
    used = range(faces.families)
    table["common"] = _word({**dict.fromkeys(used, faces.per_family), SPIDER_LANE: faces.spiders})
    table["legendary"] = _word(dict.fromkeys(used, faces.legendary))
    cumulative, bounds, before = {}, {}, 0
    for lane in range(SPIDER_LANE):
        bounds[lane] = before + (faces.legendary if lane in used else 0)
        before += faces.per_family + faces.legendary if lane in used else 0
        cumulative[lane] = before
    bounds[SPIDER_LANE], cumulative[SPIDER_LANE] = before, before + faces.spiders
    left = [max(before + faces.spiders - turn, 1) for turn in range(PLACES)]
    table["faces_left"] = left
    table["surplus"] = [2**32 % prod(left[at : at + 3]) for at in range(0, PLACES, 3)]
    upper = _word(dict.fromkeys(range(8), 128))
    table["cumulative"], table["bounds"] = upper + _word(cumulative), upper + _word(bounds)


def _write_deck(table: Any, rules: Rules, lanes: list[int]) -> None:
    """The cards, where they are given."""
    if isinstance(rules.pairing, ListedCards):
        deck = [(read_face(first), read_face(second)) for first, second in rules.pairing.cards]
    elif isinstance(rules.pairing, DistinctFamilies):
        deck = distinct_families_deck(rules.every_face(), rules.pairing.seed)
    else:
        return
    table["from_deck"] = 1
    for number, card in enumerate(deck):
        table["deck"][number] = [face_word(face, lanes) for face in card]


def _word(lanes: dict[int, int]) -> int:
    """Counts by lane as one word."""
    return sum(count << (8 * lane) for lane, count in lanes.items())
