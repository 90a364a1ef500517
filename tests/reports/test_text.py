"""The text report: order, width, marks, what is said of rules, method and repetition."""

from __future__ import annotations

import csv
import io
import re

import pytest

from reports.columns import WIDTH, cut, paragraph, table, width_of
from reports.csv_rows import COLUMNS, csv_text
from reports.rules import rule_values, value_text
from reports.style import Style
from reports.terms import Terms
from reports.text import Entry, metric_lines, report
from tests.reports.made import metric, result

MEANINGS = {"win_share.0": "games won by seat 0", "win_share.1": "games won by seat 1", "capped": "stopped"}
TERMS = Terms("Toy", meanings=MEANINGS, other_policies=("greedy", "bold"))


def entry(**changes) -> Entry:
    return Entry(result([520, 480], 1000, **changes), TERMS, "fairdeal run toy --seed 7")


def capped() -> Entry:
    return Entry(result([520, 477], 1000, capped=3), TERMS, "fairdeal run toy --seed 7")


def test_the_verdict_comes_first_and_the_command_last_of_the_method():
    text = report([entry()])
    assert text.startswith("Toy, classic, 2 players, random play: seat 0 wins")
    assert (
        text.index("metric")
        < text.index("Method:")
        < text.index("Again: fairdeal run toy --seed 7\n")
        < text.index("Note:")
    )


def test_capped_games_come_before_everything():
    text = report([capped(), entry()])
    assert text.startswith("CAPPED games in 1 of 2 results, see below.\n")
    assert report([capped()]).startswith("CAPPED: 3 of 1 000 games (0.3 %)")


def test_every_line_but_the_command_fits_the_terminal():
    long = Terms("Toy" * 5, meanings={"m": "words " * 60})
    entries = [Entry(result([1, 1], 2, name="x" * 120, more={"y" * 70: metric(1, 0, 2, 2, "z" * 40)}), long, "c" * 200)]
    for line in report(entries * 2).splitlines():
        assert width_of(line) <= WIDTH or line.startswith("Again:")


def test_several_results_begin_with_a_summary():
    text = report([entry(), entry(name="toy/other")])
    lines = text.splitlines()
    assert lines[0].split() == ["variant", "players", "win", "share", "farthest", "from", "even", "verdict"]
    assert lines[1].startswith("classic")
    assert lines[2].startswith("other")


def test_the_origins_say_what_is_assumed_and_what_is_chosen():
    text = report([entry()])
    assert "Rules chosen here, 1 of 3 values: end first_pile." in text
    assert "Rules assumed (no rules text says so), 1 of 3 values: deck.pmf {3: 0.5, 4: 0.5}." in text


def test_the_origin_at_one_count_overrules_the_shared_one():
    at_two, at_three = result([1, 1], 2), result([1, 1, 1], 3)
    assert {one.key: one.origin for one in rule_values(at_two)}["deck.size"] == "printed"
    assert {one.key: one.origin for one in rule_values(at_three)}["deck.size"] == "assumed"
    assert all(not one.key.startswith("players.") for one in rule_values(at_three))


def test_equal_origins_of_neighbours_are_told_once():
    assert report([entry(), entry()]).count("Rules assumed") == 1


def test_random_play_is_not_called_skill_and_other_policies_are_named():
    assert "Try also --policy greedy or bold." in report([entry()])
    assert "Note:" not in report([entry()], hints=False)
    assert "Note:" not in report([entry(policies=["greedy", "greedy"])])


def test_an_interrupted_run_says_why_its_intervals_hold():
    assert "Interrupted after 1 000 games. The intervals remain valid" in report([entry(interrupted=True)])
    assert "Interrupted" not in report([entry()])


def test_marks_only_when_asked_for():
    assert "\x1b" not in report([entry()])
    marked = report([entry()], Style(True))
    assert "\x1b[1m" in marked
    assert re.sub(r"\x1b\[[\d;]*m", "", marked) == report([entry()])


def test_metrics_of_all_seats_are_explained_once():
    text = report([entry()])
    assert "win_share.S: games won by seat S" in text
    assert "win_share.1: " not in text


def test_unknown_ends_are_question_marks():
    lines = metric_lines(
        {"turns": metric(3.0, None, None, 1, "turns"), "margin": metric(None, None, None, 0, "points")}
    )
    assert lines[1].split() == ["turns", "3.00", "?", "?", "turns", "1"]
    assert lines[2].split() == ["margin", "?", "?", "?", "points", "0"]


def test_shares_are_percentages_with_digits_that_fit():
    assert metric_lines({"tie": metric(0.0331, 0.0323, 0.0339, 200_000)})[1].split() == [
        "tie", "3.31", "3.23", "3.39", "%", "200", "000",
    ]  # fmt: skip


def test_numbers_are_not_cut_at_the_end_of_a_line():
    assert paragraph("a " * 36 + "200\xa0000\xa0games").splitlines()[1] == "200 000 games"


def test_tables_shrink_only_the_columns_that_may():
    lines = table(["name", "n"], [["a" * 100, "12345"]], "Lr", 40)
    assert lines[1] == "a" * 32 + "…  12345"
    assert cut("日本語", 5) == "日本…"
    assert [cut(f"win_share.{seat}", 8) for seat in range(2)] == ["win_s….0", "win_s….1"]
    assert cut("turns_of_all.p50", 9) == "turn….p50"
    assert cut("win_share.0", 4) == "w….0"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("hexagon", "hexagon"),
        ([1, 2], "[1, 2]"),
        ({"3": 1}, "{3: 1}"),
        (True, "true"),
        ("a\nb", '"a\\nb"'),
        ("x y", '"x y"'),
    ],
)
def test_values_look_as_in_a_file(value, text):
    assert value_text(value) == text


def test_csv_has_a_row_for_each_metric():
    rows = list(
        csv.DictReader(
            io.StringIO(csv_text([result([520, 480], 1000), result([1, 0], 1, more={"m": metric(1, None, None, 1)})]))
        )
    )
    assert tuple(rows[0]) == COLUMNS
    assert [row["metric"] for row in rows] == ["win_share.0", "win_share.1", "capped"] * 2 + ["m"]
    assert rows[0]["policies"] == "random,random"
    assert float(rows[0]["value"]) == 0.52
    assert (rows[-1]["low"], rows[-1]["high"]) == ("", "")
