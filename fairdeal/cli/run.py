"""``fairdeal run``: plays variants and prints whether they are fair."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.engines import engine_options
from fairdeal.cli.kept import out_options, play_kept, shard_options, ways_of
from fairdeal.cli.options import (
    GamesType,
    VariantType,
    format_option,
    lang_option,
    limit_options,
    players_option,
    policy_option,
    seed_option,
    set_option,
)

if TYPE_CHECKING:
    from fairdeal.asking import Asked
    from fairdeal.keeping import Ways
    from fairdeal.planning import Planned, Request
    from reports.style import Style
    from reports.text import Entry
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress as Report
    from simulate.runs.result import Result

USUAL_GAMES = 200_000

EXAMPLES = [
    ("run {game}", "the main variant, random play, every player count"),
    ("run {game} {other} --players {few} --games 50k", "two variants, one player count"),
    ("run {game} --policy {policy} --games 5000 --seed 42", "another policy; a seed makes the run repeatable"),
    ("run {game} --players {few} --precision 1%", "until every win share is known to ±1 %"),
    ("run {game} --games 20k --metrics", "also how the lead moves, which rules are at work, what a tile is worth"),
    ("run {game} --games 2k --format csv", "a table for other programs"),
    ("run {game} --games 2k --out results", "result.json, pages, plots and tables in a folder"),
]


@command("run", EXAMPLES)
@click.argument("variants", nargs=-1, type=VariantType(), metavar="VARIANT...")
@players_option
@policy_option
@click.option("--games", type=GamesType(), default=None, help="Games per variant and player count.  [default: 200k]")
@click.option(
    "--precision",
    multiple=True,
    metavar="[METRIC=]WIDTH",
    help="Play until an interval is this narrow: 0.2% for the win shares, turns=0.1 or turns=1% for others.",
)
@click.option("--until-decided", is_flag=True, help="Play until every goal of the variant is met or missed.")
@limit_options
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    default=None,
    metavar="RESULT.json",
    help="Go on with the runs of a result; VARIANT is needed only for a file of your own.",
)
@click.option("--more", type=GamesType(), default=None, help="With --resume: games to add.")
@seed_option
@engine_options
@set_option
@click.option("--metrics", is_flag=True, help="Count the course of play too (fairdeal metrics tells what): slower.")
@out_options
@shard_options
@click.option(
    "--plays-out", type=click.Path(path_type=Path), default=None, metavar="FILE",
    help="A row for every game: plays.csv or plays.parquet.",
)  # fmt: skip
@lang_option
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress and no hints.")
def run(
    *,
    variants: tuple[str, ...], players: tuple[int, ...] | None, policies: tuple[str, ...], games: int | None,
    precision: tuple[str, ...], until_decided: bool, max_games: int | None, max_seconds: float | None,
    resume: Path | None, more: int | None, seed: int | None, jobs: Jobs, settings: tuple[tuple[str, str], ...],
    metrics: bool, out: Path | None, force: bool, shard: str | None, shards: Path | None, plays_out: Path | None,
    lang: str, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Play variants many times and say whether they are fair.

    VARIANT is a game's name (its main variant), game/variant, or the path of a YAML file.

    A declared number of games gives fixed-n intervals. A run that ends by --precision, --until-decided or a limit gives
    anytime intervals, which hold however often they are looked at.
    """
    from fairdeal.asking import Asked
    from fairdeal.identity import Identity
    from fairdeal.keeping import held_seed
    from fairdeal.planning import Request, plan
    from simulate.runs.spec import fresh_seed

    asked = Asked(precision, until_decided, max_games, max_seconds)
    _check_options(variants, games, asked, resume, more)
    _check_shard(shard, asked, resume, plays_out)
    ways = ways_of(out, force, shard, shards, seed=seed)
    sink = _Sink(jobs, form, ways, quiet, lang, plays_out)
    if plays_out is not None:
        from fairdeal.plays_table import check

        check(plays_out)
    if resume is not None:
        _refuse_with_resume(players=players, games=games, seed=seed, metrics=metrics or None)
        return _resume(resume, variants, settings, asked, more, sink)
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    request = Request(variants, players, policies, games or USUAL_GAMES, drawn, settings, asked, metrics)
    planned = plan(request)
    for skipped in planned.skipped:
        streams.note(str(skipped))

    def show(results: Sequence[tuple[Planned, Result]]) -> None:
        if results:
            _show(results, sink)
        if not _complete(results, len(planned.runs)):
            streams.note(_interrupted(request, results, len(planned.runs), out))

    identity = Identity(request.command(), tuple(one.spec.variant.hash for one in planned.runs))
    return play_kept(
        ways, identity, jobs,
        lambda engine: _play([(one.spec, _player(one, engine)) for one in planned.runs], quiet), show,
        lambda results: _complete(results, len(planned.runs)),
    )  # fmt: skip


@dataclass(frozen=True)
class _Sink:
    """How to play and where results go."""

    jobs: Jobs
    form: str
    ways: Ways
    quiet: bool
    lang: str = "en"
    plays_out: Path | None = None

    @property
    def out(self) -> Path | None:
        """The folder for results."""
        return self.ways.out


def _check_options(
    variants: tuple[str, ...], games: int | None, asked: Asked, resume: Path | None, more: int | None
) -> None:
    if not variants and resume is None:
        raise click.UsageError("Missing argument 'VARIANT...'.")
    if games is not None and asked:
        raise click.UsageError("--games declares a fixed number; with --precision and the like use --max-games.")
    if more is not None and resume is None:
        raise click.UsageError("--more adds games to a result: it needs --resume RESULT.json.")
    if more is not None and asked.max_games is not None:
        raise click.UsageError("--more says how many games are added, --max-games how many there are in all: choose.")


def _check_shard(shard: str | None, asked: Asked, resume: Path | None, plays_out: Path | None) -> None:
    """Refuse what cannot be cut into parts that are known beforehand."""
    if shard is None:
        return
    if resume is not None or plays_out is not None:
        raise click.UsageError("--shard plays a part of a whole run: --resume and --plays-out want the whole.")
    if asked.max_seconds is not None:
        raise click.UsageError("--max-time ends at another game in each shard; give --max-games.")
    if asked and asked.max_games is None:
        raise click.UsageError(
            "--shard with --precision or --until-decided needs --max-games N: the shards play all N games, and merge "
            "stops where one machine would have stopped."
        )


def _refuse_with_resume(**given: object) -> None:
    """The player counts, games, seed and metrics of a result are what they are."""
    wrong = [f"--{name}" for name, value in given.items() if value is not None]
    if wrong:
        raise click.UsageError(f"--resume takes {' and '.join(wrong)} from the result.")


def _resume(
    path: Path,
    names: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    asked: Asked,
    more: int | None,
    sink: _Sink,
) -> int:
    """Go on with every run of a result file."""
    from fairdeal.cli import folder
    from fairdeal.continuing import go_on, identity_of, take_up

    taken = take_up(path, names, settings)
    part = any(not one.finished for one in taken)

    def player(one: Any, engine: Jobs) -> Callable[[Report], tuple[Planned, Result]]:
        return lambda progress: go_on(one, asked, more, engine, progress, keep_finished=part)

    def show(results: Sequence[tuple[Planned, Result]]) -> None:
        if results:
            _show(results, sink)
        if not _complete(results, len(taken)):
            kept = f"; go on with --resume {sink.out / folder.NAMES[0]}" if sink.out is not None else ""
            streams.note(f"interrupted{kept}")

    return play_kept(
        sink.ways, identity_of(taken, asked, more), sink.jobs,
        lambda engine: _play([(one.spec, player(one, engine)) for one in taken], sink.quiet), show,
        lambda results: _complete(results, len(taken)),
    )  # fmt: skip


def _complete(results: Sequence[tuple[Planned, Result]], runs: int) -> bool:
    """True if all runs were played to their ends."""
    return len(results) == runs and not any(result.played.interrupted for _, result in results)


def _player(planned: Planned, jobs: Jobs) -> Callable[[Report], tuple[Planned, Result]]:
    return lambda progress: (planned, planned.play(jobs, progress))


def _play(
    runs: Sequence[tuple[Any, Callable[[Report], tuple[Planned, Result]]]], quiet: bool
) -> list[tuple[Planned, Result]]:
    """The runs played, up to the first that was interrupted (which is left out if it had not begun).

    Raises
    ------
    Lacking
        The plays of other shards are not there; this shard's own are played.
    """
    from fairdeal.cli.progress import Progress
    from simulate.runs.keeping import Gaps

    results: list[tuple[Planned, Result]] = []
    gaps = Gaps()
    for number, (spec, play) in enumerate(runs, start=1):
        label = f"[{number}/{len(runs)}] {spec.variant.name}, {spec.players} players"
        try:
            with Progress(label, shown=not quiet) as progress:
                played = gaps.attempt(partial(play, progress))
        except KeyboardInterrupt:
            return results
        if played is None:
            continue
        if played[1].tally.plays:
            results.append(played)
        if played[1].played.interrupted:
            return results
    gaps.settle()
    return results


def entries_of(results: Iterable[tuple[Planned, Result]]) -> list[Entry]:
    """What the report of these results is made from."""
    from reports.terms import terms_of
    from reports.text import Entry

    return [
        Entry(
            result.document(),
            terms_of(result.spec.game, {name: metric.meaning for name, metric in result.metrics.items()}),
            planned.command,
        )
        for planned, result in results
    ]


def _show(results: Sequence[tuple[Planned, Result]], sink: _Sink) -> None:
    from fairdeal.cli import folder
    from fairdeal.cli.documents import json_for_stdout, json_text
    from reports.csv_rows import csv_text
    from reports.style import Style
    from simulate.runs.result import SCHEMA

    entries = entries_of(results)
    documents: list[Any] = [entry.result for entry in entries]
    whole = {"schema": SCHEMA, "results": documents}
    try:
        if sink.out is not None:
            texts = (json_text(whole), _text(entries, sink, Style()), csv_text(documents))
            folder.write(sink.out, dict(zip(folder.NAMES, texts, strict=True)))
    finally:
        # What was played is shown even if it cannot be kept.
        if sink.form == "json":
            streams.out(json_for_stdout(whole))
        elif sink.form == "csv":
            streams.out(csv_text(documents))
        else:
            streams.out(_text(entries, sink, Style(streams.is_coloured(sys.stdout))))
    _keep_more(results, entries, whole, sink)


def _text(entries: Sequence[Entry], sink: _Sink, style: Style) -> str:
    """The text report in the language asked for."""
    if sink.lang == "en":
        from reports.text import report

        return report(entries, style, hints=not sink.quiet)
    from fairdeal.reporting import brief_of
    from reports.languages import language
    from reports.plain import text_report

    chosen = language(sink.lang)
    return text_report([brief_of(entry.result, chosen, entry.command) for entry in entries], chosen, style)


def _keep_more(
    results: Sequence[tuple[Planned, Result]], entries: Sequence[Entry], whole: dict[str, Any], sink: _Sink
) -> None:
    """Write pages and plots into the folder of --out, and the table of --plays-out."""
    from fairdeal.cli import folder

    written: list[Path] = []
    if sink.out is not None:
        from fairdeal.cli.report import write_report

        sys.stdout.flush()
        pages = write_report(sink.out, whole, [entry.command for entry in entries], sink.lang)
        written += [*(sink.out / name for name in folder.NAMES), *pages]
    if sink.plays_out is not None:
        from fairdeal.plays_table import write_plays

        write_plays(sink.plays_out, [result for _, result in results], sink.jobs)
        written.append(sink.plays_out)
    if written and not sink.quiet:
        streams.note(f"written: {', '.join(map(str, dict.fromkeys(written)))}")


def _interrupted(request: Request, results: Sequence[tuple[Planned, Result]], runs: int, out: Path | None) -> str:
    from fairdeal.cli import folder

    played = sum(result.tally.plays for _, result in results)
    whole = "" if request.asked else f" of {request.games * runs}"
    files = [name for name in request.names if Path(name).suffix]
    going = ""
    if out is not None and results:
        words = ["fairdeal", "run", *files, "--resume", str(out / folder.NAMES[0])]
        going = f"go on with what was played:\n  {shlex.join(words)}\nor, with all that was asked for:\n"
        going += f"  {request.command()} --out {shlex.quote(str(out))}\n"
    return f"interrupted after {played}{whole} games; {going}the whole again:\n  {request.command()}"
