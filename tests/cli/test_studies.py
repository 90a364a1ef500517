"""`run --precision`, `--resume`, `compare`, `plan` and `gate` as a user calls them."""

from __future__ import annotations

import json
import re
import shlex

import pytest

import fairdeal


def results(said, code: int = 0) -> list[dict]:
    assert said.code == code, said.err
    return json.loads(said.out)["results"]


# run ----------------------------------------------------------------------------------------------------------------


def test_a_precision_is_reached_and_the_kind_is_told(fd):
    (one,) = results(fd("run", "dice", "--players", "2", "--precision", "2%", "--seed", "1", "--format", "json"))
    metric = one["metrics"]["win_share.0"]
    assert metric["kind"] == "anytime"
    assert max(metric["high"] - metric["value"], metric["value"] - metric["low"]) <= 0.02
    assert one["stop"]["reason"] == "precision reached"
    assert one["stop"]["target"]["precision"]["win_share.0"]["half_width"] == 0.02
    said = fd("run", "dice", "--players", "2", "--precision", "2%", "--seed", "1")
    text = " ".join(said.out.split())
    assert "95 % intervals, anytime (" in text
    assert "since the precision asked for was reached" in text


def test_the_printed_command_of_a_precise_run_repeats_it(fd):
    said = fd("run", "dice", "--players", "2", "--precision", "turns=2%", "--max-games", "50k")
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    again = fd(*shlex.split(line))
    assert re.findall(r"digest\s+(\w+)", said.out) == re.findall(r"digest\s+(\w+)", again.out) != []


def test_a_declared_number_says_so(fd):
    (one,) = results(fd("run", "dice", "--players", "2", "--games", "500", "--format", "json"))
    assert one["stop"] == {
        "kind": "fixed-n",
        "rule": "500 games",
        "target": {"games": 500},
        "looks": 1,
        "reason": "games played",
    }
    assert "goals" not in one


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "dice", "--games", "5", "--precision", "1%"],
        ["run", "dice", "--more", "5"],
        ["run"],
        ["run", "dice", "--precision", "turn=1"],
        ["run", "dice", "--until-decided"],
        ["run", "dice", "--max-time", "soon"],
        ["run", "--resume", "nowhere.json"],
        ["run", "dice", "--resume", "nowhere.json", "--seed", "3"],
        ["compare", "dice"],
        ["compare", "dice", "dice/long", "--margin", "0"],
        ["compare", "dice", "dice/long", "--metric", "win"],
        ["compare", "dice", "dice/long", "--sprt", "1"],
        ["compare", "dice", "dice/long", "--sprt", "1,1"],
        ["plan", "dice", "--effect", "2"],
        ["gate", "check", "nowhere.json"],
        ["gate", "save"],
        ["gate", "lock"],
    ],
)
def test_what_makes_no_sense_is_told(fd, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = fd(*arguments)
    assert said.code == 2, said
    assert said.out == ""
    assert said.err
    assert "Traceback" not in said.err


def test_fewer_games_than_there_are_cannot_be_asked_for(fd, tmp_path):
    fd("run", "dice", "--players", "2", "--games", "500", "--seed", "1", "--out", str(tmp_path / "o"))
    said = fd("run", "dice", "--resume", str(tmp_path / "o" / "result.json"), "--max-games", "100")
    assert said.code == 2
    assert "holds 500 games already" in said.err
    assert "--more N" in said.err


GOALS = """game: dice
goals:
  seat_advantage: ">= 10 %"
  turns.p50: [3, 6]
  tie: "<= 1 %"
"""


@pytest.fixture
def mine(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(GOALS)
    return str(file)


def test_goals_are_judged_first_and_the_rest_is_exploratory(fd, mine):
    said = fd("run", mine, "--players", "2", "--until-decided", "--seed", "2")
    assert said.code == 0
    text = " ".join(said.out.split())
    assert "Goals: 3 of 3 met (judged together, Holm)." in text
    assert text.index("Goals:") < text.index("exploratory") < text.index("win_share.0 ")
    (one,) = results(fd("run", mine, "--players", "2", "--games", "5k", "--format", "json"))
    assert [(goal["metric"], goal["status"]) for goal in one["goals"]] == [
        ("seat_advantage", "met"), ("turns.p50", "met"), ("tie", "met"),
    ]  # fmt: skip


def test_check_finds_faults_in_goals(fd, tmp_path):
    file = tmp_path / "bad.yaml"
    file.write_text("game: dice\ngoals:\n  seat_advantge: '<= 2%'\n")
    said = fd("check", str(file))
    assert said.code == 2
    assert "bad.yaml:3:3: goals.seat_advantge: " in said.err
    assert "did you mean seat_advantage?" in said.err
    assert said.err.count("error:") == 1


# resume -------------------------------------------------------------------------------------------------------------


def test_more_games_are_those_of_a_longer_run(fd, tmp_path):
    folder = tmp_path / "out"
    assert fd("run", "dice", "--players", "2,3", "--games", "3k", "--seed", "6", "--out", str(folder)).code == 0
    longer = results(fd("run", "--resume", str(folder / "result.json"), "--more", "2k", "--format", "json"))
    whole = results(fd("run", "dice", "--players", "2,3", "--games", "5k", "--seed", "6", "--format", "json"))
    assert [one["digest"] for one in longer] == [one["digest"] for one in whole]
    assert {metric["kind"] for one in longer for metric in one["metrics"].values()} == {"anytime"}
    assert fd("run", "--resume", str(folder / "result.json")).code == 2


def test_an_interrupted_run_of_declared_games_ends_as_declared(fd, tmp_path, monkeypatch):
    from simulate.runs import result as running

    played, folder = running.play_locally, tmp_path / "out"

    def stopped(prepared, seed, first, count, jobs, progress):
        found = played(prepared, seed, first, 50, jobs, progress)
        return running.Played(found.tally, found.jit_seconds, found.seconds, found.threads, interrupted=True)

    monkeypatch.setattr(running, "play_locally", stopped)
    said = fd("run", "dice", "--players", "2", "--games", "400", "--seed", "3", "--out", str(folder))
    assert said.code == 130
    assert f"--resume {folder / 'result.json'}" in said.err
    monkeypatch.setattr(running, "play_locally", played)
    (rest,) = results(fd("run", "--resume", str(folder / "result.json"), "--format", "json"))
    (whole,) = results(fd("run", "dice", "--players", "2", "--games", "400", "--seed", "3", "--format", "json"))
    del rest["engine"], whole["engine"]
    assert rest == whole


@pytest.mark.parametrize("change", ["digest", "version", "hash"])
def test_a_result_that_does_not_fit_is_refused(fd, tmp_path, change):
    folder = tmp_path / "out"
    fd("run", "dice", "--players", "2", "--games", "300", "--out", str(folder))
    file = folder / "result.json"
    found = json.loads(file.read_text())
    one = found["results"][0]
    if change == "digest":
        one["tallies"]["wins"][0][0] += 1
    elif change == "version":
        one["engine"]["version"] = "0.0.0"
    else:
        one["variant"]["hash"] = "f" * 32
    file.write_text(json.dumps(found))
    said = fd("run", "--resume", str(file), "--more", "10")
    assert said.code == 2
    assert said.out == ""


# compare, plan, gate ------------------------------------------------------------------------------------------------


def test_compare_tells_the_rules_the_verdicts_and_what_pairing_saved(fd):
    said = fd("compare", "dice", "dice/long", "--players", "2", "--seed", "1", "--max-games", "30k")
    assert said.code == 0, said.err
    text = " ".join(said.out.split())
    assert "What differs: - target: 10 points in A, 30 points in B" in text
    assert "win_share.0: B is lower" in text
    assert "fairness: B is fairer" in text
    assert "turns: B is higher" in text
    line = re.search(r"^Again: fairdeal (.*)$", said.out, re.MULTILINE)[1]
    assert re.findall(r"digest\s+(\w+)", said.out) == re.findall(r"digest\s+(\w+)", fd(*shlex.split(line)).out) != []


def test_a_value_of_b_takes_the_place_of_one_for_both(fd):
    options = ("--players", "2", "--max-games", "2k", "--format", "json", "--seed", "3")
    (both,) = results(fd("compare", "dice", "--set", "target=12", "--set-b", "target=11", *options))
    (swapped,) = results(fd("compare", "dice", "--set", "target=11", "--set-b", "target=12", *options))
    assert both["metrics"]["turns"]["a"] == swapped["metrics"]["turns"]["b"]
    assert both["metrics"]["turns"]["a"] > both["metrics"]["turns"]["b"]


def test_compare_as_a_document(fd):
    said = fd("compare", "dice", "--set-b", "target=11", "--players", "2,3", "--max-games", "4k", "--format", "json")
    found = json.loads(said.out)
    assert found["schema"] == "fairdeal.compare/1"
    assert [one["a"]["players"] for one in found["results"]] == [2, 3]
    for one in found["results"]:
        assert one["paired"]
        assert one["stop"]["tuning"].keys() == one["metrics"].keys()
        assert set(one["metrics"]["turns"]) >= {
            "a",
            "b",
            "difference",
            "outcome",
            "margin",
            "variance_reduction",
            "declared",
        }
        pairs = sum(one["tallies"]["metrics"]["turns"]["d"].values())
        assert pairs == one["plays"]["count"] - one["plays"]["left_out"]


def test_two_policies_that_play_alike_are_equivalent(fd):
    said = fd("compare", "dice", "--policy-b", "bold", "--players", "2", "--seed", "3")
    assert said.code == 0
    text = " ".join(said.out.split())
    assert "policies: random in A, bold in B" in text
    assert "win_share.0: equivalent within 1 %" in text


def test_two_player_counts_and_a_sequential_test(fd):
    said = fd("compare", "dice", "--players", "2", "--players-b", "3", "--max-games", "3k")
    assert "not paired" in " ".join(said.out.split())
    said = fd("compare", "dice", "dice/long", "--players", "2", "--sprt", "0,-5pp", "--max-games", "20k")
    text = " ".join(said.out.split())
    assert "Sequential test of win_share.0, B - A: accepts a difference of -5 % rather than 0 %" in text
    assert "since the sequential test has decided" in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--sprt", "0,1"), "allowed: percentage points as in 0,2pp"),
        (("--sprt", "0,2pp", "--metric", "turns"), "turns has no percentage points"),
        (("--sprt", "0,2pp", "--metric", "fairness"), "fairness is not counted in pairs"),
        (("--sprt", "0,2pp", "--players-b", "3"), "--sprt needs pairs"),
        (("--metric", "seat_advantage"), "here it is fairness"),
        (("--metric", "turns,win_share"), "name a seat: win_share.0, win_share.1"),
        (("--metric", "fairness", "--policy-b", "bold,shy"), "where all seats of an arm play alike"),
        (("--set-b", "targt=3"), "--set-b targt=3: "),
        (("--metric", "fairness", "--players-b", "3"), "here it is seat_advantage"),
    ],
)
def test_what_cannot_be_tested_is_refused_before_anything_is_played(fd, options, words):
    said = fd("compare", "dice", *([] if "--players-b" in options else ["dice/long"]), "--players", "2", *options)
    assert said.code == 2
    assert words in said.err
    assert said.out == ""


def test_a_player_count_for_b_that_is_the_only_one_of_a_is_a_comparison_of_pairs(fd, tmp_path):
    file = tmp_path / "pair.yaml"
    file.write_text("game: dice\nplayers: [2]\n")
    options = ("--players-b", "2", "--max-games", "300", "--format", "json")
    (only,) = results(fd("compare", str(file), "--set-b", "target=11", *options))
    assert only["paired"]
    others = results(fd("compare", "dice", "--set-b", "target=11", *options))
    assert [(one["a"]["players"], one["paired"]) for one in others] == [(3, False), (4, False)]


def test_metrics_may_stand_in_one_option_with_commas(fd):
    options = ("--players", "2", "--max-games", "300", "--seed", "1", "--format", "json")
    together = results(fd("compare", "dice", "dice/long", "--metric", "turns,fairness", *options))
    apart = results(fd("compare", "dice", "dice/long", "--metric", "turns", "--metric", "fairness", *options))
    assert together[0]["metrics"] == apart[0]["metrics"]
    assert [name for name, one in together[0]["metrics"].items() if one["declared"]] == ["fairness", "turns"]


def test_forecasts_name_no_time_after_a_moment_of_playing(fd):
    said = fd("compare", "dice", "dice/long", "--players", "2", "--max-games", "40", "--seed", "1")
    lines = " ".join(said.out.split())
    assert "more games would tell;" not in lines
    assert re.search(r"more games would tell (fairness|margin|turns|metric)", lines)


def test_plan_tells_games_and_time(fd):
    said = fd("plan", "dice", "--players", "2", "--effect", "1pp")
    assert said.code == 0
    assert "declared games" in " ".join(said.out.split())
    (one,) = results(fd("plan", "dice", "--players", "2", "--format", "json"))
    assert one["effect"] == 0.01
    assert one["metrics"]["win_share.0"]["anytime"]["games"] > one["metrics"]["win_share.0"]["fixed_n"]["games"]


def test_a_gate_passes_fails_and_cannot_tell(fd, mine, tmp_path):
    file = tmp_path / "balance.lock.json"
    saved = fd("gate", "save", str(file), mine, "--players", "2", "--games", "40k", "--seed", "1")
    assert saved.code == 0
    assert "locked: mine.yaml, 2 players, 40000 games, goals: seat_advantage met" in saved.out
    assert fd("gate", "save", str(file), mine).code == 2
    passed = fd("gate", "check", str(file))
    assert passed.code == 0
    assert "the same integers as in the lock" in passed.out
    (tmp_path / "mine.yaml").write_text(GOALS + "target: 30\n")
    failed = fd("gate", "check", str(file))
    assert failed.code == 1
    assert "the rules changed" in failed.out
    assert "would have caught" in failed.out
    assert failed.out.endswith("gate: fail\n")
    (tmp_path / "mine.yaml").write_text(GOALS.replace("1 %", "2 %"))
    assert "the goal of tie changed: <= 1 % in the lock, <= 2 % now" in fd("gate", "check", str(file)).out
    found = json.loads(fd("gate", "check", str(file), "--format", "json").out)
    assert found["schema"] == "fairdeal.gate-check/1"
    assert found["outcome"] == "fail"


def test_the_python_calls_give_the_same(dice, fd, tmp_path):
    (ran,) = fairdeal.run("dice", players=2, precision="2%", seed=1)
    (shown,) = results(fd("run", "dice", "--players", "2", "--precision", "2%", "--seed", "1", "--format", "json"))
    assert ran.tally.digest() == shown["digest"]
    (compared,) = fairdeal.compare("dice", "dice/long", players=2, seed=1, max_games=3000)
    assert compared.document()["digest"]
    assert fairdeal.plan("dice", players=2)[0].rate > 0
    fairdeal.gate_save(tmp_path / "a.json", "dice", players=2, games=500)
    assert [one.outcome for one in fairdeal.gate_check(tmp_path / "a.json")] == ["pass"]
    fd("run", "dice", "--players", "2", "--games", "300", "--out", str(tmp_path / "o"))
    (longer,) = fairdeal.resume(tmp_path / "o" / "result.json", more=100)
    assert longer.tally.plays == 400


def test_a_sequential_test_says_that_it_is_of_games_that_ended(fd):
    options = ("--players", "2", "--sprt", "0,5pp", "--max-games", "3k", "--seed", "1", "--set", "cap=10")
    assert "It is of the pairs in which both games ended." in " ".join(
        fd("compare", "dice", "dice/long", *options).out.split()
    )
    assert "both games ended" not in fd("compare", "dice", "dice/long", *options[:-2]).out
