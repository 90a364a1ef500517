"""L'île des Mookies, classic variant, uniform play, as a designer would script it.

Rules: ``docs/rules.md`` section 2. ``python mookies.py 2 PLAYS SEED`` prints the counts as JSON.
"""

import json
import random
import sys
import time
from typing import Any

SPIDER = -1
STARS = [1, 1, 2, 2, 3]  # the trophies, by family
# A face: its family and what it counts there. 12 Mookies and one legendary per family, 7 spiders.
FACES = [(family, worth) for family in range(5) for worth in [1] * 12 + [2]] + [(SPIDER, 1)] * 7

Collection = list[tuple[int, int]]


def play_out(rng: random.Random) -> list[Collection]:
    """Play until one pile is taken up; give the faces on the collection of each seat."""
    faces = rng.sample(FACES, len(FACES))
    cards = list(zip(faces[::2], faces[1::2], strict=True))
    piles = [cards[:18], cards[18:]]
    collections: list[Collection] = [[], []]
    seat = 0
    while all(piles):
        face = rng.choice(rng.choice(piles).pop())
        collections[1 - seat if face[0] == SPIDER else seat].append(face)
        seat = 1 - seat
    return collections


def count_spiders(collection: Collection) -> int:
    """Give the number of spiders on a collection."""
    return sum(family == SPIDER for family, _ in collection)


def count_stars(collections: list[Collection]) -> list[int]:
    """Give the stars of each seat: trophies by majority, and the spiders' price of one trophy, the least."""
    counts = [[0] * 5, [0] * 5]
    for seat, collection in enumerate(collections):
        for family, worth in collection:
            if family != SPIDER:
                counts[seat][family] += worth
    trophies: list[list[int]] = [[], []]
    for family, stars in enumerate(STARS):
        if counts[0][family] != counts[1][family]:
            trophies[0 if counts[0][family] > counts[1][family] else 1].append(stars)
    spiders = [count_spiders(collection) for collection in collections]
    if spiders[0] != spiders[1]:
        loser = trophies[0 if spiders[0] > spiders[1] else 1]
        if loser:
            loser.remove(min(loser))
    return [sum(trophies[0]), sum(trophies[1])]


def run(players: int, plays: int, seed: int) -> dict[str, Any]:
    """Give the counts of `plays` plays.

    Returns
    -------
    dict
        ``plays``; ``seconds``; ``wins[seat][k - 1]``: plays in which the seat is one of k winners; histograms ``turns``
        (cards taken, 0 … 36), ``score[seat]`` (stars, 0 … 9) and ``spiders[seat]`` (0 … 7); ``equal_stars``: plays
        that the youngest, seat 0, won with equal stars.

    Raises
    ------
    ValueError
        Players other than 2.
    """
    if players != 2:
        raise ValueError(f"players: got {players}, allowed 2")
    rng = random.Random(seed)
    wins = [[0, 0], [0, 0]]
    turns, score, spiders = [0] * 37, [[0] * 10, [0] * 10], [[0] * 8, [0] * 8]
    equal_stars = 0
    start = time.perf_counter()
    for _ in range(plays):
        collections = play_out(rng)
        stars = count_stars(collections)
        wins[1 if stars[1] > stars[0] else 0][0] += 1
        equal_stars += stars[0] == stars[1]
        turns[len(collections[0]) + len(collections[1])] += 1
        for seat in (0, 1):
            score[seat][stars[seat]] += 1
            spiders[seat][count_spiders(collections[seat])] += 1
    seconds = time.perf_counter() - start
    counts = {"plays": plays, "seconds": seconds, "wins": wins, "turns": turns, "score": score}
    return counts | {"equal_stars": equal_stars, "spiders": spiders}


if __name__ == "__main__":
    print(json.dumps(run(*(int(word) for word in sys.argv[1:4]))))
