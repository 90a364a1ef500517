"""One play told as text or as a document, with what the run counted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.columns import paragraph, table
from reports.numbers import fixed
from reports.style import PLAIN, Style
from simulate.games.contract import Story, Turn

SCHEMA = "fairdeal.replay/1"


def story_text(
    heading: str, story: Story, metrics: Mapping[str, Mapping[str, Any]], seat_word: str, style: Style = PLAIN
) -> str:
    """A play turn by turn, then the metrics that this one play was counted for."""
    parts = [style.mark(paragraph(heading), "bold"), "\n".join(story.setup)]
    for number, turn in enumerate(story.turns, start=1):
        title = paragraph(f"{number}. {_told(turn, seat_word)}", "   ", "")
        parts.append("\n".join([style.mark(title, "bold"), *turn.board]))
    parts.append("\n".join(story.end))
    rows = [[name, _value(metric["value"]), metric["unit"]] for name, metric in metrics.items()]
    lines = table(["counted for this play", "value", "unit"], rows, "lrl")
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
