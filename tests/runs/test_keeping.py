"""What goes on from a ledger, or from those of shards, is what was never interrupted; works are told apart."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.runs.anytime import run_until
from simulate.runs.keeping import Keeping, Lacking, gather, missing, part_of, unkept
from simulate.runs.ledger import Ledger
from simulate.runs.local import Threads, play_locally
from simulate.runs.result import run
from simulate.runs.shards import Shard
from simulate.runs.stopping import StopRule, Target
from simulate.runs.works import work_key
from simulate.studies.compare import compare
from simulate.studies.pairs import PairCounter
from tests.studies.arms import dice_spec, dice_specs

SPEC = dice_spec("target=10", count=3000)
PRECISE = StopRule((Target("win_share.0", "share", 0.03),), most=40_000)


def bare(document: dict) -> dict:
    return {key: value for key, value in document.items() if key != "engine"}


WHOLE = bare(run(SPEC, 2).document())


class Small:
    """An engine of chunks whose sizes are given, one after another; Ctrl-C comes after some of them."""

    kind, threads, shares_memory = "small", 1, True

    def __init__(self, sizes: list[int], stop: int = -1) -> None:
        self.sizes, self.stop, self.played = sizes, stop, 0

    def chunks(self, count, first, edges):
        done, turn = 0, 0
        for edge in edges:
            while done < edge:
                if self.played == self.stop:
                    raise KeyboardInterrupt
                size = min(self.sizes[turn % len(self.sizes)], edge - done)
                yield size, count(first + done, size)
                done += size
                turn += 1
                self.played += 1


@given(st.lists(st.integers(150, 900), min_size=1, max_size=4), st.lists(st.integers(0, 6), max_size=4))
@settings(max_examples=15)
def test_a_run_stopped_anywhere_ends_as_if_it_never_was(sizes, stops):
    ledger = Ledger()
    for stop in stops:
        run(SPEC, Keeping(Small(sizes, stop), ledger))
    engine = Keeping(Small(sizes), ledger)
    found = run(SPEC, engine)
    assert bare(found.document()) == WHOLE
    assert engine.kept + engine.played == SPEC.count
    assert found.played.kept == engine.kept
    assert len(ledger.stretches(next(iter(ledger)))) == 1


PRECISE_WHOLE = bare(run_until(SPEC, PRECISE, 2).document())


@given(st.lists(st.integers(200, 3000), min_size=1, max_size=3), st.lists(st.integers(0, 9), max_size=3))
@settings(max_examples=10)
def test_a_run_that_stops_by_itself_looks_at_the_same_games(sizes, stops):
    ledger = Ledger()
    for stop in stops:
        with suppress(KeyboardInterrupt):  # in the pilot
            run_until(SPEC, PRECISE, Keeping(Small(sizes, stop), ledger))
    found = run_until(SPEC, PRECISE, Keeping(Small(sizes), ledger))
    assert bare(found.document()) == PRECISE_WHOLE
    assert found.stop.reason == "precision reached"


def sharded(play, of: int):
    """What the study gives from the ledgers of all shards, which are played in as many passes as it needs."""
    ledgers = [Ledger() for _ in range(of)]
    for _ in range(20):
        for number, own in enumerate(ledgers, start=1):
            others = [one for one in ledgers if one is not own]
            with pytest.raises(Lacking):
                play(Keeping(Threads(1), own, shard=Shard(number, of), others=lambda others=others: others))
        try:
            return play(Keeping(None, Ledger(), others=lambda: ledgers)), ledgers
        except Lacking:
            continue
    raise AssertionError("it never ended")


@pytest.mark.parametrize("of", [1, 3, 7])
def test_shards_make_the_run_of_one_machine(of):
    found, ledgers = sharded(lambda engine: run(SPEC, engine), of) if of > 1 else (run(SPEC, 1), None)
    assert bare(found.document()) == bare(run(SPEC, 2).document())
    if ledgers:
        assert [one.plays() for one in ledgers] == [b - a for a, b in (Shard(k + 1, of).part(3000) for k in range(of))]


def test_shards_of_a_run_that_stops_by_itself_stop_where_one_machine_does():
    found, ledgers = sharded(lambda engine: run_until(SPEC, PRECISE, engine), 3)
    whole = run_until(SPEC, PRECISE, 2)
    assert bare(found.document()) == bare(whole.document())
    assert sum(one.plays() for one in ledgers) == PRECISE.most > whole.tally.plays


def test_shards_of_a_comparison_decide_where_one_machine_does():
    arms = dice_specs("target=10", "target=11")
    found, _ = sharded(lambda engine: compare(*arms, None, engine), 2)
    assert bare(found.document()) == bare(compare(*arms, None, 2).document())
    assert found.reason == "decided"


def test_a_shard_without_plays_of_its_own_makes_no_harm():
    tiny = replace(SPEC, count=2)
    found, _ = sharded(lambda engine: run(tiny, engine), 2)
    assert found.tally == run(tiny).tally
    ledger = Ledger()
    with pytest.raises(Lacking) as lacking:
        run(tiny, Keeping(Threads(1), ledger, shard=Shard(1, 5)))
    assert ledger.plays() == 0
    assert [one.number for one in lacking.value.shards(5)] == [3, 5]


def test_a_merge_plays_nothing(monkeypatch):
    with pytest.raises(Lacking) as lacking:
        run(SPEC, Keeping(None, Ledger()))
    assert lacking.value.works == ((3000, ((0, 3000),)),)


def test_works_are_told_apart():
    prepared, other = SPEC.prepared(), dice_spec("target=11").prepared()
    three, policies = dice_spec("target=10", 3).prepared(), replace(prepared, policies=("bold", "bold"))
    counts = [partial(one.count_plays, seed) for one in (prepared, other, three, policies) for seed in (1, 2)]
    counts += [PairCounter(prepared, other, 1).count, PairCounter(other, prepared, 1).count]
    counts += [PairCounter(prepared, other, 1, ["turns"]).count, PairCounter(prepared, other, 2).count]
    keys = {work_key(count, first) for count in counts for first in (0, 5)}
    assert len(keys) == 2 * len(counts)
    assert work_key(partial(SPEC.prepared().count_plays, 1), 0) == work_key(counts[0], 0)
    with pytest.raises(TypeError, match="no name"):
        work_key(partial(prepared.count_plays, np.zeros(1)), 0)


def test_only_what_is_asked_is_kept_or_missing():
    count = partial(SPEC.prepared().count_plays, 1)
    engine = Keeping(Threads(1), Ledger(), shard=Shard(2, 3))
    assert part_of(engine, 9) == (3, 6)
    assert part_of(Threads(1), 9) == (0, 9)
    assert missing(engine, count, 0, 9) == 3
    assert missing(Threads(1), count, 0, 9) == 9
    assert unkept(engine) is engine.engine
    assert unkept(4) == 4
    assert play_locally(SPEC.prepared(), 1, 0, 5, unkept(engine)).tally.plays == 5
    assert engine.played == 0


def test_gather_makes_all_calls_before_it_tells_what_lacks():
    made = []

    def call(number: int) -> int:
        made.append(number)
        if number % 2:
            raise Lacking([(number, ((0, 1),))])
        return number

    with pytest.raises(Lacking) as lacking:
        gather([partial(call, number) for number in range(5)])
    assert made == [0, 1, 2, 3, 4]
    assert [plays for plays, _ in lacking.value.works] == [1, 3]
    assert gather([partial(call, number) for number in (0, 2)]) == [0, 2]
