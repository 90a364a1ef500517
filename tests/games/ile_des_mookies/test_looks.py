"""What somebody looks at is dealt like the faces of shuffled cards, in whatever order it is looked at."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulate.games.ile_des_mookies.deal import look_at_hand, look_at_pile
from simulate.games.ile_des_mookies.lanes import FACES
from simulate.games.ile_des_mookies.rules import apply, setup
from simulate.games.ile_des_mookies.variant import Rules
from simulate.kernels.jit import routine
from tests.games.ile_des_mookies.chances import LEAST, p_one_sample
from tests.games.ile_des_mookies.plays import blank, prepared

PLAYS = 60_000
FEW: dict[str, Any] = {
    "cards": 4,
    "faces": {"families": 2, "per_family": 1, "legendary": 1, "spiders": 4},
    "stars": [1, 2],
}
CARDS = [["A", "B"], ["A*", "S"], ["B*", "S"], ["S", "S"]]


@routine
def look(state: Any, table: Any, blind: Any, seen: Any) -> Any:
    """In each play: place so many cards blindly, look at both piles, take the left card, look at it, take the other."""
    for play in range(seen.shape[0]):
        setup(state, table, 3, play)
        for _ in range(blind):
            apply(state, table, 0)
            apply(state, table, 1)
        seen[play, 0] = look_at_pile(state, table, 1)
        seen[play, 1] = look_at_pile(state, table, 0)
        apply(state, table, 0)
        seen[play, 2] = look_at_hand(state, table, 1)
        seen[play, 3] = look_at_hand(state, table, 0)
        apply(state, table, 0)
        for turn in range(blind):
            seen[play, 4 + turn] = FACES[state.placed[turn]]


def looked(rules: Rules, blind: int) -> tuple[NDArray[np.uint64], list[int]]:
    """The faces seen in many plays, and all faces of the variant as words."""
    table = prepared(rules).table[0]
    seen = np.zeros((PLAYS, 4 + blind), np.uint64)
    look(blank()[0][0], table, blind, seen)
    assert np.array_equal(seen[:, 1], seen[:, 3])  # the upper face in hand is the one that lay on the pile
    return np.delete(seen, 3, axis=1), [1, 3, 1 << 8, 3 << 8, *[1 << 56] * 4]


@pytest.mark.parametrize("blind", [0, 1])
def test_faces_looked_at_are_drawn_without_replacement(blind: int) -> None:
    """Any three (or four) places of shuffled cards bear a uniform sequence of distinct faces."""
    seen, faces = looked(Rules.model_validate(FEW), blind)
    found = Counter(tuple(int(word) for word in row) for row in seen)
    law: Counter[tuple[int, ...]] = Counter()
    for order in distinct(len(faces), seen.shape[1]):
        law[tuple(faces[n] for n in order)] += 1
    assert set(found) <= set(law)
    kinds = sorted(law)
    assert p_one_sample([found[kind] for kind in kinds], [law[kind] / law.total() for kind in kinds]) > LEAST


def distinct(n: int, length: int) -> list[tuple[int, ...]]:
    """All sequences of distinct numbers below n."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(length):
        found = [(*row, k) for row in found for k in range(n) if k not in row]
    return found


@pytest.mark.parametrize("blind", [0, 1])
def test_cards_of_a_deck_are_drawn_whole(blind: int) -> None:
    """The right top, both sides of the left top, and a side of the card placed before, are those of shuffled cards."""
    seen, _ = looked(Rules.model_validate({**FEW, "pairing": {"kind": "list", "cards": CARDS}}), blind)
    found = Counter(tuple(int(word) for word in row) for row in seen)
    words = {"A": 1, "A*": 3, "B": 1 << 8, "B*": 3 << 8, "S": 1 << 56}
    cards = [tuple(words[face] for face in card) for card in CARDS]
    law: Counter[tuple[int, ...]] = Counter()
    for order in distinct(len(cards), 2 + blind):
        for flips in range(8):
            sides = [cards[card] if flips >> n & 1 else cards[card][::-1] for n, card in enumerate(order)]
            law[(sides[0][0], sides[1][0], sides[1][1], *(card[1] for card in sides[2:]))] += 1
    assert set(found) <= set(law)
    kinds = sorted(law)
    assert p_one_sample([found[kind] for kind in kinds], [law[kind] / law.total() for kind in kinds]) > LEAST
