"""``fairdeal metrics``: what each metric means, its unit, interval and bands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import format_option

if TYPE_CHECKING:
    from simulate.games.contract import Measure, Ratio
    from simulate.runs.definitions import Definition

SCHEMA = "fairdeal.metrics/1"

EXAMPLES = [
    ("metrics", "every metric in a line"),
    ("metrics comeback", "one metric in full"),
    ("metrics --format json", "all of it for other programs"),
]


@command("metrics", EXAMPLES)
@click.argument("name", required=False)
@format_option("text", "markdown", "json")
def metrics(name: str | None, form: str) -> int:
    """What each metric means, its unit, its interval, how its values are called and where that comes from."""
    from fairdeal.cli.documents import json_for_stdout
    from reports import definitions
    from reports.style import Style
    from simulate.runs.definitions import DEFINITIONS

    chosen = [_named(name)] if name else DEFINITIONS
    if form == "json":
        streams.out(json_for_stdout({"schema": SCHEMA, "metrics": [definitions.document(one) for one in chosen]}))
    elif form == "markdown":
        streams.out(definitions.markdown(chosen))
    else:
        style = Style(streams.is_coloured(sys.stdout))
        streams.out(definitions.in_full(chosen[0], style) if name else definitions.in_lines(chosen, style))
    return 0


def _named(name: str) -> Definition:
    from simulate.runs.definitions import DEFINITIONS, definition_of
    from variants.errors import BadInput

    found = next((one for one in DEFINITIONS if one.name == name), None) or definition_of(name)
    if found is not None:
        return found
    own = _own()
    for key in (name, f"{name.rpartition('.')[0]}.S"):
        if key in own:
            return own[key]
    known = [each for one in DEFINITIONS for each in one.names]
    raise BadInput.unknown("metric", name, tuple(dict.fromkeys((*known, *own))))


def _own() -> dict[str, Definition]:
    """The metrics that games count of their own, by name; from their main variants with the fewest players."""
    from fairdeal.selection import select
    from simulate.games import registry
    from simulate.runs.definitions import own_definition
    from simulate.runs.spec import player_counts

    found: dict[str, Definition] = {}
    for game in registry.games().values():
        variant = select(game.name)[1]
        players = min(player_counts(game, variant))
        measures = game.measures(variant.rules_for(players), players)
        shown: list[Measure | Ratio] = [one for one in measures.own if not one.inner]
        for one in (*shown, *measures.ratios):
            told = own_definition(one, game.title)
            found.setdefault(told.name, told)
    return found
