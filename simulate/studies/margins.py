"""The smallest difference that matters, for each metric: what makes two variants "equivalent".

Project defaults: one percentage point of a share, one turn, 2 % of the mean score for scores and margins, 2 % of the
value for everything else. The values come from a pilot that is thrown away.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from simulate.runs.metrics import Named
from simulate.runs.tuning import WIDEST_SHARE
from simulate.statistics.anytime import half_width_after
from simulate.statistics.intervals import DEFAULT_CONFIDENCE
from variants.errors import BadInput, nearest

SHARE = "share"
FAIRNESS = "fairness"
"""Largest distance of a seat's win share from an even one: lower is fairer."""

SHARE_MARGIN = 0.01
TURN_MARGIN = 1.0
RELATIVE_MARGIN = 0.02

_WIDTH = re.compile(r"(\d+\.?\d*|\.\d+)\s*(%|pp|)", re.ASCII)


def default_margins(units: Mapping[str, str], pilot: Mapping[str, Named]) -> dict[str, float]:
    """The default margin of each metric, in its unit.

    Parameters
    ----------
    units : mapping of str to str
        The metrics that are compared.
    pilot : mapping of str to Named
        Figures of the pilot of A.
    """
    return {name: _default(name, unit, pilot) for name, unit in units.items()}


def _default(name: str, unit: str, pilot: Mapping[str, Named]) -> float:
    if unit == SHARE:
        return SHARE_MARGIN
    if name == "turns":
        return TURN_MARGIN
    scores = [one.figure.value() for key, one in pilot.items() if key.startswith("score.") and key.count(".") == 1]
    value = sum(scores) / len(scores) if name == "margin" and scores else pilot[name].figure.value()
    width = RELATIVE_MARGIN * abs(value)
    return float(f"{width:.3g}") if width > 0 and math.isfinite(width) else RELATIVE_MARGIN


def reachable_widths(margins: Mapping[str, float], pilot: Mapping[str, Named], most: int) -> dict[str, float]:
    """The half-width that each interval is tuned for: the margin, or what the most games can reach without pairing.

    Parameters
    ----------
    margins : mapping of str to float
    pilot : mapping of str to Named
        Figures of the pilot of A; both arms are taken to vary like it.
    most : int
        Most games of an arm.
    """
    return {name: max(margin, _reached(name, pilot, most)) for name, margin in margins.items()}


def _reached(name: str, pilot: Mapping[str, Named], most: int) -> float:
    """To three digits; 0 where nothing is known of the variance."""
    shares = [one.figure.variance() for key, one in pilot.items() if key.startswith("win_share.")]
    variance = max(shares, default=math.nan) if name == FAIRNESS else pilot[name].figure.variance()
    if not 0.0 < variance < math.inf:
        return 0.0
    width = half_width_after(most, 2.0 * variance, 1.0 - DEFAULT_CONFIDENCE)
    return float(f"{min(width, WIDEST_SHARE) if pilot[name].unit == SHARE else width:.3g}")


def read_margins(
    texts: Iterable[str], units: Mapping[str, str], pilot: Mapping[str, Named], option: str = "--margin"
) -> dict[str, float]:
    """The margins that options mean, by metric, in its unit.

    ``1pp`` holds for the win shares and for fairness, ``METRIC=VALUE`` for one metric; a percentage of a metric that is
    no share is relative to its value.

    Raises
    ------
    BadInput
        An unknown metric, or a margin that is none.
    """
    found: dict[str, float] = {}
    for text in texts:
        name, equals, width = text.rpartition("=")
        shares = [one for one in units if one.startswith("win_share.") or one == FAIRNESS]
        for metric in [name.strip()] if equals else shares:
            if metric not in units:
                near = nearest(metric, units)
                hint = f"did you mean {near}?" if near else f"known: {', '.join(units)}"
                raise BadInput.of(f"{option} {text[:60]}: unknown metric {metric[:60]!r}; {hint}")
            found[metric] = _margin(text, metric, units[metric], width.strip(), pilot, option)
    return found


def _margin(text: str, metric: str, unit: str, width: str, pilot: Mapping[str, Named], option: str) -> float:
    found = _WIDTH.fullmatch(width)
    value = float(found[1]) if found else 0.0
    if found and found[2]:
        value /= 100
        if unit != SHARE:
            value = value * abs(pilot[metric].figure.value()) if found[2] == "%" else 0.0
    allowed = "percentage points as in 1pp or a share as in 0.01" if unit == SHARE else f"{unit} as in 0.5, or as in 2%"
    if not value > 0 or not math.isfinite(value) or (unit == SHARE and value >= 1):
        raise BadInput.of(f"{option} {text[:60]}: got {width[:60]!r}, allowed: {allowed}")
    return value
