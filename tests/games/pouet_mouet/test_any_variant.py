"""Properties of every variant that can be played, not only of those that ship."""

from __future__ import annotations

from itertools import pairwise
from unittest import mock

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.pouet_mouet.story import tell
from simulate.games.pouet_mouet.table import decision_limit
from simulate.games.pouet_mouet.variant import Rules
from tests.games.pouet_mouet.drawn import variants
from tests.games.pouet_mouet.glue import check_counted, replay
from tests.games.pouet_mouet.plays import mixes, prepared
from tests.oracles import pouet

Variant = tuple[Rules, int]


@settings(max_examples=60)
@given(variants(), st.integers(0, 3), st.integers(0, 2**64 - 1), st.integers(0, 2**50))
def test_any_play_of_any_variant_is_the_oracles(variant: Variant, mix: int, seed: int, index: int) -> None:
    rules, players = variant
    assert not Rules.cross_check_all(rules)
    assert not Rules.cross_check(rules, players)
    play = prepared(rules, players, mixes(players)[mix])
    recorded = play.record(seed, index)
    with mock.patch.object(pouet, "TRIES", rules.tries):
        races = replay(rules, players, recorded)
    check_counted(play, recorded, races)
    assert not recorded.capped
    assert len(recorded.actions) <= decision_limit(rules, players)
    last, each = recorded.states[-1], rules.deck.cards_per_team[players]
    for team in range(players // 2):
        # Cards laid without a signal, with one, and unseen after a balloon are all cards there are.
        assert 1 <= int(last["laid"][team]) <= each
        assert not last["finished"][team] or int(last["laid"][team]) == each
        assert int(last["clock"][team]) >= 0
    if rules.deck.redraw != "each_game":
        dealt = last["order"][: rules.deck.cards].tolist()
        assert sorted(dealt) == list(range(rules.deck.cards))
    story = tell(rules, players, recorded)
    assert max(map(len, [*story.setup, *story.end, *(line for turn in story.turns for line in turn.board)])) <= 80


@settings(max_examples=15)
@given(variants(), st.integers(0, 3), st.integers(0, 2**64 - 1))
def test_plays_of_a_run_are_counted_once_each(variant: Variant, mix: int, seed: int) -> None:
    """A block of plays is the sum of its plays, wherever it is cut."""
    rules, players = variant
    play = prepared(rules, players, mixes(players)[mix])
    parts = [play.count_plays(seed, first, last - first) for first, last in pairwise([0, 3, 4, 9])]
    assert np.array_equal(sum(parts), play.count_plays(seed, 0, 9))


@settings(max_examples=15)
@given(variants(), st.integers(0, 2**64 - 1))
def test_teams_do_not_touch_one_anothers_races(variant: Variant, seed: int) -> None:
    """Team 0's race is the same whatever policies the others follow."""
    rules, players = variant
    teams = players // 2
    one = prepared(rules, players, ("greedy",) + ("random",) * (teams - 1)).record(seed, 0).states[-1]
    other = prepared(rules, players, ("greedy",) + ("shortest",) * (teams - 1)).record(seed, 0).states[-1]
    for name in ("clock", "laid", "finished", "start", "landings"):
        assert one[name][0] == other[name][0]
