"""From what a user asks to exact answers: which player counts, which deal, how many deals."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdeal.selection import Settings, playability, select
from variants.errors import BadInput, Fault

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.runs.spec import RunSpec
    from simulate.studies.solve import Solved, SolveRule, Stages

MOST_DEALS = 1_000_000


@dataclass(frozen=True)
class SolveRequest:
    """What is to be answered.

    Attributes
    ----------
    variant : str
        As given.
    players : tuple of int or None
        Player counts; None: all at which something is known.
    play, decision : int
        The deal, or the position in it; with `deals` the first of so many deals.
    deals, games, nodes : int
        As in :class:`simulate.studies.solve.SolveRule`.
    settings : sequence of (str, str)
        ``--set`` options.
    seed : int
    """

    variant: str
    players: tuple[int, ...] | None
    play: int
    decision: int
    deals: int
    games: int
    nodes: int
    settings: Settings
    seed: int

    @property
    def rule(self) -> SolveRule:
        """The rule of the study."""
        from simulate.studies.solve import SolveRule

        return SolveRule(self.deals, self.decision, self.games, self.nodes)

    def command(self, players: int) -> str:
        """The command line of one answer."""
        words = ["fairdeal", "solve", self.variant, "--players", str(players), "--play", str(self.play)]
        words += ["--decision", str(self.decision)] if self.decision else []
        words += ["--deals", str(self.deals)] if self.deals else []
        words += ["--games", str(self.games), "--nodes", str(self.nodes)]
        words += [word for key, value in self.settings for word in ("--set", f"{key}={value}")]
        return shlex.join([*words, "--seed", str(self.seed)])

    def specs(self) -> list[RunSpec]:
        """A run for each player count.

        Raises
        ------
        BadInput
            Faults in the variant or an option; no player count that can be played; options that exclude one another.
        """
        from simulate.runs.spec import make_spec

        if self.deals and self.decision:
            raise BadInput.of("--decision is a position of one play, --deals are set-ups: give one of the two")
        game, variant = select(self.variant, self.settings)
        counts = self.players
        if counts is None:
            found = playability(game, variant)
            counts = tuple(n for n, faults in found.items() if not faults)
            if not counts:
                raise BadInput([fault for faults in found.values() for fault in faults])
        many = max(self.deals, 1)
        return [make_spec(game, variant, n, seed=self.seed, first=self.play, count=many) for n in counts]


def answer(request: SolveRequest, jobs: Jobs = None, stages: Stages | None = None) -> tuple[list[Solved], list[Fault]]:
    """The answers, up to the first that was interrupted, and why there is none at some player counts.

    Raises
    ------
    BadInput
        There is no answer at all, or none at a player count that was asked for.
    FailedRun
        A fault in a game's code.
    """
    from simulate.studies.solve import solve

    found: list[Solved] = []
    refused: list[Fault] = []
    for spec in request.specs():
        try:
            found.append(solve(spec, request.rule, jobs, stages))
        except BadInput as error:
            refused += error.faults
            continue
        if found[-1].interrupted:
            break
    if refused and (request.players is not None or not found):
        raise BadInput(dict.fromkeys(refused))
    return found, list(dict.fromkeys(refused))
