"""``fairdeal metrics`` and ``run --metrics``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from fairdeal.cli.main import main
from simulate.runs.course import PILOT_SEED
from simulate.runs.definitions import DEFINITIONS, LEADER_NEUTRAL, definition_of, word_in, word_of
from tests.cli.conftest import Said

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"


@pytest.fixture
def fairdeal(capsys):
    """Call the command line in this process, with the real games."""

    def call(*arguments: str) -> Said:
        return Said(main(list(arguments)), *capsys.readouterr())

    return call


def test_the_page_is_what_the_command_prints(fairdeal):
    printed = fairdeal("metrics", "--format", "markdown")
    assert printed.code == 0
    assert PAGE.read_text() == printed.out, "make it anew: fairdeal metrics --format markdown > docs/metrics.md"


def test_one_metric_and_all_of_them(fairdeal):
    one = fairdeal("metrics", "comeback")
    assert one.code == 0
    assert "Ville" in one.out
    found = json.loads(fairdeal("metrics", "--format", "json").out)
    assert found["schema"] == "fairdeal.metrics/1"
    assert {metric["name"] for metric in found["metrics"]} >= {"win_share.S", "lead_change_ratio", "worth.C"}
    assert all(metric["meaning"] and metric["unit"] and metric["interval"] for metric in found["metrics"])
    assert all(line.isascii() or len(line) <= 80 for line in fairdeal("metrics").out.splitlines())


def test_an_unknown_metric_names_the_nearest(fairdeal):
    found = fairdeal("metrics", "comebck")
    assert found.code == 2
    assert "did you mean comeback?" in found.err
    known = fairdeal("metrics", "nonsense").err.partition("known: ")[2].strip().split(", ")
    assert len(known) == len(set(known))


def test_every_band_has_its_source():
    for one in DEFINITIONS:
        assert bool(one.bands) <= (one.source != "none"), one.name
        assert [end for end, _ in one.bands] == sorted(end for end, _ in one.bands), one.name


def test_a_word_is_only_said_when_the_whole_interval_lies_in_its_band():
    assert word_of("leader_wins.50", {"low": 0.71, "high": 0.79}) == "neutral"
    assert word_of("leader_wins.50", {"low": 0.79, "high": 0.81}) == ""
    assert word_of("leader_wins.50", {"low": None, "high": None}) == ""
    assert word_of("worth.swap", {"low": 0.04, "high": 0.05}) == "must-have"
    assert word_of("happens.leap", {"low": 0.0, "high": 0.005}) == "rare"


def test_bands_move_with_the_number_of_seats():
    half = {"low": 0.59, "high": 0.6}
    assert [word_of("leader_wins.50", half, seats) for seats in (2, 3, 4, 8)] == [
        "arbitrary", "neutral", "neutral", "slight runaway leader",
    ]  # fmt: skip
    comebacks = {"low": 0.28, "high": 0.29}  # possible with three seats, not with two
    assert word_of("comeback", comebacks, 2) == "chances miscalibrated"
    assert word_of("comeback", comebacks, 3) == "many"
    assert word_of("leader_wins.25", half) == ""


def test_feedback_is_not_called_in_races_on_clocks():
    ratio = {"low": 1.3, "high": 1.4}
    assert word_of("lead_change_ratio", ratio) == "catch-up"
    assert word_of("lead_change_ratio", ratio, clocks=True) == ""
    assert word_of("comeback", {"low": 0.12, "high": 0.13}, clocks=True) == "healthy"


def test_the_lead_between_seats_that_play_differently_is_not_called():
    metrics = {"leader_wins.50": {"low": 0.9, "high": 0.95}, "forced_share": {"low": 0.5, "high": 0.6}}
    for policies, word in ((["random", "random"], "runaway leader"), (["random", "greedy"], "")):
        result = {"policies": policies, "metrics": metrics, "course": {"swing": 1}}
        assert word_in(result, "leader_wins.50") == word
        assert word_in(result, "forced_share") == "many forced"


def test_the_neutral_leader_wins_as_often_as_independent_walks_say():
    rng = np.random.default_rng(3)
    for seats, told in LEADER_NEUTRAL.items():
        walks = rng.standard_normal((100_000, 4, seats)).cumsum(axis=1).argmax(axis=2)
        found = [(walks[:, quarter] == walks[:, 3]).mean() for quarter in range(3)]
        assert found == pytest.approx(told, abs=0.008), seats


def test_a_run_with_metrics_tells_components_and_rule_coverage(fairdeal):
    words = ("run", "ile_des_mookies", "--games", "3k", "--seed", "3", "--metrics")
    text = fairdeal(*words).out
    assert "Rule coverage: " in text
    assert "family_A" in text
    assert "legendary_E" in text
    assert "--metrics" in text.split("Again:")[1].splitlines()[0]
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("Again:"))
    found = json.loads(fairdeal(*words, "--format", "json").out)["results"][0]
    assert found["course"]["pilot_seed"] == PILOT_SEED
    unknown = [name for name in found["metrics"] if name not in found["tallies"]["histograms"]
               and name.split(".")[0] in ("worth", "happens", "taken", "leader_wins", "lead_slope", "close", "comeback")
               and definition_of(name) is None]  # fmt: skip
    assert not unknown


def test_what_only_a_run_with_metrics_counts_is_told_as_such(fairdeal, tmp_path):
    file = tmp_path / "aims.yaml"
    file.write_text('extends: ile_des_mookies/classic\ngoals:\n  comeback: ["10 %", "25 %"]\n')
    assert fairdeal("check", str(file)).code == 0
    without = fairdeal("run", str(file), "--games", "300")
    assert without.code == 2
    assert "aims.yaml:3:3: goals.comeback: comeback is counted only by `fairdeal run` with --metrics" in without.err
    judged = fairdeal("run", str(file), "--games", "300", "--metrics")
    assert judged.code == 0
    assert "Goals:" in judged.out
    for words in (
        ("run", "ile_des_mookies", "--precision", "comeback=1%"),
        ("compare", "ile_des_mookies", "ile_des_mookies/flat_stars", "--metric", "happens.no_star"),
        ("sweep", "ile_des_mookies", "--vary", "tie_break=youngest,shared", "--metric", "worth.spider"),
    ):
        found = fairdeal(*words)
        assert found.code == 2
        assert "counted only by `fairdeal run` with --metrics" in found.err
    typo = fairdeal("run", "ile_des_mookies", "--precision", "comebak=1%", "--metrics")
    assert "did you mean comeback?" in typo.err
    assert "known" in fairdeal("run", "ile_des_mookies", "--precision", "happens.xyz=1%", "--metrics").err


@pytest.mark.parametrize("name", ["margin", "score.1", "leader_wins.50", "turns.p50", "score.0.p95", "happens.no_star"])
def test_each_name_of_a_result_is_told(fairdeal, name):
    found = fairdeal("metrics", name)
    assert found.code == 0
    assert all(head in found.out for head in ("meaning", "unit", "interval"))


def test_bands_of_the_leader_are_told_and_a_games_own_metrics(fairdeal):
    assert "leader_wins.50: arbitrary up to 0.65" in fairdeal("metrics", "leader_wins.25").out
    own = fairdeal("metrics", "given_back")
    assert own.code == 0
    assert "share of plays in which a trophy goes back" in own.out
    assert "spiders.S" in fairdeal("metrics", "spiders.1").out
    leader = json.loads(fairdeal("metrics", "leader_wins.25", "--format", "json").out)["metrics"][0]
    assert leader["bands_of"] == "leader_wins.50"
    assert "did you mean given_back?" in fairdeal("metrics", "given_bac").err


def test_without_the_option_nothing_of_it_is_there(fairdeal):
    found = json.loads(fairdeal("run", "ile_des_mookies", "--games", "500", "--seed", "3", "--format", "json").out)
    result = found["results"][0]
    assert "course" not in result
    assert "joint" not in result["tallies"]
    assert not [name for name in result["metrics"] if name.startswith(("worth.", "lead_"))]
