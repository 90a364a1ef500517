"""The n-th set bit of a word, without a branch."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import count_ones
from simulate.kernels.jit import rule
from simulate.kernels.rng import ONE

_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_BYTE = np.uint64(0xFF)
TWO, THREE, FOUR, EIGHT = np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(8)

IN_BYTE = np.array([([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[:8] for byte in range(256)], np.uint8)
"""The n-th set bit of a byte: uint8[256, 8]."""


@rule
def nth_one(bits: Any, n: Any) -> Any:
    """The place (uint64) of the set bit with `n` (uint64) set bits below it (broadword selection; Vigna 2008)."""
    sums = bits - ((bits >> ONE) & _PAIRS)
    sums = (sums & _FOURS) + ((sums >> TWO) & _FOURS)
    sums = ((sums + (sums >> FOUR)) & _EIGHTS) * _BYTES  # byte i: how many in bytes 0 … i
    shift = np.uint64(count_ones(((n * _BYTES | _TOPS) - sums) & _TOPS)) << THREE
    before = ((sums << EIGHT) >> shift) & _BYTE
    return shift + np.uint64(IN_BYTE[(bits >> shift) & _BYTE, n - before])
