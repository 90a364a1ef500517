"""Fixed work that workloads are compared with; it must never change, or every locked ratio loses its meaning.

Four kinds, since a processor's noise does not hit all work alike: a compiled kernel that does what the engine's
kernels do (mixes 64-bit words, branches on them unpredictably, reads and writes a small board); one that also draws
from large tables, for games whose tables do not fit into the first cache; interpreted Python; and a process that
starts, imports some of the standard library and ends.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

KERNEL_STEPS = 160_000
"""Steps of one call of the kernel: about 2 ms."""

DRAWS = 110_000
"""Draws of one call of the kernel with tables: about 2 ms."""

LAWS, THRESHOLDS = 32, 2048
"""Laws that it draws from, and thresholds of each: 640 kB with their guides."""

PYTHON_ROWS = 270
"""Rows that one call of the interpreted reference writes: about 2 ms."""

PROCESS = (sys.executable, "-I", "-c", "import argparse, decimal, email.message, json, logging, unittest")
"""A process that starts, imports and ends."""


def walk(steps: Any, board: Any) -> Any:
    """A checksum (uint64) of `steps` steps on a board of 64 cells (uint8[64], written): the compiled reference.

    Each step mixes a word and then, by its bits and by what lies on a cell, takes from the board, puts on it, looks
    along it until something lies there, or finds the k-th occupied cell. None of the four can be foretold.
    """
    one = np.uint64(1)
    occupied = np.uint64(0x5DEECE66D5DEECE6)
    total = np.uint64(0)
    for i in range(steps):
        z = np.uint64(i) * np.uint64(0x9E3779B97F4A7C15) + total
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        cell = z & np.uint64(63)
        kind = (z >> np.uint64(6)) & np.uint64(3)
        if kind == np.uint64(0):
            if (occupied >> cell) & one:
                occupied &= ~(one << cell)
                total += np.uint64(board[cell])
            else:
                total += one
        elif kind == np.uint64(1):
            occupied |= one << cell
            board[cell] = np.uint8(z >> np.uint64(40))
        elif kind == np.uint64(2):
            for _ in range(64):
                if (occupied >> cell) & one:
                    break
                cell = (cell + one) & np.uint64(63)
            total ^= np.uint64(board[cell]) + cell
        else:
            rest = occupied
            for _ in range((z >> np.uint64(8)) & np.uint64(7)):
                if rest & (rest - one):
                    rest &= rest - one
            total += rest
    return total


def kernel() -> Callable[[], object]:
    """One call of the compiled reference, on a board of its own."""
    compiled = _compiled(walk)
    board = np.zeros(64, np.uint8)

    def call() -> object:
        board[:] = np.arange(64)
        return compiled(KERNEL_STEPS, board)

    return call


@functools.cache
def _compiled(function: Callable[..., Any]) -> Any:
    from numba import njit

    return njit(nogil=True, error_model="numpy")(function)


def draw(draws: Any, board: Any, pool: Any, guide: Any) -> Any:
    """A checksum (uint64) of `draws` values drawn from large tables: the reference for kernels that do so.

    Each draw picks a law by a mixed word, looks the word up in the law's thresholds (uint64[LAWS, THRESHOLDS],
    ascending) from where its guide (uint16[LAWS, THRESHOLDS]) says, and branches on what it finds; `board` is used as
    in `walk`.
    """
    one = np.uint64(1)
    occupied = np.uint64(0x5DEECE66D5DEECE6)
    total = np.uint64(0)
    for i in range(draws):
        z = np.uint64(i) * np.uint64(0x9E3779B97F4A7C15) + (total & np.uint64(1))
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
        law = z & np.uint64(LAWS - 1)
        at = np.uint64(guide[law, z >> np.uint64(53)])
        while at < np.uint64(THRESHOLDS - 1) and pool[law, at] <= z:
            at += one
        cell = at & np.uint64(63)
        if (occupied >> cell) & one:
            occupied &= ~(one << cell)
            total += np.uint64(board[cell]) + at
        else:
            occupied |= one << cell
            board[cell] = np.uint8(at >> np.uint64(3))
            total ^= z
    return total


def tables() -> Callable[[], object]:
    """One call of the compiled reference with large tables, on tables of its own."""
    compiled = _compiled(draw)
    board = np.zeros(64, np.uint8)
    steps = np.arange(1, LAWS * THRESHOLDS + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    pool = np.sort(steps.reshape(LAWS, THRESHOLDS), axis=1)
    starts = np.arange(THRESHOLDS, dtype=np.uint64) << np.uint64(53)
    guide = np.array([np.searchsorted(row, starts, side="right") for row in pool], np.uint16)

    def call() -> object:
        board[:] = np.arange(64)
        return compiled(DRAWS, board, pool, guide)

    return call


def interpreted() -> str:
    """Rows of a made-up table as JSON: the interpreted reference."""
    rows = []
    for i in range(PYTHON_ROWS):
        word = (i * 2654435761) & 0xFFFFFFFF
        name = f"row.{word % 97}"
        rows.append({"name": name, "share": f"{word / 0xFFFFFFFF:.4%}", "digits": [int(d) for d in str(word)]})
    rows.sort(key=lambda row: (row["name"], row["share"]))
    return json.dumps(rows, indent=1)
