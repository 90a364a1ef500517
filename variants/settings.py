"""`--set dotted.key=value` options as one layer over a variant's files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from variants.chain import MOST_PLAYERS, TOP
from variants.dials import path_of
from variants.errors import BadInput, Fault, nearest
from variants.layers import Layer, Merged, same
from variants.positions import Path, parse_value


@dataclass(frozen=True)
class Settings:
    """The options as patches.

    Attributes
    ----------
    layer : Layer
        Knows the option that set each path.
    base : dict
        What holds at every player count.
    counts : dict of int to dict
        What holds at one count (`--set players.6.deck.size=18`).
    """

    layer: Layer
    base: dict[Any, Any] = field(default_factory=dict)
    counts: dict[int, dict[Any, Any]] = field(default_factory=dict)


def read_settings(overrides: Sequence[tuple[str, str]], merged: Merged, number: int) -> tuple[Settings, list[Fault]]:
    """The options as patches to `merged`, whatever their order, and what is wrong with them."""
    faults: list[Fault] = []
    parsed: list[tuple[str, str, Any]] = []
    for key, text in overrides:
        label = f"--set {key}={text}"
        try:
            _check_key(key, label, merged)
            parsed.append((key, label, parse_value(text, label)))
        except BadInput as error:
            faults.extend(error.faults)
    draft, _ = _patches(parsed, merged, number)
    # Again, now that the shapes the options choose are known: they decide which parts of keys are numbers.
    settings, clashes = _patches(parsed, merged.lay(draft.base, draft.layer), number)
    return settings, faults + clashes


def _check_key(key: str, label: str, merged: Merged) -> None:
    parts = key.split(".")
    if not all(parts):
        raise BadInput(Fault(label, message="a key is parts with dots between them, as in deck.size"))
    if parts[0] == "players":
        count = parts[1] if len(parts) > 1 else ""
        if len(parts) > 2 and count.isascii() and count.isdecimal() and 0 < int(count[:9]) <= MOST_PLAYERS:
            return
        words = "only a dial at one player count can be set, as in players.6.deck.size=18"
        raise BadInput(Fault(label, key="players", message=words))
    names = tuple(merged.data)
    if parts[0] in TOP:
        raise BadInput(Fault(label, key=parts[0], message="only dials can be set", hint=nearest(parts[0], names)))


def _patches(parsed: list[tuple[str, str, Any]], merged: Merged, number: int) -> tuple[Settings, list[Fault]]:
    options: dict[Path, str] = {}
    settings = Settings(Layer(number, "--set", None, options))
    faults = []
    for key, label, value in parsed:
        head, _, rest = key.partition(".")
        patch = settings.base
        prefix: Path = ()
        path = path_of(key, merged.kind, merged.data)
        if head == "players":
            count, _, rest = rest.partition(".")
            patch, prefix = settings.counts.setdefault(int(count), {}), ("players", int(count))
            path = path_of(rest, merged.kind, merged.data)
        if _place(patch, path, value):
            options[(*prefix, *path)] = label
        else:
            faults.append(Fault(label, key=key, message="another --set gives this a different value"))
    return settings, faults


def _place(patch: dict[Any, Any], path: Path, value: Any) -> bool:
    """Put a value into a patch; False if something else is there already."""
    *parents, last = path
    here: Any = patch
    for part in parents:
        here = here.setdefault(part, {})
        if not isinstance(here, dict):
            return False
    old = here.setdefault(last, value)
    if old is not value and isinstance(old, dict) and isinstance(value, dict):
        return all(_place(old, (key,), item) for key, item in value.items())
    return same(old, value)
