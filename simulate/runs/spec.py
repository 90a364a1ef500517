"""What is to be run: one variant at one player count, who plays, which seed and which plays."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from simulate.games.contract import Game
from simulate.runs.course import pilot_seed
from simulate.runs.goals import Goal, read_goals
from simulate.runs.metrics import empty_tally, every_figure
from simulate.runs.policies import seat_policies
from simulate.runs.prepared import Prepared, prepare
from variants.errors import BadInput
from variants.loader import Variant

SEEDS = 1 << 64
MOST_INDEX = 1 << 62


def fresh_seed() -> int:
    """A 64-bit seed from the operating system."""
    return secrets.randbits(64)


@dataclass(frozen=True)
class RunSpec:
    """One run.

    Attributes
    ----------
    game : Game
    variant : Variant
    players : int
    policies : tuple of str
        One name a seat.
    seed : int
        0 … 2^64 - 1.
    first, count : int
        Plays `first` … `first + count - 1`.
    goals : tuple of Goal
        What the variant should achieve at this player count.
    metrics : bool
        Count the course of each play, too.
    """

    game: Game
    variant: Variant
    players: int
    policies: tuple[str, ...]
    seed: int
    first: int
    count: int
    goals: tuple[Goal, ...] = ()
    metrics: bool = False

    def prepared(self) -> Prepared:
        """The same, ready for the kernels."""
        prepared = prepare(self.game, self.variant.rules_for(self.players), self.players, self.policies)
        return replace(prepared, metrics=True, pilot_seed=pilot_seed(self.seed)) if self.metrics else prepared


def make_spec(
    game: Game,
    variant: Variant,
    players: int,
    *,
    policies: tuple[str, ...] = ("random",),
    seed: int,
    first: int = 0,
    count: int,
    metrics: bool = False,
) -> RunSpec:
    """A checked RunSpec.

    Raises
    ------
    BadInput
        A player count the variant is not for, rules that cannot be played at it (with the arithmetic), an unknown
        policy, a seed or a play range out of bounds, a fault in the variant's goals.
    """
    allowed = player_counts(game, variant)
    if players not in allowed:
        listed = ", ".join(str(count) for count in allowed)
        raise BadInput.of(f"{variant.name} is for {listed} players, not for {players}")
    faults = variant.check(players)
    if faults:
        raise BadInput(faults)
    if not 0 <= seed < SEEDS:
        raise BadInput.of(f"seed: got {seed}, allowed: 0 to 2^64 - 1")
    if count < 1 or first < 0 or first + count > MOST_INDEX:
        raise BadInput.of(f"plays: got {count} from number {first}, allowed: at least 1, indices from 0 to 2^62")
    names = seat_policies(game, game.seats(players), policies)
    return RunSpec(
        game, variant, players, names, seed, first, count, goals_of(game, variant, players, metrics=metrics), metrics
    )


def goals_of(game: Game, variant: Variant, players: int, *, metrics: bool = False) -> tuple[Goal, ...]:
    """The goals of a variant at a player count it can be played at.

    Raises
    ------
    BadInput
        Every fault of them, with file, line and column.
    """
    if not variant.goals:
        return ()
    rules = variant.rules_for(players)
    measures = Prepared(game, rules, players, (), metrics).measures
    known = every_figure(empty_tally(measures, game.seats(players)), measures, game.seat_word)
    return read_goals(variant, players, {name: one.unit for name, one in known.items()}, game.player_counts)


def player_counts(game: Game, variant: Variant) -> tuple[int, ...]:
    """The player counts that a variant is for: those it lists, or all of its game."""
    if variant.players is None:
        return game.player_counts
    return tuple(count for count in game.player_counts if count in variant.players)
