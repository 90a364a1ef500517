"""The plays of a run that are worth looking at, by index, and the course of its first plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.runs.prepared import Prepared
from simulate.statistics.intervals import mean_interval, wilson

MOST_PLAYS = 20_000
"""Plays among which the typical, the closest and the most one-sided one are sought."""
MOST_RECORDED = 600
"""Plays that are recorded decision by decision, for the course of play."""
SECONDS = 0.7
"""Aim for the time of each of the two, at the rate that the document tells."""
FRACTIONS: Mapping[str, float] = {"1/4": 0.25, "1/2": 0.5, "3/4": 0.75}


@dataclass(frozen=True)
class Notable:
    """A play worth looking at.

    Attributes
    ----------
    kind : str
        ``typical``, ``closest``, ``one_sided``, ``comeback`` or ``capped``.
    index, among : int
        Its number; among how many first plays it was sought.
    facts : mapping of str to int
        The figures for which it was chosen.
    """

    kind: str
    index: int
    among: int
    facts: Mapping[str, int] = field(default_factory=dict)


def plays_to_seek(result: Mapping[str, Any], most: int = MOST_PLAYS) -> int:
    """How many of the first plays to look at: at most `most`, fewer where the document says that plays are slow."""
    rate = result["engine"].get("plays_per_second") or 0
    return int(min(result["plays"]["count"], most, max(100, int(rate * SECONDS))))


@dataclass(frozen=True)
class FirstPlays:
    """The first plays of a run: the first index; winners and values as `Prepared.each` gives them."""

    first: int
    winners: NDArray[np.int64]
    values: Mapping[str, NDArray[np.int64]]


def first_plays(prepared: Prepared, result: Mapping[str, Any]) -> FirstPlays:
    """The first plays of a run, played again."""
    first = result["plays"]["first"]
    winners, values = prepared.each(result["seed"], first, plays_to_seek(result))
    return FirstPlays(first, winners, {name: values[:, at] for at, name in enumerate(prepared.columns)})


def notable(plays: FirstPlays) -> list[Notable]:
    """The typical, the closest and the most one-sided of a run's first plays, and the first that was capped."""
    first, winners, n = plays.first, plays.winners, len(plays.winners)
    turns, margin = plays.values["turns"], plays.values["margin"]
    ended = np.flatnonzero(winners != 0)
    capped = np.flatnonzero(winners == 0)
    found: list[Notable] = []
    if len(ended):
        facts = _facts(turns, margin)
        chosen = {
            "typical": _first(ended, _distance(turns[ended]) + _distance(margin[ended])),
            "closest": _first(ended, margin[ended].astype(np.float64) * 1e7 - turns[ended]),
            "one_sided": _first(ended, turns[ended] - margin[ended].astype(np.float64) * 1e7),
        }
        found = [Notable(kind, first + at, n, facts(at)) for kind, at in chosen.items()]
    if len(capped):
        found.append(Notable("capped", first + int(capped[0]), n))
    return found


def _facts(turns: NDArray[np.int64], margin: NDArray[np.int64]) -> Any:
    return lambda at: {"length": int(turns[at]), "margin": int(margin[at])}


def _distance(values: NDArray[np.int64]) -> NDArray[np.float64]:
    """How far each value is from the median, in standard deviations."""
    spread = float(values.std()) or 1.0
    distance: NDArray[np.float64] = np.abs(values - np.median(values)) / spread
    return distance


def _first(indices: NDArray[np.int64], loss: NDArray[Any]) -> int:
    """The first index with the smallest loss."""
    return int(indices[int(np.argmin(loss))])


def course(prepared: Prepared, result: Mapping[str, Any]) -> tuple[dict[str, Any], Notable | None]:
    """Figures on the course of a run's first plays, and its biggest comeback.

    Both are empty for a game that cannot tell its standing before the end (its ``picture.py`` has no ``standing``).
    """
    standing = getattr(prepared.game.part("picture"), "standing", None) if has_pictures(prepared) else None
    first, n = result["plays"]["first"], plays_to_seek(result, MOST_RECORDED)
    if standing is None:
        return {}, None
    led = {fraction: [0, 0] for fraction in FRACTIONS}
    changes: list[int] = []
    comebacks = finished = 0
    best: tuple[int, int] | None = None
    for index in range(first, first + n):
        recorded = prepared.record(result["seed"], index)
        if recorded.capped or not recorded.winners:
            continue
        scores = standing(prepared.rules, prepared.players, recorded)
        finished += 1
        leaders = sole_leaders(scores)
        changes.append(lead_changes(leaders))
        won = [seat for seat in range(prepared.seats) if recorded.winners >> seat & 1]
        for fraction, share in FRACTIONS.items():
            leader = int(leaders[int(share * (len(leaders) - 1))])
            if leader >= 0:
                led[fraction][1] += 1
                led[fraction][0] += won == [leader]
        if len(won) > 1:
            continue
        behind = int((scores.max(axis=1) - scores[:, won[0]]).max())
        comebacks += behind * 4 >= int(scores[-1].max()) > 0
        if best is None or behind > best[1]:
            best = (index, behind)
    if not finished:
        return {}, None
    figures = {
        "n": finished,
        "leader": {fraction: _share(*counts) for fraction, counts in led.items()},
        "comeback": _share(comebacks, finished),
        "changes": _mean(changes),
    }
    if best is None or best[1] <= 0:
        return figures, None
    return figures, Notable("comeback", best[0], n, {"behind": best[1]})


def has_pictures(prepared: Prepared) -> bool:
    """True when the game can draw its plays."""
    return prepared.game.has_part("picture")


def sole_leaders(scores: NDArray[np.int64]) -> NDArray[np.int64]:
    """The seat that leads alone at each point of a play, -1 where nobody does.

    int64[points] of int64[points, seats].
    """
    top = scores.max(axis=1, keepdims=True)
    alone = (scores == top).sum(axis=1) == 1
    found: NDArray[np.int64] = np.where(alone, scores.argmax(axis=1), -1)
    return found


def lead_changes(leaders: NDArray[np.int64]) -> int:
    """How often the sole lead passes to another seat; the first leader and ties in between do not count."""
    held = leaders[leaders >= 0]
    return int(np.count_nonzero(held[1:] != held[:-1]))


def _share(count: int, n: int) -> dict[str, Any]:
    found = wilson(count, n)
    return {
        "value": found.value if n else None,
        "low": found.low,
        "high": found.high,
        "n": n,
        "kind": "fixed-n",
        "unit": "share",
    }


def _mean(values: list[int]) -> dict[str, Any]:
    found = mean_interval(len(values), sum(values), sum(value * value for value in values))
    known = len(values) > 1
    return {
        "value": found.value, "low": found.low if known else None, "high": found.high if known else None,
        "n": len(values), "kind": "fixed-n", "unit": "changes",
    }  # fmt: skip
