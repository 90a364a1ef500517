"""Faults of what a user wrote, and the error family "bad input" (exit code 2)."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass

_LONGEST_SHOWN = 60
_LONGEST_COMPARED = 60
_MOST_COMPARED = 2000


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, where it stands and what would be right.

    A fault says either `got` and `allowed`, or a `message` of its own.

    Attributes
    ----------
    file : str
        File, or the option (`--set deck.x=5`) that the value came from; empty when there is neither.
    line, column : int or None
        1-based place in the file; None when there is none.
    key : str
        Dotted key of the value, e.g. `deck.cards_per_team.6`.
    got, allowed : str
        The value found and what is allowed, in words.
    hint : str
        The nearest right name, shown as "did you mean …?".
    message : str
        A whole sentence instead of `got` and `allowed`.
    """

    file: str = ""
    line: int | None = None
    column: int | None = None
    key: str = ""
    got: str = ""
    allowed: str = ""
    hint: str = ""
    message: str = ""

    def __str__(self) -> str:
        """`file:line:column: key: got …, allowed …, did you mean …?` on one line."""
        where = ":".join(str(part) for part in (self.file, self.line, self.column) if part not in ("", None))
        body = self.message or ", ".join(
            f"{word} {text}" for word, text in (("got", self.got), ("allowed", self.allowed)) if text
        )
        hint = f"did you mean {self.hint}?" if self.hint else ""
        sentence = ", ".join(part for part in (body, hint) if part)
        return printable(": ".join(part for part in (where, self.key, sentence) if part))


class BadInput(Exception):
    """What the user gave is wrong: the error family with exit code 2.

    Parameters
    ----------
    faults : Fault or iterable of Fault
        Everything that was found, in the order in which it is to be told.

    Attributes
    ----------
    faults : tuple of Fault
    """

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__(self.faults)

    @classmethod
    def of(cls, message: str) -> BadInput:
        """Bad input of one fault that stands in no file."""
        return cls(Fault(message=message))

    @classmethod
    def unknown(cls, kind: str, got: str, allowed: Iterable[object]) -> BadInput:
        """Bad input of a name that nothing bears: "unknown KIND 'got'; known: …; did you mean …?"."""
        known = [str(name) for name in allowed]
        listed = ", ".join(known) if known else "none"
        near = nearest(got, known)
        hint = f"; did you mean {near}?" if near else ""
        return cls.of(f"unknown {kind} {got[:_LONGEST_SHOWN]!r}; known: {listed}{hint}")

    def __str__(self) -> str:
        """The faults, one a line."""
        return "\n".join(str(fault) for fault in self.faults)


def printable(text: str) -> str:
    """The text with everything a terminal would act on written as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def nearest(word: str, names: Iterable[object]) -> str:
    """The name most like the word, or "" when none is near (or the word is too long to be one)."""
    if not 0 < len(word) <= _LONGEST_COMPARED:
        return ""
    known = [str(name) for name, _ in zip(names, range(_MOST_COMPARED), strict=False)]
    lowered = {name.lower(): name for name in reversed(known)}
    found = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return lowered[found[0]] if found else ""


def show(value: object, longest: int = _LONGEST_SHOWN) -> str:
    """The value as a file would write it, on one line and cut to `longest` characters."""
    text = "".join(_pieces(value, longest))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _pieces(value: object, longest: int) -> Iterable[str]:
    if isinstance(value, dict):
        yield from _joined("{", "}", ((f"{show(k, longest)}: ", v) for k, v in value.items()), longest)
    elif isinstance(value, list | tuple):
        yield from _joined("[", "]", (("", item) for item in value), longest)
    elif isinstance(value, str):
        yield json.dumps(value[: longest + 1], ensure_ascii=False)
    elif value is None or isinstance(value, bool):
        yield {None: "null", True: "true", False: "false"}[value]
    else:
        yield str(value)


def _joined(opening: str, closing: str, items: Iterable[tuple[str, object]], longest: int) -> Iterable[str]:
    yield opening
    used = 0
    for index, (label, item) in enumerate(items):
        if used > longest:
            break
        piece = (", " if index else "") + label + show(item, longest)
        used += len(piece)
        yield piece
    yield closing
