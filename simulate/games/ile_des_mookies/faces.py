"""How faces are written in variant files and texts: A … F a Mookie of a family, A* its legendary, S a spider."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

PATTERN = r"^([A-F]\*?|S)$"
"""What a face in a variant file looks like."""

SPIDER_FAMILY = -1


class Face(NamedTuple):
    """One face of a card.

    Attributes
    ----------
    family : int
        0-based family; -1 for a spider.
    legendary : bool
    """

    family: int
    legendary: bool = False

    @property
    def is_spider(self) -> bool:
        """True for a spider."""
        return self.family == SPIDER_FAMILY

    def __str__(self) -> str:
        """The face as variant files write it."""
        return "S" if self.is_spider else family_letter(self.family) + "*" * self.legendary

    def in_words(self) -> str:
        """The face in words, e.g. ``legendary B``."""
        return (
            "spider"
            if self.is_spider
            else f"{'legendary' if self.legendary else 'Mookie'} {family_letter(self.family)}"
        )


SPIDER = Face(SPIDER_FAMILY)


def family_letter(family: int) -> str:
    """A for family 0, B for family 1, …."""
    return chr(ord("A") + family)


def read_face(text: str) -> Face:
    """The face that a variant file writes as `text`.

    Raises
    ------
    ValueError
        `text` is no face.
    """
    if not re.match(PATTERN, text):
        raise ValueError(f"{text!r} is no face: write A to F for a family, A* for its legendary, S for a spider")
    return SPIDER if text == "S" else Face(ord(text[0]) - ord("A"), text.endswith("*"))


def all_faces(families: int, per_family: int, legendary: int, spiders: int) -> list[Face]:
    """Every face of a set of cards: family after family, its legendary ones last, then the spiders."""
    faces: list[Face] = []
    for family in range(families):
        faces += [Face(family)] * per_family + [Face(family, legendary=True)] * legendary
    return faces + [SPIDER] * spiders


def face_counts(faces: list[Face]) -> str:
    """Faces of every kind in words, e.g. ``12 A, 1 A*, 7 S``."""
    counted = Counter(faces)
    return ", ".join(f"{n} {face}" for face, n in sorted(counted.items(), key=lambda one: (one[0].is_spider, one[0])))
