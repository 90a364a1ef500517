"""SVG text for the pictures of games: one element a line, so that like pictures have most lines in common.

A picture's look comes from classes of one style sheet, which every picture carries: it stands alone as a file, follows
the reader's dark or light setting, and seats differ by shape as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

SEAT_SHAPES = ("circle", "square", "diamond", "triangle")
"""Token of each seat."""

_LIGHT = (
    ("", "font-family:system-ui,'Segoe UI',Roboto,'DejaVu Sans',Arial,sans-serif;font-size:12px"),
    ("text", "fill:#1c2128;text-anchor:middle;dominant-baseline:central"),
    (".l", "text-anchor:start"), (".e", "text-anchor:end"), (".b", "font-weight:700"),
    (".d", "fill:#59616b;font-size:.75em"), (".c", "fill:#6b7280;font-size:.58em"),
    (".big", "font-size:1.35em;font-weight:700"),
    (".bg", "fill:#fff"), (".t", "fill:#f4f1e6;stroke:#a79f86"),
    (".h", "fill:#dfeaf2;stroke:#b9cbd8;stroke-dasharray:3 3"),
    (".m", "fill:#e7b416;stroke:#8a6a00;stroke-width:.6"), (".line", "stroke:#b9c0c8;fill:none"),
    (".i", "fill:none;stroke:#1c2128;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round"),
    (".n", "fill:none;stroke:#1c2128;stroke-width:3"), (".ah", "fill:#1c2128"),
    (".a", "fill:none;stroke:#1c2128;stroke-width:2.4;stroke-dasharray:6 4"),
    (".s0", "fill:#0067a6;stroke:#fff"), (".s1", "fill:#c64e00;stroke:#fff"), (".s2", "fill:#00795a;stroke:#fff"),
    (".s3", "fill:#a3487f;stroke:#fff"), ("text.on", "fill:#fff;font-weight:700"), (".out", "opacity:.35"),
)  # fmt: skip
_DARK = (
    ("text", "fill:#e8ebef"), (".d", "fill:#a3acb7"), (".c", "fill:#a3acb7"), (".bg", "fill:#16191d"),
    (".t", "fill:#3a382f;stroke:#7b745e"), (".h", "fill:#1a2731;stroke:#40566a"), (".m", "fill:#f1c739;stroke:#f1c739"),
    (".line", "stroke:#4a535e"), (".i", "stroke:#e8ebef"), (".n", "stroke:#e8ebef"), (".a", "stroke:#e8ebef"),
    (".ah", "fill:#e8ebef"), (".s0", "fill:#2f8fd0;stroke:#16191d"), (".s1", "fill:#e07a2f;stroke:#16191d"),
    (".s2", "fill:#27a37d;stroke:#16191d"), (".s3", "fill:#cf76a8;stroke:#16191d"), ("text.on", "fill:#101214"),
)  # fmt: skip
"""Looks by class: ``l`` and ``e`` texts that begin and end at their point, ``b`` bold, ``big``, ``d`` dim, ``c`` dim
and small; ``t`` a tile or card, ``h`` a hole, ``m`` moons and stars, ``i`` icons, ``n`` rings and marks, ``a`` arrows
with heads ``ah``, ``s0`` … the seats, ``on`` a text on a token, ``out`` what is no longer there."""


def _rules(looks: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{' '.join(['.bd', one]).strip()}{{{look}}}" for one, look in looks)


STYLE = f"<style>{_rules(_LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(_DARK)}}}</style>"


def picture(width: float, height: float, elements: Iterable[str], title: str = "") -> str:
    """An SVG picture of `width` x `height` user units as text, one element a line."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width)}" height="{number(height)}" class="bd">'
    )
    words = [f"<title>{escaped(title)}</title>"] if title else []
    ground = f'<rect class="bg" width="{number(width)}" height="{number(height)}"/>'
    return "\n".join([head, *words, STYLE, ground, *elements, "</svg>"])


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def escaped(text: str) -> str:
    """`text` as it may stand between tags or in an attribute."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def text(x: float, y: float, words: str, look: str = "") -> str:
    """Words centred on a point; `look` names classes (``l`` and ``e`` begin and end there instead)."""
    marks = f' class="{look}"' if look else ""
    return f'<text x="{number(x)}" y="{number(y)}"{marks}>{escaped(words)}</text>'


def circle(x: float, y: float, radius: float, look: str) -> str:
    """A circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{look}"/>'


def box(x: float, y: float, width: float, height: float, look: str, corner: float = 0) -> str:
    """A rectangle by its upper left corner."""
    rounded = f' rx="{number(corner)}"' if corner else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size}{rounded} class="{look}"/>'


def polygon(points: Iterable[tuple[float, float]], look: str) -> str:
    """A closed shape."""
    listed = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{listed}" class="{look}"/>'


def path(commands: str, look: str) -> str:
    """A path by its SVG commands."""
    return f'<path d="{commands}" class="{look}"/>'


def line(start: tuple[float, float], end: tuple[float, float], look: str) -> str:
    """A straight line."""
    return path(f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}", look)


def arrow(start: tuple[float, float], end: tuple[float, float], gap: float = 0.0) -> str:
    """A dashed line with a head, which ends `gap` before each point."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    gap = max(0.0, min(gap, (length - 18) / 2))
    a, tip = (x0 + ux * gap, y0 + uy * gap), (x1 - ux * gap, y1 - uy * gap)
    neck = (tip[0] - ux * 9, tip[1] - uy * 9)
    wings = [(neck[0] - uy * 5, neck[1] + ux * 5), (neck[0] + uy * 5, neck[1] - ux * 5)]
    head = polygon([tip, *wings], "ah")
    return f"<g>{line(a, neck, 'a')}{head}</g>"


def token(seat: int, x: float, y: float, size: float, label: str = "", look: str = "") -> str:
    """A seat's token: its shape and colour, with a short label in it."""
    marks = f"s{seat % len(SEAT_SHAPES)}{' ' + look if look else ''}"
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    if shape == "circle":
        drawn = circle(x, y, size, marks)
    elif shape == "square":
        drawn = box(x - size * 0.9, y - size * 0.9, 1.8 * size, 1.8 * size, marks, 2)
    elif shape == "diamond":
        drawn = polygon([(x, y - size * 1.2), (x + size * 1.2, y), (x, y + size * 1.2), (x - size * 1.2, y)], marks)
    else:
        drawn = polygon(
            [(x, y - size * 1.2), (x + size * 1.15, y + size * 0.85), (x - size * 1.15, y + size * 0.85)], marks
        )
    return f"<g>{drawn}{text(x, y, label, 'on')}</g>" if label else drawn


def hexagon(x: float, y: float, radius: float) -> Sequence[tuple[float, float]]:
    """The corners of a hexagon that stands on a corner."""
    angles = [math.pi / 6 + i * math.pi / 3 for i in range(6)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def moon(x: float, y: float, radius: float, look: str = "m") -> str:
    """A crescent."""
    r, inner = number(radius), number(radius * 1.15)
    top, bottom = (x + radius * 0.45, y - radius * 0.9), (x + radius * 0.45, y + radius * 0.9)
    return path(
        f"M{number(top[0])} {number(top[1])}A{r} {r} 0 1 0 {number(bottom[0])} {number(bottom[1])}"
        f"A{inner} {inner} 0 0 1 {number(top[0])} {number(top[1])}Z",
        look,
    )


def star(x: float, y: float, radius: float, look: str = "m") -> str:
    """A star with five points."""
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * 0.45
        angle = -math.pi / 2 + i * math.pi / 5
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polygon(points, look)
