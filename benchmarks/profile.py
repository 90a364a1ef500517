"""Where a play's time goes: its set-up, its decisions, and counting it; from the kernels as they are.

A kernel is one inlined function, so a sampling profiler sees one name. A limit of 0 decisions makes the same kernel
stop after the set-up of each play; the rest is spent on decisions, whose number is known from recorded plays. A game
may play a whole play at once where all seats play uniformly; then there is no set-up to be told apart.
"""

from __future__ import annotations

import functools
import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.timing import interleave, repeated
from benchmarks.workloads import SEED, Table, tables
from simulate.kernels.tally import CAPPED
from simulate.runs.prepared import prepare

RECORDED = 200
"""Plays from which the number of decisions is taken."""


@dataclass(frozen=True)
class Profile:
    """One kernel's time.

    Attributes
    ----------
    name : str
    play : float
        Nanoseconds of a play.
    setup : float or None
        Nanoseconds of its set-up alone; None when the kernel plays it whole.
    decisions : float
        Mean decisions of a play.
    """

    name: str
    play: float
    setup: float | None
    decisions: float

    @property
    def decision(self) -> float:
        """Nanoseconds of a decision: choosing, doing it, and its share of the end and of an unknown set-up."""
        return (self.play - (self.setup or 0.0)) / self.decisions

    def cells(self) -> list[str]:
        """The profile as a row of a table: name, times, share of the set-up, decisions, time of one."""
        setup = ["–", "–"] if self.setup is None else [f"{self.setup:,.0f}", f"{self.setup / self.play:.0%}"]
        return [self.name, f"{self.play:,.0f}", *setup, f"{self.decisions:.1f}", f"{self.decision:.1f}"]

    def document(self) -> dict[str, Any]:
        """The profile for JSON."""
        return {**asdict(self), "decision": self.decision}


def profiles(*, cheap: bool, only: str = "") -> Iterator[Profile]:
    """Profile every game's kernels; in the cheap form random play only."""
    for table in tables()[0]:
        for policy in table.policies()[: 1 if cheap else None]:
            name = f"kernel/{table.game.name}/{table.players}/{policy}"
            if only in name:
                yield _profile(name, table, policy, 3 if cheap else 9)


def _profile(name: str, table: Table, policy: str, pairs: int) -> Profile:
    prepared = prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
    setups = prepare(table.game, table.variant.rules_for(table.players), table.players, policy)
    vars(setups)["limit"] = 0  # a cached property: the limit that the rules give is not asked for
    prepared.count_plays(SEED, 0, 1)
    whole, start = (repeated(functools.partial(one.count_plays, SEED, 0)) for one in (prepared, setups))
    plays, starts = interleave(whole, start, pairs, 5)
    stops = setups.count_plays(SEED, 0, 1)[CAPPED] == 1
    decisions = statistics.fmean(len(prepared.record(SEED, index).actions) for index in range(RECORDED))
    setup = statistics.median(starts) * 1e9 if stops else None
    return Profile(name, statistics.median(plays) * 1e9, setup, decisions)
