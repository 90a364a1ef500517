"""Interleaving, the smallest of several calls, sizes of calls and slowing down, on a made-up clock."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from benchmarks import reference
from benchmarks.measuring import ROUND, measure, measure_here
from benchmarks.timing import LEAST_SECONDS, Ready, children_time, interleave, process, repeated, slowed
from benchmarks.workloads import Workload


class Clock:
    """A clock that moves only when work is done or the time is looked at (by a tick)."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 0.0
        self.tick = tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now

    def work(self, *seconds: float):
        """Work whose calls take these times in turn, the last one for ever."""
        left = list(seconds)

        def run() -> None:
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return run


def test_seconds_are_per_unit():
    clock = Clock()
    assert Ready(clock.work(6.0), 3, clock).seconds() == pytest.approx(2.0)


def test_the_smallest_call_counts_and_pairs_stay_pairs():
    clock = Clock()
    one = Ready(clock.work(5, 2, 3, 9, 7, 8), 1, clock)
    other = Ready(clock.work(1, 4, 6, 4, 5, 6), 1, clock)
    assert interleave(one, other, 2, 3) == ([2, 7], [1, 4])


def test_calls_alternate_abba():
    order = []
    one, other = Ready(lambda: order.append("a")), Ready(lambda: order.append("b"))
    interleave(one, other, 2, 3)
    assert "".join(order) == "abbaabbaabba"


def test_calls_are_made_long_enough_and_not_longer():
    clock = Clock()

    def call(amount: int) -> None:
        clock.now += amount * LEAST_SECONDS / 100

    ready = repeated(call, clock)
    assert ready.amount == 128
    assert ready.seconds() == pytest.approx(LEAST_SECONDS / 100)


def test_slowing_down_spends_the_time():
    clock = Clock(tick=1e-4)
    plain = Ready(clock.work(1.0), 1, clock)
    assert slowed(plain, 1.3).seconds() == pytest.approx(1.3 * plain.seconds(), rel=1e-3)


def test_a_slowed_process_uses_more_processor_time_and_does_the_same():
    burn = "import sys; sys.exit(3 if sys.argv[1:] != ['x', '1.5'] else 0)"
    words = [sys.executable, "-c", burn]
    assert subprocess.run([*words, "x", "1.5"], check=False).returncode == 0
    # A module's arguments reach it unchanged, and its failure is seen, slowed or not.
    for factor in (1.0, 1.1):
        process([sys.executable, "-m", "json.tool", "--help"], factor).run()
        with pytest.raises(subprocess.CalledProcessError):
            process([sys.executable, "-m", "json.tool", "--no-such-option"], factor).run()


def test_the_clock_of_children_moves_with_them():
    before = children_time()
    subprocess.run([sys.executable, "-c", "sum(range(10**6))"], check=True)
    assert children_time() > before


def test_only_what_is_named_is_slowed(monkeypatch):
    clock = Clock(tick=1e-5)
    monkeypatch.setattr("benchmarks.measuring.references", lambda: {"kernel": Ready(clock.work(1.0), 1, clock)})
    plain = Ready(clock.work(2.0), 1, clock)
    work = [Workload(name, "kernel", lambda factor: slowed(plain, factor), 2, True) for name in ("one", "two")]
    monkeypatch.setattr("benchmarks.measuring.workloads", lambda: work)
    one, two = measure_here(["one", "two"], {"two": 1.3})
    assert one[0] == pytest.approx([2.0] * ROUND, rel=1e-3)
    assert two[0] == pytest.approx([2.6] * ROUND, rel=1e-3)
    assert two[1] == pytest.approx([1.0] * ROUND, rel=1e-3)


def test_every_round_is_a_process_of_its_own(monkeypatch):
    monkeypatch.setattr("benchmarks.measuring.measure_here", process_id)
    work = [Workload("one", "kernel", lambda factor: Ready(lambda: None), 1, True)]
    (found,) = measure(work, 2 * ROUND + 1, {})
    assert len(found.times) == len(found.references) == 3
    assert len({*found.times, os.getpid()}) == 4


def process_id(names, slow) -> list[tuple[list[float], list[float]]]:
    """Stands in for a round; it must be found by name in a new process."""
    return [([os.getpid()], [1.0])]


def test_what_is_not_measured_cannot_be_slowed():
    with pytest.raises(KeyError, match="three"):
        measure([], 10, {"three": 1.3})


def test_the_references_never_change():
    text = reference.interpreted()
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "1fd693045d4c7b25"
    assert reference.kernel()() == 9183422055990351077
    assert reference.tables()() == 12324895428195007404
    assert (reference.DRAWS, reference.LAWS, reference.THRESHOLDS) == (110_000, 32, 2048)
    assert (reference.KERNEL_STEPS, reference.PYTHON_ROWS) == (160_000, 270)
