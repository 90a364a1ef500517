"""The page of a checked lock: pass, fail or cannot tell, the reasons, what moved and what would have been caught."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports import csv_rows
from reports.languages.language import Language
from reports.languages.lines import lines_in
from reports.numbers import decimals, fixed, percent
from reports.pages.frame import Answer, listing, method_box, study_page
from reports.pages.given import GameWords, Given
from reports.pages.model import Block, Page, Paragraph, Section, Table, Verdict

SCHEMA = "fairdeal.gate-check/1"
TONES = {"pass": "green", "fail": "red", "cannot tell": "yellow"}

Lock = Mapping[str, Any]

COLUMNS = ("variant", "players", "outcome", "exact", "metric", "shift", "would_have_caught", "unit", "failed", "margin")


def csv_text(document: Mapping[str, Any]) -> str:
    """Every shift of every lock; a lock that passed by equal integers has a line without a metric."""
    return csv_rows.table_text(COLUMNS, (row for lock in document["locks"] for row in _csv(lock)))


def _csv(lock: Lock) -> Iterator[list[Any]]:
    head = [lock["variant"], lock["players"], lock["outcome"], lock["exact"]]
    if not lock["shifts"]:
        yield [*head, *[None] * 6]
    for name, one in lock["shifts"].items():
        yield [*head, name, one["shift"], one["would_have_caught"], one["unit"], one["failed"], one.get("margin")]


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document of schema ``fairdeal.gate-check/1``."""
    answers = [_answer(lock, _words(lock, given, language), language) for lock in document["locks"]]
    alarms = [lock["false_alarm"] for lock in document["locks"] if lock["shifts"]]
    if alarms:
        fact = (language.say("gate.checks"), language.say("gate.method", alarm=language.number(f"{max(alarms):g}")))
    else:
        fact = (language.say("study.intervals"), language.say("gate.intervals.none"))
    method = method_box([fact], document, given.commands, language)
    return study_page(language.say("gate.page"), answers, method, language)


def _words(lock: Lock, given: Given, language: Language) -> GameWords:
    """The words of the game whose name the variant's begins with; a lock of a file does not name its game."""
    return given.words(str(lock["variant"]).split("/")[0], language)


def _answer(lock: Lock, words: GameWords, language: Language) -> Answer:
    heading = language.say("gate.heading", variant=lock["variant"], players=lock["players"])
    key = "exact" if lock["exact"] and lock["outcome"] == "pass" else lock["outcome"]
    moved = [words.metric(name, language) for name, one in lock["shifts"].items() if one["failed"]]
    said = language.say(f"gate.said.{key}")
    if key == "fail" and moved:
        said = language.sentence("gate.said.moved", metrics=language.listed(moved))
    verdict = Verdict(
        f"{heading}. {said}", language.say(f"gate.word.{lock['outcome']}"),
        TONES[lock["outcome"]],
    )  # fmt: skip
    opening = [Paragraph(language.say("gate.lead"), "note")] if lock["shifts"] else []
    return Answer(heading, verdict, opening, lambda prefix: list(_sections(lock, words, language, prefix)))


def _sections(lock: Lock, words: GameWords, language: Language, prefix: str) -> Iterator[Section]:
    if lock["reasons"]:
        heading = language.say("gate.heading.reasons")
        lines, foreign = lines_in(language.code, lock["reasons"])
        yield Section(f"{prefix}reasons", heading, listing(lines, foreign=foreign))
    if lock["shifts"]:
        blocks: list[Block] = [_shifts(lock, words, language)]
        if lock["laws"]:
            blocks.append(_laws(lock["laws"], words, language))
        yield Section(f"{prefix}shifts", language.say("gate.heading.shifts"), blocks)


def _shifts(lock: Lock, words: GameWords, language: Language) -> Table:
    rows, marked = [], []
    for name, one in lock["shifts"].items():
        unit = one["unit"]
        rows.append([
            words.metric(name, language), _figure(one["shift"], unit, language, signed=True),
            _figure(one.get("margin"), unit, language), _figure(one["would_have_caught"], unit, language),
            words.gap(unit, language),
            language.say("gate.failed" if one["failed"] else "gate.kept"),
        ])  # fmt: skip
        marked += [len(rows) - 1] if one["failed"] else []
    keys = ("study.metric", "gate.shift", "gate.margin", "gate.caught", "study.unit", "gate.judged")
    caption = language.say("gate.shifts.caption", alarm=language.number(f"{lock['false_alarm']:g}"))
    return Table(caption, [language.say(key) for key in keys], rows, "LrrrlL", frozenset(marked))


def _laws(laws: Mapping[str, float], words: GameWords, language: Language) -> Table:
    rows = [[words.metric(name, language), language.number(f"{p:.2g}")] for name, p in laws.items()]
    header = [language.say("gate.laws"), language.say("gate.p")]
    return Table(language.say("gate.laws.caption"), header, rows, "Lr")


def _figure(value: float | None, unit: str, language: Language, *, signed: bool = False) -> str:
    if value is None:
        return "?"
    sign = "+" if signed and value > 0 else ""
    if unit == "share":
        return sign + language.number(percent(value, min(3, max(2, decimals(abs(100 * value))))))
    return sign + language.number(fixed(value, min(4, decimals(abs(value)) + 1)))
