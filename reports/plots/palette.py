"""Colours and marks of plots: told apart by the colour-blind (Okabe and Ito 2008) and, by dashes and marks, in grey."""

from __future__ import annotations

from typing import NamedTuple

INK, MUTED, RULE, PAPER, ZONE = "#1c2128", "#59616b", "#d5dae0", "#ffffff", "#e6f0ea"


class Series(NamedTuple):
    """How one series looks: colour, the lighter colour of its area, line style, marker."""

    colour: str
    area: str
    dash: str | tuple[int, tuple[float, ...]]
    marker: str


SERIES = (
    Series("#0067a6", "#cfe2ef", "solid", "o"),
    Series("#c64e00", "#f6dccb", (0, (4.0, 1.6)), "s"),
    Series("#00795a", "#cbe5dc", (0, (1.2, 1.4)), "^"),
    Series("#a3487f", "#eed7e4", (0, (6.0, 1.4, 1.2, 1.4)), "D"),
)

ON_PAGE = {
    INK: "--ink", MUTED: "--muted", RULE: "--rule", PAPER: "--paper", ZONE: "--zone",
    **{one.colour: f"--series-{i}" for i, one in enumerate(SERIES)},
    **{one.area: f"--area-{i}" for i, one in enumerate(SERIES)},
}  # fmt: skip
"""The CSS variable that takes a colour's place on a page, which knows whether it is dark."""


def series(number: int) -> Series:
    """The look of series `number`; they come round again after the last."""
    return SERIES[number % len(SERIES)]
