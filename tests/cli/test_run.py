"""What `run` plays, prints and refuses."""

from __future__ import annotations

import csv
import io
import json
import re

import jsonschema
import pytest

from simulate.runs import prepared as preparing

SHARE = {"type": "number", "minimum": 0, "maximum": 1}
NUMBER = {"type": ["number", "null"]}
ENTRY = ["variant", "players", "policies", "seed", "plays", "metrics", "tallies", "digest", "engine"]
METRICS = ["win_share.0", "win_share.1", "outright.0", "tie", "capped", "turns", "score.0", "margin"]
ENGINE = ["version", "numba", "python", "machine", "threads", "jit_seconds", "seconds", "plays_per_second"]
COLUMNS = ["variant", "players", "policies", "metric", "value", "low", "high", "n", "kind", "unit"]
COLUMNS += ["seed", "first", "count"]
SCHEMA = {
    "type": "object",
    "required": ["schema", "results"],
    "additionalProperties": False,
    "properties": {
        "schema": {"const": "fairdeal.run/1"},
        "results": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ENTRY,
                "properties": {
                    "variant": {
                        "type": "object",
                        "required": ["game", "name", "hash", "rules", "origins"],
                        "properties": {
                            "hash": {"type": "string", "pattern": "^[0-9a-f]{16,64}$"},
                            "rules": {"type": "object"},
                            "origins": {"additionalProperties": {"enum": ["printed", "assumed", "chosen here"]}},
                        },
                    },
                    "stop": {"type": "object"},
                    "goals": {"type": "array"},
                    "players": {"type": "integer"},
                    "policies": {"type": "array", "items": {"type": "string"}},
                    "seed": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
                    "plays": {
                        "type": "object",
                        "required": ["first", "count", "capped"],
                        "additionalProperties": {"type": "integer"},
                    },
                    "metrics": {
                        "type": "object",
                        "required": METRICS,
                        "additionalProperties": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["value", "low", "high", "n", "kind", "unit"],
                            "properties": {
                                "value": NUMBER, "low": NUMBER, "high": NUMBER, "n": {"type": "integer"},
                                "kind": {"enum": ["fixed-n", "anytime"]}, "unit": {"type": "string"},
                            },
                        },
                    },
                    "tallies": {"type": "object"},
                    "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "engine": {
                        "type": "object",
                        "required": ENGINE,
                    },
                },
            },
        },
    },
}  # fmt: skip


def document(said) -> dict:
    """The JSON that a command printed, checked against the schema."""
    assert said.code == 0, said.err
    found = json.loads(said.out)
    jsonschema.validate(found, SCHEMA)
    return found


def without_engine(found: dict) -> list[dict]:
    return [{key: value for key, value in one.items() if key != "engine"} for one in found["results"]]


def test_the_bare_command_plays_all_counts_and_prints_the_seed(fd):
    said = fd("run", "dice", "--games", "2000")
    assert said.code == 0
    assert said.err == ""
    assert re.search(r"^classic +2  seat 0 wins 6", said.out, re.MULTILINE)
    assert all(f"Dé à dé, classic, {players} players, random play: seat 0 wins" in said.out for players in (2, 3, 4))
    assert len(set(re.findall(r"--seed (\d+)$", said.out, re.MULTILINE))) == 1


def test_a_fresh_seed_each_time(fd):
    first, second = (
        document(fd("run", "dice", "--games", "10", "--format", "json"))["results"][0]["seed"] for _ in "ab"
    )
    assert first != second


def test_the_printed_command_repeats_the_run(fd):
    import shlex

    said = fd("run", "dice", "--games", "1k", "--set", "die.sides=8", "--players", "3", "--policy", "bold,shy,random")
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    again = fd(*shlex.split(line))
    digests = [re.findall(r"digest\s+(\w+)", one.out) for one in (said, again)]
    assert digests[0] == digests[1] != []


def test_json_is_the_schema_and_the_same_for_any_number_of_jobs(fd):
    found = [
        document(fd("run", "dice", "--games", "30000", "--seed", "0x2A", "--jobs", str(jobs), "--format", "json"))
        for jobs in (1, 2, 3)
    ]
    assert without_engine(found[0]) == without_engine(found[1]) == without_engine(found[2])
    assert [one["engine"]["threads"] for one in (found[0]["results"][0], found[2]["results"][0])] == [1, 3]
    assert found[0]["results"][0]["seed"] == 42
    assert [one["players"] for one in found[0]["results"]] == [2, 3, 4]


@pytest.mark.parametrize(("text", "games"), [("1_000", 1000), ("1e3", 1000), ("2k", 2000), ("0.001M", 1000), ("7", 7)])
def test_numbers_of_games(fd, text, games):
    found = document(fd("run", "dice", "--players", "2", "--games", text, "--format", "json"))
    assert found["results"][0]["plays"] == {"first": 0, "count": games, "capped": 0}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", text]
        for text in ("0", "-5", "1.5", "1e99", "1e999999999", "many", "1,000", "", "1__k_", "9" * 5000, "٣")
    ]
    + [["--seed", text] for text in ("-1", "2e3", str(2**64), "0xG", "x" * 5000, "", "0x" + "f" * 17)]
    + [["--players", text] for text in ("2,", "two", "", "2;3", "-2")]
    + [["--jobs", text] for text in ("0", "-1", "1e9", "999999")]
    + [["--set", text] for text in ("target", "=3", "")]
    + [["--format", "xml"], ["--nonsense"]],
)
def test_bad_options_are_told_with_what_is_allowed(fd, arguments):
    said = fd("run", "dice", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err
    assert "Traceback" not in said.err
    assert len(said.err) < 2000


def test_a_count_that_cannot_be_played_is_left_out_with_its_arithmetic(fd):
    said = fd("run", "dice/long", "--games", "500", "--format", "json")
    assert [one["players"] for one in document(said)["results"]] == [2, 3]
    assert re.match(
        r"not playable: dice/long with 4 players: .*4 players x 30 points = 120, but the track has 100\n", said.err
    )


def test_a_count_that_was_asked_for_is_refused_before_anything_is_played(fd, monkeypatch):
    monkeypatch.setattr(preparing.Prepared, "count_plays", lambda *_: pytest.fail("played"))
    for players in ("4", "2,4"):
        said = fd("run", "dice", "dice/long", "--players", players)
        assert said.code == 2
        assert said.out == ""
        assert "4 players x 30 points = 120, but the track has 100" in said.err


def test_when_no_count_can_be_played_the_run_is_refused(fd):
    said = fd("run", "dice", "--set", "target=60")
    assert said.code == 2
    assert said.err.count("but the track has 100") == 3


def test_a_count_that_the_variant_is_not_for(fd):
    said = fd("run", "dice/by_count", "--players", "4")
    assert said.code == 2
    assert "for 2, 3 players, not for 4" in said.err


def test_all_faults_of_all_variants_are_told_at_once(fd, tmp_path):
    broken = tmp_path / "mine.yaml"
    broken.write_text("game: dice\ntarget: many\ndice: 3\n")
    said = fd("run", "dice", str(broken), "dice/clasic", "--policy", "bald", "--players", "2")
    assert said.code == 2
    assert "mine.yaml:2:9: target: got" in said.err
    assert "mine.yaml:3:1:" in said.err
    assert "did you mean dice/classic?" in said.err
    assert all(line.startswith("error: ") for line in said.err.splitlines())


def test_an_unknown_policy_lists_the_valid_ones(fd):
    said = fd("run", "dice", "--policy", "bald")
    assert said.code == 2
    assert "unknown policy of Dé à dé 'bald'; known: random, bold, shy; did you mean bold?" in said.err


def test_unknown_keys_of_set_get_the_nearest_name(fd):
    said = fd("run", "dice", "--set", "targt=5", "--set", "die.side=3")
    assert said.code == 2
    assert "did you mean target?" in said.err
    assert "did you mean sides?" in said.err


def test_one_policy_a_seat_plays_the_counts_it_fits(fd):
    said = fd("run", "dice", "--policy", "bold,shy", "--games", "100", "--format", "json")
    assert [one["policies"] for one in document(said)["results"]] == [["bold", "shy"]]
    assert "not played: dice/classic with 3 players: 2 policies for 3 seats" in said.err
    assert fd("run", "dice", "--policy", "bold,shy", "--players", "3").code == 2
    assert fd("run", "dice", "--policy", "bold,shy,shy,shy,shy").code == 2


def test_set_values_change_the_rules_and_are_named(fd):
    said = fd("run", "dice", "--players", "2", "--games", "100", "--set", "target=1")
    assert "seat 0 wins 100" in said.out
    assert "Rules chosen here, 1 of 4 values: target 1." in said.out


def test_capped_games_come_first(fd):
    said = fd("run", "dice", "--players", "2", "--games", "1000", "--set", "cap=4")
    assert said.out.startswith("CAPPED: ")
    every = fd("run", "dice", "--players", "2", "--games", "1000", "--set", "cap=1")
    assert "(100 %)" in every.out
    assert "no verdict, since no game was played to its end" in " ".join(every.out.split())


def test_csv(fd):
    said = fd("run", "dice", "--games", "500", "--seed", "9", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert list(rows[0]) == COLUMNS
    assert {row["players"] for row in rows} == {"2", "3", "4"}
    found = document(fd("run", "dice", "--games", "500", "--seed", "9", "--format", "json"))["results"][0]["metrics"]
    assert float(rows[0]["value"]) == found["win_share.0"]["value"]


def test_hints_can_be_silenced(fd):
    assert "Try also --policy bold or shy." in fd("run", "dice", "--games", "100").out
    assert "Note:" not in fd("run", "dice", "--games", "100", "--quiet").out
    assert "Note:" not in fd("run", "dice", "--games", "100", "--policy", "bold").out


def test_a_fault_of_a_game_is_a_failed_run(fd):
    said = fd("run", "dice", "--games", "100", "--set", "faulty=true")
    assert said.code == 1
    assert "outside its declared range" in said.err
    assert said.out == ""


def test_a_variant_named_twice_is_played_once(fd):
    found = document(fd("run", "dice", "dice", "--players", "2", "--games", "10", "--format", "json"))
    assert len(found["results"]) == 1


WRITTEN = ["metrics.csv", "report.html", "report.md", "report.txt", "result.json"]


def kept(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_out_writes_its_files_and_never_over_others(fd, tmp_path):
    folder = tmp_path / "deep" / "out"
    said = fd("run", "dice", "--games", "300", "--seed", "5", "--out", str(folder))
    assert said.code == 0
    assert sorted(name for name in kept(folder) if not name.startswith("plots/")) == WRITTEN
    jsonschema.validate(json.loads((folder / "result.json").read_text()), SCHEMA)
    assert (folder / "report.txt").read_text() == said.out
    assert (folder / "metrics.csv").read_text().startswith("variant,players,")
    before = kept(folder)
    refused = fd("run", "dice", "--games", "300", "--out", str(folder))
    assert refused.code == 2
    assert refused.out == ""
    assert "--force" in refused.err
    assert before == kept(folder)
    assert fd("run", "dice", "--games", "200", "--out", str(folder), "--force").code == 0
    assert json.loads((folder / "result.json").read_text())["results"][0]["plays"]["count"] == 200
    assert set(kept(folder)) == set(before)


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/none"])
def test_out_in_impossible_places_is_refused_before_playing(fd, tmp_path, monkeypatch, place):
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(preparing.Prepared, "count_plays", lambda *_: pytest.fail("played"))
    said = fd("run", "dice", "--games", "10", "--out", place)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert (tmp_path / "file").read_text() == "mine"


def test_a_failing_write_leaves_the_old_files(fd, tmp_path, monkeypatch):
    import os

    folder = tmp_path / "out"
    assert fd("run", "dice", "--games", "100", "--out", str(folder)).code == 0
    before = kept(folder)

    def full(*_):
        raise OSError(28, "No space left on device", "result.json")

    monkeypatch.setattr(os, "fsync", full)
    said = fd("run", "dice", "--games", "200", "--out", str(folder), "--force")
    assert said.code == 1
    assert said.err.endswith("out/result.json: No space left on device\n")
    assert "200 games" in said.out
    assert before == kept(folder)


def test_an_interrupted_run_prints_what_was_played_and_how_to_repeat_it(fd, monkeypatch):
    from simulate.runs import result as running

    played = running.play_locally

    def stopped(prepared, seed, first, count, jobs, progress):
        if prepared.players == 3:
            found = played(prepared, seed, first, 50, jobs, progress)
            return running.Played(found.tally, found.jit_seconds, found.seconds, found.threads, interrupted=True)
        return played(prepared, seed, first, count, jobs, progress)

    monkeypatch.setattr(running, "play_locally", stopped)
    said = fd("run", "dice", "--games", "400", "--seed", "3", "--format", "json")
    assert said.code == 130
    found = json.loads(said.out)
    jsonschema.validate(found, SCHEMA)
    assert [one["plays"]["count"] for one in found["results"]] == [400, 50]
    assert "interrupted after 450 of 1200 games" in said.err
    assert said.err.rstrip().endswith("fairdeal run dice --policy random --games 400 --seed 3")
    text = fd("run", "dice", "--games", "400", "--seed", "3")
    assert "Interrupted after 50 games. The intervals remain valid" in text.out


def test_an_interrupt_before_the_first_game(fd, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(preparing.Prepared, "count_plays", stopped)
    said = fd("run", "dice", "--games", "400")
    assert said.code == 130
    assert said.out == ""
    assert "Traceback" not in said.err
