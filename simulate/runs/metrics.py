"""Estimates with intervals, computed from a tally and from nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simulate.games.contract import Measure, Measures, Ratio
from simulate.runs.tally import Tally, names
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import Interval, capped_bounds, mean_interval, ratio_interval, wilson


@dataclass(frozen=True)
class Metric:
    """A named estimate with its unit, its definition and its interval."""

    name: str
    unit: str
    meaning: str
    interval: Interval

    def document(self) -> dict[str, Any]:
        """The metric for JSON; an end that is not known is null."""
        ends = self.interval
        return {
            "value": _number(ends.value),
            "low": _number(ends.low),
            "high": _number(ends.high),
            "n": ends.n,
            "kind": ends.kind,
            "unit": self.unit,
        }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def estimate(tally: Tally, measures: Measures, seat_word: str = "seat") -> dict[str, Metric]:
    """Every metric of a tally by name: win shares and ties first, then the measures, then the ratios."""
    found = [*_wins(tally, seat_word), *_measured(tally, measures), *_ratios(tally, measures.ratios)]
    return {metric.name: metric for metric in found}


def _wins(tally: Tally, seat_word: str) -> Iterable[Metric]:
    full = math.lcm(*range(1, tally.seats + 1))
    for seat, counts in enumerate(tally.wins):
        units = sum(count * (full // k) for k, count in enumerate(counts, start=1))
        squares = sum(count * (full // k) ** 2 for k, count in enumerate(counts, start=1))
        share = capped_bounds(tally.plays, units, squares, full, tally.capped)
        yield Metric(f"win_share.{seat}", "share", f"games won by {seat_word} {seat}, a tie of k counted as 1/k", share)
    for seat, counts in enumerate(tally.wins):
        alone = capped_bounds(tally.plays, counts[0], counts[0], 1, tally.capped)
        yield Metric(f"outright.{seat}", "share", f"games won by {seat_word} {seat} alone", alone)
    tied = capped_bounds(tally.plays, tally.tied, tally.tied, 1, tally.capped)
    yield Metric("tie", "share", f"games in which several {seat_word}s share first place", tied)
    yield Metric("capped", "share", "games stopped at the limit of decisions", wilson(tally.capped, tally.plays))


def _measured(tally: Tally, measures: Measures) -> Iterable[Metric]:
    for measure in measures.all:
        if measure.inner:
            continue
        for name in names(measure, tally.seats):
            yield Metric(name, measure.unit, measure.meaning, _mean(tally, measure, name))


def _mean(tally: Tally, measure: Measure, name: str) -> Interval:
    if not measure.size:
        total, squares = tally.sums[name]
        return mean_interval(tally.finished, total, squares, measure.divisor)
    counts = tally.histograms[name]
    if measure.share:
        return wilson(counts[1], sum(counts))
    return Histogram(counts).mean_interval(measure.divisor)


def _ratios(tally: Tally, ratios: Iterable[Ratio]) -> Iterable[Metric]:
    for ratio in ratios:
        (sx, sxx), (sy, syy) = _sums(tally, ratio.numerator), _sums(tally, ratio.denominator)
        interval = ratio_interval(tally.finished, sx, sy, sxx, syy, tally.sums[ratio.product][0])
        yield Metric(ratio.name, ratio.unit, ratio.meaning, interval)


def _sums(tally: Tally, name: str) -> tuple[int, int]:
    if name in tally.sums:
        return tally.sums[name]
    histogram = Histogram(tally.histograms[name])
    return histogram.power_sum(1), histogram.power_sum(2)
