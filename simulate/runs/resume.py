"""Goes on with a run from its result document: more plays are added by their numbers, after everything is checked.

An interrupted run of a declared number of games is played to that number and keeps its ``fixed-n`` intervals. Games
that are added to a finished result were decided on after its figures were seen, so its intervals become ``anytime``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simulate.games.contract import Game
from simulate.runs.anytime import Earlier, run_until
from simulate.runs.course import pilot_seed
from simulate.runs.engine import Jobs
from simulate.runs.local import Progress, play_locally
from simulate.runs.result import SCHEMA, Result, fixed_result
from simulate.runs.spec import RunSpec, make_spec
from simulate.runs.stopping import StopRule, Target
from simulate.runs.tally import Tally, added, read
from simulate.version import VERSION
from variants.errors import BadInput, Fault
from variants.variant import Variant

CUT = ("interrupted", "time")
"""Reasons for which a run ended before its rule was done with it."""

KEYS = ("variant", "players", "policies", "seed", "plays", "tallies", "digest", "engine")


@dataclass(frozen=True)
class Resumed:
    """A checked earlier result, ready to go on.

    Attributes
    ----------
    spec : RunSpec
        Its `count` is the number declared, or the plays done.
    tally : Tally
    stop : mapping
        The ``stop`` block of the document.
    """

    spec: RunSpec
    tally: Tally
    stop: Mapping[str, Any]

    @property
    def left(self) -> int:
        """Plays that are missing from the number that was declared; 0 when none was, or none is missing."""
        games = int(self.stop.get("target", {}).get("games") or 0)
        return max(0, games - self.tally.plays)

    @property
    def finished(self) -> bool:
        """True when nothing is left to do by the rule that it was begun with."""
        return self.stop.get("reason") not in CUT if self.rule is not None else not self.left

    @property
    def rule(self) -> StopRule | None:
        """The rule of an anytime run."""
        if self.stop.get("kind") != "anytime":
            return None
        target = self.stop["target"]
        precision = tuple(
            Target(name, one["unit"], one["half_width"], one["relative"]) for name, one in target["precision"].items()
        )
        return StopRule(precision, target["until_decided"], target["most_games"], target["most_seconds"])

    def earlier(self, *, same_rule: bool = False) -> Earlier:
        """What an anytime run goes on from; its looks are those on the grid if it goes on by the same rule."""
        cut = same_rule and self.stop.get("reason") in CUT
        return Earlier(self.tally, self.stop.get("tuning", {}), int(self.stop.get("looks") or 0), cut)


def read_results(text: str, name: str) -> list[Mapping[str, Any]]:
    """The entries of a result document.

    Raises
    ------
    BadInput
        It is no such document.
    """
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadInput(Fault(name, message=f"this is not JSON ({error})")) from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise BadInput(Fault(name, key="schema", got=repr(schema)[:60], allowed=SCHEMA))
    entries = found.get("results")
    if not isinstance(entries, list) or not entries or not all(_is_entry(one) for one in entries):
        raise BadInput(Fault(name, key="results", message=f"each result needs {', '.join(KEYS)}"))
    return entries


def _is_entry(one: object) -> bool:
    return isinstance(one, dict) and all(key in one for key in KEYS)


def take_up(entry: Mapping[str, Any], game: Game, variant: Variant, name: str) -> Resumed:
    """An entry of a document, checked against the variant as it is now.

    Raises
    ------
    BadInput
        Other rules, another version of fairdeal, or integers that do not have the digest they claim.
    """
    told = f"{name}: {entry['variant']['name']}, {entry['players']} players"
    if entry["variant"]["hash"] != variant.hash:
        raise BadInput.of(
            f"{told}: played by the rules {entry['variant']['hash'][:12]}, but {variant.name} is now "
            f"{variant.hash[:12]}: give the same file and --set options as then"
        )
    if entry["engine"]["version"] != VERSION:
        raise BadInput.of(f"{told}: made by fairdeal {entry['engine']['version']}, but this is {VERSION}")
    try:
        tally = read(entry["tallies"])
        sound = tally.digest() == entry["digest"] and tally.plays == entry["plays"]["count"]
    except (KeyError, TypeError, ValueError, IndexError):
        sound = False
    if not sound:
        raise BadInput.of(f"{told}: its integers do not have the digest that it claims; the file was changed")
    stop = entry.get("stop") or {"kind": "fixed-n", "target": {}}
    count = max(tally.plays, int(stop.get("target", {}).get("games") or 0))
    spec = make_spec(
        game, variant, entry["players"],
        policies=tuple(entry["policies"]), seed=entry["seed"], first=entry["plays"]["first"], count=count,
        metrics="course" in entry,
    )  # fmt: skip
    if spec.metrics and entry["course"].get("pilot_seed") != pilot_seed(spec.seed):
        raise BadInput.of(
            f"{told}: its chances to win come from other plays (seed {entry['course'].get('pilot_seed')}) than they do "
            "now, so no games can be added: play it anew"
        )
    return Resumed(spec, tally, stop)


def go_on(
    resumed: Resumed,
    *,
    more: int | None = None,
    rule: StopRule | None = None,
    jobs: Jobs = None,
    progress: Progress | None = None,
) -> Result:
    """The result of the earlier plays and further ones.

    Parameters
    ----------
    more : int, optional
        Plays to add.
    rule : StopRule, optional
        A rule to go on by. Without both: the rule that the run was begun with.

    Raises
    ------
    BadInput
        Nothing is left to do.
    FailedRun
        A fault in the game's code.
    """
    if more is not None:
        most = resumed.tally.plays + more
        asked = rule or StopRule()
        return run_until(resumed.spec, replace(asked, most=most), jobs, progress, resumed.earlier())
    chosen = rule or resumed.rule
    if chosen is not None:
        if resumed.tally.plays >= chosen.most:
            raise BadInput.of(_nothing_left(resumed) if rule is None else _too_many(resumed, chosen.most))
        same = chosen == resumed.rule
        return run_until(resumed.spec, chosen, jobs, progress, resumed.earlier(same_rule=same))
    if not resumed.left:
        raise BadInput.of(_nothing_left(resumed))
    return _finish(resumed, jobs, progress)


def as_it_is(resumed: Resumed, jobs: Jobs = None) -> Result:
    """The result of a run that is finished: the same figures from the same integers, nothing is played."""
    rule = resumed.rule
    if rule is not None:
        return run_until(resumed.spec, rule, jobs, None, resumed.earlier())
    return _finish(resumed, jobs, None)


def _nothing_left(resumed: Resumed) -> str:
    spec = resumed.spec
    return (
        f"{spec.variant.name}, {spec.players} players: all {resumed.tally.plays} games that were asked for are played; "
        "--more N adds further ones"
    )


def _too_many(resumed: Resumed, most: int) -> str:
    spec = resumed.spec
    return (
        f"{spec.variant.name}, {spec.players} players: the result holds {resumed.tally.plays} games already, and "
        f"{most} are the most that are allowed; --more N adds further ones"
    )


def _finish(resumed: Resumed, jobs: Jobs, progress: Progress | None) -> Result:
    """An interrupted run of a declared number of plays, played to that number."""
    spec, done = resumed.spec, resumed.tally.plays
    prepared = spec.prepared()
    played = play_locally(prepared, spec.seed, spec.first + done, resumed.left, jobs, progress)
    return fixed_result(spec, prepared, added(resumed.tally, played.tally), played)


def match(entries: Sequence[Mapping[str, Any]], variants: Sequence[tuple[Game, Variant]], name: str) -> list[Resumed]:
    """Every entry with the variant that has its rules.

    Raises
    ------
    BadInput
        The faults of all entries.
    """
    found: list[Resumed] = []
    faults: list[Fault] = []
    for entry in entries:
        try:
            game, variant = _owner(entry, variants, name)
            found.append(take_up(entry, game, variant, name))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))
    return found


def _owner(entry: Mapping[str, Any], variants: Sequence[tuple[Game, Variant]], name: str) -> tuple[Game, Variant]:
    """The variant with the entry's rules, else the one with its name (whose check then tells what differs)."""
    exact = [pair for pair in variants if pair[1].hash == entry["variant"]["hash"]]
    named = [pair for pair in variants if pair[1].name == entry["variant"]["name"]]
    for pair in (*exact, *named, *variants):
        return pair
    raise BadInput.of(f"{name}: no variant given for {entry['variant']['name']}")
