"""``fairdeal plan``: what can be seen with which budget, before anything is run."""

from __future__ import annotations

import sys

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import (
    ShareType,
    VariantType,
    format_option,
    jobs_option,
    players_option,
    policy_option,
    set_option,
)

EXAMPLES = [
    ("plan {variant} --players {few}", "games and time until a win share is known to 1 %"),
    ("plan {variant} --players {few} --effect 0.2pp --policy {policy}", "another effect, another policy"),
]


@command("plan", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option("--effect", type=ShareType(), default="1pp", show_default=True, help="Difference of shares to be seen.")
@players_option
@policy_option
@set_option
@jobs_option
@format_option("text", "json")
def plan(
    *,
    variant: str, effect: float, players: tuple[int, ...] | None, policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...], jobs: int | None, form: str,
) -> int:  # fmt: skip
    """Tell how many games, and how much time on this machine, an effect takes to be seen; and what a given time shows.

    A pilot of about half a second for each player count measures speed and spread.
    """
    from fairdeal.cli.documents import json_for_stdout
    from fairdeal.studying import budgets
    from reports.budget import budget_text
    from reports.style import Style
    from reports.terms import terms_of
    from reports.words import subject
    from simulate.studies.budget import document

    found = budgets(variant, effect=effect, players=players, policy=policies, settings=settings, jobs=jobs)
    whole = document(found)
    if form == "json":
        streams.out(json_for_stdout(whole))
        return 0
    titles = [
        subject({"variant": result, **result}, terms_of(one.spec.game, {}))
        for one, result in zip(found, whole["results"], strict=True)
    ]
    streams.out(budget_text(whole["results"], titles, Style(streams.is_coloured(sys.stdout))))
    return 0
