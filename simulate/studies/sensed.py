"""What a sensitivity study leaves: each dial alone, the factorial, and what overturns the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from simulate.runs.goals import Judged
from simulate.runs.metrics import interval_document
from simulate.runs.result import machine
from simulate.runs.spec import RunSpec
from simulate.runs.tally import Tally
from simulate.statistics.factorial import BlockEffects
from simulate.statistics.intervals import Interval
from simulate.studies.compared import arm_document
from simulate.studies.factorial import Dial, Factorial
from simulate.studies.swept import Effect
from simulate.version import VERSION

SCHEMA = "fairdeal.sensitivity/1"

Power = Literal["overturns", "may overturn", "keeps", "not known"]


@dataclass(frozen=True)
class Verdict:
    """What the goals say about one cell; the words of all cells hold together.

    Attributes
    ----------
    word : {"met", "missed", "not yet known"}
        All goals met; one missed; neither.
    goals : tuple of Judged
    advantage : Interval or None
        The seat advantage.
    capped : int
        Games that were stopped at the limit of decisions.
    """

    word: str
    goals: tuple[Judged, ...]
    advantage: Interval | None
    capped: int = 0

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "verdict": self.word,
            "goals": {one.goal.metric: one.status for one in self.goals},
            "seat_advantage": None if self.advantage is None else interval_document(self.advantage),
            "capped": self.capped,
        }


@dataclass(frozen=True)
class Alone:
    """One level of one dial, everything else as it stands.

    Attributes
    ----------
    dial : Dial
    value : str
    effects : mapping of str to Effect
        By metric, against the variant as it stands.
    verdict : Verdict
    tally : Tally
    """

    dial: Dial
    value: str
    effects: Mapping[str, Effect]
    verdict: Verdict
    tally: Tally


@dataclass(frozen=True)
class Combination:
    """One metric over the factorial.

    Attributes
    ----------
    metric, unit : str
    effects : BlockEffects
    """

    metric: str
    unit: str
    effects: BlockEffects


@dataclass(frozen=True)
class SensedTable:
    """The study at one player count.

    Attributes
    ----------
    players : int
    base : RunSpec
    tally : Tally
        Of the variant as it stands.
    verdict : Verdict
    alone : tuple of Alone
    grid : Factorial
    verdicts : tuple of Verdict
        One a cell of the factorial.
    combinations : tuple of Combination
        One a metric.
    margins, units : mapping of str to float, of str to str
        By metric.
    refused : tuple of (str, str, str)
        Key, value, reason.
    untried : tuple of str
    """

    players: int
    base: RunSpec
    tally: Tally
    verdict: Verdict
    alone: tuple[Alone, ...]
    grid: Factorial
    verdicts: tuple[Verdict, ...]
    combinations: tuple[Combination, ...]
    margins: Mapping[str, float]
    units: Mapping[str, str]
    refused: tuple[tuple[str, str, str], ...]
    untried: tuple[str, ...]

    def power(self, key: str) -> Power:
        """Whether changing this dial alone gives another verdict."""
        return _power(self.verdict.word, [one.verdict.word for one in self.alone if one.dial.key == key])

    def power_in_combination(self, key: str) -> Power:
        """Whether changing this dial gives another verdict somewhere in the factorial."""
        place = next((i for i, dial in enumerate(self.grid.dials) if dial.key == key), None)
        if place is None:
            return self.power(key)
        words = np.array([one.word for one in self.verdicts], dtype=object).reshape(self.grid.shape)
        lines = np.moveaxis(words, place, -1).reshape(-1, self.grid.shape[place])
        found = [set(line) for line in lines.tolist()]
        if any({"met", "missed"} <= line for line in found):
            return "overturns"
        return "may overturn" if any("not yet known" in line for line in found) else "keeps"

    @property
    def keys(self) -> list[str]:
        """The dials that were changed."""
        return list(dict.fromkeys(one.dial.key for one in self.alone))


def _power(word: str, others: list[str]) -> Power:
    if word == "not yet known":
        return "not known"
    if any(other not in (word, "not yet known") for other in others):
        return "overturns"
    return "may overturn" if "not yet known" in others else "keeps"


@dataclass(frozen=True)
class Sensed:
    """A finished study.

    Attributes
    ----------
    name : str
        The variant as given.
    tables : tuple of SensedTable
    games : int
        Of each cell.
    seconds : float
    threads : int
    """

    name: str
    tables: tuple[SensedTable, ...]
    games: int
    seconds: float
    threads: int

    def document(self) -> dict[str, Any]:
        """The document of schema ``fairdeal.sensitivity/1``; only ``engine`` varies between equal studies."""
        base = self.tables[0].base
        return {
            "schema": SCHEMA,
            "variant": self.name,
            "policies": list(base.policies),
            "seed": base.seed,
            "games": self.games,
            "goals": [{"metric": goal.metric, "goal": goal.text} for goal in base.goals],
            "results": [_table_document(one) for one in self.tables],
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "seconds": round(self.seconds, 3),
            },
        }


def _table_document(table: SensedTable) -> dict[str, Any]:
    return {
        **arm_document(table.base),
        "as_it_stands": {**table.verdict.document(), "digest": table.tally.digest()},
        "margins": dict(table.margins),
        "units": dict(table.units),
        "dials": [_dial_document(table, key) for key in table.keys],
        "factorial": {
            "dials": [{"key": dial.key, "values": [level.text for level in dial.levels]} for dial in table.grid.dials],
            "dropped": [list(pair) for pair in table.grid.dropped],
            "cells": list(_cells(table)),
            "metrics": {one.metric: _combination_document(table, one) for one in table.combinations},
        },
        "not_playable": [list(one) for one in table.refused],
        "not_tried": list(table.untried),
    }


def _dial_document(table: SensedTable, key: str) -> dict[str, Any]:
    own = [one for one in table.alone if one.dial.key == key]
    dial = own[0].dial
    return {
        "key": key,
        "meaning": dial.meaning,
        "unit": dial.unit,
        "value": dial.levels[0].text,
        "alone": table.power(key),
        "in_combination": table.power_in_combination(key),
        "levels": [
            {
                "value": one.value,
                **one.verdict.document(),
                "against_base": {name: effect.document() for name, effect in one.effects.items()},
                "digest": one.tally.digest(),
            }
            for one in own
        ],
    }


def _cells(table: SensedTable) -> Iterator[dict[str, Any]]:
    for place, verdict in enumerate(table.verdicts):
        levels = np.unravel_index(place, table.grid.shape)
        values = {dial.key: dial.levels[int(level)].text for dial, level in zip(table.grid.dials, levels, strict=True)}
        yield {"values": values, **verdict.document()}


def _combination_document(table: SensedTable, one: Combination) -> dict[str, Any]:
    keys = [dial.key for dial in table.grid.dials]
    return {
        "unit": one.unit,
        "variance": interval_document(one.effects.variance),
        "first": {key: interval_document(share) for key, share in zip(keys, one.effects.first, strict=True)},
        "total": {key: interval_document(share) for key, share in zip(keys, one.effects.total, strict=True)},
    }
