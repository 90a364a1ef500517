"""Distributions of whole numbers: one measure as bars, or one line a seat; with medians and outer quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reports.languages.language import Language
from reports.plots.axes import ticks
from reports.plots.canvas import ruled
from reports.plots.palette import INK, MUTED, series
from reports.plots.plot import Plot
from simulate.statistics.histogram import Histogram

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEDIAN = "50 %"
CUT = 0.0005
"""Share of the games at each end that may lie outside the plot."""


@dataclass(frozen=True)
class Counted:
    """A measure's histogram: its name in words and the plays by value."""

    name: str
    counts: Sequence[int]

    @property
    def histogram(self) -> Histogram:
        """The counts as a histogram."""
        return Histogram(list(self.counts))

    def at(self, share: float) -> int:
        """The value that `share` of the games reach at most."""
        return int(self.histogram.quantile(share).value)


def distribution_plot(
    name: str, title: str, axis: str, measures: Sequence[Counted], language: Language, *, kind: str = "fixed-n"
) -> Plot | None:
    """The plot of one or more measures with the same unit; None when no game was counted.

    Parameters
    ----------
    axis : str
        What the values are, with their unit.
    kind : str
        Of the document's intervals; the median has one only at a declared number of games (``fixed-n``).
    """
    kept = [one for one in measures if any(one.counts)]
    if not kept:
        return None
    n = sum(kept[0].counts)
    low, high = min(one.at(CUT) for one in kept), max(one.at(1 - CUT) for one in kept)
    cut = any(sum(one.counts[low : high + 1]) < sum(one.counts) for one in kept)
    lines = [_in_words(one, language, kind) for one in kept]
    caption = language.sentence("plot.distribution.caption", n=language.count(n), medians="; ".join(lines))
    if cut:
        caption += " " + language.say("plot.distribution.cut")
    alt = language.say("plot.distribution.alt", axis=axis, medians="; ".join(lines))

    draw = partial(_draw, kept=kept, ends=(low, high), axis=axis, language=language)
    return Plot(name, title, caption, alt, draw, height=2.0 + (0.12 * len(kept) if len(kept) > 1 else 0), left=0.78)


def _draw(axes: Axes, *, kept: Sequence[Counted], ends: tuple[int, int], axis: str, language: Language) -> None:
    draw_bars(axes, kept[0], *ends) if len(kept) == 1 else draw_lines(axes, kept, *ends)
    axes.set_xlabel(axis)
    axes.set_ylabel(language.say("plot.distribution.share"))
    ticks(axes.xaxis, language, whole=True)
    ticks(axes.yaxis, language, percent=True, most=5)
    axes.set_yticks([tick for tick in axes.get_yticks() if tick >= 0])
    ruled(axes)


def _in_words(one: Counted, language: Language, kind: str) -> str:
    """Median and outer twentieths; the median's interval only where the number of games was declared."""
    median = one.histogram.quantile(0.5)
    ends = "" if median.low == median.high else f"–{language.fixed(median.high, 0)}"
    key = "plot.distribution.median" if kind == "fixed-n" else "plot.distribution.median_alone"
    return language.say(
        key, name=one.name, median=language.fixed(median.value, 0),
        ends=f"{language.fixed(median.low, 0)}{ends}", low=language.count(one.at(0.05)),
        high=language.count(one.at(0.95)),
    )  # fmt: skip


def _shares(one: Counted, low: int, high: int) -> NDArray[np.float64]:
    counts = np.zeros(high - low + 1)
    inside = np.array(one.counts[low : high + 1], dtype=np.float64)
    counts[: len(inside)] = inside
    return 100 * counts / sum(one.counts)


def draw_bars(axes: Axes, one: Counted, low: int, high: int) -> None:
    """One measure as touching bars, with its median and its outer twentieths."""
    look, shares = series(0), _shares(one, low, high)
    edges = np.arange(low, high + 2) - 0.5
    axes.stairs(shares, edges, fill=True, facecolor=look.area, edgecolor=look.area, lw=0.3)
    axes.stairs(shares, edges, color=look.colour, lw=1.1)
    top = float(shares.max())
    axes.set_xlim(edges[0] - 0.01 * len(shares), edges[-1] + 0.01 * len(shares))
    axes.set_ylim(0, top * 1.24)
    marks = {one.at(0.05): "5 %", one.at(0.95): "95 %"}
    marks[one.at(0.5)] = MEDIAN
    for value, text in marks.items():
        colour, width, dash = (INK, 1.1, "solid") if text == MEDIAN else (MUTED, 0.9, (0, (2, 2)))
        axes.plot([value, value], [0, top * 1.08], color=colour, lw=width, ls=dash)
    _labels(axes, marks, top * 1.11, (high - low + 1) / 9)


def _labels(axes: Axes, marks: dict[int, str], y: float, least: float) -> None:
    """Write each mark's value above its line; neighbours that are too near give way outwards."""
    ordered = sorted(marks)
    for place, value in enumerate(ordered):
        near_right = place + 1 < len(ordered) and ordered[place + 1] - value < least
        near_left = place > 0 and value - ordered[place - 1] < least
        side = "right" if near_right and not near_left else "left" if near_left and not near_right else "center"
        weight = "bold" if marks[value] == MEDIAN else "normal"
        axes.text(value, y, str(value), ha=side, va="bottom", fontsize=8, fontweight=weight, color=INK)


def draw_lines(axes: Axes, measures: Sequence[Counted], low: int, high: int) -> None:
    """Several measures as lines, each with a strip from its 5 % to its 95 % quantile and its median below the axis."""
    edges = np.arange(low, high + 2) - 0.5
    top = max(float(_shares(one, low, high).max()) for one in measures)
    step = top * 0.085
    for number, one in enumerate(measures):
        look, shares = series(number), _shares(one, low, high)
        axes.stairs(shares, edges, color=look.colour, lw=1.5, ls=look.dash, label=one.name)
        y = -step * (number + 0.75)
        axes.plot([one.at(0.05), one.at(0.95)], [y, y], color=look.colour, lw=1.6, solid_capstyle="butt", ls=look.dash)
        axes.plot([one.at(0.5)], [y], color=look.colour, marker=look.marker, ms=5, mec="#ffffff", mew=0.6)
    axes.axhline(0, color=MUTED, lw=0.8)
    axes.set_xlim(edges[0] - 0.01 * len(edges), edges[-1] + 0.01 * len(edges))
    axes.set_ylim(-step * (len(measures) + 0.4), top * 1.12)
    axes.spines["bottom"].set_visible(True)
    axes.legend(frameon=False, fontsize=8.5, loc="best", handlelength=2.6, borderaxespad=0.1)
