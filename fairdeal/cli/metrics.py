"""``fairdeal metrics``: what each metric means, its unit, interval and bands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import format_option

if TYPE_CHECKING:
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
    from simulate.runs.definitions import listed

    chosen = [_named(name)] if name else list(listed())
    if form == "json":
        streams.out(json_for_stdout({"schema": SCHEMA, "metrics": [definitions.document(one) for one in chosen]}))
    elif form == "markdown":
        streams.out(definitions.markdown(chosen))
    else:
        style = Style(streams.is_coloured(sys.stdout))
        streams.out(definitions.in_full(chosen[0], style) if name else definitions.in_lines(chosen, style))
    return 0


def _named(name: str) -> Definition:
    from simulate.runs.definitions import definition_of, listed
    from variants.errors import BadInput

    known = {one.name: one for one in listed()}
    found = known.get(name) or definition_of(name)
    if found is None:
        raise BadInput.unknown("metric", name, tuple(known))
    kind = found.name.split(".", 1)[0]
    return found if found.meaning else next(one for one in known.values() if one.name.startswith(kind))
