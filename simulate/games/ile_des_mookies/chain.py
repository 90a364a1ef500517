"""The faces of a whole play in vector registers: sixteen counts are compared with a rank at once.

The two words of :func:`.lanes.draw_kind` stand side by side as sixteen bytes, without the upper bits that carry borrows
there. A face of rank r lies before exactly those counts that are larger than r, and each of them is one less once the
face is gone. Counts and ranks are written as what is missing to 127, so that 0 can stand for no draw.

Written as LLVM vector code, which numba cannot express and which LLVM turns into what each processor has.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simulate.kernels.rng import GAMMA, M1, M2

STEPS = 4
"""Draws in one pass of the loop; a chain is as long as a multiple of it."""

TURNS_IN_VECTOR, WORDS_IN_VECTOR = 16, 4
"""Turns whose ranks are made at once, and the words of luck for them: 16 bits a turn."""

MOST_DRAWS = 64
LAST_RANK = 127

I8, I16, I32, I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
BYTES = ir.VectorType(I8, 16)
SHORTS = ir.VectorType(I16, 16)
INTS = ir.VectorType(I32, 16)
PAIR = ir.VectorType(I64, 2)
WORDS = ir.VectorType(I64, 4)
TOGETHER = types.UniTuple(types.uint64, 5)


def _joined(builder: Any, first: Any, second: Any) -> Any:
    """Two words as sixteen bytes."""
    pair = builder.insert_element(ir.Constant(PAIR, ir.Undefined), first, ir.Constant(I64, 0))
    return builder.bitcast(builder.insert_element(pair, second, ir.Constant(I64, 1)), BYTES)


def _parted(builder: Any, sixteen: Any) -> list[Any]:
    """Sixteen bytes as two words."""
    pair = builder.bitcast(sixteen, PAIR)
    return [builder.extract_element(pair, ir.Constant(I64, at)) for at in range(2)]


def _spread(builder: Any, value: Any, vector: Any) -> Any:
    """The same value in each place of a vector."""
    nowhere = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(nowhere, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(one, nowhere, ir.Constant(ir.VectorType(I32, vector.count), [0] * vector.count))


def _constant(vector: Any, values: Any) -> Any:
    return ir.Constant(vector, list(values))


def _same(vector: Any, value: int) -> Any:
    return ir.Constant(vector, [value] * vector.count)


def _four_words(builder: Any, base: Any, twist: Any, first: Any) -> Any:
    """Words `first` … `first` + 3 behind the one whose counter is mixed into `base` (see :func:`simulate.kernels.rng.word`)."""
    begin = builder.add(base, builder.mul(first, ir.Constant(I64, int(GAMMA))))
    steps = _constant(WORDS, (i * int(GAMMA) % 2**64 for i in range(WORDS_IN_VECTOR)))
    z = builder.add(_spread(builder, begin, WORDS), steps)
    z = builder.mul(builder.xor(z, builder.lshr(z, _same(WORDS, 30))), _same(WORDS, int(M1)))
    z = builder.add(z, _spread(builder, twist, WORDS))
    z = builder.mul(builder.xor(z, builder.lshr(z, _same(WORDS, 27))), _same(WORDS, int(M2)))
    return builder.xor(z, builder.lshr(z, _same(WORDS, 31)))


def _load(builder: Any, array: Any, at: Any, vector: Any) -> Any:
    """A vector of an array's elements from number `at` on."""
    place = builder.bitcast(builder.gep(array, [at]), vector.as_pointer())
    return builder.load(place, align=2)


def _ranks(builder: Any, luck: Any, bounds: Any, surplus: Any, left: Any) -> tuple[Any, Any]:
    """127 minus the rank of each of sixteen turns, 0 from turn `left` on; and 0 where it is no outcome too many."""
    shorts = builder.bitcast(luck, SHORTS)
    wide = builder.mul(builder.zext(shorts, INTS), builder.zext(bounds, INTS))
    rank = builder.trunc(builder.lshr(wide, _same(INTS, 16)), BYTES)
    kept = builder.icmp_unsigned(">=", builder.mul(shorts, bounds), surplus)
    played = builder.icmp_signed("<", _constant(BYTES, range(16)), _spread(builder, builder.trunc(left, I8), BYTES))
    missing = builder.sub(_same(BYTES, LAST_RANK), rank)
    return builder.select(played, missing, _same(BYTES, 0)), builder.sext(kept, SHORTS)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def draw_faces(
    typing_context: Any, base: Any, twist: Any, bounds: Any, surplus: Any, draws: Any, until: Any, first: Any,
    second: Any,
) -> Any:  # fmt: skip
    """Draw the face of each turn, and count them by seat.

    Parameters
    ----------
    base, twist : uint64
        The stream of the deal: ``base`` is its key plus GAMMA times the number of the first word. A word is the luck of
        four turns, 16 bits each.
    bounds, surplus : uint16[64]
        Faces left in each turn, and 2^16 modulo that number.
    draws, until : int64
        Turns to go through, a multiple of 4, and turns in which a face is placed. Those of the two seats alternate.
    first, second : uint64
        127 minus each of the sixteen counts, which are at most 126, before the first turn.

    Returns
    -------
    tuple of 5 uint64
        By count, in the order of `first` and `second`: faces of seat 0 that lay before it, two words; the counts after
        the last turn, as given, two words. Then: not 0 when some rank is one of the outcomes too many, which must be
        drawn again (and the rest of no use).
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base, twist, _, _, draws, until, first, second = arguments
        tables = [
            context.make_array(signature.args[i])(context, builder, arguments[i]).data for i in (2, 3)
        ]  # fmt: skip
        ranks = cgutils.alloca_once(builder, ir.ArrayType(I8, MOST_DRAWS))
        data = builder.bitcast(ranks, I8.as_pointer())
        kept = cgutils.alloca_once_value(builder, _same(SHORTS, -1))
        vectors = builder.udiv(
            builder.add(draws, ir.Constant(I64, TURNS_IN_VECTOR - 1)), ir.Constant(I64, TURNS_IN_VECTOR)
        )
        with cgutils.for_range(builder, vectors, intp=I64) as loop:
            luck = _four_words(builder, base, twist, builder.mul(loop.index, ir.Constant(I64, WORDS_IN_VECTOR)))
            turn = builder.mul(loop.index, ir.Constant(I64, TURNS_IN_VECTOR))
            limits = [_load(builder, one, turn, SHORTS) for one in tables]
            found, each = _ranks(builder, luck, *limits, builder.sub(until, turn))
            builder.store(found, builder.bitcast(builder.gep(data, [turn]), BYTES.as_pointer()), align=1)
            builder.store(builder.and_(builder.load(kept), each), kept)

        counts = cgutils.alloca_once_value(builder, _joined(builder, first, second))
        taken = cgutils.alloca_once_value(builder, _same(BYTES, 0))
        passes = builder.udiv(draws, ir.Constant(I64, STEPS))
        with cgutils.for_range(builder, passes, intp=I64) as loop:
            begin = builder.mul(loop.index, ir.Constant(I64, STEPS))
            for step in range(STEPS):
                rank = builder.load(builder.gep(data, [builder.add(begin, ir.Constant(I64, step))]))
                now = builder.load(counts)
                minus_one = builder.sext(builder.icmp_signed("<", now, _spread(builder, rank, BYTES)), BYTES)
                builder.store(builder.sub(now, minus_one), counts)
                if step % 2 == 0:
                    builder.store(builder.sub(builder.load(taken), minus_one), taken)
        every = builder.bitcast(builder.load(kept), ir.IntType(256))
        again = builder.zext(builder.icmp_unsigned("!=", every, ir.Constant(ir.IntType(256), -1)), I64)
        words = [*_parted(builder, builder.load(taken)), *_parted(builder, builder.load(counts)), again]
        return context.make_tuple(builder, TOGETHER, words)

    arguments = (types.uint64, types.uint64, bounds, surplus, types.int64, types.int64, types.uint64, types.uint64)
    return TOGETHER(*arguments), code
