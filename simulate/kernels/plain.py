"""The keyed streams in plain Python, for draws made once before any play: a deck that is printed once."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

_MASK = (1 << 64) - 1
_GAMMA, _PLAY_STEP = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
_PURPOSE_STEP, _TWIST_STEP = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
_M1, _M2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class PlainStream:
    """The same words as :mod:`simulate.kernels.rng` draws for (seed, purpose, play), without compiling anything.

    Parameters
    ----------
    seed, purpose, play : int
        0 … 2^64 - 1.
    """

    def __init__(self, seed: int, purpose: int, play: int = 0) -> None:
        base = _mix((seed + purpose * _PURPOSE_STEP) & _MASK)
        self._key = _mix((base + play * _PLAY_STEP) & _MASK)
        self._twist = _mix((self._key + _TWIST_STEP) & _MASK)
        self._at = 0

    def draw(self) -> int:
        """The next word, 0 … 2^64 - 1."""
        z = (self._key + self._at * _GAMMA) & _MASK
        self._at += 1
        z = ((z ^ (z >> 30)) * _M1 + self._twist) & _MASK
        z = ((z ^ (z >> 27)) * _M2) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A uniform integer in 0 … n - 1, unbiased by rejection.

        Raises
        ------
        ValueError
            `n` is not in 1 … 2^64.
        """
        if not 1 <= n <= _MASK + 1:
            raise ValueError(f"n: got {n}, allowed: 1 to 2^64")
        threshold = (1 << 64) % n
        while True:
            product = self.draw() * n
            if product & _MASK >= threshold:
                return product >> 64

    def uniform(self) -> float:
        """A uniform float in [0, 1), a multiple of 2^-53."""
        return (self.draw() >> 11) / (1 << 53)

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place, all orders equally likely (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * _M1) & _MASK
    z = ((z ^ (z >> 27)) * _M2) & _MASK
    return z ^ (z >> 31)
