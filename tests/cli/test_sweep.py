"""`fairdeal sweep` as a user calls it."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from dataclasses import replace

import pytest

import fairdeal
from simulate.games import registry
from tests.cli.dice import GAME

SMALL = ["--players", "2", "--games", "1500", "--seed", "4"]


def document(said, code: int = 0) -> dict:
    assert said.code == code, said.err
    return json.loads(said.out)


def test_a_sweep_tells_cells_finds_and_what_cannot_be_played(fd):
    said = fd("sweep", "dice", "--vary", "target=9..11,51", *SMALL)
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "Dé à dé, 2 players, random play: 3 cells played, 1 cannot be played; the fairest of them looks" in text
    assert "target=51: target: 2 players x 51 points = 102, but the track has 100" in text
    assert "another seed" in text
    assert re.search(r"^11 .*\d \+", said.out, re.MULTILINE)
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    again = fd(*shlex.split(line)).out
    shown = re.compile(r"cells played now.*")
    assert shown.sub("", again) == shown.sub("", said.out)


def test_it_says_first_what_is_beyond_chance_and_what_is_not(fd):
    def told(*words: str) -> str:
        return " ".join(fd("sweep", "dice", *words, *SMALL).out.split())

    text = told("--vary", "target=10,11,12")
    surely = "At 95 % (the intervals of all cells together, 1 500 games each) "
    assert f"{surely}any of them may be the fairest." in text
    assert "Beyond chance (e-BH at 5 %), unlike the variant as it stands: " in text
    assert "turns higher in 2 cells" in text
    text = told("--vary", "cap=400,450,500", "--vary", "target=10,40")
    assert "Beyond chance (e-BH at 5 %), unlike the variant as it stands: " in text
    assert "Changed no game: cap=400, target=10; cap=450, target=10." in text
    text = told("--vary", "cap=400,450")
    assert "No difference from the variant as it stands is beyond chance (e-BH at 5 %)." in text
    text = told("--vary", "target=2,60", "--set", "die.sides=2", "--set", "faulty=false", "--players", "2")
    assert "win_share.0 higher" in text
    assert "No win share" not in text
    text = told("--vary", "target=2,40", "--set", "die.sides=2", "--players", "2")
    assert f"{surely}no other cell is fairer." in text
    text = told("--vary", "target=2,40", "--vary", "cap=400,450", "--set", "die.sides=2", "--players", "2")
    assert f"{surely}the fairest is one of 2: target=40, cap=400; target=40, cap=450." in text


def test_a_cell_is_the_run_of_its_variant(fd):
    said = fd("sweep", "dice", "--vary", "target=9,10", "--vary", "die.sides=6,8", *SMALL, "--format", "json")
    found = document(said)
    assert found["schema"] == "fairdeal.sweep/1"
    for cell in found["results"][0]["cells"]:
        settings = [word for key, value in cell["values"].items() for word in ("--set", f"{key}={value}")]
        (alone,) = document(fd("run", "dice", *SMALL, *settings, "--format", "json"))["results"]
        assert alone["digest"] == cell["digest"]
        assert alone["metrics"]["win_share.0"] == cell["metrics"]["win_share.0"]


def test_two_axes_make_a_map_and_whole_variants_an_axis(fd):
    said = fd("sweep", "dice", "--vary", "target=9,10,11", "--vary", "die.sides=4,6", *SMALL)
    assert "Seat advantage in %, target down, sides across:" in said.out
    said = fd("sweep", "dice", "--vary", "variant=classic,dice/long", *SMALL, "--format", "json")
    assert [cell["name"] for cell in document(said)["results"][0]["cells"]] == ["dice/classic", "dice/long"]


def test_player_counts_and_policies(fd):
    found = document(fd("sweep", "dice", "--vary", "target=10,30", "--games", "300", "--format", "json"))
    assert [one["players"] for one in found["results"]] == [2, 3, 4]
    assert [[c["status"] for c in one["cells"]] for one in found["results"]][2] == ["played", "not playable"]
    two = document(
        fd("sweep", "dice", "--vary", "target=10,30", "--policy", "bold,shy", "--games", "300", "--format", "json")
    )
    assert [one["players"] for one in two["results"]] == [2]


def test_samples_and_csv(fd):
    said = fd("sweep", "dice", "--vary", "target=1..40", "--vary", "die.sides=2..20", "--samples", "12", "--games",
              "200", "--players", "2", "--format", "csv")  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert {"cell", "target", "die.sides", "metric", "value", "low", "high", "found"} <= rows[0].keys()
    assert len({row["cell"] for row in rows}) == 12
    assert len({row["target"] for row in rows}) == 12


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--vary", "targt=1,2"], "--vary targt=1: targt: got"),
        (["--vary", "targt=1,2"], "did you mean target?"),
        (["--vary", "target=a"], '--vary target=a: target: got "a", allowed a whole number'),
        (["--set", "cap=a", "--vary", "target=9"], '--set cap=a: cap: got "a"'),
        (["--vary", "variant=classic,zzz"], '--vary variant=zzz: got "zzz", allowed dice/classic, dice/'),
        (["--vary", "target"], "allowed"),
        (["--vary", "target=99,100"], "allowed"),
        (["--vary", "variant=classic,lnog"], "did you mean dice/long?"),
        (["--vary", "target=9", "--vary", "target=8"], "given twice"),
        (["--vary", "target=9", "--policy", "brave"], "brave"),
        (["--vary", "target=9", "--metric", "turn"], "did you mean turns?"),
        (["--vary", "target=9", "--players", "7"], "not for 7"),
        ([], "--vary"),
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, told):
    said = fd("sweep", "dice", *arguments, "--games", "100")
    assert said.code == 2
    assert said.out == ""
    assert told in said.err


def test_a_variant_of_another_game_or_with_faults_is_no_cell(fd, tmp_path, monkeypatch):
    other = replace(GAME, name="dice2", variants_folder=tmp_path / "shelf")
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "classic.yaml").write_text("game: dice2\n")
    monkeypatch.setattr(registry, "games", lambda: {GAME.name: GAME, other.name: other})
    for command in (["sweep"], ["tune", "--goal", "turns<=9"], ["sensitivity"]):
        said = fd(command[0], "dice", *command[1:], "--vary", "variant=classic,dice2/classic", *SMALL)
        assert said.code == 2
        assert "--vary variant=dice2/classic: this is a variant of dice2, allowed: variants of dice" in said.err
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\ntarget: 10\nsides: 6\n")
    said = fd("sweep", "dice", "--vary", f"variant=classic,{file}", *SMALL)
    assert said.code == 2
    assert f"{file}:3:1: sides: got" in said.err


@pytest.mark.parametrize("command", [["sweep"], ["tune", "--goal", "turns<=9"], ["sensitivity"]])
def test_an_axis_that_is_no_dial_or_is_set_as_well_is_told_of_the_option(fd, command):
    said = fd(command[0], "dice", *command[1:], "--vary", "cap=400,450", "--vary", "targt=9,10", *SMALL)
    assert said.code == 2
    assert "error: --vary targt=9: targt: got" in said.err
    assert "did you mean target?" in said.err
    said = fd(command[0], "dice", *command[1:], "--vary", "cap=400,450", "--set", "cap=450", *SMALL)
    assert said.code == 2
    assert "--vary cap: --set gives this a value as well" in said.err


def test_goals_that_make_no_sense_stop_it_with_their_place(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\ngoals: {turn: '<= 9'}\n")
    said = fd("sweep", str(file), "--vary", "target=9,10", *SMALL)
    assert said.code == 2
    assert f"{file}:2:9: goals.turn: got" in said.err
    for command in ("tune", "sensitivity"):
        said = fd(command, "dice", "--vary", "target=9,11", "--goal", "turn<=9", *SMALL)
        assert said.code == 2
        assert '--goal turn="<= 9": got "turn", allowed a metric, did you mean turns?' in said.err
        assert "can be played" not in said.err


def test_a_base_that_cannot_be_played_does_not_stop_a_sweep(fd):
    said = fd("sweep", "dice/long", "--vary", "target=10,20", "--players", "4", "--games", "300")
    assert said.code == 0
    assert "the base is the first cell" in said.out


def test_a_grid_of_two_axes_is_drawn(fd, tmp_path):
    pytest.importorskip("matplotlib")
    words = ["--vary", "target=10,11,51", "--vary", "die.sides=6,8"]
    assert fd("sweep", "dice", *words, *SMALL, "--out", str(tmp_path / "o")).code == 0
    drawn = (tmp_path / "o" / "plots" / "map.svg").read_text()
    (found,) = json.loads((tmp_path / "o" / "result.json").read_text())["results"]
    for cell in found["cells"]:
        shown = f">{100 * cell['metrics']['seat_advantage']['value']:.1f}<" if cell["status"] == "played" else "51"
        assert shown in drawn


def test_a_large_grid_is_a_map_while_its_values_are_short(fd, tmp_path):
    pytest.importorskip("matplotlib")
    axes = ["--vary", "die.sides=6..20", "--vary", "target=10,11,51", "--games", "300", "--players", "2", "--seed", "4"]
    assert fd("sweep", "dice", *axes, "--out", str(tmp_path / "o")).code == 0
    drawn = (tmp_path / "o" / "plots" / "map.svg").read_text()
    (found,) = json.loads((tmp_path / "o" / "result.json").read_text())["results"]
    played = [cell for cell in found["cells"] if cell["status"] == "played"]
    assert len(played) == 30
    assert all(f">{100 * cell['metrics']['seat_advantage']['value']:.1f}<" in drawn for cell in played)
    assert "each within ±" in (tmp_path / "o" / "report.md").read_text()
    long = ["--vary", "players.2.cap=" + ",".join(f"0o{cap:o}" for cap in range(100, 500, 30))]
    assert fd("sweep", "dice", *long, *axes[2:], "--out", str(tmp_path / "p")).code == 0
    assert [file.name for file in (tmp_path / "p" / "plots").glob("*.svg")] == ["ranking.svg"]


def test_goals_are_counted_in_each_cell(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\ngoals:\n  turns: [2, 8]\n  seat_advantage: '<= 1 %'\n")
    said = fd("sweep", str(file), "--vary", "target=10,30", *SMALL)
    assert "1 of 2 met" in said.out
    assert "0 of 2 met" in said.out


def test_the_words_on_goals_hold_for_all_cells_together(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    words = ["--players", "2", "--games", "2000", "--seed", "4", "--format", "json"]
    (alone,) = document(fd("run", "dice", *words))["results"]
    metric = alone["metrics"]["turns"]
    # A bound two and a half standard errors away: sure for one cell, not sure for the words on sixty together.
    bound = metric["value"] + 2.5 * (metric["high"] - metric["value"]) / 1.96
    file.write_text(f"game: dice\ngoals: {{turns: '<= {bound:.5f}'}}\n")

    def status(values: str) -> str:
        cells = document(fd("sweep", str(file), "--vary", f"cap={values}", *words))["results"][0]["cells"]
        return next(cell["goals"][0]["status"] for cell in cells if cell["values"]["cap"] == "500")

    assert status("500") == "met"
    assert status("441..500") == "not yet known"
    said = fd("sweep", str(file), "--vary", "cap=499,500", *words[:-2])
    assert "goals: surely met, the words on all cells together" in " ".join(said.out.split())


def test_all_cells_are_judged_by_the_goals_of_the_variant_as_given(fd, tmp_path):
    file, other = tmp_path / "mine.yaml", tmp_path / "other.yaml"
    file.write_text("game: dice\ngoals: {turns: [2, 8]}\n")
    other.write_text("game: dice\ngoals: {turns: '>= 100', tie: '<= 50 %'}\n")
    words = ["--vary", f"variant=long,{other}", *SMALL, "--format", "json"]
    for name, expected in ((str(file), [["2 to 8"], ["2 to 8"]]), ("dice", [[], [">= 100", "<= 50 %"]])):
        cells = document(fd("sweep", name, *words))["results"][0]["cells"]
        assert [[goal["goal"] for goal in cell.get("goals", [])] for cell in cells] == expected


def test_a_folder_goes_on_with_its_seed_and_refuses_another_sweep(fd, tmp_path, monkeypatch):
    out = tmp_path / "out"
    words = ["sweep", "dice", "--vary", "target=9..11", "--vary", "die.sides=6,8", "--players", "2", "--games", "400"]
    stop_after(monkeypatch, 3)
    said = fd(*words, "--out", str(out), "--format", "json")
    assert "go on with: fairdeal sweep dice" in said.err
    part = document(said, 130)
    statuses = [cell["status"] for cell in part["results"][0]["cells"]]
    assert statuses == ["played"] * 3 + ["not played yet"] * 3
    monkeypatch.undo()
    monkeypatch.setattr(registry, "games", lambda: {GAME.name: GAME})
    for other in (["--seed", "3"], ["--set", "cap=400"], ["--metric", "turns"]):
        said = fd(*words, *other, "--out", str(out))
        assert said.code == 2, other
        assert "holds another run or study" in said.err
    again = document(fd(*words, "--out", str(out), "--format", "json"))
    assert again["engine"]["cells_played"] == 3
    assert again["seed"] == part["seed"]
    assert {file.name for file in out.iterdir()} >= {"result.json", "report.txt", "metrics.csv"}
    assert "checkpoint.json" not in {file.name for file in out.iterdir()}
    whole = document(fd(*words, "--seed", str(part["seed"]), "--format", "json"))
    del again["engine"], whole["engine"]
    assert again == whole
    assert fd("run", "dice", "--games", "100", "--out", str(tmp_path / "run")).code == 0
    assert fd(*words, "--out", str(tmp_path / "run")).code == 2


def stop_after(monkeypatch, cells: int) -> None:
    """Press Ctrl-C after some cells."""
    from simulate.studies import sweep as module

    played, count_cell = [], module.count_cell

    def stopping(*given):
        if len(played) == cells:
            raise KeyboardInterrupt
        played.append(given)
        return count_cell(*given)

    monkeypatch.setattr(module, "count_cell", stopping)


def test_the_python_call_gives_the_same(fd):
    said = fd("sweep", "dice", "--vary", "target=9,10", "--vary", "die.sides=6..7", *SMALL, "--format", "json")
    shown = document(said)
    swept = fairdeal.sweep("dice", {"target": [9, 10], "die.sides": range(6, 8)}, players=2, games=1500, seed=4)
    found = json.loads(json.dumps(swept.document()))
    assert found["results"] == shown["results"]
    assert fairdeal.sweep("dice", "target=9", players=2, games=100).games == 100


def test_a_variants_file_is_shown_by_its_name_alone():
    from reports.sweeping import shown_value

    assert shown_value("a/folder/with/my_variant.yaml") == "my_variant"
    assert shown_value("12") == "12"
    assert len(shown_value("x" * 60)) == 24
