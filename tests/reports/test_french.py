"""No English is left on French pages, in French plays and in words of the shipped games."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from fairdeal.cli.main import main
from fairdeal.reporting import brief_of, dials_of, page_of, setup_of, storyteller_of
from fairdeal.selection import playability, select
from fairdeal.valuing import worth_drawn
from reports.languages import language
from reports.languages.definitions import DEFINITIONS
from reports.languages.lines import line_in
from reports.numbers import plain_spaces
from reports.pages.given import Given
from reports.pages.run import build, goals_table
from reports.plain import text_report
from reports.terms import Terms
from reports.text import Entry, report
from simulate.games.registry import games
from simulate.runs.definitions import ALWAYS
from simulate.runs.definitions import DEFINITIONS as GENERAL
from simulate.runs.prepared import prepare
from simulate.runs.tally import names
from tests.reports import studies
from tests.reports.documents import GOALS, entry
from tests.reports.english import english_in, texts_of
from tests.reports.made import metric

FR, EN = language("fr"), language("en")


def leftovers(page, allowed=frozenset()):
    found = {text: [word for word in english_in(text) if word not in allowed] for text in texts_of(page)}
    return {text: words for text, words in found.items() if words}


def identifiers(value: Any) -> set[str]:
    """Words of the names and units in a document of a game that is not installed, which nobody can translate."""
    if isinstance(value, dict):
        return set().union(*map(identifiers, value), *map(identifiers, value.values()))
    if isinstance(value, list):
        return set().union(*map(identifiers, value))
    return set(re.split(r"[_.]", value)) if isinstance(value, str) and " " not in value else set()


@pytest.mark.parametrize("name", studies.NAMES)
def test_pages_of_studies_are_french(name):
    document = studies.of(name)
    assert leftovers(page_of(document, FR).page, frozenset(identifiers(document))) == {}


def entry_of(game) -> tuple[Any, dict[str, Any]]:
    """A table of a game with all metrics, and a run of it that was never played."""
    _, variant = select(game.name)
    players = next(n for n, faults in playability(game, variant).items() if not faults)
    prepared = replace(prepare(game, variant.rules_for(players), players), metrics=True)
    measures, seats = prepared.measures, prepared.seats
    found = {
        name: metric(0.5, 0.4, 0.6, 1000, one.unit)
        for one in measures.all if not one.inner for name in names(one, seats)
    }  # fmt: skip
    found |= {one.name: metric(0.5, 0.4, 0.6, 1000) for one in measures.ratios}
    found |= {f"happens.{one.name}": metric(0.5, 0.4, 0.6, 1000) for one in measures.events}
    found |= {f"worth.{one.name}": metric(0.05, 0.04, 0.06, 1000, "pp") for one in measures.components}
    found |= {
        one.name: metric(0.5, 0.4, 0.6, 1000) for one in GENERAL if one.name.isidentifier() and one.there != ALWAYS
    }
    made = entry([540, 460]) | {"players": players, "policies": ["random"] * seats, "goals": GOALS[:1]}
    made["metrics"] |= found
    made["stop"] = {"kind": "fixed-n", "rule": "1000 games", "reason": "games played", "looks": 1}
    made["variant"] |= {
        "game": game.name, "name": variant.name, "title": variant.title, "hash": variant.hash,
        "rules": variant.rules_for(players).model_dump(mode="json"),
        "origins": {key: origin.kind for key, origin in variant.origins_for(players).items()},
    }  # fmt: skip
    return prepared, made


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_pages_of_runs_are_french(game):
    prepared, made = entry_of(game)
    shown = brief_of(made, FR)
    shown = replace(
        shown, dials=dials_of(prepared), setup=setup_of(prepared, FR), worth=worth_drawn(prepared, shown, FR)
    )
    document = {"schema": "fairdeal.run/1", "results": [made]}
    assert leftovers(build(document, Given([shown]), FR), frozenset({"points", "trades"})) == {}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_play_is_told_in_french_in_the_terminal(game, capsys):
    players = str(min(game.player_counts))
    line = ["replay", game.name, "--players", players, "--seed", "3", "--play", "2"]
    assert main([*line, "--lang", "fr"]) == 0
    french = capsys.readouterr().out
    assert main([*line, "--lang", "en"]) == 0
    english = capsys.readouterr().out
    left = {text: english_in(text) for text in french.splitlines() if english_in(text)}
    assert left == {}
    assert all(len(text) <= 80 for text in french.splitlines())
    turns = [sum(bool(re.match(r"\d+\. ", text)) for text in told.splitlines()) for told in (french, english)]
    assert turns[0] == turns[1] > 5


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_boards_in_letters_keep_their_columns(game):
    teller = storyteller_of(game, FR)
    assert teller.board("  1 2 3") == "  1 2 3"
    pairs = teller.pairs.get("board", ())
    assert all(other and other != english for english, other in pairs)


def test_every_definition_is_there():
    wanted = {one.meaning for one in GENERAL if one.there != ALWAYS and one.meaning}
    shown = {
        text
        for text in wanted
        if not text.startswith(("how many of a", "win share of seat 0", "games in which something"))
    }
    assert shown == set(DEFINITIONS["fr"])


def test_lines_of_documents():
    assert line_in("fr", "turns moved by more than its margin") == "turns a bougé de plus que sa marge"
    assert (
        line_in("fr", "k: 1 in A, 2 in B (what it is)", {"what it is": "ce que c’est"}.get)
        == "k : 1 en A, 2 en B (ce que c’est)"
    )
    assert line_in("fr", "k: 1 in A, 2 in B (what it is)") is None
    assert line_in("fr", "nobody knows this") is None
    assert line_in("en", "nobody knows this") == "nobody knows this"


def test_the_text_tells_goals_and_what_ended_the_run():
    made = entry([540, 460]) | {"goals": GOALS}
    made["stop"] = {
        "kind": "anytime", "rule": "until every goal is met or missed; at most 5 000 games", "reason": "most games",
        "looks": 3,
    }  # fmt: skip
    for tongue, head, ended in (
        (FR, f"Objectifs : 1 sur {len(GOALS)} atteints", "Fin : jusqu’à ce que chaque objectif"),
        (EN, f"Goals: 1 of {len(GOALS)} met", "End: until every goal is met or missed"),
    ):
        said = text_report([brief_of(made, tongue)], tongue)
        assert head in said
        assert ended in said
        assert tongue.say("goals.exploratory")[:30] in said
        for goal in GOALS:
            line = next(line for line in said.splitlines() if line.startswith(goal["metric"]))
            assert plain_spaces(tongue.say(f"goals.{goal['status']}")) in line
        plain = text_report([brief_of(entry([540, 460]), tongue)], tongue)
        assert head[:9] not in plain


def test_goals_of_several_results_are_counted_at_once():
    made = [entry([540, 460]) | {"goals": GOALS}, entry([540, 460]) | {"goals": GOALS[:1], "players": 3}]
    for tongue, told in ((FR, "3 joueurs. Objectifs : 1 sur 1 atteints"), (EN, "3 players. Goals: 1 of 1 met")):
        said = text_report([brief_of(one, tongue) for one in made], tongue)
        assert said.index(told) < said.index(tongue.say("goals.metric"))
    english = report([Entry(one, Terms("Toy")) for one in made])
    assert " ".join(english.split()).index("3 players: 1 of 1 met") < english.index("judged together")


def test_ranges_of_goals_are_written_as_the_language_writes_numbers():
    goal = GOALS[0] | {"goal": "22.5 to 22.7"}
    assert goals_table([goal], FR).rows[0][1] == "22,5 à 22,7"
    assert goals_table([goal], EN).rows[0][1] == "22.5 to 22.7"
