"""Estimates with their ends as pages write them: percentages for shares, the metric's own unit otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.languages.language import Language
from reports.numbers import fixed, percent, percent_places, sign_places, value_places

UNKNOWN = "?"
DIGITS = "123456789"


def amount(found: Mapping[str, Any], unit: str, language: Language, *, signed: bool = False, key: str = "value") -> str:
    """One number of an estimate with the digits that its interval supports; with `signed` a plus before gains.

    Parameters
    ----------
    found : mapping
        With ``value``, ``low`` and ``high``.
    unit : str
        ``share`` gives a percentage (without its sign), anything else the number itself.
    key : str
        Which of the three.
    """
    ends = [found["value"], found["low"], found["high"]]
    value = found[key]
    share = unit == "share"
    places = percent_places(*ends) if share else value_places(*ends)
    if signed:
        places = sign_places(places, *(end if end is None or not share else 100 * end for end in ends[1:]))
    text = percent(value, places) if share else fixed(value, places)
    gain = signed and value is not None and value > 0 and any(digit in text for digit in DIGITS)
    return language.number(f"+{text}" if gain else text)


def ends(found: Mapping[str, Any], unit: str, language: Language, *, signed: bool = False) -> str:
    """``-0.4 to 1.2``: the interval."""
    if found["low"] is None or found["high"] is None:
        return UNKNOWN
    low, high = (amount(found, unit, language, signed=signed, key=key) for key in ("low", "high"))
    return language.say("study.from_to", low=low, high=high)


def in_words(found: Mapping[str, Any], unit: str, sign: str, language: Language, *, signed: bool = False) -> str:
    """``1.2 % (95 %: 0.4 to 2.0)``; `sign` is what stands behind the number."""
    value = amount(found, unit, language, signed=signed)
    space = language.percent_sign if sign == "%" else f"\N{NO-BREAK SPACE}{sign}" if sign else ""
    return f"{value}{space} ({language.say('study.confidence')} {ends(found, unit, language, signed=signed)})"


def width(value: float, unit: str, sign: str, language: Language) -> str:
    """A margin: ``1 %``, ``0.5 turns``."""
    number = f"{100 * value:.3g}" if unit == "share" else f"{value:.2g}"
    return language.number(number) + (language.percent_sign if sign == "%" else f"\N{NO-BREAK SPACE}{sign}")
