"""Which rule values are printed, assumed or chosen here, read from a result document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from variants.errors import show

ASSUMED, CHOSEN, PRINTED = "assumed", "chosen here", "printed"
LONGEST_VALUE = 48


@dataclass(frozen=True)
class RuleValue:
    """One effective value: dotted key, value, origin."""

    key: str
    value: Any
    origin: str

    def __str__(self) -> str:
        """``key value``, cut when the value is long."""
        return f"{self.key} {value_text(self.value)}"


def rule_values(result: Mapping[str, Any]) -> list[RuleValue]:
    """Every rule value of a result, at its player count, in the order of the document."""
    variant = result["variant"]
    origins = dict(_at_count(variant["origins"], result["players"]))
    return [
        RuleValue(key, value, kind)
        for key, kind in origins.items()
        for value in [_value(variant["rules"], key)]
        if value is not _MISSING
    ]


def value_text(value: Any, longest: int = LONGEST_VALUE) -> str:
    """A value as a variant file would write it, without quotes around a single word, cut to `longest` characters."""
    if isinstance(value, str) and value.replace("_", "").isalnum() and len(value) <= longest:
        return value
    return show(_numbered(value), longest)


_MISSING = object()


def _at_count(origins: Mapping[str, str], players: int) -> Iterator[tuple[str, str]]:
    own = f"players.{players}."
    for key, kind in origins.items():
        if not key.startswith("players."):
            yield key, kind
    for key, kind in origins.items():
        if key.startswith(own):
            yield key.removeprefix(own), kind


def _value(rules: Any, key: str) -> Any:
    """The value at a dotted key of nested rules."""
    found = rules
    for part in key.split("."):
        if isinstance(found, Mapping) and part in found:
            found = found[part]
        elif isinstance(found, Mapping) and part.isdecimal() and int(part) in found:
            found = found[int(part)]
        else:
            return _MISSING
    return found


def _numbered(value: Any) -> Any:
    """The value with keys that are whole numbers as numbers, which JSON had to write as text."""
    if isinstance(value, Mapping):
        return {int(key) if str(key).isdecimal() else key: _numbered(item) for key, item in value.items()}
    return value
