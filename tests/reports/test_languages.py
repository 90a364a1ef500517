"""Languages: the same phrases in each, numbers in their signs, the verdict, and which one is taken."""

from __future__ import annotations

import re

import pytest

from reports.languages import CODES, language, preferred
from reports.terms import Terms
from simulate.games.registry import games
from tests.reports.documents import entry
from tests.reports.made import metric, result

SEAT = Terms("Jouet", seat_word="siège")
TEAM = Terms("Jouet", seat_word="équipe")
FR = language("fr")


def test_every_language_says_the_same_things():
    keys = {code: set(language(code).phrases) for code in CODES}
    assert len(set(map(frozenset, keys.values()))) == 1


def test_no_phrase_asks_for_what_english_does_not_give():
    def places(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text))

    english = language("en").phrases
    odd = {
        key
        for code in CODES
        for key, text in language(code).phrases.items()
        if not places(text) <= places(english[key])
    }
    assert not odd


def test_french_numbers():
    assert FR.fixed(12345.678, 2) == "12\N{NARROW NO-BREAK SPACE}345,68"
    assert FR.share(0.5312, 1) == "53,1\N{NO-BREAK SPACE}%"
    assert FR.figure(metric(0.5312, 0.5272, 0.5352, 900)) == "53,1\N{NO-BREAK SPACE}%"
    assert FR.interval(metric(3.25, 3.21, 3.29, 900, "x")) == "3,21–3,29"
    assert FR.duration(0.35) == "0,35\N{NO-BREAK SPACE}s"
    assert FR.duration(200) == "3\N{NO-BREAK SPACE}min 20\N{NO-BREAK SPACE}s"
    assert FR.about(1_234_567) == "1,2\N{NO-BREAK SPACE}million de"
    assert FR.about(2_345_678_901) == "2,3\N{NO-BREAK SPACE}milliards de"
    assert FR.about(6_912) == "6\N{NARROW NO-BREAK SPACE}900"


@pytest.mark.parametrize(
    ("wins", "terms", "said"),
    [
        ([500_000, 500_000], SEAT, "aucun avantage qui compte"),
        ([530_000, 470_000], SEAT, "un avantage sensible pour le premier siège"),
        ([530_000, 470_000], TEAM, "un avantage sensible pour la première équipe"),
        ([590_000, 410_000], SEAT, "un grand avantage pour le premier siège, injuste"),
        ([310_000, 345_000, 345_000], SEAT, "un handicap sensible pour le premier siège"),
        ([700_000, 300_000], TEAM, "un énorme avantage pour la première équipe, cassé"),
    ],
)
def test_french_verdicts(wins, terms, said):
    sentence = FR.verdict(result(wins, sum(wins)), terms)
    assert said in sentence
    assert ("l’équipe" if terms is TEAM else "le siège") in sentence


def test_a_french_verdict_on_different_policies_says_nothing_of_fairness():
    sentence = FR.verdict(entry(policies=["greedy", "random"]), SEAT)
    assert "ne dit rien de l’équité" in sentence
    assert "siège\N{NO-BREAK SPACE}0 (greedy) gagne" in sentence


def test_the_environment_chooses_the_language():
    assert preferred({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert preferred({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}) == "en"
    assert preferred({"LANG": "de_DE.UTF-8"}) == "en"
    assert preferred({"LANG": "frr_DE.UTF-8"}) == "en"
    assert preferred({}) == "en"


def test_every_word_of_the_shipped_games_is_there_in_french():
    missing = {name: sorted(words_of(game) - set(game.part("words_fr").WORDS)) for name, game in games().items()}
    assert not any(missing.values()), missing


def words_of(game) -> set[str]:
    """Meanings and units of every dial and measure of a game's variants."""
    from fairdeal.selection import playability, select
    from variants.dials import leaves

    found = {game.seat_word, game.score_word}
    for file in sorted(game.variants_folder.glob("*.yaml")):
        _, variant = select(f"{game.name}/{file.stem}")
        for players in (count for count, faults in playability(game, variant).items() if not faults):
            rules = variant.rules_for(players)
            found |= {word for leaf in leaves(rules) for word in (leaf.label.meaning, leaf.label.unit) if word}
            measures = game.measures(rules, players)
            named = [one for one in (*measures.all, *measures.ratios) if not getattr(one, "inner", False)]
            found |= {word for one in named for word in (one.meaning, one.unit)}
    return found - {"share", "s"}
