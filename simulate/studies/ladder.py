"""A ladder of policies, weakest first: does each rung beat the one below, by how much, how much is luck.

Two rungs play units (:mod:`simulate.studies.seatings`): one deal, the stronger policy in each seat in turn, the weaker
in all others, every seating as often as there are replicates. All pairs of rungs play the same deals.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from simulate.runs.engine import Engine, Jobs
from simulate.runs.keeping import gather
from simulate.runs.local import engine_of
from simulate.runs.metrics import interval_document, number
from simulate.runs.result import machine, run
from simulate.runs.spec import RunSpec, make_spec
from simulate.statistics.intervals import Interval, bounded_share
from simulate.statistics.skill import elo, elo_interval, games_to_show, variance_intervals
from simulate.studies.compared import arm_document
from simulate.studies.levels import CONFIDENCE, Level, flips, levels_of
from simulate.studies.seatings import SeatingCounter, SeatingTally
from simulate.version import VERSION
from variants.errors import BadInput

SCHEMA = "fairdeal.ladder/1"
DEALS, REPLICATES, GAMES = 500, 2, 2000
"""Units of a pair, plays of each seating of a unit, plays of a rung against itself; unless asked otherwise."""

ELO_OF_A_LEVEL = 191.0
"""Elo at which one of two seats wins 75 %: the step that counts as one level of depth."""

Told = Callable[[str], Callable[[int, int, float], None] | None]
"""Given what is about to be played, returns who is to be told of its progress."""


@dataclass(frozen=True)
class LadderRule:
    """What is played.

    Attributes
    ----------
    rungs : tuple of str
        Policies, weakest first, at least two.
    deals, replicates : int
        Units of each pair; plays of a seating (1: no luck share).
    games : int
        Plays of each rung against itself, for balance by skill; 0: none.
    every_pair : bool
        Also pairs that are not neighbours; otherwise only the highest against the lowest rung.
    """

    rungs: tuple[str, ...]
    deals: int = DEALS
    replicates: int = REPLICATES
    games: int = GAMES
    every_pair: bool = False

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """(weaker, stronger) rung numbers: neighbours first, then the others."""
        last = len(self.rungs) - 1
        near = [(i, i + 1) for i in range(last)]
        far = [(i, j) for i, j in itertools.combinations(range(last + 1), 2) if j > i + 1]
        return near + (far if self.every_pair else [pair for pair in far if pair == (0, last)])


@dataclass(frozen=True)
class Pair:
    """Two rungs against each other.

    Attributes
    ----------
    weaker, stronger : int
        Numbers of the rungs.
    tally : SeatingTally
    seats : int
    confidence : float
        Of the intervals of share and Elo, so that those of all pairs hold together at 95 %.
    """

    weaker: int
    stronger: int
    tally: SeatingTally
    seats: int
    confidence: float

    @property
    def share(self) -> Interval:
        """Win share of the stronger policy, ties split, over all seats; n counts units."""
        return bounded_share(*self.tally.points(), self.confidence)

    @property
    def outcome(self) -> str:
        """``stronger``, ``weaker`` or ``not shown``: where the share's interval lies against an even share."""
        share, even = self.share, 1 / self.seats
        if share.low > even:
            return "stronger"
        return "weaker" if share.high < even else "not shown"

    @property
    def elo(self) -> Interval:
        """Elo of the stronger policy above the weaker."""
        return elo_interval(self.share, self.seats)

    def document(self) -> dict[str, Any]:
        """For JSON."""
        share = self.share
        parts = variance_intervals(self.tally.groups, self.tally.whole, self.seats) if self._replicated else {}
        return {
            "weaker": self.weaker,
            "stronger": self.stronger,
            "units": {"count": self.tally.units, "left_out": self.tally.left_out, "games": self.tally.games},
            "share": interval_document(share),
            "elo": interval_document(self.elo),
            "games_to_show": number(games_to_show(share.value, self.seats)) if share.n else None,
            "variance": {name: interval_document(one) for name, one in parts.items()},
            "outcome": self.outcome,
            "tallies": self.tally.document(),
        }

    @property
    def _replicated(self) -> bool:
        return self.tally.games > self.seats


@dataclass(frozen=True)
class Ladder:
    """A played ladder.

    Attributes
    ----------
    spec : RunSpec
        Variant, player count, seed and first deal; its policies are the lowest rung.
    rule : LadderRule
    pairs : tuple of Pair
        Those that were finished, in the rule's order.
    levels : tuple of Level
        Each rung against itself.
    seconds : float
    threads : int
    interrupted : bool
    """

    spec: RunSpec
    rule: LadderRule
    pairs: tuple[Pair, ...]
    levels: tuple[Level, ...]
    seconds: float
    threads: int
    interrupted: bool = False

    @property
    def depth(self) -> float:
        """Levels of skill from the lowest to the highest rung: Elo of the steps that were shown, a lower bound."""
        steps = [one for one in self.pairs if one.stronger == one.weaker + 1 and one.outcome == "stronger"]
        return sum(elo(one.share.value, one.seats) for one in steps) / ELO_OF_A_LEVEL

    @property
    def doubts(self) -> list[dict[str, Any]]:
        """Why no balance claim should be made from some rungs; empty when each rung beats those below that it met."""
        return [
            {"weaker": one.weaker, "stronger": one.stronger, "outcome": one.outcome}
            for one in self.pairs
            if one.outcome != "stronger"
        ]

    def document(self) -> dict[str, Any]:
        """One entry of ``results`` of schema ``fairdeal.ladder/1``; only ``engine`` varies between equal runs."""
        pairs, levels = [one.document() for one in self.pairs], [one.document() for one in self.levels]
        text = json.dumps([pairs, levels], sort_keys=True, separators=(",", ":"))
        arm = arm_document(self.spec)
        del arm["policies"]
        return {
            "variant": arm,
            "players": self.spec.players,
            "seats": self.spec.game.seats(self.spec.players),
            "seat_word": self.spec.game.seat_word,
            "seed": self.spec.seed,
            "first": self.spec.first,
            "rungs": list(self.rule.rungs),
            "asked": {"deals": self.rule.deals, "replicates": self.rule.replicates, "games": self.rule.games},
            "pairs": pairs,
            "depth": number(self.depth),
            "sound": not self.doubts,
            "doubts": self.doubts,
            "levels": levels,
            "flips": [one.document() for one in flips(self.levels)],
            "digest": hashlib.sha256(text.encode()).hexdigest(),
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "seconds": round(self.seconds, 3),
                "interrupted": self.interrupted,
            },
        }


def document(ladders: Iterable[Ladder]) -> dict[str, Any]:
    """The document of several ladders."""
    return {"schema": SCHEMA, "results": [one.document() for one in ladders]}


def climb(spec: RunSpec, rule: LadderRule, jobs: Jobs = None, told: Told | None = None) -> Ladder:
    """Play every pair of the ladder, then each rung against itself.

    Ctrl-C ends it: what was finished up to there is returned.

    Parameters
    ----------
    spec : RunSpec
        Variant, player count, seed, first deal; its policies and count are not read.

    Raises
    ------
    BadInput
        Fewer than two rungs or seats, a rung that stands twice, an unknown policy.
    FailedRun
        A fault in the game's code.
    """
    _check(spec, rule)
    engine = engine_of(jobs)
    tell = told or (lambda label: None)
    started = time.perf_counter()
    pairs: list[Pair] = []
    results = []
    interrupted = False

    def climb_pair(number: int, weaker: int, stronger: int) -> None:
        label = f"[{number}/{len(rule.pairs)}] {rule.rungs[stronger]} against {rule.rungs[weaker]}"
        pairs.append(_pair(spec, rule, weaker, stronger, engine, tell(label)))

    def play_rung(rung: str) -> None:
        result = run(_mirror(spec, rung, rule.games), engine, tell(f"{rung} in every {spec.game.seat_word}"))
        if result.played.interrupted:
            raise KeyboardInterrupt
        results.append(result)

    calls = [partial(climb_pair, number, *pair) for number, pair in enumerate(rule.pairs, start=1)]
    calls += [partial(play_rung, rung) for rung in (rule.rungs if rule.games else ())]
    try:
        gather(calls)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - started
    return Ladder(spec, rule, tuple(pairs), levels_of(results, rule.rungs), seconds, engine.threads, interrupted)


def _check(spec: RunSpec, rule: LadderRule) -> None:
    seats = spec.game.seats(spec.players)
    if seats < 2:
        raise BadInput.of(
            f"{spec.variant.name} at {spec.players} players has one {spec.game.seat_word}: nobody to beat"
        )
    if len(rule.rungs) < 2:
        raise BadInput.of(f"a ladder of {len(rule.rungs)} rung: give at least two policies, the weakest first")
    twice = [one for one in rule.rungs if rule.rungs.count(one) > 1]
    if twice:
        raise BadInput.of(f"the rung {twice[0]} stands twice in the ladder")
    for rung in rule.rungs:
        _mirror(spec, rung, 1)


def _mirror(spec: RunSpec, rung: str, games: int) -> RunSpec:
    """The run of a rung against itself."""
    return make_spec(
        spec.game, spec.variant, spec.players, policies=(rung,), seed=spec.seed, first=spec.first, count=games
    )


def _pair(
    spec: RunSpec, rule: LadderRule, weaker: int, stronger: int, engine: Engine,
    progress: Callable[[int, int, float], None] | None,
) -> Pair:  # fmt: skip
    counter = SeatingCounter(_seatings(spec, rule, weaker, stronger), spec.seed)
    tally = SeatingTally(counter)
    counter.count(spec.first, 0)
    started = time.perf_counter()
    rows = engine.chunks(counter.count, spec.first, (rule.deals,))
    try:
        for _, row in rows:
            tally.add(row)
            if progress is not None:
                seconds = time.perf_counter() - started
                progress(counter.games * tally.units, counter.games * rule.deals, seconds)
    finally:
        rows.close()
    return Pair(weaker, stronger, tally, counter.seats, 1.0 - (1.0 - CONFIDENCE) / len(rule.pairs))


def _seatings(spec: RunSpec, rule: LadderRule, weaker: int, stronger: int) -> list[list[Any]]:
    seats = spec.game.seats(spec.players)
    found = []
    for seat in range(seats):
        policies = tuple(rule.rungs[stronger if other == seat else weaker] for other in range(seats))
        prepared = replace(spec, policies=policies).prepared()
        # Each play of a unit has policies' luck of its own, else two seatings would share more than the deal.
        first = seat * rule.replicates
        found.append([replace(prepared, replicate=first + r) for r in range(rule.replicates)])
    return found
