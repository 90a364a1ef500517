"""The pictures of a play, packed: what two pictures share is kept once.

A game draws a picture as SVG text with one element a line, and from turn to turn few lines change. So a film keeps
each different line once and every picture as a list of line numbers, which a page puts together again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Film:
    """A film.

    Attributes
    ----------
    lines : tuple of str
        Different lines, in the order of their first use.
    frames : tuple of tuple of int
        The line numbers of each picture.
    """

    lines: tuple[str, ...]
    frames: tuple[tuple[int, ...], ...]

    def picture(self, frame: int) -> str:
        """One picture as SVG text."""
        return "\n".join(self.lines[number] for number in self.frames[frame])

    def script(self) -> str:
        """The film as JSON that may stand inside a ``<script>`` element."""
        text = json.dumps({"lines": self.lines, "frames": self.frames}, ensure_ascii=False, separators=(",", ":"))
        return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def pack(pictures: Iterable[str]) -> Film:
    """The film of pictures, in order."""
    numbers: dict[str, int] = {}
    frames: list[tuple[int, ...]] = []
    for picture in pictures:
        frames.append(tuple(numbers.setdefault(line, len(numbers)) for line in picture.split("\n")))
    return Film(tuple(numbers), tuple(frames))


def named(svg: str, label: str) -> str:
    """An SVG picture with a text alternative: ``role="img"`` and an ``aria-label`` on its root."""
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escaped(label)}" ', 1)


def escaped(text: str) -> str:
    """`text` for an attribute or between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
