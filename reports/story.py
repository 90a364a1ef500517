"""One play told as text or as a document, with what the run counted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import fixed
from reports.style import PLAIN, Style
from simulate.games.contract import Story, Turn

SCHEMA = "fairdeal.replay/1"


@dataclass(frozen=True)
class Told:
    """A play in the words of one language, as a terminal shows it.

    Attributes
    ----------
    heading : str
    setup, end : sequence of str
        Lines before the first turn and after the last.
    turns : sequence of (str, sequence of str)
        Who does what, and the position after it in letters.
    header, rows : sequences of str
        The table of what the play was counted for.
    """

    heading: str
    setup: Sequence[str]
    turns: Sequence[tuple[str, Sequence[str]]]
    end: Sequence[str]
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def story_text(
    heading: str, story: Story, metrics: Mapping[str, Mapping[str, Any]], seat_word: str, style: Style = PLAIN
) -> str:
    """A play turn by turn, then the metrics that this one play was counted for, in English."""
    turns = [(_told(turn, seat_word), turn.board) for turn in story.turns]
    rows = [[name, _value(metric["value"]), metric["unit"]] for name, metric in metrics.items()]
    header = ["counted for this play", "value", "unit"]
    return told_text(Told(heading, story.setup, turns, story.end, header, rows), style)


def told_text(told: Told, style: Style = PLAIN) -> str:
    """A play turn by turn, then what it was counted for."""
    parts = [style.mark(paragraph(told.heading), "bold"), "\n".join(told.setup)]
    for number, (text, board) in enumerate(told.turns, start=1):
        title = paragraph(f"{number}. {text}", "   ", "")
        parts.append("\n".join([style.mark(title, "bold"), *board]))
    parts.append("\n".join(told.end))
    lines = table(told.header, told.rows, "lrl")
    parts.append("\n".join([style.mark(lines[0], "bold"), *lines[1:]]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _told(turn: Turn, seat_word: str) -> str:
    """What happened, with who did it in front unless the text begins with that."""
    who = f"{seat_word} {turn.seat}"
    return turn.text if turn.text.lower().startswith(who.lower()) else f"{who}: {turn.text}"


def _value(value: float | None) -> str:
    if value is None:
        return fixed(None, 0)
    return fixed(value, 0) if float(value).is_integer() else f"{value:.6g}"


def story_document(result: Mapping[str, Any], index: int, story: Story) -> dict[str, Any]:
    """The same for JSON: schema ``fairdeal.replay/1``; `result` is the result entry of the run of that one play."""
    kept = ("variant", "players", "policies", "seed", "digest")
    return {
        "schema": SCHEMA,
        **{key: result[key] for key in kept},
        "play": index,
        "setup": _lines(story.setup),
        "turns": [{"seat": turn.seat, "text": turn.text, "board": _lines(turn.board)} for turn in story.turns],
        "end": _lines(story.end),
        "metrics": {name: {"value": one["value"], "unit": one["unit"]} for name, one in result["metrics"].items()},
    }


def _lines(lines: Sequence[str]) -> list[str]:
    return list(lines)
