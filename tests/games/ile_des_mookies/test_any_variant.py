"""Properties of every variant that can be played, not only of those that ship."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.ile_des_mookies.story import placed_faces, tell
from simulate.games.ile_des_mookies.table import decision_limit
from simulate.games.ile_des_mookies.variant import Rules
from tests.games.ile_des_mookies.drawn import variants
from tests.games.ile_des_mookies.glue import check_replay, check_row
from tests.games.ile_des_mookies.plays import (
    MIXES,
    SEEN_AT_THE_END,
    blank,
    play_at_once,
    play_slowly,
    prepared,
    recount,
)


@settings(max_examples=100)
@given(variants(), st.sampled_from(MIXES), st.integers(0, 2**64 - 1), st.integers(0, 2**50))
def test_any_play_of_any_variant_is_the_oracles(rules: Rules, policies: tuple[str, str], seed: int, index: int) -> None:
    play = prepared(rules, policies)
    recorded = play.record(seed, index)
    check_replay(rules, recorded)  # legal actions, states, conservation of cards, scores, winners
    check_row(recorded, play)
    assert len(recorded.actions) <= decision_limit(rules, 2) == 2 * rules.cards
    faces = placed_faces(recorded)
    assert not Counter(faces) - Counter(rules.every_face())
    if rules.end == "both_piles":
        assert len(faces) == rules.cards
    story = tell(rules, 2, recorded)
    lines = [*story.setup, *story.end, *(line for turn in story.turns for line in (turn.text, *turn.board))]
    assert max(map(len, lines)) <= 80
    assert len(story.turns) == len(faces)


@settings(max_examples=40)
@given(variants(), st.integers(0, 2**64 - 1), st.integers(0, 2**50))
def test_the_sprint_is_the_same_play(rules: Rules, seed: int, index: int) -> None:
    table = prepared(rules).table[0]
    (slow, noise), (fast, work) = blank(), blank()
    play_slowly(slow[0], noise[0], table, np.uint64(seed), index)
    play_at_once(fast[0], work[0]["ahead"], table, np.uint64(seed), index, np.uint64(0))
    for name in SEEN_AT_THE_END:
        assert np.array_equal(slow[name], fast[name]), name


@settings(max_examples=50)
@given(variants(), st.integers(0, 2**64 - 1))
def test_the_count_does_not_know_the_seats(rules: Rules, seed: int) -> None:
    """Exchange the two collections: trophies, stars and winners change places, but for the youngest's privilege."""
    table = prepared(rules).table
    state = prepared(rules).record(seed, 0).states[-1:].copy()
    turned = state.copy()
    turned["held"] = state["held"][:, ::-1]
    recount(state[0], table[0])
    recount(turned[0], table[0])
    for name in ("trophies", "stars"):
        assert np.array_equal(turned[name], state[name][:, ::-1])
    for name in ("tied", "given_back", "unclaimed"):
        assert np.array_equal(turned[name], state[name])
    swapped = {1: 2, 2: 1, 3: 3}
    if not (state["tied"][0] and rules.tie_break == "youngest"):
        assert int(turned["winners"][0]) == swapped[int(state["winners"][0])]
    else:
        assert int(turned["winners"][0]) == int(state["winners"][0]) == 1


@settings(max_examples=25)
@given(variants(), st.sampled_from(MIXES), st.integers(0, 2**64 - 1))
def test_plays_of_a_run_are_counted_once_each(rules: Rules, policies: tuple[str, str], seed: int) -> None:
    """A block of plays is the sum of its plays, wherever it is cut."""
    play = prepared(rules, policies)
    cuts = [0, 3, 4, 11]
    parts = [play.count_plays(seed, first, last - first) for first, last in pairwise(cuts)]
    assert np.array_equal(sum(parts), play.count_plays(seed, 0, 11))
