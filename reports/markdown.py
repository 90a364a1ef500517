"""Pages as Markdown (GitHub's, with tables), for wikis, issues and notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from reports.pages.model import (
    Block,
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
)  # fmt: skip
from reports.plots.plot import Plot

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>#|~"})


def page_markdown(page: Page, *, plots: str = "") -> str:
    """The page as Markdown.

    Parameters
    ----------
    plots : str
        Folder of the plots' PNG files, as a link from the page; empty: plots are told in words.
    """
    lines = [f"# {escaped(page.title)}", "", *_blocks(page.blocks, page, plots, 2)]
    for section in page.sections:
        lines += _section(section, page, plots, 2)
    return "\n".join(_single_spaced(lines)) + "\n"


def escaped(text: str) -> str:
    """`text` with the characters that Markdown would read as marks escaped."""
    return text.translate(_SPECIAL)


def _single_spaced(lines: Iterable[str]) -> list[str]:
    kept = [*lines, ""]
    shown = [line for line, following in pairwise(kept) if line or following]
    while shown and not shown[-1]:
        shown.pop()
    return shown


def _section(section: Section, page: Page, plots: str, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {escaped(section.heading)}", "")
    yield from _blocks(section.blocks, page, plots, level + 1)
    for inner in section.sections:
        yield from _section(inner, page, plots, level + 1)


def _blocks(blocks: Iterable[Block], page: Page, plots: str, level: int) -> Iterator[str]:
    for block in blocks:
        yield from _block(block, page, plots, level)
        yield ""


def _block(block: Block, page: Page, plots: str, level: int) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield f"**{escaped(block.text)}**" if block.tone == "warning" else escaped(block.text)
    elif isinstance(block, Verdict):
        yield f"> **{escaped(block.word)}**: {escaped(block.text)}"
    elif isinstance(block, Table):
        yield from table_markdown(block)
    elif isinstance(block, Figure):
        yield from _figure(block.plot, plots)
    elif isinstance(block, Picture) and block.name:
        yield from _picture(block, plots)
    elif isinstance(block, Facts):
        yield from (f"- **{escaped(term)}**: {escaped(text)}" for term, text in block.items)
    elif isinstance(block, Listing):
        yield from (f"- {escaped(line)}" for line in block.lines)
    elif isinstance(block, Command):
        yield from (escaped(block.text), "", "```sh", block.line, "```")
    elif isinstance(block, Replay):
        yield from _replay(block, level)


def _figure(plot: Plot, plots: str) -> Iterator[str]:
    picture = f"![{escaped(plot.alt)}]({plots}/{plot.name}.png)" if plots else escaped(plot.alt)
    yield from (f"**{escaped(plot.title)}**", "", picture, "", f"*{escaped(plot.caption)}*")


def _picture(block: Picture, plots: str) -> Iterator[str]:
    alt = escaped(block.alt)
    yield from (f"![{alt}]({plots}/{block.name}.svg)" if plots else alt, "", f"*{escaped(block.caption)}*")


def table_markdown(table: Table) -> Iterator[str]:
    """Yield a table's lines, its caption first."""
    yield from (f"*{escaped(table.caption)}*", "")
    yield _row(table.header)
    yield _row(["---:" if letter in "rR" else "---" for letter in table.align], raw=True)
    for number, row in enumerate(table.rows):
        first, *others = map(escaped, row)
        yield _row([f"**{first}**" if number in table.marked and first else first, *others], raw=True)


def _row(cells: Iterable[str], *, raw: bool = False) -> str:
    return f"| {' | '.join(cell if raw else escaped(cell) for cell in cells).replace(chr(10), ' ')} |"


def _replay(block: Replay, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {escaped(block.summary)}", "", escaped(block.lead), "")
    yield from (f"- {escaped(line)}" for line in block.end)
    if block.command:
        yield from ("", "```sh", block.command, "```")
