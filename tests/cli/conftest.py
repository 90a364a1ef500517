"""Ways to call the command line: in this process on a toy game, or as a process of its own on the real ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from fairdeal.cli.main import main
from simulate.games import registry
from tests.cli.dice import GAME

ROOT = Path(__file__).resolve().parents[2]


class Said(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def dice(monkeypatch):
    """Make the dice race the only game."""
    monkeypatch.setattr(registry, "games", lambda: {GAME.name: GAME})
    return GAME


@pytest.fixture
def fd(dice, capsys):
    """Call the command line in this process, with the dice race as the only game."""

    def call(*arguments: str) -> Said:
        code = main(list(arguments))
        return Said(code, *capsys.readouterr())

    return call


def environment(**changes: str) -> dict[str, str]:
    """This environment with the project importable from anywhere, changed as told; an empty value removes a name."""
    found = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **changes}
    for name in ("NO_COLOR", "FAIRDEAL_DEBUG", "PYTHONIOENCODING"):
        if name not in changes:
            found.pop(name, None)
    return {name: value for name, value in found.items() if value}


def shell(*arguments: str, cwd: Path | None = None, stdout=subprocess.PIPE, **changes: str) -> Said:
    """Call the command line as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "fairdeal", *arguments],
        cwd=cwd, env=environment(**changes), stdout=stdout, stderr=subprocess.PIPE, timeout=300, check=False,
    )  # fmt: skip
    decoded = (done.stdout or b"").decode("utf-8", "replace")
    return Said(done.returncode, decoded, done.stderr.decode("utf-8", "replace"))
