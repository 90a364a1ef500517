"""How an action is written as one whole number: cell + 64 · direction + 512 · figure + 8192 · kind.

For a swap the place of the cell holds the other figure; for a placement only the cell and the figure count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.kernels.jit import rule

STEP, JUMP, SWAP, PLACE = 0, 1, 2, 3
KIND_NAMES = ("step", "jump", "swap", "place")

TARGET_MASK, DIRECTION_MASK, FIGURE_MASK = np.uint64(63), np.uint64(7), np.uint64(15)
DIRECTION_SHIFT, FIGURE_SHIFT, KIND_SHIFT = np.uint64(6), np.uint64(9), np.uint64(13)


@rule
def encode(kind: Any, figure: Any, direction: Any, target: Any) -> Any:
    """The action (int64) made of its parts (all uint64)."""
    return np.int64(target | (direction << DIRECTION_SHIFT) | (figure << FIGURE_SHIFT) | (kind << KIND_SHIFT))


@rule
def target_of(action: Any) -> Any:
    """The landing cell (uint64), or the other figure of a swap."""
    return np.uint64(action) & TARGET_MASK


@rule
def direction_of(action: Any) -> Any:
    """The direction (uint64)."""
    return (np.uint64(action) >> DIRECTION_SHIFT) & DIRECTION_MASK


@rule
def figure_of(action: Any) -> Any:
    """The figure (uint64) that moves."""
    return (np.uint64(action) >> FIGURE_SHIFT) & FIGURE_MASK


@rule
def kind_of(action: Any) -> Any:
    """The kind (uint64): STEP, JUMP, SWAP or PLACE."""
    return np.uint64(action) >> KIND_SHIFT


class Action(NamedTuple):
    """An action taken apart, for Python: `target` is a cell, or a figure when `kind` is ``swap``."""

    kind: str
    figure: int
    direction: int
    target: int


def decode(action: int) -> Action:
    """The parts of an action."""
    return Action(KIND_NAMES[action >> 13], (action >> 9) & 15, (action >> 6) & 7, action & 63)
