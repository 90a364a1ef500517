"""A commented variant file to start from: every dial of a game with its default."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from variants.dials import ABSENT, Dials, Label, default_of, plain
from variants.kinds import Group, Kind, OneOf, kind_of_field
from variants.loader import check_model
from variants.scalars import scalar

_WIDTH = 110
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def starter(model: type[Dials], game: str, title: str, player_counts: Sequence[int]) -> str:
    """A variant file that loads as it stands and changes nothing yet: each dial with its default and what it means.

    Other alternatives of a choice are written out as comments below the default one.

    Parameters
    ----------
    model : type of Dials
        The game's model; every dial needs a default.
    game, title : str
    player_counts : sequence of int
        The counts the game allows, shown as a comment.

    Raises
    ------
    ValueError
        If a dial outside an alternative has no default.
    """
    check_model(model)
    lines = [
        "# Every value below is the default: change what the variant changes, delete the rest if you like.",
        "# (printed): a rules text says so. (assumed): nobody says so, so try other values too.",
        f"game: {written(game)}",
        f"title: {written(title)}",
        'about: ""',
        "# extends: NAME   # start from another variant instead of from the defaults",
        f"# players: {written(list(player_counts))}   # only for these player counts; all of them when left out",
    ]
    for name, info in model.model_fields.items():
        lines.append("")
        lines += _field(name, kind_of_field(info), default_of(info), Label().within(info))
    return "\n".join(lines) + "\n"


def written(value: Any) -> str:
    """Plain data as YAML on one line, read back as the same data."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return value if set(value) <= _SAFE and scalar(value, plain=True) == value else _quoted(value)
    return repr(value)


def _quoted(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in quoted)


def _field(name: str, kind: Kind, value: Any, label: Label) -> Iterator[str]:
    if isinstance(value, BaseModel) and not kind.whole:
        yield from _note(label.meaning)
        yield f"{name}:"
        skip = kind.tag if isinstance(kind, OneOf) else ""
        if isinstance(kind, OneOf):
            tag = getattr(value, skip)
            yield from _indented(_line(skip, tag, kind.tags(), Label(_told(kind, tag), origin=label.origin)))
        yield from _indented(_group(type(value), value, label, skip))
        if isinstance(kind, OneOf):
            yield from _others(kind, value, label)
    elif value is ABSENT:
        raise ValueError(f"no starter file: the dial {name} has no default")
    else:
        yield from _line(name, plain(value), kind, label)


def _group(model: type[BaseModel], given: BaseModel | None, label: Label, skip: str) -> Iterator[str]:
    for name, info in model.model_fields.items():
        if name != skip:
            value = default_of(info) if given is None else getattr(given, name)
            own = label.within(info)
            yield from _field(name, kind_of_field(info), value, own if own is not label else Label(origin=label.origin))


def _others(kind: OneOf, value: Any, label: Label) -> Iterator[str]:
    """The other alternatives, as comments."""
    for tag, group in kind.groups.items():
        if tag == getattr(value, kind.tag):
            continue
        told = _told(kind, tag)
        yield f"  # or {kind.tag}: {written(tag)}" + (f"   # {told}" if told not in ("", label.meaning) else "")
        for name, info in group.model.model_fields.items():
            if name == kind.tag:
                continue
            default = default_of(info)
            own = label.within(info)
            inner = kind_of_field(info)
            if default is ABSENT:
                yield f"  #   {name}:   # {_comment(inner, own)}"
            else:
                yield from (f"  #   {line.removeprefix('# ')}" for line in _line(name, plain(default), inner, own))


def _told(kind: OneOf, tag: object) -> str:
    """What the alternative itself says it is."""
    info = kind.groups[tag].model.model_fields[kind.tag]
    return Label().within(info).meaning


def _line(name: str, value: Any, kind: Kind, label: Label) -> Iterator[str]:
    text, comment = f"{name}: {written(value)}", _comment(kind, label)
    if len(text) + len(comment) + 5 <= _WIDTH:
        yield f"{text}   # {comment}"
        return
    yield from _note(comment)
    yield text


def _comment(kind: Kind, label: Label) -> str:
    allowed = kind.words() if not isinstance(kind, Group) else ""
    return " ".join(f"{'; '.join(part for part in (allowed, label.meaning) if part)} ({label.origin})".split())


def _note(comment: str) -> Iterator[str]:
    line = "#"
    for word in comment.split():
        if len(line) + len(word) >= _WIDTH and line != "#":
            yield line
            line = "#"
        line += f" {word}"
    if line != "#":
        yield line


def _indented(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" if line else line for line in lines)
