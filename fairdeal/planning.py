"""From what a user asks to checked runs: everything of all variants is checked before anything is played."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdeal.asking import NOTHING, Asked
from fairdeal.selection import Settings, playability, select_all
from simulate.games.contract import Game
from simulate.runs.policies import seat_policies
from simulate.runs.spec import RunSpec, make_spec
from variants.errors import BadInput, Fault
from variants.loader import Variant

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress
    from simulate.runs.result import Result
    from simulate.runs.stopping import StopRule


@dataclass(frozen=True)
class Request:
    """What a user asks for.

    Attributes
    ----------
    names : tuple of str
        Variants, as given.
    players : tuple of int or None
        Player counts; None: all that can be played.
    policies : tuple of str
        One for all seats, or one a seat.
    games : int
        Plays of each variant and player count.
    seed : int
    settings : sequence of (str, str)
        ``--set`` options.
    asked : Asked
        What ends the runs; when it asks for nothing, `games` does.
    metrics : bool
        Count the course of each play, too.
    """

    names: tuple[str, ...]
    players: tuple[int, ...] | None
    policies: tuple[str, ...]
    games: int
    seed: int
    settings: Settings = ()
    asked: Asked = NOTHING
    metrics: bool = False

    def command(self) -> str:
        """The command line that asks for the same."""
        players = ",".join(map(str, self.players)) if self.players else ""
        return command_line(
            self.names,
            players,
            self.policies,
            games=self.games,
            seed=self.seed,
            settings=self.settings,
            asked=self.asked,
            metrics=self.metrics,
        )


@dataclass(frozen=True)
class Planned:
    """A run that is to be played, the command line that repeats it, and the rule that ends it (None: its count)."""

    spec: RunSpec
    command: str
    rule: StopRule | None = None

    def play(self, jobs: Jobs = None, progress: Progress | None = None) -> Result:
        """The result.

        Raises
        ------
        FailedRun
            A fault in the game's code.
        """
        from simulate.runs import result

        if self.rule is None:
            return result.run(self.spec, jobs, progress)
        from simulate.runs.anytime import run_until

        return run_until(self.spec, self.rule, jobs, progress)


@dataclass(frozen=True)
class Skipped:
    """A player count that nobody asked for by number and that is left out, with the reason.

    Attributes
    ----------
    name : str
        The variant's.
    players : int
    reason : str
        The arithmetic of the rules, or of the policies.
    playable : bool
        True when the rules could be played, but not by these policies.
    """

    name: str
    players: int
    reason: str
    playable: bool

    def __str__(self) -> str:
        word = "not played" if self.playable else "not playable"
        return f"{word}: {self.name} with {self.players} players: {self.reason}"


@dataclass(frozen=True)
class Plan:
    """The runs of a request, and the player counts left out."""

    runs: tuple[Planned, ...]
    skipped: tuple[Skipped, ...]


def command_line(
    names: Iterable[str],
    players: str,
    policies: Sequence[str],
    *,
    games: int,
    seed: int,
    settings: Settings,
    asked: Asked = NOTHING,
    metrics: bool = False,
) -> str:
    """A ``fairdeal run`` line that a shell reads as one command."""
    same = len(set(policies)) == 1
    ends = asked.words() or ["--games", str(games)]
    words = ["fairdeal", "run", *names]
    words += ["--players", players] if players else []
    words += ["--policy", policies[0] if same else ",".join(policies), *ends, "--seed", str(seed)]
    words += ["--metrics"] if metrics else []
    for key, value in settings:
        words += ["--set", f"{key}={value}"]
    return shlex.join(words)


def plan(request: Request) -> Plan:
    """The checked runs of a request.

    Raises
    ------
    BadInput
        Faults in any variant, option or policy; a player count asked for that cannot be played; nothing left to play.
    """
    chosen = select_all(request.names, request.settings)
    faults: list[Fault] = []
    runs: list[Planned] = []
    skipped: list[Skipped] = []
    for name, game, variant in chosen:
        try:
            seat_policies(game, len(request.policies), request.policies)
            wanted = request.players or tuple(_playable(game, variant, request, skipped))
        except BadInput as error:
            faults += error.faults
            continue
        for players in dict.fromkeys(wanted):
            try:
                runs.append(_planned(name, game, variant, players, request))
            except BadInput as error:
                faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))
    return Plan(tuple(runs), tuple(skipped))


def _playable(game: Game, variant: Variant, request: Request, skipped: list[Skipped]) -> Iterator[int]:
    """Yield the player counts that can be played with these policies; the others are added to `skipped`.

    Raises
    ------
    BadInput
        None can be played.
    """
    faults: list[Fault] = []
    playable: list[int] = []
    for players, found in playability(game, variant).items():
        wrong = found or _policy_faults(game, players, request.policies)
        if not wrong:
            playable.append(players)
            continue
        faults += wrong
        skipped.append(Skipped(variant.name, players, "; ".join(map(str, wrong)), not found))
    if not playable:
        raise BadInput(dict.fromkeys(faults) or Fault(message=f"{variant.name} is for no player count of {game.title}"))
    yield from playable


def _policy_faults(game: Game, players: int, policies: Sequence[str]) -> list[Fault]:
    try:
        seat_policies(game, game.seats(players), policies)
    except BadInput as error:
        return list(error.faults)
    return []


def _planned(name: str, game: Game, variant: Variant, players: int, request: Request) -> Planned:
    spec = make_spec(
        game, variant, players,
        policies=request.policies, seed=request.seed, count=request.games, metrics=request.metrics,
    )  # fmt: skip
    command = replace(request, names=(name,), players=(players,), policies=spec.policies).command()
    return Planned(spec, command, request.asked.rule(spec) if request.asked else None)
