"""What a sweep leaves: every cell's metrics, what it does differently from the base, which differences are finds.

A sweep explores: many cells are looked at and somebody will pick one. Differences from the base are therefore judged
together by e-BH over all cells, metrics and player counts, and the figures of the best cell are those of a winner.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simulate.runs.figures import FIXED, SUMS_FROM, Reading
from simulate.runs.goals import judge
from simulate.runs.metrics import SEAT_ADVANTAGE, every_figure, interval_document, number, seat_advantage
from simulate.runs.metrics import estimate as metrics_of
from simulate.runs.result import machine
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Tally
from simulate.statistics.anytime import log_e_value, tau2
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, mean_interval, wilson
from simulate.statistics.looks import simultaneous
from simulate.statistics.multiplicity import e_bh
from simulate.statistics.ranking import may_be_lowest, unbiased_imbalance
from simulate.statistics.sparse import difference_interval
from simulate.studies.cells import Cell, Counted
from simulate.studies.compared import arm_document
from simulate.studies.grid import Design
from simulate.studies.pairs import Quantity
from simulate.version import VERSION

SCHEMA = "fairdeal.sweep/1"
Q = 0.05
"""False discovery rate of the finds."""

SHARE = "share"


@dataclass(frozen=True)
class Effect:
    """One metric of a cell against the base.

    Attributes
    ----------
    interval : Interval
        Cell - base, by itself.
    log_e : float
        Logarithm of the e-value against "no difference"; -inf when there is no evidence.
    found : bool
        True when e-BH keeps it.
    alike : bool
        True when it is 0 in every pair of games, not only in their mean.
    """

    interval: Interval
    log_e: float
    found: bool = False
    alike: bool = False

    def document(self) -> dict[str, Any]:
        """For JSON."""
        found = {"log_e": number(self.log_e), "found": self.found, "alike": self.alike}
        return {**interval_document(self.interval), **found}


def effect(counted: Counted, quantity: Quantity, width: float) -> Effect:
    """The difference of one quantity, whose e-value is tuned to the half-width `width`.

    Of a share, the pairs left out since a play was capped may all have gone either way.
    """
    scale, d = quantity.scale, counted.differences[quantity.name].d
    pairs = counted.pairs - counted.left_out
    kept = pairs / counted.pairs if quantity.unit == SHARE and counted.pairs else 1.0
    sums = (d.power_sum(1), d.power_sum(2)) if isinstance(d, Histogram) else d
    if pairs < 2:
        return Effect(Interval(math.nan, -math.inf, math.inf, pairs), -math.inf)
    alike = not sums[1] and not counted.left_out
    if isinstance(d, Histogram):
        interval = difference_interval(d, quantity.size - 1, scale)
        trusted = d.mean_is_normal() and bool(sums[1])
    elif not sums[1]:
        reach = wilson(0, pairs).high / scale
        return Effect(Interval(0.0, -reach, reach, pairs), -math.inf, alike=alike)
    else:
        interval, trusted = mean_interval(pairs, *d, scale), pairs >= SUMS_FROM
    if not trusted:
        return Effect(_widened(interval, kept), -math.inf, alike=alike)
    variance = (pairs * sums[1] - sums[0] ** 2) / (pairs * (pairs - 1) * scale**2)
    least = max(0.0, abs(sums[0] / (pairs * scale)) * kept - (1 - kept))
    log_e = log_e_value(least, variance / pairs, tau2(width, 1 - DEFAULT_CONFIDENCE))
    return Effect(_widened(interval, kept), log_e)


def _widened(interval: Interval, kept: float) -> Interval:
    """The interval of a difference of shares over all pairs, of which a share `kept` is known."""
    if kept == 1.0:
        return interval
    low, high = max(-1.0, interval.low * kept - (1 - kept)), min(1.0, interval.high * kept + (1 - kept))
    return replace(interval, low=low, high=high)


def imbalance(tally: Tally) -> float:
    """Unbiased estimate of the sum over seats of (win share - even share)^2, among finished plays."""
    full = math.lcm(*range(1, tally.seats + 1))
    units = [sum(count * (full // k) for k, count in enumerate(seat, 1)) for seat in tally.wins]
    squares = [sum(count * (full // k) ** 2 for k, count in enumerate(seat, 1)) for seat in tally.wins]
    return unbiased_imbalance(tally.finished, units, squares, full)


@dataclass(frozen=True)
class Outcome:
    """One cell with what it counted (None: not playable, or not played yet) and its effects by metric.

    Attributes
    ----------
    is_base : bool
        True when its rules are the base's.
    """

    cell: Cell
    counted: Counted | None
    is_base: bool
    effects: Mapping[str, Effect]


@dataclass(frozen=True)
class SweepTable:
    """All cells at one player count.

    Attributes
    ----------
    players : int
    base : RunSpec or None
        What cells are compared with; None when no cell can be played.
    as_given : bool
        True when the base is the variant as it was given; else it is the first cell that can be played.
    base_counted : Counted or None
    outcomes : tuple of Outcome
    margins, widths : mapping of str to float
        By declared metric: the smallest difference that matters, and the half-width that e-values are tuned for: the
        margin, or what so many games can reach without pairing.
    """

    players: int
    base: RunSpec | None
    as_given: bool
    base_counted: Counted | None
    outcomes: tuple[Outcome, ...]
    margins: Mapping[str, float]
    widths: Mapping[str, float]

    @property
    def fairest(self) -> int | None:
        """Number of the cell with the smallest unbiased imbalance."""
        played = [(imbalance(one.counted.tally), one.cell.number) for one in self.outcomes if one.counted is not None]
        fair = [pair for pair in played if not math.isnan(pair[0])]
        return min(fair)[1] if fair else None


@dataclass(frozen=True)
class Swept:
    """A finished sweep.

    Attributes
    ----------
    name : str
        The variant as given.
    design : Design
    tables : tuple of SweepTable
    policies : tuple of str
    seed, games : int
    hypotheses, finds : int
        Differences judged by e-BH, and those it keeps.
    seconds : float
        Of the whole call.
    played, threads : int
        Cells played now, not taken from an earlier call.
    interrupted : bool
    """

    name: str
    design: Design
    tables: tuple[SweepTable, ...]
    policies: tuple[str, ...]
    seed: int
    games: int
    hypotheses: int
    finds: int
    seconds: float
    played: int
    threads: int
    interrupted: bool

    def document(self) -> dict[str, Any]:
        """The document of schema ``fairdeal.sweep/1``; only ``engine`` varies between equal sweeps."""
        return {
            "schema": SCHEMA,
            "variant": self.name,
            "design": self.design.document(),
            "policies": list(self.policies),
            "seed": self.seed,
            "games": self.games,
            "e_bh": {"q": Q, "hypotheses": self.hypotheses, "finds": self.finds},
            "results": [_table_document(one) for one in self.tables],
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "cells_played": self.played,
                "seconds": round(self.seconds, 3),
                "interrupted": self.interrupted,
            },
        }


def judged_together(tables: Sequence[SweepTable]) -> tuple[tuple[SweepTable, ...], int, int]:
    """The tables with their finds marked, the number of differences judged, and that of the finds."""
    places = [
        (t, o, name)
        for t, table in enumerate(tables)
        for o, one in enumerate(table.outcomes)
        if not one.is_base
        for name in one.effects
    ]
    kept = e_bh([tables[t].outcomes[o].effects[name].log_e for t, o, name in places], Q) if places else []
    found = {place for place, keep in zip(places, kept, strict=True) if keep}
    marked = tuple(
        replace(
            table,
            outcomes=tuple(
                replace(
                    one,
                    effects={name: replace(e, found=(t, o, name) in found) for name, e in one.effects.items()},
                )
                for o, one in enumerate(table.outcomes)
            ),
        )
        for t, table in enumerate(tables)
    )
    return marked, len(places), len(found)


def _table_document(table: SweepTable) -> dict[str, Any]:
    base = table.base
    confidence = simultaneous(DEFAULT_CONFIDENCE, 1 + sum(one.cell.spec is not None for one in table.outcomes))
    return {
        "players": table.players,
        "base": None
        if base is None or table.base_counted is None
        else {
            **arm_document(base),
            "as_given": table.as_given,
            **_figures(base, table.base_counted, confidence),
        },
        "margins": dict(table.margins),
        "tuning": dict(table.widths),
        "fairest": table.fairest,
        "may_be_fairest": _may_be_fairest(table.outcomes),
        "cells": [_cell_document(one, confidence) for one in table.outcomes],
    }


def _may_be_fairest(outcomes: Sequence[Outcome]) -> list[int]:
    """Numbers of the cells of which one has the lowest seat advantage of all that were played, at 95 %."""
    tallies = {one.cell.number: one.counted.tally for one in outcomes if one.counted is not None}
    reading = Reading(confidence=simultaneous(DEFAULT_CONFIDENCE, max(1, len(tallies))))
    several = {number: tally for number, tally in tallies.items() if tally.seats > 1}
    known = {number: seat_advantage(tally).interval(reading) for number, tally in several.items() if tally.finished}
    may = may_be_lowest(list(known.values()))
    unknown = several.keys() - known.keys()  # every game was stopped: nothing is known of it
    return sorted([*unknown, *(number for number, yes in zip(known, may, strict=True) if yes)])


def _cell_document(one: Outcome, confidence: float) -> dict[str, Any]:
    cell = one.cell
    head: dict[str, Any] = {"number": cell.number, "values": dict(cell.values)}
    if cell.spec is None:
        return {**head, "status": "not playable", "reasons": list(cell.reasons)}
    head |= {"status": "not played yet", "name": cell.spec.variant.name, "hash": cell.spec.variant.hash}
    if one.counted is None:
        return head
    return {
        **head,
        "status": "played",
        "is_base": one.is_base,
        "against_base": {name: effect_.document() for name, effect_ in one.effects.items()},
        **_figures(cell.spec, one.counted, confidence),
    }


def _figures(spec: RunSpec, counted: Counted, confidence: float) -> dict[str, Any]:
    """The figures of a cell; its goals are judged at a confidence at which the words of all cells hold together."""
    tally, measures = counted.tally, spec.game.measures(spec.variant.rules_for(spec.players), spec.players)
    every = every_figure(tally, measures, spec.game.seat_word)
    metrics = metrics_of(tally, measures, spec.game.seat_word)
    if SEAT_ADVANTAGE in every and tally.finished:
        metrics[SEAT_ADVANTAGE] = every[SEAT_ADVANTAGE].metric()
    goals = judge(spec.goals, every, {goal.metric: FIXED for goal in spec.goals}, confidence) if spec.goals else ()
    return {
        "imbalance": number(imbalance(tally)),
        "metrics": {name: metric.document() for name, metric in metrics.items()},
        **({"goals": [goal.document() for goal in goals]} if goals else {}),
        "plays": {"first": spec.first, "count": tally.plays, "capped": tally.capped},
        "tallies": tally.document(),
        "digest": tally.digest(),
    }
