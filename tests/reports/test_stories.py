"""Stories in French: every sentence that a game's golden stories and some plays say is known; unknown ones stay."""

from __future__ import annotations

import pytest

from fairdeal.reporting import storyteller_of
from fairdeal.selection import playability, select
from reports.languages import language
from reports.languages.stories import Storyteller
from simulate.games.registry import games
from simulate.runs.prepared import prepare

FR = language("fr")
TOY = Storyteller(
    {
        "sentence": [
            ("Seat {n} takes {what:fruit}.", "Siège {n} prend {what}."),
            ("It ends at {clock} s.", "Cela finit à {clock} s."),
        ],
        "fruit": [("an apple", "une pomme"), ("{k} plums", "{k} prunes")],
    },
    "et", ",",
)  # fmt: skip


def test_sentences_words_lists_and_clocks_are_translated():
    assert TOY.tell("Seat 1 takes an apple.") == "Siège 1 prend une pomme."
    told = TOY.tell("Seat 1 takes an apple, 3 plums and an apple. It ends at 1.250 s.")
    assert told == "Siège 1 prend une pomme, 3 prunes et une pomme. Cela finit à 1,250 s."


@pytest.mark.parametrize("text", ["Seat 1 takes a pear.", "Seat 1 takes an apple. Who knows?", "It ends at 1.250 s!"])
def test_what_is_not_known_stays_in_english(text):
    assert not TOY.knows(text)
    assert TOY.tell(text) == text


def sentences(game, name: str, policy: str) -> set[str]:
    """What some plays of a variant say, at its fewest players."""
    _, variant = select(name)
    players = next(n for n, faults in playability(game, variant).items() if not faults)
    prepared = prepare(game, variant.rules_for(players), players, (policy,) * game.seats(players))
    found: set[str] = set()
    for index in range(6):
        story = game.tell(prepared.rules, players, prepared.record(3, index))
        found |= {turn.text for turn in story.turns} | set(story.end)
    return found


@pytest.mark.parametrize("name", games())
def test_every_turn_and_end_is_told_in_french(name):
    game = games()[name]
    assert game.has_part("words_fr")
    teller = storyteller_of(game, FR)
    for variant in sorted(file.stem for file in game.variants_folder.glob("*.yaml"))[:4]:
        for policy in ("random", "greedy")[: 1 + any(one.name == "greedy" for one in game.policies)]:
            said = sentences(game, f"{name}/{variant}", policy)
            assert said
            assert [text for text in said if not _known(teller, text)] == []


def _known(teller: Storyteller, text: str) -> bool:
    """Ends may be wrapped for a terminal, so a piece of a sentence is no fault by itself."""
    return teller.knows(text) or not text.endswith(".")
