"""``fairdeal sweep``: what every combination of rule values does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fairdeal.cli import streams
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
    from fairdeal.sweeping import SweepRequest
    from simulate.runs.engine import Jobs
    from simulate.studies.cells import Cell
    from simulate.studies.swept import Swept

EXAMPLES = [
    ("sweep {variant} --vary variant={variant},{other} --players {few} --games 2k", "whole variants side by side"),
    ("sweep {game} --vary variant={variant},{other} --samples 1 --games 1k --format csv", "a few of many cells"),
]


@command("sweep", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option(
    "--vary", "vary", multiple=True, required=True, metavar="KEY=VALUES",
    help="A dial and its values: 2,3,4 or 12..18 or 0.1..0.5:0.1; variant=A,B for whole variants. Repeat for a grid.",
)  # fmt: skip
@click.option(
    "--samples", type=click.IntRange(1, 10_000), default=None, help="A Latin hypercube of so many cells, not the grid."
)
@players_option
@policy_option
@click.option("--games", type=GamesType(), default="20k", show_default=True, help="Games of each cell.")
@click.option(
    "--metric", "metrics", multiple=True,
    help="What is compared with the base.  [default: win shares, ties, turns, margin]",
)  # fmt: skip
@set_option
@seed_option
@engine_options
@sink_options
@shard_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
def sweep(
    *,
    variant: str, vary: tuple[str, ...], samples: int | None, players: tuple[int, ...] | None,
    policies: tuple[str, ...], games: int, metrics: tuple[str, ...], settings: tuple[tuple[str, str], ...],
    seed: int | None, jobs: Jobs, out: Path | None, force: bool, lang: str, shard: str | None,
    shards: Path | None, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Play every combination of rule values and tell what each does.

    All cells share their luck: game i of each draws from the same streams. Settings that cannot be played are listed
    with the reason. What differs from the variant as it stands is judged over all cells together (e-BH at 5 %).
    """
    from fairdeal.cli.progress import Progress
    from fairdeal.keeping import held_seed
    from fairdeal.sweeping import SweepRequest
    from fairdeal.varying import Asked
    from simulate.runs.spec import fresh_seed
    from simulate.studies.sweep import sweep as play

    ways = ways_of(out, force, shard, shards, seed=seed)
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    request = SweepRequest(Asked(variant, players, policies, settings, drawn, games), vary, samples, metrics)
    plan = request.plan()

    def player(engine: Jobs) -> Swept:
        with Progress(f"sweep of {len(plan.cells)} cells", shown=not quiet) as progress:
            return play(plan, engine, progress)

    def finish(swept: Swept) -> None:
        _show(swept, request, Sink(form, out, force, lang))
        if swept.interrupted:
            streams.note(_interrupted(request, out))

    return play_kept(ways, request.identity(plan), jobs, player, finish, lambda swept: not swept.interrupted)


def _interrupted(request: SweepRequest, out: Path | None) -> str:
    if out is None:
        return "interrupted: the cells played so far are shown; --out DIR would have kept them"
    return f"interrupted: what was played is kept; go on with: {request.command()} --out {out}"


def _show(swept: Swept, request: SweepRequest, sink: Sink) -> None:
    from reports.sweeping import sweep_text

    document = with_commands(swept.document(), [request.command()])
    title = _title(swept)
    show(document, lambda style: sweep_text(document, title, request.command(), style), sink)


def _title(swept: Swept) -> str:
    game = next(cell.spec.game for cell in _cells(swept) if cell.spec is not None)
    return game.title


def _cells(swept: Swept) -> list[Cell]:
    return [one.cell for table in swept.tables for one in table.outcomes]
