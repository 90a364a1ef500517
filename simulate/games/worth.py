"""The worth of components drawn on the components themselves: what a game's picture gets for it, and how it looks.

``picture.py`` of a game may define ``draw_worth(rules, players, worth) -> str``: its tiles, cards or places as SVG,
each with what ``run --metrics`` found one more of it to be worth. `worth` is a mapping from the names of the game's
components (those of its ``course.py``) to :class:`Worth`; components of which nothing is known are not in it.

What helps the seat that has it is shaded blue beside a triangle that points up, what harms it orange beside one that
points down, so a grey print can be read; the darker, the more. What may well be nothing has a dashed edge and no shade.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from simulate.games.drawing import picture, polygon, text

DEPTHS = 5
"""Shades, from the palest to the darkest."""

WIDTH = 92.0
"""Room that the figures below a component need."""
HEIGHT = 32.0
"""Height of both lines of figures."""

_LETTER = 7.7
"""Width of a digit of a figure in bold."""

_SHADES = "".join(f".bd .d{i}{{fill-opacity:{0.13 * i:.2f}}}" for i in range(1, DEPTHS + 1))
_STYLE = (
    "<style>.bd .gain{fill:#0067a6;stroke:none}.bd .loss{fill:#c64e00;stroke:none}"
    f".bd .open{{fill:none;stroke:#59616b;stroke-width:1.6;stroke-dasharray:3 3}}{_SHADES}"
    ".bd .range{fill:#59616b;font-size:.88em}"
    "@media screen and (prefers-color-scheme:dark){.bd .gain{fill:#5db1ee}.bd .loss{fill:#f39a57}"
    ".bd .range{fill:#a3acb7}.bd .open{stroke:#a3acb7}}</style>"
)


@dataclass(frozen=True)
class Worth:
    """What one more of a component than the others have goes with.

    Attributes
    ----------
    value, low, high : float
        Percentage points of win share, with the ends of the interval.
    label, interval : str
        The same as they are to be written.
    """

    value: float
    low: float
    high: float
    label: str
    interval: str

    @property
    def sure(self) -> bool:
        """True when the interval leaves out 0."""
        return not self.low <= 0 <= self.high


def largest(worth: Mapping[str, Worth]) -> float:
    """The largest worth or harm among components: the one with the darkest shade."""
    return max((abs(one.value) for one in worth.values()), default=0.0)


def shade(one: Worth, most: float) -> str:
    """The look of the shape that lies over a component, `most` being the largest worth or harm."""
    if not one.sure:
        return "open"
    depth = max(1, min(DEPTHS, math.ceil(DEPTHS * abs(one.value) / most)))
    return f"{'gain' if one.value > 0 else 'loss'} d{depth}"


def figures(one: Worth, x: float, y: float) -> Iterator[str]:
    """Yield a worth in figures around a point: a triangle with the value, below them the interval."""
    if one.sure:
        yield triangle(x - _LETTER * len(one.label) / 2 - 9, y, up=one.value > 0)
    yield text(x, y, one.label, "b")
    yield text(x, y + 15, one.interval, "range")


def triangle(x: float, y: float, *, up: bool) -> str:
    """A small triangle that points up or down."""
    tip, foot = (y - 4, y + 4) if up else (y + 4, y - 4)
    return polygon([(x, tip), (x + 4.5, foot), (x - 4.5, foot)], "ah")


def worth_picture(width: float, height: float, elements: Iterable[str]) -> str:
    """A picture with the looks of shades, besides those of all pictures."""
    return picture(width, height, [_STYLE, *elements])
