"""The speed lock judges made-up timings as it must: noise passes, 30 % fails, the margin decides."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import lock
from benchmarks.__main__ import main
from benchmarks.measuring import Measured
from benchmarks.timing import Ready
from benchmarks.workloads import Workload

LOCKED = 2.5
MARGIN = lock.MARGINS["kernel"]


def timings(factor: float, seed: int, pairs: int = lock.PAIRS, noise: float = 0.02) -> tuple[list[float], list[float]]:
    """Pairs of a workload `factor` times as slow as its lock, on a machine whose speed drifts by a factor of 3."""
    rng = np.random.default_rng(seed)
    drift = np.exp(rng.uniform(0, math.log(3), pairs))
    reference = 0.002 * drift * np.exp(rng.normal(0, noise, pairs))
    work = 0.002 * LOCKED * factor * drift * np.exp(rng.normal(0, noise, pairs))
    return work.tolist(), reference.tolist()


def judged(factor: float, seed: int, **options: float) -> lock.Row:
    work, reference = timings(factor, seed, **options)
    return lock.judge("kernel/game/2/random", LOCKED, work, reference, MARGIN)


def test_the_same_speed_never_fails_even_when_the_machine_drifts():
    assert {judged(1.0, seed).state for seed in range(300)} == {lock.SAME}


def test_shifts_between_runs_that_are_noise_never_fail():
    assert all(judged(factor, seed).state != lock.SLOWER for seed in range(100) for factor in (0.9, 1.05, 1.10))


def test_a_slow_down_of_30_percent_always_fails():
    rows = [judged(1.3, seed) for seed in range(300)]
    assert {row.state for row in rows} == {lock.SLOWER}
    assert rows[0].ratio == pytest.approx(1.3, rel=0.03)
    assert all(row.p_value < lock.FALSE_ALARM for row in rows)


def test_the_cheap_form_can_fail_too_and_one_pair_less_could_not():
    assert {judged(1.3, seed, pairs=lock.CHEAP_PAIRS).state for seed in range(100)} == {lock.SLOWER}
    assert {judged(1.3, seed, pairs=lock.CHEAP_PAIRS - 1).state for seed in range(100)} == {lock.SAME}


def test_at_the_margin_false_alarms_stay_at_the_stated_rate():
    alarms = sum(judged(1 + MARGIN, seed).state == lock.SLOWER for seed in range(2000))
    assert alarms <= 8  # 2 expected; more than 8 has a chance of 2e-4


def test_a_speed_up_is_told_and_passes():
    row = judged(0.7, 1)
    assert row.state == lock.FASTER
    assert not lock.failed([row])


@given(st.floats(0.5, 2.0), st.floats(0.1, 10.0), st.integers(0, 10**6))
def test_only_the_ratio_counts(factor, speed, seed):
    work, reference = timings(factor, seed)
    here = lock.judge("w", LOCKED, work, reference, MARGIN)
    there = lock.judge("w", LOCKED, [t * speed for t in work], [t * speed for t in reference], MARGIN)
    assert here.ratio == pytest.approx(there.ratio)
    assert here.state == there.state


@given(st.integers(0, 10**6))
def test_a_wider_margin_fails_no_more_than_a_narrow_one(seed):
    work, reference = timings(1.35, seed)
    states = [lock.judge("w", LOCKED, work, reference, margin).state for margin in (0.05, 0.15, 0.30, 0.60)]
    assert states[:2] == [lock.SLOWER, lock.SLOWER]
    assert states[3] == lock.SAME


def test_new_and_gone_workloads():
    work, reference = timings(1.0, 1)
    fresh = lock.judge("fresh", None, work, reference, MARGIN)
    assert (fresh.state, fresh.ratio, fresh.p_value) == (lock.NEW, None, None)
    assert fresh.now == pytest.approx(LOCKED, rel=0.05)
    assert not lock.failed([fresh])
    left = lock.gone({"a": 1.0, "b": 2.0}, ["b"])
    assert [(row.name, row.state) for row in left] == [("a", lock.GONE)]
    assert lock.failed([fresh, *left])


def test_a_check_that_measured_nothing_fails():
    assert lock.failed([])


@pytest.mark.parametrize(
    ("locked", "work", "reference"),
    [
        (LOCKED, [], []),
        (LOCKED, [1.0], [1.0, 2.0]),
        (0.0, [1.0], [1.0]),
        (math.nan, [1.0], [1.0]),
        (LOCKED, [-1.0], [1.0]),
    ],
)
def test_nonsense_is_refused(locked, work, reference):
    with pytest.raises(ValueError, match="got"):
        lock.judge("w", locked, work, reference, MARGIN)


def test_the_wide_margin_holds_on_another_processor():
    here = lock.machine()
    assert lock.margins(here, here) == lock.MARGINS
    assert lock.margins({**here, "python": "2.7"}, here) == lock.MARGINS
    wide = dict.fromkeys(lock.MARGINS, lock.MARGIN_ELSEWHERE)
    assert max(lock.MARGINS.values()) < lock.MARGIN_ELSEWHERE
    for key in ("processor", "code for", "system"):
        assert lock.margins({**here, key: "abacus"}, here) == wide
    assert lock.margins({}, here) == wide


def test_a_lock_is_read_as_written(tmp_path):
    file = tmp_path / "lock.json"
    assert lock.read(file)["workloads"] == {}
    document = {**lock.read(file), "workloads": {"w": {"ratio": 2.5, "reference": "kernel"}}}
    lock.write(document, file)
    assert lock.read(file) == document
    file.write_text(json.dumps({"schema": "other/1"}))
    with pytest.raises(ValueError, match="other/1"):
        lock.read(file)


@pytest.fixture
def made_up(monkeypatch, tmp_path):
    """The commands on two workloads with made-up timings; the fixture gives the place to set how slow they are."""
    speed = {"kernel/one": 1.0, "start/two": 1.0}

    def measure(work, pairs, slow):
        for seed, one in enumerate(work):
            factor = speed[one.name] * slow.get(one.name, 1.0)
            yield Measured(one, *timings(factor, seed, pairs))

    monkeypatch.setattr(lock, "FILE", tmp_path / "lock.json")
    monkeypatch.setattr(lock.read, "__defaults__", (lock.FILE,))
    monkeypatch.setattr(lock.write, "__defaults__", (lock.FILE,))
    found = [Workload(name, "kernel", lambda factor: Ready(lambda: None), 1, name == "kernel/one") for name in speed]
    monkeypatch.setattr("benchmarks.measuring.workloads", lambda: found)
    monkeypatch.setattr("benchmarks.workloads.workloads", lambda: found)
    monkeypatch.setattr("benchmarks.measuring.measure", measure)
    return speed


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def test_update_then_check_passes_and_a_slow_down_fails(made_up):
    first = run("update")
    assert first.exit_code == 0, first.output
    assert list(lock.read()["workloads"]) == ["kernel/one", "start/two"]
    assert run("check").exit_code == 0
    slow = run("check", "--slow-down", "start/two=1.3")
    assert slow.exit_code == 1
    assert [line.split()[-1] for line in slow.output.splitlines() if "/two" in line] == [lock.SLOWER]
    assert run("check", "--cheap").exit_code == 0
    assert run("check", "--slow-down", "start/two=1.3", "--margin", "0.6").exit_code == 0


def test_check_without_a_lock_says_new(made_up):
    done = run("check", "--json")
    assert done.exit_code == 0
    assert [row["state"] for row in json.loads(done.stdout)["rows"]] == [lock.NEW, lock.NEW]


def test_update_shows_the_difference_and_keeps_the_rest(made_up):
    run("update")
    made_up["kernel/one"] = made_up["start/two"] = 2.0
    done = run("update", "--only", "kernel")
    assert any(
        "kernel/one" in line and line.split()[-1].startswith(("1.9", "2.0")) for line in done.output.splitlines()
    )
    after = lock.read()["workloads"]
    assert after["kernel/one"]["ratio"] == pytest.approx(2 * LOCKED, rel=0.05)
    assert after["start/two"]["ratio"] == pytest.approx(LOCKED, rel=0.05)


def test_a_locked_workload_that_is_gone_fails_the_check(made_up):
    run("update")
    document = lock.read()
    lock.write({**document, "workloads": {**document["workloads"], "kernel/three": {"ratio": 1.0}}})
    assert run("check").exit_code == 1
    assert run("check", "--only", "start").exit_code == 0


@pytest.mark.parametrize("text", ["start/two", "start/two=fast", "start/two=0.5", "=1.3"])
def test_a_factor_that_makes_no_sense_is_refused(made_up, text):
    assert run("check", "--slow-down", text).exit_code == 2
