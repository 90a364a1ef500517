"""``fairdeal sensitivity``: which assumptions could overturn the verdict."""

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
    from simulate.studies.sensed import Sensed

EXAMPLES = [
    ("sensitivity {variant} --players {few} --games 1k --cells 8", "what if the assumed rules were others"),
    ("sensitivity {game} --goal 'tie<=5%' --players {few} --games 1k --cells 4", "another verdict to be overturned"),
]


@command("sensitivity", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option(
    "--vary", "vary", multiple=True, metavar="KEY=VALUES",
    help="Other values for a dial: 2,3,4 or 12..18 or 0.1..0.5:0.1.  [default: the assumed dials, a step each way]",
)  # fmt: skip
@click.option("--only", is_flag=True, help="Change only the dials given by --vary.")
@click.option(
    "--goal", "goals", multiple=True, metavar="METRIC RANGE",
    help="What the verdict is about.  [default: the file's goals, or seat_advantage <= 4 %]",
)  # fmt: skip
@players_option
@policy_option
@click.option("--games", type=GamesType(), default="20k", show_default=True, help="Games of each cell.")
@click.option(
    "--cells", type=click.IntRange(2, 10_000), default=64, show_default=True, help="Most combinations of the factorial."
)
@click.option(
    "--metric", "metrics", multiple=True,
    help="What is explained.  [default: win shares, ties, turns, margin]",
)  # fmt: skip
@set_option
@seed_option
@engine_options
@sink_options
@shard_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
def sensitivity(
    *,
    variant: str, vary: tuple[str, ...], only: bool, goals: tuple[str, ...], players: tuple[int, ...] | None,
    policies: tuple[str, ...], games: int, cells: int, metrics: tuple[str, ...],
    settings: tuple[tuple[str, str], ...], seed: int | None, jobs: Jobs, out: Path | None, force: bool, lang: str,
    shard: str | None, shards: Path | None, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Tell which assumptions could overturn the verdict on a variant, and which do not matter.

    Each assumed rule value is changed alone; then those that change most are played in all combinations, and the
    variance between these is split up: what a dial explains alone, and together with others.
    """
    from fairdeal.assuming import SensitivityRequest
    from fairdeal.cli.progress import Progress
    from fairdeal.keeping import held_seed
    from fairdeal.tuning import read_goal
    from fairdeal.varying import Asked
    from reports.sensed import sensed_text
    from simulate.runs.spec import fresh_seed
    from simulate.studies.sensitivity import sensitivity as play

    ways = ways_of(out, force, shard, shards, seed=seed)
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    asked = Asked(variant, players, policies, settings, drawn, games, tuple(map(read_goal, goals)))
    request = SensitivityRequest(asked, vary, only, metrics, cells)
    plan = request.plan()

    def player(engine: Jobs) -> Sensed:
        with Progress("sensitivity", shown=not quiet) as progress:
            return play(plan, engine, progress)

    def finish(sensed: Sensed) -> None:
        document = with_commands(sensed.document(), [request.command()])
        title = sensed.tables[0].base.game.title
        text = partial(sensed_text, document, title, request.command())
        show(document, text, Sink(form, out, force, lang))

    return play_kept(ways, request.identity(plan), jobs, player, finish)
