"""What is known exactly of L'île des Mookies: uniform play, and best play with small decks (docs/exact.md)."""

from __future__ import annotations

from simulate.games.contract import ExactValue
from simulate.games.ile_des_mookies.exact.best import best_values
from simulate.games.ile_des_mookies.exact.uniform import uniform_values
from simulate.games.ile_des_mookies.variant import Rules

__all__ = ["exact_values"]


def exact_values(rules: Rules, players: int) -> tuple[ExactValue, ...]:
    """Every metric of uniform play as a fraction, then each seat's chance under best play where the deck is small.

    Raises
    ------
    BadInput
        A deck of given cards with too many different courses of a play.
    """
    return (*uniform_values(rules), *best_values(rules))
