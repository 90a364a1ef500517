"""Counting instructions: callgrind's files are read, requests are harmless outside it, 3 % more fails."""

from __future__ import annotations

import json
import platform

import pytest
from click.testing import CliRunner

from benchmarks import instructions, lock
from benchmarks.__main__ import main
from benchmarks.instructions import FEW, MANY, Counted, totals
from benchmarks.valgrind import MACHINE, START, STOP, WRITE_DOWN, requests

FILE = """# callgrind format
version: 1
cmd:  python
events: Ir Bc Bcm Bi Bim
summary: 18446744073707762812 1 2 3 4

fn=(1) play
0 1000 90 8 1 1
totals: {ir} {bc} {bcm} 3 1
"""


def test_totals_are_read():
    assert totals(FILE.format(ir=5000, bc=400, bcm=30)) == (5000, 400, 30)


@pytest.mark.parametrize("text", ["", "totals: 1 2 3 4 5\n", "events: Ir\ntotals: 5\n", "events: Ir Bc Bcm Bi Bim\n"])
def test_a_file_without_counts_is_refused(text):
    with pytest.raises(ValueError, match="no counts"):
        totals(text)


def test_the_difference_of_two_counts_is_the_plays_own(tmp_path):
    start = 12_345_678
    for number, plays in ((3, FEW), (4, MANY)):
        text = FILE.format(ir=start + 700 * plays, bc=start + 60 * plays, bcm=start + 5 * plays)
        (tmp_path / f"counts.{number}").write_text(text)
    assert instructions._per_play(tmp_path / "counts", 3) == (700, 60, 5)


@pytest.mark.skipif(platform.machine() != MACHINE, reason="the requests are machine code of another processor")
def test_requests_do_nothing_outside_callgrind():
    with requests() as ask:
        assert [ask(request) for request in (START, WRITE_DOWN, STOP)] == [0, 0, 0]


@pytest.mark.parametrize(("now", "failed"), [(1029.0, False), (1031.0, True), (500.0, False)])
def test_three_percent_more_fails(now, failed):
    assert Counted("k", now, 1.0, 1.0, 1000.0).failed is failed
    assert not Counted("k", now, 1.0, 1.0, None).failed


@pytest.fixture
def made_up(monkeypatch, tmp_path):
    """The command on one kernel whose instructions the fixture sets, and a lock of its own."""
    now = {"instructions": 1000.0, "versions": "one"}
    monkeypatch.setattr(lock.read, "__defaults__", (tmp_path / "lock.json",))
    monkeypatch.setattr(lock.write, "__defaults__", (tmp_path / "lock.json",))
    monkeypatch.setattr(instructions, "obstacle", lambda: now.get("obstacle"))
    monkeypatch.setattr(instructions, "versions", lambda: now["versions"])
    monkeypatch.setattr(instructions, "chosen", lambda cheap, only: ["k"])
    monkeypatch.setattr(
        instructions, "counts", lambda names, kept: [Counted(n, now["instructions"], 9, 1, kept.get(n)) for n in names]
    )
    return now


def run(*words: str):
    return CliRunner().invoke(main, ["instructions", *words])


def test_more_instructions_than_locked_fail_and_updating_accepts_them(made_up):
    assert run("--update").exit_code == 0
    assert lock.read()["instructions"] == {"versions": "one", "per_play": {"k": 1000.0}}
    assert run().exit_code == 0
    made_up["instructions"] = 1100.0
    slow = run()
    assert slow.exit_code == 1
    assert "MORE" in slow.output
    assert json.loads(run("--json").stdout)["failed"] is True
    assert run("--update").exit_code == 0
    assert run().exit_code == 0


def test_counts_of_other_versions_are_not_compared(made_up):
    run("--update")
    made_up |= {"instructions": 2000.0, "versions": "two"}
    done = run()
    assert done.exit_code == 0
    assert "no counts for these versions" in done.output


def test_where_nothing_can_be_counted_it_says_so(made_up):
    made_up["obstacle"] = "valgrind is not installed"
    done = run()
    assert done.exit_code == 0
    assert "valgrind is not installed" in done.output
