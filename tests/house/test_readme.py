"""The README tells the truth: its output is what its command prints, its commands exist, .ci/run runs them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

from fairdeal.cli.main import COMMANDS
from tests.house.sources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.search(r"```text\n\$ (fairdeal .+)\n((?:.|\n)+?)\n```", README)


def timeless(text: str) -> list[str]:
    """Lines without those that tell of the machine's speed, up to the definitions."""
    told = text.partition("\nMetrics:")[0].splitlines()
    start = next(i for i, line in enumerate(told) if line.startswith("Speed:"))
    end = next(i for i, line in enumerate(told) if line.startswith("Again:"))
    return [line.rstrip() for line in told[:start] + told[end:] if line.strip()]


def test_the_output_shown_is_the_output():
    assert SHOWN
    command, output = SHOWN.groups()
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert timeless(done.stdout) == timeless(output)


def test_every_command_named_exists():
    named = set(re.findall(r"`fairdeal ([a-z-]+)", README))
    assert named
    assert named <= set(COMMANDS)


def test_the_two_commands_are_single_lines_and_the_checks_run_them():
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert "fairdeal run" in lines[0]
    assert "pytest" in lines[1]
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "command_of pytest" in script
    assert "command_of 'fairdeal run'" in script


def test_every_page_it_points_to_exists():
    pages = re.findall(r"\]\(([^)]+)\)", README)
    assert pages
    assert not [page for page in pages if not (ROOT / page).exists()]
