"""Tables and paragraphs that fit a width."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Sequence

from reports.numbers import plain_spaces

WIDTH = 80
MEMBER = re.compile(r"\.\w{1,3}$")
"""The end of a name that tells it from its like: ``.0`` of a seat, ``.p50`` of a quantile."""


def width_of(text: str) -> int:
    """Columns that `text` takes on a terminal: 2 for wide characters, 0 for combining ones."""
    wide = sum(1 for char in text if unicodedata.east_asian_width(char) in "WF")
    return len(text) + wide - sum(1 for char in text if unicodedata.combining(char))


def cut(text: str, most: int) -> str:
    """`text` in at most `most` columns; of a longer one the end is left out, but a member's: ``win_s….0``."""
    if width_of(text) <= most:
        return text
    member = MEMBER.search(text)
    end = member[0] if member and width_of(member[0]) + 2 <= most else ""
    kept = text.removesuffix(end)
    while kept and width_of(kept) + width_of(end) >= most:
        kept = kept[:-1]
    return f"{kept}…{end}"


def paragraph(text: str, indent: str = "", first: str | None = None, width: int = WIDTH) -> str:
    """`text` as lines of at most `width` columns; non-breaking spaces hold and are then shown as spaces."""
    # textwrap breaks at ASCII spaces only, so numbers written with non-breaking ones stay whole.
    opening = indent if first is None else first
    lines = textwrap.wrap(
        text, width, initial_indent=opening, subsequent_indent=indent, break_on_hyphens=False, break_long_words=True
    )
    return plain_spaces("\n".join(lines))


def table(header: Sequence[str], rows: Sequence[Sequence[str]], align: str, width: int = WIDTH) -> list[str]:
    """Lines of a table, header first.

    Parameters
    ----------
    header : sequence of str
    rows : sequence of sequence of str
    align : str
        One letter a column: ``l`` or ``r``; an upper-case letter marks a column that may be cut to fit.
    width : int
        Most columns of a line, as far as the columns that may be cut allow it.
    """
    cells = [[plain_spaces(cell) for cell in row] for row in (header, *rows)]
    widths = [max(width_of(row[i]) for row in cells) for i in range(len(header))]
    spare = width - sum(widths) - 2 * (len(widths) - 1)
    flexible = sorted((i for i, letter in enumerate(align) if letter.isupper()), key=lambda i: -widths[i])
    for i in flexible:
        taken = min(0, max(spare, 8 - widths[i]))
        widths[i] += taken
        spare -= taken
    return ["  ".join(_cell(cell, widths[i], align[i]) for i, cell in enumerate(row)).rstrip() for row in cells]


def _cell(text: str, width: int, letter: str) -> str:
    shown = cut(text, width)
    pad = " " * max(0, width - width_of(shown))
    return pad + shown if letter in "rR" else shown + pad
