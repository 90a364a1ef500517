"""The law of uniform play: exact answers, whole tiny games by enumeration, and the oracle's own uniform play."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from simulate.games.ile_des_mookies.faces import read_face
from simulate.games.ile_des_mookies.story import reader
from simulate.games.ile_des_mookies.variant import DistinctFamilies, ListedCards, Rules, SplitPiles, UnevenPiles
from tests.games.ile_des_mookies.chances import LEAST, p_one_sample, p_two_samples
from tests.games.ile_des_mookies.glue import deck_of, oracle_for, told
from tests.games.ile_des_mookies.plays import SHIPPED, histogram, prepared, rules_of
from tests.oracles import mookies as oracle

Outcome = dict[tuple[str, int], int]
"""What a play is counted for, by (measure, seat)."""


def length_law(first: int, second: int) -> list[float]:
    """Chances of 0, 1, 2, … turns when piles of these heights are taken from by fair coins until one is used up."""
    return [
        float(Fraction(_ways_to_end(n, first, second) + _ways_to_end(n, second, first), 2**n))
        for n in range(first + second + 1)
    ]


def _ways_to_end(n: int, used_up: int, other: int) -> int:
    """Ways of n choices in which the last one uses up its pile while the other pile still has cards."""
    return comb(n - 1, used_up - 1) if used_up <= n < used_up + other else 0


def outcome(game: oracle.Mookies) -> Outcome:
    """The oracle's finished play as it would be counted."""
    stars, spiders = game.stars(), game.spiders()
    return {
        ("score", 0): stars[0], ("score", 1): stars[1], ("margin", 0): abs(stars[0] - stars[1]),
        ("turns", 0): game.cards,
        ("spiders", 0): spiders[0], ("spiders", 1): spiders[1], ("equal_stars", 0): int(game.decided_by_tiebreak),
        ("given_back", 0): int(game.given_back is not None), ("winners", 0): sum(1 << seat for seat in game.winners()),
    }  # fmt: skip


def counted(rules: Rules, plays: int, seed: int) -> dict[tuple[str, int], np.ndarray[Any, Any]]:
    """The kernels' histograms of the same measures."""
    play = prepared(rules)
    row = play.count_plays(seed, 0, plays)
    found = {
        (name, seat): histogram(play, row, name, seat)
        for name, seat in (
            ("score", 0), ("score", 1), ("margin", 0), ("turns", 0), ("spiders", 0), ("spiders", 1), ("equal_stars", 0),
            ("given_back", 0),
        )
    }  # fmt: skip
    outright = row[2:6].reshape(2, 2)
    found["winners", 0] = np.array([0, outright[0, 0], outright[1, 0], outright[0, 1]])
    return found


# Exact answers


def test_the_length_of_a_play_has_the_known_mean() -> None:
    law = length_law(18, 18)
    assert law[18:36] == [2 * comb(17 + j, j) / 2 ** (18 + j) for j in range(18)]
    mean = float(np.dot(law, range(37)))
    assert mean == pytest.approx(31.2458184, abs=5e-8)
    play = prepared(rules_of("classic"))
    row = play.count_plays(3, 0, 400_000)
    turns = histogram(play, row, "turns")
    assert p_one_sample(turns, law) > LEAST
    spread = sqrt(float(np.dot(law, np.square(range(37)))) - mean**2)
    assert abs(float(np.dot(turns, range(37))) / 400_000 - mean) < 4.5 * spread / sqrt(400_000)


@pytest.mark.parametrize("sizes", [[1, 35], [10, 26], [20, 16]])
def test_the_length_follows_the_heights_of_the_piles(sizes: list[int]) -> None:
    play = prepared(Rules(piles=SplitPiles(sizes=sizes)))
    assert p_one_sample(histogram(play, play.count_plays(4, 0, 100_000), "turns"), length_law(*sizes)) > LEAST


def test_uneven_piles_are_split_uniformly() -> None:
    play = prepared(Rules(piles=UnevenPiles(by=3)))
    law = np.mean([length_law(18 + d, 18 - d) for d in range(-3, 4)], axis=0)
    assert p_one_sample(histogram(play, play.count_plays(6, 0, 200_000), "turns"), law) > LEAST
    heights = Counter(int(play.record(6, index).states[0]["heights"][0]) for index in range(700))
    assert p_one_sample([heights[h] for h in range(15, 22)], [1 / 7] * 7) > LEAST


def test_spiders_are_as_common_among_the_faces_placed_as_among_all() -> None:
    """Uniform play looks at nothing, so a face placed is any of the 72, whatever the length."""
    plays = 400_000
    play = prepared(rules_of("classic"))
    row = play.count_plays(8, 0, plays)
    placed = sum(float(np.dot(histogram(play, row, "spiders", seat), range(8))) for seat in range(2)) / plays
    assert abs(placed - 7 / 72 * 31.2458184) < 4.5 * 1.4 / sqrt(plays)


# Whole tiny games


def all_orders(rules: Rules) -> Iterator[list[oracle.Card]]:
    """Every deal of a tiny variant, each as often as the others."""
    if isinstance(rules.pairing, ListedCards):
        cards = [(told(read_face(a)), told(read_face(b))) for a, b in rules.pairing.cards]
        for order in itertools.permutations(cards):
            for flips in itertools.product((0, 1), repeat=len(cards)):
                yield [(card[flip], card[1 - flip]) for card, flip in zip(order, flips, strict=True)]
        return
    for faces in itertools.permutations(deck_of(rules)):
        yield [(faces[n], faces[n + 1]) for n in range(0, len(faces), 2)]


def exact_law(rules: Rules, sizes: tuple[int, int]) -> dict[tuple[str, int], Counter[int]]:
    """Chances of every outcome by playing every deal in every way."""
    law: dict[tuple[str, int], Counter[int]] = {}
    deals = Counter(tuple(order) for order in all_orders(rules))
    total = sum(deals.values())
    for cards, times in deals.items():
        for result, weight in play_every_way(rules, list(cards), sizes[0]):
            for key, value in result.items():
                law.setdefault(key, Counter())[value] += weight * times / total  # type: ignore[assignment]  # fractions
    return law


def play_every_way(rules: Rules, cards: list[oracle.Card], first: int) -> Iterator[tuple[Outcome, Fraction]]:
    """Every end of one deal under uniform play, with its chance."""
    pending: list[tuple[list[oracle.Action], Fraction]] = [([], Fraction(1))]
    while pending:
        choices, weight = pending.pop()
        game = oracle_for(rules).start([cards[:first], cards[first:]])
        for choice in choices:
            game.play(choice)
        if game.over:
            yield outcome(game), weight
            continue
        legal = sorted(game.legal())
        pending += [([*choices, action], weight / len(legal)) for action in legal]


FACES = {"families": 2, "per_family": 1, "legendary": 1, "spiders": 2}
TINY: dict[str, dict[str, Any]] = {
    "uniform": {},
    "shared": {"tie_break": "shared", "legendary_value": 3},
    "both piles": {"end": "both_piles", "tie_break": "fewest_spiders"},
    "more Mookies": {"tie_break": "most_mookies", "legendary_value": 0, "stars": [2, 1]},
    "list": {
        "pairing": {"kind": "list", "cards": [["A", "S"], ["B*", "S"], ["A*", "B"]]},
        "tie_break": "fewest_spiders",
    },
    "list, both piles": {
        "pairing": {"kind": "list", "cards": [["A", "B"], ["S", "S"], ["B*", "A*"]]},
        "end": "both_piles",
    },
}


@pytest.mark.parametrize("name", TINY)
def test_a_tiny_game_has_exactly_the_law_of_all_its_plays(name: str) -> None:
    dials = {"cards": 3, "faces": FACES, "stars": [1, 2], "piles": {"kind": "split", "sizes": [1, 2]}, **TINY[name]}
    rules = Rules.model_validate(dials)
    assert not rules.cross_check_all(rules)
    law = exact_law(rules, (1, 2))
    for key, found in counted(rules, 150_000, 21).items():
        chances = [float(law[key][value]) for value in range(len(found))]
        assert p_one_sample(found, chances) > LEAST, key


# The oracle's own uniform play


@pytest.mark.parametrize("name", SHIPPED)
def test_the_oracle_playing_by_itself_has_the_same_law(name: str) -> None:
    rules = rules_of(name)
    pairing: Any = "uniform"
    if isinstance(rules.pairing, DistinctFamilies):
        table = prepared(rules).table[0]
        read = reader(table)
        cards = [[read.face(int(word)) for word in card] for card in table["deck"][: rules.cards]]
        pairing = [tuple(told(face) for face in card if face) for card in cards]
    rng = random.Random(2024)
    plays = 1500
    theirs: Counter[tuple[tuple[str, int], int]] = Counter()
    for _ in range(plays):
        game = oracle_for(rules).start(oracle.deal(rng, pairing=pairing, faces=deck_of(rules)))
        while not game.over:
            game.play(rng.choice(sorted(game.legal())))
        theirs.update((key, value) for key, value in outcome(game).items())
    for key, found in counted(rules, 200_000, 12).items():
        assert p_two_samples(found, [theirs[key, value] for value in range(len(found))]) > LEAST, key
