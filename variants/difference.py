"""What two variants of a game do differently."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from variants.dials import ABSENT, Leaf, leaves
from variants.errors import BadInput, Fault, show
from variants.layers import same
from variants.variant import Variant, dotted


@dataclass(frozen=True)
class Difference:
    """One value that differs.

    Attributes
    ----------
    key : str
        Dotted key; `players.6.deck.size` for one that differs at six players only.
    a, b : object
        The values as plain data; ABSENT where the other shape has no such dial.
    unit : str or None
    meaning : str
    name_a, name_b : str
        The names of the variants (their files, when the names are equal).
    """

    key: str
    a: Any
    b: Any
    unit: str | None
    meaning: str
    name_a: str = "A"
    name_b: str = "B"


def differences(a: Variant, b: Variant) -> list[Difference]:
    """The values in which two variants differ, in the model's order; then those that differ at single counts.

    Raises
    ------
    BadInput
        If they are variants of different games.
    """
    if a.game != b.game:
        words = f"{a.name} is a variant of {a.game} and {b.name} of {b.game}: only one game's variants can be compared"
        raise BadInput(Fault(message=words))
    names = (a.name, b.name) if a.name != b.name else (a.file, b.file)
    base = _pairs(leaves(a.rules), leaves(b.rules))
    found = [_difference(key, pair, names) for key, pair in base.items() if _differ(*pair)]
    for count in sorted({*a.counts, *b.counts}):
        here = _pairs(leaves(a.counts.get(count, a.rules)), leaves(b.counts.get(count, b.rules)))
        for key, pair in here.items():
            if _differ(*pair) and not _as_before(pair, base.get(key)):
                found.append(_difference(f"players.{count}.{key}", pair, names))
    return found


def in_words(found: Iterable[Difference]) -> list[str]:
    """One sentence a difference, e.g. `stars: [1, 1] in flat, [1, 2] in classic (stars of the trophies)`."""
    return [
        f"{one.key}: {_value(one.a, one.unit)} in {one.name_a}, {_value(one.b, one.unit)} in {one.name_b}"
        + (f" ({one.meaning})" if one.meaning else "")
        for one in found
    ]


_Pair = tuple[Leaf | None, Leaf | None]


def _pairs(first: Iterable[Leaf], second: Iterable[Leaf]) -> dict[str, _Pair]:
    left, right = ({dotted(leaf.path): leaf for leaf in side} for side in (first, second))
    return {key: (left.get(key), right.get(key)) for key in dict.fromkeys([*left, *right])}


def _differ(a: Leaf | None, b: Leaf | None) -> bool:
    return a is None or b is None or not same(a.value, b.value)


def _as_before(pair: _Pair, before: _Pair | None) -> bool:
    return before is not None and not any(_differ(x, y) for x, y in zip(pair, before, strict=True) if x or y)


def _difference(key: str, pair: _Pair, names: tuple[str, str]) -> Difference:
    a, b = pair
    some = a or b
    values = [ABSENT if leaf is None else leaf.value for leaf in (a, b)]
    unit, meaning = (some.label.unit, some.label.meaning) if some else (None, "")
    return Difference(key, values[0], values[1], unit, meaning, *names)


def _value(value: Any, unit: str | None) -> str:
    if value is ABSENT:
        return "not used"
    text = value if isinstance(value, str) and value.isprintable() and value.strip() else show(value, 200)
    return f"{text} {unit}" if unit and isinstance(value, int | float) and not isinstance(value, bool) else text
