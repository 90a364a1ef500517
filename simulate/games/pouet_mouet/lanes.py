"""All sixteen signals at once: numbers in sixteen lanes of vector registers, sets of lanes as the bits of a word.

Loops over sixteen numbers could do the same, but compilers unroll some of them and leave them in single registers. A
vector of sixteen is split into as many registers as the processor needs.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simulate.games.pouet_mouet.grid import SIGNALS

LONG, BYTE, INDEX = ir.IntType(64), ir.IntType(8), ir.IntType(32)
LONGS, BYTES, FLAGS = (ir.VectorType(of, SIGNALS) for of in (LONG, BYTE, ir.IntType(1)))
ORDER = ir.Constant(LONGS, list(range(SIGNALS)))
MOST_SUMMED = 12
"""Rows that are always added up; the rest only where a plane has so many signals."""


def _pointer(context: Any, builder: Any, kind: Any, array: Any, vector: Any, row: Any = None) -> Any:
    """The address of sixteen numbers: those of an array of sixteen or more, or of a row of an array of rows."""
    first = context.make_array(kind)(context, builder, array).data
    if row is not None:
        first = builder.gep(first, [builder.mul(row, LONG(SIGNALS))])
    return builder.bitcast(first, vector.as_pointer())


def _load(context: Any, builder: Any, kind: Any, array: Any, row: Any = None) -> Any:
    return builder.load(_pointer(context, builder, kind, array, LONGS, row), align=8)


def _everywhere(builder: Any, vector: Any, lane: int) -> Any:
    """One lane of a vector in all lanes."""
    return builder.shuffle_vector(
        vector, ir.Constant(LONGS, ir.Undefined), ir.Constant(ir.VectorType(INDEX, SIGNALS), [lane] * SIGNALS)
    )


def _filled(builder: Any, number: Any) -> Any:
    """A number in all lanes."""
    one = builder.insert_element(ir.Constant(LONGS, ir.Undefined), number, INDEX(0))
    return _everywhere(builder, one, 0)


def _set(builder: Any, flags: Any) -> Any:
    """The lanes whose flag is set, as a word."""
    return builder.zext(builder.bitcast(flags, ir.IntType(SIGNALS)), LONG)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def lanes_of(typing_context: Any, word: Any, places: Any) -> Any:
    """The lanes (uint64 set) whose place (uint8[16], each below 64) is a set bit of `word` (uint64)."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = builder.load(_pointer(context, builder, places, arguments[1], BYTES), align=1)
        shifted = builder.lshr(_filled(builder, arguments[0]), builder.zext(where, LONGS))
        return _set(builder, builder.trunc(shifted, FLAGS))

    return types.uint64(types.uint64, places), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def write_sum(typing_context: Any, sums: Any, rows: Any, chosen: Any, many: Any) -> Any:
    """Write to the first sixteen of `sums` (int64) the sum of the `chosen` (uint64 set) rows of `rows` (int64[…, 16]).

    If not `many` (a truth value), only the first twelve rows may be chosen.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.and_(builder.lshr(_filled(builder, arguments[2]), ORDER), ir.Constant(LONGS, [1] * SIGNALS))
        masks = builder.sub(ir.Constant(LONGS, [0] * SIGNALS), bits)

        def added(total: Any, first: int, last: int) -> Any:
            for row in range(first, last):
                numbers = _load(context, builder, rows, arguments[1], LONG(row))
                total = builder.add(total, builder.and_(_everywhere(builder, masks, row), numbers))
            return total

        to = _pointer(context, builder, sums, arguments[0], LONGS)
        few = added(ir.Constant(LONGS, [0] * SIGNALS), 0, MOST_SUMMED)
        builder.store(few, to, align=8)
        with builder.if_then(arguments[3], likely=False):
            builder.store(added(few, MOST_SUMMED, SIGNALS), to, align=8)
        return context.get_dummy_value()

    return types.none(sums, rows, types.uint64, types.boolean), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def add_difference(typing_context: Any, sums: Any, rows: Any, others: Any, row: Any) -> Any:
    """Add to the first sixteen of `sums` (int64) row number `row` (uint64) of `rows`, less that of `others`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        more, less = (_load(context, builder, signature.args[i], arguments[i], arguments[3]) for i in (1, 2))
        to = _pointer(context, builder, sums, arguments[0], LONGS)
        builder.store(builder.add(builder.load(to, align=8), builder.sub(more, less)), to, align=8)
        return context.get_dummy_value()

    return types.none(sums, rows, others, types.uint64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def highest(typing_context: Any, numbers: Any, among: Any, close: Any) -> Any:
    """Those lanes `among` the given ones (uint64 set, not empty) that hold less than `close` below the highest of them.

    Numbers (int64, the first sixteen of an array) must not be negative.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        flags = builder.bitcast(builder.trunc(arguments[1], ir.IntType(SIGNALS)), FLAGS)
        all_of_them = _load(context, builder, numbers, arguments[0])
        counted = builder.select(flags, all_of_them, ir.Constant(LONGS, [-1] * SIGNALS))
        kind = ir.FunctionType(LONG, [LONGS])
        largest = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.smax.v{SIGNALS}i64")
        least = builder.sub(builder.call(largest, [counted]), arguments[2])
        above = builder.icmp_signed(">", counted, _filled(builder, least))
        return _set(builder, builder.and_(above, flags))

    return types.uint64(numbers, types.uint64, types.int64), code
