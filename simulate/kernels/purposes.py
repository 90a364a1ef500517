"""What a stream of random numbers is for. A purpose is part of the key, so streams of two purposes never meet.

The numbers are part of every result: changing one changes all results, so they are only ever added to.
"""

from __future__ import annotations

from enum import IntEnum


class Purpose(IntEnum):
    """The named purposes of keyed streams."""

    SETUP = 1  # what is shuffled, dealt and placed before the first turn
    CHANCE = 2  # what happens during play: draws, durations, mistakes of the hand
    POLICY = 3  # the choices of the seats
    MEMORY = 4  # what a seat forgets
    SEARCH = 5  # the inner plays of a searching policy
    PLACEMENT = 6  # where figures stand when they are placed by chance
    BASELINE = 8  # what metrics compare a play with: the same rounds dealt to the seats anew


SETUP = int(Purpose.SETUP)
CHANCE = int(Purpose.CHANCE)
POLICY = int(Purpose.POLICY)
MEMORY = int(Purpose.MEMORY)
SEARCH = int(Purpose.SEARCH)
PLACEMENT = int(Purpose.PLACEMENT)
BASELINE = int(Purpose.BASELINE)
