"""``fairdeal tune``: the setting that comes nearest to the variant's goals, as a new variant file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli.command import command
from fairdeal.cli.engines import engine_options
from fairdeal.cli.kept import play_kept, shard_options, ways_of
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

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.studies.tuned import Tuned

EXAMPLES = [
    ("tune {game} --vary variant={variant},{other} --goal 'tie<=5%' --confirm 5k", "the better of two variants"),
]


@command("tune", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option(
    "--vary", "vary", multiple=True, required=True, metavar="KEY=VALUES",
    help="A dial and its values: 2,3,4 or 12..18 or 0.1..0.5:0.1; variant=A,B for whole variants. Repeat for a grid.",
)  # fmt: skip
@click.option(
    "--goal", "goals", multiple=True, metavar="METRIC RANGE",
    help="A goal besides those of the file: 'seat_advantage<=2%', 'turns=[20, 30]'.",
)  # fmt: skip
@click.option("--samples", type=click.IntRange(1, 10_000), default=None, help="Only so many candidates of the grid.")
@players_option
@policy_option
@click.option("--games", type=GamesType(), default=None, help="Games of the search in all.  [default: enough]")
@click.option("--confirm", type=GamesType(), default="200k", show_default=True, help="Games that confirm the winner.")
@click.option(
    "--trials", type=click.IntRange(10, 10_000), default=200, show_default=True,
    help="Candidates played when there are more than 500 (needs optuna).",
)  # fmt: skip
@set_option
@seed_option
@engine_options
@click.option("--output", "-o", type=click.Path(path_type=Path), default=None, help="Write the winner to this file.")
@sink_options
@shard_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
def tune(
    *,
    variant: str, vary: tuple[str, ...], goals: tuple[str, ...], samples: int | None, players: tuple[int, ...] | None,
    policies: tuple[str, ...], games: int | None, confirm: int, trials: int, settings: tuple[tuple[str, str], ...],
    seed: int | None, jobs: Jobs, output: Path | None, out: Path | None, force: bool, lang: str,
    shard: str | None, shards: Path | None, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Look for the rule values that come nearest to the variant's goals, and confirm them on fresh games.

    Many candidates play few games and the better half goes on (successive halving); the finalists play again, and what
    is published of the winner comes from games that the search never used. With --output it becomes a variant file.
    """
    from fairdeal.cli.progress import Progress
    from fairdeal.keeping import held_seed
    from fairdeal.tuning import TuneRequest, make_ready, read_goal, winner_yaml
    from fairdeal.varying import Asked
    from reports.tuned import tuned_text
    from simulate.runs.files import write_whole
    from simulate.runs.spec import fresh_seed
    from simulate.studies.tune import TuneRule
    from simulate.studies.tune import tune as play

    ways = ways_of(out, force, shard, shards, seed=seed)
    if shard is not None and output is not None:
        raise click.UsageError("--shard knows no winner yet; give --output to the command that merges.")
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    asked = Asked(variant, players, policies, settings, drawn, confirm, tuple(map(read_goal, goals)))
    request = TuneRequest(asked, vary, samples, TuneRule(games, confirm, trials))
    if output is not None:
        make_ready(output, force=force)
    plan = request.plan()

    def player(engine: Jobs) -> Tuned:
        with Progress(f"tuning over {len(plan.design.cells)} candidates", shown=not quiet) as progress:
            return play(plan, engine, progress)

    def finish(tuned: Tuned) -> None:
        if output is not None:
            write_whole(output.absolute(), winner_yaml(tuned, request, output))
        document = with_commands(tuned.document(), [request.command()])
        title, file = tuned.winner.specs[0].game.title, str(output) if output is not None else ""
        text = partial(tuned_text, document, title, request.command(), file)
        show(document, text, Sink(form, out, force, lang))

    return play_kept(ways, request.identity(plan), jobs, player, finish)
