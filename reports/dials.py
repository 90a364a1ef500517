"""A variant's effective rules as text: each value with its unit, its origin and its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.columns import WIDTH, paragraph, width_of
from reports.rules import value_text
from reports.style import PLAIN, Style

ORIGIN_STYLE = {"assumed": "yellow", "chosen here": "bold", "printed": ""}


def rules_text(document: Mapping[str, Any], style: Style = PLAIN) -> str:
    """The text of a document of schema ``fairdeal.show/1``."""
    head = paragraph(f"{document['name']}: {document['title']}")
    parts = [style.mark(head, "bold")]
    if document["about"]:
        parts.append(paragraph(document["about"]))
    parts.append("\n".join(_facts(document)))
    parts.append("\n".join(_values(document["rules"], style)))
    return "\n\n".join(parts) + "\n"


def _facts(document: Mapping[str, Any]) -> list[str]:
    lines = [f"file {document['file']}", f"rules {document['hash']}"]
    if document["at_players"] is not None:
        lines.append(f"values at {document['at_players']} players")
    for one in document["players"]:
        if one["playable"]:
            lines.append(f"can be played with {one['players']} players")
        else:
            why = "; ".join(one["why_not"])
            lines.append(paragraph(f"cannot be played with {one['players']} players: {why}", "  ", ""))
    return lines


def _values(values: Sequence[Mapping[str, Any]], style: Style) -> Iterator[str]:
    """Yield the lines of each value; neighbours that mean the same are explained once, after the last."""
    for one, following in zip(values, [*values[1:], None], strict=True):
        yield from _value(one, style)
        if following is None or following["meaning"] != one["meaning"]:
            yield style.mark(paragraph(one["meaning"], "    "), "dim")


def _value(one: Mapping[str, Any], style: Style) -> Iterator[str]:
    unit = f" {one['unit']}" if one["unit"] else ""
    by = f" by {one['chosen_by']}" if one["chosen_by"] else ""
    value = one["value"]
    drawn = isinstance(value, str) and "\n" in value
    head = paragraph(f"{one['key']}: {'as drawn below' if drawn else value_text(value, 160)}{unit}", "    ", "")
    origin = f"[{one['origin']}{by}]"
    last = head.rpartition("\n")[2]
    gap = "  " if width_of(last) + len(origin) + 2 <= WIDTH else "\n    "
    yield head + gap + style.mark(origin, ORIGIN_STYLE.get(one["origin"], ""))
    if drawn:
        yield from (f"    {line}" for line in value.splitlines())
