"""Words and small tables that several pages share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reports.languages.definitions import definition_in
from reports.languages.language import Language
from reports.terms import Terms
from simulate.runs.definitions import ALWAYS, Definition, definition_of

if TYPE_CHECKING:
    from reports.pages.model import Shown

AT_PERCENT = ("leader_wins",)
"""Metrics whose number is a point of the game in percent, not a seat."""

_SEATED = re.compile(r"(.+)\.(\d+)")
_QUANTILE = re.compile(r"(.+)\.p(\d+)")


def seat_name(result: Mapping[str, Any], terms: Terms, language: Language, seat: int) -> str:
    """``seat 0``, with its policy when the seats play differently."""
    policies = result["policies"]
    policy = policies[seat] if len(set(policies)) > 1 else ""
    return language.say("seat.policy" if policy else "seat", seat=terms.seat_word, number=seat, policy=policy)


def base_of(name: str) -> tuple[str, int | None]:
    """``("score", 1)`` for ``score.1``, ``("tie", None)`` for ``tie``."""
    found = _SEATED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)


def quantile_of(name: str) -> tuple[str, int] | None:
    """``("turns", 5)`` for ``turns.p5``; None for what is no quantile."""
    found = _QUANTILE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def metric_name(name: str, shown: Shown, language: Language) -> str:
    """A metric's name in words with the seat it belongs to; its own name when there are no words for it."""
    quantile = quantile_of(name)
    if quantile is not None:
        measure, q = quantile
        return language.say("metric.quantile", measure=metric_name(measure, shown, language), q=q)
    base, seat = base_of(name)
    word = language.phrases.get(f"metric.{base}") or shown.word(f"metric.{base}")
    word = base.replace("_", " ") if word == f"metric.{base}" else word
    if seat is None:
        return word
    if base in AT_PERCENT:
        return f"{word} {seat}"
    return f"{word}, {seat_name(shown.result, shown.terms, language, seat)}"


def meaning_of(name: str, shown: Shown, language: Language) -> str:
    """A metric's definition in the page's language, as far as it is known."""
    quantile = quantile_of(name)
    if quantile is not None:
        return language.say("meaning.quantile", q=quantile[1])
    base, _ = base_of(name)
    key = f"meaning.{base}"
    if key in language.phrases:
        return language.say(key, seat=shown.terms.seat_word)
    known = str(shown.terms.meanings.get(name, ""))
    general = None if known else counted_on_request(name)
    return shown.word(known) if general is None else definition_in(language.code, general.meaning)


def counted_on_request(name: str) -> Definition | None:
    """The general definition of a metric that only some runs count; None for others."""
    found = definition_of(name)
    return found if found is not None and found.there != ALWAYS else None


def unit_word(unit: str, shown: Shown, language: Language) -> str:
    """A unit in the page's language: the game's own word, else a general one."""
    if unit == "share":
        return "%"
    word = shown.word(unit)
    return word if word != unit else language.phrases.get(f"unit.{unit}", unit)


def metric_rows(names: Iterator[str] | list[str], shown: Shown, language: Language) -> list[list[str]]:
    """Rows of (name, value, interval, unit, n, definition) of metrics; a definition stands at its first seat only."""
    rows, told = [], set()
    for name in names:
        metric = shown.result["metrics"][name]
        base, _ = base_of(name)
        meaning = "" if base in told else meaning_of(name, shown, language)
        told.add(base)
        unit = unit_word(metric["unit"], shown, language)
        rows.append([
            metric_name(name, shown, language), language.figure(metric, sign=False), language.interval(metric), unit,
            language.count(metric["n"]), meaning,
        ])  # fmt: skip
    return rows
