"""What a page shows besides its document: the games' words, the runs in it with their plays, the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reports.languages.language import Language
from reports.pages.model import Shown
from reports.pages.words import base_of
from reports.terms import Terms


@dataclass(frozen=True)
class GameWords:
    """A game's words in the page's language.

    Attributes
    ----------
    terms : Terms
        Its title, what a seat and points are called.
    words : mapping of str to str
        The game's own words by the English ones; empty for a page in English.
    """

    terms: Terms
    words: Mapping[str, str] = field(default_factory=dict)

    def word(self, english: str) -> str:
        """A word of the game in the page's language."""
        return self.words.get(english, english)

    def metric(self, name: str, language: Language) -> str:
        """A metric's name in words, with the seat it belongs to."""
        base, seat = base_of(name)
        word = language.phrases.get(f"metric.{base}") or self.word(f"metric.{base}")
        word = base.replace("_", " ") if word == f"metric.{base}" else word
        return word if seat is None else f"{word}, {language.say('seat', seat=self.terms.seat_word, number=seat)}"

    def unit(self, unit: str) -> str:
        """A unit as it stands behind a number."""
        return "%" if unit == "share" else self.word(unit)

    def gap(self, unit: str, language: Language) -> str:
        """The unit of a difference in a table: those of shares are percentage points."""
        return language.say("study.pp") if unit == "share" else self.word(unit)

    def step(self, unit: str, language: Language) -> str:
        """The same in a sentence."""
        return language.say("study.points") if unit == "share" else self.word(unit)


@dataclass(frozen=True)
class Given:
    """What a page is built from, besides its document.

    Attributes
    ----------
    shown : sequence of Shown
        The runs in the document (those that the page's ``runs(document)`` names), with pictures and plays.
    games : mapping of str to GameWords
        The words of every game that is installed.
    commands : sequence of str
        The command line that makes each result again; empty when it is not known.
    """

    shown: Sequence[Shown] = ()
    games: Mapping[str, GameWords] = field(default_factory=dict)
    commands: Sequence[str] = ()

    def words(self, game: str, language: Language) -> GameWords:
        """The words of a game; plain ones when it is not installed."""
        return self.games.get(game) or GameWords(Terms(game, language.say("seat.word")))

    def command(self, number: int = 0) -> str:
        """The command line of result `number`, or ""."""
        return self.commands[number] if number < len(self.commands) else ""
