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
import time
from pathlib import Path

import pytest

from simulate.games.registry import games
from simulate.kernels.cache import folder as cache_folder
from tests.cli.conftest import ROOT, environment
from tests.cli.kept import bare, whole

GAME = next(iter(games()))
KILLS = int(os.environ.get("FAIRDEAL_KILLS", "10"))

# Pages and plots take longer than the plays and are no part of what is kept.
WITHOUT_PAGES = """
import sys
import fairdeal.cli.report
fairdeal.cli.report.write_report = fairdeal.cli.report.write = lambda *given: []
from fairdeal.cli.main import main
sys.exit(main())
"""

WORK = {
    "run": ["run", GAME, "--players", "2", "--games", "150k"],
    "precision": ["run", GAME, "--players", "2", "--precision", "0.45%", "--max-games", "200k"],
    "sweep": ["sweep", GAME, "--vary", "placement=random,snake", "--players", "2", "--games", "30k"],
}


def start(*arguments: str, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WITHOUT_PAGES, *arguments, "--seed", "9", "--quiet", "--out", str(out)]
    changes = {"FAIRDEAL_CHECKPOINT_SECONDS": "0.05", "FAIRDEAL_CACHE_DIR": str(cache_folder() or "")}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(**changes), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


@pytest.fixture(scope="module")
def wholes(tmp_path_factory):
    """The results of processes that nobody killed, and how long they took."""
    found = {}
    for name, command in WORK.items():
        out = tmp_path_factory.mktemp(name)
        begun = time.monotonic()
        process = start(*command, out=out)
        _, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found[name] = whole(out / "result.json"), time.monotonic() - begun
    return found


@pytest.mark.parametrize("turn", range(KILLS))
def test_killed_at_a_random_moment_and_started_again(tmp_path, wholes, turn):
    drawn = random.Random(turn)
    name = list(WORK)[turn % len(WORK)]
    wanted, seconds = wholes[name]
    out, signals = tmp_path / "out", []
    for attempt in range(30):
        process = start(*WORK[name], out=out)
        if attempt < 2:
            # Once Python and the kernels are there, plays begin: most kills should hit those.
            try:
                process.wait(timeout=drawn.uniform(0.4, 1.1) * seconds)
            except subprocess.TimeoutExpired:
                signals.append(drawn.choice((signal.SIGTERM, signal.SIGKILL)))
                process.send_signal(signals[-1])
        _, err = process.communicate(timeout=300)
        assert b"Traceback" not in err, err
        if process.returncode == 0:
            break
        assert process.returncode in (130, -signal.SIGTERM, -signal.SIGKILL), err
    else:
        pytest.fail("it never ended")
    assert whole(out / "result.json") == wanted, signals
    assert not (out / "checkpoint.json").exists()
    assert not [file for file in out.iterdir() if file.name.startswith(".")]


def test_a_resumed_process_played_only_what_was_missing(tmp_path, wholes):
    """The control: what was kept was used, not played again."""
    wanted, seconds = wholes["run"]
    out = tmp_path / "out"
    for share in (0.85, 0.75, 0.65, 0.95):
        process = start(*WORK["run"], out=out)
        time.sleep(share * seconds)
        process.kill()
        process.communicate(timeout=300)
        if (out / "checkpoint.json").exists():
            break
    process = start(*WORK["run"], out=out)
    process.communicate(timeout=300)
    found = json.loads((out / "result.json").read_text())
    assert bare(found) == wanted
    assert found["results"][0]["engine"]["plays_kept"] > 0
