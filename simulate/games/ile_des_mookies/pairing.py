"""One deck in which no card bears a family twice, drawn uniformly among all such pairings of the faces.

Faces are paired one card at a time: the first face without a partner gets one, chosen among the faces it may share a
card with, each with a chance proportional to the number of ways to pair all the rest. So every allowed pairing has
exactly the same chance, 1 / (number of pairings); no rejection, so it works just as well where a random pairing would
hardly ever do.

The number of ways is counted by inclusion and exclusion over the cards that bear a family twice: with n_f faces in
family f, N in all, and m!! the number of ways to pair m + 1 faces freely,

    ways = sum over k of (-1)^k (N - 2k - 1)!! e_k
    sum over k of e_k x^k = product over f of sum over j of n_f! / (2^j j! (n_f - 2j)!) x^j

(the matching polynomial of disjoint complete graphs; Godsil, Algebraic Combinatorics, 1993, chapter 1). Whole numbers
of any size, so exact.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

from simulate.games.ile_des_mookies.faces import Face
from simulate.kernels.plain import PlainStream
from simulate.kernels.purposes import SETUP

Card = tuple[Face, Face]
Below = Callable[[int], int]
"""Gives a uniform integer in 0 … n - 1."""


def distinct_families_deck(faces: Sequence[Face], seed: int) -> list[Card]:
    """The deck of `seed`: all `faces` paired so that no card bears a family twice; two spiders may share one.

    Raises
    ------
    ValueError
        There is no such pairing.
    """
    return draw_deck(faces, keyed_below(seed))


def draw_deck(faces: Sequence[Face], below: Below) -> list[Card]:
    """A deck drawn uniformly among the allowed pairings, with the luck of `below`.

    Raises
    ------
    ValueError
        There is no such pairing.
    """
    left = list(faces)
    if number_of_pairings(left) == 0:
        raise ValueError("there is no way to pair the faces so that no card bears a family twice")
    deck: list[Card] = []
    while left:
        face = left.pop(0)
        weights = [_ways_with(face, left, partner) for partner in range(len(left))]
        deck.append((face, left.pop(_choose(weights, below))))
    return deck


def number_of_pairings(faces: Sequence[Face]) -> int:
    """How many pairings of the faces have no card with a family twice; every face counts as a thing of its own."""
    sizes: dict[int, int] = {}
    spiders = 0
    for face in faces:
        if face.is_spider:
            spiders += 1
        else:
            sizes[face.family] = sizes.get(face.family, 0) + 1
    return _ways(tuple(sorted(sizes.values())), spiders)


def keyed_below(seed: int) -> Below:
    """Uniform integers of any size from the set-up stream of `seed`: the same on every machine and in every version."""
    stream = PlainStream(seed, SETUP)

    def below(n: int) -> int:
        bits = (n - 1).bit_length()
        while True:
            value = 0
            for _ in range(bits // 64 + 1):
                value = value << 64 | stream.draw()
            value &= (1 << bits) - 1
            if value < n:
                return value

    return below


def _ways_with(face: Face, left: list[Face], partner: int) -> int:
    """Ways to pair the rest when `face` shares a card with `left[partner]`; 0 when it may not."""
    if not face.is_spider and face.family == left[partner].family:
        return 0
    return number_of_pairings(left[:partner] + left[partner + 1 :])


def _choose(weights: Sequence[int], below: Below) -> int:
    """An index with a chance proportional to its weight."""
    at = below(sum(weights))
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    raise AssertionError("below() gave a number out of range")


@functools.lru_cache(maxsize=100_000)
def _ways(sizes: tuple[int, ...], spiders: int) -> int:
    """Pairings of families of these sizes and so many spiders without a card that bears a family twice."""
    n = sum(sizes) + spiders
    if n % 2:
        return 0
    twice = [1]
    for size in sizes:
        twice = _product(twice, _inner_pairs(size))
    return sum((-1) ** k * e * _free_pairings(n - 2 * k) for k, e in enumerate(twice))


@functools.cache
def _inner_pairs(size: int) -> list[int]:
    """Element j: ways to choose j disjoint pairs in a family of `size` faces."""
    return [
        math.factorial(size) // (2**j * math.factorial(j) * math.factorial(size - 2 * j)) for j in range(size // 2 + 1)
    ]


def _product(a: list[int], b: list[int]) -> list[int]:
    """The product of two polynomials, lowest coefficient first."""
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


@functools.cache
def _free_pairings(n: int) -> int:
    """Ways to pair n faces without any rule: (n - 1)!!."""
    return math.prod(range(n - 1, 0, -2))
