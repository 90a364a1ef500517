"""Any engine that gives chunks back in order gives the run of one thread; what it is handed can be sent elsewhere."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace

import pytest

from simulate.games.registry import games
from simulate.runs.anytime import run_until
from simulate.runs.local import engine_of, play_locally, threads_of, usable_threads
from simulate.runs.prepared import Prepared, prepare
from simulate.runs.result import run
from simulate.runs.spec import make_spec, player_counts
from simulate.runs.stopping import StopRule, Target
from simulate.studies.cells import Base, count_cell
from simulate.studies.compare import compare
from simulate.studies.compared import CompareRule
from simulate.studies.sensitivity import count_blocks
from tests.runs.shipped import load

NAME = "ile_des_mookies"
"""Any game would do; this one is quick."""


class Posted:
    """An engine that counts pieces of odd sizes with copies of the function that went through bytes."""

    kind, threads, shares_memory = "posted", 3, False

    def __init__(self) -> None:
        self.sent: list[int] = []

    def chunks(self, count, first, edges):
        done, size = 0, 7
        for edge in edges:
            while done < edge:
                plays = min(size, edge - done)
                sent = pickle.dumps(count)
                self.sent.append(len(sent))
                yield plays, pickle.loads(sent)(first + done, plays)
                done += plays
                size = size * 3 % 1009 + 1


def spec(name: str = NAME, players: int = 2, count: int = 3000):
    return make_spec(games()[name], load(name), players, seed=7, first=50, count=count)


def without_engine(document):
    return {key: value for key, value in document.items() if key != "engine"}


@pytest.mark.parametrize("name", games())
def test_a_table_that_went_through_bytes_plays_the_same(name):
    variant, game = load(name), games()[name]
    players = player_counts(game, variant)[-1]
    one = prepare(game, variant.rules_for(players), players, "greedy")
    other = pickle.loads(pickle.dumps(one))
    assert other.rules == one.rules
    assert all(getattr(other, field.name) == getattr(one, field.name) for field in fields(Prepared))
    again = pickle.loads(pickle.dumps(replace(one, replicate=3)))
    assert (again.replicate, again.policies) == (3, one.policies)
    assert other.game is game
    assert (other.count_plays(3, 9, 200) == one.count_plays(3, 9, 200)).all()
    assert pickle.loads(pickle.dumps(one)) is other, "it is made once in a process"


def test_a_run_is_the_same_on_any_engine():
    posted = Posted()
    one, other = run(spec(), 1).document(), run(spec(), posted).document()
    assert without_engine(one) == without_engine(other)
    assert (other["engine"]["kind"], other["engine"]["threads"]) == ("posted", 3)
    assert one["engine"]["kind"] == "local"
    assert max(posted.sent) < 4000, "rules and names, never tables"


def test_a_run_that_stops_by_itself_stops_at_the_same_play_on_any_engine():
    rule = StopRule((Target("win_share.0", "share", 0.03, False),), most=20_000)
    one, other = (run_until(spec(), rule, jobs).document() for jobs in (2, Posted()))
    assert without_engine(one) == without_engine(other)
    assert one["plays"]["count"] < 20_000


def test_comparisons_are_the_same_on_any_engine():
    rule = CompareRule(most=3000)
    a = spec("pecheurs_de_lunes")
    for b in (replace(a, policies=("greedy", "greedy")), spec("pecheurs_de_lunes", players=3)):
        one, other = (without_engine(compare(a, b, rule, jobs).document()) for jobs in (2, Posted()))
        assert one == other


def test_cells_are_the_same_on_any_engine_and_nothing_kept_is_sent():
    posted = Posted()
    greedy = replace(spec(), policies=("greedy", "greedy"))
    one, other = (count_cell(Base(spec(), jobs), greedy, ["turns", "win_share.0"], jobs) for jobs in (2, posted))
    assert one.document() == other.document()
    kept = Base(spec(), 2)
    assert len(pickle.dumps(kept)) < 4000
    assert (pickle.loads(pickle.dumps(kept)).each(60, 10)[1] == kept.each(60, 10)[1]).all()


def test_block_means_are_the_same_on_any_engine_to_the_last_bit():
    found = [count_blocks(spec(count=2017), ["turns", "win_share.0", "unknown"], jobs) for jobs in (1, 3, Posted())]
    assert all(tally == found[0][0] and means.tobytes() == found[0][1].tobytes() for tally, means in found)


def test_numbers_of_threads_mean_this_machine():
    assert (engine_of(3).kind, engine_of(3).threads) == ("local", 3)
    assert engine_of(None).threads == threads_of(None) == usable_threads()
    assert threads_of(Posted()) == usable_threads()
    posted = Posted()
    assert engine_of(posted) is posted


def test_a_stopped_run_on_any_engine_is_a_valid_shorter_run():
    def stop(done: int, total: int, seconds: float) -> None:
        if done >= 1000:
            raise KeyboardInterrupt

    asked = spec()
    stopped = play_locally(asked.prepared(), asked.seed, asked.first, asked.count, Posted(), stop)
    assert stopped.interrupted
    assert stopped.kind == "posted"
    assert stopped.tally == run(replace(asked, count=stopped.tally.plays), 1).tally
