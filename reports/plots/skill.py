"""Balance by skill: each seat's win share when all play the same policy, rung by rung, beside the even share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from reports.languages.language import Language
from reports.plots.axes import ticks
from reports.plots.canvas import ruled
from reports.plots.palette import MUTED, ZONE, series
from reports.plots.plot import Plot
from reports.plots.rows import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SPREAD = 0.44
"""Room that the seats of one rung take beside one another, of the distance between two rungs."""
LONGEST = 14


@dataclass(frozen=True)
class Seat:
    """A seat's name and, rung by rung, its win share with its interval: (value, low, high), each 0 … 1."""

    name: str
    shares: Sequence[tuple[float, float, float]]


def skill_plot(words: Words, rungs: Sequence[str], seats: Sequence[Seat], zone: float, language: Language) -> Plot:
    """The plot of a ladder's rungs, the weakest at the left; ``words.axis`` names the rungs.

    Parameters
    ----------
    zone : float
        Half the height of the shaded band around the even share, 0 … 1.
    """
    draw = partial(_draw, rungs=rungs, seats=seats, zone=zone, axis=words.axis, language=language)
    return Plot(words.name, words.title, words.caption, words.alt, draw, height=2.4, left=0.85)


def _draw(
    axes: Axes, *, rungs: Sequence[str], seats: Sequence[Seat], zone: float, axis: str, language: Language
) -> None:
    even = 100 / len(seats)
    axes.axhspan(even - 100 * zone, even + 100 * zone, color=ZONE, lw=0)
    axes.axhline(even, color=MUTED, lw=1.1, ls=(0, (3, 2)))
    for number, seat in enumerate(seats):
        _seat(axes, number, seat, len(seats))
    axes.set_xticks(range(len(rungs)), [_short(rung) for rung in rungs], rotation=0 if len(rungs) < 6 else 20)
    axes.set_xlim(-0.5, len(rungs) - 0.5)
    axes.set_xlabel(axis)
    axes.set_ylabel(language.say("plot.share.axis"))
    ticks(axes.yaxis, language, percent=True, most=6)
    ruled(axes)
    axes.legend(frameon=False, fontsize=8.5, loc="best", handlelength=2.6, borderaxespad=0.2)


def _short(rung: str) -> str:
    return rung if len(rung) <= LONGEST else rung[: LONGEST - 1] + "…"


def _seat(axes: Axes, number: int, seat: Seat, seats: int) -> None:
    look, step = series(number), SPREAD / max(1, seats - 1) if seats > 1 else 0.0
    places = [rung - SPREAD / 2 + number * step for rung in range(len(seat.shares))]
    for place, (_, low, high) in zip(places, seat.shares, strict=True):
        axes.plot([place, place], [100 * low, 100 * high], color=look.colour, lw=1.8, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([place - 0.04, place + 0.04], [100 * end, 100 * end], color=look.colour, lw=1.2)
    values = [100 * value for value, _, _ in seat.shares]
    axes.plot(
        places, values, color=look.colour, lw=1.0, ls=look.dash, marker=look.marker, ms=5, mec="#ffffff", mew=0.6,
        label=seat.name,
    )  # fmt: skip
