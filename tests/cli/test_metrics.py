"""``fairdeal metrics`` and ``run --metrics``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.cli.main import main
from simulate.runs.course import PILOT_SEED
from simulate.runs.definitions import DEFINITIONS, definition_of, word_of
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


def test_every_band_has_its_source():
    for one in DEFINITIONS:
        assert bool(one.bands) <= (one.source != "none"), one.name
        assert [end for end, _ in one.bands] == sorted(end for end, _ in one.bands), one.name


def test_a_word_is_only_said_when_the_whole_interval_lies_in_its_band():
    assert word_of("leader_wins.50", {"low": 0.71, "high": 0.79}) == "neutral"
    assert word_of("leader_wins.50", {"low": 0.79, "high": 0.81}) == ""
    assert word_of("leader_wins.50", {"low": None, "high": None}) == ""
    assert word_of("worth.swap", {"low": 0.04, "high": 0.05}) == "must-have"


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


def test_without_the_option_nothing_of_it_is_there(fairdeal):
    found = json.loads(fairdeal("run", "ile_des_mookies", "--games", "500", "--seed", "3", "--format", "json").out)
    result = found["results"][0]
    assert "course" not in result
    assert "joint" not in result["tallies"]
    assert not [name for name in result["metrics"] if name.startswith(("worth.", "lead_"))]
