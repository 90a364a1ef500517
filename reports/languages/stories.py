"""Stories of plays in other languages, sentence by sentence.

A game tells its plays once, in English. Its file of words in another language may hold ``STORY``, pairs of sentences by
group: the group ``sentence`` has whole sentences, others have words that stand in them.

- ``{name}`` stands for anything without punctuation and is kept;
- ``{name:group}`` is translated by the pairs of that group, and so is each member of ``a, b and c``;
- ``{clock}`` (and ``{clock2}`` …) stands for seconds with decimals, written with the language's point.

The group ``board`` is of another kind: its pairs are pieces of the lines in which a position is drawn in letters, each
replaced wherever it stands; equally long pieces keep the columns.

A text of several sentences is translated when every one of them is known; otherwise it stays as it is, in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Pairs = Mapping[str, Sequence[tuple[str, str]]]

SENTENCE, BOARD = "sentence", "board"
_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_ANY, _CLOCK = r"[^.;:]+?", r"-?\d+\.\d+"


@dataclass(frozen=True)
class _Pattern:
    """One sentence in both languages: what finds it, what it becomes, its places' groups, whether it is but a place."""

    found: re.Pattern[str]
    becomes: str
    groups: Mapping[str, str]
    anything: bool = False


def _pattern(english: str, other: str) -> _Pattern:
    groups: dict[str, str] = {}
    parts, at = [], 0
    for place in _PLACE.finditer(english):
        name, group = place[1], place[2]
        parts += [re.escape(english[at : place.start()]), f"(?P<{name}>{_CLOCK if name.startswith('clock') else _ANY})"]
        groups |= {name: group} if group else {}
        at = place.end()
    parts.append(re.escape(english[at:]))
    anything = _PLACE.fullmatch(english) is not None and not groups
    return _Pattern(re.compile("".join(parts)), _PLACE.sub(r"{\1}", other), groups, anything)


@dataclass(frozen=True)
class Storyteller:
    """Translates the sentences of one game into one language."""

    pairs: Pairs
    conjunction: str = "and"
    point: str = "."

    @cached_property
    def _patterns(self) -> Mapping[str, Sequence[_Pattern]]:
        return {group: [_pattern(*pair) for pair in pairs] for group, pairs in self.pairs.items() if group != BOARD}

    def knows(self, text: str) -> bool:
        """True when the whole text can be translated."""
        return self._sentences(text) is not None

    def tell(self, text: str) -> str:
        """The text in the other language, or as it is when a sentence of it is not known."""
        told = self._sentences(text)
        return text if told is None else told

    def board(self, line: str) -> str:
        """A line of a position drawn in letters, with the words in it in the other language."""
        for english, other in self.pairs.get(BOARD, ()):
            line = line.replace(english, other)
        return line

    def _sentences(self, text: str) -> str | None:
        """The first way to cut the text into known sentences; None when there is none."""
        left = text.strip()
        if not left:
            return ""
        for one in self._patterns.get(SENTENCE, ()):
            found = one.found.match(left)
            if found is None or left[found.end() : found.end() + 1] not in ("", " "):
                continue
            rest = self._sentences(left[found.end() :])
            told = None if rest is None else self._filled(one, found)
            if told is not None:
                return f"{told} {rest}".strip()
        return None

    def _filled(self, one: _Pattern, found: re.Match[str]) -> str | None:
        said: dict[str, str] = {}
        for name, text in found.groupdict().items():
            told = self._words(text, one.groups[name]) if name in one.groups else text
            if told is None:
                return None
            said[name] = told.replace(".", self.point) if name.startswith("clock") else told
        return one.becomes.format(**said)

    def _words(self, text: str, group: str) -> str | None:
        """Words of a group, or a list of them; what stands for anything is tried when they are no list."""
        for one in self._patterns[group]:
            told = None if one.anything else self._whole(one, text)
            if told is not None:
                return told
        for cut, joint in ((", ", ", "), (" and ", f" {self.conjunction} ")):
            head, between, tail = text.partition(cut)
            if between:
                first, rest = self._words(head, group), self._words(tail, group)
                return None if first is None or rest is None else f"{first}{joint}{rest}"
        found = (self._whole(one, text) for one in self._patterns[group] if one.anything)
        return next((told for told in found if told is not None), None)

    def _whole(self, one: _Pattern, text: str) -> str | None:
        found = one.found.fullmatch(text)
        return None if found is None else self._filled(one, found)
