"""Progress: only on a terminal, only when a run is long, and gone at the end."""

from __future__ import annotations

import io
import math
import time
from types import SimpleNamespace

import pytest

from fairdeal.cli import progress as progress_file
from fairdeal.cli.progress import Progress
from fairdeal.selection import select
from simulate.games.registry import games
from simulate.runs.anytime import run_until
from simulate.runs.result import run
from simulate.runs.spec import make_spec
from simulate.runs.stopping import StopRule
from simulate.runs.watching import Watcher
from simulate.statistics.intervals import Interval


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
    assert "\rtoy: 250 000 of 1 000 000 games, 1 000 a second, 12 min 30 s left" in shown
    assert "1 000 000 of" not in shown
    assert_gone(shown)


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
    assert_gone(terminal.getvalue())


def assert_gone(written: str) -> None:
    """What was written leaves an empty line, by carriage returns and spaces alone."""
    assert "\x1b" not in written
    line: list[str] = []
    for part in written.split("\r"):
        line[: len(part)] = part
    assert written.endswith("\r")
    assert not "".join(line).strip()


def test_the_main_figure_and_its_shrinking_interval_are_shown(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0)
    monkeypatch.setattr(progress_file, "EVERY", 0)
    monkeypatch.setenv("COLUMNS", "100")
    with Progress("toy", shown=True) as progress:
        assert progress.watching
        progress.look("win_share.0", "share", Interval(0.512, 0.47, 0.55, 100, "anytime"))
        progress(1_000, 1_000_000, 1.0)
        progress.look("turns", "turns", Interval(31.2, 31.1, 31.3, 100, "anytime"))
        progress(2_000, 1_000_000, 2.0)
        progress.look("turns", "turns", Interval(31.2, -math.inf, math.inf, 100, "anytime"))
    shown = terminal.getvalue()
    assert "toy: win_share.0 51 ± 4 %, 1 000 of 1 000 000 games" in shown
    assert "toy: turns 31.20 ± 0.10 turns, 2 000 of 1 000 000 games" in shown
    assert_gone(shown)


def test_plays_that_are_thrown_away_are_told(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0)
    monkeypatch.setattr(progress_file, "EVERY", 0)
    monkeypatch.setenv("COLUMNS", "100")
    with Progress("toy", shown=True) as progress:
        progress.prepare(256, 1024, 4.0)
        progress.prepare(1024, 1024, 16.0)
    assert "\rtoy: trying it out, 256 of 1 024 games, 12 s left" in terminal.getvalue()
    assert "1 024 of" not in terminal.getvalue()
    assert_gone(terminal.getvalue())


def test_a_run_that_plays_no_longer_makes_kernels_ready(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 60)
    spec = make_spec(*select(next(iter(games()))), 2, seed=1, count=2_000)
    with Progress("toy", shown=True) as progress:
        run_until(spec, StopRule(most=300), 1, progress)
        assert progress._timer.finished.is_set()
    with Progress("toy", shown=True) as progress:
        progress.prepare(4, 1024, 1.0)
        assert progress._timer.finished.is_set()


def test_a_line_fits_the_terminal(terminal, monkeypatch):
    monkeypatch.setattr(progress_file, "AFTER", 0)
    monkeypatch.setattr(progress_file, "EVERY", 0)
    for columns in (40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        with Progress("[1/1] some_game/some_variant, 12 players", shown=True) as progress:
            progress.look("win_share.0", "share", Interval(0.512, 0.47, 0.55, 100, "anytime"))
            progress(250_000, 1_000_000, 250.0)
        lines = [part.rstrip() for part in terminal.getvalue().split("\r")]
        assert all(len(line) < columns for line in lines)
        terminal.truncate(0)
        terminal.seek(0)


def test_a_run_of_a_declared_number_of_games_shows_no_estimate():
    """Who sees one may stop because of it; then intervals for a declared number would not hold."""
    told: list[str] = []

    class Watching:
        watching = True

        def look(self, name: str, unit: str, interval: Interval) -> None:
            told.append(name)

        def __call__(self, done: int, wanted: int, seconds: float) -> None:
            pass

    spec = make_spec(*select(next(iter(games()))), 2, seed=1, count=2_000)
    assert isinstance(Watching(), Watcher)
    run(spec, 1, Watching())
    assert told == []
    run_until(spec, StopRule(most=2_000), 1, Watching())
    assert set(told) == {"win_share.0"}
