"""What can be seen with which budget, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, about, count, decimals, duration, fixed, percent
from reports.style import PLAIN, Style

SHORTEST = 0.1
"""Seconds below which a forecast of time means nothing."""


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
        "looked at as often as you like; compare: pairs within which 9 of 10 comparisons tell apart two variants that "
        f"differ so much, when pairing saves nothing{_margin(result['effect'])}; metrics other than win shares one by "
        "one (--metric). Times are of play alone; making the kernels ready comes first."
    ]
    yield style.mark("\n".join(paragraph(line, "  ", "") for line in lines), "dim")


def _margin(effect: float) -> str:
    """The option that a comparison needs for an effect smaller than its usual margin."""
    return f" (with --margin {100 * effect:.6g}pp)" if effect < 0.01 else ""


def sentence(result: Mapping[str, Any], effect: str) -> str:
    """The budget for the win shares in one sentence."""
    shares = [one for name, one in result["metrics"].items() if name.startswith("win_share.") and one["anytime"]]
    if not shares:
        return "no win share varies"
    worst = max(shares, key=lambda one: float(one["anytime"]["games"]))
    fixed_n, anytime, compared = (worst[key] for key in ("fixed_n", "anytime", "compare"))
    return (
        f"a win share is known to ±{effect} after {about(fixed_n['games'])} declared games "
        f"({_time(fixed_n)}), or {about(anytime['games'])} with --precision ({_time(anytime)}); two variants that "
        f"differ by {effect} are told apart within about {about(compared['games'])} pairs in 9 of 10 comparisons, or "
        f"sooner ({_time(compared)})"
    )


def _time(need: Mapping[str, Any]) -> str:
    """How long it takes; what is too short to be measured is not told to the digit."""
    seconds = float(need["seconds"])
    return duration(seconds) if seconds >= SHORTEST else f"under {SHORTEST:g}{GAP}s"


def _needs(result: Mapping[str, Any], style: Style) -> list[str]:
    rows = [
        [name, *(text for key in ("fixed_n", "anytime", "compare") for text in _need(one[key]))]
        for name, one in result["metrics"].items()
        if one["anytime"] is not None
    ]
    lines = table(["metric", "fixed-n", "", "anytime", "", "compare", ""], rows, "Lrrrrrr")
    return [style.mark(lines[0], "dim"), *lines[1:]]


def _need(need: Mapping[str, Any]) -> tuple[str, str]:
    return about(need["games"]), _time(need)


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
