"""How fast the engine became: each workload's speed over versions, beside that of the first one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.languages.language import Language
from reports.plots.axes import ticks
from reports.plots.canvas import ruled
from reports.plots.palette import MUTED, series
from reports.plots.plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


NOTICED = 0.05
"""A median that changed by less is called unchanged: two locks of one code differ by so much."""


@dataclass(frozen=True)
class Locked:
    """The speeds of one version: its label, and each workload's time as a ratio to a reference measured beside it."""

    label: str
    ratios: Mapping[str, float]


def speed_plot(history: Sequence[Locked], language: Language, name: str = "speed") -> Plot | None:
    """The plot of locks, oldest first; None with fewer than two, or without a workload that is in all of them.

    A point is the median over the workloads of a kind (what stands before the first ``/``) of how many times faster
    they are than in the first lock; its bar reaches from the slowest to the fastest of them.
    """
    kinds = kinds_of(history)
    if len(history) < 2 or not kinds:
        return None
    gains = {kind: [_gains(history[0], one, names) for one in history] for kind, names in kinds.items()}
    last = {kind: one[-1][1] for kind, one in gains.items()}
    best = max(last, key=lambda kind: abs(last[kind] - 1))
    say = {"kind": best, "times": language.number(f"{last[best]:.2g}"), "since": history[0].label}
    changed = abs(last[best] - 1) >= NOTICED
    title = language.say("plot.speed.title", **say) if changed else language.say("plot.speed.same", since=say["since"])
    n = sum(len(names) for names in kinds.values())
    caption = language.say("plot.speed.caption", n=n, locks=len(history))
    alt = language.say(
        "plot.speed.alt", listed="; ".join(f"{kind} {language.number(f'{one:.2g}')}" for kind, one in last.items())
    )
    draw = partial(_draw, gains=gains, labels=[one.label for one in history], language=language)
    return Plot(name, title, caption, alt, draw, height=2.2, left=0.75)


def _draw(
    axes: Axes, *, gains: Mapping[str, Sequence[tuple[float, float, float]]], labels: Sequence[str], language: Language
) -> None:
    axes.axhline(1, color=MUTED, lw=1.1, ls=(0, (3, 2)))
    for number, (kind, points) in enumerate(gains.items()):
        _kind(axes, number, kind, points)
    axes.set_xticks(range(len(labels)), labels)
    axes.set_xlabel(language.say("plot.speed.x"))
    axes.set_ylabel(language.say("plot.speed.y"))
    axes.set_ylim(0, 1.12 * max(fastest for points in gains.values() for _, _, fastest in points))
    ticks(axes.yaxis, language, most=6)
    ruled(axes)
    axes.legend(frameon=False, fontsize=8.5, loc="best")


def kinds_of(history: Sequence[Locked]) -> dict[str, list[str]]:
    """The workloads that every lock has, by kind."""
    shared = [name for name in history[0].ratios if all(name in one.ratios for one in history)] if history else []
    found: dict[str, list[str]] = {}
    for name in shared:
        found.setdefault(name.split("/")[0], []).append(name)
    return found


def _gains(first: Locked, now: Locked, names: Sequence[str]) -> tuple[float, float, float]:
    """How many times faster than in the first lock: the slowest, the median, the fastest workload."""
    found = sorted(first.ratios[name] / now.ratios[name] for name in names)
    return found[0], found[len(found) // 2], found[-1]


def _kind(axes: Axes, number: int, kind: str, points: Sequence[tuple[float, float, float]]) -> None:
    look = series(number)
    places = [at + 0.06 * number for at in range(len(points))]
    for place, (low, _, high) in zip(places, points, strict=True):
        axes.plot([place, place], [low, high], color=look.colour, lw=1.6, solid_capstyle="butt")
    middles = [middle for _, middle, _ in points]
    mark: dict[str, Any] = {"marker": look.marker, "ms": 5, "mec": "#ffffff", "mew": 0.6}
    axes.plot(places, middles, color=look.colour, lw=1.2, ls=look.dash, label=kind, **mark)
