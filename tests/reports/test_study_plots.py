"""Plots of studies and of the first plays: what their titles find, and that what they show is right."""

from __future__ import annotations

import numpy as np
import pytest

from reports.languages import language
from reports.pages.sample import Sample
from reports.plots.canvas import drawn
from reports.plots.convergence import convergence_plot, course_of, units_of
from reports.plots.joint import correlation, joint_plot
from reports.plots.rows import Words
from reports.plots.skill import Seat, skill_plot
from reports.plots.speed import Locked, kinds_of, speed_plot
from reports.terms import Terms
from simulate.statistics.anytime import share_cs
from tests.reports.made import result

EN = language("en")
TERMS = Terms("Toy")


def sample(wins: list[int]) -> Sample:
    """Plays with these winners' bits; the winner has 2 points, others 1."""
    winners = np.array(wins, np.int64)
    scores = np.stack([1 + (winners >> seat & 1) for seat in range(2)], axis=1)
    return Sample(winners, scores)


def test_units_split_a_shared_win():
    winners = np.array([0b001, 0b011, 0b111, 0b100, 0], np.int64)
    assert units_of(winners, 0, 3, 6).tolist() == [6, 3, 2, 0, 0]
    assert units_of(winners, 2, 3, 6).tolist() == [0, 0, 2, 6, 0]


def test_the_course_of_an_estimate_is_that_of_its_first_plays():
    rng = np.random.default_rng(1)
    wins = np.where(rng.random(1000) < 0.7, 1, 2).tolist()
    course = course_of(sample(wins), 0, 0.02)
    assert course.plays[-1] == 1000
    for n, one in zip(course.plays, course.intervals, strict=True):
        assert one == share_cs(sum(won == 1 for won in wins[:n]) * 2, n, 0.02, 2)
    since = course.excludes(0.5)
    assert since is not None
    later = [one for n, one in zip(course.plays, course.intervals, strict=True) if n >= since]
    assert all(one.low > 0.5 for one in later)
    assert course.excludes(0.7) is None


@pytest.mark.parametrize(("share", "n", "words"), [(0.7, 1000, "From"), (0.5, 1000, "cannot tell")])
def test_a_settled_estimate_says_when_it_was_clear(share, n, words):
    rng = np.random.default_rng(2)
    wins = np.where(rng.random(n) < share, 1, 2)
    entry = result([int((wins == 1).sum()), int((wins == 2).sum())], n)
    plot = convergence_plot(entry, sample(wins.tolist()), TERMS, EN, "settled")
    assert plot is not None
    assert words in plot.title
    assert drawn(plot).svg == drawn(plot).svg
    assert convergence_plot(entry, sample([0, *wins.tolist()]), TERMS, EN, "settled") is None


@pytest.mark.parametrize(("n", "words"), [(2000, "as a declared number they just do"), (4000, "could not tell")])
def test_an_estimate_that_is_clear_only_as_a_declared_number_says_so(n, words):
    wins = [1, 2] * 47 + [1] * 6
    entry = result([n * 53 // 100, n * 47 // 100], n)
    drawn_out = [won for _ in range(2000 // 100) for won in wins]
    plot = convergence_plot(entry, sample(drawn_out), TERMS, EN, "settled")
    assert plot is not None
    assert words in plot.title


def test_a_correlation_is_the_known_one():
    x = np.arange(100)
    found = correlation(x, 5 - x)
    assert found is not None
    assert found[0] == pytest.approx(-1)
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(2, 4000))
    x, y = np.round(10 * a).astype(np.int64), np.round(10 * (0.6 * a + 0.8 * b)).astype(np.int64)
    r, low, high = correlation(x, y) or (0, 0, 0)
    assert low < 0.6 < high
    assert low < r < high
    assert correlation(x, np.ones_like(x)) is None


@pytest.mark.parametrize(("slope", "words"), [(1, "together"), (-1, "lacks"), (0, "hardly")])
def test_scores_that_go_together_are_told(slope, words):
    rng = np.random.default_rng(4)
    a, b = rng.normal(size=(2, 3000))
    scores = np.round(np.stack([30 + 5 * a, 30 + 5 * (slope * 0.7 * a + 0.7 * b)], axis=1)).astype(np.int64)
    plot = joint_plot(Sample(np.ones(3000, np.int64), scores), ("seat 0", "seat 1"), "points", EN, "joint")
    assert plot is not None
    assert words in plot.title
    assert len(drawn(plot).inline) < 60_000
    few = Sample(np.ones(50, np.int64), scores[:50])
    assert joint_plot(few, ("seat 0", "seat 1"), "points", EN, "joint") is None


def test_balance_by_skill_shows_every_seat_at_every_rung():
    shares = [(0.55, 0.5, 0.6), (0.45, 0.4, 0.5)]
    seats = [Seat("seat 0", shares), Seat("seat 1", shares[::-1])]
    plot = skill_plot(Words("skill", "t", "c", "a", "rungs"), ["random", "greedy"], seats, 0.02, EN)
    svg = drawn(plot).svg
    assert all(text in svg for text in ("random", "greedy", "seat 0", "seat 1", "rungs"))


def test_the_speed_over_versions_is_that_of_the_workloads_in_all_of_them():
    history = [
        Locked("1", {"kernel/a": 4.0, "kernel/b": 2.0, "cli/x": 1.0, "kernel/gone": 9.0}),
        Locked("2", {"kernel/a": 2.0, "kernel/b": 1.0, "cli/x": 2.0}),
    ]
    assert kinds_of(history) == {"kernel": ["kernel/a", "kernel/b"], "cli": ["cli/x"]}
    plot = speed_plot(history, EN)
    assert plot is not None
    assert plot.title == "Since 1 kernel became 2 times as fast"
    assert "cli 0.5" in plot.alt
    assert drawn(plot).svg
    assert speed_plot(history[:1], EN) is None
