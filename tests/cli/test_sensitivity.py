"""`fairdeal sensitivity` as a user calls it."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal

SMALL = ["--players", "2", "--games", "1500", "--seed", "4"]


def document(said) -> dict:
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_the_text_tells_what_overturns_what_explains_and_what_is_idle(fd):
    said = fd("sensitivity", "dice", "--vary", "target=11,20", "--vary", "die.sides=5..7", "--goal", "turns<=9", *SMALL)
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "as it stands the goals are met (turns <= 9;" in text
    assert "Overturn it alone: target." in text
    assert "combinations of assumptions" in text
    assert "Changed no game: cap=499" in text
    assert re.search(r"^turns +\S+ +target +\d\d", said.out, re.MULTILINE)
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    cut = re.compile(r"fairdeal\s+0[0-9.]+;.*?\n")
    assert cut.sub("", fd(*shlex.split(line)).out) == cut.sub("", said.out)


def test_as_a_document_with_the_usual_goal(fd):
    found = document(fd("sensitivity", "dice", "--vary", "target=11,51", "--only", *SMALL, "--format", "json"))
    assert found["schema"] == "fairdeal.sensitivity/1"
    assert found["goals"] == [{"metric": "seat_advantage", "goal": "<= 4 %"}]
    (result,) = found["results"]
    assert [dial["key"] for dial in result["dials"]] == ["target"]
    assert result["not_playable"][0][:2] == ["target", "51"]
    assert "track" in result["not_playable"][0][2]
    metrics = result["factorial"]["metrics"]
    assert metrics["turns"]["total"]["target"]["value"] == pytest.approx(1)
    (alone,) = document(fd("run", "dice", *SMALL, "--set", "target=11", "--format", "json"))["results"]
    assert result["dials"][0]["levels"][0]["digest"] == alone["digest"]


def test_goals_of_the_file_and_whole_variants(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\ngoals: {turns: '>= 12'}\n")
    found = document(
        fd("sensitivity", str(file), "--vary", "variant=long,classic", "--only", *SMALL, "--format", "json")
    )
    (dial,) = found["results"][0]["dials"]
    assert dial["alone"] == "overturns"
    assert [level["value"] for level in dial["levels"]] == ["long"]


def test_all_player_counts(fd):
    found = document(fd("sensitivity", "dice", "--vary", "target=9", "--only", "--games", "300", "--format", "json"))
    assert [one["players"] for one in found["results"]] == [2, 3, 4]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--only"], "--only needs --vary"),
        (["--vary", "targt=3", "--only"], "did you mean target?"),
        (["--vary", "target=61", "--only"], "no assumed value can be changed"),
        (["--metric", "turn"], "did you mean turns?"),
        (["--goal", "turn<=3"], "did you mean turns?"),
        (["--cells", "1"], "--cells"),
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, told):
    said = fd("sensitivity", "dice", "--players", "2", "--games", "100", *arguments)
    assert said.code == 2, said
    assert said.out == ""
    assert told in said.err


def test_the_python_call_gives_the_same(fd):
    shown = document(fd("sensitivity", "dice", "--vary", "target=11", "--only", *SMALL, "--format", "json"))
    sensed = fairdeal.sensitivity("dice", {"target": 11}, only=True, players=2, games=1500, seed=4)
    assert json.loads(json.dumps(sensed.document()))["results"] == shown["results"]
