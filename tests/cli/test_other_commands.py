"""list, show, check, new, schema, replay, warmup and the Python interface."""

from __future__ import annotations

import dataclasses
import json
import re
import warnings
from pathlib import Path

import jsonschema
import pytest
import yaml

import fairdeal
from fairdeal.retelling import retell
from fairdeal.selection import select
from fairdeal.variant_yaml import variant_yaml
from simulate.runs.errors import FailedRun
from simulate.runs.prepared import Prepared
from simulate.runs.spec import make_spec
from variants.errors import BadInput

HOSTILE = {
    "bomb.yaml": "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n"
    "d: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n",
    "tag.yaml": "game: !!python/object/apply:os.system ['touch owned']\n",
    "deep.yaml": "target: " + "[" * 10_000,
    "latin.yaml": "title: Dé".encode("latin-1"),
    "empty.yaml": "",
    "twice.yaml": "game: dice\ngame: dice\n",
    "list.yaml": "- 1\n",
    "escape.yaml": 'game: "\\e[31mdice"\n',
    "cycle.yaml": "game: dice\nextends: cycle.yaml\n",
}


def test_list_names_games_variants_and_policies(fd):
    said = fd("list")
    assert "Dé à dé (dice), 2, 3, 4 players" in said.out
    assert re.search(r"dice/classic +2, 3, 4 +Classic race", said.out)
    assert said.out.index("dice/classic") < said.out.index("dice/by_count")
    assert "--policy bold: Rolls the die boldly." in fd("list", "dice").out
    found = json.loads(fd("list", "--format", "json").out)
    assert found["schema"] == "fairdeal.list/1"
    assert [one["name"] for one in found["games"][0]["variants"]] == ["dice/classic", "dice/by_count", "dice/long"]


def test_unknown_games_are_told_with_the_nearest(fd):
    for arguments in (["list", "dicee"], ["new", "dicee"], ["schema", "dicee"], ["warmup", "dicee"]):
        said = fd(*arguments)
        assert said.code == 2
        assert "unknown game 'dicee'; known: dice; did you mean dice?" in said.err


def test_show_tells_value_unit_origin_and_meaning(fd):
    said = fd("show", "dice/long", "--set", "die.sides=8")
    assert said.code == 0
    assert re.search(r"^target: 30 points\s+\[chosen here by .*long.yaml\]\n +points that win$", said.out, re.MULTILINE)
    assert "die.sides: 8 faces  [chosen here by --set" in said.out
    assert "cap: 500 rolls  [assumed]" in said.out
    assert "can be played with 3 players" in said.out
    assert "4 players x 30 points = 120, but the track has 100" in " ".join(said.out.split())


def test_show_at_one_count(fd):
    assert "target: 12 points" in fd("show", "dice/by_count", "--players", "3").out
    assert "target: 10 points" in fd("show", "dice/by_count", "--players", "2").out
    assert "players.3.target: 12 points" in fd("show", "dice/by_count").out
    assert fd("show", "dice/by_count", "--players", "4").code == 2
    assert fd("show", "dice", "--players", "9").code == 2


def test_show_as_a_document(fd):
    found = json.loads(fd("show", "dice/long", "--format", "json").out)
    assert found["schema"] == "fairdeal.show/1"
    assert [(one["players"], one["playable"]) for one in found["players"]] == [(2, True), (3, True), (4, False)]
    target = next(one for one in found["rules"] if one["key"] == "target")
    assert (target["value"], target["unit"], target["origin"]) == (30, "points", "chosen here")
    assert target["chosen_by"].endswith("long.yaml")


@pytest.mark.parametrize("name", ["dice/classic", "dice/long", "dice/by_count"])
def test_show_as_yaml_is_a_variant_with_the_same_rules(dice, tmp_path, name):
    _, variant = select(name)
    again = tmp_path / "again.yaml"
    again.write_text(variant_yaml(variant))
    _, loaded = select(str(again))
    assert loaded.hash == variant.hash
    assert loaded.players == variant.players
    again.write_text(variant_yaml(variant, 3))
    assert select(str(again))[1].rules_for(3) == variant.rules_for(3)


def test_yaml_texts_stay_texts_for_every_reader(dice, tmp_path):
    file = tmp_path / "odd.yaml"
    file.write_text('game: dice\ntitle: "no"\nabout: "0o17: [a]\\nb"\n')
    text = variant_yaml(select(str(file))[1])
    assert yaml.safe_load(text)["title"] == "no"
    file.write_text(text)
    assert (select(str(file))[1].title, select(str(file))[1].about) == ("no", "0o17: [a]\nb")


def test_show_against_another_variant(fd):
    said = fd("show", "dice/long", "--against", "dice/classic")
    assert said.out == (
        "A is dice/long, B is dice/classic: 1 rule value differs.\n"
        "- target: 30 points in dice/long, 10 points in dice/classic (points that win)\n"
    )
    assert "the same rules." in fd("show", "dice", "--against", "dice/classic").out
    found = json.loads(fd("show", "dice/long", "--against", "dice/classic", "--format", "json").out)
    assert found["differences"] == [{"key": "target", "a": 30, "b": 10, "unit": "points", "meaning": "points that win"}]
    assert fd("show", "dice", "--against", "dice/long", "--format", "yaml").code == 2


def test_check_says_ok_with_the_counts(fd):
    said = fd("check", "dice/classic", "dice/long")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "ok: dice/classic: dice, for 2, 3, 4 players"
    assert lines[1].startswith("ok: dice/long: dice, for 2, 3 players; not with 4: ")
    assert lines[1].endswith("4 players x 30 points = 120, but the track has 100")


def test_check_tells_every_fault_on_a_line_of_its_own(fd, tmp_path):
    bad, never = tmp_path / "bad.yaml", tmp_path / "never.yaml"
    bad.write_text("game: dice\ntarget: 0\ndie: {side: 3}\n")
    never.write_text("game: dice\ntarget: 60\n")
    said = fd("check", "dice/classic", str(bad), str(never))
    assert said.code == 2
    assert said.out == "ok: dice/classic: dice, for 2, 3, 4 players\n"
    assert len(said.err.splitlines()) == 5
    assert f"error: {bad}:2:9: target: got 0, allowed" in said.err
    assert said.err.count("but the track has 100") == 3


@pytest.mark.parametrize("name", [*HOSTILE, "missing.yaml", "folder.yaml", "x" * 300 + ".yaml"])
@pytest.mark.parametrize("command", ["check", "run", "show"])
def test_hostile_files_get_a_clear_error(fd, tmp_path, monkeypatch, name, command):
    monkeypatch.chdir(tmp_path)
    Path("folder.yaml").mkdir()
    for file, content in HOSTILE.items():
        Path(file).write_bytes(content if isinstance(content, bytes) else content.encode())
    said = fd(command, name)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert "Traceback" not in said.err
    assert "\x1b" not in said.err
    assert not Path("owned").exists()


def test_new_writes_a_file_that_passes_check_and_never_over_another(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    said = fd("new", "dice", "--output", str(file))
    assert said.code == 0
    assert file.read_text() == fd("new", "dice").out
    assert fd("check", str(file)).code == 0
    file.write_text("mine")
    again = fd("new", "dice", "--output", str(file))
    assert again.code == 2
    assert "is there already" in again.err
    assert file.read_text() == "mine"
    assert fd("new", "dice", "--output", str(tmp_path / "no" / "x.yaml")).code == 2


def test_the_schema_accepts_what_new_writes(fd):
    schema = json.loads(fd("schema", "dice").out)
    jsonschema.validate(yaml.safe_load(fd("new", "dice").out), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"game": "dice", "target": "many"}, schema)


def test_replay_tells_the_counted_play(fd):
    told = fd("replay", "dice", "--players", "2", "--seed", "1", "--play", "3")
    assert told.code == 0
    assert told.out.startswith("Dé à dé, classic, 2 players, random play: play 3 of seed 1\n")
    turns = re.findall(r"^\d+\. seat", told.out, re.MULTILINE)
    assert re.search(rf"^turns +{len(turns)} ", told.out, re.MULTILINE)
    found = json.loads(fd("replay", "dice", "--players", "2", "--seed", "0x1", "--play", "3", "--format", "json").out)
    assert found["schema"] == "fairdeal.replay/1"
    assert len(found["turns"]) == len(turns) == found["metrics"]["turns"]["value"]


def test_replays_add_up_to_the_run(fd):
    run = json.loads(fd("run", "dice", "--players", "3", "--seed", "8", "--games", "20", "--format", "json").out)
    wins = [0.0] * 3
    for index in range(20):
        said = fd("replay", "dice", "--players", "3", "--seed", "8", "--play", str(index), "--format", "json")
        for seat in range(3):
            wins[seat] += json.loads(said.out)["metrics"][f"win_share.{seat}"]["value"]
    assert [one / 20 for one in wins] == [
        run["results"][0]["metrics"][f"win_share.{seat}"]["value"] for seat in range(3)
    ]


def test_a_capped_play_is_told_as_far_as_it_went(fd):
    said = fd("replay", "dice", "--players", "2", "--seed", "1", "--play", "3", "--set", "cap=2")
    assert said.code == 0
    assert re.search(r"^capped +1 ", said.out, re.MULTILINE)
    assert re.search(r"^turns +\? ", said.out, re.MULTILINE)


@pytest.mark.parametrize("tampering", ["score.0", "margin", "turns", "winner", "capped"])
def test_a_story_that_is_not_the_counted_play_is_a_failed_run(dice, monkeypatch, tampering):
    game, variant = select("dice")
    recorded = Prepared.record

    def tampered(self, seed, index):
        found = recorded(self, seed, index)
        if tampering in found.values:
            return dataclasses.replace(found, values={**found.values, tampering: found.values[tampering] + 1})
        return dataclasses.replace(found, winners=0 if tampering == "capped" else 3 - found.winners)

    retell(make_spec(game, variant, 2, seed=1, first=3, count=1))
    monkeypatch.setattr(Prepared, "record", tampered)
    with pytest.raises(FailedRun, match="told differently from how it was counted"):
        retell(make_spec(game, variant, 2, seed=1, first=3, count=1))


@pytest.mark.parametrize(
    "arguments",
    [["--players", "9"], ["--play", "-1"], ["--play", str(2**63)], ["--seed", "x"], ["--policy", "bald"],
     ["--policy", "bold,shy,shy"], ["--set", "target=0"]],
)  # fmt: skip
def test_replay_refuses_bad_input(fd, arguments):
    options = {"--players": "2", "--seed": "1", "--play": "0"} | {arguments[0]: arguments[1]}
    said = fd("replay", "dice", *(word for pair in options.items() for word in pair))
    assert said.code == 2
    assert said.out == ""
    assert "Traceback" not in said.err


def test_warmup_names_the_seconds_and_the_folder(fd):
    said = fd("warmup")
    assert said.code == 0
    assert re.match(r"dice: \d+\.\d s\nkept ", said.out)


def test_the_python_interface_runs_loads_and_replays(dice):
    assert fairdeal.__version__ == "0.1.0"
    assert list(fairdeal.games()) == ["dice"]
    assert fairdeal.variants("dice") == ["dice/classic", "dice/by_count", "dice/long"]
    variant = fairdeal.load("dice", set={"die.sides": 8, "target": 5})
    assert (variant.rules.die.sides, variant.rules.target) == (8, 5)
    seen = []
    results = fairdeal.run(
        "dice", players=[2, 3], policy=["bold"], games=100, seed=4, jobs=1, progress=lambda *a: seen.append(a)
    )
    assert [result.spec.players for result in results] == [2, 3]
    assert seen[-1][:2] == (100, 100)
    assert results[0].metrics["win_share.0"].interval.n == 100
    told = fairdeal.replay("dice", players=2, seed=4, play=5)
    assert len(told.story.turns) == len(told.recorded.seats)
    with pytest.raises(fairdeal.BadInput):
        fairdeal.load("dice", set={"target": "many"})
    with pytest.raises(BadInput):
        fairdeal.run("dice", policy="bald")
    with pytest.raises(fairdeal.FailedRun):
        fairdeal.run("dice", games=10, set={"faulty": True})
    with pytest.raises(AttributeError):
        fairdeal.nonsense  # noqa: B018  # the access is the test
    assert {"run", "load", "BadInput"} <= set(dir(fairdeal))


def test_nothing_warns(fd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fd("run", "dice", "--games", "100").code == 0
