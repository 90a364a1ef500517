"""Dials: the strict models in which a game declares what its variants may change."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from variants.kinds import ANYTHING, AnyOf, Group, Kind, OneOf, Table, kind_of_field

Path = tuple[str | int, ...]

_WHOLE = re.compile(r"-?[0-9]{1,18}")
DefaultOrigin = Literal["printed", "assumed"]


class Dials(BaseModel):
    """A group of rule values; nested groups are fields that are themselves `Dials`.

    Strict (no text is read as a number), unknown keys refused, infinities refused, frozen. The model of a game
    may also have

    - `player_counts`: the counts the game allows (empty: any), checked against `players:`;
    - `cross_check_all(rules)`: faults of the arithmetic that hold at any count, as (dotted key, message) pairs,
      run at load;
    - `cross_check(rules, players)`: the same for one player count, run by `Variant.check`.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)
    player_counts: ClassVar[tuple[int, ...]] = ()


class _Absent:
    """There is no such value (None is a value)."""

    def __repr__(self) -> str:
        return "—"

    def __reduce__(self) -> str:
        return "ABSENT"


ABSENT = _Absent()


def dial(
    default: Any,
    *,
    meaning: str,
    origin: DefaultOrigin,
    unit: str | None = None,
    whole: bool = False,
    **constraints: Any,
) -> Any:
    """A pydantic field that knows what it means and where its default comes from.

    Parameters
    ----------
    default : object
        The default; `...` for a dial that must be given (only inside an alternative).
    meaning : str
        What the value does in the game, without a full stop.
    origin : {"printed", "assumed"}
        Whether a rules text says so, or nobody says so. A group's origin holds for dials in it without their own.
    unit : str, optional
        What is counted, e.g. "cells" or "s".
    whole : bool
        For a mapping that is one value (a distribution): a file replaces it whole instead of adding to it.
    **constraints
        Passed to `pydantic.Field`: ge, le, gt, lt, multiple_of, min_length, max_length, pattern, discriminator, …

    Raises
    ------
    TypeError
        For an origin that is neither.
    """
    if origin not in get_args(DefaultOrigin):
        raise TypeError(f"origin must be printed or assumed, not {origin!r}")
    extra: dict[str, Any] = {"origin": origin, "unit": unit, "meaning": meaning, "whole": whole}
    return Field(default, description=meaning, json_schema_extra=extra, **constraints)


@dataclass(frozen=True)
class Label:
    """What a field says about itself, filled up from the group it stands in."""

    meaning: str = ""
    unit: str | None = None
    origin: str = "assumed"

    def within(self, info: FieldInfo) -> Label:
        """The label of a field in a group with this label."""
        extra = info.json_schema_extra
        if not isinstance(extra, dict) or "meaning" not in extra:
            return self
        unit = extra.get("unit")
        return Label(str(extra["meaning"]), None if unit is None else str(unit), str(extra["origin"]))


@dataclass(frozen=True)
class Leaf:
    """One value of validated rules: where it stands, what it is, and what it would be by default."""

    path: Path
    value: Any
    default: Any
    label: Label


@dataclass(frozen=True)
class DialInfo:
    """One dial in words, for tables and starter files.

    Attributes
    ----------
    key : str
        Dotted key.
    type : str
        What may stand there, range and choices included.
    default : object
        Plain data; ABSENT when it must be given.
    unit : str or None
    meaning : str
    origin : str
        Of the default: "printed" or "assumed".
    choices : tuple
        The values allowed, when they are few; else empty.
    when : str
        The condition under which the dial is there, e.g. "terrain.shape: ring"; else empty.
    """

    key: str
    type: str
    default: Any
    unit: str | None
    meaning: str
    origin: str
    choices: tuple[Any, ...] = ()
    when: str = ""


def plain(value: Any) -> Any:
    """Rules as fresh dicts, lists and scalars."""
    if isinstance(value, BaseModel):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value + 0.0 if isinstance(value, float) else value


def default_of(info: FieldInfo) -> Any:
    """A field's default as the model gives it, or ABSENT."""
    value = info.get_default(call_default_factory=True, validated_data={})
    return ABSENT if value is PydanticUndefined else copy.deepcopy(value)


def defaults(model: type[BaseModel]) -> dict[str, Any]:
    """The defaults of a model as plain data; dials without one are left out."""
    found = {name: default_of(info) for name, info in model.model_fields.items()}
    return {name: plain(value) for name, value in found.items() if value is not ABSENT}


def leaves(rules: BaseModel) -> Iterator[Leaf]:
    """The values of validated rules in the model's order; lists and `whole` mappings are one value each."""
    own = {name: default_of(info) for name, info in type(rules).model_fields.items()}
    yield from _group_leaves(rules, own, (), Label())


def _group_leaves(
    group: BaseModel, own: Mapping[str, Any], path: Path, label: Label, *, tag: str = ""
) -> Iterator[Leaf]:
    for name, info in type(group).model_fields.items():
        value, default = getattr(group, name), own.get(name, ABSENT)
        # The tag says which alternative holds, so it means what the whole group means.
        inner = label if name == tag else label.within(info)
        yield from _value_leaves(value, default, (*path, name), inner, kind_of_field(info))


def _group_defaults(group: BaseModel, default: Any, kind: Kind) -> dict[str, Any]:
    """The default of each field of a group, given the default of the group itself.

    In another alternative than the default one, the tag was chosen and the rest has that alternative's defaults. A
    group where by default there is none was chosen as a whole.
    """
    fields = type(group).model_fields
    if type(default) is type(group):
        return {name: getattr(default, name) for name in fields}
    if not isinstance(kind, OneOf):
        return {}
    own = {name: default_of(info) for name, info in fields.items()}
    return {**own, kind.tag: getattr(default, kind.tag, ABSENT)}


def _value_leaves(value: Any, default: Any, path: Path, label: Label, kind: Kind) -> Iterator[Leaf]:
    if isinstance(kind, AnyOf):
        kind = kind.member(plain(value))
    if isinstance(value, BaseModel) and not kind.whole:
        tag = kind.tag if isinstance(kind, OneOf) else ""
        yield from _group_leaves(value, _group_defaults(value, default, kind), path, label, tag=tag)
    elif isinstance(value, dict) and value and not kind.whole:
        inner = kind.settle(value).child(None)
        for key, item in value.items():
            own = default.get(key, ABSENT) if isinstance(default, dict) else ABSENT
            yield from _value_leaves(item, own, (*path, key), label, inner)
    else:
        yield Leaf(path, plain(value), default if default is ABSENT else plain(default), label)


def describe(model: type[BaseModel]) -> list[DialInfo]:
    """Every dial of a model, in its order, the alternatives of a choice one after another."""
    return list(_describe(model, ABSENT, "", "", Label()))


def _describe(
    model: type[BaseModel], given: Any, prefix: str, when: str, label: Label, *, skip: str = ""
) -> Iterator[DialInfo]:
    twin = given if type(given) is model else None
    for name, info in model.model_fields.items():
        if name == skip:
            continue
        default = default_of(info) if twin is None else getattr(twin, name)
        yield from _describe_kind(kind_of_field(info), default, prefix + name, when, label.within(info))


def _describe_kind(kind: Kind, default: Any, key: str, when: str, label: Label) -> Iterator[DialInfo]:
    if kind.whole:
        yield _info(kind, default, key, when, label)
    elif isinstance(kind, Group) and not kind.optional:
        yield from _describe(kind.model, default, f"{key}.", when, label)
    elif isinstance(kind, OneOf):
        tag = getattr(default, kind.tag, ABSENT)
        yield _info(kind.tags(), tag, f"{key}.{kind.tag}", when, label)
        for value, group in kind.groups.items():
            condition = f"{key}.{kind.tag}: {value}"
            yield from _describe(group.model, default, f"{key}.", condition, label, skip=kind.tag)
    else:
        yield _info(kind, default, key, when, label)
        for member in kind.members if isinstance(kind, AnyOf) else (kind,) if isinstance(kind, Group) else ():
            if isinstance(member, Group):
                yield from _describe(member.model, default, f"{key}.", when or f"{key} is a mapping", label)


def _info(kind: Kind, default: Any, key: str, when: str, label: Label) -> DialInfo:
    choices = tuple(getattr(kind, "choices", ()))
    value = default if default is ABSENT else plain(default)
    return DialInfo(key, kind.words(unit=False), value, label.unit, label.meaning, label.origin, choices, when)


def path_of(dotted: str, kind: Kind, data: Any) -> Path:
    """The path of a dotted key: parts that are keys of a mapping by whole numbers become numbers."""
    path: list[str | int] = []
    for part in dotted.split("."):
        kind = kind.settle(data)
        number = _number(part)
        by_number = isinstance(kind, Table) and kind.keys.words().startswith("a whole number")
        unknown = kind is ANYTHING and isinstance(data, dict) and part not in data
        listed = isinstance(data, list)
        key: str | int = number if number is not None and (by_number or unknown or listed) else part
        path.append(key)
        kind = kind.child(key)
        data = _item(data, key)
    return tuple(path)


def _number(part: str) -> int | None:
    return int(part) if _WHOLE.fullmatch(part) else None


def _item(data: Any, key: str | int) -> Any:
    if isinstance(data, dict):
        return data.get(key)
    if isinstance(data, list) and isinstance(key, int) and -1 < key < len(data):
        return data[key]
    return None
