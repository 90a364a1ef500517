"""The table of peers: plays per second of the engine against plain C and plain Python, and whether all play one law."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.agreement import Agreement, add_counts, agreements
from benchmarks.peers.build import build, run_c, run_python
from benchmarks.workloads import SEED, Table, tables
from simulate.runs.prepared import Prepared, prepare
from simulate.runs.tally import MOST_PLAYS, Adder, Tally

PEERS = {"pecheurs_de_lunes": "pecheurs", "ile_des_mookies": "mookies", "pouet_mouet": "pouet"}
"""The peers' file of each game that has one."""

ROUNDS, SECONDS = 15, 0.2
CHEAP_ROUNDS, CHEAP_SECONDS = 3, 0.03

Sample = Callable[[int], float]
"""Plays a number of plays; gives the seconds."""


@dataclass
class Side:
    """One of the programs that are compared: how many plays it does in a sample, and its rates."""

    play: Sample
    plays: int = 0
    rates: list[float] = field(default_factory=list)

    def calibrate(self, seconds: float) -> None:
        """Find the number of plays that takes about `seconds`."""
        plays, spent = 16, 0.0
        while spent < seconds / 8:
            plays *= 4
            spent = self.play(plays)
        self.plays = max(1, round(plays * seconds / spent))

    def sample(self) -> None:
        """Play one round and keep its rate."""
        self.rates.append(self.plays / self.play(self.plays))


@dataclass(frozen=True)
class Against:
    """A ratio of rates over the rounds of a run: median and quartiles."""

    ratio: float
    low: float
    high: float


@dataclass(frozen=True)
class Line:
    """One game at one player count: the engine's rate (plays per second, one thread) and its ratios to the peers."""

    game: str
    players: int
    rate: float
    c: Against | None
    python: Against | None
    agreements: dict[str, list[Agreement]]

    def document(self) -> dict[str, Any]:
        """The line for JSON."""
        return asdict(self)


def lines(rounds: int = ROUNDS, seconds: float = SECONDS, only: str = "") -> Iterator[Line]:
    """Measure each game that has peers, one player count after the other."""
    with tempfile.TemporaryDirectory() as folder:
        programs: dict[str, Path | None] = {}
        for table in tables()[0]:
            peer = PEERS.get(table.game.name)
            if peer is None or only not in f"{table.game.name}/{table.players}":
                continue
            if peer not in programs:
                programs[peer] = build(f"{peer}.c", Path(folder))
            yield _line(table, peer, programs[peer], rounds, seconds)


class _Ours:
    """The engine's plays, and their tally."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.adder = Adder(prepared.width)
        self.first = 0

    def play(self, plays: int) -> float:
        rows = []
        started = time.perf_counter()
        for at in range(0, plays, MOST_PLAYS):
            rows.append(self.prepared.count_plays(SEED, self.first + at, min(MOST_PLAYS, plays - at)))
        seconds = time.perf_counter() - started
        self.first += plays
        for row in rows:
            self.adder.add(np.asarray(row))
        return seconds

    def tally(self) -> Tally:
        return self.adder.tally(self.prepared.measures, self.prepared.seats)


class _Peer:
    """A peer's plays, and their counts."""

    def __init__(self, run: Callable[[int, int], dict[str, Any]]) -> None:
        self.run = run
        self.counts: dict[str, Any] | None = None
        self.seed = SEED

    def play(self, plays: int) -> float:
        self.seed += 1  # a round of its own draws for each sample, calibration included
        counts = self.run(plays, self.seed)
        self.counts = add_counts(self.counts, counts)
        return float(counts["seconds"])


def _line(table: Table, peer: str, program: Path | None, rounds: int, seconds: float) -> Line:
    prepared = prepare(table.game, table.variant.rules_for(table.players), table.players)
    prepared.count_plays(SEED, 0, 1)
    ours = _Ours(prepared)
    peers: dict[str, _Peer] = {}
    if program is not None:
        compiled = program
        peers["c"] = _Peer(lambda plays, seed: run_c(compiled, table.players, plays, seed))
    peers["python"] = _Peer(lambda plays, seed: run_python(peer, table.players, plays, seed))
    sides = {"ours": Side(ours.play), **{name: Side(one.play) for name, one in peers.items()}}
    for side in sides.values():
        side.calibrate(seconds)
    order = list(sides.values())
    for number in range(rounds):
        # One round forwards, the next backwards: every pair is next to each other in both orders.
        for side in order if number % 2 == 0 else reversed(order):
            side.sample()
    mine = sides["ours"].rates
    against = {name: _against(mine, side.rates) for name, side in sides.items() if name != "ours"}
    tally = ours.tally()
    found = {name: agreements(tally, one.counts or {}) for name, one in peers.items()}
    return Line(table.game.name, table.players, statistics.median(mine), against.get("c"), against.get("python"), found)


def _against(mine: list[float], theirs: list[float]) -> Against:
    ratios = sorted(one / other for one, other in zip(mine, theirs, strict=True))
    quarter = len(ratios) // 4
    return Against(statistics.median(ratios), ratios[quarter], ratios[-1 - quarter])
