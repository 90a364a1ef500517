"""Adds what chunks gave as whole numbers of any size, so that one answer may cover any number of plays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.runs.tally import MOST_PLAYS

_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max


def count_many(count: Callable[[int, int], Any], first: int, plays: int, most: int = MOST_PLAYS) -> Any:
    """What any number of plays give: the sum of what at most `most` of them give at a time.

    Returns
    -------
    object
        As `count` returns it: arrays of integers, or tuples of arrays. int64 where every number fits, else Python
        integers (dtype object).
    """
    if plays <= most:
        return count(first, plays)
    total = None
    for at in range(first, first + plays, most):
        given = count(at, min(most, first + plays - at))
        total = given if total is None else added(total, given)
    return narrowed(total)


def added(one: Any, other: Any) -> Any:
    """The sum, number by number, without any bound."""
    if isinstance(one, tuple):
        return tuple(added(a, b) for a, b in zip(one, other, strict=True))
    return one.astype(np.object_) + other.astype(np.object_)


def narrowed(given: Any) -> Any:
    """The same numbers as int64 where they all fit: a tenth of the bytes to send."""
    if isinstance(given, tuple):
        return tuple(narrowed(one) for one in given)
    fits = all(_LEAST <= int(value) <= _MOST for value in given.flat)
    return given.astype(np.int64) if fits else given


def digest(given: Any) -> str:
    """SHA-256 (hex) of the numbers; equal for equal numbers, however they are stored."""
    return hashlib.sha256(json.dumps(_plain(given)).encode()).hexdigest()


def _plain(given: Any) -> Any:
    return [_plain(one) for one in given] if isinstance(given, tuple) else given.tolist()
