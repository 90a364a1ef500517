"""Searches on a game whose perfect play is known, and what holds for any search."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.runs.local import play_locally
from simulate.runs.prepared import Prepared
from tests.toys import oxo
from tests.toys.game import OXO

GAME = replace(OXO, searches=("mcts", "expectimax"))
CENTRE = 4


def prepared(*policies: str) -> Prepared:
    return Prepared(GAME, oxo.table(), 2, policies)  # type: ignore[arg-type]  # the table stands for the rules


def position(marks: tuple[str, str]) -> np.ndarray:
    """Cells 0 … 8 of both seats; seat 0 begins."""
    state = np.zeros(1, oxo.STATE)
    state["marks"][0] = [sum(1 << int(cell) for cell in cells) for cells in marks]
    state["turns"] = sum(map(len, marks))
    state["turn"] = state["turns"] % 2
    return state


@pytest.mark.parametrize(
    ("marks", "best"),
    [
        (("01", "34"), 2),  # wins at once
        (("018", "34"), 5),  # the other seat wins at once
        (("04", "1"), 8),  # must stop a line; nothing else holds
        (("0", ""), CENTRE),  # the only answer to a corner that does not lose
    ],
)
def test_the_best_action_is_found(marks, best):
    for index in range(5):
        assert prepared("mcts:4000,c=1", "mcts:4000,c=1").decide(position(marks), 7, index, 0) == best


def test_perfect_play_is_a_tie_and_a_blunderer_is_no_match():
    winners, _ = prepared("mcts:1500,c=1", "mcts:1500,c=1").each(3, 0, 40)
    assert np.mean(winners == 3) > 0.9
    for policies, seat in ((("mcts:300", "random"), 0), (("random", "mcts:300"), 1)):
        winners, _ = prepared(*policies).each(5, 0, 100)
        assert np.mean((winners >> seat) & 1) > 0.9
    winners, _ = prepared("mcts:300", "mcts:300,blunder=0.5").each(5, 0, 200)
    assert np.mean(winners == 1) > np.mean(winners == 2) + 0.2


def test_a_search_that_always_blunders_plays_as_random_does():
    blunders, _ = prepared("mcts:50,blunder=1", "random").each(11, 0, 300)
    random, _ = prepared("random", "random").each(11, 0, 300)
    assert np.array_equal(blunders, random)


def test_the_result_is_the_same_for_any_number_of_threads():
    tallies = [play_locally(prepared("mcts:30", "mcts:20,blunder=0.1"), 9, 5, 700, jobs).tally for jobs in (1, 2, 3)]
    assert tallies[0] == tallies[1] == tallies[2]


def test_a_decision_depends_on_its_key_alone():
    search = prepared("mcts:40", "mcts:40")
    alone = [search.decide(position(("", "")), 1, index, 0) for index in range(60)]
    assert alone == [search.decide(position(("", "")), 1, index, 0) for index in range(60)]
    assert len(set(alone)) > 1
    assert alone != [search.decide(position(("", "")), 2, index, 0) for index in range(60)]


def test_a_search_may_be_given_time():
    timed = prepared("mcts:3ms", "mcts:3ms")
    assert timed.decide(position(("01", "34")), 1, 0, 0) == 2


def test_a_tree_that_is_full_is_used_as_it_is(monkeypatch):
    monkeypatch.setattr("simulate.kernels.search.MOST_NODES", 12)
    assert prepared("mcts:500", "mcts:500").decide(position(("01", "34")), 1, 0, 0) == 2


def test_expectimax_to_the_end_plays_perfectly():
    """No leaf is ever judged, so two such seats always tie, and a shallow one is no match."""
    assert set(prepared("expectimax:9,samples=1", "expectimax:9,samples=1").each(3, 0, 3)[0]) == {3}
    winners, _ = prepared("expectimax:9,samples=1", "random").each(3, 0, 40)
    assert np.all(winners & 1)
    assert prepared("expectimax:4", "expectimax:4").decide(position(("01", "34")), 1, 0, 0) == 2


def test_rollouts_judge_what_lies_beyond_the_depth():
    """One decision ahead it sees its own line at once, and stops the other's since rollouts lose otherwise."""
    search = prepared("expectimax:1,samples=200", "expectimax:1,samples=200")
    assert search.decide(position(("01", "34")), 1, 0, 0) == 2
    assert search.decide(position(("018", "34")), 1, 0, 0) == 5
