"""How the face of a tile is written as one byte: moons as their number, other faces as numbers above all of those."""

from __future__ import annotations

from collections.abc import Mapping

MAX_MOON = 99
"""Most moons on one tile."""

JUMP, SWAP, NEUTRAL = 100, 101, 102

NAMES: Mapping[int, str] = {JUMP: "jump tile", SWAP: "swap tile", NEUTRAL: "neutral tile"}

LETTERS: Mapping[str, int] = {"n": NEUTRAL, "j": JUMP, "s": SWAP, **{str(value): value for value in range(1, 10)}}
"""Faces by their character in a drawn map."""


def letter(face: int) -> str:
    """The one or two characters that stand for a face on a board."""
    return {JUMP: "j", SWAP: "s", NEUTRAL: "n"}.get(face) or str(face)


def name(face: int) -> str:
    """A face in words."""
    if face in NAMES:
        return NAMES[face]
    return "1 moon" if face == 1 else f"{face} moons"
