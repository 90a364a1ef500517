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
from variants.errors import BadInput

if TYPE_CHECKING:
    from fairdeal.reporting import Made
    from reports.languages.language import Language
    from reports.plots.apart import Helpers
    from reports.plots.plot import Inked

EXAMPLES = [
    ("report results/result.json", "report.html, report.md and plots beside it"),
    ("report results/result.json --out page --lang fr", "in French, in a folder of its own"),
    ("report results/result.json --sensitivity study/result.json", "beside each assumption, whether it matters"),
]

PAGES = ("report.html", "report.md")
PLOTS = "plots"
BESIDE = "sensitivity.json"
"""The sensitivity study that is taken without being named, in the folder of the result."""
EXTRA = "pip install 'fairdeal[plots]'"


@command("report", EXAMPLES)
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RESULT.json...")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder.  [default: that of the result]")
@click.option("--force", is_flag=True, help="Let --out replace older pages.")
@click.option(
    "--sensitivity", type=click.Path(path_type=Path), default=None, metavar="STUDY.json",
    help="Say beside each assumed value what this study found.  [default: sensitivity.json beside the result]",
)  # fmt: skip
@lang_option
def report(results: tuple[Path, ...], out: Path | None, force: bool, sensitivity: Path | None, lang: str) -> int:
    """Make report.html, report.md, metrics.csv and the plots from documents of runs and studies alone.

    The page is one file that needs no network. Several documents go into folders named after theirs.
    """
    from reports.plots.apart import helpers

    with helpers() as drawing:
        return _report(results, Options(out, force, sensitivity, lang), drawing)


@dataclass(frozen=True)
class Options:
    """What the command was told."""

    out: Path | None
    force: bool
    sensitivity: Path | None
    lang: str


def _report(results: tuple[Path, ...], options: Options, drawing: Helpers | None) -> int:
    from fairdeal.reporting import page_of, read_document
    from reports.languages import language

    out, sensitivity = options.out, options.sensitivity
    chosen = language(options.lang)
    documents = [(path, read_document(path)) for path in results]
    studies = [study_for(path, document, sensitivity) for path, document in documents]
    if sensitivity is not None and not any(studies):
        raise BadInput.of(
            f"--sensitivity {sensitivity}: this study is not of the rules and player counts of {results[0]}"
        )
    made = [(path, page_of(document, chosen, study=study))
            for (path, document), study in zip(documents, studies, strict=True)]  # fmt: skip
    folders = [out / _name(path) if out and len(results) > 1 else out or path.parent for path, _ in made]
    for folder in folders:
        make_ready(folder, force=options.force or out is None)
    for (_, one), folder in zip(made, folders, strict=True):
        streams.note(f"written: {', '.join(map(str, write(folder, one, chosen, drawing)))}")
    return 0


def study_for(path: Path, document: Mapping[str, Any], given: Path | None) -> Mapping[str, Any] | None:
    """The sensitivity study that belongs to a document: the one given, else the one that lies beside it.

    Raises
    ------
    BadInput
        The file cannot be read, or is no sensitivity study.
    """
    from fairdeal.reporting import read_document
    from reports.pages.assumed import SCHEMA, study_of
    from reports.pages.registry import runs

    beside = path.parent / BESIDE
    source = given or (beside if beside.is_file() else None)
    if source is None:
        return None
    study = read_document(source)
    if study["schema"] != SCHEMA:
        raise BadInput.of(f"--sensitivity {source}: a document of {study['schema']}, not of {SCHEMA}")
    try:
        belongs = any(study_of(study, entry) for entry in runs(document))
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput.of(f"--sensitivity {source}: this is not what its schema says: {error!r}") from error
    if not belongs and given is None:
        streams.note(f"{source} is not of the rules and player counts of {path}: left out")
    return study if belongs else None


def _name(path: Path) -> str:
    return path.parent.resolve().name if path.stem == "result" else path.stem


def make_ready(folder: Path, *, force: bool) -> None:
    """Make the folder and see that it holds no other page.

    Raises
    ------
    BadInput
        It holds one and `force` is false, or it cannot be written.
    """
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


def write(folder: Path, made: Made, language: Language, drawing: Helpers | None = None) -> list[Path]:
    """Write the pages and plots into a folder; return the files, the plots' folder standing for all of them.

    Without matplotlib and Jinja2 the Markdown page is written alone, and a note says what to install.

    Raises
    ------
    FailedRun
        A file could not be written.
    """
    from simulate.runs.errors import FailedRun

    written: list[Path] = []
    for file in _files(made, drawing):
        path = folder / file.name
        try:
            path.parent.mkdir(exist_ok=True)
            write_bytes(path, file.content)
        except OSError as error:
            raise FailedRun(f"--out {path}: {error.strerror or error}") from error
        written.append(folder / PLOTS if path.parent != folder else path)
    return list(dict.fromkeys(written))


def _files(made: Made, drawing: Helpers | None) -> Iterator[File]:
    """Yield the files, the table of figures and the Markdown page first."""
    from reports.markdown import page_markdown

    plots = drawn_plots(made, drawing)
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


def drawn_plots(made: Made, drawing: Helpers | None = None) -> Mapping[str, Inked]:
    """The page's plots by name; none without matplotlib, with a note that says what to install."""
    from reports.plots.canvas import drawn

    if drawing is not None:
        return drawing.draw(made.page.plots())

    try:
        return {plot.name: drawn(plot) for plot in made.page.plots()}
    except ImportError as error:
        streams.note(f"no plots: {error.name} is not installed; {EXTRA}")
        return {}


def _html(made: Made, plots: Mapping[str, Inked]) -> str | None:
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
