"""Many draws without replacement in one 128-bit register: sixteen counts are compared with a rank at once.

The two words of :func:`.lanes.draw_kind` stand side by side as sixteen bytes, without the upper bits that carry borrows
there. A face of rank r lies before exactly those counts that are larger than r, and each of them is one less once the
face is gone. How many they are names the kind of the face: its *code* (see :mod:`.lanes`). Counts and ranks are written
as what is missing to 127, so that 0 can stand for no draw.

Written as LLVM vector code, which numba cannot express and which LLVM turns into what each processor has.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

STEPS = 4
"""Draws in one pass of the loop; a chain is as long as a multiple of it."""

I64 = ir.IntType(64)
BYTES = ir.VectorType(ir.IntType(8), 16)
WORDS = ir.VectorType(I64, 2)
TOGETHER = types.UniTuple(types.uint64, 4)


def _joined(builder: Any, first: Any, second: Any) -> Any:
    """Two words as sixteen bytes."""
    pair = builder.insert_element(ir.Constant(WORDS, ir.Undefined), first, ir.Constant(I64, 0))
    return builder.bitcast(builder.insert_element(pair, second, ir.Constant(I64, 1)), BYTES)


def _spread(builder: Any, byte: Any) -> Any:
    """Sixteen times the same byte."""
    at = ir.IntType(32)
    one = builder.insert_element(ir.Constant(BYTES, ir.Undefined), byte, ir.Constant(at, 0))
    return builder.shuffle_vector(one, ir.Constant(BYTES, ir.Undefined), ir.Constant(ir.VectorType(at, 16), [0] * 16))


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def draw_chain(typing_context: Any, ranks: Any, n: Any, cumulative: Any, bounds: Any) -> Any:
    """Put the code of each face in the place of its rank; return how many faces of each seat lay before each count.

    Parameters
    ----------
    ranks : uint8[at least n]
        127 minus the rank of each draw among the faces left; 0 for no draw, which leaves the code 0.
    n : int64
        Number of draws, a multiple of 4; those of the two seats alternate.
    cumulative, bounds : uint64
        127 minus each of sixteen counts, which are at most 126.

    Returns
    -------
    tuple of 4 uint64
        By count: draws of seat 0 before `cumulative`, before `bounds`; the same of seat 1.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        counts = cgutils.alloca_once_value(builder, _joined(builder, arguments[2], arguments[3]))
        found = [cgutils.alloca_once_value(builder, ir.Constant(BYTES, [0] * 16)) for _ in range(2)]
        passes = builder.udiv(arguments[1], ir.Constant(I64, STEPS))
        with cgutils.for_range(builder, passes, intp=I64) as loop:
            first = builder.mul(loop.index, ir.Constant(I64, STEPS))
            for step in range(STEPS):
                place = builder.gep(data, [builder.add(first, ir.Constant(I64, step))])
                now = builder.load(counts)
                before = builder.icmp_signed("<", now, _spread(builder, builder.load(place)))
                minus_one = builder.sext(before, BYTES)
                builder.store(builder.sub(now, minus_one), counts)
                builder.store(builder.sub(builder.load(found[step % 2]), minus_one), found[step % 2])
                bits = builder.bitcast(before, ir.IntType(16))
                builder.store(builder.trunc(builder.ctpop(bits), ir.IntType(8)), place)
        words = []
        for one in found:
            pair = builder.bitcast(builder.load(one), WORDS)
            words += [builder.extract_element(pair, ir.Constant(I64, at)) for at in range(2)]
        return context.make_tuple(builder, TOGETHER, words)

    return TOGETHER(ranks, types.int64, types.uint64, types.uint64), code
