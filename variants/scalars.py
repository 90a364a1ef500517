"""Scalars of the YAML 1.2 core schema: what a bare word in a file means.

Source: YAML 1.2.2, section 10.3.2. So `yes`, `on`, `1:30` and dates are text, `010` is ten and `0o10` is eight.
"""

from __future__ import annotations

import re

PREFIX = "tag:yaml.org,2002:"
_NULL = re.compile(r"(?:null|Null|NULL|~|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(
    r"(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)
_NAMED = re.compile(r"\.(inf|nan)")
_MOST_DIGITS = 400
_SCALAR_TAGS = ("str", "int", "float", "bool", "null")

Scalar = str | int | float | bool | None


def scalar(text: str, *, plain: bool, tag: str | None = None) -> Scalar:
    """The value of a scalar.

    Parameters
    ----------
    text : str
        The scalar without quotes.
    plain : bool
        Whether it was written without quotes.
    tag : str or None
        Its tag in full, if it has one; `!` means text.

    Raises
    ------
    ValueError
        For a tag outside the core schema, a text its tag does not fit, and a number of more than 400 digits;
        the message is a clause for a fault.
    """
    if tag is None:
        return _plain(text) if plain else text
    if tag == "!":
        return text
    name = tag.removeprefix(PREFIX)
    if name == tag or name not in _SCALAR_TAGS:
        raise ValueError(f"the tag {short_tag(tag)} is not allowed")
    return _tagged(text, name)


def short_tag(tag: str) -> str:
    """The tag as a file writes it (`!!int`)."""
    name = tag.removeprefix(PREFIX)
    return (tag if name == tag else f"!!{name}")[:60]


def _plain(text: str) -> Scalar:
    if _NULL.match(text):
        return None
    if _BOOL.match(text):
        return text[0] in "tT"
    if _INT.match(text):
        return _whole(text)
    return _real(text) if _FLOAT.match(text) else text


def _tagged(text: str, name: str) -> Scalar:
    if name == "str":
        return text
    pattern = {"int": _INT, "float": _FLOAT, "bool": _BOOL, "null": _NULL}[name]
    if not pattern.match(text):
        raise ValueError(f"the text after !!{name} is not a value of that kind")
    return float(_plain(text) or 0) if name == "float" else _plain(text)


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits; at most {_MOST_DIGITS} are read")
    base = {"0o": 8, "0x": 16}.get(text[:2], 10)
    return int(text[2:] if base != 10 else text, base)


def _real(text: str) -> float:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits; at most {_MOST_DIGITS} are read")
    return float(_NAMED.sub(r"\1", text.lower()))
