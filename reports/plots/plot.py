"""A plot: what it says in words, and how it is drawn; matplotlib is imported when a picture is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Draw = Callable[[Any], None]
"""Draws on a matplotlib Axes."""


@dataclass(frozen=True)
class Plot:
    """A plot.

    Attributes
    ----------
    name : str
        Stem of its file's name: small letters, digits and hyphens.
    title : str
        The finding, in a sentence.
    caption : str
        What is shown, n, the kind of interval.
    alt : str
        The plot in words, for those who do not see it.
    draw : callable
        Draws the data on an Axes; a function of a module with what it needs bound to it, so that another process can
        be sent the plot.
    height : float
        Of the axes, in inches.
    left : float
        Room to the left of the axes, in inches.
    """

    name: str
    title: str
    caption: str
    alt: str
    draw: Draw
    height: float = 2.1
    left: float = 0.62


class Inked(Protocol):
    """A plot as files, made when they are asked for."""

    @property
    def svg(self) -> str:
        """The whole as an SVG file."""

    @property
    def inline(self) -> str:
        """The axes alone as an element of a page."""

    @property
    def png(self) -> bytes:
        """The whole as a PNG file."""
