"""Whether a peer plays the same rules as the engine: all that both count has one law, by a test at a stated rate."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.runs.tally import Tally
from simulate.statistics.gates import histogram_gate, mean_gate
from simulate.statistics.histogram import Histogram

FALSE_ALARM = 1e-3
"""Chance that any of all comparisons of one table is a false alarm (Bonferroni)."""

EXPECTED = 10
"""Neighbouring bins are joined until each is expected this often in the smaller of the two samples."""

OUR_NAMES = {"legal_actions": "actions", "duration_ms": "duration"}
"""A peer's word for what the engine calls otherwise."""

NOT_COMPARED = ("plays", "seconds", "duration_ms_squares")


@dataclass(frozen=True)
class Agreement:
    """One thing that a peer and the engine both count.

    Attributes
    ----------
    what : str
        ``score.0``, ``turns``, …
    p_value : float
        Of "the two follow one law".
    """

    what: str
    p_value: float


def agreements(ours: Tally, peer: Mapping[str, Any]) -> list[Agreement]:
    """A p-value for everything that the peer counts: chi-square of histograms, z-test of sums.

    Raises
    ------
    KeyError
        The engine does not count what the peer counts.
    """
    return [*_wins(ours, peer), *_histograms(ours, peer), *_sums(ours, peer)]


def disagreements(found: Sequence[Agreement], false_alarm: float = FALSE_ALARM) -> list[Agreement]:
    """Those whose p-value is below `false_alarm` divided by their number."""
    return [one for one in found if one.p_value < false_alarm / len(found)]


def add_counts(total: Mapping[str, Any] | None, counts: Mapping[str, Any]) -> dict[str, Any]:
    """A peer's counts of two runs added, number by number."""
    if total is None:
        return dict(counts)
    return {name: _added(value, counts[name]) for name, value in total.items()}


def _added(one: Any, other: Any) -> Any:
    if isinstance(one, list):
        return [_added(a, b) for a, b in zip(one, other, strict=True)]
    return one + other


def _wins(ours: Tally, peer: Mapping[str, Any]) -> Iterator[Agreement]:
    for seat, counts in enumerate(peer["wins"]):
        mine = ours.wins[seat]
        full = ([*mine, ours.plays - sum(mine)], [*counts, peer["plays"] - sum(counts)])
        yield Agreement(f"wins.{seat}", same_law(*full))


def _histograms(ours: Tally, peer: Mapping[str, Any]) -> Iterator[Agreement]:
    for name, value in peer.items():
        if name == "wins" or not isinstance(value, list):
            continue
        rows = enumerate(value) if isinstance(value[0], list) else [(None, value)]
        for seat, counts in rows:
            what = name if seat is None else f"{name}.{seat}"
            yield Agreement(what, same_law(ours.histograms[what], counts))


def _sums(ours: Tally, peer: Mapping[str, Any]) -> Iterator[Agreement]:
    for name, value in peer.items():
        if isinstance(value, list) or name in NOT_COMPARED:
            continue
        mean, variance = _moments(ours, OUR_NAMES.get(name, name))
        yield Agreement(name, same_mean(mean, variance, ours.plays, value, peer["plays"]))


def same_mean(mean: float, variance: float, plays: int, peer_sum: int, peer_plays: int) -> float:
    """The p-value of a z-test that a peer's sum belongs to our mean and variance of one play.

    It is 1 when the smaller sample is expected to count less than `EXPECTED`: too rare to tell.
    """
    smaller = min(plays, peer_plays) / (plays + peer_plays)
    if (mean * plays + peer_sum) * smaller < EXPECTED:
        return 1.0
    gate = mean_gate(mean, variance, plays, peer_sum / peer_plays, variance, peer_plays, margin=0.0)
    return two_sided(gate.z)


def two_sided(z: float) -> float:
    """Two-sided p-value of a standard normal deviate's size; 1 for one below 0."""
    return math.erfc(max(z, 0.0) / math.sqrt(2.0))


def _moments(ours: Tally, name: str) -> tuple[float, float]:
    """Mean and variance over plays of what the engine calls `name`."""
    if name in ours.sums:
        total, squares = ours.sums[name]
        mean = total / ours.plays
        return mean, squares / ours.plays - mean * mean
    histogram = Histogram(list(ours.histograms[name]))
    return histogram.mean(), histogram.variance()


def same_law(one: Sequence[int], other: Sequence[int]) -> float:
    """The p-value of the two-sample chi-square test on two histograms of one measure, which may differ in length."""
    size = max(len(one), len(other))
    a, b = ([*row, *[0] * (size - len(row))] for row in (one, other))
    smaller = min(sum(a), sum(b)) / (sum(a) + sum(b))
    joined: list[list[int]] = [[], []]
    left = right = 0
    for x, y in zip(a, b, strict=True):
        left, right = left + x, right + y
        if (left + right) * smaller >= EXPECTED:
            joined[0].append(left)
            joined[1].append(right)
            left = right = 0
    if joined[0]:
        joined[0][-1] += left
        joined[1][-1] += right
    return histogram_gate(Histogram(joined[0]), Histogram(joined[1]))[1]
