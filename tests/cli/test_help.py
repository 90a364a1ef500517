"""Help and completion are light, end with examples, and the examples work."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from fairdeal.cli.main import COMMANDS, cli
from tests.cli.conftest import ROOT, environment, shell

HEAVY = ("numpy", "numba", "scipy", "pydantic", "yaml", "matplotlib", "llvmlite")

LOADED = f"""
import sys
from fairdeal.cli.main import main
code = main(sys.argv[1:])
loaded = sorted(set({HEAVY!r}) & set(sys.modules))
print("loaded:", *loaded, file=sys.stderr)
sys.exit(code)
"""


def loaded_by(*arguments: str, **changes: str) -> list[str]:
    """The heavy modules that a command line imported."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env=environment(**changes), capture_output=True, text=True, timeout=300, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode in (0, 1, 2), done.stderr
    return done.stderr.rpartition("loaded:")[2].split()


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], ["--version"], *([name, "--help"] for name in COMMANDS), ["completion", "bash"]]
)
def test_help_imports_nothing_heavy(arguments):
    assert loaded_by(*arguments) == []


@pytest.mark.parametrize(
    "line", ["fairdeal ", "fairdeal r", "fairdeal run ", "fairdeal run --", "fairdeal run x --policy r"]
)
def test_completion_imports_nothing_heavy(line):
    words = shlex.split(line)
    position = len(words) if line.endswith(" ") else len(words) - 1
    changes = {"_FAIRDEAL_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(position)}
    assert loaded_by(**changes) == []


def test_the_help_of_the_group_loads_no_command():
    code = (
        "import sys\nfrom fairdeal.cli.main import main\nmain(['--help'])\nsys.exit('fairdeal.cli.run' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), stdout=subprocess.DEVNULL, timeout=300, check=False
    )
    assert done.returncode == 0


def test_the_probe_sees_what_is_heavy():
    assert "pydantic" in loaded_by("list")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_agrees_with_the_commands(name):
    command = cli.load(name)
    assert command.name == name
    assert COMMANDS[name][1]
    assert command.examples, f"{name} has no examples"


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_both_help_options(fd, name, option):
    said = fd(name, option)
    assert said.code == 0
    assert said.out.startswith(f"Usage: fairdeal {name}")
    assert max(map(len, said.out.splitlines())) <= 100


def examples_in(text: str) -> list[str]:
    return [
        line.strip() for line in text.partition("Examples:")[2].splitlines() if line.strip().startswith("fairdeal ")
    ]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_example_of_the_help_works(fd, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if name == "report":
        assert fd("run", "dice", "--games", "100", "--out", "results").code == 0
        assert fd("sensitivity", "dice", "--games", "100", "--out", "study").code == 0
    shown = fd(*([name] if name else []), "--help").out
    lines = examples_in(shown)
    assert lines
    assert shown.rstrip().endswith(lines[-1])
    for line in lines:
        said = fd(*shlex.split(line)[1:])
        assert said.code == 0, (line, said.err)
        assert said.out or said.err, line


def test_the_version_and_an_unknown_command():
    assert shell("--version").out == "fairdeal 0.1.0\n"
    said = shell("rnu")
    assert said.code == 2
    assert "Did you mean run?" in said.err


def test_without_a_command_there_is_help_and_a_fault_code(fd):
    said = fd()
    assert "Usage: fairdeal" in said.out + said.err


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_completion_scripts(fd, shell_name):
    said = fd("completion", shell_name)
    assert said.code == 0
    assert "_FAIRDEAL_COMPLETE" in said.out


def completions(monkeypatch, fd, line: str) -> list[str]:
    words = shlex.split(line)
    monkeypatch.setenv("_FAIRDEAL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) if line.endswith(" ") else len(words) - 1))
    return [one.partition(",")[2] for one in fd().out.split()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fairdeal s", ["show", "sweep", "sensitivity", "solve", "schema"]),
        ("fairdeal run di", ["dice", "dice/by_count", "dice/classic", "dice/long"]),
        ("fairdeal run dice --policy bold,s", ["bold,shy"]),
        ("fairdeal run dice --po", ["--policy"]),
        ("fairdeal new ", ["dice"]),
        ("fairdeal run dice --format ", ["text", "json", "csv"]),
    ],
)
def test_completions(monkeypatch, fd, line, expected):
    assert completions(monkeypatch, fd, line) == expected
