"""A checked lock on balance as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import GAP, count, decimals, fixed, percent
from reports.style import PLAIN, Style

COLOURS = {"pass": "green", "fail": "red", "cannot tell": "yellow"}


def locks_text(document: Mapping[str, Any], style: Style = PLAIN) -> str:
    """The text of a document of schema ``fairdeal.gate-check/1``."""
    parts = ["\n".join(_one(lock, style)) for lock in document["locks"]]
    return (
        "\n\n".join([*parts, style.mark(f"gate: {document['outcome']}", "bold", COLOURS[document["outcome"]])]) + "\n"
    )


def _one(lock: Mapping[str, Any], style: Style) -> Iterator[str]:
    head = f"{lock['variant']}, {lock['players']} players: {lock['outcome']}"
    if lock["exact"] and lock["outcome"] == "pass":
        head += ": the same integers as in the lock"
    yield style.mark(paragraph(head), COLOURS[lock["outcome"]])
    for reason in lock["reasons"]:
        yield paragraph(f"- {reason}", "    ", "  ")
    if not lock["shifts"]:
        return
    rows = [
        [
            name,
            _figure(one["shift"], one["unit"], signed=True),
            _figure(one.get("margin"), one["unit"]),
            _figure(one["would_have_caught"], one["unit"]),
            _unit(one),
        ]
        for name, one in lock["shifts"].items()
    ]
    yield from (
        f"  {line}" for line in table(["metric", "moved by", "margin", "would have caught", "unit"], rows, "LrrrL", 78)
    )
    games = f" ({count(lock['games'][1])} new, {count(lock['games'][0])} in the lock)" if lock.get("games") else ""
    yield paragraph(
        f"The integers differ, so new games under a seed of the lock's own were compared with its games{games}: chance "
        f"of a false alarm {lock['false_alarm']:g} over all checks of this lock; shifts of the size shown would have "
        f"been caught with 95{GAP}% chance. A pass says that nothing surely moved by more than its margin, not that "
        "nothing moved.",
        "  ", "  ",
    )  # fmt: skip


def _unit(one: Mapping[str, Any]) -> str:
    return "%" if one["unit"] == "share" else str(one["unit"])


def _figure(value: float | None, unit: str, *, signed: bool = False) -> str:
    if value is None:
        return "?"
    sign = "+" if signed and value > 0 else ""
    if unit == "share":
        return sign + percent(value, min(3, max(2, decimals(abs(100 * value)))))
    return sign + fixed(value, min(4, decimals(abs(value)) + 1))
