"""Tuning: the candidates of a request, and the winner as a variant file that extends the original."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdeal.identity import Identity
from fairdeal.selection import select
from fairdeal.varying import Asked, Varied, check_axes
from variants.dials import path_of
from variants.errors import BadInput, Fault, printable
from variants.kinds import group_of
from variants.loader import Variant
from variants.positions import parse_value
from variants.starter import written

if TYPE_CHECKING:
    from simulate.studies.candidates import Candidate
    from simulate.studies.tune import TunePlan, TuneRule
    from simulate.studies.tuned import Tuned

MOST_CELLS = 200_000
MOST_LISTED = 100
"""Losing candidates that the written file names."""


@dataclass(frozen=True)
class TuneRequest:
    """What a user asks for.

    Attributes
    ----------
    asked : Asked
        Its number of games is not used.
    vary : tuple of str
        ``KEY=VALUES``.
    samples : int or None
    rule : TuneRule
    """

    asked: Asked
    vary: tuple[str, ...]
    samples: int | None
    rule: TuneRule

    def command(self) -> str:
        """The command line that asks for the same."""
        asked, rule = self.asked, self.rule
        words = ["fairdeal", "tune", asked.name]
        words += [word for text in self.vary for word in ("--vary", text)]
        words += [word for metric, text in asked.goals for word in ("--goal", f"{metric}={text}")]
        words += ["--samples", str(self.samples)] if self.samples is not None else []
        words += ["--players", ",".join(map(str, asked.players))] if asked.players else []
        words += ["--policy", ",".join(asked.policies)]
        words += [word for key, text in asked.settings for word in ("--set", f"{key}={text}")]
        words += ["--games", str(rule.budget)] if rule.budget is not None else []
        return shlex.join(
            [*words, "--confirm", str(rule.confirm), "--trials", str(rule.trials), "--seed", str(asked.seed)]
        )

    def identity(self, plan: TunePlan) -> Identity:
        """By what its checkpoint and its shards are known."""
        return Identity(self.command(), tuple(spec.variant.hash for spec in plan.base.specs))

    def plan(self) -> TunePlan:
        """The checked search.

        Raises
        ------
        BadInput
            An axis that is none, or nothing that can be played.
        """
        from simulate.studies.grid import design, read_axes
        from simulate.studies.tune import TunePlan

        asked = self.asked
        axes = read_axes(self.vary)
        varied = Varied(asked, own_goals=False)
        check_axes(varied, axes)
        drawn = design(axes, self.samples, asked.seed, MOST_CELLS)
        numbers = {cell: number for number, cell in enumerate(drawn.cells)}
        settings = [(), *(drawn.values(cell) for cell in drawn.cells[:500])]
        counts = varied.counts(settings)

        def make(levels: Sequence[int]) -> Candidate:
            return _candidate(varied, numbers[tuple(levels)], drawn.values(levels), counts)

        base = _candidate(varied, -1, (), counts)
        return TunePlan(asked.name, drawn, base, make, counts, asked.policies, asked.seed, self.rule)


def _candidate(varied: Varied, number: int, values: Any, counts: Sequence[int]) -> Candidate:
    from simulate.studies.candidates import Candidate

    cells = [varied.cell(number, values, players) for players in counts]
    reasons = dict.fromkeys(reason for cell in cells for reason in cell.reasons)
    specs = tuple(cell.spec for cell in cells if cell.spec is not None)
    return Candidate(number, values, specs if not reasons else (), tuple(reasons))


def read_goal(text: str) -> tuple[str, str]:
    """Metric and range of a ``--goal``: ``seat_advantage=<= 2 %``, ``seat_advantage<=2%``, ``turns=[20, 30]``.

    Raises
    ------
    BadInput
        It is none.
    """
    for sign in ("<=", ">=", "≤", "≥"):
        metric, found, bound = text.partition(sign)
        if found and "=" not in metric.rstrip("= "):
            return metric.rstrip("= ").strip(), f'"{sign} {bound.strip()}"'
    metric, equals, said = text.partition("=")
    if not equals or not metric.strip() or not said.strip():
        raise BadInput.of(f"--goal {text[:60]}: allowed: a metric and its range, as in 'tie<=5%' or 'turns=[20, 30]'")
    return metric.strip(), said.strip()


def make_ready(file: Path, *, force: bool) -> None:
    """See that the variant file can be written, before anything is played.

    Raises
    ------
    BadInput
        It is there already and `force` is false, has another ending, or there is no such folder.
    """
    if file.suffix not in (".yaml", ".yml"):
        raise BadInput(Fault(str(file), message="a variant file ends in .yaml"))
    if os.path.lexists(file) and not force:
        raise BadInput(Fault(str(file), message="this file is there already; --force replaces it"))
    if not file.absolute().parent.is_dir():
        raise BadInput(Fault(str(file), message="there is no such folder"))


def winner_yaml(tuned: Tuned, request: TuneRequest, file: Path) -> str:
    """The winner as a variant file in the folder of `file`, which loads to the rules that were confirmed.

    Raises
    ------
    AssertionError
        It does not: a fault of this function.
    """
    text = _text(tuned, request, file)
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".tune.") as folder:
        # One folder further down, parents given by a relative path are one step further away.
        trial = Path(folder) / file.name
        trial.write_text(_text(tuned, request, trial), encoding="utf-8")
        loaded = select(str(trial))[1]
    wanted = tuned.winner.specs[0].variant
    if loaded.hash != wanted.hash:
        raise AssertionError(f"the written variant has the rules {loaded.hash}, the winner {wanted.hash}")
    return text


def _text(tuned: Tuned, request: TuneRequest, file: Path) -> str:
    from simulate.studies.grid import VARIANT

    wanted = tuned.winner.specs[0].variant
    chosen = dict(tuned.winner.values).get(VARIANT)
    parent = Varied(request.asked).named(chosen) if chosen is not None else request.asked.name
    original = select(parent)[1]
    dials = [(*request.asked.settings, *((k, v) for k, v in tuned.winner.values if k != VARIANT))]
    body = _body(original, wanted, [pair for pairs in dials for pair in pairs])
    lines = [*_comments(tuned, request), f"extends: {written(_reference(original, parent, file))}"]
    lines += [f"title: {written(f'{original.title}, tuned')}", f"about: {written(_about(tuned))}", ""]
    lines += [f"{key}: {written(value)}" for key, value in body.items()]
    goals = {metric: said for metric, said in wanted.goals.items() if original.goals.get(metric) != said}
    lines += ["goals:", *(f"  {metric}: {written(value)}" for metric, value in goals.items())] if goals else []
    return "\n".join(lines) + "\n"


def _reference(original: Variant, parent: str, file: Path) -> str:
    """How the file names its parent: a shipped one by name, another by its path from the file's folder."""
    if "/" in original.name and not Path(parent).suffix:
        return original.name
    return Path(os.path.relpath(Path(original.file).absolute(), file.absolute().parent)).as_posix()


def _body(original: Variant, wanted: Variant, settings: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The settings as the mappings of a file; values at one player count under ``players:``.

    A setting holds at every player count, so it is written out again at those where the original has values of its own.
    """
    body: dict[str, Any] = {}
    counts: dict[int, Any] = {}
    kind = group_of(type(wanted.rules))
    own = [pair for pair in settings if pair[0].startswith("players.")]
    for key, text in settings:
        if (key, text) in own:
            continue
        value = parse_value(text, f"--set {key}={text}")
        path = path_of(key, kind, wanted.rules.model_dump())
        _place(body, path, value)
        for count in original.counts:
            _place(counts.setdefault(count, {}), path, value)
    for key, text in own:
        _, count_, inner = key.split(".", 2)
        rules = wanted.counts.get(int(count_), wanted.rules)
        path = path_of(inner, kind, rules.model_dump())
        _place(counts.setdefault(int(count_), {}), path, parse_value(text, f"--set {key}={text}"))
    if counts:
        every = original.players or tuple(type(wanted.rules).player_counts) or tuple(counts)
        body["players"] = {count: counts.get(count, {}) for count in sorted({*every, *counts})}
    return body


def _place(body: dict[Any, Any], path: Sequence[str | int], value: Any) -> None:
    for part in path[:-1]:
        inner = body.setdefault(part, {})
        body = inner
    old = body.get(path[-1])
    body[path[-1]] = {**old, **value} if isinstance(old, dict) and isinstance(value, Mapping) else value


def _about(tuned: Tuned) -> str:
    return f"Found by fairdeal tune: {tuned.winner.words}."


def _comments(tuned: Tuned, request: TuneRequest) -> list[str]:
    lines = [
        f"The best of {len(tuned.rated)} candidates that were played, tuned from {tuned.name} by:",
        f"  {request.command()}",
        "Confirmed on plays that the search never used:",
    ]
    for result in tuned.confirmed:
        spec = result.spec
        said = "; ".join(f"{one.goal.metric} {one.goal.text}: {one.status}" for one in result.goals)
        lines.append(f"  {spec.players} players, {result.tally.plays} games, seed {spec.seed}: {said}")
    lines += [
        f"  {one.purpose}: seed {one.seed}, games {one.first} to {one.first + one.count - 1}" for one in tuned.blocks
    ]
    losers = tuned.losers
    lines.append(f"The others, best first (loss in differences that matter){':' if losers else ': none'}")
    for one in losers[:MOST_LISTED]:
        last = tuned.finalists.get(one.candidate.number)
        again = "" if last is None else f", {last.goals:.3g} when played again"
        lines.append(f"  {one.candidate.words}: {one.loss.goals:.3g} in {one.plays} games{again}")
    if len(losers) > MOST_LISTED:
        lines.append(f"  and {len(losers) - MOST_LISTED} more")
    if tuned.refused:
        lines.append(f"{len(tuned.refused)} more cannot be played.")
    return [f"# {printable(line)}" for line in lines]
