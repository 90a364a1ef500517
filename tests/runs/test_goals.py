"""Goals are read with every fault's place and judged together."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from simulate.games.registry import games
from simulate.runs.figures import Reading, Share
from simulate.runs.goals import Goal, decision, judge
from simulate.runs.metrics import Named
from simulate.runs.spec import goals_of
from variants.catalog import Catalog
from variants.errors import BadInput
from variants.loader import load_variant

GAME = next(iter(games().values()))


def read(tmp_path, block: str, players: int = 2, *, metrics: bool = False):
    file = tmp_path / "mine.yaml"
    file.write_text(f"game: {GAME.name}\ngoals:\n{block}", encoding="utf-8")
    variant = load_variant(
        str(file), catalog=Catalog({GAME.name: GAME.variants_folder}), models={GAME.name: GAME.model}
    )
    return goals_of(GAME, variant, players, metrics=metrics)


@pytest.mark.parametrize(
    ("text", "low", "high", "shown"),
    [
        ("seat_advantage: '<= 2%'", -math.inf, 0.02, "<= 2 %"),
        ("seat_advantage: '≤2 %'", -math.inf, 0.02, "<= 2 %"),
        ("win_share.0: '>= 0.4'", 0.4, math.inf, ">= 40 %"),
        ("win_share.0: [45%, 0.55]", 0.45, 0.55, "45 % to 55 %"),
        ("turns.p50: [20, 30]", 20.0, 30.0, "20 to 30"),
        ("turns: '< 1e2'", -math.inf, 100.0, "<= 100"),
        ("tie: {2: '<= 5%'}", -math.inf, 0.05, "<= 5 %"),
    ],
)
def test_forms(tmp_path, text, low, high, shown):
    (goal,) = read(tmp_path, f"  {text}\n")
    assert goal.low == pytest.approx(low)
    assert goal.high == pytest.approx(high)
    assert goal.text == shown
    assert goal.metric == text.partition(":")[0]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("seat_advantag: '<= 2%'", 3, "did you mean seat_advantage?"),
        ("seat_advantage: '<= 2'", 19, "did you mean 2 %?"),
        ("seat_advantage: '== 2%'", 19, "allowed"),
        ("seat_advantage: 0.02", 19, "allowed"),
        ("turns: '<= 5%'", 10, "only shares are percentages"),
        ("turns: [30, 20]", 10, "the lower end first"),
        ("turns: [1, 2, 3]", 10, "allowed"),
        ("turns: [1, true]", 10, "allowed"),
        ("turns: {two: '<= 3'}", 11, "a player count"),
        ("turns: {99: '<= 3'}", 11, "allowed a player count of the game: 2"),
        ("turns.p50: '<= x'", 14, "allowed"),
    ],
)
def test_faults_tell_file_line_and_column(tmp_path, text, column, words):
    with pytest.raises(BadInput) as caught:
        read(tmp_path, f"  tie: '<= 5%'\n  {text}\n")
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"{tmp_path / 'mine.yaml'}:4:{column}: goals.")
    assert words in str(fault)


def test_all_faults_are_told_at_once(tmp_path):
    with pytest.raises(BadInput) as caught:
        read(tmp_path, "  a: '<= 1'\n  turns: 3\n  tie: '<= 300%'\n")
    assert len(caught.value.faults) == 3


def share(name: str, successes: int, n: int) -> Named:
    return Named(name, "share", "", lambda: Share(successes, successes, 1, n))


def test_met_missed_and_not_yet_known():
    found = {"a": share("a", 100, 10_000), "b": share("b", 900, 10_000), "c": share("c", 510, 10_000)}
    goals = [Goal(name, "share", -math.inf, 0.05, "<= 5 %") for name in found]
    for reading in (Reading(), Reading("anytime", 0.01)):
        judged = judge(goals, found, dict.fromkeys(found, reading))
        assert [one.status for one in judged] == ["met", "missed", "not yet known"]
        assert all(one.adjusted >= one.p for one in judged)


def test_a_range_must_hold_on_both_sides():
    goal = Goal("a", "share", 0.45, 0.55, "")
    assert decision(goal, share("a", 5000, 10_000), Reading()) == (True, pytest.approx(0, abs=1e-9))
    inside, p = decision(goal, share("a", 5490, 10_000), Reading())
    assert inside
    assert p > 0.1
    assert decision(goal, share("a", 6000, 10_000), Reading())[0] is False


@pytest.mark.slow
def test_twenty_goals_at_their_bounds_are_seldom_decided_wrongly_whenever_one_looks():
    generator, reps, wrong = np.random.default_rng(5), 60, 0
    goals = [Goal(f"m{i}", "share", -math.inf, 0.5, "") for i in range(20)]
    readings = {goal.metric: Reading("anytime", 0.01) for goal in goals}
    for _ in range(reps):
        counts = np.cumsum(generator.binomial(1000, 0.5, size=(8, 20)), axis=0)
        for look, row in enumerate(counts.tolist(), start=1):
            found = {f"m{i}": share(f"m{i}", s, 1000 * look) for i, s in enumerate(row)}
            if any(one.status != "not yet known" for one in judge(goals, found, readings)):
                wrong += 1
                break
    assert wrong / reps <= 0.05


def test_all_of_a_share_lies_in_a_range_that_ends_at_all_of_it():
    goal = Goal("happens.it", "share", 0.99, 1.0, "")
    assert decision(goal, share("happens.it", 9000, 9000), Reading())[1] < 1e-9
    # A seat advantage may be more than 100 % of an even share.
    assert decision(replace(goal, metric="seat_advantage"), share("it", 9000, 9000), Reading())[1] == 1.0


def test_goals_on_the_course_of_play_are_read_where_it_is_counted(tmp_path):
    block = "  lead_changes: '>= 2'\n"
    with pytest.raises(BadInput, match="lead_changes"):
        read(tmp_path, block)
    assert [one.metric for one in read(tmp_path, block, metrics=True)] == ["lead_changes"]


def test_a_whole_number_at_the_end_of_a_range_lies_in_it():
    from simulate.runs.figures import Quantile
    from simulate.statistics.histogram import Histogram

    found = {"q": Named("q", "s", "", lambda: Quantile(Histogram([0] * 300 + [10_000]), 0.5, divisor=1000))}
    for low, high, status in ((0.3, 0.4, "met"), (0.2, 0.3, "met"), (0.301, 0.4, "missed"), (0.1, 0.299, "missed")):
        (one,) = judge([Goal("q", "s", low, high, "")], found, {"q": Reading()})
        assert one.status == status
