"""``fairdeal gate``: saves and checks a lock on balance. Exit code 0: pass, 1: fail, 2: cannot tell."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
from fairdeal.cli.command import SETTINGS, Command, LazyGroup
from fairdeal.cli.engines import engine_options
from fairdeal.cli.options import (
    GamesType,
    VariantType,
    format_option,
    players_option,
    policy_option,
    seed_option,
    set_option,
)
from fairdeal.cli.study_output import Sink, show, sink_options, with_commands

CODES = {"pass": 0, "fail": 1, "cannot tell": 2}

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs

EXAMPLES = [
    ("gate save balance.lock.json {variant} --players {few} --games 5k", "write what this variant's run counts"),
    ("gate check balance.lock.json", "see whether it still counts the same"),
]
COMMANDS = {
    "save": ("fairdeal.cli.gate:save", "Write a lock file."),
    "check": ("fairdeal.cli.gate:check", "Check a lock file: exit code 0 pass, 1 fail, 2 cannot tell."),
}


@click.group(
    "gate", cls=LazyGroup, table=COMMANDS, examples=EXAMPLES, context_settings=SETTINGS, no_args_is_help=True,
    help="Lock a variant's balance: goals, seed and integers in a file for version control.",
)  # fmt: skip
def gate() -> None:
    """The group itself does nothing."""


@click.command("save", cls=Command, examples=EXAMPLES[:1], context_settings=SETTINGS)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("variants", nargs=-1, required=True, type=VariantType(), metavar="VARIANT...")
@players_option
@policy_option
@click.option(
    "--games", type=GamesType(), default="200k", show_default=True, help="Games per variant and player count."
)
@seed_option
@engine_options
@set_option
@click.option("--force", is_flag=True, help="Replace an older lock file.")
def save(
    *,
    file: Path, variants: tuple[str, ...], players: tuple[int, ...] | None, policies: tuple[str, ...], games: int,
    seed: int | None, jobs: Jobs, settings: tuple[tuple[str, str], ...], force: bool,
) -> int:  # fmt: skip
    """Play variants and write what they counted, with their goals, to FILE."""
    from fairdeal.gating import save_locks

    locks = save_locks(
        file,
        variants,
        players=players,
        policy=policies,
        games=games,
        seed=seed,
        jobs=jobs,
        settings=settings,
        force=force,
    )
    for one in locks:
        goals = f", goals: {', '.join(g['metric'] + ' ' + g['status'] for g in one['goals'])}" if one["goals"] else ""
        streams.out(f"locked: {one['variant']}, {one['players']} players, {one['plays']['count']} games{goals}\n")
    return 0


@click.command("check", cls=Command, examples=EXAMPLES[1:], context_settings=SETTINGS)
@click.argument("file", type=click.Path(path_type=Path))
@engine_options
@sink_options
@format_option("text", "json", "csv")
def check(*, file: Path, jobs: Jobs, out: Path | None, force: bool, lang: str, form: str) -> int:
    """Run every lock of FILE again: equal integers pass at once, otherwise a statistical check decides.

    Exit code 0: pass; 1: fail; 2: cannot tell (too few games, or a variant that cannot be read).
    """
    from fairdeal.cli.progress import Stages
    from fairdeal.gating import check_locks
    from reports.locks import locks_text
    from simulate.studies.gate import check_document

    sink = Sink(form, out, force, lang)
    sink.make_ready()
    command = shlex.join(["fairdeal", "gate", "check", str(file)])
    with Stages("gate", shown=True) as stages:
        checked = check_locks(file, jobs=jobs, stages=stages)
    document = with_commands(check_document(checked), [command])
    show(document, lambda style: locks_text(document, style), sink)
    return CODES[document["outcome"]]
