"""The table of peers: ratios come from pairs of one round, and a peer of other rules fails the command."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.peers.agreement import Agreement
from benchmarks.versus import PEERS, Against, Line, Side, _against
from simulate.games.registry import games


def test_the_ratio_is_the_median_of_rounds_not_the_ratio_of_medians():
    # The machine slows down by 4 half-way; in each round we are twice as fast.
    mine, theirs = [8.0, 8.0, 2.0, 2.0, 100.0], [4.0, 4.0, 1.0, 1.0, 1.0]
    assert _against(mine, theirs) == Against(2.0, 2.0, 2.0)
    assert _against([1.0, 2.0, 3.0, 4.0, 5.0], [1.0] * 5) == Against(3.0, 2.0, 4.0)


def test_a_sample_is_made_as_long_as_asked():
    side = Side(lambda plays: 0.001 + plays * 1e-5)
    side.calibrate(0.2)
    assert side.plays == pytest.approx(20_000, rel=0.1)
    side.sample()
    assert side.rates == [pytest.approx(1e5, rel=0.1)]


def test_the_peers_are_of_games_that_exist():
    assert set(PEERS) <= set(games())


C = Against(3.0, 2.9, 3.1)


def line(p_value: float, c: Against | None = C) -> Line:
    found = {"python": [Agreement("turns", p_value), Agreement("score.0", 0.5)]}
    return Line("game", 2, 123_456.0, c, Against(70.0, 69.0, 71.0), found)


@pytest.mark.parametrize(("p_value", "code"), [(0.01, 0), (1e-6, 1)])
def test_a_peer_of_other_rules_fails(monkeypatch, p_value, code):
    monkeypatch.setattr("benchmarks.versus.lines", lambda rounds, seconds, only: iter([line(p_value)]))
    done = CliRunner().invoke(main, ["peers"])
    assert done.exit_code == code
    assert ("DIFFERENT RULES: game 2 python turns" in done.output) == bool(code)
    assert "3.00 (2.90–3.10)" in done.output
    assert json.loads(CliRunner().invoke(main, ["peers", "--json"]).stdout)["lines"][0]["rate"] == 123_456


def test_without_a_compiler_the_rows_say_so(monkeypatch):
    monkeypatch.setattr("benchmarks.versus.lines", lambda rounds, seconds, only: iter([line(0.5, None)]))
    done = CliRunner().invoke(main, ["peers"])
    assert done.exit_code == 0
    assert "No C compiler" in done.output
    assert "70.00" in done.output


def test_nothing_compared_is_no_success(monkeypatch):
    monkeypatch.setattr("benchmarks.versus.lines", lambda rounds, seconds, only: iter([]))
    assert CliRunner().invoke(main, ["peers"]).exit_code == 1
