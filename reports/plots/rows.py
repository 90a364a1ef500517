"""Intervals below one another, a row each, beside a shaded zone: differences, levels of a dial, cells, goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.languages.language import Language
from reports.plots.axes import ticks
from reports.plots.canvas import ruled
from reports.plots.palette import INK, MUTED, ZONE, series
from reports.plots.plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.27
"""Inches of height of a row."""
LETTER = 0.073
LONGEST = 30
"""Letters of a row's name that are shown."""


@dataclass(frozen=True)
class Row:
    """One interval.

    Attributes
    ----------
    name : str
        What stands left of it.
    value, low, high : float
        In the unit of the axis; a share is given as a percentage.
    look : int
        Number of its series: colour and mark.
    label : str
        What stands beside it, as a number is written.
    """

    name: str
    value: float
    low: float
    high: float
    look: int = 0
    label: str = ""


@dataclass(frozen=True)
class Words:
    """A plot's file name and words: title (the finding), caption, text alternative, the axis with its unit."""

    name: str
    title: str
    caption: str
    alt: str
    axis: str


def rows_plot(
    words: Words,
    rows: Sequence[Row],
    language: Language,
    *,
    zone: tuple[float, float] | None = None,
    line: float | None = None,
    percent: bool = False,
) -> Plot:
    """The plot of the rows.

    Parameters
    ----------
    zone : (float, float), optional
        A shaded band: what does not matter, or what is wanted.
    line : float, optional
        Where a dashed line stands.
    percent : bool
        Whether the axis counts in percent.
    """
    longest = max((len(_short(row.name)) for row in rows), default=0)
    draw = partial(_draw, rows=rows, marks=(zone, line), axis=words.axis, language=language, percent=percent)
    left = min(2.4, max(0.7, 0.22 + LETTER * longest))
    return Plot(words.name, words.title, words.caption, words.alt, draw, height=0.25 + ROW * len(rows), left=left)


def _draw(
    axes: Axes, *, rows: Sequence[Row], marks: tuple[tuple[float, float] | None, float | None], axis: str,
    language: Language, percent: bool,
) -> None:  # fmt: skip
    _zone(axes, *marks)
    for at, row in enumerate(rows):
        _row(axes, at, row)
    _frame(axes, rows, marks)
    axes.set_xlabel(axis)
    ticks(axes.xaxis, language, percent=percent, most=5 if percent else 7)
    ruled(axes, "x")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _zone(axes: Axes, zone: tuple[float, float] | None, line: float | None) -> None:
    if zone is not None:
        axes.axvspan(*zone, color=ZONE, lw=0)
    if line is not None:
        axes.axvline(line, color=MUTED, lw=1.1, ls=(0, (3, 2)))


def _row(axes: Axes, at: int, row: Row) -> None:
    look = series(row.look)
    axes.plot([row.low, row.high], [at, at], color=look.colour, lw=2.2, solid_capstyle="butt")
    for end in (row.low, row.high):
        axes.plot([end, end], [at - 0.2, at + 0.2], color=look.colour, lw=1.3)
    axes.plot([row.value], [at], marker=look.marker, color=look.colour, ms=5, mec="#ffffff", mew=0.7)


def _frame(axes: Axes, rows: Sequence[Row], marks: tuple[tuple[float, float] | None, float | None]) -> None:
    """Limits that hold every interval, with room for the numbers at the right."""
    zone, line = marks
    ends = [end for row in rows for end in (row.low, row.high)]
    ends += [] if line is None else [line]
    shown = [end for end in zone or () if abs(end) < 1e9]
    low, high = min(ends + shown), max(ends + shown)
    room = (high - low) or 1.0
    labelled = any(row.label for row in rows)
    axes.set_xlim(low - 0.06 * room, high + (0.26 if labelled else 0.06) * room)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [_short(row.name) for row in rows])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    for at, row in enumerate(rows):
        if row.label:
            look: dict[str, Any] = {"va": "center", "fontsize": 8, "color": INK}
            axes.annotate(row.label, (row.high, at), xytext=(5, 0), textcoords="offset points", **look)
