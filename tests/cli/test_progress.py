"""Progress: only on a terminal, only when a run is long, and gone at the end."""

from __future__ import annotations

import io
import time
from types import SimpleNamespace

import pytest

from fairdeal.cli import progress as progress_file
from fairdeal.cli.progress import ERASE, Progress


class Terminal(io.StringIO):
    """A terminal that keeps what it was sent."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    made = Terminal()
    # Not sys.stderr itself, which pytest replaces between fixtures and tests.
    monkeypatch.setattr(progress_file, "sys", SimpleNamespace(stderr=made))
    monkeypatch.setenv("TERM", "xterm")
    return made


def steps(progress: Progress) -> None:
    for done in (1_000, 250_000, 1_000_000):
        progress(done, 1_000_000, done / 1000)


def test_a_long_run_shows_games_rate_and_time_left_and_erases_them(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0)
    monkeypatch.setattr(progress_file, "EVERY", 0)
    with Progress("toy", shown=True) as progress:
        steps(progress)
    shown = terminal.getvalue()
    assert f"{ERASE}toy: 250 000 of 1 000 000 games, 1 000 a second, 12 min 30 s left" in shown
    assert "1 000 000 of" not in shown
    assert shown.endswith(ERASE)


def test_a_short_run_shows_nothing(terminal):
    with Progress("toy", shown=True) as progress:
        steps(progress)
    assert terminal.getvalue() == ""


def test_quiet_and_dumb_terminals_see_nothing(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0)
    with Progress("toy", shown=False) as progress:
        steps(progress)
    monkeypatch.setenv("TERM", "dumb")
    with Progress("toy", shown=True) as progress:
        steps(progress)
    assert terminal.getvalue() == ""


def test_a_long_compilation_is_told(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0.01)
    with Progress("toy", shown=True):
        end = time.monotonic() + 30
        while not terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert "making the kernels ready" in terminal.getvalue()
    assert terminal.getvalue().endswith(ERASE)
