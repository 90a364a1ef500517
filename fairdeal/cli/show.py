"""``fairdeal show``: the effective rules of a variant, or how two variants differ."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import VariantType, format_option, set_option

if TYPE_CHECKING:
    from simulate.games.contract import Game
    from variants.loader import Variant

SCHEMA = "fairdeal.show/1"
DIFFERENCE_SCHEMA = "fairdeal.difference/1"

EXAMPLES = [
    ("show {variant}", "every rule value, and where it comes from"),
    ("show {other} --against {variant}", "how two variants differ"),
    ("show {variant} --svg terrain.svg", "a set-up as a picture"),
    ("show {variant} --players {few} --format yaml", "the effective rules as a variant file"),
]


@command("show", EXAMPLES)
@click.argument("name", type=VariantType(), metavar="VARIANT")
@click.option("--players", type=click.IntRange(1, 999), default=None, help="The rules at one player count.")
@click.option("--against", type=VariantType(), default=None, help="Another variant: tell how it differs from VARIANT.")
@set_option
@format_option("text", "json", "yaml")
@click.option("--svg", type=click.Path(path_type=Path), default=None, help="Write a picture of a set-up.")
def show(
    name: str, players: int | None, against: str | None, settings: tuple[tuple[str, str], ...], form: str,
    svg: Path | None,
) -> int:  # fmt: skip
    """Show the effective rules of a variant, and with which player counts it can be played.

    Origins: printed (a rules text says so), assumed (nobody says so), chosen here (a variant file or --set changed it).
    """
    from fairdeal.selection import select

    game, variant = select(name, settings)
    if against is not None:
        if players is not None or form == "yaml" or svg is not None:
            raise click.UsageError("--against goes with neither --players nor --format yaml nor --svg.")
        _show_difference(variant, select(against)[1], form)
        return 0
    if svg is not None:
        from fairdeal.cli.pictures import write_setup

        write_setup(game, variant, players, svg)
        return 0
    if form == "yaml":
        from fairdeal.variant_yaml import variant_yaml

        streams.out(variant_yaml(variant, players))
        return 0
    document = describe(game, variant, players)
    streams.out(_json(document) if form == "json" else _text(document))
    return 0


def describe(game: Game, variant: Variant, players: int | None) -> dict[str, Any]:
    """A variant as a document: what it is, which counts can be played, every rule value."""
    from fairdeal.selection import playability

    counts = playability(game, variant)
    rules = variant.rules if players is None else _rules_at(variant, players)
    return {
        "schema": SCHEMA,
        "game": game.name,
        "name": variant.name,
        "title": variant.title,
        "about": variant.about,
        "file": variant.file,
        "hash": variant.hash,
        "at_players": players,
        "players": [
            {"players": count, "playable": not faults, "why_not": [str(fault) for fault in faults]}
            for count, faults in counts.items()
        ],
        "rules": _values(variant, rules, players),
    }


def _rules_at(variant: Variant, players: int) -> Any:
    from simulate.games import registry
    from simulate.runs.spec import player_counts
    from variants.errors import BadInput

    allowed = player_counts(registry.game(variant.game), variant)
    if players not in allowed:
        raise BadInput.of(f"{variant.name} is for {', '.join(map(str, allowed))} players, not for {players}")
    return variant.rules_for(players)


def _values(variant: Variant, rules: Any, players: int | None) -> list[dict[str, Any]]:
    from variants.dials import leaves
    from variants.variant import dotted

    values = [_value(variant, leaf, dotted(leaf.path), players) for leaf in leaves(rules)]
    if players is None:
        # What differs at single counts stands under players.N.
        for key in variant.origins:
            head, _, rest = key.partition(".")
            count, _, inner = rest.partition(".")
            if head == "players":
                found = {dotted(leaf.path): leaf for leaf in leaves(variant.rules_for(int(count)))}
                values.append(_value(variant, found[inner], inner, int(count)) | {"key": key})
    return values


def _value(variant: Variant, leaf: Any, key: str, players: int | None) -> dict[str, Any]:
    origin = variant.origins.get(f"players.{players}.{key}") or variant.origins[key]
    return {
        "key": key,
        "value": leaf.value,
        "unit": leaf.label.unit,
        "origin": origin.kind,
        "chosen_by": origin.file,
        "meaning": leaf.label.meaning,
    }


def _text(document: dict[str, Any]) -> str:
    from reports.dials import rules_text
    from reports.style import Style

    return rules_text(document, Style(streams.is_coloured(sys.stdout)))


def _json(document: Any) -> str:
    from fairdeal.cli.documents import json_for_stdout

    return json_for_stdout(document)


def _show_difference(first: Variant, second: Variant, form: str) -> None:
    from reports.columns import paragraph
    from variants.difference import differences, in_words

    found = differences(first, second)
    if form == "json":
        listed = [{"key": one.key, "a": one.a, "b": one.b, "unit": one.unit, "meaning": one.meaning} for one in found]
        document = {"schema": DIFFERENCE_SCHEMA, "a": first.name, "b": second.name, "differences": listed}
        streams.out(_json(document))
        return
    count = f"{len(found)} rule value{'s differ' if len(found) != 1 else ' differs'}" if found else "the same rules"
    head = f"A is {first.name}, B is {second.name}: {count}."
    streams.out("\n".join([paragraph(head), *(paragraph(f"- {line}", "  ", "") for line in in_words(found))]) + "\n")
