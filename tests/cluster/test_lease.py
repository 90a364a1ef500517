"""One process compiles, the others wait; nobody waits for the dead or for folders that keep nothing."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time

import pytest

from simulate.runs.cluster import lease
from simulate.runs.cluster.lease import one_at_a_time


def _make(folder, log) -> None:
    with one_at_a_time("kernels", folder):
        if not (folder / "made").exists():
            with (folder / log).open("a") as file:
                file.write("made\n")
            time.sleep(0.3)
            (folder / "made").touch()


def test_of_many_processes_one_makes_it_and_all_find_it_made(tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_make, args=(tmp_path, "log")) for _ in range(3)]
    for one in processes:
        one.start()
    for one in processes:
        one.join()
    assert [one.exitcode for one in processes] == [0, 0, 0]
    assert (tmp_path / "log").read_text() == "made\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kernels.ready", "log", "made"]


def test_once_it_is_ready_nobody_takes_the_lock(tmp_path):
    with one_at_a_time("kernels", tmp_path):
        assert (tmp_path / "kernels.lock").exists()
    with one_at_a_time("kernels", tmp_path):
        assert not (tmp_path / "kernels.lock").exists()


def test_a_failure_leaves_the_work_to_the_next(tmp_path):
    with pytest.raises(ZeroDivisionError), one_at_a_time("kernels", tmp_path):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


def test_others_wait_while_it_is_held(tmp_path, monkeypatch):
    monkeypatch.setattr(lease, "LOOK_SECONDS", 0.01)
    order: list[str] = []

    def later() -> None:
        with one_at_a_time("kernels", tmp_path):
            order.append("second")

    with one_at_a_time("kernels", tmp_path):
        waiting = threading.Thread(target=later)
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


@pytest.mark.parametrize("content", ["{host} 999999999", "elsewhere 1"])
def test_the_lock_of_somebody_dead_is_taken_over(tmp_path, monkeypatch, content):
    monkeypatch.setattr(lease, "LOOK_SECONDS", 0.01)
    lock = tmp_path / "kernels.lock"
    lock.write_text(content.format(host=lease.socket.gethostname()))
    if content.startswith("elsewhere"):
        os.utime(lock, (1, 1))
    with one_at_a_time("kernels", tmp_path):
        assert str(os.getpid()) in lock.read_text()


def test_a_holder_touches_its_lock(tmp_path, monkeypatch):
    monkeypatch.setattr(lease, "TOUCH_SECONDS", 0.01)
    with one_at_a_time("kernels", tmp_path):
        os.utime(tmp_path / "kernels.lock", (1, 1))
        end = time.monotonic() + 30
        while (tmp_path / "kernels.lock").stat().st_mtime < 2 and time.monotonic() < end:
            time.sleep(0.01)
        assert (tmp_path / "kernels.lock").stat().st_mtime > 2


def test_without_a_folder_that_keeps_anything_nobody_waits(tmp_path):
    with one_at_a_time("kernels", None):
        pass
    with one_at_a_time("kernels", tmp_path / "missing"):
        pass
    assert list(tmp_path.iterdir()) == []
