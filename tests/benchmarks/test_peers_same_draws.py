"""Fed with the draws of the C peers, the Python peers give the same counts, to the last one.

This is sharper than any statistical test: a single other action, removal, winner or millisecond shows. It leaves open
only what both could have wrong together, and the draws themselves, which `test_peers` looks at.
"""

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from benchmarks.peers.build import build, run_c, run_python

Item = TypeVar("Item")
WORD = 2**64
CASES = [("pecheurs", 2, 600), ("pecheurs", 3, 600), ("mookies", 2, 2_000)]
CASES += [("pouet", 4, 250), ("pouet", 6, 250), ("pouet", 8, 250)]


def rotate_left(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) % WORD


class DrawsOfC:
    """What the peers use of ``random.Random``, with the generator and the order of draws of ``common.h``."""

    def __init__(self, seed: int) -> None:
        self.state = []
        self.spare: float | None = None
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) % WORD
            z = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % WORD
            z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
            self.state.append(z ^ z >> 31)

    def word(self) -> int:
        s = self.state
        result = (rotate_left((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        shifted = s[1] << 17 & (WORD - 1)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate_left(s[3], 45)
        return result

    def below(self, n: int) -> int:
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def random(self) -> float:
        return (self.word() >> 11) / 2**53

    def randint(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def sample(self, items: Sequence[Item], k: int) -> list[Item]:
        """Give k items: a shuffle from the end, but for the cells of a card as far as needed and from the start."""
        pool = list(items)
        if len(pool) == 16:
            for i in range(k):
                j = i + self.below(16 - i)
                pool[i], pool[j] = pool[j], pool[i]
            return pool[:k]
        for i in range(len(pool) - 1, 0, -1):
            j = self.below(i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def choice(self, items: Sequence[Item]) -> Item:
        return in_order_of_c(items)[self.below(len(items))]

    def lognormvariate(self, mu: float, sigma: float) -> float:
        if self.spare is not None:
            normal, self.spare = self.spare, None
            return math.exp(mu + sigma * normal)
        radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
        angle = 2.0 * math.pi * self.random()
        self.spare = radius * math.sin(angle)
        return math.exp(mu + sigma * (radius * math.cos(angle)))


def in_order_of_c(items: Sequence[Item]) -> list[Item]:
    """Give the items in the order in which C lists them: a swap comes last among its figure's actions."""

    def place(item: Any) -> tuple[int, bool, int]:
        what, figure, target = item
        return figure, what == "swap", target if what == "swap" else 0

    is_action = isinstance(items[0], tuple) and items[0][0] in ("step", "jump", "swap")
    return sorted(items, key=place) if is_action else list(items)


@pytest.mark.parametrize(("game", "players", "plays"), CASES)
def test_the_same_draws_give_the_same_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int, plays: int
) -> None:
    program = build(f"{game}.c", tmp_path)
    if program is None:
        pytest.skip("no C compiler (cc) on the path")
    monkeypatch.setattr(random, "Random", DrawsOfC)
    python, c = run_python(game, players, plays, 123), run_c(program, players, plays, 123)
    del python["seconds"], c["seconds"]
    assert python == c
