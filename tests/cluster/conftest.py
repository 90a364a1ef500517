"""Real schedulers and workers, as processes that end with their test."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, environment

READY_SECONDS = 120


class Cluster:
    """A Dask scheduler on this machine and its workers, one process each.

    Parameters
    ----------
    folder : Path
        For the scheduler file and the logs.
    keys : dict of str to Path, optional
        Files of an encrypted connection by what Dask calls them: ca-file, cert, key.
    """

    def __init__(self, folder: Path, keys: dict[str, Path] | None = None) -> None:
        self.folder = folder
        self.keys = [part for name, file in (keys or {}).items() for part in (f"--tls-{name}", str(file))]
        self.file = folder / "scheduler.json"
        self.workers: dict[str, subprocess.Popen] = {}
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file,
                                     *(("--protocol", "tls") if keys else ()))  # fmt: skip
        self._until(self.file.exists, "the scheduler")

    @property
    def address(self) -> str:
        import json

        return json.loads(self.file.read_text())["address"]

    def add(self, name: str, *options: str, by_file: bool = False, **changes: str) -> None:
        """Start a worker with one thread, joined by address or by file."""
        where = ("--scheduler-file", str(self.file)) if by_file else (self.address,)
        own = ("--nthreads", "1", "--no-nanny", "--name", name, "--death-timeout", "60", "--local-directory",
               str(self.folder / name))  # fmt: skip
        self.workers[name] = self._start("worker", *where, *own, *options, log=name, **changes)

    def kill(self, name: str) -> None:
        """Kill a worker as a failing machine would."""
        self.workers[name].kill()
        self.workers[name].wait()

    def close(self) -> None:
        for process in (*self.workers.values(), self.scheduler):
            process.kill()
            process.wait()

    def _start(self, what: str, *options: object, log: str = "scheduler", **changes: str) -> subprocess.Popen:
        program = (sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard")
        command = [*program, *self.keys, *map(str, options)]
        with (self.folder / f"{log}.log").open("wb") as file:
            return subprocess.Popen(command, cwd=ROOT, env=environment(**changes), stdout=file, stderr=file)

    def _until(self, true, what: str) -> None:
        end = time.monotonic() + READY_SECONDS
        while not true():
            if time.monotonic() > end:
                logs = "\n".join(log.read_text() for log in self.folder.glob("*.log"))
                raise TimeoutError(f"{what} did not get ready:\n{logs}")
            time.sleep(0.05)


@pytest.fixture
def cluster(tmp_path):
    found = Cluster(tmp_path)
    yield found
    found.close()


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """A scheduler with two workers, for tests that leave them as they are."""
    found = Cluster(tmp_path_factory.mktemp("pair"))
    found.add("one")
    found.add("two", by_file=True)
    yield found
    found.close()
