"""What a language is to a report: phrases by key, formats of numbers, and the verdict sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reports import numbers
from reports.terms import Terms

Verdict = Callable[["Language", Mapping[str, Any], Terms], str]


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes
    ----------
    code, name : str
        BCP 47 code; its own name for itself.
    phrases : mapping of str to str
        Format strings by key; every language has the same keys and placeholders.
    point, gap : str
        Between whole and decimal part; between groups of three digits.
    percent_sign : str
        What follows a percentage, its space included.
    verdict, subject, short : callable
        The verdict sentence, who played what, and the judgement in a few words, of a result entry.
    about : callable
        A number of games rounded to two digits, in words where it is large.
    """

    code: str
    name: str
    phrases: Mapping[str, str]
    verdict_of: Verdict
    subject_of: Verdict
    short_of: Verdict
    capped_of: Callable[[Language, Mapping[str, Any]], str]
    about: Callable[[float], str]
    point: str = "."
    gap: str = numbers.GAP
    percent_sign: str = f"{numbers.GAP}%"

    def say(self, key: str, **values: object) -> str:
        """The phrase `key` with its placeholders filled in.

        Raises
        ------
        KeyError
            There is no such phrase.
        """
        return self.phrases[key].format(**values)

    def verdict(self, result: Mapping[str, Any], terms: Terms) -> str:
        """The verdict in one sentence."""
        return self.verdict_of(self, result, terms)

    def subject(self, result: Mapping[str, Any], terms: Terms) -> str:
        """Who played what."""
        return self.subject_of(self, result, terms)

    def short(self, result: Mapping[str, Any], terms: Terms) -> str:
        """The judgement in a few words."""
        return self.short_of(self, result, terms)

    def capped_warning(self, result: Mapping[str, Any]) -> str:
        """What must be said first when games were stopped at the limit of decisions; empty when none was."""
        return self.capped_of(self, result)

    def number(self, text: str) -> str:
        """A number written by `reports.numbers`, in this language's signs."""
        return text.replace(".", self.point).replace(numbers.GAP, self.gap)

    def fixed(self, value: float | None, places: int) -> str:
        """The number with `places` decimals; "?" for one that is not known."""
        return self.number(numbers.fixed(value, places))

    def count(self, value: int) -> str:
        """A whole number in groups of three digits."""
        return self.number(numbers.count(value))

    def share(self, value: float | None, places: int) -> str:
        """A share as a percentage with its sign."""
        return self.number(numbers.percent(value, places)) + self.percent_sign

    def duration(self, seconds: float) -> str:
        """A length of time in two units at most."""
        head, gap, tail = numbers.duration(seconds).partition(numbers.GAP)
        return head.replace(".", self.point) + gap + tail

    def sentence(self, key: str, **values: object) -> str:
        """The phrase `key` filled in, with a capital letter in front."""
        text = self.say(key, **values)
        return text[:1].upper() + text[1:]

    def figure(self, metric: Mapping[str, Any], key: str = "value", sign: bool = True) -> str:
        """A metric's value (or its ``low`` or ``high``) with the digits that its interval supports."""
        ends = (metric["value"], metric["low"], metric["high"])
        if metric["unit"] == "share":
            text = self.number(numbers.percent(metric[key], numbers.percent_places(*ends)))
            return text + self.percent_sign if sign else text
        return self.fixed(metric[key], numbers.value_places(*ends))

    def interval(self, metric: Mapping[str, Any]) -> str:
        """``51.0–51.4``, ``-0.4 to 1.2`` below 0, in the metric's unit; percentages without their sign."""
        low, high = (self.figure(metric, key, False) for key in ("low", "high"))
        return self.say("study.from_to", low=low, high=high) if low.startswith("-") else f"{low}–{high}"

    def listed(self, items: list[str]) -> str:
        """``a, b and c``."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.phrases['and']} {items[-1]}"
