"""The per-play table: its rows are the plays, in order, whatever the threads; refusals; nothing half-written."""

from __future__ import annotations

import csv

import pytest

from fairdeal import plays_table
from fairdeal.plays_table import HEAD, check, winners_text, write_plays
from fairdeal.selection import playability, select
from simulate.games.registry import games
from simulate.runs.errors import FailedRun
from simulate.runs.result import run
from simulate.runs.spec import make_spec
from variants.errors import BadInput

NAME = next(name for name, game in games().items() if len(game.player_counts) > 1)


def results(count=700, first=50):
    game, variant = select(NAME)
    counts = [players for players, faults in playability(game, variant).items() if not faults][:2]
    return [run(make_spec(game, variant, players, seed=3, first=first, count=count), jobs=1) for players in counts]


@pytest.fixture(scope="module")
def played():
    return results()


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_rows_are_the_plays_that_were_counted(played, tmp_path):
    path = tmp_path / "plays.csv"
    assert write_plays(path, played) == 1400
    rows = read(path)
    assert [int(row["play"]) for row in rows] == [*range(50, 750)] * 2
    for result in played:
        own = [row for row in rows if int(row["players"]) == result.spec.players]
        for seat, wins in enumerate(result.tally.wins):
            alone = sum(1 for row in own if row["winners"] == str(seat))
            assert alone == wins[0]
        for name, counts in result.tally.histograms.items():
            assert sum(int(row[name]) for row in own) == sum(value * n for value, n in enumerate(counts))
        for name, (total, _) in result.tally.sums.items():
            assert sum(int(row[name]) for row in own) == total


def test_the_file_is_the_same_for_any_threads_and_blocks(played, tmp_path, monkeypatch):
    files = []
    for jobs, block in ((1, 16_384), (2, 64), (3, 100)):
        monkeypatch.setattr(plays_table, "BLOCK", block)
        path = tmp_path / f"{jobs}.csv"
        write_plays(path, played, jobs)
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]


def test_columns_that_a_count_does_not_have_are_empty(played, tmp_path):
    path = tmp_path / "plays.csv"
    write_plays(path, played)
    rows = read(path)
    assert list(rows[0])[: len(HEAD)] == list(HEAD)
    last = f"score.{max(len(result.tally.wins) for result in played) - 1}"
    assert {row[last] == "" for row in rows if row["players"] == str(played[0].spec.players)} == {True}
    assert {row[last] == "" for row in rows if row["players"] == str(played[1].spec.players)} == {False}


def test_parquet_holds_the_same_rows(played, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    table, again = tmp_path / "plays.parquet", tmp_path / "again.parquet"
    write_plays(table, played)
    write_plays(again, played, 1)
    assert table.read_bytes() == again.read_bytes()
    write_plays(tmp_path / "plays.csv", played)
    texts = [{key: "" if value is None else str(int(value) if key == "capped" else value) for key, value in row.items()}
             for row in parquet.read_table(table).to_pylist()]  # fmt: skip
    assert texts == read(tmp_path / "plays.csv")


def test_winners_as_text():
    assert [winners_text(bits) for bits in (0, 1, 2, 5)] == ["", "0", "1", "0+2"]


@pytest.mark.parametrize("name", ["plays", "plays.xlsx", "nowhere/plays.csv", ""])
def test_places_that_cannot_be_written_are_refused_before_anything_is_played(name, tmp_path):
    with pytest.raises(BadInput):
        check(tmp_path / name)


def test_without_pyarrow_the_extra_is_named(monkeypatch, tmp_path):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(BadInput, match=r"fairdeal\[parquet\]"):
        check(tmp_path / "plays.parquet")
    check(tmp_path / "plays.csv")


def test_a_failure_leaves_what_was_there(played, tmp_path, monkeypatch):
    path = tmp_path / "plays.csv"
    path.write_text("old")

    def full(self, rows):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(plays_table._Csv, "write", full)
    with pytest.raises(FailedRun, match="No space left"):
        write_plays(path, played)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["plays.csv"]
