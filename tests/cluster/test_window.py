"""Chunks come in order, each once, whatever happens to workers; few are under way and none is kept."""

from __future__ import annotations

import queue
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.runs.cluster import dask as engine
from simulate.runs.cluster import workers as who
from simulate.runs.cluster.dask import AHEAD, MOST_TRIES, Dask
from simulate.runs.errors import FailedRun
from tests.cluster.pretended import Client, Finished

TWO = {"tcp://one": 1, "tcp://two": 1}


@pytest.fixture(autouse=True)
def _short_first_chunks(monkeypatch):
    """The pretended plays are so quick that a first chunk would take in everything; called slow, they begin small."""
    sign = engine.sign
    monkeypatch.setattr(engine, "sign", lambda *given: (sign(*given)[0], 1e9))
    monkeypatch.setattr(engine, "CHUNK_RATE", 1e9)
    monkeypatch.setattr(engine, "queue", queue)


def indices(first: int, plays: int):
    """How many plays, and the sums of their indices and of the squares of these: no play can be missed or doubled."""
    index = np.arange(first, first + plays, dtype=np.int64)
    return np.array([plays, index.sum(), (index * index).sum()])


def pretend(client: Client, **options) -> Dask:
    """The engine on a pretended cluster."""
    engine.queue = SimpleNamespace(SimpleQueue=lambda: Finished(client), Empty=queue.Empty)
    return Dask(lambda: client, **options)


def played(client: Client, plays: int, edges=None, first: int = 0, notes=None, **options):
    """Chunk sizes and the total of a range on a pretended cluster."""
    dask = pretend(client, note=(notes if notes is not None else []).append, **options)
    sizes, total = [], np.zeros(3, np.int64)
    try:
        for size, row in dask.chunks(indices, first, edges or (plays,)):
            assert (row == indices(first + sum(sizes), size)).all(), "in order, and these very plays"
            sizes.append(size)
            total += row
    finally:
        dask.close()
    return sizes, total


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 4000), st.integers(0, 10**6), st.integers(0, 2**32), st.integers(1, 4), st.data())
def test_every_play_is_counted_once_whatever_happens_to_workers(plays, first, seed, threads, data):
    edges = sorted({*data.draw(st.lists(st.integers(1, plays), max_size=5)), plays})
    kinds = st.sampled_from([None, None, None, "lost", "twice", "other", "error: odd", OSError("a worker died")])
    troubles = data.draw(st.lists(kinds, min_size=7, max_size=7))

    def trouble(worker: str, call: int):
        return troubles[call % 7] if call % 3 == 0 else None

    client = Client({f"tcp://{n}": 1 for n in range(threads)}, seed, trouble, seconds=0.001)
    sizes, total = played(client, plays, edges, first, seconds=0.01)
    assert (total == indices(first, plays)).all()
    done = np.cumsum(sizes)
    assert set(edges) <= set(done.tolist()), "no chunk crosses an edge"


def test_few_chunks_are_under_way_and_nothing_of_a_finished_one_is_kept():
    client = Client({f"tcp://{n}": 1 for n in range(4)}, seconds=100.0)
    sizes, total = played(client, 4000, seconds=0.001)
    assert (total == indices(0, 4000)).all()
    assert len(sizes) > 2000
    assert client.most_pending <= 2 * 4 + 4  # and the proofs
    assert client.most_alive <= AHEAD * 4 + 2 + 4 + 8


def test_chunks_grow_to_the_length_asked_for_and_shrink_at_the_end():
    client = Client({"tcp://one": 2}, seconds=0.001)
    sizes, _ = played(client, 5_000_000, seconds=1.0)
    assert sizes[0] == 1
    assert max(sizes) > 200_000
    assert sizes[-1] < max(sizes) / 4
    assert sum(size < max(sizes) / 64 for size in sizes[len(sizes) // 2 :]) < 40, "not ever shorter"


def test_chunks_are_longer_with_very_many_threads(monkeypatch):
    monkeypatch.setattr(engine, "CHUNK_RATE", 100.0)
    few, many = Client({"tcp://one": 1}, seconds=0.1), Client({"tcp://one": 200}, seconds=0.1)
    assert max(played(few, 20_000, seconds=0.1)[0]) == 1
    assert max(played(many, 20_000, seconds=0.1)[0]) > 8, "two seconds, for two hundred threads"


def test_chunks_are_shorter_at_the_ends_as_far_as_one_scheduler_can_follow():
    seconds_to_reach_all = (0.1, 1.0, 1000.0)
    lengths = [engine._length(2.0, int(wait * engine.CHUNK_RATE)) for wait in seconds_to_reach_all]
    times = [engine._shorter(16, length, int(wait * engine.CHUNK_RATE))
             for wait, length in zip(seconds_to_reach_all, lengths, strict=True)]  # fmt: skip
    assert times == [16, 4, 2]


def test_names_of_tasks_are_used_in_turn_and_never_while_one_is_in_use():
    client = Client(TWO, seconds=1.0)
    played(client, 10_000, most=1)
    assert len(client.names) > 2 * engine.NAMES
    assert len(set(client.names)) == engine.NAMES
    assert client.names[: engine.NAMES] == client.names[engine.NAMES : 2 * engine.NAMES]


def test_more_threads_have_more_names_and_the_latest_do_not_come_again():
    few, many = engine._names(1), engine._names(1000)
    assert few == engine.NAMES
    assert many >= engine.NAMES_A_THREAD * 1000
    for changed in (10 * few, 10 * few + 17, many - 1):
        lately = {number % few for number in range(changed - 2000, changed)}
        assert not lately & {number % many for number in range(changed, changed + 2000)}


def test_a_refused_worker_is_named_once_and_gets_no_more():
    notes: list[str] = []

    def trouble(worker: str, call: int):
        return "refused: it counts wrongly" if worker == "tcp://two" else None

    client = Client(TWO, trouble=trouble)
    _, total = played(client, 3000, notes=notes, seconds=0.02)
    assert (total == indices(0, 3000)).all()
    assert notes == ["worker tcp://two is refused: refused: it counts wrongly"]
    assert client.restricted
    assert all(workers == ["tcp://one"] for workers in client.restricted)


def test_when_all_are_refused_the_run_fails_with_the_reasons():
    client = Client(TWO, trouble=lambda worker, call: "refused: another version")
    with pytest.raises(FailedRun, match="every worker of the cluster was refused: refused: another version"):
        played(client, 3000, patience=0.1)


def test_without_workers_the_run_fails_after_a_while_and_says_what_to_do():
    with pytest.raises(FailedRun, match="no worker within 0 s: start some with `dask worker`"):
        played(Client({}), 10, patience=0.1)


def test_a_fault_of_the_game_is_told_as_it_is():
    client = Client(TWO, trouble=lambda worker, call: "fault: a value outside its range" if call > 5 else None)
    with pytest.raises(FailedRun, match=r"^fault: a value outside its range$"):
        played(client, 3000, seconds=0.02)


@pytest.mark.parametrize(
    ("trouble", "told"),
    [(OSError("died"), "OSError: died"), ("error: odd", "error: odd"), ("other", "it gave plays .* instead")],
)
def test_a_chunk_that_fails_on_every_worker_ends_the_run(trouble, told):
    client = Client(TWO, trouble=lambda worker, call: trouble if call > 5 else None)
    with pytest.raises(FailedRun, match=rf"plays \d+ to \d+ failed on {MOST_TRIES} workers; the last time: {told}"):
        played(client, 3000, seconds=0.02)


def test_a_scheduler_that_goes_away_ends_the_run(monkeypatch):
    monkeypatch.setattr(engine, "TICK", 0.01)
    client = Client(TWO)

    def trouble(worker: str, call: int):
        if call > 5:
            client.close()
            return "lost"
        return None

    client.trouble = trouble
    with pytest.raises(FailedRun, match="went away"):
        played(client, 3000, seconds=0.02)


def test_workers_that_join_are_used_and_those_that_leave_are_forgotten(monkeypatch):
    monkeypatch.setattr(who, "LOOK_SECONDS", 0.0)
    client = Client({"tcp://one": 1})
    dask = pretend(client, seconds=0.02)
    rows = dask.chunks(indices, 0, (3000,))
    next(rows)
    assert (dask.threads, dask.status()) == (1, "1 worker, 1 thread")
    client.threads = {"tcp://two": 3, "tcp://three": 1}
    total = sum(row for _, row in rows)
    assert dask.threads == 4
    assert total[0] < 3000  # the first chunk was taken above
    assert "tcp://one" not in dask.workers.proven
    assert len(dask.report()) >= 2
    dask.close()
    assert dask.threads == 1


def test_closing_early_drops_what_is_under_way():
    client = Client({"tcp://one": 1})
    rows = pretend(client, seconds=0.02).chunks(indices, 0, (10**9,))
    next(rows)
    rows.close()
    assert client.cancelled > 0


def test_a_slow_worker_is_marked():
    found = who.Workers(Client({}), note=lambda sentence: None)
    found.records = {"a": who.Record("a", 100, 1.0), "b": who.Record("b", 100, 1.0), "c": who.Record("c", 20, 1.0)}
    assert found.report()[0] == "c: 20 games, 20 a second and thread (slow)"
    found.records = {str(n): who.Record(str(n), 100 + n, 1.0) for n in range(30)}
    assert found.report()[-1] == "and 22 more workers, 114 a second and thread at the median"
    assert len(found.report()) == 9
