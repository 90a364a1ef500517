"""Rules from merged data: the model's own checks and its arithmetic, everything wrong at once."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ValidationError

from variants.dials import Dials, path_of
from variants.kinds import Group, Kind, Listing, Table, group_of
from variants.layers import Merged
from variants.positions import Path
from variants.translate import MOST_TOLD, Complaint, complaints


def validate(model: type[Dials], merged: Merged) -> tuple[Dials | None, list[Complaint]]:
    """The rules, or None, and everything that is wrong with them.

    `cross_check_all` runs on sound rules, and on unsound ones as far as it needs only what is sound (not when
    a hundred things are wrong).
    """
    try:
        rules = model.model_validate(_shaped(merged.data, merged.kind))
    except ValidationError as error:
        found = complaints(model, merged.data, error)
        return None, found + _cross_check_rest(model, merged, found)
    return rules, _cross_check(rules, merged)


def _shaped(data: Any, kind: Kind) -> Any:
    """The data with tuples where the model wants them (a file has only lists)."""
    kind = kind.settle(data)
    if isinstance(data, dict):
        return {key: _shaped(value, kind.child(key)) for key, value in data.items()}
    if isinstance(data, list):
        items = [_shaped(item, kind.child(index)) for index, item in enumerate(data)]
        return tuple(items) if isinstance(kind, Listing) and kind.is_tuple else items
    return data


def _cross_check(rules: Dials, merged: Merged) -> list[Complaint]:
    hook = getattr(type(rules), "cross_check_all", None)
    pairs: Iterable[tuple[str, str]] = () if hook is None else hook(rules)
    return [Complaint(path_of(key, merged.kind, merged.data), message=message) for key, message in pairs]


def _cross_check_rest(model: type[Dials], merged: Merged, found: list[Complaint]) -> list[Complaint]:
    """The arithmetic of what is left when unsound values are hidden; none if it touches a hidden one."""
    if len(found) >= MOST_TOLD:
        return []
    data, hidden = copy.deepcopy(merged.data), []
    for complaint in found:
        path = _dial_of(complaint.path, data, group_of(model))
        if not path:
            return []
        _drop(data, path)
        hidden.append(path)
    try:
        rules = model.model_validate(_shaped(data, group_of(model)))
    except ValidationError:
        return []
    for path in hidden:
        _hide(rules, path)
    try:
        return _cross_check(rules, merged)
    except AttributeError:
        return []


def _dial_of(path: Path, data: Any, kind: Kind) -> Path:
    """The longest beginning of a path that names a field of a group."""
    found: Path = ()
    for length, part in enumerate(path, 1):
        kind = kind.settle(data)
        if isinstance(kind, Group):
            found = path[:length]
        elif not isinstance(kind, Table) or not isinstance(data, dict):
            break
        kind = kind.child(part)
        data = data.get(part) if isinstance(data, dict) else None
    return found


def _drop(data: Any, path: Path) -> None:
    for part in path[:-1]:
        data = data.get(part) if isinstance(data, dict) else None
    if isinstance(data, dict):
        data.pop(path[-1], None)


def _hide(rules: Any, path: Path) -> None:
    """Take a field out of rules, so that whatever reads it raises AttributeError."""
    for part in path[:-1]:
        rules = rules.get(part) if isinstance(rules, dict) else getattr(rules, str(part), None)
    if isinstance(rules, BaseModel):
        rules.__dict__.pop(str(path[-1]), None)
