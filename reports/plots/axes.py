"""Ticks in a language's numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reports.languages.language import Language

if TYPE_CHECKING:
    from matplotlib.axis import Axis


def ticks(axis: Axis, language: Language, *, percent: bool = False, most: int = 7, whole: bool = False) -> None:
    """Write the ticks of `axis` as the language writes numbers, at most `most` of them."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    locator = MaxNLocator(nbins=most, integer=whole, steps=[1, 2, 2.5, 5, 10])
    axis.set_major_locator(locator)

    def written(value: float, _: Any) -> str:
        places = axis.get_majorticklocs()
        step = min((b - a for a, b in pairwise(places)), default=1.0)
        shown = _places(float(step))
        text = language.fixed(value, shown)
        return text + language.percent_sign if percent else text

    axis.set_major_formatter(FuncFormatter(written))


def _places(step: float) -> int:
    """Decimals that tell ticks `step` apart."""
    for places in range(6):
        if abs(round(step, places) - step) < 1e-9 * max(step, 1.0):
            return places
    return 6
