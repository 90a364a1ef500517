"""How the estimate of a win share settles: play by play, with the band that holds at every number of plays at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.advantage import seat_advantage, win_shares
from reports.languages.language import Language
from reports.pages.sample import Sample
from reports.pages.words import seat_name
from reports.plots.lines import Curve, Scale, lines_plot
from reports.plots.plot import Plot
from reports.plots.rows import Words
from reports.terms import Terms
from simulate.statistics.anytime import share_cs
from simulate.statistics.intervals import Interval
from simulate.statistics.looks import look_grid

FIRST, GROWTH = 32, 1.25
"""Plays before the first point; how many times more plays each further point has."""
SHOWN = 250
"""Plays from which on the band is narrow enough to be looked at."""


@dataclass(frozen=True)
class Course:
    """The estimate at several numbers of plays, with its anytime intervals."""

    plays: Sequence[int]
    intervals: Sequence[Interval]

    def excludes(self, value: float) -> int | None:
        """The number of plays from which on every interval excludes `value`; None when the last one holds it."""
        since = None
        for n, one in zip(self.plays, self.intervals, strict=True):
            out = value < one.low or value > one.high
            since = None if not out else n if since is None else since
        return since


def course_of(sample: Sample, seat: int, half_width: float) -> Course:
    """The win share of a seat over the first plays; `half_width` tunes the band and is chosen without looking."""
    seats = sample.scores.shape[1]
    full = math.lcm(*range(1, seats + 1))
    units = np.cumsum(units_of(sample.winners, seat, seats, full))
    plays = list(look_grid(min(FIRST, sample.plays), sample.plays, GROWTH))
    return Course(plays, [share_cs(int(units[n - 1]), n, half_width, full) for n in plays])


def units_of(winners: NDArray[np.int64], seat: int, seats: int, full: int) -> NDArray[np.int64]:
    """What a seat won of each play's point, in parts of `full`: int64[plays] of the winners' bits."""
    bits = np.stack([winners >> one & 1 for one in range(seats)], axis=1)
    shared = np.maximum(bits.sum(axis=1), 1)
    won: NDArray[np.int64] = bits[:, seat] * (full // shared)
    return won


def convergence_plot(
    result: Mapping[str, Any], sample: Sample, terms: Terms, language: Language, name: str
) -> Plot | None:
    """The plot for the seat that is farthest from even; None when there is none, or plays were stopped."""
    found = seat_advantage(result)
    if found is None or not sample.whole or sample.plays < 2 * FIRST or result["plays"]["capped"]:
        return None
    metric, even = win_shares(result["metrics"])[found.seat], 1 / found.seats
    tuning = ((result.get("stop") or {}).get("tuning") or {}).get(f"win_share.{found.seat}")
    course = course_of(sample, found.seat, tuning or 1 / math.sqrt(result["plays"]["count"]))
    seat = seat_name(result, terms, language, found.seat)
    since = course.excludes(even)
    final = metric["low"] > even or metric["high"] < even
    later = "late" if sample.plays < found.n else "declared"
    key = "early" if since is not None and final else later if final else "never"
    title = language.sentence(
        f"plot.converge.{key}", seat=seat, share=language.figure(metric), even=language.share(even, 1),
        n=language.count(since or 0), sample=language.count(sample.plays), all=language.count(found.n),
    )  # fmt: skip
    caption = language.say(
        "plot.converge.caption", sample=language.count(sample.plays), n=language.count(found.n), kind=metric["kind"],
        even=language.share(even, 1),
    )  # fmt: skip
    last = course.intervals[-1]
    alt = language.say(
        "plot.converge.alt", seat=seat, sample=language.count(sample.plays), share=language.share(last.value, 1),
        low=language.share(last.low, 1), high=language.share(last.high, 1), n=language.count(found.n),
        final=language.figure(metric), interval=language.interval(metric),
    )  # fmt: skip
    return lines_plot(
        Words(name, title, caption, alt, ""), _curves(course, metric), _scales(course, metric, even, language),
        language, line=100 * even,
    )  # fmt: skip


def _curves(course: Course, metric: Mapping[str, Any]) -> list[Curve]:
    ends = [[100 * getattr(one, key) for one in course.intervals] for key in ("value", "low", "high")]
    sample = Curve("", list(course.plays), ends[0], ends[1], ends[2])
    final = Curve(
        "", [metric["n"]], [100 * metric["value"]], [100 * metric["low"]], [100 * metric["high"]], look=1, marks=True,
        bars=True,
    )  # fmt: skip
    return [sample, final]


def _scales(course: Course, metric: Mapping[str, Any], even: float, language: Language) -> tuple[Scale, Scale]:
    """Axes on which the band is seen from where it begins to be narrow."""
    start = next((i for i, n in enumerate(course.plays) if n >= SHOWN), 0)
    shown = course.intervals[start:]
    ends = [end for one in shown for end in (one.low, one.high)] + [metric["low"], metric["high"], even]
    room = 0.06 * (max(ends) - min(ends))
    least, most = course.plays[start], max(course.plays[-1], metric["n"])
    return (
        Scale(language.say("plot.converge.x"), log=True, ends=(least, most * 1.25)),
        Scale(language.say("plot.share.axis"), percent=True, ends=(100 * (min(ends) - room), 100 * (max(ends) + room))),
    )
