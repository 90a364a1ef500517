"""The seats' win shares as intervals beside the even share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.advantage import BANDS, seat_advantage, win_shares
from reports.languages.language import Language
from reports.pages.words import seat_name
from reports.plots.axes import ticks
from reports.plots.palette import INK, MUTED, ZONE, series
from reports.plots.plot import Plot
from reports.terms import Terms

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SMALL = BANDS[2].limit
"""The largest seat advantage that is called good."""


def seats_plot(result: Mapping[str, Any], terms: Terms, language: Language, name: str = "seats") -> Plot | None:
    """The plot of a result entry; None when there is nothing to compare."""
    found = seat_advantage(result)
    if found is None:
        return None
    shares = win_shares(result["metrics"])
    names = [seat_name(result, terms, language, seat) for seat in range(len(shares))]
    even = 1 / found.seats
    say = {"seat": names[found.seat], "share": language.figure(shares[found.seat]), "even": language.share(even, 1)}
    key = "most" if found.share > even else "least"
    title = language.sentence(f"plot.seats.{key}" if found.sided else "plot.seats.even", **say)
    listed = [
        f"{who} {language.figure(one)} ({language.interval(one)})" for who, one in zip(names, shares, strict=True)
    ]
    small = language.share(SMALL / found.seats, 1)
    caption = language.say(
        "plot.seats.caption", n=language.count(found.n), kind=shares[0]["kind"], small=small, even=say["even"]
    )
    alt = language.say("plot.seats.alt", listed="; ".join(listed), even=say["even"])
    draw = partial(_draw, shares=shares, names=names, even=even, language=language)
    return Plot(name, title, caption, alt, draw, height=0.3 + 0.42 * len(shares), left=1.25)


def _draw(
    axes: Axes, *, shares: Sequence[Mapping[str, Any]], names: Sequence[str], even: float, language: Language
) -> None:
    zone = SMALL * even
    ends = [value for one in shares for value in (one["low"], one["high"])]
    low, high = min([*ends, even - zone]), max([*ends, even + zone])
    room = (high - low) * 0.12
    axes.set_xlim(100 * (low - room), 100 * (high + room))
    axes.set_ylim(len(shares) - 0.4, -0.75)
    axes.axvspan(100 * (even - zone), 100 * (even + zone), color=ZONE, lw=0)
    axes.axvline(100 * even, color=MUTED, lw=1.1, ls=(0, (3, 2)))
    middle = (low + high) / 2
    for seat, one in enumerate(shares):
        look = series(seat)
        axes.plot([100 * one["low"], 100 * one["high"]], [seat, seat], color=look.colour, lw=2.4, solid_capstyle="butt")
        for end in ("low", "high"):
            axes.plot([100 * one[end]] * 2, [seat - 0.17, seat + 0.17], color=look.colour, lw=1.4)
        axes.plot([100 * one["value"]], [seat], marker=look.marker, color=look.colour, ms=4.5, mec="#ffffff", mew=0.7)
        side: dict[str, Any] = {"ha": "left", "xytext": (9, 6)}
        if one["value"] >= middle:
            side = {"ha": "right", "xytext": (-9, 6)}
        axes.annotate(
            language.figure(one),
            (100 * one["value"], seat),
            textcoords="offset points",
            fontsize=8.5,
            color=INK,
            **side,
        )
    axes.set_yticks(range(len(shares)), names)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    ticks(axes.xaxis, language, percent=True)
    axes.set_xlabel(language.say("plot.seats.axis"))
