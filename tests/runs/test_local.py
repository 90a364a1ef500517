"""Threads, parts and single plays give the same integers as the whole run."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from simulate.kernels.tally import CAPPED, PLAYS
from simulate.runs.local import BLOCK, play_locally
from simulate.runs.tally import Adder

PLAYS_RUN = 3 * BLOCK + 77


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_threads_gives_the_same_tally(ready, jobs):
    alone = play_locally(ready, 5, 0, PLAYS_RUN, jobs=1)
    together = play_locally(ready, 5, 0, PLAYS_RUN, jobs=jobs)
    assert together.threads == jobs
    assert together.tally == alone.tally
    assert together.tally.digest() == alone.tally.digest()


def test_any_partition_adds_up_to_the_whole(ready):
    whole = play_locally(ready, 6, 100, 5000, jobs=2).tally
    edges = [100, 101, 1000, 1000 + BLOCK, 5100]
    adder = Adder(ready.width)
    parts = [ready.count_plays(6, a, b - a) for a, b in itertools.pairwise(edges)]
    for row in reversed(parts):
        adder.add(row)
    assert adder.tally(ready.measures, ready.seats) == whole


def test_fifty_random_plays_alone_end_as_they_were_counted(ready):
    """The recorded play's final state has the points, winners and own values that its single count shows."""
    chosen = random.Random(50).sample(range(10**9), 50)
    rules = ready.game.part("rules")
    values = np.zeros(64, np.int64)
    for index in chosen:
        recorded = ready.record(9, index)
        row = ready.count_plays(9, index, 1)
        assert row[PLAYS] == 1
        assert row[CAPPED] == 0
        adder = Adder(ready.width)
        adder.add(row)
        tally = adder.tally(ready.measures, ready.seats)
        final, table = recorded.states[-1], recorded.table[0]
        points = [rules.points(final, table, seat) for seat in range(ready.seats)]
        assert [tally.histograms[f"score.{seat}"][points[seat]] for seat in range(ready.seats)] == [1] * ready.seats
        best, second = sorted(points, reverse=True)[:2]
        assert tally.histograms["margin"][best - second] == 1
        bits = int(rules.winners(final, table))
        winners = [seat for seat in range(ready.seats) if bits >> seat & 1]
        assert [seat for seat in range(ready.seats) if tally.wins[seat][len(winners) - 1] == 1] == winners
        rules.observe(final, table, 0, values)
        at = 0
        for measure in ready.measures.own:
            names = [f"{measure.name}.{s}" for s in range(ready.seats)] if measure.per_seat else [measure.name]
            for name in names:
                found = tally.sums[name][0] if not measure.size else tally.histograms[name].index(1)
                assert found == values[at], name
                at += 1


def test_every_action_taken_was_legal_and_every_play_ends_within_its_limit(ready):
    for index in range(30):
        recorded = ready.record(2, index)
        assert not recorded.capped
        assert all(action in listed for action, listed in zip(recorded.actions, recorded.listed, strict=True))
        assert all(
            len(set(listed)) == len(listed) == n for listed, n in zip(recorded.listed, recorded.counts, strict=True)
        )


def test_a_stopped_run_is_a_valid_shorter_run(ready):
    def stop(done: int, total: int, seconds: float) -> None:
        if done >= 2 * BLOCK:
            raise KeyboardInterrupt

    stopped = play_locally(ready, 7, 0, 100 * BLOCK, jobs=2, progress=stop)
    assert stopped.interrupted
    done = stopped.tally.plays
    assert 2 * BLOCK <= done < 100 * BLOCK
    assert stopped.tally == play_locally(ready, 7, 0, done, jobs=1).tally


def test_progress_reports_every_play(ready):
    seen: list[tuple[int, int]] = []
    play_locally(ready, 7, 0, 2 * BLOCK + 1, jobs=2, progress=lambda done, total, seconds: seen.append((done, total)))
    assert seen[-1] == (2 * BLOCK + 1, 2 * BLOCK + 1)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


def test_plays_listed_one_by_one_add_up_to_the_counted_row(ready):
    winners, values = ready.each(3, 17, 2000)
    adder = Adder(ready.width)
    adder.add(ready.count_plays(3, 17, 2000))
    tally = adder.tally(ready.measures, ready.seats)
    for k, name in enumerate(ready.columns):
        column = values[winners > 0, k]
        if name in tally.histograms:
            counts = np.bincount(column, minlength=len(tally.histograms[name]))
            assert tuple(counts) == tally.histograms[name], name
        else:
            assert (int(column.sum()), int((column**2).sum())) == tally.sums[name], name
    tied = [int(bits).bit_count() > 1 for bits in winners]
    assert sum(tied) == tally.tied
