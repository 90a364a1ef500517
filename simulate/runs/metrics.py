"""Every metric of a tally by name, with its interval; computed from the tally and from nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from simulate.games.contract import Measure, Measures, Ratio
from simulate.runs.figures import (
    FIXED,
    Bounded,
    Figure,
    Mean,
    Part,
    Quantile,
    Quotient,
    Reading,
    SeatAdvantage,
    Share,
    ShareOfSome,
    Sums,
)
from simulate.runs.joint_figures import LeadSlope, Products, Worth
from simulate.runs.tally import Tally, names
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import Interval

QUANTILES = {"p5": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}
"""Quantiles of a measure that has a histogram, by the ending of their names: ``turns.p50`` is the median."""

TURNS, SPREAD = "turns", ("p5", "p50", "p95")
"""The measure of length, and the quantiles of it that a run with metrics shows."""

SHARE_POINTS = "win share"
"""Unit of a difference of win shares: 0.01 is one percentage point."""

SEAT_ADVANTAGE = "seat_advantage"


@dataclass(frozen=True)
class Metric:
    """A named estimate with its unit, its definition and its interval."""

    name: str
    unit: str
    meaning: str
    interval: Interval

    def document(self) -> dict[str, Any]:
        """The metric for JSON; an end that is not known is null."""
        return {**interval_document(self.interval), "unit": self.unit}


def interval_document(ends: Interval) -> dict[str, Any]:
    """An interval for JSON; what is not known is null."""
    return {
        "value": number(ends.value),
        "low": number(ends.low),
        "high": number(ends.high),
        "n": ends.n,
        "kind": ends.kind,
    }


def number(value: float) -> float | None:
    """A number as JSON can hold it: null when it is not finite."""
    return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Named:
    """A figure with its name, unit and definition; made when it is asked for."""

    name: str
    unit: str
    meaning: str
    make: Callable[[], Figure]

    @cached_property
    def figure(self) -> Figure:
        """The figure."""
        return self.make()

    def metric(self, reading: Reading = FIXED) -> Metric:
        """The figure with its interval."""
        return Metric(self.name, self.unit, self.meaning, self.figure.interval(reading))


def estimate(
    tally: Tally, measures: Measures, seat_word: str = "seat", readings: Mapping[str, Reading] | None = None
) -> dict[str, Metric]:
    """Every metric of a tally by name: win shares and ties first, then the measures, then the ratios.

    Parameters
    ----------
    readings : mapping of str to Reading, optional
        How each metric is read, by name; by default all with ``fixed-n`` intervals.
    """
    found = figures(tally, measures, seat_word)
    return {name: one.metric(FIXED if readings is None else readings[name]) for name, one in found.items()}


def figures(tally: Tally, measures: Measures, seat_word: str = "seat") -> dict[str, Named]:
    """Every figure that is shown as a metric, by name, in display order."""
    found = [*_wins(tally, seat_word), *_measured(tally, measures), *_ratios(tally, measures.ratios)]
    found += _joint(tally, measures, seat_word)
    return {one.name: one for one in found}


def derived(tally: Tally, measures: Measures, seat_word: str = "seat") -> dict[str, Named]:
    """Figures that only goals and precisions ask for: the seat advantage, quantiles of measures with a histogram."""
    found = [_advantage(tally, seat_word)] if tally.seats > 1 else []
    found += _quantiles(tally, measures)
    return {one.name: one for one in found}


def every_figure(tally: Tally, measures: Measures, seat_word: str = "seat") -> dict[str, Named]:
    """Metrics, then derived figures."""
    return {**figures(tally, measures, seat_word), **derived(tally, measures, seat_word)}


def empty_tally(measures: Measures, seats: int) -> Tally:
    """The tally of no play at all: enough to know which figures there are."""
    every = [(name, one.size) for one in measures.all for name in names(one, seats)]
    return Tally(
        seats, 0, 0, ((0,) * seats,) * seats,
        {name: (0,) * size for name, size in every if size},
        {name: (0, 0) for name, size in every if not size},
        {name: (0,) * size for name, size in measures.joint.items()},
    )  # fmt: skip


def _shares(tally: Tally) -> tuple[Share, ...]:
    """Each seat's win share, ties split."""
    return tuple(_win_share(tally, seat) for seat in range(tally.seats))


def _win_share(tally: Tally, seat: int) -> Share:
    full = math.lcm(*range(1, tally.seats + 1))
    counts = tally.wins[seat]
    units = sum(count * (full // k) for k, count in enumerate(counts, start=1))
    squares = sum(count * (full // k) ** 2 for k, count in enumerate(counts, start=1))
    return Share(units, squares, full, tally.plays, tally.capped)


def _event(count: int, plays: int, capped: int = 0) -> Share:
    """The share of plays in which something happened."""
    return Share(count, count, 1, plays, capped)


def _wins(tally: Tally, seat_word: str) -> Iterable[Named]:
    for seat in range(tally.seats):
        meaning = f"games won by {seat_word} {seat}, a tie of k counted as 1/k"
        yield Named(f"win_share.{seat}", "share", meaning, partial(_win_share, tally, seat))
    for seat, counts in enumerate(tally.wins):
        alone = partial(_event, counts[0], tally.plays, tally.capped)
        yield Named(f"outright.{seat}", "share", f"games won by {seat_word} {seat} alone", alone)
    tied = partial(_event, tally.tied, tally.plays, tally.capped)
    yield Named("tie", "share", f"games in which several {seat_word}s share first place", tied)
    capped = partial(_event, tally.capped, tally.plays)
    yield Named("capped", "share", "games stopped at the limit of decisions", capped)


def _measured(tally: Tally, measures: Measures) -> Iterable[Named]:
    for measure in measures.all:
        if measure.inner:
            continue
        for name in names(measure, tally.seats):
            yield Named(name, measure.unit, measure.meaning, partial(_mean, tally, measure, name))
        if measures.course and measure.name == TURNS and measure.size:
            yield from _spread(tally, measure, TURNS, SPREAD)


def _mean(tally: Tally, measure: Measure, name: str) -> Figure:
    if not measure.size:
        kind = Bounded if measure.bounded else Sums
        return kind(tally.finished, *tally.sums[name], measure.divisor)
    counts = tally.histograms[name]
    if measure.share:
        return _event(counts[1], tally.plays, tally.capped)
    return Mean(Histogram(counts), measure.divisor, len(counts) - 1)


def _ratios(tally: Tally, ratios: Iterable[Ratio]) -> Iterable[Named]:
    for ratio in ratios:
        yield Named(ratio.name, ratio.unit, ratio.meaning, partial(_quotient, tally, ratio))


def _quotient(tally: Tally, ratio: Ratio) -> Figure:
    (sx, sxx), (sy, syy) = _sums(tally, ratio.numerator), _sums(tally, ratio.denominator)
    if not ratio.product:
        full = math.lcm(*range(1, tally.seats + 1))
        return ShareOfSome(sx, sxx, full, sy // full + tally.capped, tally.capped, tally.plays)
    kind = Part if ratio.part else Quotient
    return kind(tally.finished, sx, sy, sxx, syy, tally.sums[ratio.product][0])


def _joint(tally: Tally, measures: Measures, seat_word: str) -> Iterable[Named]:
    """What only a run with metrics counts: the slope of the lead, the worth of components, events."""
    if "slope" in measures.joint:
        meaning = "what the lead in the middle of the game grows by until the end, for each point of it"
        yield Named("lead_slope", "of 1", meaning, lambda: LeadSlope(tally.joint["slope"]))
    if measures.components:
        products = Products(tally.joint["components"], len(measures.components), tally.seats)
        for number, component in enumerate(measures.components):
            meaning = f"win share of {seat_word} 0 that goes with one more of these than the others have: "
            yield Named(f"worth.{component.name}", SHARE_POINTS, meaning + component.meaning,
                        partial(Worth, products, number))  # fmt: skip
    for number, event in enumerate(measures.events):
        count = tally.joint["events"][number]
        yield Named(f"happens.{event.name}", "share", f"games in which {event.meaning}",
                    partial(_event, count, tally.plays, tally.capped))  # fmt: skip


def _sums(tally: Tally, name: str) -> tuple[int, int]:
    if name in tally.sums:
        return tally.sums[name]
    histogram = Histogram(tally.histograms[name])
    return histogram.power_sum(1), histogram.power_sum(2)


def _advantage(tally: Tally, seat_word: str) -> Named:
    meaning = f"largest |k p - 1| over the k {seat_word}s, p being the win share of one: 0 when all win alike"
    return Named(SEAT_ADVANTAGE, "share", meaning, lambda: seat_advantage(tally))


def seat_advantage(tally: Tally) -> SeatAdvantage:
    """The seat advantage of a tally of two seats or more."""
    return SeatAdvantage(_shares(tally))


def _quantiles(tally: Tally, measures: Measures) -> Iterable[Named]:
    for measure in measures.all:
        if measure.inner or measure.share or not measure.size:
            continue
        for name in names(measure, tally.seats):
            yield from _spread(tally, measure, name, QUANTILES)


def _spread(tally: Tally, measure: Measure, name: str, endings: Iterable[str]) -> Iterable[Named]:
    for ending in endings:
        q = QUANTILES[ending]
        meaning = f"{measure.meaning}: {100 * q:g} % of the games do not exceed it"
        yield Named(f"{name}.{ending}", measure.unit, meaning, partial(_quantile, tally, name, q, measure.divisor))


def _quantile(tally: Tally, name: str, q: float, divisor: int) -> Figure:
    return Quantile(Histogram(tally.histograms[name]), q, divisor)
