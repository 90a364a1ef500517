"""Chunks grow fast while plays take no time, slowly near the length wanted, and shrink when they take too long."""

from __future__ import annotations

from simulate.runs.chunk_sizes import FIRST_CHUNK, ChunkSizes


def sizes_of(seconds_a_play: float, plays: int, threads: int = 1) -> list[int]:
    """The chunks of a work whose plays all take as long."""
    sizes, found = ChunkSizes(threads, 0.2, 1 << 16), []
    while sum(found) < plays:
        found.append(sizes.next(plays - sum(found)))
        sizes.learn(found[-1], found[-1] * seconds_a_play)
    return found


def test_a_short_work_of_fast_plays_has_few_chunks():
    found = sizes_of(1e-7, 20_000)
    assert found[:4] == [FIRST_CHUNK, 32, 256, 2048]
    assert len(found) <= 9
    assert sum(found) == 20_000


def test_slow_plays_are_handed_out_a_few_at_a_time():
    assert sizes_of(0.3, 40)[:3] == [4, 2, 1]
    assert max(sizes_of(0.02, 400)) <= 16
    # No chunk takes much longer than wanted, however fast the first ones were.
    for seconds in (1e-2, 1e-3, 1e-4, 1e-5):
        assert max(sizes_of(seconds, 500_000)) * seconds <= 0.4
