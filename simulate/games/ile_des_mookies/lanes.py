"""Eight counts in one 64-bit word: the byte lanes in which families are counted, compared and drawn all at once.

Lane 0 … 5 is a family (those with the fewest stars first, see :mod:`.table`), lane 7 the spiders; lanes that a variant
does not use stay empty. Every lane holds 0 … 127, so its upper bit is free to catch the borrow of a subtraction: ``(a |
UPPER) - b`` keeps that bit exactly in the lanes where a >= b, and no lane disturbs its neighbour.

A *face* is a word too: 1 in the lane of its family, 3 for a legendary, 1 in lane 7 for a spider; 0 is "not dealt yet".
Its *code* says the same in a byte: 15 - 2 x lane, for a legendary 16 - 2 x lane, 1 for a spider, 0 for no face.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import count_ones, trailing_zeros
from simulate.kernels.jit import rule

MOST_FAMILIES = 6
MOST_CARDS = 60
MOST_IN_LANE = 127
PLACES = 66
"""Room for the cards of a play, in whole groups of six."""
SPIDER_LANE = 7

ONES = np.uint64(0x0101010101010101)
UPPER = np.uint64(0x8080808080808080)
SPIDERS = np.uint64(0xFF00000000000000)
MOOKIES = np.uint64(0x00FFFFFFFFFFFFFF)
BYTE = np.uint64(255)
NOTHING = np.uint64(0)
ONE = np.uint64(1)
S3, S6, S7, S8, S56 = np.uint64(3), np.uint64(6), np.uint64(7), np.uint64(8), np.uint64(56)


@rule
def lane(word: Any, at: Any) -> Any:
    """The count (int64) in lane `at` of a word."""
    return np.int64((word >> (np.uint64(at) << S3)) & BYTE)


@rule
def lane_of(face: Any) -> Any:
    """The lane (int64) of a dealt face."""
    return trailing_zeros(face) >> 3


FACES = np.array([0, *((3 - 2 * (code & 1)) << (8 * ((16 - code) >> 1)) for code in range(1, 17))], np.uint64)
"""The face of each code."""


@rule
def code_of(face: Any) -> Any:
    """The code (uint8) of a dealt face."""
    return np.uint8(15 - 2 * lane_of(face) + np.int64(count_ones(face) - 1))


@rule
def at_least(a: Any, b: Any) -> Any:
    """A word whose lanes are 128 where a's count is at least b's, and else 0."""
    return ((a | UPPER) - b) & UPPER


@rule
def total(word: Any) -> Any:
    """The sum (int64) of all lanes, when it is at most 255."""
    return np.int64((word * ONES) >> S56)


@rule
def strength(face: Any, extra: Any) -> Any:
    """What a face adds to its lane: 1, for a legendary 1 + `extra` (uint64, the legendary value minus one)."""
    return (face & ONES) + ((face >> ONE) & ONES) * extra


@rule
def draw_kind(cumulative: Any, bounds: Any, beyond: Any) -> Any:
    """The face of some rank among those left, and the two words without it.

    The faces left stand in a row, family after family, the legendary ones first in each, the spiders last. Both words
    keep the upper bit of every lane set, so a comparison is one subtraction.

    Parameters
    ----------
    cumulative : uint64
        Lane f: 128 + faces left up to the end of family f. Lane 7: 128 + all faces left.
    bounds : uint64
        Lane f: 128 + faces left up to the last legendary of family f.
    beyond : uint64
        In every lane the face's rank (0 … faces left - 1) plus 1.

    Returns
    -------
    one, rare : uint64
        1 in the face's lane; the same if it is legendary, else 0.
    cumulative, bounds : uint64
    """
    within = ((cumulative - beyond) & UPPER) >> S7  # the families that end behind the face …
    legendary = ((bounds - beyond) & UPPER) >> S7
    one = within & ~(within << S8)  # … and the first of them, which holds it
    return one, one & legendary, cumulative - within, bounds - legendary


@rule
def faces_left(cumulative: Any) -> Any:
    """The number (uint64) of faces left."""
    return (cumulative >> S56) & np.uint64(MOST_IN_LANE)
