"""Processes are killed at random moments and started again until they end: the bytes are those of one that never was.

``FAIRDEAL_KILLS=100`` makes it longer.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, environment
from tests.cli.kept import bare, whole

KILLS = int(os.environ.get("FAIRDEAL_KILLS", "10"))

WORK = {
    "run": ["run", "dice", "--players", "2,3", "--games", "400k"],
    "precision": ["run", "dice", "--players", "2", "--precision", "0.35%", "--max-games", "400k"],
    "sweep": ["sweep", "dice", "--vary", "target=9..12", "--players", "2", "--games", "60k"],
    "shard": ["run", "dice", "--players", "2", "--games", "1M", "--shard", "1/1"],
}
"""Commands that take about a second."""


class Nursery:
    """Starts children one after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.nursery"], cwd=ROOT, text=True,
            env=environment(FAIRDEAL_CHECKPOINT_SECONDS="0.02"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        while self._process.stdout.readline() not in ("ready\n", ""):
            pass

    def start(self, words: list[str], out: Path) -> int:
        """The number of a new child."""
        line = json.dumps([[*words, "--seed", "9", "--quiet", "--out", str(out)], str(out.parent / "err")])
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def status(self) -> int:
        """The exit status of the last child, minus the signal that ended it."""
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self._process.stdin.close()
        self._process.stdout.close()
        assert self._process.wait(timeout=100) == 0


@pytest.fixture(scope="module")
def nursery():
    """A nursery for all tests here."""
    made = Nursery()
    yield made
    made.close()


def result_of(out: Path, name: str):
    """What a command left: its document, or what its shard kept."""
    if name == "shard":
        return (out / "shard-1-of-1.json").read_bytes()
    return whole(out / "result.json")


@pytest.fixture(scope="module")
def wholes(nursery, tmp_path_factory):
    """The results of processes that nobody killed, and how long they took."""
    found = {}
    for name, command in WORK.items():
        out = tmp_path_factory.mktemp(name) / "out"
        begun = time.monotonic()
        nursery.start(command, out)
        assert nursery.status() == 0
        found[name] = result_of(out, name), time.monotonic() - begun
    return found


def kill(child: int, how: signal.Signals) -> None:
    """Send a signal to a child, if it is still there."""
    try:
        os.kill(child, how)
    except ProcessLookupError:
        return


@pytest.mark.parametrize("turn", range(KILLS))
def test_killed_at_random_moments_and_started_again(nursery, tmp_path, wholes, turn):
    drawn = random.Random(turn)
    name = list(WORK)[turn % len(WORK)]
    wanted, seconds = wholes[name]
    out, ended = tmp_path / "out", []
    for attempt in range(9):
        child = nursery.start(WORK[name], out)
        how = drawn.choice((signal.SIGTERM, signal.SIGKILL))
        timer = threading.Timer(drawn.uniform(0, seconds) if attempt < 2 else 300, kill, (child, how))
        timer.start()
        ended.append(nursery.status())
        timer.cancel()
        said = (tmp_path / "err").read_text()
        assert "Traceback" not in said
        if ended[-1] == 2 and "holds result.json" in said and not (out / "checkpoint.json").exists():
            ended[-1] = 0  # it was complete when the signal came
        assert "error" not in said or ended[-1] == 0
        if ended[-1] == 0:
            break
        assert ended[-1] in (130, -signal.SIGTERM, -signal.SIGKILL), said
    print("ended", name, ended)
    assert ended[-1] == 0
    assert result_of(out, name) == wanted, ended
    left = {file.name for file in out.iterdir()}
    assert left == ({"shard-1-of-1.json"} if name == "shard" else {"result.json", "report.txt", "metrics.csv"} & left)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_kept_is_not_played_again(nursery, tmp_path, wholes, how):
    wanted, _ = wholes["run"]
    out = tmp_path / "out"
    child = nursery.start(WORK["run"], out)
    while not (out / "checkpoint.json").exists():
        time.sleep(0.005)
    kill(child, how)
    assert nursery.status() in (130, -how)
    assert (out / "checkpoint.json").exists()
    assert (how == signal.SIGTERM) == (out / "result.json").exists()
    nursery.start(WORK["run"], out)
    assert nursery.status() == 0
    found = json.loads((out / "result.json").read_text())
    assert bare(found) == wanted
    assert found["results"][0]["engine"]["plays_kept"] > 0
