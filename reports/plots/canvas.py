"""From a plot to a file: SVG with text as text, the same bytes every time; PNG; and SVG for a page, without its words.

Title and caption are part of a file, so that it can be sent alone. On a page they are the page's own text, so the
inlined SVG is cut down to the axes, and its colours follow the page's.
"""

from __future__ import annotations

import io
import re
import textwrap
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reports.pictures.film import escaped
from reports.plots.palette import INK, MUTED, ON_PAGE, PAPER, RULE
from reports.plots.plot import Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, RIGHT, BELOW = 5.0, 0.14, 0.5
"""Inches: the whole width, the room right of the axes, the room below them for ticks and label."""
TITLE_LINE, CAPTION_LINE = 0.19, 0.145
TITLE_LETTERS, CAPTION_LETTERS = 54, 80
POINTS = 72
DPI = 160
PACKED = 4
"""How hard PNG files are compressed, of 9: a fifth less time than by default, for a hundredth of their size."""

SETTINGS: Any = {
    "svg.hashsalt": "fairdeal",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.7,
    "axes.unicode_minus": True,
}

_FONT = re.compile(r"'DejaVu Sans'")
_ID = re.compile(r' id="([^"]*)"')
_USED = re.compile(r'(?:url\(#|href="#)([^")]+)')


@dataclass(frozen=True)
class Drawn:
    """A plot on a matplotlib figure, with the parts of its height (inches) above and below the axes' own."""

    plot: Plot
    figure: Figure
    top: float
    bottom: float

    @cached_property
    def svg(self) -> str:
        """The whole as an SVG file: title and description inside, no date, text as text."""
        raw = _save(self.figure, "svg").decode()
        body = raw[raw.index("<svg") :]
        head, _, rest = body.partition(">")
        words = f"<title>{escaped(self.plot.title)}</title>\n<desc>{escaped(self.plot.alt)}</desc>"
        rest = _FONT.sub(
            "'DejaVu Sans', Verdana, Arial, sans-serif", re.sub(r"\s*<metadata>.*?</metadata>", "", rest, flags=re.S)
        )
        return f'<?xml version="1.0" encoding="utf-8"?>\n{head} role="img">\n {words}{rest}'

    @cached_property
    def inline(self) -> str:
        """The axes alone as an element of a page; its title and description are the page's text around it."""
        body = self.svg[self.svg.index("<svg") :]
        height = self.figure.get_figheight()
        box = f"0 {_points(self.top)} {_points(WIDTH)} {_points(height - self.top - self.bottom)}"
        body = re.sub(
            r"<svg [^>]*>", f'<svg viewBox="{box}" role="img" aria-label="{escaped(self.plot.alt)}">', body, count=1
        )
        body = re.sub(r"\s*<title>.*?</desc>", "", body, count=1, flags=re.S)
        body = re.sub(r'\s*<g id="(words-\d+)">.*?</g>', "", body, flags=re.S)
        body = body.replace("xlink:href", "href")
        body = re.sub(r" ?font-family: [^;\"]*;", "", re.sub(r' transform="rotate\(-0 [^"]*"', "", body))
        body = re.sub(r"\s*\n\s*", "\n", body)
        for colour, variable in ON_PAGE.items():
            body = body.replace(colour, f"var({variable})")
        return _own_ids(re.sub(r"<!--.*?-->\s*", "", body, flags=re.S), self.plot.name)

    @cached_property
    def png(self) -> bytes:
        """The whole as a PNG file, 800 pixels wide."""
        return _save(self.figure, "png")


def _points(inches: float) -> str:
    return f"{inches * POINTS:.6g}"


def _own_ids(svg: str, name: str) -> str:
    """The SVG with the ids that nothing refers to left out and the others made this plot's own."""
    used = set(_USED.findall(svg))
    svg = _ID.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg)
    return _USED.sub(lambda found: found[0].replace(f"#{found[1]}", f"#{name}-{found[1]}"), svg)


def _save(figure: Figure, form: str) -> bytes:
    import matplotlib

    out = io.BytesIO()
    metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    with matplotlib.rc_context(SETTINGS):
        more: dict[str, Any] = (
            {"dpi": DPI, "pil_kwargs": {"compress_level": PACKED}} if form == "png" else {"dpi": POINTS}
        )
        figure.savefig(out, format=form, metadata=metadata, **more)
    return out.getvalue()


def drawn(plot: Plot) -> Drawn:
    """The plot on a figure of its own.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    """
    import matplotlib
    from matplotlib.figure import Figure as NewFigure

    title = textwrap.wrap(plot.title, TITLE_LETTERS)
    caption = textwrap.wrap(plot.caption, CAPTION_LETTERS)
    top = 0.1 + TITLE_LINE * len(title)
    bottom = 0.1 + CAPTION_LINE * len(caption)
    height = top + 0.12 + plot.height + BELOW + bottom
    with matplotlib.rc_context(SETTINGS):
        figure = NewFigure(figsize=(WIDTH, height), facecolor=PAPER)
        _write(figure, "words-0", title, 1 - 0.08 / height, TITLE_LINE, {"fontsize": 10.5, "fontweight": "bold"})
        _write(figure, "words-1", caption, bottom / height, CAPTION_LINE, {"fontsize": 7.8, "color": MUTED})
        axes = figure.add_axes(
            (plot.left / WIDTH, (bottom + BELOW) / height, (WIDTH - plot.left - RIGHT) / WIDTH, plot.height / height)
        )
        axes.set_facecolor(PAPER)
        axes.tick_params(length=3, width=0.8)
        plot.draw(axes)
    return Drawn(plot, figure, top, bottom)


def _write(figure: Figure, name: str, lines: list[str], at: float, line: float, look: dict[str, Any]) -> None:
    """Write lines below one another, from height `at` (a share of the figure's) down."""
    for number, text in enumerate(lines):
        y = at - number * line / figure.get_figheight()
        figure.text(0.1 / WIDTH, y, text, va="top", ha="left", gid=f"{name}{number}", **look)


def ruled(axes: Axes, axis: str = "y") -> None:
    """Thin lines across the axes at the ticks of `axis`."""
    axes.grid(visible=True, axis="y" if axis == "y" else "x")
