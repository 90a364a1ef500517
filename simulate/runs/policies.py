"""Reads policy names: one for all seats, or one a seat."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.games.contract import Game
from variants.errors import BadInput


def seat_policies(game: Game, seats: int, names: Sequence[str]) -> tuple[str, ...]:
    """One policy name a seat.

    Raises
    ------
    BadInput
        A name that the game does not know (the message lists those it does), or a count that is neither 1 nor `seats`.
    """
    known = [policy.name for policy in game.policies]
    for name in names:
        if name not in known:
            raise BadInput.unknown(f"policy of {game.title}", name, known)
    if len(names) not in (1, seats):
        raise BadInput.of(f"{len(names)} policies for {seats} {game.seat_word}s: give one for all, or one each")
    return tuple(names) if len(names) == seats else tuple(names) * seats
