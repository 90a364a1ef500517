"""pydantic's complaints in the words of a designer: got …, allowed …, at the key they are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from variants.errors import nearest, show
from variants.kinds import ANYTHING, AnyOf, Choice, Group, Kind, OneOf, Table, group_of
from variants.positions import Path

MOST_TOLD = 100
_OWN_WORDS = ("value_error", "assertion_error")


@dataclass(frozen=True)
class Complaint:
    """One thing wrong with data, before it is known which file is to blame.

    Attributes
    ----------
    path : tuple
        Where, in the data.
    at_key : bool
        Whether the key itself is wrong, rather than its value.
    """

    path: Path
    at_key: bool = False
    got: str = ""
    allowed: str = ""
    hint: str = ""
    message: str = ""


@dataclass(frozen=True)
class _Spot:
    """An error's place: its path, the kind there and of its parent, and the first untagged choice on the way."""

    path: Path
    kind: Kind
    owner: Kind
    choice: Path | None
    choice_kind: AnyOf | None


def complaints(model: type[BaseModel], data: dict[Any, Any], error: ValidationError) -> list[Complaint]:
    """What is wrong with data that the model refused, each thing once, at most 100 and then how many more."""
    details = error.errors(include_url=False, include_context=True, include_input=False)
    spotted = [(_spot(group_of(model), data, item["loc"]), item) for item in details[: 4 * MOST_TOLD]]
    found: dict[tuple[Path, bool], Complaint] = {}
    for spot, item in spotted:
        if spot.choice is not None and not _is_deeper(spot, item):
            if any(other.choice == spot.choice and _is_deeper(other, it) for other, it in spotted):
                continue
            told = _refused(spot.choice, _at(data, spot.choice), spot.choice_kind or ANYTHING)
        else:
            told = _complaint(spot, item, data)
        found.setdefault((told.path, told.at_key), told)
    told_all = list(found.values())
    left = len(details) - 4 * MOST_TOLD if len(details) > 4 * MOST_TOLD else 0
    left += max(0, len(told_all) - MOST_TOLD)
    return told_all[:MOST_TOLD] + ([Complaint((), message=f"and {left} more faults")] if left else [])


def _is_deeper(spot: _Spot, item: ErrorDetails) -> bool:
    return spot.choice is not None and (len(spot.path) > len(spot.choice) or item["type"] in _OWN_WORDS)


def _spot(kind: Kind, data: Any, loc: tuple[int | str, ...]) -> _Spot:
    """Follow pydantic's location through the data, leaving out the labels it adds for alternatives."""
    path: list[int | str] = []
    choice: Path | None = None
    choice_kind: AnyOf | None = None
    owner: Kind = ANYTHING
    for part in loc:
        if isinstance(kind, AnyOf):
            if choice is None:
                choice, choice_kind = tuple(path), kind
            kind = kind.member(data)
            continue
        if isinstance(kind, OneOf):
            kind = kind.groups.get(part, ANYTHING)
            continue
        if part == "[key]":
            continue
        path.append(part)
        owner = kind
        kind, data = kind.child(part), _step(data, part)
    return _Spot(tuple(path), kind, owner, choice, choice_kind)


def _complaint(spot: _Spot, item: ErrorDetails, data: Any) -> Complaint:
    kind, path, sort = spot.kind, spot.path, item["type"]
    value = _at(data, path)
    if sort in _OWN_WORDS:
        return Complaint(path, message=item["msg"].partition(", ")[2] or item["msg"])
    if sort == "extra_forbidden":
        return _unknown_key(spot)
    if sort == "missing":
        return Complaint(path, message=f"this is missing, allowed {kind.words()}")
    if item["loc"][-1:] == ("[key]",):
        return Complaint(path, True, got=f"{show(path[-1])} as a key", allowed=_key_words(spot))
    if isinstance(kind, OneOf) and isinstance(value, dict):
        return _wrong_tag(path, value, kind)
    return _refused(path, value, kind)


def _unknown_key(spot: _Spot) -> Complaint:
    name = str(spot.path[-1])
    names = spot.owner.names() if isinstance(spot.owner, Group) else ()
    return Complaint(spot.path, True, got=f"the key {show(name)}", allowed=", ".join(names), hint=nearest(name, names))


def _wrong_tag(path: Path, value: dict[Any, Any], kind: OneOf) -> Complaint:
    tags = kind.tags()
    if kind.tag not in value:
        return Complaint((*path, kind.tag), message=f"this is missing, allowed {tags.words()}")
    return _refused((*path, kind.tag), value[kind.tag], tags)


def _refused(path: Path, value: Any, kind: Kind) -> Complaint:
    choices = kind.choices if isinstance(kind, Choice) else ()
    if isinstance(kind, AnyOf):
        choices = tuple(c for member in kind.members if isinstance(member, Choice) for c in member.choices)
    hint = nearest(value, choices) if isinstance(value, str) else ""
    return Complaint(path, got=show(value), allowed=kind.words(), hint=hint)


def _key_words(spot: _Spot) -> str:
    return spot.owner.keys.words() if isinstance(spot.owner, Table) else "another key"


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = _step(data, part)
    return data


def _step(data: Any, part: int | str) -> Any:
    if isinstance(data, dict):
        return data.get(part)
    if isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
        return data[part]
    return None
