"""``report``, ``run --out``, ``replay --html`` and ``--svg``, ``show --svg``: files, refusals, missing packages."""

from __future__ import annotations

import json
import shlex
import sys
from xml.etree import ElementTree

import pytest

from fairdeal.cli.main import main
from simulate.games.registry import games
from tests.reports.documents import document, entry

GAME = next(iter(games().values()))
PLAYERS = str(min(GAME.player_counts))
RUN = ["run", GAME.name, "--players", PLAYERS, "--games", "300", "--seed", "5", "--lang", "en"]
REPLAY = ["replay", GAME.name, "--players", PLAYERS, "--seed", "5", "--play", "7"]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "out"
    assert main([*RUN, "--out", str(folder)]) == 0
    return folder


def test_a_run_leaves_pages_and_plots(ran):
    names = {str(path.relative_to(ran)) for path in ran.rglob("*") if path.is_file()}
    drawn = ("seats", "settled", "length", "scores", "joint", "margin")
    plots = {f"plots/{name}.{form}" for name in drawn for form in ("svg", "png")}
    assert names == {"result.json", "report.txt", "metrics.csv", "report.html", "report.md"} | plots


def test_the_document_alone_makes_the_same_pages(ran, tmp_path):
    assert main(["report", str(ran / "result.json"), "--out", str(tmp_path / "again"), "--lang", "en"]) == 0
    for name in ("report.html", "plots/seats.svg", "plots/scores.png"):
        mine, other = (ran / name).read_bytes(), (tmp_path / "again" / name).read_bytes()
        # The variant's name as it was given may be shorter than its whole name.
        assert mine.replace(b"fairdeal run %b " % GAME.name.encode(), b"fairdeal run X ").count(b"\n") == other.count(
            b"\n"
        )
    assert (ran / "plots/margin.svg").read_bytes() == (tmp_path / "again/plots/margin.svg").read_bytes()


def test_the_page_tells_how_to_make_it_again(ran):
    assert "--games 300 --seed 5" in (ran / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("options", [[], ["--metrics"], ["--precision", "20pp"], ["--metrics", "--precision", "20pp"]])
def test_the_command_on_a_page_made_from_the_document_makes_the_same_counts(tmp_path, options, capsys):
    plays = [*RUN[:4], "--seed", "5", "--policy", "random", "--lang", "en"]
    ends = [] if "--precision" in options else ["--games", "300"]
    assert main([*plays, *ends, *options, "--out", str(tmp_path / "one")]) == 0
    assert main(["report", str(tmp_path / "one/result.json"), "--out", str(tmp_path / "page")]) == 0
    page = (tmp_path / "page/report.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if "fairdeal run " in line)
    words = shlex.split(line[line.index("fairdeal run ") :].strip("`"))[1:]
    capsys.readouterr()
    assert main([*words, "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)["results"]
    first = json.loads((tmp_path / "one/result.json").read_text())["results"]
    assert [one["digest"] for one in made] == [one["digest"] for one in first]
    assert [one.get("course") for one in made] == [one.get("course") for one in first]


def test_pages_are_not_replaced_unasked(ran, tmp_path, capsys):
    target = tmp_path / "page"
    line = ["report", str(ran / "result.json"), "--out", str(target)]
    assert main(line) == 0
    assert main(line) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*line, "--force"]) == 0


def test_several_documents_go_into_folders_of_their_own(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.json").write_text(json.dumps(document(entry())))
    files = [str(tmp_path / name / "result.json") for name in ("a", "b")]
    assert main(["report", *files, "--out", str(tmp_path / "pages")]) == 0
    assert (tmp_path / "pages/a/report.html").is_file()
    assert (tmp_path / "pages/b/report.md").is_file()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"schema": "fairdeal.run/9", "results": []}',
        '{"schema": "fairdeal.run/1", "results": [3]}',
    ],
)
def test_what_is_no_result_is_told_in_a_sentence(tmp_path, capsys, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert main(["report", str(path)]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize(
    ("package", "left"),
    [("matplotlib", {"metrics.csv", "report.md", "report.html"}), ("jinja2", {"metrics.csv", "report.md", "plots"})],
)
def test_without_a_package_the_rest_is_written_and_the_extra_named(tmp_path, capsys, monkeypatch, package, left):
    (tmp_path / "result.json").write_text(json.dumps(document(entry())))
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["report", str(tmp_path / "result.json"), "--out", str(tmp_path / "page")]) == 0
    assert {path.name for path in (tmp_path / "page").iterdir()} == left
    assert "fairdeal[plots]" in capsys.readouterr().err


def test_french_on_request_and_by_environment(tmp_path, capsys, monkeypatch):
    (tmp_path / "result.json").write_text(json.dumps(document(entry())))
    assert main(["report", str(tmp_path / "result.json"), "--lang", "fr"]) == 0
    assert "Qui gagne" in (tmp_path / "report.md").read_text(encoding="utf-8")
    monkeypatch.setenv("LC_ALL", "fr_CA.UTF-8")
    assert main(RUN[:-2]) == 0
    assert " joueurs, jeu random" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "C")
    assert main(RUN[:-2]) == 0
    assert " players, random play" in capsys.readouterr().out.replace("\n", " ")


def test_a_play_as_page_and_picture(tmp_path):
    page, first, last = (tmp_path / name for name in ("play.html", "first.svg", "last.svg"))
    assert main([*REPLAY, "--html", str(page), "--svg", str(last)]) == 0
    assert main([*REPLAY, "--svg", str(first), "--step", "0"]) == 0
    assert "<title>" in page.read_text(encoding="utf-8")
    ElementTree.parse(first)
    assert first.read_bytes() != last.read_bytes()


def test_turns_that_are_not_there(tmp_path, capsys):
    assert main([*REPLAY, "--svg", str(tmp_path / "x.svg"), "--step", "9999"]) == 2
    assert "this play has" in capsys.readouterr().err
    assert main([*REPLAY, "--step", "1"]) == 2


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_set_up_as_a_picture(game, tmp_path):
    assert main(["show", game.name, "--svg", str(tmp_path / "x.svg")]) == 0
    ElementTree.parse(tmp_path / "x.svg")


def test_a_picture_that_cannot_be_written(tmp_path, capsys):
    assert main(["show", GAME.name, "--svg", str(tmp_path / "nowhere/x.svg")]) == 1
    assert "nowhere" in capsys.readouterr().err


def test_a_table_of_plays(tmp_path, capsys):
    assert main([*RUN, "--plays-out", str(tmp_path / "plays.csv")]) == 0
    assert len((tmp_path / "plays.csv").read_text().splitlines()) == 301
    assert main([*RUN, "--plays-out", str(tmp_path / "plays.txt")]) == 2
    assert ".parquet" in capsys.readouterr().err
