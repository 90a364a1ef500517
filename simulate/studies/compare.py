"""Compares A and B: two variants, or two policies, paired by luck; or two player counts, in separate runs.

Looks happen at fixed numbers of pairs over the contiguous first ones, as in an anytime run; the verdicts hold at every
look. It ends when every declared verdict is known, or at a limit.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from simulate.runs.anytime import FIRST_LOOK
from simulate.runs.engine import Engine, Jobs
from simulate.runs.keeping import kept_by
from simulate.runs.local import Progress, engine_of
from simulate.runs.metrics import SEAT_ADVANTAGE, Named, every_figure
from simulate.runs.spec import SEEDS, RunSpec
from simulate.runs.tally import Adder
from simulate.runs.tuning import pilot_figures
from simulate.runs.watching import tell
from simulate.statistics.anytime import share_cs
from simulate.statistics.intervals import Interval
from simulate.statistics.looks import look_grid
from simulate.statistics.sequential import SprtResult, sprt
from simulate.studies.compared import Compared, CompareRule, Reason, check_sprt, sprt_metric
from simulate.studies.declared import chosen_metrics, usual_of_comparison
from simulate.studies.margins import FAIRNESS, SHARE, SHARE_MARGIN, default_margins, reachable_widths, read_margins
from simulate.studies.pairs import PairCounter, PairTally
from simulate.studies.verdicts import Judgement, judge_apart, judge_pairs
from variants.errors import BadInput

if TYPE_CHECKING:
    from simulate.statistics.histogram import Histogram

NEEDS_PAIRS = "--sprt needs pairs: A and B must have equally many players"


def compare(
    a: RunSpec, b: RunSpec, rule: CompareRule | None = None, jobs: Jobs = None, progress: Progress | None = None
) -> Compared:
    """Play A and B until the declared verdicts are known, and say what is known.

    Parameters
    ----------
    a, b : RunSpec
        Of one game. Equally many players are paired by luck, play for play, under A's seed; otherwise B is played
        under a seed of its own.
    rule : CompareRule, optional
    progress : callable, optional
        Called with pairs done, pairs forecast, seconds.

    Raises
    ------
    BadInput
        Two games; a metric, margin or test that does not fit.
    FailedRun
        A fault in the game's code.
    """
    if a.game.name != b.game.name:
        raise BadInput.of(f"A is a variant of {a.game.name} and B of {b.game.name}: only one game's can be compared")
    asked = rule or CompareRule()
    if asked.most < 1:
        raise BadInput.of(f"most games: got {asked.most}, allowed: a whole number from 1 on")
    if a.players == b.players:
        return _Pairs(a, replace(b, seed=a.seed, first=a.first), asked, jobs, progress).run()
    # Seeds next to one another are their pilots'.
    return _Runs(a, replace(b, seed=(a.seed + 2) % SEEDS, first=a.first), asked, jobs, progress).run()


class _Study(ABC):
    """A comparison under way: the loop of looks; what is counted and judged stands in the two kinds below."""

    paired = True

    def __init__(self, a: RunSpec, b: RunSpec, rule: CompareRule, jobs: Jobs, progress: Progress | None) -> None:
        self.a, self.b, self.rule, self.progress = a, b, rule, progress
        self.engine: Engine = engine_of(jobs)
        self.prepared = a.prepared(), b.prepared()
        self.done = self.looks = 0
        self.sprt: SprtResult | None = None
        self.judged: tuple[Judgement, ...] = ()
        self.margins: dict[str, float] = {}
        self.widths: dict[str, float] = {}
        self.declared: tuple[str, ...] = ()

    def run(self) -> Compared:
        """Play, judge, and return what is known."""
        units = self.units()
        self.declared = chosen_metrics(self.rule.metrics, usual_of_comparison(units), units, partial(_hint, units))
        self.check()
        started = time.perf_counter()
        for spec, prepared in zip((self.a, self.b), self.prepared, strict=True):
            prepared.count_plays(spec.seed, spec.first, 0)
        self.counting()(self.a.first, 0)
        ready = time.perf_counter()
        found = _with_fairness(pilot_figures(self.prepared[0], self.a.seed, self.engine, self.rule.most, self.progress))
        self.margins = default_margins(units, found) | read_margins(self.rule.margins, units, found)
        self.widths = reachable_widths(self.margins, found, self.rule.most)
        share_cs(0, 1, SHARE_MARGIN)  # loads what intervals need, so that the rate that forecasts use is that of plays
        begun, before = time.perf_counter(), kept_by(self.engine)
        reason = self._play(begun)
        seconds = time.perf_counter() - begun
        self.judged = self.judge()
        return Compared(
            self.a, self.b, self.paired, self.done, self.left_out(), self.judged, self.margins, self.sprt, self.rule,
            reason, self.looks, seconds, ready - started, self.engine.threads, self.tallies(),
            kept_by(self.engine) - before, self.widths,
        )  # fmt: skip

    def _play(self, begun: float) -> Reason:
        looks = list(look_grid(FIRST_LOOK, self.rule.most))
        stops = set(looks)
        rows = self.engine.chunks(self.counting(), self.a.first, looks)
        try:
            for size, row in rows:
                self.add(row)
                self.done += size
                if self.done in stops:
                    self.looks += 1
                    if self._decided():
                        return "decided"
                if self.judged:
                    tell(self.progress, self._main)
                if self.progress is not None:
                    self.progress(self.done, self._forecast(), time.perf_counter() - begun)
                if self.rule.seconds is not None and time.perf_counter() - begun >= self.rule.seconds:
                    return "time" if self.done < self.rule.most else "most games"
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            rows.close()
        return "most games"

    def _decided(self) -> bool:
        self.judged = self.judge()
        if self.rule.sprt is not None:
            self.sprt = self.test(self.rule.sprt)
            return self.sprt.decision != "continue"
        return all(one.verdict.outcome != "undecided" for one in self.judged if one.declared)

    def _main(self) -> tuple[str, str, Interval]:
        """B - A of what the comparison is about at the last look: fairness if it is declared, else the first metric."""
        declared = [one for one in self.judged if one.declared] or list(self.judged)
        chief = next((one for one in declared if one.metric in (FAIRNESS, SEAT_ADVANTAGE)), declared[0])
        return f"B - A of {chief.metric}", chief.unit, chief.verdict.interval

    def _forecast(self) -> int:
        open_ = [one.verdict.still_needed for one in self.judged if one.declared and one.verdict.still_needed]
        if not open_ or min(open_) < 0:
            return self.rule.most
        return max(self.done, min(self.rule.most, self.done + max(open_)))

    @abstractmethod
    def units(self) -> dict[str, str]:
        """The unit of every metric that is compared."""

    @abstractmethod
    def counting(self) -> Callable[[int, int], Any]:
        """What counts pairs, called as (first, pairs): pure, since it may be sent to other machines."""

    @abstractmethod
    def add(self, row: Any) -> None:
        """Add what pairs gave."""

    @abstractmethod
    def judge(self) -> tuple[Judgement, ...]:
        """What is known now."""

    def check(self) -> None:
        """Refuse a sequential test that cannot be made; only pairs can be tested."""
        if self.rule.sprt is not None:
            raise BadInput.of(NEEDS_PAIRS)

    def test(self, effects: tuple[float, float]) -> SprtResult:
        """Where the sequential test stands."""
        raise BadInput.of(NEEDS_PAIRS)

    def left_out(self) -> int:
        """Pairs left out."""
        return 0

    @abstractmethod
    def tallies(self) -> dict[str, Any]:
        """The integers, for JSON."""


def _hint(units: Mapping[str, str], name: str) -> str:
    """Why a metric of a run is none of this comparison, or what it is called here; "" if that is not known."""
    other = {SEAT_ADVANTAGE: FAIRNESS, FAIRNESS: SEAT_ADVANTAGE}.get(name)
    if name == FAIRNESS and SEAT_ADVANTAGE not in units:
        return "it is judged where all seats of an arm play alike (policies)"
    seats = [unit for unit in units if unit.startswith(f"{name}.")]
    if seats:
        return f"name a seat: {', '.join(seats)}"
    if other is None or other not in units:
        return ""
    return f"here it is {other}" + (", the largest |p - 1/k|" if other == FAIRNESS else ", the largest |k p - 1|")


def _with_fairness(found: Mapping[str, Named]) -> dict[str, Named]:
    """The pilot's figures; the seat advantage, a share as well, stands in for fairness."""
    extra = {FAIRNESS: found[SEAT_ADVANTAGE]} if SEAT_ADVANTAGE in found else {}
    return {**found, **extra}


class _Pairs(_Study):
    """Plays paired by luck."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.counter = PairCounter(*self.prepared, self.a.seed)
        self.tally = PairTally(self.counter)
        self.fair = all(len(set(spec.policies)) == 1 for spec in (self.a, self.b)) and self.prepared[0].seats > 1

    def units(self) -> dict[str, str]:
        found = {one.name: one.unit for one in self.counter.quantities}
        return found | ({FAIRNESS: SHARE} if self.fair else {})

    def counting(self) -> Callable[[int, int], NDArray[np.int64]]:
        return self.counter.count

    def add(self, row: NDArray[np.int64]) -> None:
        self.tally.add(row)

    def judge(self) -> tuple[Judgement, ...]:
        seats = self.prepared[0].seats
        return judge_pairs(self.tally.read(), self.tally.pairs, self.margins, self.declared, seats, self.widths)

    def check(self) -> None:
        check_sprt(self.rule, {one.name: one for one in self.counter.quantities})

    def test(self, effects: tuple[float, float]) -> SprtResult:
        found = self.tally.read()[sprt_metric(self.rule)]
        differences = cast("Histogram", found.d)  # as :meth:`check` made sure of
        return sprt(differences, *effects, found.quantity.scale, largest=found.quantity.size - 1)

    def left_out(self) -> int:
        return self.tally.left_out

    def tallies(self) -> dict[str, Any]:
        found = {name: one.document() for name, one in self.tally.read().items()}
        return {"pairs": self.tally.pairs, "left_out": self.tally.left_out, "metrics": found}


class _Runs(_Study):
    """Two separate runs, of tables whose plays cannot be paired."""

    paired = False

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.adders = [Adder(prepared.width) for prepared in self.prepared]

    def units(self) -> dict[str, str]:
        a, b = (every_figure(*one) for one in self._read())
        shown = [name for name in a if name in b and (name in (SEAT_ADVANTAGE, "tie") or _is_common(name))]
        alike = all(len(set(spec.policies)) == 1 for spec in (self.a, self.b))
        return {name: a[name].unit for name in shown if name != SEAT_ADVANTAGE or alike}

    def counting(self) -> Callable[[int, int], tuple[NDArray[np.int64], NDArray[np.int64]]]:
        one, other = self.prepared
        return partial(_both, partial(one.count_plays, self.a.seed), partial(other.count_plays, self.b.seed))

    def add(self, row: Sequence[NDArray[np.int64]]) -> None:
        for adder, one in zip(self.adders, row, strict=True):
            adder.add(one)

    def judge(self) -> tuple[Judgement, ...]:
        a, b = (every_figure(*one) for one in self._read())
        return judge_apart(a, b, self.margins, self.declared, self.widths)

    def left_out(self) -> int:
        return max(int(one[0].capped) for one in self._read())

    def tallies(self) -> dict[str, Any]:
        a, b = (one[0].document() for one in self._read())
        return {"a": a, "b": b}

    def _read(self) -> list[tuple[Any, Any, str]]:
        return [
            (adder.tally(prepared.measures, prepared.seats), prepared.measures, prepared.game.seat_word)
            for adder, prepared in zip(self.adders, self.prepared, strict=True)
        ]


def _both(
    one: Callable[[int, int], NDArray[np.int64]], other: Callable[[int, int], NDArray[np.int64]], first: int, plays: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return one(first, plays), other(first, plays)


def _is_common(name: str) -> bool:
    """True for metrics of the whole table: no seat's, no quantile."""
    return "." not in name and name not in ("tie", "capped", SEAT_ADVANTAGE)
