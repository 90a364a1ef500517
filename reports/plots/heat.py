"""A grid of two axes as a map of cells: the darker, the larger the value; each cell says its number and interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from reports.plots.palette import INK, MUTED, PAPER
from reports.plots.plot import Plot
from reports.plots.rows import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 24
"""Values of an axis that a map can show."""

SHORT = 4
"""Letters of a value across that fit where a map is crowded."""

ROOMY = 12
"""Values across up to which a cell has room for its interval, too."""

LIMITS = (0.01, 0.02, 0.04, 0.10, 0.20)
"""Ends of the bands of the seat advantage; each is a step darker."""
COLOURS = ("#e6f1ea", "#d3e6dd", "#f3e6c8", "#eec79a", "#d98d5c", "#b94a00")
"""From fair to broken, in falling lightness, so that a grey print keeps their order; a dark page keeps them, too."""


@dataclass(frozen=True)
class MapCell:
    """A cell: its value as a share (None: not played), what is written in it, below it, whether it is framed."""

    value: float | None
    text: str = ""
    below: str = ""
    framed: bool = False


@dataclass(frozen=True)
class Axis:
    """An axis of a map: the dial's key and its values as text."""

    key: str
    values: Sequence[str]


def heat_plot(words: Words, down: Axis, across: Axis, cells: Sequence[Sequence[MapCell]]) -> Plot:
    """The map; ``cells[i][j]`` is that of ``down.values[i]`` and ``across.values[j]``."""
    draw = partial(_draw, down=down, across=across, cells=cells)
    longest = max(len(value[:16]) for value in down.values)
    left = 0.5 + 0.07 * longest
    return Plot(
        words.name,
        words.title,
        words.caption,
        words.alt,
        draw,
        left=left,
        height=(0.42 if is_roomy(across.values) else 0.28) * len(down.values) + 0.1,
    )


def fits(down: Sequence[str], across: Sequence[str]) -> bool:
    """True if a map with these values can be read: short ones where there are many across."""
    if not 2 <= len(down) <= MOST or not 2 <= len(across) <= MOST:
        return False
    return is_roomy(across) or max(map(len, across)) <= SHORT


def is_roomy(across: Sequence[str]) -> bool:
    """True if the cells of a map with these values across have room for their intervals."""
    return len(across) <= ROOMY


def _draw(axes: Axes, *, down: Axis, across: Axis, cells: Sequence[Sequence[MapCell]]) -> None:
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell.value is not None:
                _cell(axes, (x, y), cell, cell.value, roomy=is_roomy(across.values))
    _frame(axes, down, across)


def _cell(axes: Axes, place: tuple[int, int], cell: MapCell, value: float, *, roomy: bool) -> None:
    from matplotlib.patches import Rectangle

    x, y = place
    level = sum(value > limit for limit in LIMITS)
    axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=COLOURS[level], edgecolor=PAPER, lw=1.2))
    if cell.framed:
        axes.add_patch(
            Rectangle((x - 0.45, y - 0.43), 0.9, 0.86, facecolor="none", edgecolor="#1c2129", lw=1.6, zorder=3)
        )
    # Cells keep their colours on a dark page, so their numbers keep theirs, too: an ink that no page recolours.
    ink = "#fffffe" if level == len(LIMITS) else "#1c2129"
    if not roomy:
        axes.text(x, y, cell.text, ha="center", va="center", fontsize=5.5, color=ink)
        return
    axes.text(x, y - 0.12, cell.text, ha="center", va="center", fontsize=8.5, color=ink, fontweight="bold")
    axes.text(x, y + 0.24, cell.below, ha="center", va="center", fontsize=7, color=ink)


def _frame(axes: Axes, down: Axis, across: Axis) -> None:
    axes.set_xlim(-0.5, len(across.values) - 0.5)
    axes.set_ylim(len(down.values) - 0.5, -0.5)
    axes.set_xticks(range(len(across.values)), [one[:14] for one in across.values])
    if not is_roomy(across.values):
        axes.tick_params(axis="x", labelsize=6)
    axes.set_yticks(range(len(down.values)), [one[:16] for one in down.values])
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(across.key, color=INK)
    axes.set_ylabel(down.key, color=MUTED)
