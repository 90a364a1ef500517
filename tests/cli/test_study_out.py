"""What every study leaves with ``--out`` and says with ``--lang fr`` and ``--format csv``; ``report`` of it."""

from __future__ import annotations

import csv
import io
import json

import pytest

SEED = ["--seed", "4"]
STUDIES = {
    "compare": ["compare", "dice", "--set-b", "target=12", "--players", "2", "--max-games", "2k", *SEED],
    "plan": ["plan", "dice", "--players", "2"],
    "sweep": ["sweep", "dice", "--vary", "target=10,12,14", "--players", "2", "--games", "500", *SEED],
    "tune": [
        "tune", "dice", "--vary", "target=10..16", "--goal", "turns=[8, 9]", "--players", "2", "--games", "6k",
        "--confirm", "1500", *SEED,
    ],
    "sensitivity": ["sensitivity", "dice", "--vary", "target=10,14", "--players", "2", "--games", "500", *SEED],
}  # fmt: skip


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_leaves_its_page_and_the_document_alone_makes_it_again(fd, tmp_path, name):
    out, again = tmp_path / "out", tmp_path / "again"
    said = fd(*STUDIES[name], "--lang", "en", "--out", str(out))
    assert said.code == 0, said.err
    files = {path.name for path in out.iterdir() if path.is_file()}
    assert files >= {"result.json", "report.txt", "report.html", "report.md", "metrics.csv"}
    assert list((out / "plots").glob("*.svg"))
    document = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert document["schema"] == f"fairdeal.{name}/1"
    assert all(line.startswith(f"fairdeal {name} dice") for line in document["commands"])
    page = (out / "report.html").read_text(encoding="utf-8")
    assert document["commands"][0].replace("'", "&#39;") in page
    assert fd("report", str(out / "result.json"), "--lang", "en", "--out", str(again)).code == 0
    for file in ("report.html", "report.md", "metrics.csv"):
        assert (again / file).read_bytes() == (out / file).read_bytes()


def test_a_result_is_not_replaced_unasked(fd, tmp_path):
    words = [*STUDIES["compare"], "--out", str(tmp_path / "out")]
    assert fd(*words).code == 0
    said = fd(*words)
    assert said.code == 2
    assert "--force" in said.err
    assert fd(*words, "--force").code == 0


@pytest.mark.parametrize(("name", "words"), [("compare", "Ce que B change"), ("sweep", "Tous les réglages")])
def test_a_study_in_french(fd, name, words):
    said = fd(*STUDIES[name], "--lang", "fr")
    assert said.code == 0
    assert words in said.out
    assert "\x1b" not in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines() if "fairdeal " not in line)


@pytest.mark.parametrize("name", ["compare", "plan"])
def test_a_study_as_csv(fd, name):
    rows = list(csv.reader(io.StringIO(fd(*STUDIES[name], "--format", "csv").out)))
    assert len({len(row) for row in rows}) == 1
    assert "metric" in rows[0]
    assert len(rows) > 3


def test_a_checked_lock_leaves_its_page_and_keeps_its_exit_code(fd, tmp_path):
    lock = str(tmp_path / "x.lock.json")
    assert fd("gate", "save", lock, "dice", "--players", "2", "--games", "500", *SEED).code == 0
    said = fd("gate", "check", lock, "--out", str(tmp_path / "out"), "--lang", "fr")
    assert said.code == 0
    assert "réussi" in (tmp_path / "out/report.md").read_text(encoding="utf-8")
    assert "Les mêmes nombres entiers" in said.out
