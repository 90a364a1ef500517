"""Feeds the oracle with a recorded play and compares everything at every turn."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import numpy as np

from simulate.games.contract import Recorded
from simulate.games.ile_des_mookies.faces import Face
from simulate.games.ile_des_mookies.lanes import FACES
from simulate.games.ile_des_mookies.story import Reader, placed_faces, reader
from simulate.games.ile_des_mookies.variant import ListedCards, Rules, SplitPiles, UnevenPiles
from tests.games.ile_des_mookies.plays import settled_states
from tests.oracles import mookies as oracle

PLAYS = int(os.environ.get("FAIRDEAL_ORACLE_PLAYS", "200"))
"""Plays per shipped variant that the oracle re-plays."""


def told(face: Face) -> oracle.Face:
    """A face as the oracle writes it."""
    if face.is_spider:
        return oracle.SPIDER
    return ("legend" if face.legendary else "mookie", face.family)


def oracle_for(rules: Rules) -> oracle.Mookies:
    """The oracle with these rules."""
    return oracle.Mookies(
        stars=rules.stars, legendary_value=rules.legendary_value, end=rules.end, tie_break=rules.tie_break,
        families=rules.faces.families,
    )  # fmt: skip


def deck_of(rules: Rules) -> list[oracle.Face]:
    """All faces as the oracle writes them."""
    faces = rules.faces
    return oracle.all_faces(faces.families, faces.per_family, faces.legendary, faces.spiders)


def check_heights(rules: Rules, heights: tuple[int, int]) -> None:
    """The piles at the start are what the rules allow."""
    assert sum(heights) == rules.cards
    even = rules.cards // 2
    if isinstance(rules.piles, SplitPiles):
        assert list(heights) == rules.piles.sizes
    elif isinstance(rules.piles, UnevenPiles):
        assert abs(heights[0] - even) <= rules.piles.by
    else:
        assert heights[0] == even


def check_replay(rules: Rules, recorded: Recorded) -> None:
    """Re-play a recorded play in the oracle: the same legal actions, state, scores and end, turn by turn."""
    assert not recorded.capped
    read = reader(recorded.table[0])
    states = settled_states(recorded)
    faces = placed_faces(recorded)
    heights = tuple(int(h) for h in states[0]["heights"])
    check_heights(rules, heights)  # type: ignore[arg-type]  # two of them
    game = oracle_for(rules).start_lazy(heights, deck_of(rules))  # type: ignore[arg-type]
    seen: list[tuple[Face, Face]] = []
    for decision, action in enumerate(recorded.actions):
        assert not game.over
        assert game.seat == recorded.seats[decision]
        kind = "face" if decision % 2 else "pile"
        assert {(kind, a) for a in recorded.listed[decision]} == game.legal()
        assert len(recorded.listed[decision]) == recorded.counts[decision]
        check_state(rules, game, states[decision], read)
        tell_tops(game, states[decision], read)
        if decision % 2:
            seen += tell_hand(game, recorded, decision, faces[decision // 2], read)
        game.play((kind, int(action)))
    check_state(rules, game, states[-1], read)
    check_end(rules, game, states[-1], read)
    check_deck(rules, recorded, seen, read)


def check_state(rules: Rules, game: oracle.Mookies, state: Any, read: Reader) -> None:
    """Piles and collections are the same."""
    taken = int(state["steps"] + 1) // 2
    second = int(state["piles"]).bit_count()
    left = [int(state["heights"][0]) - (taken - second), int(state["heights"][1]) - second]
    assert left == [len(pile) for pile in game.piles]
    for seat in range(2):
        held = int(state["held"][seat])
        lanes = [held >> 8 * lane & 255 for lane in range(8)]
        assert lanes[7] == game.spiders()[seat]
        for lane, family in enumerate(read.family_of_lane):
            assert lanes[lane] == (game.strength(seat, family) if family >= 0 else lanes[7] if lane == 7 else 0)
    placed = [told(face) for face in (read.face(int(FACES[code])) for code in state["placed"]) if face]
    assert Counter(placed) == Counter(game.collections[0] + game.collections[1])
    assert bool(state["done"]) == game.over


def tell_tops(game: oracle.Mookies, state: Any, read: Reader) -> None:
    """Tell the oracle the upper faces that somebody looked at; it refuses what contradicts."""
    for pile in range(2):
        face = read.face(int(state["upper"][pile]))
        if face is not None:
            game.reveal(pile, told(face))


def tell_hand(
    game: oracle.Mookies, recorded: Recorded, decision: int, placed: Face, read: Reader
) -> list[tuple[Face, Face]]:
    """Tell the oracle the card in hand; return it when both sides were looked at."""
    pile, side = int(recorded.actions[decision - 1]), int(recorded.actions[decision])
    upper, hidden = (read.face(int(word)) for word in recorded.states[decision + 1]["in_hand"])
    assert (hidden if side else upper) in (None, placed)
    upper, hidden = (upper, placed) if side else (placed, hidden)
    if upper is None:
        # Only the hidden side was ever dealt; `reveal` has no words for that.
        assert hidden is not None
        game.taken = (None, told(hidden))
        game.told[told(hidden)] += 1
        return []
    game.reveal(pile, told(upper), told(hidden) if hidden else None)
    return [(upper, hidden)] if hidden else []


def check_end(rules: Rules, game: oracle.Mookies, last: Any, read: Reader) -> None:
    """Trophies, stars, winners and counters are the same."""
    assert game.over
    assert [set(read.families(int(word))) for word in last["trophies"]] == game.trophies
    assert [int(stars) for stars in last["stars"]] == game.stars()
    assert {seat for seat in range(2) if int(last["winners"]) >> seat & 1} == game.winners()
    assert bool(last["tied"]) == game.decided_by_tiebreak
    assert int(last["steps"]) == 2 * game.cards
    assert int(last["given_back"]) == (game.given_back is not None)
    held = len(game.trophies[0]) + len(game.trophies[1]) + (game.given_back is not None)
    assert int(last["unclaimed"]) == rules.faces.families - held
    assert all(count <= game.deck[face] for face, count in game.told.items())  # type: ignore[index]  # told above


def check_deck(rules: Rules, recorded: Recorded, seen: list[tuple[Face, Face]], read: Reader) -> None:
    """Cards of which both sides were seen are cards of the deck, each at most as often as it is there."""
    table = recorded.table[0]
    if not int(table["from_deck"]):
        return
    deck = [tuple(read.face(int(word)) for word in card) for card in table["deck"][: rules.cards]]
    if isinstance(rules.pairing, ListedCards):
        assert [[str(face) for face in card] for card in deck] == rules.pairing.cards
    else:
        assert all(a and b and (a.is_spider or a.family != b.family) for a, b in deck)
    known = Counter(tuple(sorted(card)) for card in deck)  # type: ignore[type-var]  # no face is None
    found = Counter(tuple(sorted(card)) for card in seen)
    assert all(n <= known[card] for card, n in found.items())


def check_row(recorded: Recorded, play: Any) -> None:
    """A run counts exactly this play under its index."""
    row = play.count_plays(recorded.seed, recorded.index, 1)
    last = recorded.states[-1]
    stars = [int(s) for s in last["stars"]]
    turns = int(last["steps"]) // 2
    spiders = [int(word) >> 56 for word in last["held"]]
    expected = [
        *stars, abs(stars[0] - stars[1]), turns, int(last["tied"]), turns, *spiders,
        int(last["given_back"]), int(last["unclaimed"]),
    ]  # fmt: skip
    layout = play.layout[0]
    found = [
        int(np.flatnonzero(row[base : base + size])[0])
        for base, size in zip(layout["base"], layout["size"], strict=True)
        if size
    ]
    assert found == expected
    assert int(row[:2].sum()) == 1
