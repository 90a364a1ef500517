"""The n-th of at most sixteen: cells of a small grid, signals that stay on any grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule
from simulate.kernels.nth import EIGHT, IN_BYTE

FEW = 16
"""Most members that a set may number its bits for."""

_BYTE, _SEVEN = np.uint64(0xFF), np.uint64(7)


@rule
def nth_of_few(bits: Any, n: Any) -> Any:
    """The place (uint64, below 16) of the set bit with `n` (uint64) set bits below it; both bytes are looked up."""
    first, second = bits & _BYTE, bits >> EIGHT
    in_first = np.uint64(count_ones(first))
    near = np.uint64(IN_BYTE[first, n & _SEVEN])
    far = EIGHT + np.uint64(IN_BYTE[second, (n - in_first) & _SEVEN])
    return near if n < in_first else far
