"""A page as text for a terminal: what a study says in any language of reports, within 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from reports.columns import WIDTH, paragraph, table, width_of
from reports.numbers import GAP
from reports.pages.model import Block, Command, Facts, Listing, Page, Paragraph, Section, Table, Verdict
from reports.style import PLAIN, Style

LONG = 34
"""Letters from which a cell is running text, which is told as a line and not as a column."""
BETWEEN = 2
NARROW = 12
"""Letters of a header's line at least."""


def page_text(page: Page, style: Style = PLAIN) -> str:
    """The page without its plots and pictures, ending with a line end; commands are unbroken lines."""
    parts = [part for block in page.blocks for part in _block(block, style)]
    for section in page.sections:
        parts += _section(section, style)
    text = "\n\n".join(part for part in parts if part)
    return text.replace(page.language.gap, " ").replace(GAP, " ") + "\n"


def _section(section: Section, style: Style) -> Iterator[str]:
    yield style.mark(paragraph(section.heading), "bold")
    if section.boxed:
        # A method box is one block of small print.
        lines = [part for block in section.blocks for part in _block(block, style)]
        yield style.mark("\n".join(lines), "dim")
    else:
        for block in section.blocks:
            yield from _block(block, style)
    for inner in section.sections:
        yield from _section(inner, style)


def _block(block: Block, style: Style) -> Iterator[str]:
    if isinstance(block, Verdict):
        yield style.mark(paragraph(block.text), "bold", block.tone)
    elif isinstance(block, Paragraph):
        marks = ("bold", "red") if block.tone == "warning" else ("dim",) if block.tone == "note" else ()
        yield style.mark(paragraph(block.text), *marks)
    elif isinstance(block, Table):
        yield "\n".join(_table(block, style))
    elif isinstance(block, Facts):
        yield "\n".join(paragraph(f"{term}: {text}", "  ", "") for term, text in block.items)
    elif isinstance(block, Listing):
        yield "\n".join(paragraph(f"- {line}", "  ", "") for line in block.lines)
    elif isinstance(block, Command):
        yield f"{block.text} {block.line}"


def _table(block: Table, style: Style) -> Iterator[str]:
    yield style.mark(paragraph(f"{block.caption}:"), "dim")
    told = _running(block)
    if len(block.header) - len(told) < 2:
        for row in block.rows:
            yield paragraph(f"- {': '.join(row)}", "  ", "")
        return
    kept = [i for i in range(len(block.header)) if i not in told]
    for columns in _groups(block, kept):
        yield from _side_by_side(block, columns, style)
    for i in told:
        yield from _told(block, i)


def _side_by_side(block: Table, columns: Sequence[int], style: Style) -> Iterator[str]:
    """Yield the lines of some columns; long headers stand on several lines."""
    heads = [_head(block, i) for i in columns]
    depth = max(len(lines) for lines in heads)
    top, *under = [[lines[at] if at < len(lines) else "" for lines in heads] for at in range(depth)]
    rows = [[row[i] for i in columns] for row in block.rows]
    lines = table(top, [*under, *rows], "".join(block.align[i] for i in columns))
    yield from (style.mark(line, "bold") for line in lines[:depth])
    yield from (style.mark(line, "bold" if at in block.marked else "") for at, line in enumerate(lines[depth:]))


def _head(block: Table, number: int) -> list[str]:
    """A column's header in lines no wider than its cells need."""
    widest = max((width_of(row[number]) for row in block.rows), default=0)
    return textwrap.wrap(block.header[number], max(widest, NARROW), break_long_words=False) or [""]


def _running(block: Table) -> list[int]:
    """The columns of running text, but the first."""
    return [
        i for i, letter in enumerate(block.align)
        if i and letter == "L" and max((len(row[i]) for row in block.rows), default=0) > LONG
    ]  # fmt: skip


def _told(block: Table, column: int) -> Iterator[str]:
    for row in block.rows:
        if row[column]:
            yield paragraph(f"- {row[0]}: {row[column]}", "  ", "")


def _groups(block: Table, kept: Sequence[int]) -> Iterator[list[int]]:
    """Columns side by side as far as they fit; each group begins with the columns that name the rows."""
    widths = {i: max(width_of(text) for text in _column(block, i)) for i in kept}
    heads = [kept[0]]
    for i in kept[1:]:
        if block.align[i] not in "lL" or sum(widths[one] + BETWEEN for one in (*heads, i)) > 3 * WIDTH // 5:
            break
        heads.append(i)
    head = sum(min(widths[i], WIDTH // 2) + BETWEEN for i in heads)
    group, taken = list(heads), head
    for i in kept[len(heads) :]:
        if taken + widths[i] > WIDTH and len(group) > len(heads):
            yield group
            group, taken = list(heads), head
        group.append(i)
        taken += widths[i] + BETWEEN
    yield group


def _column(block: Table, number: int) -> Iterable[str]:
    return [*_head(block, number), *(row[number] for row in block.rows)]
