"""What is known exactly of L'île des Mookies: uniform play, and best play with small decks (docs/exact.md)."""

from __future__ import annotations

from simulate.games.exactness import ExactValue, Work
from simulate.games.ile_des_mookies.exact.best import best_values
from simulate.games.ile_des_mookies.exact.uniform import uniform_values
from simulate.games.ile_des_mookies.variant import Rules

__all__ = ["exact_values", "played_values"]


def exact_values(rules: Rules, players: int) -> tuple[ExactValue, ...]:
    """Every metric of uniform play as a fraction, then each seat's chance under best play where the deck is small.

    Raises
    ------
    BadInput
        A deck of given cards with too many different courses of a play.
    """
    return (*uniform_values(rules), *best_values(rules))


def played_values(rules: Rules, players: int, policies: tuple[str, ...], work: Work) -> tuple[ExactValue, ...]:
    """Every metric of uniform play, when all seats play so.

    Raises
    ------
    BadInput
        It takes more than `work` allows, or a deck of given cards has too many different courses of a play.
    """
    return uniform_values(rules, work) if set(policies) == {"random"} else ()
