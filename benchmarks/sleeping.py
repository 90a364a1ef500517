"""Plays that only take time."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

WIDTH = 1000
"""Integers of a row: about those of a table with three seats."""


def sleep(seconds: float, first: int, plays: int) -> NDArray[np.int64]:
    """A row of a chunk whose plays take `seconds` each."""
    time.sleep(seconds * plays)
    row = np.zeros(WIDTH, np.int64)
    row[:2] = plays, first
    return row
