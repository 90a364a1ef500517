"""What is counted of the course of play, against plain Python made from the rules page alone, number by number."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.pouet_mouet.variant import Rules
from simulate.runs.prepared import Prepared
from tests.games.pouet_mouet import plain_course
from tests.games.pouet_mouet.drawn import variants
from tests.games.pouet_mouet.glue import replay
from tests.games.pouet_mouet.plays import mixes, prepared, rules_of
from tests.oracles import pouet
from tests.runs.plain_course import check

PLAYS = 25


def check_play(play: Prepared, rules: Rules, seed: int, index: int) -> dict[str, bool]:
    """Compare every number; return what happened."""
    recorded = play.record(seed, index)
    with mock.patch.object(pouet, "TRIES", rules.tries):
        races = replay(rules, play.players, recorded)
    last = recorded.states[-1]
    cells = [divmod(int(last["start"][team]), rules.grid.columns) for team in range(play.seats)]
    happened = plain_course.happened(races, rules.tries)
    check(
        play, seed, index, plain_course.rounds(races),
        won=set(pouet.judge([(race.clock, race.outcome) for race in races]).winners),
        taken=plain_course.starts(races, cells), happened=list(happened.values()),
    )  # fmt: skip
    return happened


@pytest.mark.parametrize("name", ["jedisjeux", "grid_3x3", "children", "quarter_turns"])
@pytest.mark.parametrize("players", [4, 6, 8])
def test_every_number_is_that_of_plain_python(name: str, players: int) -> None:
    rules = rules_of(name, players)
    for policies in mixes(players):
        play = replace(prepared(rules, players, policies), metrics=True, pilot_seed=77)
        assert tuple(event.name for event in play.measures.events) == plain_course.EVENTS
        for index in range(PLAYS):
            check_play(play, rules, 12, index)


@settings(max_examples=12)
@given(variants(), st.integers(0, 2**64 - 1))
def test_so_it_is_with_any_variant(variant: tuple[Rules, int], seed: int) -> None:
    rules, players = variant
    play = replace(prepared(rules, players), metrics=True, pilot_seed=77)
    for index in range(4):
        check_play(play, rules, seed, index)
