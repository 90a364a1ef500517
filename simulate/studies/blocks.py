"""Which plays a search used for what: blocks of a seed and a range of numbers that must have no play in common.

The figures of a candidate that a search picked are optimistic, since luck helped to pick it. What is published comes
from a block that the search never used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulate.runs.spec import SEEDS

SEED_STEP = 0xD1B54A32D192ED03
"""From the seed of one block to that of the next; far from the steps of a pilot (the next seed) and of a lock."""


@dataclass(frozen=True)
class Block:
    """Plays `first` … `first + count - 1` of a seed.

    Attributes
    ----------
    purpose : str
        What they were played for.
    seed, first, count : int
    """

    purpose: str
    seed: int
    first: int
    count: int

    def overlaps(self, other: Block) -> bool:
        """True if they have a play in common."""
        if self.seed != other.seed:
            return False
        return self.first < other.first + other.count and other.first < self.first + self.count

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {"purpose": self.purpose, "seed": self.seed, "first": self.first, "count": self.count}


def block_seed(seed: int, number: int) -> int:
    """The seed of block `number` of a study with this seed; block 0 has the study's own."""
    return (seed + number * SEED_STEP) % SEEDS


def check_disjoint(blocks: Sequence[Block]) -> None:
    """See that no two blocks have a play in common.

    Raises
    ------
    AssertionError
        Two have: a fault of the study, whose figures must then not be published.
    """
    for number, one in enumerate(blocks):
        for other in blocks[number + 1 :]:
            if one.overlaps(other):
                raise AssertionError(f"plays were used twice: {one} and {other}")
