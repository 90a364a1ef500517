"""The dials whose values are assumed, each with a few sensible values beside its own, worked out from the model.

True or false: both. A choice: all. A whole number: one step down and up. Another number: a quarter less and more.
Lists, texts and distributions have no neighbours that a model could know: these must be given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from variants.dials import leaves
from variants.kinds import Choice, Kind, OneOf, Simple, group_of
from variants.layers import same
from variants.starter import written
from variants.variant import Variant, dotted

ASSUMED = "assumed"
SPREAD = 0.25
"""Share of its value by which a broken number is changed."""


@dataclass(frozen=True)
class Assumption:
    """An assumed dial.

    Attributes
    ----------
    key : str
        Dotted key.
    meaning : str
    unit : str or None
    value : str
        What is assumed, as YAML.
    others : tuple of str
        Values beside it, as YAML; empty when nothing sensible is known.
    """

    key: str
    meaning: str
    unit: str | None
    value: str
    others: tuple[str, ...]


def assumptions(variant: Variant, players: int) -> list[Assumption]:
    """The assumed dials of a variant at a player count, in the model's order."""
    rules, origins = variant.rules_for(players), variant.origins_for(players)
    found = []
    for leaf in leaves(rules):
        key = dotted(leaf.path)
        if key not in origins or origins[key].kind != ASSUMED:
            continue
        kind = _kind_at(group_of(type(rules)), rules.model_dump(), leaf.path)
        others = tuple(written(other) for other in _others(kind, leaf.value) if not same(other, leaf.value))
        found.append(Assumption(key, leaf.label.meaning, leaf.label.unit, written(leaf.value), others))
    return found


def _kind_at(kind: Kind, data: Any, path: tuple[str | int, ...]) -> Kind:
    for part in path:
        # The tag of alternatives may take the value of any of them.
        is_tag = isinstance(kind, OneOf) and part == kind.tag
        kind = kind.child(part) if is_tag else kind.settle(data).child(part)
        data = data.get(part) if isinstance(data, dict) else None
    return kind


def _others(kind: Kind, value: Any) -> Iterator[Any]:
    if isinstance(kind, Choice):
        yield from kind.choices
    elif not isinstance(kind, Simple) or kind.optional:
        return
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int) and kind.name == "whole number":
        step = int(kind.limits.get("multiple_of") or 1)
        yield from (one for one in (value - step, value + step) if _within(kind, one))
    elif isinstance(value, int | float) and value:
        for one in (value * (1 - SPREAD), value * (1 + SPREAD)):
            rounded = float(f"{one:.3g}")
            if _within(kind, rounded):
                yield rounded


def _within(kind: Simple, value: float) -> bool:
    limits = kind.limits
    low, above = limits.get("ge"), limits.get("gt")
    high, below = limits.get("le"), limits.get("lt")
    return (
        (low is None or value >= low)
        and (above is None or value > above)
        and (high is None or value <= high)
        and (below is None or value < below)
    )
