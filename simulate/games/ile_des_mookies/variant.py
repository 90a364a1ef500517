"""The dials of L'île des Mookies, and the arithmetic they must fulfil."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from simulate.games.ile_des_mookies.faces import PATTERN, Face, all_faces, face_counts, family_letter, read_face
from simulate.games.ile_des_mookies.lanes import MOST_CARDS, MOST_FAMILIES, MOST_IN_LANE
from variants.dials import Dials, dial

Complaint = tuple[str, str]
"""A dotted key and what is wrong with it."""


class Faces(Dials):
    """The faces of all cards together."""

    families: int = dial(
        5, meaning="families of Mookies, one trophy each", origin="printed", unit="families", ge=2, le=MOST_FAMILIES
    )
    per_family: int = dial(
        12, meaning="ordinary Mookies of each family", origin="assumed", unit="faces", ge=0, le=2 * MOST_CARDS
    )
    legendary: int = dial(
        1, meaning="legendary Mookies of each family", origin="assumed", unit="faces", ge=0, le=2 * MOST_CARDS
    )
    spiders: int = dial(7, meaning="spiders", origin="printed", unit="faces", ge=0, le=2 * MOST_CARDS)


class UniformPairing(Dials):
    """All faces are shuffled and paired anew in each play."""

    kind: Literal["uniform"] = dial(
        "uniform", meaning="faces are paired anew in each play, uniformly", origin="assumed"
    )


class DistinctFamilies(Dials):
    """One deck in which no card bears a family twice."""

    kind: Literal["distinct_families"] = dial(
        "distinct_families",
        meaning="one deck in which no card bears a family twice, drawn once, uniformly",
        origin="assumed",
    )
    seed: int = dial(1, meaning="which deck is drawn", origin="assumed", ge=0, le=2**63 - 1)


FaceText = Annotated[str, Field(pattern=PATTERN)]


class ListedCards(Dials):
    """A deck written out."""

    kind: Literal["list"] = dial("list", meaning="the cards are listed", origin="assumed")
    cards: list[Annotated[list[FaceText], Field(min_length=2, max_length=2)]] = dial(
        ..., meaning="the cards, each two faces: A to F a family, A* its legendary, S a spider", origin="assumed",
        min_length=2, max_length=MOST_CARDS,
    )  # fmt: skip


class EvenPiles(Dials):
    """Two piles of the same height."""

    kind: Literal["even"] = dial(
        "even", meaning="both piles equally high; of an odd number of cards the second has one more", origin="assumed"
    )


class SplitPiles(Dials):
    """Two piles of given heights."""

    kind: Literal["split"] = dial("split", meaning="piles of given heights", origin="assumed")
    sizes: list[Annotated[int, Field(ge=1, le=MOST_CARDS - 1)]] = dial(
        [18, 18],
        meaning="cards of the first and of the second pile",
        origin="assumed",
        unit="cards",
        min_length=2,
        max_length=2,
    )


class UnevenPiles(Dials):
    """Two piles split by eye."""

    kind: Literal["uneven"] = dial(
        "uneven", meaning="the split is drawn uniformly around even in each play", origin="assumed"
    )
    by: int = dial(
        ...,
        meaning="most cards by which the first pile differs from even",
        origin="assumed",
        unit="cards",
        ge=1,
        le=MOST_CARDS,
    )


Pairing = UniformPairing | DistinctFamilies | ListedCards
Piles = EvenPiles | SplitPiles | UnevenPiles


class Rules(Dials):
    """Every rule of L'île des Mookies that a variant may change (docs/rules.md, section 2)."""

    player_counts: ClassVar[tuple[int, ...]] = (2,)

    cards: int = dial(36, meaning="two-faced cards", origin="printed", unit="cards", ge=2, le=MOST_CARDS)
    faces: Faces = dial(Faces(), meaning="the faces of all cards together", origin="printed")
    legendary_value: int = dial(
        2, meaning="what a legendary Mookie counts in its family", origin="printed", unit="Mookies", ge=0, le=20
    )
    pairing: Pairing = dial(
        UniformPairing(), meaning="which faces share a card", origin="assumed", discriminator="kind"
    )
    piles: Piles = dial(
        EvenPiles(), meaning="how the cards are split into two piles", origin="assumed", discriminator="kind"
    )
    stars: list[Annotated[int, Field(ge=0, le=20)]] = dial(
        [1, 1, 2, 2, 3], meaning="stars of the families' trophies, family A first", origin="assumed", unit="stars",
        min_length=2, max_length=MOST_FAMILIES,
    )  # fmt: skip
    end: Literal["first_pile", "both_piles"] = dial(
        "first_pile", meaning="the play ends when the first pile is used up, or when both are", origin="printed"
    )
    tie_break: Literal["youngest", "shared", "fewest_spiders", "most_mookies"] = dial(
        "youngest",
        meaning="who wins with equal stars: the youngest (seat 0), both, the one with fewer spiders or more Mookies",
        origin="printed",
    )
    retention: float = dial(
        1.0, meaning="chance to remember a covered card for another turn, for policies that use memory; 1 is perfect",
        origin="assumed", ge=0.0, le=1.0,
    )  # fmt: skip

    def every_face(self) -> list[Face]:
        """All faces, family after family."""
        faces = self.faces
        return all_faces(faces.families, faces.per_family, faces.legendary, faces.spiders)

    @classmethod
    def cross_check_all(cls, rules: Rules) -> list[Complaint]:
        """Faults of the arithmetic, as (dotted key, message) pairs."""
        return [
            *_check_faces(rules),
            *_check_strength(rules),
            *_check_stars(rules),
            *_check_piles(rules),
            *_check_pairing(rules),
        ]

    @classmethod
    def cross_check(cls, rules: Rules, players: int) -> list[Complaint]:
        """Faults of one player count: there are none of its own, the game is for two."""
        return []


def _faces_in_words(rules: Rules) -> tuple[int, str]:
    faces = rules.faces
    n = faces.families * (faces.per_family + faces.legendary) + faces.spiders
    return (
        n,
        f"{faces.families} families x ({faces.per_family} + {faces.legendary} legendary) + {faces.spiders} spiders "
        f"= {n} faces",
    )


def _check_faces(rules: Rules) -> Iterator[Complaint]:
    n, words = _faces_in_words(rules)
    if n == 2 * rules.cards:
        return
    message = f"{words}, but {rules.cards} cards x 2 = {2 * rules.cards}"
    if n % 2 == 0 and 4 <= n <= 2 * MOST_CARDS:
        message += f"; {n // 2} cards bear them"
    else:
        spare = 2 * rules.cards - (n - rules.faces.spiders)
        message += f"; {spare} spiders make it fit" if spare >= 0 else ""
    yield "cards", message


def _check_strength(rules: Rules) -> Iterator[Complaint]:
    faces, value = rules.faces, rules.legendary_value
    most = faces.per_family + faces.legendary * value
    if most > MOST_IN_LANE:
        yield (
            "legendary_value",
            f"all Mookies of a family together count {faces.per_family} + {faces.legendary} x {value} = {most}; "
            f"{MOST_IN_LANE} is the most that can be counted",
        )


def _check_stars(rules: Rules) -> Iterator[Complaint]:
    if len(rules.stars) != rules.faces.families:
        yield (
            "stars",
            f"{len(rules.stars)} trophies with stars, but {rules.faces.families} families: each needs exactly one",
        )


def _check_piles(rules: Rules) -> Iterator[Complaint]:
    if isinstance(rules.piles, SplitPiles) and sum(rules.piles.sizes) != rules.cards:
        first, second = rules.piles.sizes
        yield "piles.sizes", f"{first} + {second} = {first + second} cards in the piles, but there are {rules.cards}"
    if isinstance(rules.piles, UnevenPiles) and rules.piles.by >= rules.cards // 2:
        even = rules.cards // 2
        message = f"even is {even} of {rules.cards} cards, and {even} - {rules.piles.by} leaves a pile without a card"
        yield "piles.by", message + (f"; {even - 1} is the most" if even > 1 else "")


def _check_pairing(rules: Rules) -> Iterator[Complaint]:
    if isinstance(rules.pairing, ListedCards):
        yield from _check_list(rules, rules.pairing)
    if isinstance(rules.pairing, DistinctFamilies):
        faces = rules.faces
        n, words = _faces_in_words(rules)
        size = faces.per_family + faces.legendary
        if n == 2 * rules.cards and size > rules.cards:
            yield (
                "pairing.kind",
                f"{words}: a family of {size} needs as many cards when none bears it twice, not {rules.cards}",
            )


def _check_list(rules: Rules, pairing: ListedCards) -> Iterator[Complaint]:
    if len(pairing.cards) != rules.cards:
        yield "pairing.cards", f"{len(pairing.cards)} cards are listed, but there are {rules.cards}"
        return
    listed = Counter(read_face(text) for card in pairing.cards for text in card)
    wanted = Counter(rules.every_face())
    foreign = sorted({family_letter(face.family) for face in listed if face.family >= rules.faces.families})
    if foreign:
        yield (
            "pairing.cards",
            f"family {', '.join(foreign)} is listed, but there are only {rules.faces.families} families",
        )
    elif listed != wanted and sum(wanted.values()) == 2 * rules.cards:
        yield (
            "pairing.cards",
            f"the cards bear {face_counts(list(listed.elements()))}; "
            f"`faces` says {face_counts(list(wanted.elements()))}",
        )
