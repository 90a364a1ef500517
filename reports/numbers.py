"""Numbers as people read them: as many digits as the interval supports, thousands apart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

MOST_DECIMALS = 6
GAP = "\N{NO-BREAK SPACE}"
"""Between groups of digits and before units, so that a number is not cut at the end of a line."""

UNKNOWN = "?"


def decimals(half_width: float | None) -> int:
    """Number of decimals at which an interval's half-width shows one digit that is not 0, two when that digit is 1.

    An interval without width shows 4, one without end none.
    """
    if half_width is None or not math.isfinite(half_width):
        return 2
    if half_width <= 0:
        return 4
    exponent = math.floor(math.log10(half_width))
    leading = half_width / 10.0**exponent
    return min(MOST_DECIMALS, max(0, -exponent + (1 if leading < 1.95 else 0)))


def half_width(value: float | None, low: float | None, high: float | None) -> float | None:
    """Half the width of an interval; None when an end is not known."""
    if value is None or low is None or high is None:
        return None
    return (high - low) / 2


def fixed(value: float | None, places: int) -> str:
    """The number with `places` decimals and groups of thousands, "?" for one that is not known."""
    if value is None or not math.isfinite(value):
        return UNKNOWN
    text = f"{value:,.{places}f}".replace(",", GAP)
    return text.lstrip("-") if not any(digit in text for digit in "123456789") else text


def count(number: int) -> str:
    """A whole number in groups of three digits: 200 000."""
    return f"{number:,}".replace(",", GAP)


def about(number: float) -> str:
    """A number rounded to two digits: 6 900, 38 000, 1.2 million."""
    if not math.isfinite(number):
        return "endlessly many"
    if number < 10:
        return str(math.ceil(number))
    digits = math.floor(math.log10(number)) - 1
    rounded = round(number / 10**digits) * 10**digits
    if rounded < 1_000_000:
        return count(round(rounded))
    for size, word in ((1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million")):
        if rounded >= size:
            return f"{rounded / size:.3g}{GAP}{word}"
    raise AssertionError(number)


def percent(share: float | None, places: int) -> str:
    """A share as a percentage without its sign: 51.2."""
    return fixed(None if share is None else 100 * share, places)


def percent_places(value: float | None, low: float | None, high: float | None) -> int:
    """Decimals for a share shown as a percentage."""
    half = half_width(value, low, high)
    return decimals(None if half is None else 100 * half)


def value_places(value: float | None, low: float | None, high: float | None) -> int:
    """Decimals for a figure that is no share; none for whole ones, as quantiles are; for an exact one what it has."""
    places = decimals(half_width(value, low, high))
    if value is None or low is None or high is None or not math.isfinite(value + low + high):
        return places
    exact = range(places) if low == high else (0,)
    return next((few for few in exact if all(one == round(one, few) for one in (value, low, high))), places)


def figures(metric: Mapping[str, Any]) -> list[str]:
    """A metric's value, its interval's ends and its unit as texts; shares as percentages."""
    ends = [metric["value"], metric["low"], metric["high"]]
    if metric["unit"] == "share":
        places = percent_places(*ends)
        return [*(percent(end, places) for end in ends), "%"]
    places = value_places(*ends)
    return [*(fixed(end, places) for end in ends), metric["unit"]]


def sign_places(places: int, low: float | None, high: float | None, margin: float | None = None) -> int:
    """Decimals of a difference, enough that the numbers shown lie on the same side of 0 and of the margin as they do.

    Parameters
    ----------
    places : int
        Decimals that its half-width supports.
    low, high : float or None
        Its ends in the unit shown (a share as a percentage).
    margin : float, optional
        The smallest difference that matters, in the same unit.
    """
    if low is None or high is None:
        return places
    farthest = max(abs(low), abs(high))
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))

    def tells(digits: int) -> bool:
        beyond = all(nearest <= limit or round(nearest, digits) > limit for limit in (0.0, margin or 0.0))
        return beyond and (margin is None or farthest >= margin or round(farthest, digits) < margin)

    return next((digits for digits in range(places, MOST_DECIMALS) if tells(digits)), max(places, MOST_DECIMALS))


def duration(seconds: float) -> str:
    """A length of time in two units at most: 0.35 s, 12 s, 3 min 20 s, 2 h 5 min."""
    if seconds < 10:
        return f"{seconds:.2f}{GAP}s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole}{GAP}s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}{GAP}min {rest}{GAP}s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{GAP}h {minutes}{GAP}min"


def plain_spaces(text: str) -> str:
    """The text with ordinary spaces where lines may not be cut."""
    return text.replace(GAP, " ")
