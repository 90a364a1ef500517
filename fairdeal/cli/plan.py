"""``fairdeal plan``: what can be seen with which budget, before anything is run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

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
from fairdeal.cli.study_output import Sink, show, sink_options, with_commands

if TYPE_CHECKING:
    from simulate.studies.budget import Budget

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
@sink_options
@format_option("text", "json", "csv")
def plan(
    *,
    variant: str, effect: float, players: tuple[int, ...] | None, policies: tuple[str, ...],
    settings: tuple[tuple[str, str], ...], jobs: int | None, out: Path | None, force: bool, lang: str, form: str,
) -> int:  # fmt: skip
    """Tell how many games, and how much time on this machine, an effect takes to be seen; and what a given time shows.

    A pilot of about half a second for each player count (a few seconds when play is slow) measures speed and spread.
    """
    from fairdeal.studying import budgets
    from reports.budget import budget_text
    from reports.terms import terms_of
    from reports.words import subject
    from simulate.studies.budget import document

    sink = Sink(form, out, force, lang)
    sink.make_ready()
    found = budgets(variant, effect=effect, players=players, policy=policies, settings=settings, jobs=jobs)
    whole = with_commands(document(found), [_command(one) for one in found])
    titles = [
        subject({"variant": result, **result}, terms_of(one.spec.game, {}))
        for one, result in zip(found, whole["results"], strict=True)
    ]
    show(whole, lambda style: budget_text(whole["results"], titles, style), sink)
    return 0


def _command(budget: Budget) -> str:
    """The command line that asks for the same plan at this player count."""
    spec = budget.spec
    policy = spec.policies[0] if len(set(spec.policies)) == 1 else ",".join(spec.policies)
    words = ["fairdeal", "plan", spec.variant.name, "--players", str(spec.players), "--policy", policy]
    return shlex.join([*words, "--effect", f"{100 * budget.effect:g}pp"])
