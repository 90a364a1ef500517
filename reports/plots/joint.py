"""Two scores of the same plays as a map, which shows whether they rise together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from reports.languages.language import Language
from reports.pages.sample import Sample
from reports.plots.axes import ticks
from reports.plots.palette import MUTED, series
from reports.plots.plot import Plot
from simulate.statistics.quantiles import normal_quantile

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path as MatplotlibPath

MOST_BINS = 26
CUT = 0.002
"""Share of the plays at each end of each score that may lie outside the map."""
LEVELS = (0.02, 0.1, 0.25, 0.5, 0.75)
"""A cell's plays over those of the fullest cell, from which on it is a step darker."""
WIDEST = 0.2
"""An interval of the correlation that is wider says too little for a plot."""
CLEAR = 0.1
"""A correlation below this is hardly one."""


def correlation(x: NDArray[np.int64], y: NDArray[np.int64]) -> tuple[float, float, float] | None:
    """Pearson's r with its 95 % interval by Fisher's z; None when a score never varies or there are few plays."""
    if len(x) < 10 or x.min() == x.max() or y.min() == y.max():
        return None
    r = float(np.corrcoef(x, y)[0, 1])
    if abs(r) >= 1 - 1e-12:
        return r, r, r
    z, reach = math.atanh(r), normal_quantile(0.95) / math.sqrt(len(x) - 3)
    return r, math.tanh(z - reach), math.tanh(z + reach)


def joint_plot(sample: Sample, names: tuple[str, str], axis: str, language: Language, name: str) -> Plot | None:
    """The map of the first seat's score (across) and of the best other's (up); None when they say nothing.

    Parameters
    ----------
    names : (str, str)
        What stands on the two axes.
    axis : str
        The unit of the scores.
    """
    ended = sample.winners != 0
    x, y = sample.scores[ended, 0], sample.scores[ended, 1:].max(axis=1)
    found = correlation(x, y)
    if found is None or found[2] - found[1] > WIDEST:
        return None
    r, low, high = found
    key = "together" if low > CLEAR else "against" if high < -CLEAR else "apart"
    numbers = {word: language.fixed(value, 2) for word, value in (("r", r), ("low", low), ("high", high))}
    title = language.say(f"plot.joint.{key}", **numbers)
    caption = language.say("plot.joint.caption", n=language.count(len(x)), a=names[0], b=names[1], **numbers)
    ahead = float((x > y).mean())
    alt = language.say(
        "plot.joint.alt", a=names[0], b=names[1], ahead=language.share(ahead, 0), **numbers, n=language.count(len(x))
    )
    labels = [language.say("plot.axis", name=which, unit=axis) for which in names]
    draw = partial(_draw_named, x=x, y=y, labels=labels, language=language)
    return Plot(name, title, caption, alt, draw, height=2.9, left=0.78)


def _draw_named(
    axes: Axes, *, x: NDArray[np.int64], y: NDArray[np.int64], labels: Sequence[str], language: Language
) -> None:
    _draw(axes, x, y)
    for side, label in zip((axes.xaxis, axes.yaxis), labels, strict=True):
        side.set_label_text(label)
        ticks(side, language, whole=True, most=6)


def _edges(values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Ends of bins of whole numbers, all of one width."""
    low, high = (int(np.quantile(values, share, method="nearest")) for share in (CUT, 1 - CUT))
    width = max(1, math.ceil((high - low + 1) / MOST_BINS))
    edges: NDArray[np.float64] = np.arange(low, high + width + 1, width, dtype=np.float64) - 0.5
    return edges


def _box(x: NDArray[np.float64], y: NDArray[np.float64]) -> MatplotlibPath:
    from matplotlib.path import Path

    return Path([(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]), (x[0], y[0])], closed=True)


def _draw(axes: Axes, x: NDArray[np.int64], y: NDArray[np.int64]) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    across, up = _edges(x), _edges(y)
    counts, _, _ = np.histogram2d(x, y, (across, up))
    shares = counts / counts.max()
    look: dict[str, Any] = {"facecolor": series(0).colour, "lw": 0}
    for level, least in enumerate(LEVELS):
        most = LEVELS[level + 1] if level + 1 < len(LEVELS) else 2.0
        cells = np.argwhere((shares >= least) & (shares < most))
        if len(cells):
            # One path for all cells of a shade keeps the file small.
            boxes = [_box(across[i : i + 2], up[j : j + 2]) for i, j in cells]
            axes.add_patch(PathPatch(Path.make_compound_path(*boxes), alpha=0.12 + 0.2 * level, **look))
    ends = [max(across[0], up[0]), min(across[-1], up[-1])]
    axes.set_xlim(across[0], across[-1])
    axes.set_ylim(up[0], up[-1])
    if ends[0] < ends[1]:
        axes.plot(ends, ends, color=MUTED, lw=1.1, ls=(0, (3, 2)))
