"""A whole document made by hand: a game that is not installed, so nothing of it can be played again."""

from __future__ import annotations

from typing import Any

from tests.reports.made import metric, result


def entry(wins: list[int] | None = None, **changes: Any) -> dict[str, Any]:
    """A run of 1000 games with scores from 10 to 14, lengths 20 to 29, margins 0 to 4."""
    won = wins or [540, 460]
    seats = len(won)
    more = {f"outright.{seat}": metric(0.45, 0.42, 0.48, 1000) for seat in range(seats)}
    more["tie"] = metric(0.04, 0.03, 0.0543, 1000)
    more |= {f"score.{seat}": metric(12.0 - seat / 10, 11.9, 12.1, 1000, "points") for seat in range(seats)}
    more["margin"] = metric(1.6, 1.5, 1.7, 1000, "points")
    more["turns"] = metric(24.5, 24.3, 24.7, 1000, "turns")
    more["trades"] = metric(3.25, 3.21, 3.29, 1000, "trades")
    made = result(won, 1000, more=more, **changes)
    made["tallies"] = {
        "histograms": {
            **{f"score.{seat}": [0] * 10 + [100 + seat, 250 - seat, 300, 250, 100] for seat in range(seats)},
            "margin": [40, 460, 300, 150, 50],
            "turns": [0] * 20 + [20, 60, 120, 180, 200, 160, 120, 80, 40, 20],
        }
    }
    return made


def document(*entries: dict[str, Any]) -> dict[str, Any]:
    """The entries as a document of a run."""
    return {"schema": "fairdeal.run/1", "results": list(entries or (entry(),))}


GOALS = [
    {"metric": "win_share.0", "goal": "45 % to 55 %", "status": "met", **metric(0.54, 0.52, 0.56, 1000)},
    {"metric": "turns", "goal": "<= 20", "status": "missed", **metric(24.5, 24.3, 24.7, 1000, "turns")},
    {"metric": "tie", "goal": "<= 4 %", "status": "not yet known", **metric(0.04, 0.03, 0.05, 1000)},
]
