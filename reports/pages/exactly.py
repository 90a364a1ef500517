"""Exact values beside simulated ones: the table of both, and the section of a run's page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.languages.language import Language
from reports.pages.amounts import amount, ends
from reports.pages.given import GameWords
from reports.pages.model import Block, Paragraph, Section, Shown, Table


def exact_section(one: Shown, language: Language, anchor: str) -> Section | None:
    """What is known exactly of the plays of a run; None when the game knows nothing of such plays."""
    known = one.result.get("exact")
    if not known:
        return None
    return Section(anchor, language.say("exact.heading"), list(_blocks(one, known, language)))


def contradiction(one: Shown, language: Language) -> str:
    """What must be said first when simulated figures contradict exact ones; empty when none does."""
    values = (one.result.get("exact") or {}).get("values", ())
    words = GameWords(one.terms, one.words)
    wrong = [words.metric(value["metric"], language) for value in values if not value["agrees"]]
    if not wrong:
        return ""
    n = language.count(one.result["plays"]["count"])
    return language.say("solve.contradict", metrics=language.listed(wrong), n=n) + "."


def left_out(known: Mapping[str, Any], language: Language) -> str:
    """Why exact values are left out; empty when they are there."""
    why = known.get("left_out")
    return language.say(f"exact.left_out.{why}") if why else ""


def agreement(one: Shown, known: Mapping[str, Any], language: Language) -> str:
    """How far simulated figures are from exact ones, in a sentence."""
    said = contradiction(one, language)
    if said:
        return said
    errors = off_by(known["values"], language)
    return language.say("solve.agree", n=language.count(one.result["plays"]["count"]), errors=errors) + "."


def _blocks(one: Shown, known: Mapping[str, Any], language: Language) -> Iterator[Block]:
    if known.get("left_out"):
        yield Paragraph(left_out(known, language), "note")
        return
    yield Paragraph(agreement(one, known, language), "warning" if contradiction(one, language) else "")
    yield values_table(known["values"], GameWords(one.terms, one.words), language)
    yield Paragraph(language.say("exact.note"), "note")


def off_by(values: Sequence[Mapping[str, Any]], language: Language) -> str:
    """The largest difference of a simulated figure from its exact value, in standard errors."""
    most = max((abs(one["standard_errors"]) for one in values if one["standard_errors"] is not None), default=0.0)
    return language.number(f"{most:.1f}")


def values_table(values: Sequence[Mapping[str, Any]], words: GameWords, language: Language) -> Table:
    """Exact values, beside them what was simulated, if anything was, with the difference in standard errors."""
    say = language.say
    played = next((one["simulated"]["n"] for one in values if one["simulated"] is not None), None)
    if played is None:
        rows = [[words.metric(one["metric"], language), exact_value(one, language), words.unit(one["unit"])]
                for one in values]  # fmt: skip
        return Table(
            say("solve.values.alone"), [say("study.metric"), say("solve.exact"), say("study.unit")], rows, "Lrl"
        )
    header = [
        say("study.metric"), say("solve.exact"), say("solve.simulated"), say("study.interval"), say("solve.errors"),
        say("study.unit"),
    ]  # fmt: skip
    rows = [
        [words.metric(one["metric"], language), exact_value(one, language), *_simulated(one, language),
         words.unit(one["unit"])]
        for one in values
    ]  # fmt: skip
    marked = frozenset(i for i, one in enumerate(values) if not one["agrees"])
    return Table(say("solve.values.caption", n=language.count(played)), header, rows, "Lrrrrl", marked)


def exact_value(one: Mapping[str, Any], language: Language) -> str:
    """An exact value, of a share in per cent without the sign."""
    value = one["exact"]
    if value is None:
        return language.say("solve.unknown")
    return language.fixed(100 * value, 4) if one["unit"] == "share" else language.fixed(value, 5)


def _simulated(one: Mapping[str, Any], language: Language) -> tuple[str, str, str]:
    found, errors = one["simulated"], one["standard_errors"]
    if found is None:
        return "", "", ""
    off = language.number(f"{errors:+.2f}") if errors is not None else "" if one["agrees"] else "∞"
    return amount(found, one["unit"], language), ends(found, one["unit"], language), off
