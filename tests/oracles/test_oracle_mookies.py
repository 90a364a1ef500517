"""Prove the L'île des Mookies oracle on plays checked by hand and on known answers."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import pytest

from .means import assert_mean
from .mookies import (
    SPIDER,
    Card,
    Face,
    Memory,
    Mookies,
    all_faces,
    bears_one_family_twice,
    deal,
    distinct_families_deck,
    remembered,
    split,
    uniform_play,
)


def mookie(family: int) -> Face:
    """Give a Mookie face."""
    return ("mookie", family)


def legend(family: int) -> Face:
    """Give a legendary face."""
    return ("legend", family)


def counted(first: Sequence[Face], second: Sequence[Face], **rules: Any) -> Mookies:
    """Give the end of a play in which seat 0 and seat 1 chose those faces in turn, from one pile and then the other."""
    faces = [face for pair in zip(first, second, strict=True) for face in pair]
    cards: list[Card] = [(face, SPIDER) for face in faces]
    rules = {"stars": [1, 1, 2, 2, 3], "end": "both_piles"} | rules
    play = Mookies(**rules).start([cards[:-1], cards[-1:]])
    while not play.over:
        pile = 0 if ("pile", 0) in play.legal() else 1
        play.play(("pile", pile))
        play.play(("face", 0))
    return play


def test_a_turn_takes_a_card_and_chooses_a_face() -> None:
    play = Mookies(stars=[1] * 5).start([[(mookie(0), SPIDER), (mookie(1), mookie(2))], [(legend(3), mookie(4))]])
    assert play.visible() == (mookie(0), legend(3))
    assert play.legal() == {("pile", 0), ("pile", 1)}
    play.play(("pile", 0))
    assert play.legal() == {("face", 0), ("face", 1)}
    assert play.seat == 0
    play.play(("face", 1))
    assert play.collections == [[], [SPIDER]]
    assert play.seat == 1
    assert play.visible() == (mookie(1), legend(3))
    play.play(("pile", 1))
    play.play(("face", 0))
    assert play.over
    assert play.cards == 2
    assert play.legal() == set()
    assert play.collections[1] == [SPIDER, legend(3)]
    assert play.trophies == [set(), set()]
    assert play.given_back == (1, 3)
    with pytest.raises(ValueError, match="illegal"):
        play.play(("pile", 0))


def test_both_piles_are_played_to_the_end() -> None:
    cards: list[Card] = [(mookie(0), mookie(1))] * 3
    play = Mookies(stars=[1] * 5, end="both_piles").start([cards, cards[:1]])
    play.play(("pile", 1))
    play.play(("face", 0))
    assert not play.over
    assert play.legal() == {("pile", 0)}
    assert play.visible() == (mookie(0), None)


def test_majorities_count_legendaries_and_equal_families_go_to_nobody() -> None:
    # family 0: 1 against 1; family 1: 2 against a legendary (2); family 2: 1 against 0; family 4: 0 against 1
    first = [mookie(0), mookie(1), mookie(1), mookie(2)]
    second = [mookie(0), legend(1), mookie(4), mookie(4)]
    play = counted(first, second)
    assert play.trophies == [{2}, {4}]
    assert play.stars() == [2, 3]
    assert play.winners() == {1}
    assert not play.decided_by_tiebreak
    assert counted(first, second, legendary_value=3).trophies == [{2}, {1, 4}]
    assert counted(first, second, legendary_value=1).trophies == [{1, 2}, {4}]


def test_more_spiders_give_back_the_trophy_with_fewest_stars() -> None:
    # Seat 1 places a spider on seat 0, which holds families 4 (3 stars), 2 (2 stars) and 0 (1 star): 0 goes back.
    play = counted([mookie(4), mookie(2), mookie(0)], [SPIDER, mookie(1), mookie(1)])
    assert play.spiders() == [1, 0]
    assert play.given_back == (0, 0)
    assert play.trophies == [{2, 4}, {1}]
    assert play.stars() == [5, 1]
    # Equal spiders: nothing goes back.
    assert counted([SPIDER, mookie(0)], [SPIDER, mookie(1)]).given_back is None
    # More spiders but no trophy: nothing goes back.
    play = counted([SPIDER, mookie(1), mookie(1)], [SPIDER, SPIDER, legend(1)])
    assert play.spiders() == [2, 1]
    assert play.trophies == [set(), set()]
    assert play.given_back is None


def test_tie_breaks() -> None:
    # Stars 1 : 1 (families 0 and 1); the other trophies are worth nothing here. Two legendaries against two Mookies.
    first = [mookie(0), legend(3), legend(2)]
    second = [mookie(1), mookie(3), mookie(2)]
    stars = {"stars": [1, 1, 0, 0, 0]}
    assert counted(first, second, **stars).winners() == {0}
    assert counted(first, second, **stars).decided_by_tiebreak
    assert counted(second, first, **stars).winners() == {0}  # the youngest is seat 0
    assert counted(first, second, tie_break="shared", **stars).winners() == {0, 1}
    assert counted(first, second, tie_break="fewest_spiders", **stars).winners() == {0, 1}  # none at all
    assert counted(second, first, tie_break="most_mookies", **stars).winners() == {1}  # 3 against 1 + 2 + 2
    assert counted(second, first, tie_break="most_mookies", legendary_value=1, **stars).winners() == {0, 1}
    # One spider on seat 0, which gives back a trophy without stars.
    spiders = counted([mookie(0), mookie(2)], [SPIDER, mookie(1)], tie_break="fewest_spiders", **stars)
    assert spiders.given_back == (0, 2)
    assert spiders.stars() == [1, 1]
    assert spiders.winners() == {1}


def test_a_lazy_play_ends_like_the_known_one() -> None:
    rng = random.Random(4)
    for _ in range(50):
        piles = deal(rng, piles=("uneven", 3))
        known = Mookies(stars=[1, 1, 2, 2, 3]).start(piles)
        lazy = Mookies(stars=[1, 1, 2, 2, 3]).start_lazy((len(piles[0]), len(piles[1])), all_faces())
        while not known.over:
            pile = rng.choice(sorted(known.legal()))
            assert lazy.legal() == known.legal()
            upper, hidden = known.piles[pile[1]][0]
            if rng.random() < 0.5:
                assert upper is not None
                lazy.reveal(pile[1], upper)
            for play in (known, lazy):
                play.play(pile)
            assert upper is not None
            lazy.reveal(pile[1], upper, hidden)
            face = rng.choice(sorted(known.legal()))
            for play in (known, lazy):
                play.play(face)
        assert lazy.over
        assert lazy.collections == known.collections
        assert lazy.winners() == known.winners()


def test_a_lazy_play_refuses_what_cannot_be() -> None:
    play = Mookies(stars=[1] * 5).start_lazy((2, 2), [legend(0), SPIDER])
    play.play(("pile", 0))
    with pytest.raises(ValueError, match="not told"):
        play.play(("face", 0))
    play.reveal(0, legend(0), SPIDER)
    with pytest.raises(ValueError, match="told before"):
        play.reveal(0, SPIDER)
    with pytest.raises(ValueError, match="deck has 1"):
        play.reveal(1, legend(0))


def test_deals_hold_every_face_once() -> None:
    rng = random.Random(5)
    assert bears_one_family_twice((mookie(2), legend(2)))
    assert not bears_one_family_twice((SPIDER, SPIDER))
    assert not bears_one_family_twice((mookie(2), legend(1)))
    deck = distinct_families_deck(all_faces(), rng)
    assert not any(bears_one_family_twice(card) for card in deck)
    for pairing in ("uniform", "distinct_families", deck):
        piles = deal(rng, pairing=pairing, piles=(16, 20))
        assert [len(pile) for pile in piles] == [16, 20]
        assert sorted(face for pile in piles for card in pile for face in card) == sorted(all_faces())
    assert {split(36, ("uneven", 1), rng) for _ in range(60)} == {(17, 19), (18, 18), (19, 17)}
    assert split(36, "even", rng) == (18, 18)


def test_known_mean_length_and_fair_faces() -> None:
    exact = sum((18 + j) * 2 * math.comb(17 + j, j) / 2 ** (18 + j) for j in range(18))
    assert exact == pytest.approx(31.2458184, abs=5e-8)
    rng = random.Random(6)
    plays = [uniform_play(rng) for _ in range(4000)]
    assert_mean([play["cards"] for play in plays], exact)
    assert_mean([sum(play["spiders"]) for play in plays], exact * 7 / 72)  # every face taken is a spider as often


def test_memory_of_placed_cards() -> None:
    placements = [(0, 0, mookie(0)), (1, 1, mookie(1)), (2, 0, mookie(2)), (3, 1, mookie(3)), (4, 0, mookie(4))]
    # Observer 0 acts in turns 0, 2, 4. Turn 2: both cards are visible tops. Turn 4: cards 0 and 1 are covered.
    assert remembered(0.5, 0, placements, [0.9, 0.1], now=4) == [(1, mookie(1)), (0, mookie(2)), (1, mookie(3))]
    assert remembered(0.5, 0, placements, [0.1, 0.5], now=5)[0] == (0, mookie(0))  # turn 5 is not the observer's
    assert remembered(1.0, 1, placements, [0.99] * 9, now=5) == [(c, face) for _, c, face in placements]
    # Observer 1, turns 1, 3, 5: turn 3 one card at risk (card 0), turn 5 the rest: cards 1 and 2.
    assert remembered(0.5, 1, placements, [0.7, 0.7, 0.2], now=5) == [(0, mookie(2)), (1, mookie(3)), (0, mookie(4))]
    memory = Memory(0.5, 0)
    for placement in placements:
        memory.place(*placement)
    with pytest.raises(ValueError, match="forgotten"):
        memory.forget([4])  # a visible top
    memory.forget([0])
    with pytest.raises(ValueError, match="forgotten"):
        memory.forget([0])
