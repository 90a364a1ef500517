"""How unequal the seats are: the seat advantage with its interval, and the bands it falls into.

With k seats, seat s wins the share p_s (ties split); its advantage is k p_s - 1, and the seat advantage of a run is
A = max over seats of its size. Bands (project defaults, anchored in the number of games that a group must play to
notice): up to 1 % none, 2 % excellent, 4 % good, 10 % noticeable, 20 % unfair, more broken.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.statistics.quantiles import normal_quantile

CONFIDENCE = 0.95
NOTICED = 0.96
"""A group notices a win share d away from even after about 0.96 / d^2 games: 1.96^2 times a variance of 1/4."""


@dataclass(frozen=True)
class Band:
    """A range of the seat advantage, up to `limit` (a share): what the edge is called, the judgement, its colour."""

    limit: float
    size: str
    judgement: str
    colour: str


BANDS = (
    Band(0.01, "no", "none", "green"),
    Band(0.02, "a tiny", "excellent", "green"),
    Band(0.04, "a small", "good", "green"),
    Band(0.10, "a noticeable", "noticeable", "yellow"),
    Band(0.20, "a large", "unfair", "red"),
    Band(math.inf, "a huge", "broken", "red"),
)


def band(advantage: float) -> int:
    """Number of the band (in BANDS) that a seat advantage falls into."""
    return next(i for i, one in enumerate(BANDS) if advantage <= one.limit)


@dataclass(frozen=True)
class Advantage:
    """The seat advantage of a run.

    Attributes
    ----------
    seats : int
    seat : int
        The seat that is farthest from an even share.
    share, low, high : float
        Its win share with the 95 % interval of the result.
    size, least, most : float
        A = max |k p - 1|, and the ends of what it may be: over all seats, whose intervals hold jointly.
    n : int
        Games behind it.
    """

    seats: int
    seat: int
    share: float
    low: float
    high: float
    size: float
    least: float
    most: float
    n: int

    @property
    def bands(self) -> tuple[int, int]:
        """First and last band that the interval reaches."""
        return band(self.least), band(self.most)

    @property
    def sided(self) -> bool:
        """True when the seat's own interval excludes an even share."""
        return not self.low <= 1 / self.seats <= self.high

    def games_to_notice(self) -> tuple[float, float, float]:
        """Games until a group notices: for the estimate, at least, at most (inf when the advantage may be nothing)."""
        value, most, least = (_games(size / self.seats) for size in (self.size, self.least, self.most))
        return value, least, most


def _games(distance: float) -> float:
    return NOTICED / (distance * distance) if distance > 0 else math.inf


def seat_advantage(result: Mapping[str, Any]) -> Advantage | None:
    """The seat advantage of one entry of a result document; None for a single seat or a run without finished games.

    The seats' intervals are widened so that all of them hold at once with 95 % (Bonferroni, by the ratio of normal
    quantiles). Two seats share one fact and need none.
    """
    shares = win_shares(result["metrics"])
    if len(shares) < 2 or any(one["value"] is None for one in shares):
        return None
    k = len(shares)
    values = [float(one["value"]) for one in shares]
    # Rounded, so that of two seats equally far from even the one that wins more is named.
    seat = max(range(k), key=lambda s: (round(abs(k * values[s] - 1), 12), values[s]))
    ends = [_joint(one, k) for one in shares]
    least = max(_least(low, high, k) for low, high in ends)
    most = max(max(abs(k * low - 1), abs(k * high - 1)) for low, high in ends)
    chosen = shares[seat]
    size = abs(k * values[seat] - 1)
    return Advantage(
        k, seat, values[seat], chosen["low"], chosen["high"], size, min(size, least), max(size, most), chosen["n"]
    )


def win_shares(metrics: Mapping[str, Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The metrics ``win_share.0``, ``win_share.1``, … in seat order."""
    seats = sum(1 for name in metrics if name.startswith("win_share."))
    return [metrics[f"win_share.{seat}"] for seat in range(seats)]


def _joint(metric: Mapping[str, Any], seats: int) -> tuple[float, float]:
    wider = normal_quantile(1 - (1 - CONFIDENCE) / seats) / normal_quantile(CONFIDENCE) if seats > 2 else 1.0
    value = float(metric["value"])
    low = value - wider * (value - metric["low"])
    high = value + wider * (metric["high"] - value)
    return max(0.0, low), min(1.0, high)


def _least(low: float, high: float, k: int) -> float:
    """Smallest |k p - 1| for p in low … high."""
    if low <= 1 / k <= high:
        return 0.0
    return min(abs(k * low - 1), abs(k * high - 1))
