"""The model of a large cluster: the engine's real loop, in virtual time."""

from __future__ import annotations

from benchmarks.simulated import Costs, simulate, table


def test_a_plan_takes_as_long_as_its_workers_need_and_little_more():
    found = simulate(20, minutes=2.0, rate=1e6)
    assert 1.0 < found.wall / found.ideal < 1.1
    assert found.chunks > 20 * 60 / 2
    assert 0 < found.client < 0.2
    least, most = Costs().scheduler, Costs().scheduler + Costs().scheduler_message
    assert least <= found.scheduler * found.wall / found.chunks <= most


def test_a_scheduler_that_is_too_slow_holds_the_workers_up():
    found = simulate(20, minutes=1.0, rate=1e6, costs=Costs(scheduler=1.0))
    assert found.scheduler > 0.95
    assert found.efficiency < 0.8


def test_what_workers_spend_on_a_chunk_is_lost():
    usual, dear = (simulate(8, 1.0, 1e6, Costs(worker=seconds)) for seconds in (0.0, 0.5))
    assert dear.efficiency < usual.efficiency - 0.1


def test_the_table_has_a_line_for_each_size():
    assert len(table((2, 4), 0.2, 1e6).splitlines()) == 3
