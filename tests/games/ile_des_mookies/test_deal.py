"""Dealing: exact draws from lanes, decks in which no card bears a family twice, common luck, and the sprint."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from simulate.games.ile_des_mookies.deal import luck
from simulate.games.ile_des_mookies.faces import SPIDER, Face, all_faces
from simulate.games.ile_des_mookies.lanes import ONES, draw_kind, faces_left
from simulate.games.ile_des_mookies.pairing import (
    Card,
    distinct_families_deck,
    draw_deck,
    keyed_below,
    number_of_pairings,
)
from simulate.games.ile_des_mookies.rules import legal, pick_uniform
from simulate.games.ile_des_mookies.story import placed_faces
from simulate.games.ile_des_mookies.table import face_word, lanes_of_families
from simulate.games.ile_des_mookies.variant import Faces, Rules, SplitPiles, UnevenPiles
from simulate.kernels.jit import routine
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import begin_decision, open_stream, word
from tests.games.ile_des_mookies.chances import LEAST, p_one_sample
from tests.games.ile_des_mookies.plays import (
    SEEN_AT_THE_END,
    SHIPPED,
    blank,
    play_at_once,
    play_slowly,
    prepared,
    rules_of,
)


@routine
def draw_rank(cumulative: Any, bounds: Any, rank: Any) -> Any:
    """One draw, and the number of faces left before it."""
    one, rare, cumulative, bounds = draw_kind(cumulative, bounds, np.uint64(rank + 1) * ONES)
    return one, rare, cumulative, bounds


@routine
def count_left(cumulative: Any) -> Any:
    """The faces left."""
    return faces_left(cumulative)


@pytest.mark.parametrize(
    "faces",
    [
        Faces(),
        Faces(families=6, per_family=3, legendary=2, spiders=0),
        Faces(families=2, per_family=0, legendary=3, spiders=114),
        Faces(families=4, per_family=5, legendary=0, spiders=2),
    ],
)
def test_each_rank_is_one_face_of_the_row_and_leaves_with_it(faces: Faces) -> None:
    n = len(all_faces(faces.families, faces.per_family, faces.legendary, faces.spiders))
    rules = Rules(cards=n // 2, faces=faces, stars=[3, 1, 2, 2, 1, 5][: faces.families])
    table = prepared(rules).table[0]
    words = Counter(face_word(face, lanes_of_families(rules)) for face in rules.every_face())
    rng = np.random.default_rng(7)
    cumulative, bounds = table["cumulative"], table["bounds"]
    while left := int(count_left(cumulative)):
        assert left == words.total()
        drawn: Counter[int] = Counter()
        for rank in range(left):
            one, rare, _, _ = draw_rank(cumulative, bounds, rank)
            drawn[int(one) + 2 * int(rare)] += 1
        assert drawn == words
        one, rare, cumulative, bounds = draw_rank(cumulative, bounds, int(rng.integers(left)))
        words -= Counter([int(one) + 2 * int(rare)])
        cumulative, bounds = np.uint64(cumulative), np.uint64(bounds)


@routine
def lucks(key: Any, twist: Any, n: Any, found: Any) -> Any:
    """Count what many places give."""
    for place in range(found.shape[1]):
        found[0, place] = luck(key, twist, np.uint64(place), np.uint64(n))
        found[1, place] = word(key, twist, np.uint64(place) << np.uint64(16)) >> np.uint64(32)


def test_luck_is_uniform_and_rejects_the_uneven_rest() -> None:
    n = 3 * 2**30  # a quarter of the words must be drawn again
    found = np.zeros((2, 20_000), np.uint64)
    lucks(np.uint64(5), np.uint64(77), n, found)
    values = found[0].astype(np.int64)
    assert p_one_sample(np.bincount(values // 2**26, minlength=48), [1 / 48] * 48) > LEAST
    # Of the words w, those with w * n mod 2^32 < 2^32 mod n are refused; the others are kept as they are.
    products = [int(w) * n for w in found[1]]
    kept = [product % 2**32 >= 2**32 % n for product in products]
    assert 0.20 < 1 - np.mean(kept) < 0.30
    assert all(value == product >> 32 for value, product, keep in zip(values, products, kept, strict=True) if keep)


# Decks

Deck = tuple[tuple[Face, ...], ...]


def in_order(cards: list[Card]) -> Deck:
    """A deck in which neither the order of the cards nor that of their sides matters."""
    return tuple(sorted(tuple(sorted(card)) for card in cards))


def every_deck(faces: list[Face]) -> dict[Deck, Fraction]:
    """Every deck that :func:`draw_deck` may give, with its chance, by giving it every luck there is."""
    found: dict[Deck, Fraction] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        chosen = pending.pop()
        seen: list[int] = []
        deck = _drawn(faces, chosen, seen)
        if deck is None:
            pending += [(*chosen, value) for value in range(seen[-1])]
            continue
        chance = Fraction(1)
        for n in seen:
            chance /= n
        key = in_order(deck)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


class _Enough(Exception):
    """The luck given is used up."""


def _drawn(faces: list[Face], chosen: tuple[int, ...], seen: list[int]) -> list[Card] | None:
    values = iter(chosen)

    def below(n: int) -> int:
        seen.append(n)
        value = next(values, None)
        if value is None:
            raise _Enough
        return value

    try:
        return draw_deck(faces, below)
    except _Enough:
        return None


def allowed_pairings(faces: list[Face]) -> list[list[tuple[int, int]]]:
    """Every pairing of the faces by number in which no card bears a family twice."""

    def pair(left: tuple[int, ...]) -> list[list[tuple[int, int]]]:
        if not left:
            return [[]]
        first, rest = left[0], left[1:]
        return [
            [(first, other), *more]
            for other in rest
            if faces[first].is_spider or faces[first].family != faces[other].family
            for more in pair(tuple(face for face in rest if face != other))
        ]

    return pair(tuple(range(len(faces))))


@pytest.mark.parametrize("counts", [(2, 2, 0, 2), (2, 1, 1, 2), (3, 1, 0, 3), (3, 1, 1, 2), (2, 1, 2, 2)])
def test_every_allowed_pairing_has_exactly_the_same_chance(counts: tuple[int, int, int, int]) -> None:
    faces = all_faces(*counts)
    pairings = allowed_pairings(faces)
    assert number_of_pairings(faces) == len(pairings)
    decks = Counter(in_order([(faces[a], faces[b]) for a, b in pairing]) for pairing in pairings)
    assert every_deck(faces) == {deck: Fraction(n, len(pairings)) for deck, n in decks.items()}


def test_a_deck_that_chance_alone_would_hardly_ever_give() -> None:
    faces = all_faces(2, 28, 1, 0)
    deck = distinct_families_deck(faces, 3)
    assert Counter(face for card in deck for face in card) == Counter(faces)
    assert all({a.family, b.family} == {0, 1} for a, b in deck)
    assert number_of_pairings(all_faces(2, 2, 1, 0)) == 6
    assert number_of_pairings([Face(0)] * 3 + [SPIDER]) == 0
    with pytest.raises(ValueError, match="no way to pair"):
        distinct_families_deck([Face(0)] * 3 + [SPIDER], 1)


def test_the_deck_is_that_of_its_seed() -> None:
    faces = rules_of("distinct_families").every_face()
    assert distinct_families_deck(faces, 1) == distinct_families_deck(faces, 1)
    assert distinct_families_deck(faces, 1) != distinct_families_deck(faces, 2)


@pytest.mark.parametrize("n", [1, 2, 3, 100, 10**90])
def test_keyed_integers_are_in_range_and_uniform(n: int) -> None:
    below = keyed_below(9)
    values = [below(n) for _ in range(3000)]
    assert all(0 <= value < n for value in values)
    bins = min(n, 10)
    found = np.bincount([value * bins // n for value in values], minlength=bins)
    chances = [float(Fraction(-(-(b + 1) * n // bins) - -(-b * n // bins), n)) for b in range(bins)]
    assert p_one_sample(found, chances) > LEAST


# Common luck, the sprint, uniform choices


def test_two_variants_share_their_luck() -> None:
    """Another end and tie-break: as long as the same cards are taken, the same faces come."""
    one, other = prepared(rules_of("classic")), prepared(Rules(tie_break="shared", end="both_piles"))
    for index in range(20):
        first, second = placed_faces(one.record(2, index)), placed_faces(other.record(2, index))
        assert len(first) < 36 == len(second)
        assert first == second[: len(first)]


@pytest.mark.parametrize("piles", [None, SplitPiles(sizes=[3, 33]), UnevenPiles(by=17)])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_sprint_gives_the_very_play_that_single_decisions_give(name: str, piles: Any) -> None:
    rules = rules_of(name) if piles is None else rules_of(name).model_copy(update={"piles": piles})
    table = prepared(rules).table[0]
    (slow, noise), (fast, work) = blank(), blank()
    for index in range(96):
        decisions = play_slowly(slow[0], noise[0], table, np.uint64(9), index)
        lane = np.uint64(index % 32)
        assert play_at_once(fast[0], work[0]["ahead"], table, np.uint64(9), index - index % 32, lane) == decisions
        for name in SEEN_AT_THE_END:
            assert np.array_equal(slow[name], fast[name]), name


def test_the_set_up_writes_every_field() -> None:
    table = prepared(rules_of("distinct_families")).table[0]
    (clean, noise), (dirty, _) = blank(), blank()
    dirty.view(np.uint8)[:] = 255
    play_slowly(clean[0], noise[0], table, np.uint64(1), 5)
    play_slowly(dirty[0], noise[0], table, np.uint64(1), 5)
    for name in clean.dtype.names or ():
        assert np.array_equal(clean[name], dirty[name]), name


@routine
def pick_often(state: Any, table: Any, noise: Any, seat: Any, actions: Any, counts: Any) -> Any:
    """List the legal actions, and count 4000 uniform choices; return how many are legal."""
    for draw in range(4000):
        open_stream(noise, 3, POLICY, draw)
        begin_decision(noise, seat, 7)
        counts[pick_uniform(state, table, noise)] += 1
    return legal(state, table, actions)


@pytest.mark.parametrize("name", ["classic", "both_piles"])
def test_uniform_play_is_uniform_over_the_legal_actions(name: str) -> None:
    play = prepared(rules_of(name))
    _, noise = blank()
    forced = 0
    for index in range(3):
        recorded = play.record(1, index)
        for decision in range(0, len(recorded.actions), 5):
            actions, counts = np.zeros(2, np.int64), np.zeros(2, np.int64)
            n = pick_often(
                recorded.states[decision], recorded.table[0], noise[0], recorded.seats[decision], actions, counts
            )
            allowed = [int(action) in actions[:n] for action in range(2)]
            assert p_one_sample(counts, [legal / n for legal in allowed]) > LEAST
            forced += n == 1
    assert (forced > 0) == (name == "both_piles")
