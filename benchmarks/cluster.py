"""What the cluster engine costs: time a chunk, efficiency with chunks of two seconds, memory over very many chunks.

``python -m benchmarks.cluster plan|memory`` on this machine, with a scheduler and workers as processes. Chunks
that sleep stand for playing, so that 8 slots can be measured on a machine with fewer processors: what is measured is
the engine, its scheduler and its connections, not the kernels. ``simulate`` has up to 10 000 workers, in virtual time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks.simulated import table
from benchmarks.sleeping import sleep
from simulate.runs.cluster.connect import join
from simulate.runs.cluster.dask import MOST_PLAYS, Dask


class Here:
    """A scheduler and workers on this machine."""

    def __init__(self, workers: int, threads: int) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="cluster-")
        self.file = Path(self.folder.name) / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file)
        self.workers = [
            self._start("worker", "--scheduler-file", self.file, "--nthreads", threads, "--no-nanny",
                        "--local-directory", Path(self.folder.name) / str(number))
            for number in range(workers)
        ]  # fmt: skip

    def _start(self, what: str, *options: object) -> subprocess.Popen:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *map(str, options)]
        # A profile of what the process does is kept by default, every second for an hour: it is none of our memory.
        environment = os.environ | {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def engine(self, seconds: float, slots: int, most: int = MOST_PLAYS) -> Dask:
        """An engine once all slots are there."""
        while not self.file.exists():
            time.sleep(0.1)
        engine = Dask(lambda: join(None, self.file), note=print, seconds=seconds, most=most)
        while sum(engine.workers.client.nthreads().values()) < slots:
            time.sleep(0.1)
        return engine

    def close(self) -> None:
        """End them."""
        for process in (*self.workers, self.scheduler):
            process.terminate()
            process.wait()
        self.folder.cleanup()


def resident(pid: int) -> float:
    """MB of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(pid: int) -> float:
    """Seconds of processor time that a process took."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("plan", "memory", "simulate"))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--plays", type=float, default=1e9)
    parser.add_argument("--rate", type=float, default=5e5, help="plays a second and slot")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a chunk")
    parser.add_argument("--sizes", default="10,100,1000,10000", help="simulate: numbers of workers, one thread each")
    parser.add_argument("--minutes", type=float, default=10.0, help="simulate: length of the plan")
    asked = parser.parse_args()
    if asked.what == "simulate":
        print(table(tuple(int(size) for size in asked.sizes.split(",")), asked.minutes, asked.rate))
        return
    slots = asked.workers * asked.threads
    here = Here(asked.workers, asked.threads)
    try:
        if asked.what == "plan":
            plan(here, slots, int(asked.plays), 1 / asked.rate, asked.seconds)
        else:
            memory(here, slots, int(asked.plays))
    finally:
        here.close()


def plan(here: Here, slots: int, plays: int, each: float, seconds: float) -> None:
    """Play a plan with sleeping chunks and print the engine's efficiency."""
    engine = here.engine(seconds, slots)
    next(engine.chunks(partial(sleep, each), 0, (slots,)))
    while len(engine.workers.proven) < len(here.workers):  # everybody has imported what it takes
        time.sleep(0.5)
        engine.workers.look(next(iter(engine._proofs.values()))[0], now=True)
    processes = [os.getpid(), here.scheduler.pid, *(worker.pid for worker in here.workers)]
    before = [processor_seconds(process) for process in processes]
    started, chunks, done = time.perf_counter(), 0, 0
    for size, row in engine.chunks(partial(sleep, each), 0, (plays,)):
        if row[0] != size:
            raise SystemExit(f"a chunk of {size} counted {row[0]} plays")
        chunks += 1
        done += size
    wall = time.perf_counter() - started
    spent = [1000 * (processor_seconds(pid) - old) / chunks for pid, old in zip(processes, before, strict=True)]
    ideal = plays * each / slots
    print(
        f"{done} plays in {chunks} chunks on {slots} slots: {wall:.1f} s, without any engine {ideal:.1f} s: "
        f"efficiency {100 * ideal / wall:.2f} %; {1000 * (wall - ideal) * slots / chunks:.1f} ms a chunk and slot"
    )
    client, scheduler, worker = spent[0], spent[1], sum(spent[2:])
    print(f"processor time a chunk: client {client:.2f} ms, scheduler {scheduler:.2f} ms, its worker {worker:.2f} ms")
    engine.close()


def memory(here: Here, slots: int, chunks: int) -> None:
    """Play very many tiny chunks and print the memory of client and scheduler on the way."""
    engine = here.engine(2.0, slots, most=1)  # every chunk is one play
    started, told = time.perf_counter(), 0
    counting = partial(sleep, 0.0)
    print(f"{'chunks':>8} {'client MB':>10} {'scheduler MB':>13} {'worker MB':>10} {'s':>8}", flush=True)
    for number, _ in enumerate(engine.chunks(counting, 0, (chunks,))):
        if number >= told:
            sizes = [resident(process) for process in (os.getpid(), here.scheduler.pid, here.workers[0].pid)]
            spent = time.perf_counter() - started
            print(f"{number:8} {sizes[0]:10.1f} {sizes[1]:13.1f} {sizes[2]:10.1f} {spent:8.1f}", flush=True)
            told += max(1, chunks // 20)
    wall = time.perf_counter() - started
    print(f"{chunks} chunks in {wall:.1f} s: {1000 * wall / chunks:.2f} ms each, {chunks / wall:.0f} a second")
    engine.close()


if __name__ == "__main__":
    main()
