"""What this game needs beyond :mod:`simulate.kernels.bits`: a mirrored word, counts in byte lanes, code kept apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from simulate.kernels.bits import trailing_zeros
from simulate.kernels.jit import rule

ONE = np.uint64(1)
BYTE = np.uint64(0xFF)
PAIR = np.uint64(0xFFFF)
BYTE_ONES = np.uint64(0x0101010101010101)
BYTE_TOPS = np.uint64(0x8080808080808080)
PAIR_ONES = np.uint64(0x0001000100010001)
PAIR_TOPS = np.uint64(0x8000800080008000)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def mirror(typing_context: Any, word: Any) -> Any:
    """The ``uint64`` with its bits in reverse order: bit b becomes bit 63 - b."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def stay_apart(typing_context: Any) -> Any:
    """Does nothing, but the function that calls it stays a call of its own, out of the way of the code around it.

    Numba copies a function into a caller that is itself inlined, unless told otherwise; a policy copied into the loop
    of a play made uniform play 4 % slower, even though it never runs there.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        attributes = builder.function.attributes
        attributes.discard("alwaysinline")
        attributes.add("cold")
        return context.get_dummy_value()

    return types.none(), code


@rule
def lowest_place(word: Any) -> Any:
    """The number (uint64) of the lowest set bit; 64 for zero."""
    return np.uint64(trailing_zeros(word))


@rule
def bit(place: Any) -> Any:
    """The word with only bit `place` (uint64, below 64) set."""
    return ONE << place


@rule
def nth_place(word: Any, n: Any) -> Any:
    """The number (uint64) of the set bit above `n` (uint64) other set bits."""
    for _ in range(n):
        word &= word - ONE
    return lowest_place(word)


@rule
def byte_sums(lanes: Any) -> Any:
    """Running sums of eight byte lanes: lane i holds the sum of lanes 0 … i. The whole sum must stay below 128."""
    return lanes * BYTE_ONES


@rule
def byte_lane_of(sums: Any, k: Any) -> Any:
    """Eight times the first lane whose running sum exceeds `k` (uint64, below the whole sum)."""
    # With its top bit set, a lane can lend k + 1 to nobody; the bit survives where the sum is at least k + 1.
    above = ((sums | BYTE_TOPS) - (k + ONE) * BYTE_ONES) & BYTE_TOPS
    return lowest_place(above) & np.uint64(0x38)


@rule
def pair_sums(lanes: Any) -> Any:
    """Running sums of four 16-bit lanes. The whole sum must stay below 32 768."""
    return lanes * PAIR_ONES


@rule
def pair_lane_of(sums: Any, k: Any) -> Any:
    """Sixteen times the first lane whose running sum exceeds `k` (uint64, below the whole sum)."""
    above = ((sums | PAIR_TOPS) - (k + ONE) * PAIR_ONES) & PAIR_TOPS
    return lowest_place(above) & np.uint64(0x30)
