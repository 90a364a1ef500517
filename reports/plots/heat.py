"""The seat advantage over two axes of a sweep as a map of coloured cells, each with its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.numbers import plain_spaces
from reports.plots.palette import INK, MUTED, PAPER, ZONE, series
from reports.plots.plot import Plot
from reports.sweeping import ADVANTAGE, advantage_words, words_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 12
"""Values of an axis that a map can show."""

_LIMITS = (0.01, 0.02, 0.04, 0.10, 0.20)
_COLOURS = (ZONE, series(2).area, "#f2f0e4", series(1).area, "#e9a178", series(1).colour)
"""From fair to broken; the number in each cell says the same."""


def heat_plots(document: Mapping[str, Any], title: str) -> list[Plot]:
    """One map a player count; none when the design is no grid of two axes, or too large to be read."""
    design = document["design"]
    axes = design["axes"]
    if design["kind"] != "grid" or len(axes) != 2 or any(not 2 <= len(axis["values"]) <= MOST for axis in axes):
        return []
    return [_plot(document, result, title) for result in document["results"] if result["fairest"] is not None]


def _plot(document: Mapping[str, Any], result: Mapping[str, Any], title: str) -> Plot:
    down, across = document["design"]["axes"]
    found = {(cell["values"][down["key"]], cell["values"][across["key"]]): cell for cell in result["cells"]}
    grid = [[_advantage(found.get((y, x))) for x in across["values"]] for y in down["values"]]
    fairest = next(cell for cell in result["cells"] if cell["number"] == result["fairest"])
    head = plain_spaces(f"{title}, {result['players']} players: {words_of(fairest)} looks fairest")
    caption = plain_spaces(
        f"Seat advantage in %, {document['games']} games a cell with common luck, seed {document['seed']}. Fairest: "
        f"{advantage_words(fairest)}, chosen by these very games and so a little optimistic. Blank: cannot be played."
    )
    listed = "; ".join(f"{words_of(cell)}: {100 * value:.1f} %" for cell in found.values()
                       if (value := _advantage(cell)) is not None)  # fmt: skip

    def draw(axes: Axes) -> None:
        _draw(axes, grid, (down, across))

    name = f"map-{result['players']}-players"
    alt = f"Map of the seat advantage. {listed}."
    return Plot(name, head, caption, alt, draw, height=0.35 * len(down["values"]) + 0.1, left=1.3)


def _advantage(cell: Mapping[str, Any] | None) -> float | None:
    if cell is None or cell["status"] != "played" or ADVANTAGE not in cell["metrics"]:
        return None
    value: float | None = cell["metrics"][ADVANTAGE]["value"]
    return value


def _draw(
    axes: Axes, grid: Sequence[Sequence[float | None]], names: tuple[Mapping[str, Any], Mapping[str, Any]]
) -> None:
    from matplotlib.patches import Rectangle

    down, across = names
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if value is None:
                continue
            level = sum(value > limit for limit in _LIMITS)
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=_COLOURS[level], edgecolor=PAPER, lw=1.2))
            colour = PAPER if level == len(_LIMITS) else INK
            axes.text(x, y, f"{100 * value:.1f}", ha="center", va="center", fontsize=8, color=colour)
    axes.set_xlim(-0.5, len(across["values"]) - 0.5)
    axes.set_ylim(len(down["values"]) - 0.5, -0.5)
    axes.set_xticks(range(len(across["values"])), [one[:14] for one in across["values"]])
    axes.set_yticks(range(len(down["values"])), [one[:16] for one in down["values"]])
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(across["key"])
    axes.set_ylabel(down["key"], color=MUTED)
