"""Result entries made by hand, as a run's document would hold them."""

from __future__ import annotations

import math
from typing import Any

from simulate.statistics.intervals import capped_bounds, wilson


def metric(value: float | None, low: float | None, high: float | None, n: int, unit: str = "share") -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "n": n, "kind": "fixed-n", "unit": unit}


def share(wins: int, n: int, capped: int = 0) -> dict[str, Any]:
    found = capped_bounds(n, wins, wins, 1, capped) if capped else wilson(wins, n)
    value = None if math.isnan(found.value) else found.value
    return metric(value, found.low, found.high, n)


def result(
    wins: list[int],
    n: int,
    *,
    name: str = "toy/classic", players: int | None = None, policies: list[str] | None = None,
    capped: int = 0, interrupted: bool = False, more: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """An entry in which seat s won ``wins[s]`` of n games."""
    seats = len(wins)
    metrics = {f"win_share.{seat}": share(one, n, capped) for seat, one in enumerate(wins)}
    metrics["capped"] = share(capped, n)
    return {
        "variant": {
            "game": "toy",
            "name": name,
            "title": "Toy",
            "hash": "0123456789abcdef" * 2,
            "rules": {"deck": {"size": 16, "pmf": {"3": 0.5, "4": 0.5}}, "end": "first_pile"},
            "origins": {
                "deck.size": "printed", "deck.pmf": "assumed", "end": "chosen here", "players.3.deck.size": "assumed",
            },
        },
        "players": players or seats,
        "policies": policies or ["random"] * seats,
        "seed": 7,
        "plays": {"first": 0, "count": n, "capped": capped},
        "metrics": {**metrics, **(more or {})},
        "tallies": {},
        "digest": "f" * 64,
        "engine": {
            "version": "0.1.0", "numba": "0", "python": "3", "machine": "m", "threads": 2, "jit_seconds": 0.5,
            "seconds": 1.0, "plays_per_second": n, "interrupted": interrupted,
        },
    }  # fmt: skip
