"""Laying one file over another: merged data that remember who wrote and who changed each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from variants.dials import defaults
from variants.kinds import ANYTHING, AnyOf, Group, Kind, OneOf
from variants.positions import Document, Path


@dataclass(frozen=True)
class Layer:
    """One file of an `extends:` chain, or the `--set` options.

    Attributes
    ----------
    number : int
        Its place in the chain, from 1; the model's defaults are 0.
    label : str
        The file's name, or `--set`.
    document : Document or None
        None for `--set`.
    options : dict
        For `--set`: the option as it was typed, by the path it sets.
    """

    number: int
    label: str
    document: Document | None = None
    options: Mapping[Path, str] = field(default_factory=dict)

    def place(self, path: Path, *, key: bool = False) -> tuple[str, int | None, int | None]:
        """File, line and column of a value (or of its key), or of the nearest parent that is there."""
        if self.document is not None:
            mark = self.document.key_mark(path) if key else self.document.mark(path)
            return self.label, *mark
        for length in range(len(path), -1, -1):
            if path[:length] in self.options:
                return self.options[path[:length]], None, None
        below = (text for place, text in self.options.items() if place[: len(path)] == path)
        return next(below, self.label), None, None


@dataclass(frozen=True)
class Source:
    """Where a value is written: a layer and a path in its document."""

    layer: Layer
    path: Path


@dataclass(frozen=True)
class Trail:
    """Who wrote a value last and who changed it last, and the same for what is below it."""

    written: Source | None = None
    changed: Layer | None = None
    below: Mapping[str | int, Trail] = field(default_factory=dict)


@dataclass(frozen=True)
class Merged:
    """Data of several layers as one; laying a layer gives a new one and leaves this one alone."""

    data: Any
    kind: Kind
    trail: Trail = Trail()

    def lay(self, patch: Mapping[Any, Any], layer: Layer, prefix: Path = ()) -> Merged:
        """The data with `patch` over them; `prefix` is where the patch stands in the layer's document.

        Mappings merge, everything else replaces; a group whose tag changes is replaced whole and starts from
        the defaults of the new tag.
        """
        data, trail = _lay(self.data, self.trail, patch, self.kind, Source(layer, prefix))
        return Merged(data, self.kind, trail)

    def source(self, path: Path) -> Source | None:
        """Where the value at `path`, or its nearest parent that is written anywhere, is written."""
        trail, found = self.trail, None
        for length, key in enumerate(path, 1):
            if key not in trail.below:
                break
            trail = trail.below[key]
            if trail.written is not None:
                found = Source(trail.written.layer, trail.written.path + path[length:])
        return found

    def changed(self, path: Path) -> Layer | None:
        """The layer that last changed the value at `path` or replaced what it stands in."""
        trail, found = self.trail, None
        for key in path:
            if key not in trail.below:
                break
            trail = trail.below[key]
            found = trail.changed or found
        return found


def same(a: Any, b: Any) -> bool:
    """Whether two plain values are equal, with true and 1 told apart."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return bool(a == b)


def _lay(base: Any, trail: Trail, patch: Mapping[Any, Any], kind: Kind, source: Source) -> tuple[Any, Trail]:
    data, below = dict(base), dict(trail.below)
    inner = kind.settle(patch, base)
    for key, value in patch.items():
        here = Source(source.layer, (*source.path, key))
        child = kind.child(key) if inner is ANYTHING else inner.child(key)
        old, mark = data.get(key), below.get(key, Trail())
        if key in data and _merges(child, old, value):
            data[key], merged = _lay(old, mark, value, child, here)
            below[key] = Trail(here, mark.changed, merged.below)
        elif key in data and same(old, value):
            data[key] = value  # equal, but 48.0 is not what 48 is to a strict model
            below[key] = Trail(here, mark.changed, _written(value, here, mark))
        else:
            data[key] = _fresh(value, child, here)
            below[key] = _replaced(value, here)
    return data, Trail(trail.written, trail.changed, below)


def _merges(kind: Kind, old: Any, new: Any) -> bool:
    if kind.whole or not isinstance(old, dict) or not isinstance(new, Mapping):
        return False
    member = kind.member(new) if isinstance(kind, AnyOf) else kind
    return not isinstance(member, OneOf) or member.tag not in new or same(new[member.tag], old.get(member.tag))


def _fresh(value: Any, kind: Kind, source: Source) -> Any:
    """The value as it starts when nothing is below it: a group starts from its own defaults."""
    if not isinstance(value, Mapping) or kind.whole:
        return value
    group = kind.settle(value)
    base = defaults(group.model) if isinstance(group, Group) else {}
    return _lay(base, Trail(), value, kind, source)[0]


def _written(value: Any, source: Source, old: Trail) -> dict[str | int, Trail]:
    if not isinstance(value, Mapping):
        return {}
    result = {}
    for key, item in value.items():
        here, mark = Source(source.layer, (*source.path, key)), old.below.get(key, Trail())
        result[key] = Trail(here, mark.changed, _written(item, here, mark))
    return result


def _replaced(value: Any, source: Source) -> Trail:
    below = {}
    if isinstance(value, Mapping):
        for key, item in value.items():
            below[key] = _replaced(item, Source(source.layer, (*source.path, key)))
    return Trail(source, source.layer, below)


def is_dial(merged: Merged, path: Path) -> bool:
    """Whether there is a value or a group at `path`; what is inside a list or a `whole` mapping does not count."""
    data, kind = merged.data, merged.kind
    for key in path:
        if kind.whole or not isinstance(data, dict) or key not in data:
            return False
        data, kind = data[key], kind.settle(data).child(key)
    return bool(path)


def dial_paths(merged: Merged) -> Iterator[Path]:
    """The paths of all values; a list or a `whole` mapping is one value."""
    waiting: list[tuple[Path, Any, Kind]] = [((), merged.data, merged.kind)]
    while waiting:
        path, data, kind = waiting.pop()
        if not isinstance(data, dict) or kind.whole or not data:
            yield path
            continue
        inner = kind.settle(data)
        waiting.extend(((*path, key), value, inner.child(key)) for key, value in data.items())
