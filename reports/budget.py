"""What can be seen with which budget, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, about, count, decimals, duration, fixed, percent
from reports.style import PLAIN, Style


def budget_text(results: list[Mapping[str, Any]], titles: list[str], style: Style = PLAIN) -> str:
    """The text of the ``results`` of a document of schema ``fairdeal.plan/1``, one title each."""
    parts = ["\n\n".join(_one(result, title, style)) for result, title in zip(results, titles, strict=True)]
    return "\n\n\n".join(parts) + "\n"


def _one(result: Mapping[str, Any], title: str, style: Style) -> Iterator[str]:
    rate = result["engine"]["plays_per_second"]
    effect = f"{100 * result['effect']:.3g}{GAP}%"
    yield style.mark(paragraph(f"{title}: {sentence(result, effect)}."), "bold")
    yield "\n".join([style.mark(f"Games and time to see {effect}:".replace(GAP, " "), "bold"), *_needs(result, style)])
    yield "\n".join([style.mark("Half-width of the 95 % interval (anytime) within:", "bold"), *_widths(result, style)])
    threads = result["engine"]["threads"]
    lines = [
        f"Measured now: {count(rate)} games a second on {threads} thread{'s' if threads != 1 else ''}, "
        f"{count(result['pilot'])} games of a pilot. fixed-n: --games, a number declared before; anytime: --precision, "
        "looked at as often as you like; compare: two variants told apart when pairing saves nothing."
    ]
    yield style.mark("\n".join(paragraph(line, "  ", "") for line in lines), "dim")


def sentence(result: Mapping[str, Any], effect: str) -> str:
    """The budget for the win shares in one sentence."""
    shares = [one for name, one in result["metrics"].items() if name.startswith("win_share.") and one["anytime"]]
    if not shares:
        return "no win share varies"
    worst = max(shares, key=lambda one: float(one["anytime"]["games"]))
    fixed_n, anytime, compared = (worst[key] for key in ("fixed_n", "anytime", "compare"))
    return (
        f"a win share is known to ±{effect} after {about(fixed_n['games'])} declared games "
        f"({duration(fixed_n['seconds'])}), or {about(anytime['games'])} with --precision "
        f"({duration(anytime['seconds'])}); two variants that differ by {effect} are told apart by at most about "
        f"{about(compared['games'])} pairs ({duration(compared['seconds'])})"
    )


def _needs(result: Mapping[str, Any], style: Style) -> list[str]:
    rows = [
        [name, *(text for key in ("fixed_n", "anytime", "compare") for text in _need(one[key]))]
        for name, one in result["metrics"].items()
        if one["anytime"] is not None
    ]
    lines = table(["metric", "fixed-n", "", "anytime", "", "compare", ""], rows, "Lrrrrrr")
    return [style.mark(lines[0], "dim"), *lines[1:]]


def _need(need: Mapping[str, Any]) -> tuple[str, str]:
    return about(need["games"]), duration(need["seconds"])


def _widths(result: Mapping[str, Any], style: Style) -> list[str]:
    some = next(iter(result["metrics"].values()))
    header = ["metric", *(duration(one["seconds"]) for one in some["half_widths"]), "unit"]
    rows = [
        [name, *(_width(one["anytime"], metric["unit"]) for one in metric["half_widths"]), _unit(metric["unit"])]
        for name, metric in result["metrics"].items()
    ]
    lines = table(header, rows, "L" + "r" * len(some["half_widths"]) + "L")
    return [style.mark(lines[0], "dim"), *lines[1:]]


def _unit(unit: str) -> str:
    return "%" if unit == "share" else unit


def _width(width: float | None, unit: str) -> str:
    if width is None:
        return "?"
    if unit == "share":
        return percent(width, decimals(100 * width))
    return fixed(width, decimals(width))
