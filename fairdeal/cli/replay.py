"""``fairdeal replay``: one play of a run told turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import SeedType, VariantType, format_option, lang_option, policy_option, set_option

EXAMPLES = [
    ("replay {game} --players {few} --seed 42 --play 17", "play 17 of the run with seed 42"),
    (
        "replay {game} --players {few} --seed 42 --play 17 --policy {policy} --format json",
        "the same deal in other hands",
    ),
    ("replay {game} --players {few} --seed 42 --play 17 --html play.html", "a page to step through"),
]


@command("replay", EXAMPLES)
@click.argument("variant", type=VariantType())
@click.option("--players", type=click.IntRange(1, 999), required=True, help="Player count.")
@click.option("--seed", type=SeedType(), required=True, help="Seed of the run.")
@click.option("--play", "index", type=click.IntRange(0, (1 << 62) - 1), required=True, help="Number of the play.")
@policy_option
@set_option
@format_option("text", "json")
@click.option("--html", type=click.Path(path_type=Path), default=None, help="Write a page to step through.")
@click.option("--svg", type=click.Path(path_type=Path), default=None, help="Write a picture of the last turn.")
@click.option("--step", type=click.IntRange(0), default=None, help="With --svg: after this turn; 0 is the set-up.")
@lang_option
def replay(
    *,
    variant: str, players: int, seed: int, index: int, policies: tuple[str, ...], settings: tuple[tuple[str, str], ...],
    form: str, html: Path | None, svg: Path | None, step: int | None, lang: str,
) -> int:  # fmt: skip
    """Tell one play of a run turn by turn, with the position after each, and what the run counted for it.

    The play is the one that `fairdeal run` with the same options counts under this number.
    """
    if step is not None and svg is None:
        raise click.UsageError("--step says which turn --svg draws: give --svg FILE, too.")
    from fairdeal.cli.documents import json_for_stdout
    from fairdeal.retelling import retell
    from fairdeal.selection import select
    from reports.story import story_document, story_text
    from reports.style import Style
    from reports.terms import terms_of
    from reports.words import subject
    from simulate.runs.spec import make_spec

    game, loaded = select(variant, settings)
    told = retell(make_spec(game, loaded, players, policies=policies, seed=seed, first=index, count=1))
    result = told.result.document()
    if html or svg:
        from fairdeal.cli.pictures import write_replay

        write_replay(told, result, html, svg, step, lang)
        return 0
    if form == "json":
        streams.out(json_for_stdout(story_document(result, index, told.story)))
        return 0
    style = Style(streams.is_coloured(sys.stdout))
    if lang != "en":
        from fairdeal.telling import told_in
        from reports.languages import language
        from reports.story import told_text

        streams.out(told_text(told_in(told, result, language(lang)), style))
        return 0
    heading = f"{subject(result, terms_of(game, {}))}: play {index} of seed {seed}"
    streams.out(story_text(heading, told.story, result["metrics"], game.seat_word, style))
    return 0
