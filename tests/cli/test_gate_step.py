"""The steps for continuous integration on the page of the gate do what the page says, run by a shell as there."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import textwrap

import pytest

from tests.cli.conftest import ROOT, environment, shell

FILE = "balance.lock.json"


def steps() -> list[str]:
    """The shell scripts of the page that check a lock."""
    lines = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8").splitlines()
    found = []
    for number, line in enumerate(lines):
        _, _, script = line.partition("- run: ")
        if script == "|":
            body = []
            for inner in lines[number + 1 :]:
                if not inner.startswith(" " * 10):
                    break
                body.append(inner)
            script = textwrap.dedent("\n".join(body))
        if "gate check" in script:
            found.append(script)
    return found


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gate")
    said = shell("gate", "save", FILE, "ile_des_mookies", "--players", "2", "--games", "60", "--seed", "1", cwd=folder)
    assert said.code == 0, said.err
    return folder


def done(folder, script: str) -> tuple[int, str]:
    command = shlex.join([sys.executable, "-m", "fairdeal"])
    ran = subprocess.run(
        ["bash", "-e", "-c", script.replace("fairdeal ", f"{command} ")],
        cwd=folder, env=environment(), capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    return ran.returncode, ran.stdout


def changed(name: str, found: dict) -> str:
    """The lock file after a change; an engine with other draws looks like another seed in a lock without a seal."""
    if name == "doubtful":
        found["locks"][0]["seed"] = 2
        del found["locks"][0]["seal"]
    if name == "reseeded":
        found["locks"][0]["seed"] = 2
    if name == "edited":
        found["locks"][0]["tallies"]["wins"][0][0] += 1
    text = json.dumps(found)
    return text[: len(text) // 2] if name == "torn" else text


@pytest.mark.parametrize(
    ("name", "strict", "lenient"),
    [("kept", 0, 0), ("doubtful", 2, 0), ("reseeded", 2, 1), ("edited", 2, 1), ("torn", 2, 1)],
)
def test_the_steps_of_the_page(locked, tmp_path, name, strict, lenient):
    found = json.loads((locked / FILE).read_text())
    (tmp_path / FILE).write_text(changed(name, found))
    first, second = steps()
    assert done(tmp_path, first)[0] == strict
    code, out = done(tmp_path, second)
    assert code == lenient
    assert ("gate: " in out) == (name in ("kept", "doubtful"))


def test_a_lock_that_is_missing_is_no_pass(tmp_path):
    assert [done(tmp_path, step)[0] for step in steps()] == [2, 1]
