"""The words that a report needs besides the result document: a game's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from simulate.games.contract import Game

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Terms:
    """A game's words.

    Attributes
    ----------
    title : str
        The game's printed title.
    seat_word, score_word : str
        What a seat and what points are called.
    meanings : mapping of str to str
        Definition of each metric, by name.
    other_policies : tuple of str
        Every policy of the game but ``random``.
    """

    title: str
    seat_word: str = "seat"
    score_word: str = "points"
    meanings: Mapping[str, str] = field(default_factory=dict)
    other_policies: tuple[str, ...] = ()

    def ordinal(self, seat: int) -> str:
        """``first-seat`` for seat 0, and so on."""
        word = ORDINALS[seat] if seat < len(ORDINALS) else f"{seat + 1}th"
        return f"{word}-{self.seat_word}"


def terms_of(game: Game, meanings: Mapping[str, str]) -> Terms:
    """The words of `game`, with the definitions of a run's metrics."""
    others = tuple(policy.name for policy in game.policies if policy.name != "random")
    return Terms(game.title, game.seat_word, game.score_word, dict(meanings), others)
