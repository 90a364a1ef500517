"""``fairdeal compare``: what a change of rules, policies or player count does."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.engines import engine_options
from fairdeal.cli.kept import play_kept, shard_options, ways_of
from fairdeal.cli.options import (
    PoliciesType,
    SettingType,
    Type,
    VariantType,
    format_option,
    limit_options,
    players_option,
    policy_option,
    seed_option,
    set_option,
)
from fairdeal.cli.study_output import Sink, show, sink_options, with_commands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairdeal.comparing import Question
    from simulate.runs.engine import Jobs
    from simulate.runs.spec import RunSpec
    from simulate.studies.compared import Compared, CompareRule

EXAMPLES = [
    ("compare {variant} {other} --players {few} --max-games 20k", "what a change of rules does"),
    ("compare {variant} --policy-b {policy} --players {few} --max-games 2k", "one variant, two ways to play"),
    ("compare {variant} --players {few} --players-b {many} --max-games 5k", "one variant, two player counts"),
    ("compare {variant} {other} --players {few} --sprt 0,2pp --max-games 20k", "accept or reject a difference"),
]


Effects: TypeAlias = "tuple[float, float, bool]"


class EffectsType(Type):
    """Two effects to tell apart, ``0,1pp``, and whether they are percentage points."""

    name = "LO,HI"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Effects:
        """The two numbers, percentages as shares; and whether there were any."""
        if not isinstance(value, str):
            given: Effects = value
            return given
        found = [
            re.fullmatch(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(pp|%|)\s*", part, re.ASCII) for part in value.split(",")
        ]
        if len(found) != 2 or not all(found):
            self.fail(f"got {value[:60]!r}, allowed: two effects, as in 0,1pp or -0.5,0.5", param, ctx)
        low, high = (float(one[1]) / (100 if one[2] else 1) for one in found if one)
        if low == high:
            self.fail(f"got {value[:60]!r}, allowed: two different effects", param, ctx)
        return low, high, any(one[2] for one in found if one)


@command("compare", EXAMPLES)
@click.argument("a", type=VariantType(), metavar="A")
@click.argument("b", type=VariantType(), metavar="[B]", required=False)
@players_option
@click.option("--players-b", type=click.IntRange(1, 999), default=None, help="Another player count for B; not paired.")
@policy_option
@click.option(
    "--policy-b", "policies_b", type=PoliciesType(), default=None, help="Policies of B.  [default: those of A]"
)
@set_option
@click.option(
    "--set-b",
    "settings_b",
    type=SettingType(),
    multiple=True,
    help="Change a rule value of B alone, whatever --set says.",
)
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="[METRIC=]WIDTH",
    help="Smallest difference that matters: 1pp for win shares, turns=2 or turns=5% for others.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="What to judge; several with commas.  [default: win shares, fairness, turns, margin]",
)
@click.option("--sprt", type=EffectsType(), default=None, help="Tell two effects of the first metric apart: 0,1pp.")
@limit_options
@seed_option
@engine_options
@sink_options
@shard_options
@format_option("text", "json", "csv")
@click.option("--quiet", is_flag=True, help="No progress.")
def compare(
    *,
    a: str, b: str | None, players: tuple[int, ...] | None, players_b: int | None, policies: tuple[str, ...],
    policies_b: tuple[str, ...] | None, settings: tuple[tuple[str, str], ...], settings_b: tuple[tuple[str, str], ...],
    margins: tuple[str, ...], metrics: tuple[str, ...], sprt: Effects | None, max_games: int | None,
    max_seconds: float | None, seed: int | None, jobs: Jobs, out: Path | None, force: bool, lang: str,
    shard: str | None, shards: Path | None, form: str, quiet: bool,
) -> int:  # fmt: skip
    """Say what B does differently from A: higher, lower, equivalent within a margin, or undecided.

    Play i of A and of B share their luck, so that a difference shows after few games. Without B, options must make a
    difference: --policy-b, --set-b or --players-b. It ends when every verdict is known, by default at 1M pairs.
    """
    from fairdeal.comparing import Question
    from fairdeal.identity import Identity
    from fairdeal.keeping import held_seed
    from simulate.runs.spec import fresh_seed
    from simulate.studies.compared import MOST_PAIRS, CompareRule, metrics_of

    if b is None and not (policies_b or settings_b or players_b):
        raise click.UsageError("Name a second variant B, or give --policy-b, --set-b or --players-b.")
    ways = ways_of(out, force, shard, shards, seed=seed, timed=max_seconds is not None)
    held = held_seed(out) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    question = Question(a, b, players, players_b, policies, policies_b, settings, settings_b, drawn)
    effects, points = (sprt[:2], sprt[2]) if sprt is not None else (None, False)
    rule = CompareRule(margins, metrics_of(metrics), effects, max_games or MOST_PAIRS, max_seconds, points)
    sink = Sink(form, out, force, lang)
    arms = question.arms()

    def finish(results: list[Compared]) -> None:
        if results:
            _show(results, question, rule, sink)

    def complete(results: list[Compared]) -> bool:
        return len(results) == len(arms) and all(one.reason != "interrupted" for one in results)

    counts = ",".join(map(str, players)) if players else ""
    identity = Identity(
        question.command(counts, _extra(rule)), tuple(spec.variant.hash for pair in arms for spec in pair)
    )
    return play_kept(ways, identity, jobs, lambda engine: _play(arms, rule, engine, quiet), finish, complete)


def _play(arms: Sequence[tuple[RunSpec, RunSpec]], rule: CompareRule, jobs: Jobs, quiet: bool) -> list[Compared]:
    """The comparisons, up to the first that was interrupted.

    Raises
    ------
    Lacking
        The plays of other shards are not there; this shard's own are played.
    """
    from fairdeal.cli.progress import Progress
    from simulate.runs.keeping import Gaps
    from simulate.studies.compare import compare as play

    results: list[Compared] = []
    gaps = Gaps()
    for number, (a, b) in enumerate(arms, start=1):
        label = f"[{number}/{len(arms)}] {a.variant.name} and {b.variant.name}, {a.players} players"
        try:
            with Progress(label, shown=not quiet) as progress:
                found = gaps.attempt(partial(play, a, b, rule, jobs, progress))
        except KeyboardInterrupt:
            streams.note("interrupted")
            return results
        if found is None:
            continue
        if found.pairs:
            results.append(found)
        if found.reason == "interrupted":
            held = ": the verdicts hold for the games played so far" if found.pairs else " before the first game"
            streams.note(f"interrupted{held}")
            return results
    gaps.settle()
    return results


def _show(results: list[Compared], question: Question, rule: CompareRule, sink: Sink) -> None:
    from reports.comparison import comparison_text
    from simulate.studies.compared import document

    commands = [question.command(str(one.a.players), _extra(rule)) for one in results]
    whole = with_commands(document(results), commands)
    titles = [_title(one) for one in results]
    show(whole, lambda style: comparison_text(whole["results"], titles, commands, style), sink)


def _title(one: Compared) -> str:
    players = f", {one.a.players} players" if one.a.players == one.b.players else ""
    policies = one.a.policies
    alike = policies == one.b.policies and len(set(policies)) == 1
    return f"{one.a.game.title}{players}{f', {policies[0]} play' if alike else ''}"


def _extra(rule: CompareRule) -> list[str]:
    words = [word for one in rule.margins for word in ("--margin", one)]
    words += [word for one in rule.metrics for word in ("--metric", one)]
    words += ["--sprt", f"{rule.sprt[0]:g},{rule.sprt[1]:g}"] if rule.sprt is not None else []
    words += ["--max-games", str(rule.most)]
    return words + (["--max-time", f"{rule.seconds:g}s"] if rule.seconds is not None else [])
