"""From what a user asks to comparisons: which arms, at which player counts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdeal.selection import Settings, playability, select
from simulate.games.contract import Game
from variants.errors import BadInput, Fault
from variants.loader import Variant

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec


@dataclass(frozen=True)
class Question:
    """What is to be compared.

    Attributes
    ----------
    a, b : str
        Variants as given; `b` is None for A itself.
    players : tuple of int or None
        Player counts, each a comparison; None: all that both can be played with.
    players_b : int or None
        Another player count for B.
    policies, policies_b : tuple of str
        Of A and B.
    settings, settings_b : sequence of (str, str)
        ``--set`` options for both, and for B alone.
    seed : int
    """

    a: str
    b: str | None
    players: tuple[int, ...] | None
    players_b: int | None
    policies: tuple[str, ...]
    policies_b: tuple[str, ...] | None
    settings: Settings
    settings_b: Settings
    seed: int

    def command(self, players: str, extra: Sequence[str]) -> str:
        """The command line of the comparisons at these player counts (``2,3``); empty: at all."""
        words = ["fairdeal", "compare", self.a, *([self.b] if self.b is not None else [])]
        words += ["--players", players] if players else []
        words += ["--players-b", str(self.players_b)] if self.players_b is not None else []
        words += ["--policy", ",".join(self.policies)]
        words += ["--policy-b", ",".join(self.policies_b)] if self.policies_b is not None else []
        for option, settings in (("--set", self.settings), ("--set-b", self.settings_b)):
            for key, value in settings:
                words += [option, f"{key}={value}"]
        return shlex.join([*words, *extra, "--seed", str(self.seed)])

    def arms(self) -> list[tuple[RunSpec, RunSpec]]:
        """A and B of every comparison.

        Raises
        ------
        BadInput
            Faults in a variant, an option or a policy; variants of two games; no player count that suits both.
        """
        from simulate.runs.spec import make_spec

        game, a = select(self.a, self.settings)
        try:
            other, b = select(self.b or self.a, self._settings_of_b())
        except BadInput as error:
            own = {f"--set {key}={value}" for key, value in self.settings_b}
            raise BadInput(
                replace(fault, file=fault.file.replace("--set", "--set-b", 1)) if fault.file in own else fault
                for fault in error.faults
            ) from None
        if game.name != other.name:
            raise BadInput.of(f"A is a variant of {game.name} and B of {other.name}: only one game's can be compared")
        counts = self.players or self._common(game, a, b)
        return [
            (
                make_spec(game, a, players, policies=self.policies, seed=self.seed, count=1),
                make_spec(
                    game,
                    b,
                    self.players_b or players,
                    policies=self.policies_b or self.policies,
                    seed=self.seed,
                    count=1,
                ),
            )
            for players in counts
        ]

    def _settings_of_b(self) -> Settings:
        """Those of both, but for keys that B has values of its own for."""
        own = {key for key, _ in self.settings_b}
        return (*((key, value) for key, value in self.settings if key not in own), *self.settings_b)

    def _common(self, game: Game, a: Variant, b: Variant) -> list[int]:
        """The player counts that both can be played with; A's own, when B has one: others than B's, if there are."""
        of_a, of_b = playability(game, a), playability(game, b)
        found = [n for n, faults in of_a.items() if not faults]
        if self.players_b is None:
            found = [n for n in found if of_b.get(n) == []]
        elif found != [self.players_b]:
            found = [n for n in found if n != self.players_b]
        fitting = [n for n in found if len(self.policies) in (1, game.seats(n))]
        if not fitting:
            every: list[Fault] = [fault for faults in (*of_a.values(), *of_b.values()) for fault in faults]
            words = f"{a.name} and {b.name} cannot be played with the same player count"
            raise BadInput(dict.fromkeys([*every, Fault(message=words)]))
        return fitting
