"""The text of a variant file, read from disk with every way it can be wrong told in one sentence."""

from __future__ import annotations

import codecs
import os
import re
import stat
from itertools import islice
from pathlib import Path

from variants.errors import BadInput, Fault, nearest

MOST_BYTES = 1 << 20
_BREAK = re.compile(r"\r\n|\r|\n")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_SORTS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file of at most 1 MiB, without a byte order mark.

    Raises
    ------
    BadInput
        If there is no such file, it is no regular file, cannot be read, is too long, or is not UTF-8.
    """
    name = os.fspath(path)
    try:
        raw = _bytes(name)
    except FileNotFoundError:
        raise BadInput(_missing(name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise BadInput(Fault(name, message=f"this file cannot be read ({reason.lower()})")) from None
    return decode(raw, name)


def decode(raw: bytes, name: str) -> str:
    """The bytes as text; BadInput says what they look like when they are not UTF-8."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            raise BadInput(Fault(name, 1, 1, got=encoding, allowed="UTF-8: save the file in that encoding"))
    if b"\0" in raw:
        _refuse_nul(raw, name)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = place(raw[: error.start].decode("utf-8"), error.start)
        got = f"the byte 0x{raw[error.start]:02X}, as in Latin-1 or Windows-1252"
        raise BadInput(Fault(name, line, column, got=got, allowed="UTF-8: save the file in that encoding")) from None
    return text.removeprefix("\ufeff")


def check_text(text: str, name: str) -> None:
    """Refuse text that is too long or holds characters no YAML file may hold.

    Raises
    ------
    BadInput
    """
    if len(text) > MOST_BYTES:
        raise BadInput(_too_long(name, len(text)))
    found = _FORBIDDEN.search(text)
    if found:
        line, column = place(text, found.start())
        got = f"the control character U+{ord(found[0]):04X}"
        raise BadInput(Fault(name, line, column, got=got, allowed="printable text in UTF-8"))


def place(text: str, index: int) -> tuple[int, int]:
    """1-based line and column of the character at `index`."""
    line, start = 1, 0
    for found in _BREAK.finditer(text, 0, index):
        line, start = line + 1, found.end()
    return line, min(index, len(text)) - start + 1


def _bytes(name: str) -> bytes:
    _refuse_irregular(Path(name).stat(), name)
    # Not blocking: what was a file a moment ago may be a pipe now.
    handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        _refuse_irregular(os.fstat(stream.fileno()), name)
        raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadInput(_too_long(name, len(raw)))
    return raw


def _refuse_irregular(status: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        sort = next((words for test, words in _SORTS if test(status.st_mode)), "a device")
        raise BadInput(Fault(name, got=sort, allowed="a YAML file"))
    if status.st_size > MOST_BYTES:
        raise BadInput(_too_long(name, status.st_size))


def _too_long(name: str, size: int) -> Fault:
    return Fault(name, got=f"{size / 1e6:.1f} MB of text", allowed=f"at most {MOST_BYTES / 1e6:.1f} MB")


def _refuse_nul(raw: bytes, name: str) -> None:
    head = raw[:4000]
    halves = (head[0::2].count(0), head[1::2].count(0))
    if max(halves) > len(head) // 4 and min(halves) == 0:
        raise BadInput(Fault(name, 1, 1, got="UTF-16", allowed="UTF-8: save the file in that encoding"))
    index = raw.index(0)
    line, column = place(raw[:index].decode("utf-8", "replace"), index)
    raise BadInput(Fault(name, line, column, got="a NUL byte", allowed="text in UTF-8"))


def _missing(name: str) -> Fault:
    folder = Path(name).parent
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in islice(entries, 2000) if entry.is_file()]
    except (OSError, ValueError):
        return Fault(name, message=f"there is no folder {folder}")
    near = nearest(Path(name).name, sorted(files))
    return Fault(name, message="there is no such file", hint=str(folder / near) if near else "")
