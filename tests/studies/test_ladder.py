"""Ladders of policies: seatings, outcomes, the sanity gate, and that threads do not matter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.games.registry import games
from simulate.runs.spec import make_spec
from simulate.studies.ladder import LadderRule, climb, document
from simulate.studies.levels import Level, flips
from simulate.studies.rungs import MOST_RUNGS, read_rungs
from simulate.studies.seatings import SeatingCounter, SeatingTally
from tests.studies.arms import dice_spec
from variants.errors import BadInput

RULE = LadderRule(("random", "bold"), deals=300, games=400)


@pytest.fixture(scope="module")
def even():
    """Two policies of the dice race that play alike."""
    return climb(dice_spec("target=11"), RULE)


def test_policies_that_play_alike_are_not_told_apart(even):
    (pair,) = even.pairs
    assert pair.outcome == "not shown"
    assert pair.share.contains(0.5)
    assert pair.share.value == 0.5  # the dice are the table's: the winner is always the same seat
    assert not even.document()["sound"]
    assert even.depth == 0.0


def test_the_luck_of_the_dice_is_the_deals_luck(even):
    """No policy decides anything, so replicates are equal and deals decide all."""
    parts = even.document()["pairs"][0]["variance"]
    assert parts["luck"]["value"] == pytest.approx(1.0)
    assert parts["rest"]["value"] == pytest.approx(0.0, abs=1e-9)


def test_threads_do_not_change_the_document(even):
    def without_engine(ladder):
        found = ladder.document()
        del found["engine"]
        return found

    again = climb(dice_spec("target=11"), RULE, jobs=3)
    assert without_engine(again) == without_engine(even)
    assert climb(dice_spec("target=11", seed=2), RULE).document()["digest"] != even.document()["digest"]


def test_a_rung_against_itself_is_the_run_of_that_policy(even):
    from simulate.runs.result import run

    spec = dice_spec("target=11", count=400)
    for level in even.levels:
        assert level.document()["digest"] == run(replace(spec, policies=(level.policy,) * 2)).tally.digest()


def better_game():
    """A game of the project in which its second policy beats uniform play, with that policy's name."""
    game = next(iter(games().values()))
    return game, game.policies[1].name


def real_spec():
    from fairdeal.selection import select

    game, _ = better_game()
    _, variant = select(game.name)
    return make_spec(game, variant, min(game.player_counts), seed=5, count=1)


def test_better_play_is_found_and_relabelled_rungs_are_weaker():
    _, better = better_game()
    rule = LadderRule(("random", better), deals=60, games=0)
    up = climb(real_spec(), rule)
    down = climb(real_spec(), replace(rule, rungs=(better, "random")))
    assert up.pairs[0].outcome == "stronger"
    assert up.document()["sound"]
    assert up.depth > 0
    assert down.pairs[0].outcome == "weaker"
    assert down.document()["doubts"] == [{"weaker": 0, "stronger": 1, "outcome": "weaker"}]
    # The same plays from the other side, but for the policies' luck: the shares add up to 1 within their intervals.
    assert up.pairs[0].share.low <= 1 - down.pairs[0].share.low
    assert up.levels == ()


def test_replicates_share_the_deal_and_not_the_choices():
    spec = real_spec()
    prepared = spec.prepared()
    one, other = prepared.record(7, 3), replace(prepared, replicate=1).record(7, 3)
    again = replace(prepared, replicate=0).record(7, 3)
    assert one.states[0].tobytes() == other.states[0].tobytes() == again.states[0].tobytes()
    assert one.actions.tolist() == again.actions.tolist()
    assert one.actions.tolist() != other.actions.tolist()


def test_seatings_are_counted_from_the_plays_themselves():
    spec = real_spec()
    seats = spec.game.seats(spec.players)
    _, better = better_game()
    seatings = []
    for seat in range(seats):
        policies = tuple(better if other == seat else "random" for other in range(seats))
        prepared = replace(spec, policies=policies).prepared()
        seatings.append([replace(prepared, replicate=2 * seat + r) for r in range(2)])
    counter = SeatingCounter(seatings, 5)
    tally = SeatingTally(counter)
    for first, units in ((10, 3), (13, 5)):
        tally.add(counter.count(first, units))
    points, first_seat = [], []
    for unit in range(10, 18):
        bits = [[prepared.record(5, unit).winners for prepared in replicates] for replicates in seatings]
        won = [units_of(counter, winners, a) for a, replicates in enumerate(bits) for winners in replicates]
        points.append(sum(won))
        first_seat.append([units_of(counter, winners, 0) for replicates in bits for winners in replicates])
    assert tally.points()[:3] == (8, sum(points), sum(one * one for one in points))
    assert tally.whole.sums == tuple(map(sum, zip(*first_seat, strict=True)))
    assert tally.whole.products[0][1] == sum(row[0] * row[1] for row in first_seat)


def units_of(counter, winners, seat):
    return counter.full // winners.bit_count() if winners >> seat & 1 else 0


class Capped:
    """Two seats; play 1 is stopped at the limit, seat 0 wins the others."""

    seats = 2

    def each(self, seed, first, count):
        return np.where(np.arange(first, first + count) == 1, 0, 1), None


def test_units_with_a_capped_play_are_left_out():
    counter = SeatingCounter([[Capped()], [Capped()]], 1)
    tally = SeatingTally(counter)
    tally.add(counter.count(0, 3))
    assert (tally.units, tally.left_out) == (3, 1)
    assert tally.points() == (2, 4, 8, 4)
    assert tally.whole.units == 2


def test_flips():
    def level(policy, low, high):
        from simulate.statistics.intervals import Interval

        shares = (Interval((low + high) / 2, low, high, 9), Interval(1 - (low + high) / 2, 1 - high, 1 - low, 9))
        return Level(policy, None, shares)

    beginner, casual, expert = level("a", 0.51, 0.53), level("b", 0.48, 0.52), level("c", 0.41, 0.45)
    assert flips([beginner, casual]) == ()
    found = flips([beginner, casual, expert])
    assert [(one.seat, one.ahead, one.behind) for one in found] == [(0, "a", "c"), (1, "c", "a")]


@pytest.mark.parametrize(
    ("texts", "rungs"),
    [
        (["random", "greedy"], ("random", "greedy")),
        (["mcts:50..400"], ("mcts:50", "mcts:100", "mcts:200", "mcts:400")),
        (["mcts:3..13,c=0.5"], ("mcts:3,c=0.5", "mcts:6,c=0.5", "mcts:12,c=0.5")),
        (["mcts:7..7"], ("mcts:7",)),
    ],
)
def test_rungs_as_written(texts, rungs):
    assert read_rungs(texts) == rungs


@pytest.mark.parametrize("texts", [["mcts:0..4"], ["mcts:8..4"], [f"x:{n}" for n in range(MOST_RUNGS + 1)]])
def test_rungs_that_make_no_sense(texts):
    with pytest.raises(BadInput, match="allowed"):
        read_rungs(texts)


@pytest.mark.parametrize(
    ("rungs", "told"),
    [
        (("random",), "at least two"),
        (("random", "bold", "random"), "stands twice"),
        (("random", "bald"), "did you mean bold"),
    ],
)
def test_ladders_that_make_no_sense(rungs, told):
    with pytest.raises(BadInput, match=told):
        climb(dice_spec("target=11"), LadderRule(rungs))


def test_pairs_that_are_played():
    assert LadderRule(("a", "b", "c")).pairs == [(0, 1), (1, 2), (0, 2)]
    assert LadderRule(("a", "b", "c", "d")).pairs == [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert len(LadderRule(("a", "b", "c", "d"), every_pair=True).pairs) == 6
    assert LadderRule(("a", "b")).pairs == [(0, 1)]


def test_the_document_of_several(even):
    whole = document([even, even])
    assert whole["schema"] == "fairdeal.ladder/1"
    assert len(whole["results"]) == 2
