"""Prove the Pouêt Mouêt oracle on cards and clocks checked by hand and on known answers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from .means import assert_mean
from .pouet import (
    Drawn,
    NotLookedAt,
    Pilotage,
    Race,
    Recorded,
    Rules,
    Verdict,
    deal,
    draw_card,
    judge,
    quarter_turn,
    safe_signals,
    signals_on_grid,
    start_cell,
    target,
    uniform_play,
)

UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT = range(8)


def test_signals_of_a_corner_and_of_an_inner_cell() -> None:
    assert signals_on_grid(4, 4, (0, 0)) == {(d, f) for d in (RIGHT, DOWN_RIGHT, DOWN) for f in ("tap", "flick")}
    # From (1, 1) four directions are one step from the edge: up, left and the diagonals through them.
    long = {(d, "flick") for d in (RIGHT, DOWN_RIGHT, DOWN)}
    assert signals_on_grid(4, 4, (1, 1)) == {(d, "tap") for d in range(8)} | long
    assert target(4, 4, (1, 1), (DOWN_RIGHT, "flick")) == (3, 3)
    assert target(4, 4, (3, 1), (UP_RIGHT, "flick")) == (1, 3)
    assert target(4, 4, (0, 1), (UP, "flick")) is None


def test_safe_signals_end_on_no_seagull() -> None:
    card = (
        "g.g.",
        ".g..",  # the plane at (1, 1), over a seagull
        "b.g.",
        ".g.g",
    )
    assert safe_signals(card, (1, 1)) == {
        (UP, "tap"),
        (RIGHT, "tap"),
        (RIGHT, "flick"),
        (DOWN, "tap"),
        (DOWN_LEFT, "tap"),
        (LEFT, "tap"),
    }  # not the seagulls: up-left, up-right, down-right (2, 2) and (3, 3), and down's flick (3, 1)


def fly(cards: Sequence[tuple[str, ...]], start: tuple[int, int], **recorded: Any) -> Race:
    """Give a race fed with what was recorded, all of which it must use."""
    source = Recorded(**recorded)
    race = Race(len(cards[0]), len(cards[0][0]), cards, start, source)
    assert source.used_up
    return race


SKY = ("...", "...", "...")
UNSEEN = ("???", "???", "???")


def test_sky_and_balloon() -> None:
    balloon = ("...", ".b.", "...")
    race = fly([SKY, balloon, UNSEEN, SKY], (1, 1), durations=[600, 300, 500, 200, 700, 310])
    assert race.outcome == "finish"
    assert race.clock == 2610
    assert race.laid == 4
    assert race.moves == 0
    assert [(e.ms, e.detail) for e in race.events if e.kind == "lay"] == [(900, 1), (1600, 2), (2610, 1)]
    race = fly([SKY, balloon], (1, 1), durations=[(2, 900), (2, 700)])  # no card follows
    assert race.outcome == "finish"
    assert race.clock == 1600
    assert race.laid == 2


def test_an_overlooked_seagull_crashes() -> None:
    seagull = ("???", "?g?", "???")
    race = fly([seagull, SKY], (1, 1), durations=[600, 300], overlooked=[True])
    assert race.outcome == "crash"
    assert race.clock == 900
    assert race.moves == 0
    assert race.decisions == 0


def test_a_seagull_avoided_a_misread_flick_and_a_crash() -> None:
    card = (
        "g.g",
        "..-",
        "..g",  # the plane at (0, 0), a seagull under it; '-' is sky or balloon, not looked at
    )
    told: dict[str, Any] = {"durations": [600, 1000, 500, 1100, 400], "overlooked": [False]}
    race = fly([card], (0, 0), signals=[(DOWN, "flick")], perceived=[(DOWN, "tap")], **told)
    assert race.outcome == "finish"
    assert race.cell == (1, 0)
    assert race.clock == 3600
    assert race.moves == 1
    decision = next(e.detail for e in race.events if e.kind == "decide")
    assert decision.safe == {(RIGHT, "tap"), (DOWN, "tap"), (DOWN, "flick"), (DOWN_RIGHT, "tap")}
    race = fly([card], (0, 0), signals=[(DOWN, "flick")], perceived=[(DOWN_RIGHT, "flick")], **told)
    assert race.outcome == "crash"
    assert race.cell == (2, 2)
    assert race.clock == 3600
    assert race.laid == 1
    with pytest.raises(ValueError, match="perceived"):
        fly([card], (0, 0), signals=[(DOWN, "flick")], perceived=[(RIGHT, "flick")], **told)
    with pytest.raises(ValueError, match="choices"):
        fly([card], (0, 0), signals=[(RIGHT, "flick")], perceived=[(RIGHT, "flick")], **told)


def test_a_balloon_met_by_moving_takes_the_following_card() -> None:
    card = ("gb.", "...", "...")
    moving = {"overlooked": [False], "signals": [(RIGHT, "tap")], "perceived": [(RIGHT, "tap")]}
    race = fly([card, UNSEEN, SKY], (0, 0), durations=[(5, 3670), (2, 900)], **moving)
    assert race.outcome == "finish"
    assert race.cell == (0, 1)
    assert race.clock == 4570
    assert race.laid == 3
    assert [(e.ms, e.detail) for e in race.events if e.kind == "lay"] == [(3670, 2), (4570, 1)]


def test_a_signal_off_the_grid_is_given_again_and_ten_times_leave_the_plane_where_it_is() -> None:
    card = ("g..", "...", "...")
    off = [(UP_RIGHT, "tap")]
    race = fly(
        [card],
        (0, 0),
        durations=[600, 1000, 500, 1010, 510, 1100, 400],
        overlooked=[False],
        signals=[(RIGHT, "tap")],
        perceived=[*off, (RIGHT, "tap")],
    )
    assert race.outcome == "finish"
    assert race.clock == 5120
    assert race.failed_tries == 1
    assert race.moves == 1
    race = fly(
        [card],
        (0, 0),
        durations=[600] + [1000, 500] * 10 + [400],
        overlooked=[False],
        signals=[(RIGHT, "tap")],
        perceived=off * 10,
    )
    assert race.outcome == "crash"
    assert race.clock == 16000
    assert race.failed_tries == 10
    assert race.moves == 0


def test_trapped_planes_choose_among_all_signals_on_the_grid() -> None:
    card = ("ggg", "gg?", "g?g")  # from (0, 0) every tap and flick ends on a seagull; two cells are out of reach
    race = fly(
        [card],
        (0, 0),
        durations=[600, 1000, 500, 1100, 400],
        overlooked=[False],
        signals=[(DOWN, "flick")],
        perceived=[(DOWN, "flick")],
    )
    assert race.outcome == "crash"
    assert race.trapped == 1
    assert race.moves == 1
    assert race.clock == 3600


@pytest.mark.parametrize("card", [("?..", "...", "..."), ("g..", ".?.", "..."), ("-..", "...", "...")])
def test_a_cell_that_nobody_looked_at_is_refused_where_it_is_needed(card: tuple[str, ...]) -> None:
    with pytest.raises(NotLookedAt):
        fly([card], (0, 0), durations=[1, 1, 1, 1, 1], overlooked=[False], signals=[(2, "tap")], perceived=[(2, "tap")])


@pytest.mark.parametrize(
    ("ends", "winners", "ms", "how"),
    [
        ([(50, "finish"), (60, "finish")], {0}, 50, "finish"),
        ([(50, "crash"), (60, "crash")], {1}, 50, "last_team"),
        ([(50, "crash"), (50, "crash")], {0, 1}, 50, "crashed_together"),
        ([(50, "finish"), (50, "finish"), (50, "crash")], {0, 1}, 50, "finish"),
        ([(40, "crash"), (50, "crash"), (50, "crash")], {1, 2}, 50, "crashed_together"),
        ([(40, "crash"), (40, "crash"), (70, "crash")], {2}, 40, "last_team"),
        ([(40, "crash"), (50, "crash"), (45, "finish")], {2}, 45, "finish"),
        ([(50, "crash"), (50, "finish")], {1}, 50, "finish"),
        ([(90, "crash"), (80, "crash"), (70, "crash"), (99, "finish")], {3}, 90, "last_team"),
    ],
)
def test_who_wins(ends: list[tuple[int, str]], winners: set[int], ms: int, how: str) -> None:
    assert judge(ends) == Verdict(frozenset(winners), ms, how)


def test_durations_are_divided_by_the_pace_and_then_rounded() -> None:
    rng = random.Random(8)
    assert Pilotage(times={"lay": 300.5}, cv=0.0, pace=0.5).duration("lay", rng) == 601
    drawn = [Pilotage(pace=2.0).duration("signal", rng) for _ in range(20000)]
    assert_mean(drawn, 535.0)
    assert_mean([(value - 535.0) ** 2 for value in drawn], (0.3 * 535.0) ** 2 + 1 / 12)
    assert Pilotage(pace=2.0).chance(0.15) == pytest.approx(0.6)
    assert Pilotage(pace=2.0, haste=1.0).chance(0.15) == pytest.approx(0.3)
    assert Pilotage(pace=3.0).chance(0.15) == 0.95


def test_perceptions_have_their_chances() -> None:
    rng = random.Random(9)
    source = Drawn(Pilotage(), rng)
    seen = [source.perceived((UP, "tap")) for _ in range(20000)]
    for direction, chance in ((UP, 0.85), (UP_RIGHT, 0.075), (UP_LEFT, 0.075)):
        assert_mean([float(got[0] == direction) for got in seen], chance)
    assert_mean([float(got[1] == "flick") for got in seen], 0.02)


def test_cards_starts_and_quarter_turns() -> None:
    rng = random.Random(10)
    cards = [draw_card(4, 4, {3: 1, 4: 1, 5: 1, 6: 1}, {0: 1, 1: 1}, rng) for _ in range(4000)]
    assert_mean(["".join(card).count("g") for card in cards], 4.5)
    assert_mean(["".join(card).count("b") for card in cards], 0.5)
    assert_mean([float(card[1][2] == "g") for card in cards], 4.5 / 16)
    assert quarter_turn(("g.b", "...", "..g")) == ("..g", "...", "g.b")
    assert {start_cell(4, 4, "centre", rng) for _ in range(99)} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert {start_cell(3, 5, "centre", rng) for _ in range(99)} == {(1, 2)}
    assert {start_cell(3, 5, "corner", rng) for _ in range(99)} == {(0, 0), (0, 4), (2, 0), (2, 4)}
    with pytest.raises(ValueError, match="3 x 18 = 54 cards of 48"):
        deal(Rules(teams=3, cards_per_team=18), rng)


@pytest.mark.parametrize(
    ("teams", "size", "finish", "signals", "plays"),
    [(2, 24, 0.7246466, 5.5189996, 500), (3, 16, 0.8065244, 3.8758982, 400), (4, 12, 0.8508802, 2.9859786, 400)],
)
def test_known_answers_of_the_races(teams: int, size: int, finish: float, signals: float, plays: int) -> None:
    rng = random.Random(11)
    results = [uniform_play(rng, Rules(teams=teams, cards_per_team=size)) for _ in range(plays)]
    assert_mean([float(done) for result in results for done in result["finished"]], finish)
    assert_mean([moves for result in results for moves in result["moves"]], signals)
