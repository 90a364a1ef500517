"""The tutorial tells the truth: its commands run, at small sizes, and print tables of the shape that is shown."""

from __future__ import annotations

import re
import shlex

import pytest

from fairdeal.cli.main import main
from tests.house.sources import ROOT

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```text\n\$ fairdeal (.+)\n((?:.|\n)+?)\n```", PAGE)
SMALL = (
    (r"--games 2000 --policy expert", "--games 4 --policy expert"),
    (r"--games \d+k", "--games 256"),
    (r"--max-games \S+", "--max-games 512"),
)


def head_of_table(text: str) -> list[str]:
    """The words of the line that begins with a metric or the dial that is varied: the table's head."""
    head = re.compile(r"(metric|tie_break|variant)\s{2}")
    return next(line.split() for line in text.splitlines() if head.match(line))


def test_every_question_has_its_commands():
    assert PAGE.count("\n## ") == 3
    assert len(SHOWN) >= 6


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command[:50] for command, _ in SHOWN])
def test_the_commands_run_and_print_such_tables(command, output, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    for pattern, small in SMALL:
        command = re.sub(pattern, small, command)
    code = main([*shlex.split(command), "--quiet", "--lang", "en"])
    out, err = capsys.readouterr()
    assert code == 0, err
    assert head_of_table(out) == head_of_table(output)
