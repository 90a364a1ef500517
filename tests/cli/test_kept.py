"""Folders of results: the same command goes on and ends as if nothing had happened; nothing foreign is touched."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from fairdeal.cli import folder as folder_file
from simulate.games import registry
from simulate.runs import checkpoint
from simulate.runs.locks import Lock
from simulate.runs.prepared import Prepared
from tests.cli.conftest import ROOT, environment
from tests.cli.dice import GAME
from tests.cli.kept import COMMANDS, interrupt_after, no_pages, whole

__all__ = ["no_pages"]

RUN = ["run", "dice", "--players", "2", "--games", "3k", "--seed", "4"]


def anew(monkeypatch) -> None:
    """Nobody presses Ctrl-C any more."""
    monkeypatch.undo()
    monkeypatch.setattr(registry, "games", lambda: {GAME.name: GAME})


@pytest.fixture
def begun(fd, tmp_path, monkeypatch):
    """A folder in which a run was begun and stopped."""
    interrupt_after(monkeypatch, 4)
    said = fd(*RUN, "--out", str(tmp_path / "out"))
    assert said.code == 130
    anew(monkeypatch)
    return tmp_path / "out"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_command_goes_on_to_the_same_bytes(fd, tmp_path, monkeypatch, name):
    command, out = [*COMMANDS[name], "--seed", "5", "--quiet"], tmp_path / "out"
    assert fd(*command, "--out", str(tmp_path / "one")).code == 0
    stopped = 0
    for chunks in (3, 9, 25):
        interrupt_after(monkeypatch, chunks)
        said = fd(*command, "--out", str(out))
        anew(monkeypatch)
        stopped += said.code == 130
        if said.code == 0:
            break
        assert said.code == 130
        assert "interrupted" in said.err
    else:
        assert fd(*command, "--out", str(out)).code == 0
    assert stopped
    assert whole(out / "result.json") == whole(tmp_path / "one" / "result.json")
    assert {file.name for file in out.iterdir()} == {file.name for file in (tmp_path / "one").iterdir()}


def test_a_command_without_a_seed_goes_on_with_the_folders(fd, tmp_path, monkeypatch):
    out, command = tmp_path / "out", RUN[:-2]
    interrupt_after(monkeypatch, 4)
    assert fd(*command, "--out", str(out)).code == 130
    anew(monkeypatch)
    seed = json.loads((out / "result.json").read_text())["results"][0]["seed"]
    assert fd(*command, "--out", str(out)).code == 0
    found = json.loads((out / "result.json").read_text())["results"][0]
    assert found["seed"] == seed
    assert found["plays"]["count"] == 3000
    assert found["engine"]["plays_kept"] > 0


def test_an_interrupted_result_goes_on_by_resume_to_the_same_bytes(fd, tmp_path, monkeypatch):
    runs = []
    for name in ("run", "precision"):
        command = [*COMMANDS[name], "--seed", "6"]
        assert fd(*command, "--out", str(tmp_path / name)).code == 0
        for chunks in range(6, 200, 8):
            out, rest = tmp_path / f"{name}{chunks}", tmp_path / f"{name}{chunks}rest"
            interrupt_after(monkeypatch, chunks)
            code = fd(*command, "--out", str(out)).code
            anew(monkeypatch)
            if code == 0:
                break
            assert code == 130
            left = whole(out / "result.json")["results"] if (out / "result.json").exists() else []
            if all(one["stop"]["reason"] != "interrupted" for one in left):
                continue  # stopped before the first run, or between two
            assert fd("run", "--resume", str(out / "result.json"), "--out", str(rest)).code == 0
            wanted = whole(tmp_path / name / "result.json")["results"]
            found = whole(rest / "result.json")["results"]
            assert found == wanted[: len(found)]
            runs.append((name, len(found)))
    # One was stopped in its first run, one in its second, which left the first as it was.
    assert {("run", 1), ("run", 2), ("precision", 1)} <= set(runs)


def test_another_command_is_refused_and_nothing_is_touched(fd, begun):
    before = {file: file.read_bytes() for file in begun.rglob("*") if file.is_file()}
    for change in (["--games", "4k"], ["--seed", "5"], ["--set", "target=11"], ["--policy", "bold"]):
        said = fd(*RUN, *change, "--out", str(begun))
        assert said.code == 2
        assert "holds another run or study" in said.err
        assert "Traceback" not in said.err
    assert fd("sweep", "dice", "--vary", "target=9,10", "--out", str(begun)).code == 2
    assert before == {file: file.read_bytes() for file in begun.rglob("*") if file.is_file()}
    assert fd(*RUN, "--games", "400", "--out", str(begun), "--force").code == 0
    assert json.loads((begun / "result.json").read_text())["results"][0]["plays"]["count"] == 400
    assert not (begun / "checkpoint.json").exists()


def test_rules_that_changed_meanwhile_are_refused(fd, tmp_path, monkeypatch):
    file, out = tmp_path / "mine.yaml", tmp_path / "out"
    file.write_text("game: dice\ntarget: 12\n")
    command = ["run", str(file), "--players", "2", "--games", "3k", "--seed", "1", "--out", str(out)]
    interrupt_after(monkeypatch, 4)
    assert fd(*command).code == 130
    anew(monkeypatch)
    file.write_text("game: dice\ntarget: 13\n")
    said = fd(*command)
    assert said.code == 2
    assert "rules: " in said.err


@pytest.mark.parametrize("damage", ["torn", "changed", "foreign", "version"])
def test_a_torn_or_foreign_checkpoint_is_refused_until_it_is_removed(fd, begun, damage):
    file = begun / "checkpoint.json"
    text = file.read_text()
    if damage == "torn":
        file.write_text(text[: len(text) // 2])
    elif damage == "changed":
        file.write_text(text.replace("1,", "2,", 1))
    elif damage == "foreign":
        file.write_text('{"schema": "somebody.else/1"}')
    else:
        found = json.loads(text)
        head = {**found["head"], "version": "0.0.0"}
        file.write_text(checkpoint.kept_text(head, checkpoint.read_ledger(found["works"])))
    before = file.read_bytes()
    said = fd(*RUN, "--out", str(begun))
    assert said.code == 2
    assert said.out == ""
    told = "version: 0.0.0 there" if damage == "version" else "torn, changed or no file of fairdeal's"
    assert told in said.err
    assert damage == "version" or "remove checkpoint.json to begin anew" in said.err
    assert file.read_bytes() == before
    file.unlink()
    assert fd(*RUN, "--out", str(begun), "--force").code == 0


@pytest.mark.parametrize("name", ["run", "sweep"])
def test_stopped_before_the_first_game_or_while_writing_it_still_goes_on(fd, tmp_path, monkeypatch, name):
    command, out = [*COMMANDS[name], "--seed", "5", "--quiet"], tmp_path / "out"
    assert fd(*command, "--out", str(tmp_path / "one")).code == 0
    interrupt_after(monkeypatch, 2 * (name == "sweep"))  # in its pilot
    assert fd(*command, "--out", str(out)).code == 130
    anew(monkeypatch)

    def stopping(folder, texts):
        write(folder, {"result.json": texts["result.json"]})
        raise KeyboardInterrupt

    write = folder_file.write
    monkeypatch.setattr(folder_file, "write", stopping)
    assert fd(*command, "--out", str(out)).code == 130
    anew(monkeypatch)
    assert fd(*command, "--out", str(out)).code == 0
    assert whole(out / "result.json") == whole(tmp_path / "one" / "result.json")


def test_a_folder_in_use_is_refused(fd, begun):
    with Lock(begun / "checkpoint.lock", "it"):
        said = fd(*RUN, "--out", str(begun))
    assert said.code == 2
    assert f"--out {begun} is in use by another process" in said.err
    assert fd(*RUN, "--out", str(begun)).code == 0


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 64 KiB, where this user may mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def fill(filler: Path) -> None:
    """Leave no room on the disk of a file."""
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 1024)


def test_a_full_disk_fails_the_run_and_keeps_what_was_written(fd, small_disk, tmp_path, monkeypatch):
    monkeypatch.setenv(checkpoint.SECONDS, "0")
    out, filler = small_disk / "out", small_disk / "filler"
    interrupt_after(monkeypatch, 6)
    assert fd(*RUN, "--out", str(out)).code == 130
    anew(monkeypatch)
    for name in ("result.json", "report.txt", "metrics.csv", "report.md", "report.html"):
        (out / name).unlink(missing_ok=True)
    kept = (out / "checkpoint.json").read_bytes()
    fill(filler)
    monkeypatch.setenv(checkpoint.SECONDS, "0")
    said = fd(*RUN, "--out", str(out))
    assert said.code in (1, 2)
    assert "No space left on device" in said.err
    assert "Traceback" not in said.err
    assert (out / "checkpoint.json").read_bytes() == kept
    assert not (out / "result.json").exists()
    filler.unlink()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "checkpoint.json").write_bytes(kept)
    assert fd(*RUN, "--out", str(elsewhere)).code == 0
    assert fd(*RUN, "--out", str(tmp_path / "one")).code == 0
    assert whole(elsewhere / "result.json") == whole(tmp_path / "one" / "result.json")


def test_a_disk_that_fills_up_while_playing_is_told_and_the_result_is_shown(fd, tmp_path, monkeypatch):
    def full(path, text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setenv(checkpoint.SECONDS, "0")
    monkeypatch.setattr("fairdeal.cli.folder.write_whole", full)
    monkeypatch.setattr(checkpoint, "write_whole", full)
    out = tmp_path / "out"
    said = fd(*RUN, "--out", str(out))
    assert said.code == 1
    assert said.err.count("playing goes on, the last checkpoint stays") == 1
    assert "result.json: No space left on device" in said.err
    assert "3 000 games" in said.out.replace("\u202f", " ")
    assert not [file for file in out.iterdir() if file.is_file()]


@pytest.fixture
def frozen_disk(tmp_path):
    """A file system that can only be read, where this user may mount one."""
    disk = tmp_path / "disk"
    (disk / "out").mkdir(parents=True)
    bound = subprocess.run(["mount", "--bind", str(disk), str(disk)], capture_output=True, check=False)
    if bound.returncode:
        pytest.skip("only root may mount a disk")
    subprocess.run(["mount", "-o", "remount,ro,bind", str(disk)], check=True)
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("way", [[], ["--shard", "1/2"]])
def test_a_folder_that_can_only_be_read_is_refused_before_playing(fd, frozen_disk, monkeypatch, way):
    monkeypatch.setattr(Prepared, "count_plays", lambda *_: pytest.fail("played"))
    for folder in (frozen_disk / "out", frozen_disk / "new"):
        said = fd(*RUN, "--out", str(folder), *way)
        assert said.code == 2
        assert said.err.endswith(f"--out {folder}: Read-only file system\n")


TWO = """
import subprocess, sys
words = [sys.executable, "-m", "fairdeal", *sys.argv[1:]]
one = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
two = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
said = [one.communicate(), two.communicate()]
print(one.returncode, two.returncode, said[0][1].decode() + said[1][1].decode())
"""


def test_of_two_processes_on_one_folder_the_second_is_refused(tmp_path):
    game = next(iter(registry.games()))
    out: Path = tmp_path / "out"
    words = ["run", game, "--games", "300k", "--seed", "1", "--out", str(out), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", TWO, *words],
        cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    codes = sorted(done.stdout.split()[:2])
    assert codes == ["0", "2"], done.stdout
    assert "is in use by another process" in done.stdout
    assert {"result.json", "report.txt"} <= {file.name for file in out.iterdir()}
