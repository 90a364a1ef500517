"""Finds English left in a text of another language, by words that no such text has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reports.pages.model import (
    Command,
    Facts,
    Figure,
    Listing,
    Page,
    Paragraph,
    Picture,
    Replay,
    Section,
    Table,
    Verdict,
)

_SOME = """
    the of and are is that with which each every from when their than more most been has have was were will would
    this these those there they its while what who whose how why where by between beside behind over under
    seat seats game games turn turns tile tiles card cards win wins won play plays played moon moons star stars
    team teams taken takes take spider family legendary starts ends ended left right upper nobody everybody
    share shares known unknown only other others several happens happen all both none never always
    first second third last high higher low lower best worst least worth length lead leads leader number
    decision decisions choices forced changes chosen assumed printed tried value values rules rule
    interval intervals seconds percent within without against until before after may must can cannot could should
"""

WORDS = frozenset(_SOME.split())
"""Words of English that are no words of French."""

_CODE = re.compile(r"`[^`]*`|--?[a-z][\w-]*|fairdeal [a-z]+|\w+[._=/:][\w.=/:-]*|[A-Z]{2,}\S*")
_WORD = re.compile(r"[A-Za-zÀ-ÿ]+")


def english_in(text: str) -> list[str]:
    """The English words in a text, names of dials, options, files and policies left out."""
    return [word for word in _WORD.findall(_CODE.sub(" ", text)) if word.lower() in WORDS]


def texts_of(page: Page) -> Iterator[str]:
    """Yield every text of a page but commands and what the page itself marks as English."""
    yield from _within(page.title, page)


def _within(heading: str, part: Page | Section) -> Iterator[str]:
    yield heading
    for block in part.blocks:
        yield from _of(block)
    for inner in part.sections:
        yield from _within(inner.heading, inner)


def _of(block: object) -> Iterator[str]:
    if isinstance(block, Paragraph | Verdict):
        yield block.text
        yield getattr(block, "word", "")
    elif isinstance(block, Table):
        yield block.caption
        yield from block.header
        for row in block.rows:
            yield from (cell for at, cell in enumerate(row) if at not in block.foreign)
    elif isinstance(block, Figure):
        yield from (block.plot.title, block.plot.caption, block.plot.alt)
    elif isinstance(block, Picture):
        yield from (block.alt, block.caption)
    elif isinstance(block, Facts):
        for item in block.items:
            yield from item
    elif isinstance(block, Listing):
        yield from () if block.foreign else block.lines
    elif isinstance(block, Command):
        yield block.text
    elif isinstance(block, Replay):
        yield from (block.summary, block.lead)
        yield from () if block.foreign else (*block.setup, *block.steps, *block.end)
        yield from _of(block.counted)
