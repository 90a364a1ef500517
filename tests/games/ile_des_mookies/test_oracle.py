"""Recorded plays of every shipped variant, re-played by the independent oracle."""

from __future__ import annotations

import pytest

from tests.games.ile_des_mookies.glue import PLAYS, check_replay, check_row
from tests.games.ile_des_mookies.plays import MIXES, SHIPPED, prepared, rules_of


@pytest.mark.parametrize("policies", MIXES, ids="-".join)
@pytest.mark.parametrize("name", SHIPPED)
def test_the_oracle_finds_the_same_play(name: str, policies: tuple[str, str]) -> None:
    rules = rules_of(name)
    play = prepared(rules, policies)
    for index in range(-(-PLAYS // len(MIXES))):
        check_replay(rules, play.record(11, index))


@pytest.mark.parametrize("policies", MIXES, ids="-".join)
def test_a_run_counts_the_play_that_is_recorded_under_its_index(policies: tuple[str, str]) -> None:
    play = prepared(rules_of("both_piles"), policies)
    for index in (0, 1, 17, 4095, 4096, 2**40):
        check_row(play.record(5, index), play)
