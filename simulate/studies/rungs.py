"""The rungs of a ladder as people write them: policies, and budgets that double (``mcts:50..400``)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from variants.errors import BadInput

_RANGE = re.compile(r"([^:,\s]+):(\d{1,9})\.\.(\d{1,9})((?:,[^,]+)*)")
MOST_RUNGS = 24


def read_rungs(texts: Iterable[str]) -> tuple[str, ...]:
    """The rungs, each ``NAME:LOW..HIGH`` in place of LOW, 2 LOW, 4 LOW … up to HIGH.

    Raises
    ------
    BadInput
        A range that is empty or begins at 0, or too many rungs.
    """
    found: list[str] = []
    for text in texts:
        found += _doubled(text.strip())
    if len(found) > MOST_RUNGS:
        raise BadInput.of(f"{len(found)} rungs, allowed: at most {MOST_RUNGS}")
    return tuple(found)


def _doubled(text: str) -> list[str]:
    match = _RANGE.fullmatch(text)
    if not match:
        return [text]
    name, low, high, options = match[1], int(match[2]), int(match[3]), match[4]
    if not 0 < low <= high:
        raise BadInput.of(f"{text[:60]}: got {low}..{high}, allowed: two budgets of at least 1, the smaller first")
    rungs = []
    while low <= high:
        rungs.append(f"{name}:{low}{options}")
        low *= 2
    return rungs
