"""``fairdeal solve``: what is known exactly, beside what is simulated; best play of single deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import (
    GamesType,
    VariantType,
    format_option,
    jobs_option,
    players_option,
    seed_option,
    set_option,
)
from fairdeal.cli.study_output import Sink, show, sink_options, with_commands

if TYPE_CHECKING:
    from reports.style import Style

INTERRUPTED = 130

EXAMPLES = [
    ("solve {game} --players {few} --games 20k", "what is known exactly, beside 20 000 simulated games"),
    (
        "solve {game} --players {few} --seed 42 --play 17 --games 1k",
        "play 17 of seed 42, where single deals are solved",
    ),
]


@command("solve", EXAMPLES)
@click.argument("variant", type=VariantType())
@players_option
@click.option(
    "--play", "play", type=click.IntRange(0, (1 << 62) - 1), default=0, show_default=True,
    help="Number of the play whose deal is solved; with --deals the first one.",
)  # fmt: skip
@click.option(
    "--decision", type=click.IntRange(0, 1 << 20), default=0, show_default=True,
    help="Solve the position before this decision of the play (random play up to there).",
)  # fmt: skip
@click.option("--deals", type=GamesType(), default=None, help="Solve so many deals: who is ahead with best play?")
@click.option(
    "--games", default="200k", show_default=True, metavar="N", help="Random games simulated beside; 0: none.",
)  # fmt: skip
@click.option(
    "--nodes", type=GamesType(), default="50M", show_default=True, help="Positions to look at for one deal at most."
)
@set_option
@seed_option
@jobs_option
@sink_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
@click.pass_context
def solve(
    context: click.Context, /, *,
    variant: str, players: tuple[int, ...] | None, play: int, decision: int, deals: int | None, games: str, nodes: int,
    settings: tuple[tuple[str, str], ...], seed: int | None, jobs: int | None, out: Path | None, force: bool, lang: str,
    form: str, quiet: bool,
) -> int:  # fmt: skip
    """Tell what is known exactly.

    Metrics that a game knows exactly stand beside simulated ones, with the difference in standard errors. Where a game
    can be solved, a deal (--seed, --play) is played out with best play of every seat and told, or with --deals many
    deals say who is ahead when everybody plays best. A deal that the limit of --nodes does not suffice for is never
    guessed: the bounds are told.
    """
    from fairdeal.solving import SolveRequest, answer
    from simulate.runs.spec import fresh_seed
    from simulate.studies.solve import document

    beside = 0 if games.strip() == "0" else GamesType().convert(games, None, context)
    drawn = fresh_seed() if seed is None else seed
    request = SolveRequest(variant, players, play, decision, deals or 0, beside, nodes, settings, drawn)
    sink = Sink(form, out, force, lang)
    sink.make_ready()
    from fairdeal.cli.progress import Stages

    with Stages(variant, shown=not quiet) as stages:
        found, refused = answer(request, jobs, stages)
    for fault in refused:
        streams.note(str(fault))
    whole = with_commands(document(found), [request.command(one.spec.players) for one in found])
    show(whole, lambda style: _text(whole, style), sink)
    if found[-1].interrupted:
        streams.note("interrupted: what was found up to there is shown")
        return INTERRUPTED
    return 0


def _text(whole: dict[str, Any], style: Style) -> str:
    from fairdeal.reporting import page_of
    from reports.languages import language
    from reports.terminal import page_text

    return page_text(page_of(whole, language("en")).page, style)
