"""Dials: what is shipped loads, what cannot be played is refused with its arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.games.pouet_mouet import GAME, grid
from simulate.games.pouet_mouet.table import hasty, measures, reading_chances
from simulate.games.pouet_mouet.variant import Mistakes, Rules
from tests.games.pouet_mouet.plays import SHIPPED, changed, prepared, rules_of, variant
from tests.oracles import pouet
from variants.catalog import Catalog
from variants.dials import describe
from variants.errors import BadInput
from variants.loader import load_variant
from variants.variant import Variant


def load(tmp_path: Path, text: str) -> Variant:
    file = tmp_path / "mine.yaml"
    file.write_text("game: pouet_mouet\n" + text, encoding="utf-8")
    catalog = Catalog({GAME.name: GAME.variants_folder})
    return load_variant(str(file), catalog=catalog, models={GAME.name: GAME.model})


def test_shipped_variants_are_all_there() -> None:
    assert {file.stem for file in GAME.variants_folder.glob("*.yaml")} == set(SHIPPED)
    for name in SHIPPED:
        one = variant(name)
        assert one.title
        assert one.about
        assert [players for players in (4, 6, 8) if one.check(players)] == ([6] if name == "publisher" else [])
    assert rules_of("jedisjeux") == Rules()


def test_the_publishers_numbers_are_refused_at_six_with_the_arithmetic() -> None:
    one = variant("publisher")
    (fault,) = one.check(6)
    assert "3 teams x 18 cards = 54, but the deck has 48; 16 is the largest number that deals" in str(fault)
    assert "publisher.yaml" in fault.file
    assert fault.line
    assert one.origins["deck.cards_per_team.6"].kind == "printed"


def test_every_dial_says_what_it_means() -> None:
    told = describe(Rules)
    assert {
        "grid.rows",
        "deck.cards_per_team",
        "deck.seagulls",
        "start.row",
        "times.judge",
        "mistakes.miss",
        "cv",
        "pace",
        "haste",
        "tries",
    } <= {one.key for one in told}
    assert all(one.meaning and one.origin in ("printed", "assumed") for one in told)
    printed = {one.key for one in told if one.origin == "printed"}
    assert printed == {"deck.cards", "deck.cards_per_team", "orientation"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deck: {seagulls: {3: 0.5, 4: 0.25}}", "chances must add up to 1: 0.5 + 0.25 = 0.75"),
        ("deck: {balloons: {0: 0.5, 1: 0.75}}", "0.5 + 0.75 = 1.25"),
        ("deck: {seagulls: {16: 1.0}}", "16 seagulls + 1 balloons = 17, but the grid of 4 x 4 has 16 cells"),
        ("grid: {rows: 3}\norientation: random", "3 rows and 4 columns cannot be turned"),
        ("start: {kind: cell, row: 5, column: 1}", "row 5, column 1 is not on the grid of 4 rows and 4 columns"),
        ("deck: {redraw: list}", "0 drawings, but the deck has 48 cards"),
        ("deck: {drawings: ['....']}", "drawings are given, but redraw is not list"),
        ("deck: {redraw: list, cards: 1, drawings: ['g..x']}", "'x' means nothing on a card"),
        (
            "deck: {redraw: list, cards: 1, drawings: ['g..']}",
            "rows of 3 cells are drawn, but the grid has 4 rows of 4",
        ),
        ("grid: {rows: 1}", "from 2 to 8"),
        ("pace: [0.1]", "0.25"),
        ("pace: []", "1"),
        ("tries: 0", "from 1 to 20"),
        ("deck: {cards_per_team: {5: 9}}", "5"),
        ("deck: {cards_per_team: {4: 65}}", "64"),
    ],
)
def test_faults_are_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=r"mine\.yaml") as caught:
        load(tmp_path, text)
    assert said in str(caught.value)


def test_faults_of_one_player_count(tmp_path: Path) -> None:
    one = load(tmp_path, "pace: [1.0, 1.5, 2.0]\ndeck: {cards: 3}")
    assert [str(fault) for fault in one.check(6) if fault.key == "pace"] == []
    (told,) = [fault for fault in one.check(8) if fault.key == "pace"]
    assert "3 values for 4 teams" in str(told)
    (told,) = [fault for fault in one.check(8) if fault.key == "deck.cards_per_team.8"]
    assert "4 teams x 12 cards = 48, but the deck has 3; 48 cards are needed" in str(told)


def test_a_listed_deck_is_read_from_a_file(tmp_path: Path) -> None:
    text = "grid: {rows: 2, columns: 2}\ndeck:\n  cards: 4\n  cards_per_team: {4: 2}\n  redraw: list\n  drawings:\n"
    one = load(tmp_path, text + "    - |\n      g.\n      .b\n" * 4)
    rules = one.rules_for(4)
    assert isinstance(rules, Rules)
    table = prepared(rules, 4).table[0]
    assert table["fixed"] == 1
    assert table["deck"] == 4
    assert table["seagulls"][3, 0] == 0b0001
    assert table["balloons"][3, 0] == 0b1000


def test_haste_multiplies_mistakes_up_to_a_cap() -> None:
    made = hasty(Mistakes(), 1.5, 2.0)
    assert made.miss == pytest.approx(0.0225)
    assert made.misread == pytest.approx(0.3375)
    assert hasty(Mistakes(misread=0.5), 4.0, 2.0).misread == 0.95
    assert sum(reading_chances(made)) == pytest.approx(1)
    assert reading_chances(Mistakes())[:3] == pytest.approx((0.85 * 0.98, 0.075 * 0.98, 0.075 * 0.98))


def test_paces_are_one_for_all_or_one_each() -> None:
    assert Rules().paces(3) == (1.0, 1.0, 1.0)
    assert changed(Rules(), pace=[1.0, 2.0, 3.0, 4.0]).paces(2) == (1.0, 2.0)


@given(st.integers(2, 8), st.integers(2, 8), st.data())
def test_signals_lead_where_the_oracle_says(rows: int, columns: int, data: Any) -> None:
    cell = data.draw(st.integers(0, rows * columns - 1))
    where = divmod(cell, columns)
    listed = set()
    for signal in range(16):
        there = pouet.target(rows, columns, where, (signal >> 1, "flick" if signal & 1 else "tap"))
        assert grid.landing(rows, columns, cell, signal) == (
            grid.OFF if there is None else there[0] * columns + there[1]
        )
        if (signal >> 1, "flick" if signal & 1 else "tap") in pouet.signals_on_grid(rows, columns, where):
            listed.add(signal)
    assert set(grid.listed_signals(rows, columns, cell)) == listed
    targets = [grid.landing(rows, columns, cell, signal) for signal in listed]
    assert len(set(targets)) == len(targets)
    assert cell not in targets


def test_measures_are_those_announced() -> None:
    made = measures(Rules(), 6)
    assert (made.score.name, made.score.size, made.margin.size) == ("score", 17, 17)
    names = {one.name: one for one in made.own}
    assert {"turns", "duration", "ended_by_finish", "team_finish", "signals", "trapped"} <= set(names)
    assert names["turns"].size == 3 * 16 * 10 + 1
    assert names["duration"].divisor == 1000
    assert names["duration"].unit == "s"
    assert names["team_finish"].divisor == names["signals"].divisor == 3
