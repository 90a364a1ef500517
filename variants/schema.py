"""JSON Schema of a variant file, for editors that check and complete while a designer types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from variants.dials import Dials
from variants.loader import check_model
from variants.origin import SORTS

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_LEFT_OUT = ("origin", "unit", "meaning", "whole", "discriminator", "title", "required")


class _NumberKeys(GenerateJsonSchema):
    """pydantic's schema, which also says that the keys of a mapping are numbers."""

    def dict_schema(self, schema: core_schema.DictSchema) -> dict[str, Any]:
        """The schema of a mapping."""
        found = super().dict_schema(schema)
        if schema.get("keys_schema", {}).get("type") == "int":
            found["propertyNames"] = {"pattern": "^-?[0-9]+$"}
        return found


_SIGNED = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?\s*%?"


def json_schema(
    model: type[Dials], game: str, player_counts: Sequence[int], metrics: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a variant file of a game.

    No dial is required, since a file holds only what differs from its parent or from the defaults. Arithmetic
    between dials, and keys that a parent's shape excludes, are left to the loader.

    Parameters
    ----------
    model : type of Dials
        The game's model.
    game : str
        The game's name, the only one allowed after `game:`.
    player_counts : sequence of int
        The counts the game allows.
    metrics : mapping of str to str
        Metrics that goals may name, with their meanings, for completion; other names are not refused.
    """
    raw = _tidy(check_model(model).model_json_schema(schema_generator=_NumberKeys))
    dials: dict[str, Any] = raw.get("properties", {})
    return {
        "$schema": _DRAFT,
        "title": f"a variant of {game}",
        "type": "object",
        "properties": {**_top(game, player_counts), "goals": _goals(player_counts, metrics), **dials},
        "additionalProperties": False,
        "anyOf": [{"required": ["game"]}, {"required": ["extends"]}],
        "$defs": {**raw.get("$defs", {}), "dials": _object(dials)},
    }


def _top(game: str, counts: Sequence[int]) -> dict[str, Any]:
    patch = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/dials"}]}
    listed = {"type": "array", "items": {"enum": list(counts)}, "uniqueItems": True, "minItems": 1}
    mapped = {"type": "object", "properties": {str(n): patch for n in counts}, "additionalProperties": False}
    return {
        "game": {"const": game, "description": "the game whose rules these are"},
        "title": {"type": "string", "description": "a name for people"},
        "about": {"type": "string", "description": "what the variant is for"},
        "extends": {
            "type": "string",
            "minLength": 1,
            "description": "the variant this one differs from: its name, or its path relative to this file",
        },
        "players": {
            "anyOf": [listed, mapped, {"type": "null"}],
            "description": "the player counts the variant is for: a list, or a mapping to what holds at one count",
        },
        "origins": {
            "type": ["object", "null"],
            "additionalProperties": {"enum": list(SORTS)},
            "description": "where values come from, by dotted key, when it is not the default's origin",
        },
    }


def _goals(counts: Sequence[int], metrics: Mapping[str, str]) -> dict[str, Any]:
    """Goals by metric: a bound, two ends, or one of these for each player count."""
    end = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": f"^\\s*{_SIGNED}\\s*$"}]}
    goal = {
        "anyOf": [
            {"type": "string", "pattern": f"^\\s*(<=|>=|≤|≥|<|>)\\s*{_SIGNED}\\s*$"},
            {"type": "array", "items": end, "minItems": 2, "maxItems": 2},
        ]
    }
    # A count that this game is not for is no fault: a goal of the parent may speak of it.
    listed = {"type": "object", "patternProperties": {"^[0-9]+$": goal}, "additionalProperties": False}
    each = {"anyOf": [*goal["anyOf"], {**listed, "properties": {str(count): goal for count in counts}}]}
    return {
        "type": ["object", "null"],
        "description": 'what the variant should achieve: "<= 2 %", ">= 0.4" or [lowest, highest] of a metric',
        "properties": {name: {**each, "description": meaning} for name, meaning in metrics.items()},
        "additionalProperties": each,
    }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _tidy(node: Any) -> Any:
    """The schema of pydantic without what only holds for complete data, and with our notes as descriptions."""
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs"):
            kept[key] = {name: _tidy(item) for name, item in value.items()}
        elif key in ("default", "const", "enum"):
            kept[key] = value
        elif key == "oneOf":
            # Without its tag a group may fit several alternatives: the parent's tag decides.
            kept["anyOf"] = _tidy(value)
        elif key not in _LEFT_OUT:
            kept[key] = _tidy(value)
    if "meaning" in node:
        tail = "; ".join(part for part in (node.get("unit"), node.get("origin")) if part)
        kept["description"] = f"{node['meaning']} ({tail})"
    return kept
