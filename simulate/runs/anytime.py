"""Plays until a question is answered, with intervals that hold at every look and whatever stops the run.

Looks happen at fixed numbers of plays on a geometric grid, over the contiguous first plays; limits of time and Ctrl-C
cut the run between two chunks, again after contiguous first plays. So neither the number of threads nor their speed
can favour short plays, and the intervals, which hold at all numbers of plays at once, stay valid.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from simulate.runs.engine import Engine, Jobs
from simulate.runs.figures import Reading
from simulate.runs.forecasting import forecast
from simulate.runs.goals import Judged, judge
from simulate.runs.keeping import kept_by
from simulate.runs.local import Played, Progress, engine_of
from simulate.runs.metrics import Named, empty_tally, every_figure, figures
from simulate.runs.result import Result, course_document
from simulate.runs.spec import RunSpec
from simulate.runs.stopping import Reason, Stop, StopRule
from simulate.runs.tally import Adder, Tally, added
from simulate.runs.tuning import pilot, pilot_plays, tune
from simulate.runs.watching import tell, watched
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.looks import look_grid

FIRST_LOOK = 256
"""Plays before the first look; looks are whole multiples of it."""

PILOT_SHARE = 0.1
"""Of a run's time the pilot may take so much."""


@dataclass(frozen=True)
class Earlier:
    """What is there already: the first plays of the same run, and how their intervals are tuned.

    Attributes
    ----------
    tally : Tally
    tuning : mapping of str to float
        Empty when the earlier plays had no anytime intervals.
    looks : int
    same_rule : bool
        True when the rule is the one by which they were played, and nothing else has ended them but an interruption.
    """

    tally: Tally
    tuning: Mapping[str, float]
    looks: int = 0
    same_rule: bool = False


def run_until(
    spec: RunSpec,
    rule: StopRule,
    jobs: Jobs = None,
    progress: Progress | None = None,
    earlier: Earlier | None = None,
) -> Result:
    """Play until the rule says stop, and return the result with anytime intervals.

    Parameters
    ----------
    spec : RunSpec
        Its `count` is not used.
    progress : callable, optional
        Called with plays done, plays forecast, seconds.
    earlier : Earlier, optional
        Plays to go on from. If they were played by the same rule, looks stay where an uninterrupted run has them;
        else the first look is at these plays.

    Raises
    ------
    FailedRun
        A fault in the game's code.
    BadInput
        A relative precision of a metric whose value is 0.
    KeyboardInterrupt
        It was stopped before the pilot had ended.
    """
    return _Anytime(spec, rule, engine_of(jobs), progress, earlier).run()


class _Anytime:
    """One anytime run under way."""

    def __init__(
        self, spec: RunSpec, rule: StopRule, engine: Engine, progress: Progress | None, earlier: Earlier | None
    ) -> None:
        self._spec, self._rule, self._engine, self._progress = spec, rule, engine, progress
        self._prepared = spec.prepared()
        self._earlier = earlier.tally if earlier else None
        self._before = earlier.tally.plays if earlier else 0
        self._looks = earlier.looks if earlier else 0
        self._same_rule = earlier is not None and earlier.same_rule
        self._tuning = dict(earlier.tuning) if earlier else {}
        self._adder = Adder(self._prepared.width)
        self._done = self._before
        self._model = self._earlier
        self._wanted: int | None = None
        self._clock = 0.0

    def run(self) -> Result:
        """Play and judge."""
        started = time.perf_counter()
        self._prepared.count_plays(self._spec.seed, self._spec.first, 0)
        ready = self._clock = time.perf_counter()
        self._tune()
        begun, before = time.perf_counter(), kept_by(self._engine)
        reason = self._play(begun)
        finished = time.perf_counter()
        new = self._adder.tally(self._prepared.measures, self._prepared.seats)
        played = Played(
            new, ready - started, finished - begun, self._engine.threads, reason == "interrupted", self._engine.kind,
            kept_by(self._engine) - before,
        )  # fmt: skip
        tally = self._tally()
        shown = figures(tally, self._prepared.measures, self._spec.game.seat_word)
        metrics = {name: one.metric(self._reading(name)) for name, one in shown.items()}
        stop = Stop("anytime", str(self._rule), self._rule.document(), max(1, self._looks), reason, self._kept(shown))
        judged = self._judged(self._figures(tally))
        return Result(self._spec, tally, metrics, played, stop, judged, course_document(self._prepared))

    def _tune(self) -> None:
        """Tune what is not tuned yet; nothing that the earlier plays led somebody to ask may enter into it."""
        zero = figures(empty_tally(self._prepared.measures, self._prepared.seats), self._prepared.measures)
        if self._kept(zero).keys() >= self._needed(zero):
            return
        rule = self._rule if self._earlier is None else StopRule()
        limit = None if self._rule.seconds is None else PILOT_SHARE * self._rule.seconds
        tried = pilot(self._prepared, self._spec.seed, self._engine, pilot_plays(rule.most), limit, self._progress)
        tuned = tune(rule, self._spec.goals, self._figures(tried), within_time=self._plays_in_time(tried.plays))
        self._tuning = {**tuned, **self._tuning}
        self._model = self._model or tried

    def _plays_in_time(self, tried: int) -> float:
        """About how many plays the time that is left is enough for, after so many were tried since the clock began."""
        if self._rule.seconds is None:
            return math.inf
        spent = time.perf_counter() - self._clock
        return tried / max(spent, 1e-9) * max(0.0, self._rule.seconds - spent)

    def _needed(self, shown: Mapping[str, Named]) -> set[str]:
        """Names of the figures that are shown or asked for."""
        return {*shown, *(one.metric for one in self._spec.goals), *(one.metric for one in self._rule.precision)}

    def _kept(self, shown: Mapping[str, Named]) -> dict[str, float]:
        """The tuning of what is shown or asked for."""
        asked = self._needed(shown)
        return {name: width for name, width in self._tuning.items() if name in asked}

    def _play(self, begun: float) -> Reason:
        """Play to the end, and say what ended it."""
        if self._done and self._rule.asks and self._looks_first() and self._look():
            return self._answer
        if self._done >= self._rule.most:
            return "most games"
        edges = _Edges(self._done, self._rule)
        counting = partial(self._prepared.count_plays, self._spec.seed)
        rows = self._engine.chunks(counting, self._spec.first + self._done, edges)
        try:
            for size, row in rows:
                self._adder.add(row)
                self._done += size
                if self._done in edges.passed and self._rule.asks:
                    edges.passed.discard(self._done)
                    self._looks += 1
                    if self._look():
                        return self._answer
                self._report(begun)
                if self._rule.seconds is not None and time.perf_counter() - self._clock >= self._rule.seconds:
                    return "time" if self._done < self._rule.most else "most games"
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            rows.close()
        return "most games"

    def _looks_first(self) -> bool:
        """True if the earlier plays are to be looked at: always by another rule, else where the grid has a look."""
        if not self._same_rule:
            return True
        grid = [look for look in look_grid(FIRST_LOOK, self._rule.most) if look <= self._done]
        self._looks = len(grid)
        return bool(grid) and grid[-1] == self._done

    @property
    def _answer(self) -> Reason:
        return "goals decided" if self._rule.until_decided else "precision reached"

    def _look(self) -> bool:
        """True if all that is asked for is reached."""
        self._model, self._wanted = self._tally(), None
        return self._answered(self._model)

    def _answered(self, tally: Tally) -> bool:
        """True if all that is asked for is reached with these plays."""
        found = self._figures(tally)
        if not all(one.reached(found[one.metric], self._reading(one.metric)) for one in self._rule.precision):
            return False
        judged = self._judged(found) if self._rule.until_decided else ()
        return all(one.status != "not yet known" for one in judged)

    def _forecast(self) -> int:
        """About how many plays there will be in the end, judging from those at the last look, else from the pilot."""
        if self._wanted is None:
            looks = [look for look in look_grid(FIRST_LOOK, self._rule.most) if look > self._done]
            model = self._model if self._rule.asks else None
            found = forecast(self._answered, model, looks) if model is not None and model.plays else None
            self._wanted = found or self._rule.most
        return self._wanted

    def _report(self, begun: float) -> None:
        if self._progress is None:
            return
        now = time.perf_counter()
        told = self._forecast() if watched(self._progress) else self._wanted or self._rule.most
        new, wanted = self._done - self._before, told - self._before
        if self._rule.seconds is not None and now > begun:
            left = max(0.0, self._clock + self._rule.seconds - now)
            wanted = min(wanted, new + round(new / (now - begun) * left))
        tell(self._progress, self._main)
        self._progress(new, max(new, wanted), now - begun)

    def _main(self) -> tuple[str, str, Interval]:
        """The figure that the run is about: the first with a precision, else the first goal's, else a win share."""
        found = self._figures(self._tally())
        asked = [*(one.metric for one in self._rule.precision), *(one.metric for one in self._spec.goals)]
        name = next((name for name in asked if name in self._tuning), next(iter(self._tuning)))
        return name, found[name].unit, found[name].figure.interval(self._reading(name))

    def _tally(self) -> Tally:
        new = self._adder.tally(self._prepared.measures, self._prepared.seats)
        return added(self._earlier, new) if self._earlier is not None else new

    def _figures(self, tally: Tally) -> dict[str, Named]:
        return every_figure(tally, self._prepared.measures, self._spec.game.seat_word)

    def _reading(self, name: str) -> Reading:
        return Reading("anytime", self._tuning[name], DEFAULT_CONFIDENCE)

    def _judged(self, found: Mapping[str, Named]) -> tuple[Judged, ...]:
        readings = {one.metric: self._reading(one.metric) for one in self._spec.goals}
        return judge(self._spec.goals, found, readings)


class _Edges:
    """The plays after which to look, counted from where playing goes on; keeps those handed out, as whole counts."""

    def __init__(self, done: int, rule: StopRule) -> None:
        self._done = done
        grid = look_grid(FIRST_LOOK, rule.most) if rule.asks else iter((rule.most,))
        self._looks = (look for look in grid if look > done)
        self.passed: set[int] = set()

    def __iter__(self) -> Iterator[int]:
        for look in self._looks:
            self.passed.add(look)
            yield look - self._done
