"""The effective rules of a variant as a variant file of their own, which loads to the same rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from variants.dials import Leaf, leaves, plain
from variants.errors import printable
from variants.loader import Variant
from variants.variant import dotted

_BARE = re.compile(r"[A-Za-z][A-Za-z_]*(?:[ _][A-Za-z][A-Za-z_]*)*")


class _Dumper(yaml.SafeDumper):
    """Writes texts so that every YAML reader takes them for texts, and lists on one line."""


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    if "\n" in value:
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|")
    # A bare word that some reader takes for a truth value is quoted by the dumper itself.
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if _BARE.fullmatch(value) else '"')


def _list(dumper: yaml.SafeDumper, value: list[Any]) -> yaml.Node:
    drawn = any(isinstance(item, str) and "\n" in item for item in value)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=not drawn)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)


def variant_yaml(variant: Variant, players: int | None = None) -> str:
    """A variant file with all values written out, at one player count if one is given.

    Raises
    ------
    BadInput
        The variant is not for that count.
    """
    head: dict[str, Any] = {"game": variant.game, "title": variant.title}
    if variant.about:
        head["about"] = variant.about
    rules = variant.rules if players is None else variant.rules_for(players)
    counts = [players] if players is not None else _counts(variant)
    if counts is not None:
        head["players"] = counts
    comment = f"# The effective rules of {printable(variant.name)}, all values written out.\n"
    return comment + _dump(head) + "\n" + _dump(plain(rules))


def _dump(data: Mapping[str, Any]) -> str:
    text: str = yaml.dump(dict(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text


def _counts(variant: Variant) -> list[int] | dict[int, Any] | None:
    """The ``players:`` block: the counts, or the values that hold at each."""
    if variant.players is None:
        return None
    base = {dotted(leaf.path): leaf.value for leaf in leaves(variant.rules)}
    own = {count: _patch(variant, count, base) for count in variant.players}
    return own if any(own.values()) else list(variant.players)


def _patch(variant: Variant, count: int, base: Mapping[str, Any]) -> dict[str | int, Any] | None:
    changed = [leaf for leaf in leaves(variant.rules_for(count)) if _differs(leaf, base)]
    nested: dict[str | int, Any] = {}
    for leaf in changed:
        inner = nested
        for part in leaf.path[:-1]:
            inner = inner.setdefault(part, {})
        inner[leaf.path[-1]] = leaf.value
    return nested or None


def _differs(leaf: Leaf, base: Mapping[str, Any]) -> bool:
    key = dotted(leaf.path)
    return key not in base or base[key] != leaf.value
