"""Exact values against every deal and every choice in plain Python, known answers, and simulated plays."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from simulate.games.ile_des_mookies import GAME
from simulate.games.ile_des_mookies.exact import best, exact_values, given_deck
from simulate.games.ile_des_mookies.exact.given_deck import deck_of as cards_of
from simulate.games.ile_des_mookies.exact.length import splits, turns_law
from simulate.games.ile_des_mookies.variant import Rules
from simulate.runs.beside import Beside
from simulate.runs.local import play_locally
from simulate.runs.metrics import estimate
from simulate.runs.prepared import prepare
from tests.games.ile_des_mookies.every_deal import best_share, deals, deals_of_deck, uniform_means
from tests.games.ile_des_mookies.glue import deck_of, oracle_for, told
from variants.errors import BadInput

THREE_CARDS = {"families": 2, "per_family": 1, "legendary": 1, "spiders": 2}
FOUR_CARDS = {"families": 2, "per_family": 3, "legendary": 0, "spiders": 2}
LISTED = {"kind": "list", "cards": [["A", "B"], ["S", "A*"], ["B*", "S"]]}


def tiny(faces: dict[str, int] | None = None, **dials: Any) -> Rules:
    faces = faces or THREE_CARDS
    each = faces["per_family"] + faces["legendary"]
    cards = (faces["families"] * each + faces["spiders"]) // 2
    rules = Rules.model_validate({"cards": cards, "faces": faces, "stars": [1, 2], **dials})
    assert not rules.cross_check_all(rules)
    return rules


def values(rules: Rules, policies: str) -> dict[str, Fraction]:
    return {one.metric: one.fraction for one in exact_values(rules, 2) if one.policies == policies}


def tried(rules: Rules) -> dict[str, Fraction]:
    """Uniform play by trying everything."""
    if rules.pairing.kind == "uniform":
        every = deals(deck_of(rules))
    else:
        every = deals_of_deck([(told(first), told(second)) for first, second in cards_of(rules)])
    return uniform_means(oracle_for(rules), every, [first for first, _ in splits(rules)])


SWITCHES = [
    {"end": "both_piles", "tie_break": "shared"},
    {"tie_break": "fewest_spiders", "piles": {"kind": "split", "sizes": [2, 1]}},
    {"tie_break": "most_mookies", "legendary_value": 3, "stars": [2, 2]},
    {"pairing": LISTED, "tie_break": "most_mookies"},
    {"pairing": {"kind": "distinct_families", "seed": 3}, "tie_break": "fewest_spiders", "end": "both_piles"},
]


@pytest.mark.parametrize("dials", SWITCHES, ids=str)
def test_uniform_play_is_what_every_deal_and_every_choice_give(dials):
    rules = tiny(**dials)
    assert values(rules, "random") == tried(rules)


def test_stars_of_none_and_families_out_of_order():
    rules = tiny(stars=[3, 0], tie_break="shared", legendary_value=0)
    assert values(rules, "random") == tried(rules)


def test_trying_everything_sees_another_rule():
    """Negative control: the comparison fails where the rules differ."""
    assert values(tiny(), "random") != tried(tiny(end="both_piles"))


BEST = [
    (THREE_CARDS, {}),
    (THREE_CARDS, {"end": "both_piles", "tie_break": "shared", "stars": [1, 1]}),
    (THREE_CARDS, {"tie_break": "most_mookies", "piles": {"kind": "split", "sizes": [2, 1]}}),
    (THREE_CARDS, {"tie_break": "fewest_spiders", "legendary_value": 3, "stars": [2, 1]}),
    ({"families": 2, "per_family": 2, "legendary": 0, "spiders": 4}, {"tie_break": "fewest_spiders"}),
]


@pytest.mark.parametrize(("faces", "dials"), BEST, ids=str)
def test_best_play_is_what_trying_everything_finds(faces, dials):
    rules = tiny(faces, **dials)
    every = deals(deck_of(rules))
    heights = [first for first, _ in splits(rules)]
    found = values(rules, "optimal")
    assert found["win_share.0"] == best_share(oracle_for(rules), every, heights)
    assert found["win_share.0"] + found["win_share.1"] == 1


def test_seats_that_see_through_the_cards_do_otherwise():
    """Negative control: the comparison is about what is known."""
    rules = tiny(tie_break="shared", end="both_piles", stars=[1, 2])
    every = deals(deck_of(rules))
    heights = [first for first, _ in splits(rules)]
    assert values(rules, "optimal")["win_share.0"] != best_share(oracle_for(rules), every, heights, blind=False)


def test_the_length_of_the_classic_game():
    law = turns_law(Rules())
    assert sum(law.values()) == 1
    mean = sum(t * chance for t, chance in law.items())
    known = sum(Fraction(2 * math.comb(17 + j, j) * (18 + j), 2 ** (18 + j)) for j in range(18))
    assert mean == known
    assert float(mean) == pytest.approx(31.2458184, abs=5e-8)


def test_the_classic_game_exactly():
    found = {one.metric: one for one in exact_values(Rules(), 2) if one.policies == "random"}
    assert found["win_share.0"].value == pytest.approx(0.6294992709780407, abs=1e-15)
    assert found["win_share.0"].fraction + found["win_share.1"].fraction == 1
    metrics = estimate(_tally(Rules(), 200_000, 5), GAME.measures(Rules(), 2), "seat")
    assert set(found) == set(metrics) - {"capped"}
    for name, one in found.items():
        assert one.unit == metrics[name].unit
        assert abs(Beside(one, metrics[name].interval).errors) <= 4, name


def test_a_large_deck_says_that_it_is_too_large():
    found = [one for one in exact_values(Rules(), 2) if one.policies == "optimal"]
    assert len(found) == 2
    assert all(math.isnan(one.value) for one in found)
    assert all(re_ in one.note for one in found for re_ in ("too large", "deals", "at most"))
    assert best.deals(tiny()) == math.factorial(6) // 2 == len(deals(deck_of(tiny())))


def test_a_given_deck_of_many_cards_is_refused(monkeypatch):
    monkeypatch.setattr(given_deck, "MOST_COURSES", 20)
    with pytest.raises(BadInput, match="too many courses"):
        exact_values(tiny(pairing=LISTED), 2)


def _tally(rules: Rules, plays: int, seed: int) -> Any:
    return play_locally(prepare(GAME, rules, 2), seed, 0, plays, 2).tally


@pytest.mark.slow
@pytest.mark.parametrize("dials", [{"tie_break": "shared"}, {"pairing": LISTED, "end": "both_piles"}], ids=str)
def test_ten_million_plays_agree(dials):
    rules = tiny(**dials)
    metrics = estimate(_tally(rules, 10_000_000, 11), GAME.measures(rules, 2), "seat")
    for one in exact_values(rules, 2):
        if one.policies == "random":
            assert abs(Beside(one, metrics[one.metric].interval).errors) <= 4, one.metric
