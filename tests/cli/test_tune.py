"""`fairdeal tune` as a user calls it, and the file that it writes."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal
from fairdeal.tuning import read_goal
from variants.errors import BadInput

SMALL = ["--players", "2", "--games", "6k", "--confirm", "1500", "--seed", "4"]


def document(said) -> dict:
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_the_written_variant_is_the_winner_and_repeats_its_figures(fd, tmp_path):
    file = tmp_path / "tuned.yaml"
    words = ["tune", "dice", "--vary", "target=10..16,61", "--goal", "turns=[8, 9]", *SMALL]
    found = document(fd(*words, "-o", str(file), "--format", "json"))
    assert found["schema"] == "fairdeal.tune/1"
    assert fairdeal.load(str(file)).hash == found["winner"]["hash"]
    (result,) = found["winner"]["results"]
    seed = str(result["seed"])
    (again,) = document(fd("run", str(file), "--players", "2", "--games", "1500", "--seed", seed, "--format", "json"))[
        "results"
    ]
    assert again["digest"] == result["digest"]
    assert [goal["status"] for goal in again["goals"]] == [goal["status"] for goal in result["goals"]]
    text = file.read_text()
    assert "extends: " in text
    losers = [one["values"]["target"] for one in found["losers"]]
    assert len(losers) == 6
    assert all(f"#   target={value}: " in text for value in losers)
    assert "1 more cannot be played" in text
    assert fd("check", str(file)).code == 0
    assert "there already" in fd(*words, "-o", str(file)).err
    assert fd(*words, "-o", str(file), "--force").code == 0


def test_the_text_tells_the_winner_the_others_and_the_plays(fd):
    said = fd("tune", "dice", "--vary", "target=10..13", "--goal", "seat_advantage<=1%", *SMALL)
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "nearest to the goals is target=" in text
    assert "1 missed" in text
    assert "No game is used twice:" in text
    assert "confirmation: seed" in text
    assert "as it stands" in text
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    shown = re.compile(r"fairdeal\s+[0-9.]+;\s+.*")
    assert shown.sub("", fd(*shlex.split(line)).out) == shown.sub("", said.out)


def test_what_stands_is_not_beaten_by_worse(fd):
    said = fd("tune", "dice", "--vary", "target=30,31", "--goal", "turns=[5, 7]", *SMALL)
    assert "Nothing that was tried looks better than the variant as it stands" in said.out


ORIGINAL = """game: dice
title: Mine
players: {2: {cap: 450}, 3: {target: 12}}
goals: {seat_advantage: "<= 3 %"}
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--vary", "die.sides=4,6,8", "--set", "cap=400"],
        ["--vary", "players.3.target=11..13", "--vary", "target=9,10"],
        ["--vary", "players.3.target=11..13"],
        ["--vary", "variant=dice/long,dice/classic", "--vary", "die.sides=6,8"],
        ["--vary", "die={sides: 4},{sides: 8}"],
    ],
)
def test_any_winner_can_be_written(fd, tmp_path, monkeypatch, arguments):
    folder = tmp_path / "deep"
    folder.mkdir()
    (tmp_path / "mine.yaml").write_text(ORIGINAL)
    monkeypatch.chdir(tmp_path)
    words = [*arguments, "--goal", "tie<=9%", "--games", "6k", "--confirm", "300", "--format", "json"]
    found = document(fd("tune", "mine.yaml", "--players", "2,3", *words, "-o", "deep/tuned.yaml"))
    loaded = fairdeal.load("deep/tuned.yaml")
    assert loaded.hash == found["winner"]["hash"]
    own = "variant" in found["winner"]["values"]
    assert ('extends: "../mine.yaml"' in (folder / "tuned.yaml").read_text()) is not own
    assert "tie" in loaded.goals


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--vary", "target=10,11"], "no goals"),
        (["--vary", "target=10,11", "--goal", "turn<=3"], "did you mean turns?"),
        (["--vary", "target=10,11", "--goal", "turns"], "allowed"),
        (["--vary", "targt=10,11", "--goal", "tie<=5%"], "did you mean target?"),
        (["--vary", "target=10,11", "--goal", "tie<=5%", "--games", "100"], "at least"),
        (["--vary", "target=10,11", "--goal", "tie<=5%", "-o", "x.txt"], "ends in .yaml"),
        (["--vary", "target=10,11", "--goal", "tie<=5%", "-o", "no/x.yaml"], "no such folder"),
        (["--goal", "tie<=5%"], "--vary"),
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = fd("tune", "dice", "--players", "2", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert told in said.err


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("tie<=5%", ("tie", '"<= 5%"')),
        ("seat_advantage = <= 2 %", ("seat_advantage", '"<= 2 %"')),
        ("turns=[20, 30]", ("turns", "[20, 30]")),
        ('tie="<= 5 %"', ("tie", '"<= 5 %"')),
        ("win_share.0>=0.45", ("win_share.0", '">= 0.45"')),
    ],
)
def test_goals_as_people_write_them(text, pair):
    assert read_goal(text) == pair


def test_a_goal_that_is_none():
    with pytest.raises(BadInput):
        read_goal("turns")


def test_the_python_call_gives_the_same(fd, tmp_path):
    words = ["tune", "dice", "--vary", "target=10..13", "--goal", "turns=[8, 9]", *SMALL, "--format", "json"]
    shown = document(fd(*words))
    tuned = fairdeal.tune(
        "dice", {"target": range(10, 14)}, goals={"turns": [8, 9]}, players=2, games=6000, confirm=1500, seed=4,
        output=tmp_path / "w.yaml",
    )  # fmt: skip
    assert tuned.document()["winner"]["results"][0]["digest"] == shown["winner"]["results"][0]["digest"]
    assert fairdeal.load(str(tmp_path / "w.yaml")).goals == {"turns": [8, 9]}


def test_goals_of_one_player_count_from_python(dice):
    tuned = fairdeal.tune(
        "dice", {"target": [9, 10]}, goals={"turns": {2: [4, 6], 3: "<= 12"}}, players=(2, 3), games=3000, confirm=500,
        seed=2,
    )  # fmt: skip
    assert [[one.goal.text for one in result.goals] for result in tuned.confirmed] == [["4 to 6"], ["<= 12"]]


def test_whole_variants_are_judged_by_the_goals_of_the_one_that_is_tuned(fd, tmp_path):
    mine, other, out = tmp_path / "mine.yaml", tmp_path / "other.yaml", tmp_path / "out.yaml"
    mine.write_text("game: dice\ntarget: 20\ngoals: {turns: [8, 9], tie: '<= 1 %'}\n")
    other.write_text("game: dice\ntarget: 12\ngoals: {turns: '>= 100'}\n")
    words = ["tune", str(mine), "--vary", f"variant={mine},classic,{other}", "--vary", "target=10,15", *SMALL]
    found = document(fd(*words, "-o", str(out), "--format", "json"))
    assert {one["search"]["loss"] > 0 for one in found["losers"]} == {True}
    (result,) = found["winner"]["results"]
    assert {goal["metric"]: goal["goal"] for goal in result["goals"]} == {"turns": "8 to 9", "tie": "<= 1 %"}
    assert found["winner"]["values"]["target"] == "15"
    words = ["run", str(out), "--players", "2", "--games", "1500", "--seed", str(result["seed"]), "--format", "json"]
    (again,) = document(fd(*words))["results"]
    assert again["digest"] == result["digest"]
    assert {goal["metric"]: goal["status"] for goal in again["goals"]}.items() >= {
        goal["metric"]: goal["status"] for goal in result["goals"]
    }.items()


def test_goals_of_other_variants_are_none_of_what_is_tuned(fd, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text("game: dice\ngoals: {turns: '>= 100'}\n")
    said = fd("tune", "dice", "--vary", f"variant={other},classic", *SMALL)
    assert said.code == 2
    assert "there are no goals to tune towards" in said.err


def test_goals_of_one_player_count_leave_the_others_free(fd, tmp_path):
    words = ["tune", "dice", "--vary", "target=10,20", "--goal", "turns={2: [8, 12]}", "--players", "2,3"]
    said = fd(*words, "--games", "6k", "--confirm", "1500", "--seed", "4", "--out", str(tmp_path / "o"))
    assert said.code == 0, said.err
    assert "nearest to the goals is target=20: 1 of 1 goals surely met" in " ".join(said.out.split())
    assert "3 players" not in said.out.partition("Distance")[0].partition("play: nearest")[2]
    assert (tmp_path / "o" / "report.html").exists()
