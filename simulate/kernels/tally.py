"""The row of integers that a block of plays fills, and how a finished play is written into it.

A row is ``int64[width]``: first ``plays``, ``capped``, then ``wins[seat][k - 1]`` (plays in which the seat is one of
`k` winners), then one histogram per observed value, then for each summed value its sum and its sum of squares. Rows
are added, nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.kernels.bits import count_ones, trailing_zeros
from simulate.kernels.jit import rule

MAX_VALUES = 64
"""Most values that one play may report."""

LAYOUT = np.dtype(
    [
        ("seats", "i8"),
        ("histograms", "i8"),  # the first this many values of a play go to histograms …
        ("sums", "i8"),  # … the next this many to sums
        ("base", "i8", (MAX_VALUES,)),
        ("size", "i8", (MAX_VALUES,)),
        ("width", "i8"),
    ],
    align=True,
)
"""Where each value of a play goes in a row."""

SUMMED_BELOW = np.uint64(1 << 23)
"""A summed value must be smaller, so that the squares of 2^16 plays fit into a signed 64-bit sum."""

PLAYS, CAPPED, WINS = 0, 1, 2
"""Columns of a row: number of plays, of capped plays, and the first of ``seats * seats`` win counts."""

NOBODY, ONE = np.uint64(0), np.uint64(1)

DONE, OUT_OF_RANGE = 0, 1
"""Status of a kernel: all well; a value fell outside its histogram (a fault of the game's code)."""


def make_layout(seats: int, sizes: Sequence[int]) -> NDArray[np.void]:
    """Return the layout record (shape (1,)) for values with these histogram sizes.

    Parameters
    ----------
    seats : int
        Number of seats.
    sizes : sequence of int
        Bins of each value's histogram, in the order in which a play reports them; 0 = kept as sum and sum of squares.
        All histograms stand before all sums.

    Raises
    ------
    ValueError
        Too many values, or a histogram after a sum.
    """
    if len(sizes) > MAX_VALUES:
        raise ValueError(f"{len(sizes)} values a play, at most {MAX_VALUES}")
    histograms = sum(1 for size in sizes if size > 0)
    if any(size <= 0 for size in sizes[:histograms]):
        raise ValueError("histograms must stand before sums")
    layout = np.zeros(1, LAYOUT)
    record = layout[0]
    record["seats"], record["histograms"], record["sums"] = seats, histograms, len(sizes) - histograms
    at = WINS + seats * seats
    for i, size in enumerate(sizes):
        record["base"][i], record["size"][i] = at, size
        at += size if size > 0 else 2
    record["width"] = at
    return layout


@rule
def count_wins(row: Any, layout: Any, winners: Any) -> Any:
    """Add one play won by the seats whose bits are set in `winners` (int64, at least one bit)."""
    seats, left = np.uint64(layout.seats), np.uint64(winners)
    column = np.uint64(WINS + count_ones(left) - 1)
    while left != NOBODY:
        row[column + seats * np.uint64(trailing_zeros(left))] += 1
        left &= left - ONE


@rule
def count_values(row: Any, layout: Any, values: Any) -> Any:
    """Add the values (int64[MAX_VALUES]) of one play; return a status. Unsigned, a negative value is too large."""
    histograms = np.uint64(layout.histograms)
    for i in range(histograms):
        value = np.uint64(values[i])
        if value >= np.uint64(layout.size[i]):
            return OUT_OF_RANGE
        row[np.uint64(layout.base[i]) + value] += 1
    for i in range(histograms, histograms + np.uint64(layout.sums)):
        value = np.uint64(values[i])
        if value >= SUMMED_BELOW:
            return OUT_OF_RANGE
        base = np.uint64(layout.base[i])
        row[base] += np.int64(value)
        row[base + ONE] += np.int64(value * value)
    return DONE
