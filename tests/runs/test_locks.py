"""The second process is refused; a killed one leaves nothing that holds; what has no locks is told."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys

import pytest

from simulate.runs.locks import Lock
from tests.house.sources import ROOT
from variants.errors import BadInput

HOLDER = """
import sys, time
from pathlib import Path
from simulate.runs.locks import Lock
with Lock(Path(sys.argv[1]), "it"):
    print("held", flush=True)
    time.sleep(100)
"""


def holder(path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_process_is_refused_until_the_first_is_killed(tmp_path):
    path = tmp_path / "a.lock"
    process = holder(path)
    try:
        with pytest.raises(BadInput, match="it is in use by another process"), Lock(path, "it"):
            pytest.fail("both hold it")
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert path.exists()
    with Lock(path, "it") as lock:
        assert lock.works
    assert not path.exists()


def test_a_name_removed_by_the_last_holder_is_no_lock(tmp_path, monkeypatch):
    path, taken = tmp_path / "a.lock", []
    flock = fcntl.flock

    def late(handle, how):
        if not taken:
            path.unlink()  # the last holder ends between the opening and the locking
        taken.append(handle)
        flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with Lock(path, "it"):
        assert len(taken) == 2
        assert path.exists()
        monkeypatch.setattr(fcntl, "flock", flock)
        with pytest.raises(BadInput), Lock(path, "it"):
            pytest.fail("both hold it")


def test_a_file_system_without_locks_is_told(tmp_path, monkeypatch):
    def none(handle, how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", none)
    with Lock(tmp_path / "a.lock", "it") as lock:
        assert not lock.works
