"""What a comparison asks and what it leaves: the rule, the document, and the difference of A and B in words."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from simulate.runs.result import machine
from simulate.runs.spec import RunSpec
from simulate.statistics.sequential import SprtResult
from simulate.studies.pairs import SHARE, Quantity
from simulate.studies.verdicts import Judgement
from simulate.version import VERSION
from variants.difference import differences, in_words
from variants.errors import BadInput

SCHEMA = "fairdeal.compare/1"
MOST_PAIRS = 1_000_000

Reason = Literal["decided", "most games", "time", "interrupted"]


@dataclass(frozen=True)
class CompareRule:
    """What is judged, and when it ends.

    Attributes
    ----------
    margins : tuple of str
        ``1pp`` or ``METRIC=VALUE``; the others have defaults.
    metrics : tuple of str
        Metrics to be judged together; by default win shares, fairness, turns and margin.
    sprt : (float, float) or None
        Two effects of the first metric to tell apart by a sequential test, in its unit.
    points : bool
        Whether the effects were given in percentage points, which only a share has.
    most : int
        Most pairs.
    seconds : float or None
        Most seconds of playing.
    """

    margins: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    sprt: tuple[float, float] | None = None
    most: int = MOST_PAIRS
    seconds: float | None = None
    points: bool = False


@dataclass(frozen=True)
class Compared:
    """A finished comparison.

    Attributes
    ----------
    a, b : RunSpec
    paired : bool
        Whether plays were paired by luck.
    pairs, left_out : int
        Pairs played (plays of each arm without pairing); pairs left out because a play was capped.
    judgements : tuple of Judgement
    margins : dict of str to float
    sprt : SprtResult or None
    reason : str
    looks : int
    seconds, jit_seconds : float
    threads : int
    tallies : dict
        The integers that everything is made from.
    kept : int
        Pairs that were not played now but taken from a checkpoint or from shards.
    widths : dict of str to float
        The half-width that each metric's intervals are tuned for, in its unit.
    """

    a: RunSpec
    b: RunSpec
    paired: bool
    pairs: int
    left_out: int
    judgements: tuple[Judgement, ...]
    margins: Mapping[str, float]
    sprt: SprtResult | None
    rule: CompareRule
    reason: Reason
    looks: int
    seconds: float
    jit_seconds: float
    threads: int
    tallies: Mapping[str, Any] = field(repr=False)
    kept: int = 0
    widths: Mapping[str, float] = field(default_factory=dict)

    @property
    def differs(self) -> list[str]:
        """What is different between A and B, in words."""
        return differences_in_words(self.a, self.b)

    def document(self) -> dict[str, Any]:
        """One entry of ``results`` of schema ``fairdeal.compare/1``; only ``engine`` varies between equal runs."""
        rate = (self.pairs - self.kept) / self.seconds if self.seconds > 0 else None
        text = json.dumps(self.tallies, sort_keys=True, separators=(",", ":"))
        return {
            "a": arm_document(self.a),
            "b": arm_document(self.b),
            "differences": self.differs,
            "paired": self.paired,
            "seeds": [self.a.seed, self.b.seed],
            "plays": {"first": self.a.first, "count": self.pairs, "left_out": self.left_out},
            "stop": {
                "looks": self.looks,
                "reason": self.reason,
                "most": self.rule.most,
                "seconds": self.rule.seconds,
                "tuning": dict(self.widths),
            },
            "metrics": {one.metric: one.document() for one in self.judgements},
            "sprt": None if self.sprt is None else self._sprt_document(self.sprt),
            "tallies": self.tallies,
            "digest": hashlib.sha256(text.encode()).hexdigest(),
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "jit_seconds": round(self.jit_seconds, 3),
                "seconds": round(self.seconds, 3),
                "pairs_per_second": round(rate) if rate else None,
                "pairs_kept": self.kept,
                "interrupted": self.reason == "interrupted",
            },
        }

    def _sprt_document(self, found: SprtResult) -> dict[str, Any]:
        effects = self.rule.sprt or (0.0, 0.0)
        return {
            "metric": sprt_metric(self.rule),
            "effects": list(effects),
            "decision": found.decision,
            "llr": found.llr,
            "lower": found.lower,
            "upper": found.upper,
            "few": found.few,
        }


def document(results: Iterable[Compared]) -> dict[str, Any]:
    """The document of several comparisons."""
    return {"schema": SCHEMA, "results": [one.document() for one in results]}


def arm_document(spec: RunSpec) -> dict[str, Any]:
    """Who plays what, for JSON."""
    variant = spec.variant
    return {
        "game": spec.game.name,
        "name": variant.name,
        "title": variant.title,
        "hash": variant.hash,
        "players": spec.players,
        "policies": list(spec.policies),
    }


def differences_in_words(a: RunSpec, b: RunSpec) -> list[str]:
    """What is different between two arms: rules, then player counts, then policies; empty when nothing is."""
    found = [replace(one, name_a="A", name_b="B") for one in differences(a.variant, b.variant)]
    own = (f"players.{a.players}.", f"players.{b.players}.")
    kept = [one for one in found if not one.key.startswith("players.") or one.key.startswith(own)]
    words = in_words(kept)
    if a.players != b.players:
        words.append(f"players: {a.players} in A, {b.players} in B")
    if set(a.policies) != set(b.policies) or (len(a.policies) == len(b.policies) and a.policies != b.policies):
        words.append(f"policies: {_policies(a)} in A, {_policies(b)} in B")
    return words


def _policies(spec: RunSpec) -> str:
    return spec.policies[0] if len(set(spec.policies)) == 1 else ", ".join(spec.policies)


def sprt_metric(rule: CompareRule) -> str:
    """The metric of the sequential test."""
    return rule.metrics[0] if rule.metrics else "win_share.0"


def metrics_of(texts: Iterable[str]) -> tuple[str, ...]:
    """The metrics that options name, each once; several may stand in one with commas between."""
    names = (name.strip() for text in texts for name in text.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def check_sprt(rule: CompareRule, tested: Mapping[str, Quantity]) -> None:
    """Refuse a sequential test of a metric that pairs have no histogram of, or of effects that it cannot have.

    Parameters
    ----------
    tested : mapping of str to Quantity
        What pairs are counted for, by name.

    Raises
    ------
    BadInput
    """
    if rule.sprt is None:
        return
    if len(rule.sprt) != 2:
        raise BadInput.of(f"--sprt: got {len(rule.sprt)} effects, allowed: two different numbers")
    name, (low, high) = sprt_metric(rule), rule.sprt
    if name not in tested or not tested[name].size:
        known = [one.name for one in tested.values() if one.size]
        raise BadInput.of(f"--sprt: {name} is not counted in pairs with a histogram; known: {', '.join(known)}")
    unit, got = tested[name].unit, f"--sprt: got the effects {low:g} and {high:g} of {name}"
    if rule.points and unit != SHARE:
        raise BadInput.of(f"--sprt: {name} has no percentage points; allowed: two numbers of {unit}, as in 0,0.5")
    if not (math.isfinite(low) and math.isfinite(high)) or low == high:
        raise BadInput.of(f"{got}, allowed: two different numbers")
    if unit == SHARE and max(abs(low), abs(high)) >= 1:
        raise BadInput.of(f"{got}, allowed: percentage points as in 0,2pp, or shares between -1 and 1 as in 0,0.02")
