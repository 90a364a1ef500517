"""From what a user asks to ladders: which rungs, at which player counts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdeal.identity import Identity
from fairdeal.selection import Settings, playability, select
from variants.errors import BadInput

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec
    from simulate.studies.ladder import LadderRule


@dataclass(frozen=True)
class LadderRequest:
    """What is to be played.

    Attributes
    ----------
    variant : str
        As given.
    rungs : tuple of str
        As given, ranges included; empty: the game's own ladder.
    players : tuple of int or None
        Player counts, each a ladder; None: all that can be played.
    deals, replicates, games : int
        As in :class:`simulate.studies.ladder.LadderRule`.
    every_pair : bool
    settings : sequence of (str, str)
        ``--set`` options.
    seed : int
    """

    variant: str
    rungs: tuple[str, ...]
    players: tuple[int, ...] | None
    deals: int
    replicates: int
    games: int
    every_pair: bool
    settings: Settings
    seed: int

    def command(self, *players: int) -> str:
        """The command line of the ladders at these player counts; without any, at all."""
        words = ["fairdeal", "ladder", self.variant]
        words += ["--players", ",".join(map(str, players))] if players else []
        words += [word for rung in self.rungs for word in ("--rung", rung)]
        words += ["--deals", str(self.deals), "--replicates", str(self.replicates), "--games", str(self.games)]
        words += ["--every-pair"] if self.every_pair else []
        words += [word for key, value in self.settings for word in ("--set", f"{key}={value}")]
        return shlex.join([*words, "--seed", str(self.seed)])

    def identity(self, plan: Sequence[tuple[RunSpec, LadderRule]]) -> Identity:
        """By what its checkpoint and its shards are known."""
        return Identity(self.command(*(self.players or ())), tuple(spec.variant.hash for spec, _ in plan))

    def plan(self) -> list[tuple[RunSpec, LadderRule]]:
        """The ladders to climb.

        Raises
        ------
        BadInput
            Faults in the variant, an option or a rung; no player count that can be played.
        """
        from simulate.runs.spec import make_spec
        from simulate.studies.ladder import LadderRule
        from simulate.studies.rungs import read_rungs

        game, variant = select(self.variant, self.settings)
        rungs = read_rungs(self.rungs or game.ladder or [policy.name for policy in game.policies])
        rule = LadderRule(rungs, self.deals, self.replicates, self.games, self.every_pair)
        counts = self.players
        if counts is None:
            found = playability(game, variant)
            counts = tuple(n for n, faults in found.items() if not faults and game.seats(n) > 1)
            if not counts:
                raise BadInput([fault for faults in found.values() for fault in faults])
        return [(make_spec(game, variant, n, policies=rungs[:1], seed=self.seed, count=1), rule) for n in counts]
