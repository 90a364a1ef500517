"""Single machine instructions that numba does not offer: high product, trailing and leading zeros, population count."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def high_product(typing_context: Any, a: Any, b: Any) -> Any:
    """Upper 64 bits of the 128-bit product of two ``uint64``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """Number of zero bits below the lowest set bit of a ``uint64``; 64 for zero."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def leading_zeros(typing_context: Any, word: Any) -> Any:
    """Number of zero bits above the highest set bit of a ``uint64``; 64 for zero."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def count_ones(typing_context: Any, word: Any) -> Any:
    """Number of set bits of a ``uint64``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code
