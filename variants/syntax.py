"""What is wrong with text that is not YAML, in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

_ENDS = "the text ends in the middle of something: a quote or bracket is not closed"
# Parts of the parser's own messages, the most telling first.
_SENTENCES = (
    ("mapping values are not allowed", "a colon where no key can stand: check the indentation, or quote the text"),
    ("nesting depth", "far too many levels of nesting"),
    ("could not find expected ':'", "a key without its colon"),
    ("while scanning a simple key", "a key without its colon"),
    ("did not find expected ',' or ']'", "a list is not continued with ',' or closed with ']'"),
    ("expected ',' or ']'", "a list is not continued with ',' or closed with ']'"),
    ("did not find expected ',' or '}'", "a mapping is not continued with ',' or closed with '}'"),
    ("expected ',' or '}'", "a mapping is not continued with ',' or closed with '}'"),
    ("expected node content", "a value is missing where one must stand, or a bracket is not closed"),
    ("tab character", "a tab in the indentation: YAML needs spaces"),
    ("incompatible YAML", "a version of YAML that is not known"),
    ("quoted scalar", "a quoted text is not closed, or holds an escape that does not exist"),
    ("escape", "an escape in a quoted text that does not exist"),
    ("unexpected end of stream", _ENDS),
    ("block sequence entries are not allowed", "a list entry ('-') where none can stand"),
    ("expected '-' indicator", "a line that is no entry of the list it is indented under"),
    ("did not find expected key", "a line that fits neither the key above it nor its indentation"),
    ("expected <block end>", "a line that fits neither the key above it nor its indentation"),
    ("tag handle", "a tag that is not declared"),
    ("tag", "a tag that cannot be read"),
    ("anchor", "an anchor or alias without a proper name"),
    ("alias", "an anchor or alias without a proper name"),
    ("directive", "a directive ('%') that cannot be read"),
    ("<document start>", "text after the end of the document"),
    ("block scalar", "a text block ('|' or '>') that cannot be read"),
    ("cannot start any token", "a character that cannot start a value: put the text in quotes"),
)


def sentence(error: MarkedYAMLError, text: str) -> str:
    """One plain sentence for the parser's error; `text` is what it was reading."""
    mark = error.problem_mark
    if mark is not None and _char(text, mark.line, mark.column) == "\t":
        return "a tab in the indentation: YAML needs spaces"
    told = f"{error.problem or ''} {error.context or ''}"
    words = next((words for part, words in _SENTENCES if part in told), "this is not YAML that can be read")
    start = error.context_mark
    if start is None or mark is None or start.line == mark.line or " flow " not in f"{error.context} ":
        return words
    return f"{words} (opened in line {start.line + 1})"


def error_place(error: MarkedYAMLError, text: str) -> tuple[int, int]:
    """1-based line and column of the parser's error; of what was left open, when that is noticed at the end."""
    mark, start = error.problem_mark or error.context_mark, error.context_mark
    lines = text.splitlines() or [""]
    if mark is not None and start is not None and mark.line >= len(lines):
        mark = start
    if mark is None:
        return 1, 1
    return (len(lines), len(lines[-1]) + 1) if mark.line >= len(lines) else (mark.line + 1, mark.column + 1)


def _char(text: str, line: int, column: int) -> str:
    lines = text.splitlines()
    return lines[line][column : column + 1] if line < len(lines) else ""
