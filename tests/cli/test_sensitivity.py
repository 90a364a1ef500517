"""`fairdeal sensitivity` as a user calls it."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal

SMALL = ["--players", "2", "--games", "1500", "--seed", "4"]


def document(said) -> dict:
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_the_text_tells_what_overturns_what_explains_and_what_is_idle(fd):
    said = fd("sensitivity", "dice", "--vary", "target=11,20", "--vary", "die.sides=5..7", "--goal", "turns<=9", *SMALL)
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "as it stands the goals are met (turns <= 9;" in text
    assert "Overturn it alone: target." in text
    assert "combinations of assumptions" in text
    assert "Changed no game: cap=499" in text
    assert re.search(r"^turns +\S+ +target +\d\d", said.out, re.MULTILINE)
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    cut = re.compile(r"fairdeal\s+0[0-9.]+;.*?\n")
    assert cut.sub("", fd(*shlex.split(line)).out) == cut.sub("", said.out)


def test_as_a_document_with_the_usual_goal(fd):
    found = document(fd("sensitivity", "dice", "--vary", "target=11,51", "--only", *SMALL, "--format", "json"))
    assert found["schema"] == "fairdeal.sensitivity/1"
    assert found["goals"] == [{"metric": "seat_advantage", "goal": "<= 4 %"}]
    (result,) = found["results"]
    assert [dial["key"] for dial in result["dials"]] == ["target"]
    assert result["not_playable"][0][:2] == ["target", "51"]
    assert "track" in result["not_playable"][0][2]
    metrics = result["factorial"]["metrics"]
    assert metrics["turns"]["total"]["target"]["value"] == pytest.approx(1)
    (alone,) = document(fd("run", "dice", *SMALL, "--set", "target=11", "--format", "json"))["results"]
    assert result["dials"][0]["levels"][0]["digest"] == alone["digest"]


def test_goals_of_the_file_and_whole_variants(fd, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("game: dice\ngoals: {turns: '>= 12'}\n")
    found = document(
        fd("sensitivity", str(file), "--vary", "variant=long,classic", "--only", *SMALL, "--format", "json")
    )
    (dial,) = found["results"][0]["dials"]
    assert dial["alone"] == "overturns"
    assert [level["value"] for level in dial["levels"]] == ["long"]


def test_all_player_counts(fd):
    found = document(fd("sensitivity", "dice", "--vary", "target=9", "--only", "--games", "300", "--format", "json"))
    assert [one["players"] for one in found["results"]] == [2, 3, 4]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--only"], "--only needs --vary"),
        (["--vary", "targt=3", "--only"], "did you mean target?"),
        (["--vary", "target=61", "--only"], "no assumed value can be changed"),
        (["--metric", "turn"], "did you mean turns?"),
        (["--goal", "turn<=3"], "did you mean turns?"),
        (["--cells", "1"], "--cells"),
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, told):
    said = fd("sensitivity", "dice", "--players", "2", "--games", "100", *arguments)
    assert said.code == 2, said
    assert said.out == ""
    assert told in said.err


def test_the_python_call_gives_the_same(fd):
    shown = document(fd("sensitivity", "dice", "--vary", "target=11", "--only", *SMALL, "--format", "json"))
    sensed = fairdeal.sensitivity("dice", {"target": 11}, only=True, players=2, games=1500, seed=4)
    assert json.loads(json.dumps(sensed.document()))["results"] == shown["results"]


def test_names_that_do_not_fit_are_told_apart(fd):
    words = ["--vary", "die.sides=4..8", "--vary", "target=11..14", "--cells", "2", "--metric", "turns"]
    every = [word for seat in range(4) for word in ("--metric", f"win_share.{seat}")]
    wide = [*every, "--metric", "margin", "--metric", "score.0", "--metric", "score.1", "--metric", "score.2"]
    narrow, broad = (fd("sensitivity", "dice", *words, *more, "--players", "4", "--games", "1500", "--seed", "4").out
                     for more in ([], wide))  # fmt: skip
    assert re.search(r"^die.sides +6 +4 ", narrow, re.MULTILINE)
    assert re.search(r"^sides +6 +4 ", broad, re.MULTILINE)
    said = fd("sensitivity", "dice", "--vary", "variant=dice/long", "--only", *SMALL)
    assert re.search(r"^variant +classic +dice/long", said.out, re.MULTILINE)


def test_few_games_and_few_cells_say_why_there_are_no_shares(fd):
    words = ["sensitivity", "dice", "--vary", "target=11,20", "--players", "2", "--seed", "4"]
    said = fd(*words, "--games", "12")
    assert "No shares of variance: they need at least 20 games a cell." in " ".join(said.out.split())
    said = fd(*words, "--games", "500", "--cells", "2")
    assert "no dial that changes games fits into the combinations; raise --cells" in " ".join(said.out.split())
    assert "No shares" not in fd(*words, "--games", "500").out


def test_capped_games_are_told(fd):
    words = ["dice", "--set", "cap=14", "--vary", "target=11,20", "--players", "2", "--seed", "4"]
    said = fd("sensitivity", *words, "--games", "800")
    assert "CAPPED: in 2 cells games were stopped" in said.out
    found = document(fd("sensitivity", *words, "--games", "800", "--format", "json"))
    assert found["results"][0]["dials"][0]["levels"][-1]["capped"] > 0
    said = fd("tune", *words, "--games", "3k", "--confirm", "900", "--goal", "turns=[8, 12]")
    assert "CAPPED: " in said.out
    assert (
        "CAPPED"
        not in fd("tune", *words[:1], *words[3:], "--games", "3k", "--confirm", "900", "--goal", "turns>=9").out
    )


def test_what_may_overturn_only_together_is_told(fd):
    # Alone 11 surely keeps the goal and so does a die of 5; together they come near its bound.
    words = ["--vary", "target=11", "--vary", "die.sides=5", "--only", "--goal", "turns<=6.6", *SMALL]
    found = document(fd("sensitivity", "dice", *words, "--format", "json"))["results"][0]
    powers = {dial["key"]: (dial["alone"], dial["in_combination"]) for dial in found["dials"]}
    assert set(powers.values()) == {("keeps", "may overturn")}
    text = " ".join(fd("sensitivity", "dice", *words).out.split())
    assert "May overturn it where others are changed too (not yet known): " in text
    assert "No assumption that was changed surely" not in text
