"""The search of the exact solver, which asks: is the margin from here on, for the seat to act, at least so much.

Alpha-beta with an empty window: every position is asked one yes-or-no question, so each answer is a bound on its value,
and bounds are kept in a table of positions. Asking the root with ever better guesses closes in on the value. A position
counts only what is still to be taken, so the points taken before do not matter to the table, and the seats are told
apart by who acts, so two positions that differ only in the colours are one.

The search is a loop over explicit depths: numba does not keep compiled functions that call themselves between
processes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.bits import bit, lowest_place
from simulate.games.pecheurs_de_lunes.exact_board import moons_on, reached
from simulate.games.pecheurs_de_lunes.exact_moves import (
    MAX_MOVES,
    after_move,
    gain_of,
    kind_of_move,
    list_moves,
    other_hand_first,
    source_of_move,
    target_of_move,
    without_stuck,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.exact_regions import most_alone
from simulate.kernels.bits import count_ones
from simulate.kernels.borrowed import borrowed
from simulate.kernels.jit import rule
from simulate.kernels.rng import mix

KNOWN = np.dtype(
    [
        ("lying", "u8"), ("mine", "u8"), ("theirs", "u8"), ("hands", "u2"),  # the whole position: no false hit
        ("move", "u2"),  # the move that gave the last answer, tried first next time
        ("lower", "i2"), ("upper", "i2"),  # the value lies between
    ],
    align=True,
)  # fmt: skip
"""What is known of a position, 32 bytes. ``mine`` is 0 in an empty place: the seat to act has a figure."""

FRAME = np.dtype(
    [
        ("lying", "u8"), ("mine", "u8"), ("theirs", "u8"), ("hands", "u8"),
        ("asked", "i8"),  # is the value at least this?
        ("best", "i8"), ("best_move", "u8"),
        ("gain", "i8"), ("passed", "i8"),  # moons of the move that led here; 1 when the other seat made it
        ("tried", "i8"), ("moves", "i8"),
        ("move", "u8", (MAX_MOVES,)), ("order", "i8", (MAX_MOVES,)),
    ],
    align=True,
)  # fmt: skip
"""One depth of the search: a position, the question, its moves and how promising each is."""

UNKNOWN = np.int64(1 << 20)
"""No value is that far from zero."""

FOUND, STOPPED = 0, 1
"""Status: the answer was found; the limit of moves was reached first."""

ZERO, ONE = np.uint64(0), np.uint64(1)
HINT = np.int64(1 << 40)
MOON, ACTION_TILE, ROOM, BESIDE = np.int64(2048), np.int64(2048), np.int64(768), np.int64(1024)
HISTORY_SHIFT, MOST_HISTORY = np.int64(6), np.int64(1 << 16)


@rule
def place_of(known: Any, lying: Any, mine: Any, theirs: Any, hands: Any) -> Any:
    """Where (int64) a position is kept: this place or its neighbour (the place with its lowest bit turned)."""
    word = mix(lying + mix(mine + mix(theirs + (hands << np.uint64(48)))))
    return np.int64(word & (np.uint64(len(known)) - ONE))


@rule
def find(known: Any, at: Any, lying: Any, mine: Any, theirs: Any, hands: Any) -> Any:
    """The place (int64) where a position is kept, -1 when it is not."""
    for place in (at, at ^ 1):
        entry = known[place]
        if entry.lying == lying and entry.mine == mine and entry.theirs == theirs and np.uint64(entry.hands) == hands:
            return place
    return np.int64(-1)


@rule
def keep(known: Any, frame: Any, value: Any) -> Any:
    """Keep the answer `value` of a frame: a lower bound when it is at least what was asked, else an upper one.

    Of two positions for the same places the one with more tiles, whose answer cost more, keeps the first.
    """
    at = place_of(known, frame.lying, frame.mine, frame.theirs, frame.hands)
    place = find(known, at, frame.lying, frame.mine, frame.theirs, frame.hands)
    if place < 0:
        place = at
        if known[at].mine != ZERO:
            if count_ones(known[at].lying) > count_ones(frame.lying):
                place = at ^ 1
            else:
                known[at ^ 1] = known[at]
        entry = known[place]
        entry.lying, entry.mine, entry.theirs = frame.lying, frame.mine, frame.theirs
        entry.hands = np.uint16(frame.hands)
        entry.lower, entry.upper = np.int16(-32768), np.int16(32767)
        entry.move = np.uint16(0)
    entry = known[place]
    if value >= frame.asked:
        entry.lower = np.int16(value)
    else:
        entry.upper = np.int16(value)
    entry.move = np.uint16(frame.best_move)


@rule
def order_moves(board: Any, table: Any, frame: Any, history: Any, hint: Any) -> Any:
    """Write how promising each move of a frame is: the hint first.

    Then by what it takes, the free tiles beside its target, whether it comes beside a figure of the other seat, and how
    often it was right. Good orders find answers soon; the weights were measured on terrains of 19 cells.
    """
    beside_theirs = ZERO
    left = frame.theirs
    while left != ZERO:
        beside_theirs |= table.near[lowest_place(left)]
        left &= left - ONE
    free = frame.lying & ~(frame.mine | frame.theirs)
    for i in range(frame.moves):
        move = frame.move[i]
        kind, target = kind_of_move(move), target_of_move(move)
        worth = gain_of(board, table, move) * MOON
        worth += ACTION_TILE * np.int64(kind == ZERO and board.action_cells & bit(target) != ZERO)
        worth += ROOM * count_ones(table.near[target] & free)
        worth += BESIDE * np.int64(beside_theirs & bit(target) != ZERO)
        worth += history[np.int64(kind), np.int64(source_of_move(move)), np.int64(target)] >> HISTORY_SHIFT
        frame.order[i] = HINT if move == hint else worth


@rule
def next_move(frame: Any) -> Any:
    """The most promising move (uint64) that was not tried yet."""
    at = frame.tried
    best = at
    for i in range(at + 1, frame.moves):
        if frame.order[i] > frame.order[best]:
            best = i
    move = frame.move[best]
    frame.move[best], frame.order[best] = frame.move[at], frame.order[at]
    frame.move[at] = move
    frame.tried += 1
    return move


@rule
def decided(board: Any, table: Any, frame: Any, alone_frames: Any, alone: Any, count: Any) -> Any:
    """The answer (int64) to a frame's question by what is within reach, UNKNOWN when that does not tell.

    Tiles that nobody can come to any more are taken out of the position.
    """
    most_mine, most_theirs = moons_on(board, frame.lying), np.int64(0)
    if frame.theirs != ZERO:
        most_theirs = most_mine
    if frame.hands == ZERO:
        my_part = reached(table, frame.mine, frame.lying)
        their_part = reached(table, frame.theirs, frame.lying)
        if (my_part | their_part) & board.action_cells == ZERO:
            if my_part & their_part == ZERO:
                value = most_alone(board, table, my_part, frame.mine, alone_frames, alone, count)
                if frame.theirs != ZERO:
                    value -= most_alone(board, table, their_part, frame.theirs, alone_frames, alone, count)
                return value
            frame.lying = my_part | their_part
            most_mine, most_theirs = moons_on(board, my_part), moons_on(board, their_part)
    if most_mine < frame.asked:
        return most_mine
    return -most_theirs if -most_theirs >= frame.asked else UNKNOWN


@rule
def enter(
    board: Any, table: Any, frames: Any, ply: Any, known: Any, history: Any, alone_frames: Any, alone: Any, count: Any
) -> Any:
    """Begin the position of depth `ply`; its answer (int64) when it is known at once, else UNKNOWN."""
    frame = frames[ply]
    frame.best, frame.best_move = -UNKNOWN, ZERO
    if frame.mine == ZERO:  # nobody has a figure: else the other seat would act
        return np.int64(0)
    found = decided(board, table, frame, alone_frames, alone, count)
    if found != UNKNOWN:
        return found
    at = place_of(known, frame.lying, frame.mine, frame.theirs, frame.hands)
    place = find(known, at, frame.lying, frame.mine, frame.theirs, frame.hands)
    hint = ZERO
    if place >= 0:
        lower, upper = np.int64(known[place].lower), np.int64(known[place].upper)
        if lower >= frame.asked or upper < frame.asked:
            return lower if lower >= frame.asked else upper
        hint = np.uint64(known[place].move)
    frame.tried = 0
    frame.moves = list_moves(board, table, frame.lying, frame.mine, frame.theirs, frame.hands, frame.move)
    order_moves(board, table, frame, history, hint)
    return UNKNOWN


@rule
def descend(board: Any, table: Any, frames: Any, ply: Any, move: Any) -> Any:
    """Write the position after `move` from depth `ply`, and the question to it, to the next depth."""
    frame, child = frames[ply], frames[ply + 1]
    lying, mine, theirs, hands = after_move(board, table, frame.lying, frame.mine, frame.theirs, frame.hands, move)
    gain = gain_of(board, table, move)
    child.lying, child.gain = lying, gain
    if theirs != ZERO:
        child.mine, child.theirs, child.hands, child.passed = theirs, mine, other_hand_first(hands), 1
        child.asked = gain - frame.asked + 1
    else:
        child.mine, child.theirs, child.hands, child.passed = mine, ZERO, hands & np.uint64(0xFF), 0
        child.asked = frame.asked - gain


def answer(
    board: Any, table: Any, frames: Any, known: Any, history: Any, alone_frames: Any, alone: Any, limit: Any,
    count: Any, result: Any,
) -> Any:  # fmt: skip
    """Whether the value of the position in ``frames[0]`` is at least ``frames[0].asked``; a status.

    Parameters
    ----------
    board, table : BOARD and TABLE records
    frames : FRAME[depths]
        Position and question stand in the first; the rest is scratch space.
    known : KNOWN[size]
        A power of two; kept from question to question.
    history : int64[3, 64, 64]
        How often each move gave an answer.
    alone_frames, alone : ALONE_FRAME[depths], ALONE[size]
        Those of :func:`most_alone`.
    limit : int
        Stop when `count` reaches this.
    count : int64[1]
        Moves tried, added to.
    result : int64[2]
        A bound on the value: a lower one when it is at least what was asked, else an upper one; and the move (0: none
        was needed) that gave it.
    """
    arrays = (frames, known, history, alone_frames, alone, count)
    frames, known, history, alone_frames, alone, count = borrowed(arrays)
    ply = np.int64(0)
    returned = enter(board, table, frames, 0, known, history, alone_frames, alone, count)
    while True:
        if returned != UNKNOWN:
            if ply == 0:
                break
            value = frames[ply].gain + (-returned if frames[ply].passed == 1 else returned)
            ply -= 1
            frame = frames[ply]
            if value > frame.best:
                frame.best = value
                frame.best_move = frame.move[frame.tried - 1]
        frame = frames[ply]
        if frame.best >= frame.asked or frame.tried == frame.moves:
            returned = frame.best
            keep(known, frame, returned)
            if frame.best >= frame.asked:
                reward(history, frame)
            continue
        if count[0] >= limit:
            return STOPPED
        count[0] += 1
        descend(board, table, frames, ply, next_move(frame))
        ply += 1
        returned = enter(board, table, frames, ply, known, history, alone_frames, alone, count)
    result[0] = returned
    result[1] = np.int64(frames[0].best_move)
    return FOUND


@rule
def reward(history: Any, frame: Any) -> Any:
    """Count the move that answered a question yes, more where more tiles lie; what is old counts less and less."""
    move = frame.best_move
    at = (np.int64(kind_of_move(move)), np.int64(source_of_move(move)), np.int64(target_of_move(move)))
    tiles = count_ones(frame.lying)
    history[at] += tiles * tiles
    if history[at] > MOST_HISTORY:
        for kind in range(history.shape[0]):
            for source in range(history.shape[1]):
                for target in range(history.shape[2]):
                    history[kind, source, target] >>= np.int64(1)


def expand(board: Any, table: Any, frames: Any, children: Any) -> Any:
    """Write every move of the position in ``frames[0]`` and the position after it to `children`; their number (int64).

    Parameters
    ----------
    board, table : BOARD and TABLE records
    frames : FRAME[2]
        The position stands in the first, the second is scratch space.
    children : FRAME[MAX_MOVES]
        Of each, the position, ``gain``, ``passed`` and, as ``best_move``, the move are written.
    """
    frame = frames[0]
    frame.asked = 0
    n = list_moves(board, table, frame.lying, frame.mine, frame.theirs, frame.hands, frame.move)
    for i in range(n):
        descend(board, table, frames, 0, frame.move[i])
        children[i].lying, children[i].mine, children[i].theirs = frames[1].lying, frames[1].mine, frames[1].theirs
        children[i].hands, children[i].gain, children[i].passed = frames[1].hands, frames[1].gain, frames[1].passed
        children[i].best_move = frame.move[i]
    return n


def settle(table: Any, frames: Any) -> Any:
    """Remove stuck figures from the position in ``frames[0]``; the other seat acts when the first has none left."""
    frame = frames[0]
    mine, theirs = without_stuck(table, frame.lying, frame.mine, frame.theirs, frame.hands)
    frame.mine, frame.theirs, frame.passed = mine, theirs, 0
    if mine == ZERO:
        frame.mine, frame.theirs, frame.passed = theirs, mine, 1
        frame.hands = other_hand_first(frame.hands)
