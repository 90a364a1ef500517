"""What can be seen with which budget on this machine: games and time for an effect, and the effect for a time.

A short pilot measures the speed and the variance of a play; formulas in :mod:`simulate.statistics.anytime`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simulate.runs.local import play_locally, threads_of
from simulate.runs.metrics import figures, number
from simulate.runs.result import machine
from simulate.runs.spec import RunSpec
from simulate.runs.tuning import PILOT
from simulate.statistics.anytime import plays_needed, xstar
from simulate.statistics.intervals import DEFAULT_CONFIDENCE
from simulate.statistics.quantiles import normal_quantile
from simulate.studies.compared import arm_document
from simulate.version import VERSION

SCHEMA = "fairdeal.plan/1"
PILOT_SECONDS = 0.5
MOST_PILOT = 200_000
TIMES = (10.0, 60.0, 600.0, 3600.0)
"""Seconds for which it is told what can be seen."""

ALPHA = 1.0 - DEFAULT_CONFIDENCE


@dataclass(frozen=True)
class Need:
    """Games and seconds that one way of asking takes."""

    games: int
    seconds: float

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {"games": self.games, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True)
class Outlook:
    """One metric: what a play of it varies by, and what the budgets show.

    Attributes
    ----------
    metric, unit, meaning : str
    value, deviation : float
        In the pilot: the estimate and the standard deviation of one play.
    fixed, anytime : Need or None
        For a half-width of the effect: with a number of games declared before, and by ``--precision``. For shares only.
    compared : Need or None
        Pairs (two games each) to find a difference of the effect between two variants without any gain from pairing.
    widths : tuple of (float, float)
        Half-width reached within each of `TIMES`: fixed-n, anytime.
    """

    metric: str
    unit: str
    meaning: str
    value: float
    deviation: float
    fixed: Need | None
    anytime: Need | None
    compared: Need | None
    widths: tuple[tuple[float, float], ...]

    def document(self) -> dict[str, Any]:
        """For JSON."""
        needs = {"fixed_n": self.fixed, "anytime": self.anytime, "compare": self.compared}
        return {
            "value": number(self.value),
            "deviation": number(self.deviation),
            "unit": self.unit,
            **{name: None if need is None else need.document() for name, need in needs.items()},
            "half_widths": [
                {"seconds": seconds, "fixed_n": number(fixed), "anytime": number(anytime)}
                for seconds, (fixed, anytime) in zip(TIMES, self.widths, strict=True)
            ],
        }


@dataclass(frozen=True)
class Budget:
    """What can be seen of one table on this machine.

    Attributes
    ----------
    spec : RunSpec
    effect : float
        A difference of shares.
    rate : float
        Games per second, kernels ready.
    threads, pilot : int
        Threads; games of the pilot.
    outlooks : tuple of Outlook
    """

    spec: RunSpec
    effect: float
    rate: float
    threads: int
    pilot: int
    outlooks: tuple[Outlook, ...]

    def document(self) -> dict[str, Any]:
        """One entry of ``results`` of schema ``fairdeal.plan/1``."""
        return {
            **arm_document(self.spec),
            "effect": self.effect,
            "confidence": DEFAULT_CONFIDENCE,
            "metrics": {one.metric: one.document() for one in self.outlooks},
            "pilot": self.pilot,
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "plays_per_second": round(self.rate),
            },
        }


def document(budgets: Iterable[Budget]) -> dict[str, Any]:
    """The document of several budgets."""
    return {"schema": SCHEMA, "results": [one.document() for one in budgets]}


def budget(spec: RunSpec, effect: float, jobs: int | None = None) -> Budget:
    """What can be seen of a table, from a pilot of about half a second.

    Parameters
    ----------
    effect : float
        The difference of shares that should be seen, 0 … 1.

    Raises
    ------
    KeyboardInterrupt
        The pilot was stopped.
    FailedRun
        A fault in the game's code.
    """
    prepared, threads = spec.prepared(), threads_of(jobs)
    played = play_locally(prepared, spec.seed, spec.first, PILOT, threads)
    if played.seconds < PILOT_SECONDS and not played.interrupted:
        games = min(MOST_PILOT, math.ceil(PILOT * PILOT_SECONDS / max(played.seconds, 1e-4)))
        played = play_locally(prepared, spec.seed, spec.first, games, threads)
    if played.interrupted:
        raise KeyboardInterrupt
    rate = played.tally.plays / max(played.seconds, 1e-9)
    found = figures(played.tally, prepared.measures, spec.game.seat_word)
    shown = [one for name, one in found.items() if not name.startswith(("outright.", "capped"))]
    outlooks = tuple(
        _outlook(one.name, one.unit, one.meaning, one.figure.value(), one.figure.variance(), effect, rate)
        for one in shown
    )
    return Budget(spec, effect, rate, threads, played.tally.plays, outlooks)


def _outlook(name: str, unit: str, meaning: str, value: float, variance: float, effect: float, rate: float) -> Outlook:
    share = unit == "share"
    # Of a share that is smaller than the effect the interval reaches to the effect itself, where plays vary more.
    asked = max(variance, effect * (1 - effect)) if not effect <= value <= 1 - effect else variance
    z = normal_quantile(DEFAULT_CONFIDENCE)
    games = [rate * seconds for seconds in TIMES]
    widths = tuple((z * math.sqrt(variance / n), math.sqrt(xstar(ALPHA) * variance / n)) for n in games)
    return Outlook(
        name, unit, meaning, value, math.sqrt(variance),
        _need(math.ceil(z * z * asked / effect**2), rate) if share else None,
        _need(plays_needed(asked, effect, ALPHA), rate) if share else None,
        _need(plays_needed(2 * asked, effect, ALPHA), rate / 2) if share else None,
        widths,
    )  # fmt: skip


def _need(games: int, rate: float) -> Need:
    return Need(games, games / rate)
