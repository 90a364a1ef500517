"""The faces of many uniform plays at once: a byte lane for each play, a vector for each turn or count.

A face of rank r lies before exactly those counts of :func:`.lanes.draw_kind` that are larger than r, and each of them
is one less once the face is gone. So a count goes its own way through the ranks of a play, and one comparison and one
subtraction do a step of it for as many plays as there are bytes in a vector. Counts and ranks are written as what is
missing to 127, so that 0 can stand for no draw.

Written as LLVM vector code, which numba cannot express and which LLVM turns into what each processor has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

PLAYS = 32
"""Plays abreast."""

TURNS_OF_PIECE, TURNS_OF_WORD = 3, 6
"""The ranks of three turns are drawn together from half a word of luck."""

ROWS = 32
"""Vectors of counts: for each of four words of a play its eight lanes."""

COMPLETE = 127
HALF = PLAYS // 2
LOWER_HALF = (1 << 32) - 1

I8, I32, I64 = (ir.IntType(bits) for bits in (8, 32, 64))
LANES = ir.VectorType(I8, PLAYS)
HALF_LANES = ir.VectorType(I8, HALF)
WORDS = ir.VectorType(I64, PLAYS)
HALVES, HALVES_BYTES = ir.VectorType(I32, 2 * PLAYS), ir.VectorType(I8, 2 * PLAYS)
PAIRS = ir.VectorType(ir.IntType(16), PLAYS)


def _same(vector: Any, value: int) -> Any:
    return ir.Constant(vector, [value] * vector.count)


def _pick(builder: Any, one: Any, other: Any, places: Sequence[int]) -> Any:
    """The elements of two vectors at these places."""
    return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(I32, len(places)), list(places)))


def _spread(builder: Any, value: Any, vector: Any) -> Any:
    """The same value in each place of a vector."""
    nowhere = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(nowhere, value, ir.Constant(I32, 0))
    return _pick(builder, one, nowhere, [0] * vector.count)


def _vector_at(builder: Any, words: Any, first: Any, vector: Any) -> Any:
    """Where a vector lies (a pointer) that begins at word `first`."""
    return builder.bitcast(builder.gep(words, [first]), vector.as_pointer())


def _number(value: int) -> Any:
    return ir.Constant(I64, value)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def rank_turns(
    typing_context: Any, words: Any, luck: Any, turns: Any, certain: Any, ranks: Any, groups: Any, bounds: Any,
    surplus: Any,
) -> Any:  # fmt: skip
    """Turn luck into ranks: 127 minus the rank of each turn's face among those left, 0 after the last turn.

    Parameters
    ----------
    words : uint64[…]
        Scratch space. `luck`, `turns`, `certain` and `ranks` (int64) are numbers of its words, where begin: for each
        group of six turns a word of luck a play; the turns of each play; a word a play that is written, 0 unless some
        rank is one of the outcomes too many and must be drawn again (or may have to, had there been more turns); and a
        byte a play for each turn, which is written.
    groups : int64
        Groups of six turns.
    bounds : uint32[6 * groups]
        Faces left in each turn.
    surplus : uint32[2 * groups]
        2^32 modulo the product of three of them.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, limits, rest = (
            context.make_array(signature.args[i])(context, builder, arguments[i]).data for i in (0, 6, 7)
        )
        _, luck, turns, certain, ranks, groups, _, _ = arguments
        until = builder.trunc(builder.load(_vector_at(builder, data, turns, WORDS), align=8), LANES)
        doubts = _vector_at(builder, data, certain, WORDS)
        builder.store(_same(WORDS, 0), doubts, align=8)
        with cgutils.for_range(builder, groups, intp=I64) as loop:
            place = builder.add(luck, builder.mul(loop.index, _number(PLAYS)))
            six = builder.load(_vector_at(builder, data, place, WORDS), align=8)
            doubtful = builder.load(doubts, align=8)
            lower = [builder.and_(six, _same(WORDS, LOWER_HALF)), builder.lshr(six, _same(WORDS, 32))]
            piece = [builder.add(builder.mul(loop.index, _number(2)), _number(half)) for half in range(2)]
            for step in range(TURNS_OF_PIECE):
                two = [builder.add(builder.mul(one, _number(TURNS_OF_PIECE)), _number(step)) for one in piece]
                products = [
                    builder.mul(one, _spread_short(builder, limits, turn)) for one, turn in zip(lower, two, strict=True)
                ]
                lower = [builder.and_(one, _same(WORDS, LOWER_HALF)) for one in products]
                for turn, rank in zip(two, _upper_halves(builder, *products), strict=True):
                    played = builder.icmp_signed("<", _spread(builder, builder.trunc(turn, I8), LANES), until)
                    missing = builder.select(played, builder.sub(_same(LANES, COMPLETE), rank), _same(LANES, 0))
                    row = builder.add(ranks, builder.mul(turn, _number(PLAYS // 8)))
                    builder.store(missing, _vector_at(builder, data, row, LANES), align=8)
            for rest_of, at in zip(lower, piece, strict=True):
                again = builder.icmp_signed("<", rest_of, _spread_short(builder, rest, at))
                doubtful = builder.or_(doubtful, builder.sext(again, WORDS))
            builder.store(doubtful, doubts, align=8)
        return context.get_dummy_value()

    number = types.int64
    return types.void(words, number, number, number, number, number, bounds, surplus), code


def _upper_halves(builder: Any, first: Any, second: Any) -> tuple[Any, Any]:
    """The upper halves of two vectors of words, which are small numbers, as bytes; packed together, then parted."""
    upper = builder.and_(second, _same(WORDS, LOWER_HALF << 32))
    both = builder.bitcast(builder.or_(builder.lshr(first, _same(WORDS, 32)), upper), HALVES)
    pairs = builder.bitcast(builder.trunc(both, HALVES_BYTES), PAIRS)
    return builder.trunc(pairs, LANES), builder.trunc(builder.lshr(pairs, _same(PAIRS, 8)), LANES)


def _spread_short(builder: Any, numbers: Any, at: Any) -> Any:
    """A 32-bit number of an array, in each place of a vector of words."""
    return _spread(builder, builder.zext(builder.load(builder.gep(numbers, [at])), I64), WORDS)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def follow_counts(
    typing_context: Any, words: Any, ranks: Any, rows: Any, at: Any, groups: Any, first: Any, second: Any
) -> Any:
    """Follow two counts through all turns; write how many faces of each seat lay before them.

    Parameters
    ----------
    words : uint64[…]
        Scratch space; `ranks` as in :func:`rank_turns`. From `rows` (int64) on are rows of a byte a play, of which
        `at`, `at` + 8, `at` + 16 and `at` + 24 are written: the faces of seat 0 before the first count and before the
        second one, then those of seat 1.
    groups : int64
        Groups of six turns; turns of the two seats alternate.
    first, second : uint64
        The counts before the first turn, at most 126.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        _, ranks, rows, at, groups, *counts = arguments
        begin = [
            builder.sub(_same(LANES, COMPLETE), _spread(builder, builder.trunc(count, I8), LANES)) for count in counts
        ]
        now = [cgutils.alloca_once_value(builder, one) for one in begin]
        taken = [cgutils.alloca_once_value(builder, _same(LANES, 0)) for _ in range(2)]
        with cgutils.for_range(builder, groups, intp=I64) as loop:
            group = builder.add(ranks, builder.mul(loop.index, _number(TURNS_OF_WORD * PLAYS // 8)))
            for turn in range(TURNS_OF_WORD):
                place = _vector_at(builder, data, builder.add(group, _number(turn * PLAYS // 8)), LANES)
                rank = builder.load(place, align=8)
                for count, of_first in zip(now, taken, strict=True):
                    value = builder.load(count)
                    minus_one = builder.sext(builder.icmp_signed("<", value, rank), LANES)
                    builder.store(builder.sub(value, minus_one), count)
                    if turn % 2 == 0:
                        builder.store(builder.sub(builder.load(of_first), minus_one), of_first)
        of_first = [builder.load(one) for one in taken]
        of_second = [
            builder.sub(builder.sub(builder.load(end), start), one)
            for end, start, one in zip(now, begin, of_first, strict=True)
        ]
        for number, row in enumerate((*of_first, *of_second)):
            word = builder.add(rows, builder.mul(builder.add(at, _number(8 * number)), _number(PLAYS // 8)))
            builder.store(row, _vector_at(builder, data, word, LANES), align=8)
        return context.get_dummy_value()

    number, count = types.int64, types.uint64
    return types.void(words, number, number, number, number, count, count), code


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def gather_words(typing_context: Any, words: Any, rows: Any, gathered: Any) -> Any:
    """Write a word a play from each eight rows of bytes: row i becomes lane i.

    Parameters
    ----------
    words : uint64[…]
        Scratch space; from `rows` (int64) on 32 rows, from `gathered` (int64) on four times a word a play.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        _, rows, gathered = arguments
        low = [i // 2 + i % 2 * HALF for i in range(HALF)]
        high = [i + HALF // 2 for i in low]
        for word in range(ROWS // 8):
            for half in range(2):
                places = [builder.add(rows, _number(((word * 8 + i) * 2 + half) * HALF // 8)) for i in range(8)]
                eight = [builder.load(_vector_at(builder, data, one, HALF_LANES), align=8) for one in places]
                for _ in range(3):  # each time vector i and i + 4 are interleaved
                    eight = [_pick(builder, eight[i], eight[i + 4], order) for i in range(4) for order in (low, high)]
                for i, two in enumerate(eight):
                    place = builder.add(gathered, _number(word * PLAYS + half * HALF + 2 * i))
                    builder.store(two, _vector_at(builder, data, place, HALF_LANES), align=8)
        return context.get_dummy_value()

    return types.void(words, types.int64, types.int64), code
