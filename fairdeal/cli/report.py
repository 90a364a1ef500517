"""``fairdeal report``: pages, tables and plots from result documents alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import lang_option

if TYPE_CHECKING:
    from fairdeal.reporting import Made
    from reports.languages.language import Language
    from reports.plots.canvas import Drawn

EXAMPLES = [
    ("report results/result.json", "report.html, report.md and plots beside it"),
    ("report results/result.json --out page --lang fr", "in French, in a folder of its own"),
]

PAGES = ("report.html", "report.md")
PLOTS = "plots"
EXTRA = "pip install 'fairdeal[plots]'"


@command("report", EXAMPLES)
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULT.json...")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder.  [default: that of the result]")
@click.option("--force", is_flag=True, help="Let --out replace older pages.")
@lang_option
def report(results: tuple[Path, ...], out: Path | None, force: bool, lang: str) -> int:
    """Make report.html, report.md, metrics.csv and the plots from documents of runs and studies alone.

    The page is one file that needs no network. Several documents go into folders named after theirs.
    """
    from fairdeal.reporting import page_of, read_document
    from reports.languages import language

    chosen = language(lang)
    documents = [(path, read_document(path)) for path in results]
    made = [(path, page_of(document, chosen)) for path, document in documents]
    folders = [out / _name(path) if out and len(results) > 1 else out or path.parent for path, _ in made]
    for folder in folders:
        make_ready(folder, force=force or out is None)
    for (_, one), folder in zip(made, folders, strict=True):
        streams.note(f"written: {', '.join(map(str, write(folder, one, chosen)))}")
    return 0


def _name(path: Path) -> str:
    return path.parent.resolve().name if path.stem == "result" else path.stem


def make_ready(folder: Path, *, force: bool) -> None:
    """Make the folder and see that it holds no other page.

    Raises
    ------
    BadInput
        It holds one and `force` is false, or it cannot be written.
    """
    from variants.errors import BadInput

    present = [name for name in PAGES if os.path.lexists(folder / name)]
    if present and not force:
        raise BadInput.of(f"--out {folder}: holds {', '.join(present)}; choose another folder, or replace by --force")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput.of(f"--out {folder}: {error.strerror or error}") from error


@dataclass(frozen=True)
class File:
    """A file to write: its place in the folder, and its bytes."""

    name: str
    content: bytes


def write(folder: Path, made: Made, language: Language) -> list[Path]:
    """Write the pages and plots into a folder; return the files, the plots' folder standing for all of them.

    Without matplotlib and Jinja2 the Markdown page is written alone, and a note says what to install.

    Raises
    ------
    FailedRun
        A file could not be written.
    """
    from simulate.runs.errors import FailedRun

    written: list[Path] = []
    for file in _files(made, language):
        path = folder / file.name
        try:
            path.parent.mkdir(exist_ok=True)
            write_bytes(path, file.content)
        except OSError as error:
            raise FailedRun(f"--out {path}: {error.strerror or error}") from error
        written.append(folder / PLOTS if path.parent != folder else path)
    return list(dict.fromkeys(written))


def _files(made: Made, language: Language) -> Iterator[File]:
    """Yield the files, the table of figures and the Markdown page first."""
    from reports.markdown import page_markdown

    plots = drawn_plots(made)
    pictures = made.page.pictures()
    if made.csv:
        yield File("metrics.csv", made.csv.encode())
    yield File("report.md", page_markdown(made.page, plots=PLOTS if plots or pictures else "").encode())
    page = _html(made, plots)
    if page is not None:
        yield File("report.html", page.encode())
    for picture in pictures:
        yield File(f"{PLOTS}/{picture.name}.svg", f"{picture.svg}\n".encode())
    for name, one in plots.items():
        yield File(f"{PLOTS}/{name}.svg", one.svg.encode())
        yield File(f"{PLOTS}/{name}.png", one.png)


def drawn_plots(made: Made) -> Mapping[str, Drawn]:
    """The page's plots by name; none without matplotlib, with a note that says what to install."""
    from reports.plots.canvas import drawn

    try:
        return {plot.name: drawn(plot) for plot in made.page.plots()}
    except ImportError as error:
        streams.note(f"no plots: {error.name} is not installed; {EXTRA}")
        return {}


def _html(made: Made, plots: Mapping[str, Drawn]) -> str | None:
    from reports.html import page_html

    try:
        return page_html(made.page, plots, made.digest)
    except ImportError as error:
        streams.note(f"no report.html: {error.name} is not installed; {EXTRA}")
        return None


def write_bytes(path: Path, content: bytes) -> None:
    """Write `content` to `path`, which at every moment is the old file or the new one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:  # noqa: PTH123  # a descriptor
            file.write(content)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_report(folder: Path, document: Mapping[str, Any], commands: Sequence[str], lang: str) -> list[Path]:
    """Write the pages of a document that was just made; return the files."""
    from fairdeal.reporting import page_of
    from reports.languages import language

    chosen = language(lang)
    return write(folder, page_of(document, chosen, commands), chosen)
