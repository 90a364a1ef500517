"""Threads, parts and single plays give the same integers as the whole run."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from simulate.runs.chunk_sizes import BLOCK
from simulate.runs.local import play_locally
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
    for index in random.Random(50).sample(range(10**9), 50):
        recorded = ready.record(9, index)
        adder = Adder(ready.width)
        adder.add(ready.count_plays(9, index, 1))
        tally = adder.tally(ready.measures, ready.seats)
        assert (tally.plays, tally.capped) == (1, 0)
        winners = [seat for seat in range(ready.seats) if recorded.winners >> seat & 1]
        assert [seat for seat in range(ready.seats) if tally.wins[seat][len(winners) - 1] == 1] == winners
        for name, counts in tally.histograms.items():
            assert counts[recorded.values[name]] == 1, name
        for name, (total, squares) in tally.sums.items():
            assert (total, squares) == (recorded.values[name], recorded.values[name] ** 2), name
        points = sorted((recorded.values[f"score.{seat}"] for seat in range(ready.seats)), reverse=True)
        assert recorded.values["margin"] == points[0] - points[1]


def test_the_recorded_last_state_is_what_the_values_were_read_from(ready):
    """The compiled rules, called one by one on the last state, give the recorded winners and values."""
    rules = ready.game.part("rules")
    own = np.zeros(64, np.int64)
    for index in range(20):
        recorded = ready.record(9, index)
        final, table = recorded.states[-1], recorded.table[0]
        assert rules.over(final, table)
        assert rules.winners(final, table) == recorded.winners
        points = [rules.points(final, table, seat) for seat in range(ready.seats)]
        assert points == [recorded.values[f"score.{seat}"] for seat in range(ready.seats)]
        rules.observe(final, table, 0, own)
        expected = list(recorded.values.values())[ready.seats + 1 :]
        assert own[: len(expected)].tolist() == expected


def test_every_action_taken_was_legal_and_every_play_ends_within_its_limit(ready):
    for index in range(30):
        recorded = ready.record(2, index)
        assert not recorded.capped
        assert all(action in listed for action, listed in zip(recorded.actions, recorded.listed, strict=True))
        assert all(
            len(set(listed)) == len(listed) == n for listed, n in zip(recorded.listed, recorded.counts, strict=True)
        )


def test_a_script_is_followed_and_then_the_policies_go_on(ready):
    if set(ready.policies) != {"random"}:
        pytest.skip("a policy that looks at something leaves another state")
    played = ready.record(2, 3)
    half = len(played.actions) // 2
    again = ready.record(2, 3, played.actions[:half].tolist())
    assert again.states.tobytes() == played.states.tobytes()
    assert again.values == played.values
    at = next(i for i in range(len(played.actions)) if played.counts[i] > 1)
    other = next(action for action in played.listed[at] if action != played.actions[at])
    changed = ready.record(2, 3, [*played.actions[:at].tolist(), other])
    assert changed.states[: at + 1].tobytes() == played.states[: at + 1].tobytes()
    assert changed.actions[at] == other
    assert not changed.capped


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
