"""A sensitivity study beside the assumed values of a run's page: found, refused, told in every language."""

from __future__ import annotations

import json

import pytest

from fairdeal.cli.main import main
from fairdeal.reporting import page_of
from reports.languages import CODES, language
from reports.numbers import plain_spaces
from reports.pages.model import Table
from tests.reports import studies
from tests.reports.documents import document, entry
from tests.reports.english import texts_of

EN = language("en")


def study(**dial):
    """A study of the toy's rules; the deck's chances are its one dial."""
    made = studies.of("sensitivity")
    (one,) = made["results"]
    one["hash"] = entry()["variant"]["hash"]
    one["dials"][0] |= {"key": "deck.pmf", **dial}
    return made


def rules_of(page):
    return next(
        block
        for block in page.walk()
        if isinstance(block, Table) and block.caption == page.language.say("rules.caption")
    )


@pytest.mark.parametrize("code", CODES)
def test_beside_an_assumed_value_stands_what_came_of_changing_it(code):
    lang = language(code)
    page = page_of(document(), lang, study=study(alone="overturns", in_combination="overturns")).page
    rules = rules_of(page)
    said = {row[0]: row[-1] for row in rules.rows}
    assert rules.header[-1] == lang.say("rules.study")
    assert lang.say("assumed.power.overturns") in said["deck.pmf"]
    assert "distinct_families" in said["deck.pmf"]
    assert said["deck.size"] == said["end"] == ""
    assert lang.say("rules.assumed_note") not in set(texts_of(page))


def test_what_was_not_tried_says_why():
    made = study(key="other")
    found = {}
    for why, changes in (
        ("no other value is known", {"not_tried": ["deck.pmf"]}),
        ("no other value can be played alone", {"not_playable": [["deck.pmf", "1", "no"]]}),
        ("not tried", {}),
    ):
        made["results"][0] |= {"not_tried": [], "not_playable": [], **changes}
        found[why] = {row[0]: row[-1] for row in rules_of(page_of(document(), EN, study=made).page).rows}["deck.pmf"]
    assert all(why in said for why, said in found.items())


def test_alone_and_together_are_told_apart():
    page = page_of(document(), EN, study=study(alone="keeps", in_combination="may overturn")).page
    said = plain_spaces({row[0]: row[-1] for row in rules_of(page).rows}["deck.pmf"])
    assert "✓ stays" in said
    assert said.endswith("together with others: ? may change")


def test_a_study_of_other_rules_or_players_is_not_used():
    for changes in ({"hash": "0" * 32}, {"players": 3}, {"game": "other"}):
        made = study()
        made["results"][0] |= changes
        assert len(rules_of(page_of(document(), EN, study=made).page).header) == 4


def written(folder, name, made):
    path = folder / name
    path.write_text(json.dumps(made), encoding="utf-8")
    return str(path)


def test_a_study_is_named_or_lies_beside_the_result(tmp_path):
    (tmp_path / "run").mkdir()
    result = written(tmp_path / "run", "result.json", document())
    named = written(tmp_path, "study.json", study())
    page = tmp_path / "run" / "report.md"
    assert main(["report", result, "--lang", "en"]) == 0
    assert "if it were otherwise" not in page.read_text(encoding="utf-8")
    assert main(["report", result, "--lang", "en", "--sensitivity", named]) == 0
    assert "if it were otherwise" in page.read_text(encoding="utf-8")
    written(tmp_path / "run", "sensitivity.json", study())
    assert main(["report", result, "--lang", "en"]) == 0
    assert "if it were otherwise" in page.read_text(encoding="utf-8")


def test_what_does_not_belong_is_refused_when_named_and_noted_when_found(tmp_path, capsys):
    result = written(tmp_path, "result.json", document())
    other = study()
    other["results"][0]["players"] = 3
    assert main(["report", result, "--sensitivity", written(tmp_path, "other.json", other)]) == 2
    assert "not of the rules and player counts" in capsys.readouterr().err
    assert main(["report", result, "--sensitivity", result]) == 2
    assert "a document of fairdeal.run/1" in capsys.readouterr().err
    written(tmp_path, "sensitivity.json", other)
    assert main(["report", result]) == 0
    assert "left out" in capsys.readouterr().err
