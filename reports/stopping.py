"""How a run ended, and what its intervals hold for, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.numbers import GAP, count

REASONS = {
    "precision reached": "the precision asked for was reached",
    "goals decided": "every goal was decided",
    "most games": "the most games allowed were played",
    "time": "the time allowed was over",
    "interrupted": "it was interrupted",
}

FIXED = (
    "Wilson for shares, with ties split; normal or Student for means; delta method for ratios; "
    "for a number of games declared before the run"
)
ANYTIME = (
    "beta-binomial for shares, normal mixture for means and ratios, ranks for quantiles; "
    "they hold at every look and whatever stopped the run"
)


def is_anytime(result: Mapping[str, Any]) -> bool:
    """True when the run's intervals hold at every look."""
    return (result.get("stop") or {}).get("kind") == "anytime"


def methods(result: Mapping[str, Any]) -> str:
    """``anytime (…)``: the kind of the intervals and how they are made."""
    return f"anytime ({ANYTIME})" if is_anytime(result) else f"fixed-n ({FIXED})"


def ending(result: Mapping[str, Any]) -> str:
    """Why an anytime run ended, as a sentence; empty for a declared number of games."""
    stop = result.get("stop") or {}
    if stop.get("kind") != "anytime":
        return ""
    looks = f"{count(stop['looks'])} look{'s' if stop['looks'] != 1 else ''}"
    return f"Stopped after {looks}, since {REASONS[stop['reason']]}. Rule: {stop['rule']}."


def interrupted(result: Mapping[str, Any]) -> str:
    """Why an interrupted run's intervals remain valid."""
    head = f"Interrupted after {count(result['plays']['count'])}{GAP}games. The intervals remain valid: "
    if is_anytime(result):
        return head + "they hold at every number of games at once."
    return head + "no estimate was shown while it ran, so the moment of stopping could not depend on one."
