"""`fairdeal ladder` as a user calls it."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal

SMALL = ["--players", "2", "--deals", "60", "--games", "200", "--seed", "4"]


def test_the_text_warns_where_no_rung_is_better(fd):
    said = fd("ladder", "dice", *SMALL)
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "bold was not shown to beat random" in text
    assert "Make no claim about balance from games of bold" in text
    assert re.search(r"^bold +random +50\.?\d* ", said.out, re.MULTILINE)
    assert "Balance by skill" in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines() if not line.startswith("Again:"))
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    cut = re.compile(r"fairdeal\s+0[0-9.]+;.*?\n")
    assert cut.sub("", fd(*shlex.split(line)).out) == cut.sub("", said.out)


def test_as_a_document(fd):
    said = fd("ladder", "dice", "--rung", "random", "--rung", "shy", *SMALL, "--every-pair", "--format", "json")
    found = json.loads(said.out)
    assert found["schema"] == "fairdeal.ladder/1"
    (result,) = found["results"]
    assert result["rungs"] == ["random", "shy"]
    assert [level["policy"] for level in result["levels"]] == ["random", "shy"]
    (same,) = fairdeal.ladder("dice", rungs=["random", "shy"], players=2, deals=60, games=200, seed=4)
    assert same.document()["digest"] == result["digest"]


def test_all_player_counts(fd):
    found = json.loads(fd("ladder", "dice", "--deals", "20", "--games", "50", "--format", "json").out)
    assert [one["players"] for one in found["results"]] == [2, 3, 4]


def test_in_a_folder_with_its_page(fd, tmp_path):
    said = fd("ladder", "dice", *SMALL, "--out", str(tmp_path / "out"), "--lang", "fr")
    assert said.code == 0, said.err
    assert "Rien à conclure" in (tmp_path / "out" / "report.html").read_text()
    assert "win_share" in (tmp_path / "out" / "metrics.csv").read_text()
    assert "win_share" in fd("ladder", "dice", *SMALL, "--format", "csv").out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--rung", "random"], "at least two"),
        (["--rung", "random", "--rung", "shyy"], "did you mean shy?"),
        (["--rung", "random", "--rung", "shy:9..3"], "9..3"),
        (["--players", "9"], "9"),
        (["--replicates", "0"], "--replicates"),
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, told):
    said = fd("ladder", "dice", "--deals", "20", *arguments)
    assert said.code == 2, said
    assert said.out == ""
    assert told in said.err
