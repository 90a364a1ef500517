"""Exact values against every card, signal and reading in plain Python, known answers, and simulated plays."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from simulate.games.pouet_mouet import GAME
from simulate.games.pouet_mouet.exact import exact_values
from simulate.games.pouet_mouet.variant import Rules
from simulate.runs.beside import Beside
from simulate.runs.local import play_locally
from simulate.runs.metrics import Metric, estimate
from simulate.runs.prepared import prepare
from tests.games.pouet_mouet.every_card import Race
from variants.errors import BadInput

KNOWN = {4: (0.7246466, 5.5189996), 6: (0.8065244, 3.8758982), 8: (0.8508802, 2.9859786)}
"""Chance that a team finishes and its moves, by players, in the classic sizes; from a Markov chain made elsewhere."""

TINY = Race(
    2, 3, 3, {1: Fraction(1, 4), 5: Fraction(3, 4)}, {0: Fraction(1, 2), 1: Fraction(1, 2)}, Fraction(1, 10),
    Fraction(3, 10), Fraction(1, 5), 2,
)  # fmt: skip
RACES = [
    TINY,
    Race(2, 2, 3, {0: Fraction(1, 8), 2: Fraction(7, 8)}, {0: Fraction(1, 4), 2: Fraction(3, 4)}, Fraction(1, 20),
         Fraction(1, 2), Fraction(1, 10), 3),
    Race(3, 3, 2, {2: Fraction(1)}, {0: Fraction(1)}, Fraction(0), Fraction(1, 4), Fraction(1, 8), 2),
]  # fmt: skip
OF_A_TEAM = {"finished": "team_finish", "moves": "signals", "overlooked": "overlooked", "balloons": "balloons"}
OF_ALL = {"given": "turns", "trapped": "trapped", "misread": "misread"}


def rules_of(race: Race, **dials: Any) -> Rules:
    rules = Rules.model_validate(
        {
            "grid": {"rows": race.rows, "columns": race.columns},
            "deck": {
                "cards_per_team": {4: race.cards, 6: race.cards, 8: race.cards},
                "seagulls": {n: float(p) for n, p in race.seagulls.items()},
                "balloons": {n: float(p) for n, p in race.balloons.items()},
            },
            "mistakes": {name: float(getattr(race, name)) for name in ("miss", "misread", "misforce")},
            "tries": race.tries,
            **dials,
        }
    )
    assert not rules.cross_check_all(rules)
    return rules


def values(rules: Rules, players: int) -> dict[str, float]:
    return {one.metric: one.value for one in exact_values(rules, players)}


def as_metrics(found: dict[str, Fraction], teams: int) -> dict[str, float]:
    """What a race counts as the metrics of a game of so many teams at one pace."""
    named = {f"score.{team}": float(found["laid"]) for team in range(teams)}
    named |= {metric: float(found[name]) for name, metric in OF_A_TEAM.items()}
    return named | {metric: teams * float(found[name]) for name, metric in OF_ALL.items()}


@pytest.mark.parametrize("race", RACES, ids=["2x3", "2x2", "3x3"])
def test_a_race_is_what_every_card_and_every_reading_give(race):
    found = values(rules_of(race), 6)
    expected = as_metrics(race.expected(), 3)
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-13)
    assert [found[f"win_share.{team}"] for team in range(3)] == [1 / 3] * 3
    assert set(found) == {*expected, *(f"win_share.{team}" for team in range(3))}


def test_the_tiny_race_has_everything():
    found = TINY.expected()
    assert all(value > 0 for value in found.values())


@pytest.mark.parametrize(
    "change", [{"miss": Fraction(0)}, {"misread": Fraction(0)}, {"misforce": Fraction(0)}, {"tries": 1}, {"cards": 2}]
)
def test_trying_everything_sees_another_rule(change):
    """Negative control: the comparison fails where the rules differ."""
    found = values(rules_of(RACES[1]), 6)
    expected = as_metrics(replace(RACES[1], **change).expected(), 3)
    assert any(abs(found[name] - value) > 1e-6 for name, value in expected.items())


@pytest.mark.parametrize("players", KNOWN)
def test_classic_sizes(players):
    found = values(Rules(), players)
    assert (found["team_finish"], found["signals"]) == pytest.approx(KNOWN[players], abs=6e-8)


def test_a_hasty_team_is_counted_for_itself():
    slow, both = values(Rules(), 4), values(Rules(pace=[1.0, 1.5]), 4)
    hasty = values(Rules(pace=[1.5]), 4)
    assert "win_share.0" not in both
    assert (both["score.0"], both["score.1"]) == (slow["score.0"], hasty["score.0"])
    assert both["team_finish"] == pytest.approx((slow["team_finish"] + hasty["team_finish"]) / 2)


def test_a_corner_start_is_one_of_the_corners():
    found = [
        values(Rules.model_validate({"start": {"kind": "cell", "row": row, "column": column}}), 4)["team_finish"]
        for row in (1, 4) for column in (1, 4)
    ]  # fmt: skip
    corner = values(Rules.model_validate({"start": {"kind": "corner"}}), 4)["team_finish"]
    assert corner == pytest.approx(sum(found) / 4, abs=1e-14)
    assert corner != pytest.approx(values(Rules(), 4)["team_finish"], abs=1e-6)


def test_a_deck_that_stays_the_same_is_refused_with_the_reason():
    with pytest.raises(BadInput, match=r"deck\.redraw: once.*not independent"):
        exact_values(Rules.model_validate({"deck": {"redraw": "once"}}), 4)


def simulated(rules: Rules, players: int, plays: int, seed: int) -> dict[str, Metric]:
    prepared = prepare(GAME, rules, players)
    return estimate(play_locally(prepared, seed, 0, plays, 2).tally, prepared.measures, GAME.seat_word)


def assert_agree(rules: Rules, players: int, metrics: dict[str, Metric]) -> None:
    for one in exact_values(rules, players):
        assert one.unit == metrics[one.metric].unit
        assert abs(Beside(one, metrics[one.metric].interval).errors) <= 4, one.metric


def test_simulated_plays_of_unlike_teams_agree():
    rules = rules_of(RACES[1], pace=[1.0, 1.4], orientation="random")
    assert_agree(rules, 4, simulated(rules, 4, 100_000, 3))


@pytest.mark.slow
def test_ten_million_plays_of_a_small_race_agree():
    rules = rules_of(TINY)
    assert_agree(rules, 4, simulated(rules, 4, 10_000_000, 12))
