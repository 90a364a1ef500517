"""``fairdeal ladder``: does better play win, by how much, and who is favoured at each level of skill."""

from __future__ import annotations

from functools import partial
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
    seed_option,
    set_option,
)
from fairdeal.cli.study_output import Sink, show, sink_options, with_commands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairdeal.laddering import LadderRequest
    from simulate.runs.engine import Jobs
    from simulate.runs.spec import RunSpec
    from simulate.studies.ladder import Ladder, LadderRule

EXAMPLES = [
    ("ladder {variant} --players {few} --deals 100 --games 500", "does each way to play beat the one before"),
    ("ladder {variant} --rung random --rung {policy} --players {few} --deals 200", "two rungs"),
]


@command("ladder", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option(
    "--rung", "rungs", multiple=True, metavar="POLICY",
    help="A policy, weakest first, given several times; NAME:50..400 stands for budgets that double.  "
    "[default: the game's own ladder]",
)  # fmt: skip
@players_option
@click.option("--deals", type=GamesType(), default="500", show_default=True, help="Deals that each pair plays.")
@click.option(
    "--replicates", type=click.IntRange(1, 100), default=2, show_default=True,
    help="Games of each deal and seating; with 2 or more luck and skill are told apart.",
)  # fmt: skip
@click.option("--games", type=GamesType(), default="2k", show_default=True, help="Games of each rung against itself.")
@click.option("--every-pair", is_flag=True, help="Play all pairs, not only neighbours and the top against the bottom.")
@set_option
@seed_option
@engine_options
@sink_options
@shard_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
def ladder(
    *,
    variant: str, rungs: tuple[str, ...], players: tuple[int, ...] | None, deals: int, replicates: int, games: int,
    every_pair: bool, settings: tuple[tuple[str, str], ...], seed: int | None, jobs: Jobs, out: Path | None,
    force: bool, lang: str, shard: str | None, shards: Path | None, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Tell whether better play wins, by how much, and which seat is favoured at each level of skill.

    Each rung meets its neighbour, and the top meets the bottom, on common deals with seats in rotation: win share,
    Elo, games needed to see the difference, the parts of luck and skill. Then every rung plays against itself. Where
    a rung does not beat the one below, no claim about balance should be made from it.
    """
    from fairdeal.keeping import held_seed
    from fairdeal.laddering import LadderRequest
    from simulate.runs.spec import fresh_seed

    ways = ways_of(out, force, shard, shards, seed=seed)
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    request = LadderRequest(variant, rungs, players, deals, replicates, games, every_pair, settings, drawn)
    sink = Sink(form, out, force, lang)
    plan = request.plan()

    def finish(found: list[Ladder]) -> None:
        if found:
            _show(found, request, sink)

    def complete(found: list[Ladder]) -> bool:
        return len(found) == len(plan) and not any(one.interrupted for one in found)

    return play_kept(ways, request.identity(plan), jobs, lambda engine: _climb(plan, engine, quiet), finish, complete)


def _climb(plan: Sequence[tuple[RunSpec, LadderRule]], jobs: Jobs, quiet: bool) -> list[Ladder]:
    """The ladders, up to the first that was interrupted.

    Raises
    ------
    Lacking
        The plays of other shards are not there; this shard's own are played.
    """
    from fairdeal.cli.progress import Stages
    from simulate.runs.keeping import Gaps
    from simulate.studies.ladder import climb

    found: list[Ladder] = []
    gaps = Gaps()
    for spec, rule in plan:
        with Stages(f"{spec.variant.name}, {spec.players} players", shown=not quiet) as stages:
            ladder = gaps.attempt(partial(climb, spec, rule, jobs, stages))
        if ladder is None:
            continue
        if ladder.pairs or ladder.levels:
            found.append(ladder)
        if ladder.interrupted:
            streams.note("interrupted: what was finished is kept" if found else "interrupted before the first pair")
            return found
    gaps.settle()
    return found


def _show(found: list[Ladder], request: LadderRequest, sink: Sink) -> None:
    from reports.laddering import ladder_text
    from simulate.studies.ladder import document

    commands = [request.command(one.spec.players) for one in found]
    whole = with_commands(document(found), commands)
    show(whole, lambda style: ladder_text(whole["results"], commands, style), sink)
