"""Where text goes: results to stdout, the rest to stderr, in any encoding, without escape codes in pipes."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from pathlib import Path
from typing import IO, TextIO

_LOOKALIKES = {"–": "-", "—": "-", "…": "...", "×": "x", "•": "*", "·": "*", "→": "->", "’": "'", "\xa0": " "}
_HANDLER = "fairdeal.lookalikes"


def prepare() -> None:
    """Make stdout and stderr safe to write to: a closed one swallows, a missing character gets a look-alike."""
    codecs.register_error(_HANDLER, lookalike)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # for the whole process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)


def lookalike(error: UnicodeError) -> tuple[str, int]:
    """A codec error handler: ASCII look-alikes for what an encoding does not have, "?" where there is none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ascii(char) for char in error.object[error.start : error.end]), error.end


def _ascii(char: str) -> str:
    if char in _LOOKALIKES:
        return _LOOKALIKES[char]
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    return bare or "?"


def out(text: str) -> None:
    """Write a result to stdout."""
    sys.stdout.write(text)


def note(text: str) -> None:
    """Write a line that is not the result to stderr."""
    sys.stderr.write(text + "\n")


def is_terminal(stream: IO[str]) -> bool:
    """True for a terminal that understands escape codes."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:  # closed
        return False


def is_coloured(stream: IO[str]) -> bool:
    """True when text on `stream` may be marked: a terminal, and NO_COLOR is not set (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def is_unicode(stream: TextIO) -> bool:
    """True when `stream` can show every character."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def flush_or_silence() -> None:
    """Write out what is buffered for stdout, or drop it when that fails."""
    try:
        sys.stdout.flush()
    except OSError:
        silence_stdout()


def silence_stdout() -> None:
    """Point stdout to nowhere, so that what is still buffered for a closed pipe fails no more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # no file descriptor behind it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # for the rest of the process
