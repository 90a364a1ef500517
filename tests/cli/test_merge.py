"""Shards merged are the run of one machine; what is missing, doubled, torn or foreign is named, with what to do."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from simulate.runs.checkpoint import kept_text, read_kept
from simulate.runs.local import Threads
from tests.cli.kept import COMMANDS, bare, interrupt_after, no_pages, whole

__all__ = ["no_pages"]

RUN = ["run", "dice", "--players", "2,3", "--games", "900", "--seed", "4"]


def play(fd, command, folder, of: int, numbers=None) -> None:
    for number in numbers or range(1, of + 1):
        said = fd(*command, "--out", str(folder), "--shard", f"{number}/{of}")
        assert said.code == 0, said.err
        assert said.out.startswith(f"shard {number} of {of}: ")


@pytest.fixture
def parts(fd, tmp_path):
    """The folder of three shards that are all there."""
    play(fd, RUN, tmp_path / "parts", 3)
    return tmp_path / "parts"


# The course of plays takes its own kernels, which take long to compile; it is kept as other rows are.
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "metrics"])
def test_shards_make_the_result_of_one_machine(fd, tmp_path, name):
    command, parts = [*COMMANDS[name], "--seed", "5"], tmp_path / "parts"
    assert fd(*command, "--out", str(tmp_path / "one"), "--quiet").code == 0
    stages = 0
    for _ in range(9):
        stages += 1
        play(fd, command, parts, 3)
        said = fd("merge", str(parts), "--out", str(tmp_path / "whole"), "--quiet")
        if said.code == 0:
            break
        assert "all 3 shards have another stage to play" in said.err
    assert whole(tmp_path / "whole" / "result.json") == whole(tmp_path / "one" / "result.json")
    assert {"sensitivity": stages == 2, "tune": stages > 3}.get(name, stages == 1)
    assert {file.name for file in parts.iterdir()} == {f"shard-{k}-of-3.json" for k in (1, 2, 3)}
    again = fd(*command, "--out", str(parts), "--shard", "2/3")
    assert again.out == f"shard 2 of 3: nothing left to play; all shards are done: fairdeal merge {parts}\n"


def test_a_merge_plays_no_shard_and_prints_as_the_command_does(fd, parts, monkeypatch):
    monkeypatch.setattr(Threads, "chunks", lambda *_: pytest.fail("played"))
    said = fd("merge", str(parts), "--format", "csv")
    assert said.code == 0
    assert said.out.startswith("variant,players,")
    found = json.loads(fd("merge", str(parts), "--format", "json").out)
    monkeypatch.undo()
    assert [one["engine"]["kind"] for one in found["results"]] == ["merge", "merge"]


def test_missing_shards_are_named_and_the_printed_commands_play_only_them(fd, tmp_path):
    parts = tmp_path / "my parts"
    play(fd, RUN, parts, 7, [1, 3, 4, 6])
    said = fd("merge", str(parts), "--out", str(tmp_path / "whole"))
    assert said.code == 2
    assert said.out == ""
    assert not (tmp_path / "whole" / "result.json").exists()
    assert "shards 2, 5, 7 of 7 missing" in said.err
    assert "tasks 2,5,7" in said.err
    lines = [line.strip() for line in said.err.splitlines() if line.startswith("  fairdeal ")]
    assert len(lines) == 3
    for line in lines:
        assert fd(*shlex.split(line)[1:]).code == 0
    assert fd("merge", str(parts), "--out", str(tmp_path / "whole")).code == 0
    assert fd(*RUN, "--out", str(tmp_path / "one")).code == 0
    assert whole(tmp_path / "whole" / "result.json") == whole(tmp_path / "one" / "result.json")


def test_a_shard_that_was_stopped_is_not_done_and_goes_on(fd, tmp_path, monkeypatch):
    parts = tmp_path / "parts"
    play(fd, RUN, parts, 2, [1])
    with monkeypatch.context() as patch:
        interrupt_after(patch, 3)
        said = fd(*RUN, "--out", str(parts), "--shard", "2/2")
        assert said.code == 130
        assert f"--out {parts} --shard 2/2" in said.err
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "shard 2 of 2 not done" in said.err
    kept = read_kept(parts / "shard-2-of-2.json").ledger.plays()
    said = fd(*RUN, "--out", str(parts), "--shard", "2/2")
    assert said.out.startswith(f"shard 2 of 2: {900 - kept} games counted")
    found = json.loads(fd("merge", str(parts), "--format", "json").out)
    assert bare(found) == bare(json.loads(fd(*RUN, "--format", "json").out))


def change(file, **changes) -> None:
    """Give a shard's file another head, with a digest that fits."""
    kept = read_kept(file)
    file.write_text(kept_text({**kept.head, **changes}, kept.ledger))


def test_a_doubled_shard_is_named(fd, parts):
    (parts / "shard-9-of-3.json").write_bytes((parts / "shard-2-of-3.json").read_bytes())
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "shard-9-of-3.json: shard 2 of 3 is there twice, also as shard-2-of-3.json; remove one" in said.err


def test_shards_that_overlap_are_named(fd, parts):
    kept = read_kept(parts / "shard-2-of-3.json")
    head = {**kept.head, "shard": [3, 3]}
    (parts / "shard-3-of-3.json").write_text(kept_text(head, kept.ledger))
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "plays 300 to 599 stand in shard-2-of-3.json and in shard-3-of-3.json" in said.err


def test_shards_of_another_division_are_named(fd, parts):
    play(fd, RUN, parts, 2, [1])
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "several divisions (shard-1-of-2.json, shard-1-of-3.json)" in said.err


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"command": "fairdeal run dice --players 2,3 --policy random --games 900 --seed 5"}, "--seed 5 there"),
        ({"rules": ["0" * 64, "0" * 64]}, "rules: "),
        ({"version": "0.0.0"}, "version: 0.0.0 there, "),
        ({"shard": "two"}, "says of no shard that it is"),
        ({"shard": [4, 3]}, "says of no shard that it is"),
    ],
)
def test_a_foreign_shard_is_named(fd, parts, changes, told):
    change(parts / "shard-2-of-3.json", **changes)
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "shard-2-of-3.json" in said.err
    assert told in said.err
    assert "shard-1-of-3.json:" not in said.err


def test_a_changed_integer_is_seen(fd, parts):
    file = parts / "shard-2-of-3.json"
    text = file.read_text()
    place = re.search(r"\[\[300,300,\[300,", text)
    assert place
    file.write_text(text[: place.end() - 2] + "1" + text[place.end() - 1 :])
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "shard-2-of-3.json: torn, changed or no file of fairdeal's" in said.err
    assert "run this shard again" in said.err


def test_what_cannot_be_cut_into_shards_is_told(fd, tmp_path):
    out = ["--out", str(tmp_path / "x")]
    for arguments, told in (
        ([*RUN, "--shard", "1/2"], "--out DIR"),
        ([*RUN[:-2], "--shard", "1/2", *out], "--seed"),
        ([*RUN, "--shard", "3/2", *out], "allowed: K/N"),
        ([*RUN, "--shard", "auto", *out], "no task of a job array"),
        ([*RUN, "--shard", "1/2", "--plays-out", "x.csv", *out], "--plays-out"),
        (["run", "dice", "--precision", "2%", "--seed", "1", "--shard", "1/2", *out], "needs --max-games N"),
        (["run", "dice", "--max-time", "2s", "--seed", "1", "--shard", "1/2", *out], "--max-games"),
        (["compare", "dice", "dice/long", "--max-time", "2s", "--seed", "1", "--shard", "1/2", *out], "--max-games"),
        (["merge", str(tmp_path)], "holds no shards"),
        (["merge", str(tmp_path / "none")], "holds no shards"),
    ):
        said = fd(*arguments)
        assert said.code == 2, arguments
        assert told in said.err
        assert not (tmp_path / "x").exists()


def test_a_file_of_no_command_is_told(fd, parts):
    for file in parts.iterdir():
        change(file, command="fairdeal gate check x")
    said = fd("merge", str(parts))
    assert said.code == 2
    assert "is of no command that has shards" in said.err


def test_the_winner_of_merged_shards_is_written(fd, tmp_path):
    command, file = [*COMMANDS["tune"], "--seed", "5"], tmp_path / "winner.yaml"
    for _ in range(9):
        play(fd, command, tmp_path / "parts", 2)
        if fd("merge", str(tmp_path / "parts"), "--output", str(file)).code == 0:
            break
    assert file.read_text().startswith("# The best of ")
    assert fd(*command, "--output", str(tmp_path / "x.yaml"), "--shard", "1/2", "--out", str(tmp_path)).code == 2
