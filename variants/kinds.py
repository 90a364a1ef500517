"""What a dial may hold, worked out from its annotation: a small tree that merging, messages and docs share."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_LIMITS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")
_NAMES = {int: "whole number", float: "number", str: "text", bool: "true or false"}
Limits = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A sort of value; this one allows anything."""

    whole: bool = field(default=False, kw_only=True)
    optional: bool = field(default=False, kw_only=True)
    unit: str = field(default="", kw_only=True)

    def words(self, *, unit: bool = True) -> str:
        """What is allowed, with its article, range, choices and (unless told otherwise) unit."""
        words = f"{self._words()} ({self.unit})" if unit and self.unit else self._words()
        return f"{words}, or null" if self.optional else words

    def settle(self, *data: object) -> Kind:
        """The kind that holds for this data (alternatives are decided by the first mapping that decides)."""
        return self

    def child(self, key: object) -> Kind:
        """The kind of the value under a key or index."""
        return ANYTHING

    def _words(self) -> str:
        return "any value"


ANYTHING = Kind()


@dataclass(frozen=True)
class Simple(Kind):
    """A number, a text, true or false."""

    name: str = "value"
    limits: Limits = field(default_factory=dict, hash=False)

    def _words(self) -> str:
        if self.name == "true or false":
            return self.name
        article = "" if self.name == "text" else "a "
        return f"{article}{self.name}{_range(self.limits)}"


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few values."""

    choices: tuple[object, ...] = ()

    def _words(self) -> str:
        shown = [_choice(choice) for choice in self.choices]
        return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


@dataclass(frozen=True)
class Listing(Kind):
    """A list."""

    items: tuple[Kind, ...] = (ANYTHING,)
    fixed: bool = False
    is_tuple: bool = False
    limits: Limits = field(default_factory=dict, hash=False)

    def child(self, key: object) -> Kind:
        """The kind of the item at an index."""
        if self.fixed:
            return self.items[key] if isinstance(key, int) and 0 <= key < len(self.items) else ANYTHING
        return self.items[0]

    def _words(self) -> str:
        each = list(dict.fromkeys(item.words() for item in self.items))
        if self.fixed and len(each) > 1:
            return "a list of " + ", then ".join(item.words() for item in self.items)
        if self.fixed:
            return f"a list of {len(self.items)} values, each {each[0]}"
        return f"a list{_length(self.limits)}, each {self.items[0].words()}"


@dataclass(frozen=True)
class Table(Kind):
    """A mapping from keys of one kind to values of one kind."""

    keys: Kind = ANYTHING
    values: Kind = ANYTHING
    limits: Limits = field(default_factory=dict, hash=False)

    def child(self, key: object) -> Kind:
        """The kind of every value."""
        return self.values

    def _words(self) -> str:
        return f"a mapping from {self.keys.words()} to {self.values.words()}{_length(self.limits)}"


@dataclass(frozen=True)
class Group(Kind):
    """Dials under one key."""

    model: type[BaseModel] = BaseModel

    def child(self, key: object) -> Kind:
        """The kind of the dial of that name."""
        return _dial_kinds(self.model).get(key, ANYTHING)

    def names(self) -> tuple[str, ...]:
        """The names of the dials, in the model's order."""
        return tuple(self.model.model_fields)

    def _words(self) -> str:
        return f"a mapping with the key{'s' if len(self.names()) > 1 else ''} " + ", ".join(self.names())


@dataclass(frozen=True)
class OneOf(Kind):
    """Groups of dials of which the value of one key, the tag, picks one."""

    tag: str = ""
    groups: Mapping[object, Group] = field(default_factory=dict, hash=False)

    def settle(self, *data: object) -> Kind:
        """The group that the first tag found picks."""
        for value in data:
            picked = value.get(self.tag) if isinstance(value, Mapping) else None
            if picked is not None:
                return self.groups.get(picked, ANYTHING) if isinstance(picked, str | int) else ANYTHING
        return ANYTHING

    def child(self, key: object) -> Kind:
        """The kind of the tag; the rest is known once it is settled."""
        return self.tags() if key == self.tag else ANYTHING

    def tags(self) -> Choice:
        """The values of the tag."""
        return Choice(tuple(self.groups))

    def _words(self) -> str:
        return f"a mapping with {self.tag}: {self.tags().words()}"


@dataclass(frozen=True)
class AnyOf(Kind):
    """Alternatives told apart by the sort of value that is written."""

    members: tuple[Kind, ...] = ()

    def member(self, value: object) -> Kind:
        """The alternative that a value of this sort belongs to; only lists and mappings decide."""
        wanted: tuple[type[Kind], ...] = ()
        if isinstance(value, Mapping):
            wanted = (Group, OneOf, Table)
        elif isinstance(value, list | tuple):
            wanted = (Listing,)
        return next((member for member in self.members if isinstance(member, wanted)), ANYTHING)

    def settle(self, *data: object) -> Kind:
        """The alternative for the first value, settled in its turn."""
        return self.member(next(iter(data), None)).settle(*data)

    def _words(self) -> str:
        return ", or ".join(member.words() for member in self.members)


def kind_of_field(info: FieldInfo) -> Kind:
    """The kind of a model's field."""
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    kind = _kind(info.annotation, _limits(info.metadata), info.discriminator, bool(extra.get("whole")))
    unit = extra.get("unit")
    return replace(kind, unit=unit) if isinstance(unit, str) else kind


def group_of(model: type[BaseModel]) -> Group:
    """The kind of a whole model."""
    return Group(model)


@lru_cache(maxsize=256)
def _dial_kinds(model: type[BaseModel]) -> dict[object, Kind]:
    """The kinds of a model's dials by name; worked out once, as big files ask thousands of times."""
    return {name: kind_of_field(info) for name, info in model.model_fields.items()}


def _kind(annotation: Any, limits: Limits, tag: Any = None, whole: bool = False) -> Kind:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        kind = _kind(args[0], {**_limits(args[1:]), **limits}, tag or _tag(args[1:]), whole)
    elif origin in (Union, types.UnionType):
        kind = _union(args, limits, tag, whole)
    elif origin is Literal:
        kind = Choice(args, whole=whole)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        kind = Group(annotation, whole=whole)
    elif origin in (list, tuple) or annotation in (list, tuple):
        kind = _listing(annotation, limits)
    elif origin is dict or annotation is dict:
        keys, values = args or (Any, Any)
        kind = Table(_kind(keys, {}), _kind(values, {}), limits, whole=whole)
    else:
        kind = Simple(_NAMES[annotation], limits) if annotation in _NAMES else ANYTHING
    return kind


def _union(members: tuple[Any, ...], limits: Limits, tag: Any, whole: bool) -> Kind:
    some = [member for member in members if member is not type(None)]
    optional = len(some) < len(members)
    if len(some) == 1:
        kind = _kind(some[0], limits, tag, whole)
        return replace(kind, optional=True) if optional else kind
    kinds = [_kind(member, limits, None, whole) for member in some]
    if not isinstance(tag, str):
        return AnyOf(tuple(kinds), optional=optional, whole=whole)
    groups = {value: kind for kind in kinds if isinstance(kind, Group) for value in _tag_values(kind, tag)}
    return OneOf(tag, groups, optional=optional, whole=whole)


def _listing(annotation: Any, limits: Limits) -> Listing:
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is tuple and args and args[-1] is not Ellipsis:
        return Listing(tuple(_kind(arg, {}) for arg in args), True, True, limits)
    return Listing((_kind(args[0] if args else Any, {}),), False, tuple in (origin, annotation), limits)


def _tag_values(group: Group, tag: str) -> Iterator[object]:
    kind = group.child(tag)
    if isinstance(kind, Choice):
        yield from kind.choices


def _tag(metadata: tuple[Any, ...]) -> Any:
    return next((item.discriminator for item in metadata if getattr(item, "discriminator", None)), None)


def _limits(metadata: Any) -> Limits:
    found: Limits = {}
    for item in metadata:
        if isinstance(item, FieldInfo):
            found.update(_limits(item.metadata))
        found.update({name: getattr(item, name) for name in _LIMITS if getattr(item, name, None) is not None})
    return found


def _choice(value: object) -> str:
    return value if isinstance(value, str) else {True: "true", False: "false", None: "null"}.get(value, str(value))  # type: ignore[call-overload]  # any literal


def _range(limits: Limits) -> str:
    low, high = limits.get("ge"), limits.get("le")
    parts = []
    if low is not None and high is not None:
        parts.append(f"from {low} to {high}" if low != high else f"equal to {low}")
    else:
        parts += [f"from {low} up"] if low is not None else []
        parts += [f"up to {high}"] if high is not None else []
    parts += [f"above {limits['gt']}"] if "gt" in limits else []
    parts += [f"below {limits['lt']}"] if "lt" in limits else []
    parts += [f"in steps of {limits['multiple_of']}"] if "multiple_of" in limits else []
    parts += [_length(limits, "characters").strip()] if {"min_length", "max_length"} & limits.keys() else []
    parts += [f"of the form {limits['pattern']}"] if "pattern" in limits else []
    return "".join(f" {part}" for part in parts)


def _length(limits: Limits, unit: str = "values") -> str:
    low, high = limits.get("min_length"), limits.get("max_length")
    if low is not None and low == high:
        return f" of {low} {unit}"
    if low is not None and high is not None:
        return f" of {low} to {high} {unit}"
    if low is not None:
        return f" of at least {low} {unit[:-1] if low == 1 else unit}"
    return "" if high is None else f" of at most {high} {unit}"
