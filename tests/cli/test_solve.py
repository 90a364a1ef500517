"""`fairdeal solve` as a user calls it."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal
from simulate.games import registry
from simulate.games.exactness import ExactValue
from tests.cli.dice import exact
from variants.errors import BadInput

SMALL = ["--players", "2", "--seed", "4"]


def words(text: str) -> str:
    return " ".join(text.split())


def test_exact_stands_beside_simulated_and_the_verdict_comes_first(fd):
    said = fd("solve", "dice", *SMALL, "--games", "20k")
    assert said.code == 0, said.err
    assert words(said.out).startswith(
        "Dé à dé, dice/classic, 2 players. Exactly, when all play random: seat 0 wins 66."
    )
    assert "20 000 simulated games agree" in words(said.out)
    row = re.search(
        r"^win share, seat 0 +(66\.\d{4}) +(6\d\.\d) +6\d\.\d to 6\d\.\d +([+-]\d\.\d\d) +%$", said.out, re.M
    )
    assert row
    assert abs(float(row[1]) - float(row[2])) < 2
    assert "with best play seat" in words(said.out)
    assert "A line of best play" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines() if not line.startswith("The same again:"))
    line = re.search(r"^The same again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    cut = re.compile(r"time taken:.*")
    assert cut.sub("", fd(*shlex.split(line)).out) == cut.sub("", said.out)


def test_a_wrong_exact_value_is_called_a_contradiction(fd, monkeypatch):
    """Negative control: the comparison can fail."""
    wrong = (ExactValue("win_share.0", 0.5, "random", "share"), ExactValue("win_share.1", 0.5, "random", "share"))
    monkeypatch.setattr(exact, "exact_values", lambda rules, players: wrong)
    said = fd("solve", "dice", *SMALL, "--games", "20k")
    assert said.code == 0
    assert "CONTRADICTION: win share, seat 0, win share, seat 1 of 20 000" in words(said.out).replace(" and ", ", ")


def test_as_a_document(fd):
    said = fd("solve", "dice", *SMALL, "--games", "5k", "--format", "json")
    found = json.loads(said.out)
    assert found["schema"] == "fairdeal.solve/1"
    (result,) = found["results"]
    value = result["values"][0]
    assert (value["metric"], value["policies"], value["simulated"]["n"]) == ("win_share.0", "random", 5000)
    assert value["agrees"]
    deal = result["deal"]
    assert deal["solved"]
    assert deal["margin"] == deal["low"] == deal["high"]
    assert len(deal["line"]) == len(deal["story"]["turns"])
    (same,) = fairdeal.solve("dice", players=2, seed=4, games=5000)
    assert {**same.document(), "engine": 0} == {**result, "engine": 0}


def test_a_position_tells_only_what_follows(fd):
    whole = json.loads(fd("solve", "dice", *SMALL, "--games", "0", "--format", "json").out)["results"][0]["deal"]
    later = json.loads(fd("solve", "dice", *SMALL, "--games", "0", "--decision", "2", "--format", "json").out)
    deal = later["results"][0]["deal"]
    assert deal["line"] == whole["line"][2:]
    text = fd("solve", "dice", *SMALL, "--games", "0", "--decision", "2").out
    assert "from decision 2" in words(text)
    assert text.count("rolls to") == len(deal["line"])


def test_many_deals(fd):
    said = fd("solve", "dice", *SMALL, "--deals", "120", "--games", "2k")
    assert said.code == 0, said.err
    assert "120 of 120 set-ups solved" in words(said.out)
    assert re.search(r"With best play seat 0 wins \d\d\.?\d? % \(95 %: .*?\) of 120 random set-ups", words(said.out))
    found = json.loads(fd("solve", "dice", *SMALL, "--deals", "120", "--format", "json").out)["results"][0]
    (run,) = fairdeal.run("dice", players=2, games=120, seed=4)
    share = run.metrics["win_share.0"].interval
    told = found["deals"]["win_shares"][0]
    assert (told["value"], told["low"], told["high"]) == pytest.approx((share.value, share.low, share.high))
    assert found["deals"]["margin"]["n"] == 120


def test_deals_that_are_not_solved_widen_the_interval_and_hide_the_margin(fd):
    arguments = ["solve", "dice", *SMALL, "--deals", "120", "--games", "0", "--format", "json"]
    whole = json.loads(fd(*arguments).out)["results"][0]["deals"]
    cut = json.loads(fd(*arguments, "--nodes", "6").out)["results"][0]["deals"]
    assert 0 < cut["open"] < 120
    assert cut["margin"] is None
    share = whole["win_shares"][0]
    assert cut["win_shares"][0]["low"] <= share["low"] < share["high"] <= cut["win_shares"][0]["high"]
    assert "could not be decided" in words(fd(*arguments[:-2], "--nodes", "6").out)


def test_one_deal_that_is_not_solved_tells_its_bounds(fd):
    said = fd("solve", "dice", *SMALL, "--games", "0", "--nodes", "1")
    assert said.code == 0
    assert "NOT SOLVED within 1 positions; seat 0 ends between -10 and 10 points ahead" in words(said.out)


def test_in_a_folder_with_its_page_in_french(fd, tmp_path):
    out = tmp_path / "out"
    said = fd("solve", "dice", *SMALL, "--games", "2k", "--out", str(out), "--lang", "fr")
    assert said.code == 0, said.err
    assert "Exactement, quand tous jouent random" in words(said.out)
    assert "ce qu’on sait exactement" in (out / "report.md").read_text(encoding="utf-8")
    assert "win_share.0" in (out / "metrics.csv").read_text(encoding="utf-8")
    assert fd("report", str(out / "result.json"), "--out", str(tmp_path / "again")).code == 0
    assert "win_share.1" in fd("solve", "dice", *SMALL, "--games", "0", "--format", "csv").out


def test_interrupted_keeps_the_deals_that_were_solved(fd, monkeypatch):
    solved, solver = [], exact.solve_deal

    def stopping(*arguments, **options):
        if len(solved) == 7:
            raise KeyboardInterrupt
        solved.append(1)
        return solver(*arguments, **options)

    monkeypatch.setattr(exact, "solve_deal", stopping)
    said = fd("solve", "dice", *SMALL, "--deals", "50", "--format", "json")
    assert said.code == 130
    (result,) = json.loads(said.out)["results"]
    assert result["interrupted"]
    assert (result["deals"]["count"], result["deals"]["asked"]) == (7, 50)


def test_player_counts_that_are_refused_are_told_and_the_others_answered(fd, monkeypatch):
    values = exact.exact_values

    def for_two(rules, players):
        if players != 2:
            raise BadInput.of(f"not for {players}")
        return values(rules, players)

    monkeypatch.setattr(exact, "exact_values", for_two)
    said = fd("solve", "dice", "--games", "0", "--format", "json")
    assert said.code == 0
    assert [one["players"] for one in json.loads(said.out)["results"]] == [2]
    assert "not for 3" in said.err
    assert fd("solve", "dice", "--players", "2,3", "--games", "0").code == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--set", "die.sides=20"], "up to 12 faces"),
        (["--decision", "400"], "has "),
        (["--decision", "1", "--deals", "5"], "give one of the two"),
        (["--players", "9"], "9"),
        (["--games", "none"], "none"),
    ],
)
def test_faults_are_told(fd, arguments, told):
    said = fd("solve", "dice", "--seed", "1", *arguments)
    assert said.code == 2
    assert told in said.err
    assert said.out == ""


@pytest.mark.parametrize("missing", [["solve_deal"], ["solve_deal", "exact_values"]])
def test_a_game_that_knows_less(fd, monkeypatch, missing):
    for name in missing:
        monkeypatch.delattr(exact, name)
    said = fd("solve", "dice", *SMALL, "--games", "0", *(["--deals", "3"] if len(missing) == 1 else []))
    assert said.code == 2
    told = "no solver of single deals" if len(missing) == 1 else "neither exact values nor a solver"
    assert told in said.err


def test_a_solver_whose_line_ends_otherwise_is_a_failed_run(fd, monkeypatch):
    from dataclasses import replace

    solver = exact.solve_deal
    monkeypatch.setattr(exact, "solve_deal", lambda *a, **o: replace(solver(*a, **o), points=(0, 0)))
    said = fd("solve", "dice", *SMALL, "--games", "0")
    assert said.code == 1
    assert "does not end as it was solved" in said.err


def test_a_game_without_the_file_knows_nothing():
    from dataclasses import replace

    bare = replace(next(iter(registry.games().values())), package="tests.toys")
    assert bare.exact("solve_deal") is None
