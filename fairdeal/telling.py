"""A play told in a terminal in another language than English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fairdeal.reporting import brief_of, counted_table, joined, storyteller_of, told
from reports.columns import paragraph
from reports.languages.language import Language
from reports.languages.stories import Storyteller
from reports.story import Told

if TYPE_CHECKING:
    from fairdeal.retelling import Replay


def told_in(replay: Replay, result: dict[str, Any], language: Language) -> Told:
    """A play in the words of a language; sentences that are not known there stay in English."""
    spec, story = replay.result.spec, replay.story
    shown, teller = brief_of(result, language), storyteller_of(spec.game, language)
    counted = counted_table(spec.prepared(), shown, replay.recorded, language)
    heading = language.say(
        "replay.title", subject=language.subject(result, shown.terms), index=language.count(spec.first), seed=spec.seed
    )
    turns = [
        (_plain(teller.tell(told(turn, spec.game.seat_word)), language), [teller.board(line) for line in turn.board])
        for turn in story.turns
    ]
    return Told(
        _plain(heading, language), list(_lines(story.setup, teller, language)), turns,
        list(_lines(story.end, teller, language)), counted.header,
        [[_plain(cell, language) for cell in row] for row in counted.rows],
    )  # fmt: skip


def _lines(lines: Sequence[str], teller: Storyteller, language: Language) -> Iterator[str]:
    """Yield lines: sentences put together, told and wrapped again; between them a board in letters as it is drawn."""
    held: list[str] = []
    for line in [*lines, ""]:
        if line.strip() and not line.startswith(" "):
            held.append(line)
            continue
        yield from (paragraph(_plain(teller.tell(one), language)) for one in joined(held))
        held = []
        if line.strip():
            yield teller.board(line)


def _plain(text: str, language: Language) -> str:
    """The text with the spaces of a terminal."""
    return text.replace(language.gap, " ")
