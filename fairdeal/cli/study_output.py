"""What every study does with its document: shows it as text, JSON or CSV, and keeps it with its page in a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.options import lang_option

if TYPE_CHECKING:
    from fairdeal.reporting import Made
    from reports.style import Style

English = Callable[["Style"], str]
"""The text of a study in English, for a style."""


@dataclass(frozen=True)
class Sink:
    """Where a study's results go.

    Attributes
    ----------
    form : {"text", "json", "csv"}
    out : Path or None
        Folder of ``--out``.
    force : bool
        Whether it may replace older results.
    lang : str
    """

    form: str
    out: Path | None = None
    force: bool = False
    lang: str = "en"

    def make_ready(self) -> None:
        """See that the folder can be written and holds no other result, before anything is played.

        Raises
        ------
        BadInput
            It holds a result and may not be replaced, or it cannot be written.
        """
        from fairdeal.cli import folder

        if self.out is not None:
            folder.make_ready(self.out, force=self.force)


def sink_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--out``, ``--force`` and ``--lang``."""
    kept = click.option(
        "--out", type=click.Path(path_type=Path), default=None, help="Folder for result, page, plots and table."
    )
    replace = click.option("--force", is_flag=True, help="Let --out replace an older result.")
    return kept(replace(lang_option(function)))


def with_commands(document: Mapping[str, Any], commands: Sequence[str]) -> dict[str, Any]:
    """The document with the command lines that make it again, one a result (or one for all of them)."""
    return {**document, "commands": list(commands)}


def show(document: Mapping[str, Any], english: English, sink: Sink) -> None:
    """Write a study's document to stdout in the form asked for, and into the folder of ``--out``.

    Parameters
    ----------
    document : mapping
        With its ``commands``.
    english : callable
        The text in English; in other languages it is made from the page.

    Raises
    ------
    FailedRun
        A file could not be written; what was found is shown all the same.
    """
    from fairdeal.cli.documents import json_for_stdout
    from reports.style import Style

    made = _made(document, sink)
    try:
        if sink.out is not None and made is not None:
            _keep(sink.out, document, _text(made, english, Style(), sink), made)
    finally:
        if sink.form == "json":
            streams.out(json_for_stdout(document))
        elif sink.form == "csv" and made is not None:
            streams.out(made.csv)
        else:
            streams.out(_text(made, english, Style(streams.is_coloured(sys.stdout)), sink))


def _made(document: Mapping[str, Any], sink: Sink) -> Made | None:
    """The page, if it is needed."""
    if sink.out is None and sink.form == "json":
        return None
    if sink.out is None and sink.form == "text" and sink.lang == "en":
        return None
    from fairdeal.reporting import page_of
    from reports.languages import language

    return page_of(document, language(sink.lang))


def _text(made: Made | None, english: English, style: Style, sink: Sink) -> str:
    if sink.lang == "en" or made is None:
        return english(style)
    from reports.terminal import page_text

    return page_text(made.page, style)


def _keep(folder: Path, document: Mapping[str, Any], text: str, made: Made) -> None:
    from fairdeal.cli.documents import json_text
    from fairdeal.cli.folder import NAMES
    from fairdeal.cli.folder import write as write_texts
    from fairdeal.cli.report import write

    write_texts(folder, dict(zip(NAMES[:2], (json_text(document), text), strict=True)))
    pages = write(folder, made, made.page.language)
    streams.note(f"written: {', '.join(map(str, [*(folder / name for name in NAMES[:2]), *pages]))}")
