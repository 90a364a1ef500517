"""What can be seen with which budget on this machine: games and time for an effect, and the effect for a time.

A short pilot measures the speed and the variance of a play. How many games an interval takes is asked of the intervals
themselves, how many pairs a verdict takes of the boundary that `compare` judges by.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar

from simulate.runs.anytime import FIRST_LOOK
from simulate.runs.figures import FIXED
from simulate.runs.local import Played, engine_of, play_locally, threads_of
from simulate.runs.metrics import Named, figures, number
from simulate.runs.prepared import Prepared
from simulate.runs.result import machine
from simulate.runs.spec import RunSpec
from simulate.statistics.anytime import boundary, half_width_after, share_cs, tau2
from simulate.statistics.histogram import KURTOSIS_FACTOR
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, wilson, wilson_ends
from simulate.statistics.looks import look_grid
from simulate.statistics.quantiles import LARGE_N, normal_quantile
from simulate.studies.compared import arm_document
from simulate.studies.declared import usual_of_comparison
from simulate.studies.margins import FAIRNESS, SHARE, SHARE_MARGIN
from simulate.studies.pairs import PairCounter
from simulate.studies.verdicts import confidence_each
from simulate.version import VERSION

SCHEMA = "fairdeal.plan/1"
PILOT_SECONDS, LONGEST_PILOT = 0.5, 5.0
PROBE, FEWEST_PILOT, MOST_PILOT = 8, 64, 1_000_000
FAST = 2000.0
"""Games per second from which on the time that counting takes is felt."""
CHANCE = 0.9
"""Chance that two variants are told apart within the pairs that are told."""
MOST_GAMES = 1 << 60
TIMES = (10.0, 60.0, 600.0, 3600.0)
"""Seconds for which it is told what can be seen."""

T = TypeVar("T")

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
        Pairs (two games each) within which a difference of the effect between two variants is found with `CHANCE`,
        without any gain from pairing: of a win share by a plain comparison, of others by one of this metric alone.
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
            "chance": CHANCE,
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
    played = _pilot(prepared, spec, threads)
    rate = played.tally.plays / max(played.seconds, 1e-9)
    found = figures(played.tally, prepared.measures, spec.game.seat_word)
    shown = [one for name, one in found.items() if not name.startswith(("outright.", "capped"))]
    pairs = _pairs_rate(prepared, spec, threads, rate)
    plain = confidence_each(declared_by_compare(spec, found), prepared.seats)
    outlooks = tuple(
        outlook(one, effect, rate, pairs, plain if one.name.startswith("win_share.") else DEFAULT_CONFIDENCE)
        for one in shown
    )
    return Budget(spec, effect, rate, threads, played.tally.plays, outlooks)


def _pilot(prepared: Prepared, spec: RunSpec, threads: int) -> Played:
    """Plays of about half a second, of up to five when they are slow.

    Raises
    ------
    KeyboardInterrupt
        It was stopped.
    """

    def play(games: int) -> tuple[Played, float]:
        played = play_locally(prepared, spec.seed, spec.first, games, threads)
        if played.interrupted:
            raise KeyboardInterrupt
        return played, played.seconds

    return _long_enough(play)[0]


def _pairs_rate(prepared: Prepared, spec: RunSpec, threads: int, rate: float) -> float:
    """Pairs a second: half the games of slow play; of fast play measured, since counting pairs takes time itself."""
    if rate < FAST:
        return rate / 2
    counter = PairCounter(prepared, prepared, spec.seed)
    counter.count(spec.first, 0)

    def play(pairs: int) -> tuple[int, float]:
        started = time.perf_counter()
        with closing(engine_of(threads).chunks(counter.count, spec.first, (pairs,))) as rows:
            deque(rows, maxlen=0)
        return pairs, time.perf_counter() - started

    pairs, seconds = _long_enough(play)
    return pairs / max(seconds, 1e-9)


def _long_enough(play: Callable[[int], tuple[T, float]]) -> tuple[T, float]:
    """What as many plays give as take long enough to be timed, and their seconds; shorter pilots say how many."""
    games = PROBE
    while True:
        given, seconds = play(games)
        rate = games / max(seconds, 1e-4)
        fewest = min(FEWEST_PILOT, math.ceil(rate * LONGEST_PILOT))
        wanted = min(MOST_PILOT, max(fewest, math.ceil(rate * PILOT_SECONDS)))
        if wanted <= 1.5 * games:
            return given, seconds
        games = min(wanted, 64 * games)


def declared_by_compare(spec: RunSpec, found: Iterable[str]) -> tuple[str, ...]:
    """The metrics that a plain comparison of two such tables judges together."""
    names = list(found)
    several = sum(name.startswith("win_share.") for name in names) > 1
    fair = [FAIRNESS] if several and len(set(spec.policies)) == 1 else []
    return usual_of_comparison([*names, *fair])


def outlook(
    one: Named, effect: float, rate: float, pairs_rate: float, confidence: float = DEFAULT_CONFIDENCE
) -> Outlook:
    """What is known of a metric before it is played for.

    Parameters
    ----------
    effect : float
        A difference of shares.
    rate, pairs_rate : float
        Games, and pairs of games, per second.
    confidence : float
        That `compare` needs for it, so that all that it judges holds together.
    """
    value, variance = one.figure.value(), one.figure.variance()
    z = normal_quantile(DEFAULT_CONFIDENCE)
    games = [rate * seconds for seconds in TIMES]
    known = variance > 0
    deviation = math.sqrt(variance) if known else 0.0
    widths = tuple(
        (z * math.sqrt(variance / n), half_width_after(n, variance, ALPHA)) if known else (math.nan, math.nan)
        for n in games
    )
    if one.unit != SHARE or not math.isfinite(value):
        return Outlook(one.name, one.unit, one.meaning, value, deviation, None, None, None, widths)
    share = _cautious(value, one.figure.interval(FIXED).n)
    fixed, anytime = declared_games(share, effect), games_until_precise(share, effect)
    pairs = pairs_needed(_apart(share, effect), effect, 1.0 - confidence)
    needs = Need(fixed, fixed / rate), Need(anytime, anytime / rate), Need(pairs, pairs / pairs_rate)
    return Outlook(one.name, one.unit, one.meaning, value, deviation, *needs, widths)


def _cautious(share: float, n: int) -> float:
    """The middle of Wilson's interval: after a short pilot nearer to one half, where games vary most."""
    return sum(wilson_ends(share, n, DEFAULT_CONFIDENCE)) / 2


def declared_games(share: float, half_width: float) -> int:
    """Games after which Wilson's interval of a share that stays as it is reaches so far to each side."""
    return _first(range(1, MOST_GAMES), lambda n: wilson(round(share * n), n), half_width)


def games_until_precise(share: float, half_width: float) -> int:
    """The look at which a run with ``--precision`` ends, if the share stays as it is."""
    looks = list(look_grid(FIRST_LOOK, MOST_GAMES))
    return _first(looks, lambda n: share_cs(round(share * n), n, half_width), half_width)


def _first(counts: Sequence[int], interval: Callable[[int], Interval], half_width: float) -> int:
    """The first of the counts at which the interval is narrow enough; the last when it never is."""
    at = bisect_left(counts, True, key=lambda n: interval(n).half_width <= half_width)
    return counts[min(at, len(counts) - 1)]


def _apart(share: float, effect: float) -> float:
    """Variance of the difference of two games of separate luck, of this share and of one so far from it."""
    others = [min(1.0, max(0.0, end)) for end in (share - effect, share + effect)]
    return share * (1 - share) + max(other * (1 - other) for other in others)


def pairs_needed(variance: float, effect: float, alpha: float) -> int:
    """Pairs after which a true difference of the effect lies beyond the anytime boundary with `CHANCE`.

    Parameters
    ----------
    variance : float
        Of the difference of a pair.
    alpha : float
        Error that the comparison allows this metric. Its boundary is tuned to the margin, which for an effect smaller
        than the usual margin must be the effect.
    """
    scale2, beyond = tau2(min(effect, SHARE_MARGIN), alpha), normal_quantile(2 * CHANCE - 1)
    few, many = 1.0, 2.0
    while not _seen(variance / many, effect, scale2, alpha, beyond):
        few, many = many, 2 * many
    while many / few > 1.0001:
        middle = math.sqrt(few * many)
        few, many = (few, middle) if _seen(variance / middle, effect, scale2, alpha, beyond) else (middle, many)
    # A mean counts only from so many games on. The kurtosis of a difference of two events is 1 / variance, so it is
    # their number that counts: as many as are there with `CHANCE`, by the normal approximation of Poisson's law.
    events = KURTOSIS_FACTOR + beyond * math.sqrt(KURTOSIS_FACTOR)
    return math.ceil(max(many, LARGE_N, events / variance))


def _seen(s2: float, effect: float, scale2: float, alpha: float, beyond: float) -> bool:
    return boundary(s2, scale2, alpha) + beyond * math.sqrt(s2) <= effect
