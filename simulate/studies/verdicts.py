"""Verdicts on B - A for every quantity, from pairs of plays or from two separate runs, all holding together.

The metrics that were declared (win shares, turns, margin and fairness unless others are named) share the error of
1 - confidence between them (Bonferroni), so that all their verdicts hold together and at every look. Other metrics are
exploratory: each holds alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simulate.runs.figures import SUMS_FROM, Figure, Mean, Reading, SeatAdvantage, Share, Sums
from simulate.runs.metrics import SEAT_ADVANTAGE, Named, interval_document, number
from simulate.statistics.anytime import boundary, share_cs, tau2
from simulate.statistics.fairness import fairer
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.looks import simultaneous
from simulate.statistics.paired import (
    PairingGain,
    Verdict,
    bounded_difference,
    gain_of,
    judge,
    paired_interval,
    pairing_gain,
)
from simulate.statistics.quantiles import LARGE_N
from simulate.studies.margins import FAIRNESS, SHARE, SHARE_MARGIN
from simulate.studies.pairs import Paired

FAIRNESS_MEANING = "largest distance of a seat's win share from an even one: 0 when all seats win alike"
REACH_PART = 0.2
"""Part of the error of fairness that the differences of win shares get which are not declared with it."""


@dataclass(frozen=True)
class Judgement:
    """One metric of A and of B, and what is known of B - A.

    Attributes
    ----------
    metric, unit, meaning : str
    a, b : float
    verdict : Verdict
    declared : bool
        Whether it was to be judged from the start; else it is exploratory.
    gain : PairingGain or None
        What pairing saved; None without pairs.
    """

    metric: str
    unit: str
    meaning: str
    a: float
    b: float
    verdict: Verdict
    declared: bool
    gain: PairingGain | None = None

    def document(self) -> dict[str, Any]:
        """The judgement for JSON."""
        verdict = self.verdict
        gain = None if self.gain is None else number(self.gain.factor)
        return {
            "a": number(self.a),
            "b": number(self.b),
            "difference": interval_document(verdict.interval) | {"confidence": verdict.interval.confidence},
            "unit": self.unit,
            "outcome": verdict.outcome,
            "material": verdict.material,
            "within_margin": verdict.within_margin,
            "margin": verdict.margin,
            "still_needed": verdict.still_needed,
            "declared": self.declared,
            "variance_reduction": gain,
            "warning": self.gain.warning if self.gain is not None else None,
        }


def confidence_each(declared: Sequence[str], seats: int) -> float:
    """The confidence of each declared metric, so that all hold together; two seats' win shares are one fact."""
    facts = len(declared)
    if seats == 2 and {"win_share.0", "win_share.1"} <= set(declared):
        facts -= 1
    return simultaneous(DEFAULT_CONFIDENCE, max(1, facts))


@dataclass(frozen=True)
class _Asked:
    """What is asked of a metric: its margin, the half-width its interval is tuned for, whether and how surely."""

    margin: float
    width: float
    declared: bool
    confidence: float


def _asked(
    margins: Mapping[str, float], widths: Mapping[str, float] | None, declared: Sequence[str], each: float
) -> dict[str, _Asked]:
    tuned = margins if widths is None else widths
    return {
        name: _Asked(margin, tuned[name], name in declared, each if name in declared else DEFAULT_CONFIDENCE)
        for name, margin in margins.items()
    }


def judge_pairs(
    found: Mapping[str, Paired],
    pairs: int,
    margins: Mapping[str, float],
    declared: Sequence[str],
    seats: int,
    widths: Mapping[str, float] | None = None,
) -> tuple[Judgement, ...]:
    """The judgements of pairs, win shares first, fairness after them.

    Parameters
    ----------
    found : mapping of str to Paired
    pairs : int
        All pairs, those left out included.
    margins : mapping of str to float
    declared : sequence of str
        Names of the metrics to be judged together; FAIRNESS is one of the names.
    widths : mapping of str to float, optional
        The half-width that the interval of each metric is tuned for; by default its margin.
    """
    asked = _asked(margins, widths, declared, confidence_each(declared, seats))
    judged = [_of_pairs(one, pairs, asked[name]) for name, one in found.items()]
    if FAIRNESS in asked:
        judged.insert(seats, _fairness(found, judged[:seats], pairs, asked[FAIRNESS]))
    return tuple(judged)


def _of_pairs(one: Paired, pairs: int, asked: _Asked) -> Judgement:
    quantity, scale, confidence, width = one.quantity, one.quantity.scale, asked.confidence, asked.width
    a, b, d = one.a, one.b, one.d
    fewest: float = SUMS_FROM
    if isinstance(a, Histogram) and isinstance(b, Histogram) and isinstance(d, Histogram):
        interval = paired_interval(d, width, scale, "anytime", confidence) if d.n else _nothing(confidence)
        values, variance, gain = (a.mean() / scale, b.mean() / scale), d.variance() / scale**2, pairing_gain(a, b, d)
        fewest = d.fewest_for_normal()
        if d.n and not d.mean_is_normal():
            interval = bounded_difference(d, quantity.size - 1, width, scale, confidence)
    else:
        sums = [Sums(one.pairs, *pair, scale) for pair in (a, b, d) if isinstance(pair, tuple)]
        interval = sums[2].interval(Reading("anytime", width, confidence))
        values, variance = (sums[0].value(), sums[1].value()), sums[2].variance()
        gain = gain_of(*(each.variance() for each in sums))
    same = one.never_differed() and one.pairs > 0
    if same:
        interval = _never_differed(one, values, asked.margin, confidence)
    floor = 0.0
    if quantity.unit == SHARE and pairs > one.pairs:
        interval, floor = _with_left_out(interval, one.pairs, pairs), 1.0 - one.pairs / pairs
    known = math.nan if same else variance
    verdict = judge(interval, asked.margin, known, floor=floor, rare=same, fewest=fewest, width=width)
    return Judgement(quantity.name, quantity.unit, quantity.meaning, *values, verdict, asked.declared, gain)


def _never_differed(one: Paired, values: tuple[float, float], margin: float, confidence: float) -> Interval:
    """No mean follows from pairs that never differed, but a bound on the share of pairs that do, times the range.

    Of a measure without bounds the range is not known: twice the mean stands for it.
    """
    quantity = one.quantity
    largest = (quantity.size - 1) / quantity.scale if quantity.size else 2 * max(values) or math.inf
    reach = _seldom(one.pairs, margin, confidence) * largest
    return Interval(0.0, -reach, reach, one.pairs, "anytime", confidence)


def _seldom(n: int, width: float, confidence: float) -> float:
    """The largest share of games that may differ where none of n did."""
    return share_cs(0, n, min(width, SHARE_MARGIN), 1, confidence).high


def _nothing(confidence: float) -> Interval:
    return Interval(math.nan, -math.inf, math.inf, 0, "anytime", confidence)


def _with_left_out(interval: Interval, kept: int, pairs: int) -> Interval:
    """The interval of a difference of shares widened by every way in which the pairs left out could have ended."""
    share = kept / pairs
    low = max(-1.0, interval.low * share - (1 - share)) if math.isfinite(interval.low) else -math.inf
    high = min(1.0, interval.high * share + (1 - share)) if math.isfinite(interval.high) else math.inf
    return replace(interval, low=low, high=high)


def _fairness(found: Mapping[str, Paired], shares: Sequence[Judgement], pairs: int, asked: _Asked) -> Judgement:
    """Of g = max over seats of |p - 1/k|; of each seat, p_B - p_A bounds by how much its distance differs."""
    a, b, d = ([getattr(found[one.metric], side) for one in shares] for side in ("a", "b", "d"))
    quantity = found[shares[0].metric].quantity
    k = len(shares)
    g_a, g_b = (max((abs(value - 1 / k) for value in side), default=math.nan) for side in _sides(shares))
    if not d[0].n:
        verdict = judge(_nothing(asked.confidence), asked.margin, math.nan)
    else:
        reaches, confidence = _reaches(found, shares, pairs, asked)
        left_out = pairs - d[0].n
        verdict = fairer(a, b, d, quantity.scale, asked.margin, confidence, left_out, reaches, asked.width)
    return Judgement(FAIRNESS, SHARE, FAIRNESS_MEANING, g_a, g_b, verdict, asked.declared)


def _reaches(
    found: Mapping[str, Paired], shares: Sequence[Judgement], pairs: int, asked: _Asked
) -> tuple[list[float], float]:
    """What |p_B - p_A| of each seat surely does not exceed, and the confidence that is left for the rest.

    The intervals of declared win shares hold together with a declared fairness, so they cost it nothing. Others get
    `REACH_PART` of its error, shared by the seats; two seats have one difference.
    """
    seats = [one for one in shares if one.declared]
    if len(shares) == 2:
        seats = seats[:1] * 2
    confidence = asked.confidence
    if not asked.declared or len(seats) < len(shares):
        error = 1 - asked.confidence
        facts = 1 if len(shares) == 2 else len(shares)
        own = replace(asked, declared=False, confidence=1 - REACH_PART * error / facts)
        seats = [_of_pairs(found[one.metric], pairs, own) for one in shares]
        confidence = 1 - (1 - REACH_PART) * error
    return [max(abs(one.verdict.interval.low), abs(one.verdict.interval.high)) for one in seats], confidence


def _sides(shares: Sequence[Judgement]) -> tuple[list[float], list[float]]:
    return [one.a for one in shares], [one.b for one in shares]


def judge_apart(
    a: Mapping[str, Named],
    b: Mapping[str, Named],
    margins: Mapping[str, float],
    declared: Sequence[str],
    widths: Mapping[str, float] | None = None,
) -> tuple[Judgement, ...]:
    """The judgements of two separate runs: the seat advantage, then every metric that has a margin.

    The seat advantage is relative (|k p - 1|), so that tables with different numbers of seats can be compared.
    """
    each = simultaneous(DEFAULT_CONFIDENCE, max(1, len(declared)))
    asked = _asked(margins, widths, declared, each)
    return tuple(_of_runs(a[name], b[name], one) for name, one in asked.items())


def _of_runs(a: Named, b: Named, asked: _Asked) -> Judgement:
    values = a.figure.value(), b.figure.value()
    n = min(_plays(a), _plays(b))
    if a.name == SEAT_ADVANTAGE:
        interval = _subtracted(a, b, n, asked, (1 - asked.confidence) / 2)
    else:
        interval = _difference(a, b, n, asked)
    variance = a.figure.variance() + b.figure.variance()
    fewest = max(_fewest(one.figure) for one in (a, b))
    floor = sum(_open(one.figure) for one in (a, b))
    verdict = judge(interval, asked.margin, variance, floor=floor, fewest=fewest, width=asked.width)
    return Judgement(a.name, a.unit, a.meaning, *values, verdict, asked.declared)


def _subtracted(a: Named, b: Named, n: int, asked: _Asked, alpha: float) -> Interval:
    """The difference that the interval of each run, with an error of `alpha`, allows."""
    half = Reading("anytime", asked.width / 2, 1 - alpha)
    of_a, of_b = _alone(a, half), _alone(b, half)
    value = b.figure.value() - a.figure.value()
    return Interval(value, of_b.low - of_a.high, of_b.high - of_a.low, n, "anytime", asked.confidence)


def _alone(named: Named, reading: Reading) -> Interval:
    """A run's own interval; of one without width, since nothing varied, what games that differ could make of it.

    How large such a game may be is not known of what is kept as sums: twice the value stands for it.
    """
    interval = named.figure.interval(reading)
    if interval.low < interval.high:
        return interval
    most = 2 * abs(interval.value)
    reach = _seldom(interval.n, reading.half_width, reading.confidence) * (most or math.inf)
    return replace(interval, low=interval.value - reach, high=interval.value + reach)


def _difference(a: Named, b: Named, n: int, asked: _Asked) -> Interval:
    alpha = 1 - asked.confidence
    if not (_trusted(a) and _trusted(b)):
        # With a quarter of the error, since the normal one takes over as soon as it may.
        return _subtracted(a, b, n, asked, alpha / 8)
    s2 = sum(one.figure.variance() / _plays(one) for one in (a, b))
    reach = boundary(s2, tau2(asked.width, alpha), alpha)
    value = b.figure.value() - a.figure.value()
    return Interval(value, value - reach, value + reach, n, "anytime", asked.confidence)


def _fewest(figure: Figure) -> float:
    """Plays from which the figure counts as normal, as far as that is known."""
    return LARGE_N if isinstance(figure, Share | Mean | SeatAdvantage) else SUMS_FROM


def _open(figure: Figure) -> float:
    """What capped games leave open of a share, or of the seat advantage."""
    if isinstance(figure, SeatAdvantage):
        return len(figure.shares) * _open(figure.shares[0])
    return figure.capped / figure.plays if isinstance(figure, Share) and figure.plays else 0.0


def _plays(named: Named) -> int:
    figure = named.figure
    if isinstance(figure, Share):
        return figure.plays
    if isinstance(figure, SeatAdvantage):
        return figure.shares[0].plays
    if isinstance(figure, Mean):
        return figure.histogram.n
    return int(getattr(figure, "n", 0))


def _trusted(named: Named) -> bool:
    """True if the estimate may be taken as normal."""
    figure = named.figure
    if isinstance(figure, Share):
        rare = figure.variance() * figure.plays
        return figure.plays >= 1000 and rare >= 50 * (1 - 3 * figure.variance()) and not figure.capped
    if isinstance(figure, Mean):
        return figure.variance() > 0 and figure.histogram.mean_is_normal()
    reading = Reading("anytime", 1.0, DEFAULT_CONFIDENCE)
    return figure.variance() > 0 and math.isfinite(figure.interval(reading).low)
