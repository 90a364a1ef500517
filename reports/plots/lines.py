"""Curves with marks over two axes, either of which may be logarithmic; each may have a band around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.languages.language import Language
from reports.plots.axes import ticks
from reports.plots.canvas import ruled
from reports.plots.palette import MUTED, ZONE, series
from reports.plots.plot import Plot
from reports.plots.rows import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis


MILLION = 1_000_000


@dataclass(frozen=True)
class Curve:
    """One curve.

    Attributes
    ----------
    name : str
        In the legend; empty for none.
    x, y : sequence of float
    low, high : sequence of float
        Ends of the interval at each point; empty for none.
    look : int
        Number of its series.
    marks : bool
        Whether its points are marked.
    bars : bool
        Whether its intervals are bars; else they are a band.
    """

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    look: int = 0
    marks: bool = False
    bars: bool = False


@dataclass(frozen=True)
class Scale:
    """How an axis is drawn: its label with the unit, logarithmic or not, in percent or not, its ends."""

    label: str
    log: bool = False
    percent: bool = False
    ends: tuple[float, float] | None = None


def lines_plot(
    words: Words,
    curves: Sequence[Curve],
    scales: tuple[Scale, Scale],
    language: Language,
    *,
    line: float | None = None,
    zone: tuple[float, float] | None = None,
    height: float = 2.1,
) -> Plot:
    """The plot of the curves.

    Parameters
    ----------
    scales : (Scale, Scale)
        Of the horizontal and the vertical axis; ``words.axis`` is not used.
    line : float, optional
        Where a dashed line lies across.
    zone : (float, float), optional
        A shaded band across.
    """
    draw = partial(_draw, curves=curves, scales=scales, language=language, line=line, zone=zone)
    return Plot(words.name, words.title, words.caption, words.alt, draw, height=height, left=0.85)


def _draw(
    axes: Axes, *, curves: Sequence[Curve], scales: tuple[Scale, Scale], language: Language, line: float | None,
    zone: tuple[float, float] | None,
) -> None:  # fmt: skip
    if zone is not None:
        axes.axhspan(*zone, color=ZONE, lw=0)
    if line is not None:
        axes.axhline(line, color=MUTED, lw=1.1, ls=(0, (3, 2)))
    for curve in curves:
        _curve(axes, curve)
    for axis, scale, name in ((axes.xaxis, scales[0], "x"), (axes.yaxis, scales[1], "y")):
        _scale(axes, axis, scale, name, language)
    ruled(axes)
    if any(curve.name for curve in curves):
        axes.legend(frameon=False, fontsize=8.5, loc="best", handlelength=2.6, borderaxespad=0.2)


def _curve(axes: Axes, curve: Curve) -> None:
    look = series(curve.look)
    extra: dict[str, Any] = {"marker": look.marker, "ms": 4.5, "mec": "#ffffff", "mew": 0.6} if curve.marks else {}
    if curve.low and curve.bars:
        for x, low, high in zip(curve.x, curve.low, curve.high, strict=True):
            axes.plot([x, x], [low, high], color=look.colour, lw=1.6, solid_capstyle="butt")
    elif curve.low:
        axes.fill_between(curve.x, curve.low, curve.high, color=look.area, lw=0)
        for end in (curve.low, curve.high):
            axes.plot(curve.x, end, color=look.colour, lw=0.7)
    axes.plot(curve.x, curve.y, color=look.colour, lw=1.7, ls=look.dash, label=curve.name or None, **extra)


def _scale(axes: Axes, axis: Axis, scale: Scale, name: str, language: Language) -> None:
    given: dict[str, Any] = {f"{name}label": scale.label}
    given |= {f"{name}scale": "log"} if scale.log else {}
    given |= {f"{name}lim": scale.ends} if scale.ends is not None else {}
    axes.set(**given)
    if scale.log:
        log_ticks(axis, language, percent=scale.percent)
    else:
        ticks(axis, language, percent=scale.percent, most=6)


def log_ticks(axis: Axis, language: Language, *, percent: bool = False) -> None:
    """Ticks at powers of ten, written out."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    def written(value: float, _: Any) -> str:
        text = language.number(f"{value:g}")
        if value >= 1:
            text = language.count(round(value)) if value < MILLION else f"{language.count(round(value / MILLION))} M"
        return text + language.percent_sign if percent else text

    axis.set_major_locator(LogLocator(base=10, numticks=8))
    axis.set_major_formatter(FuncFormatter(written))
    axis.set_minor_formatter(NullFormatter())
