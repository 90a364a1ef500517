"""Lines that documents hold in English, in other languages: reasons of locks, differences, rules of stopping.

Each pair is a regular expression and what it becomes; the group ``word`` is a text of the game, which its own words
translate; ``key`` is a name that stays.
"""

# ruff: noqa: E501  # one pair a line reads best

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

LINES: Mapping[str, Sequence[tuple[str, str]]] = {
    "fr": (
        (r"the rules changed: (\w+) in the lock, (\w+) now", r"les règles ont changé : \1 dans le verrou, \2 maintenant"),
        (r"the goal of (\S+) changed: (.+) in the lock, (.+) now", r"l’objectif de \1 a changé : \2 dans le verrou, \3 maintenant"),
        (r"the lock counted other things, or no finished game: save it again", "le verrou a compté autre chose, ou aucune partie finie : il faut l’enregistrer de nouveau"),
        (r"(\S+) follows another law \(p = (\S+)\)", r"\1 suit une autre loi (p = \2)"),
        (r"(\S+) moved by more than its margin", r"\1 a bougé de plus que sa marge"),
        (r"the goal of (\S+) \((.+)\) was met and is missed", r"l’objectif de \1 (\2) était atteint et est manqué"),
        (r"too few games for any statistics, (\S+) where (\S+) are needed: save it with more games", r"trop peu de parties pour toute statistique, \1 où il en faut \2 : à enregistrer avec plus de parties"),
        (r"too few games to see a shift of (\S+) margins of (.+): save it with more games", r"trop peu de parties pour voir un écart de \1 marges de \2 : à enregistrer avec plus de parties"),
        (r"(\S+): (.+) in A, (.+) in B \((?P<word>.+)\)", r"\1 : \2 en A, \3 en B ({word})"),
        (r"(\S+): (.+) in A, (.+) in B", r"\1 : \2 en A, \3 en B"),
        (r"(\S+) to ±(\S+) % of its value", r"\1 à ±\2 % de sa valeur"),
        (r"(\S+) to ±(\S+) %", r"\1 à ±\2 %"),
        (r"(\S+) to ±(\S+) (?P<word>.+)", r"\1 à ±\2 {word}"),
        (r"until every goal is met or missed", "jusqu’à ce que chaque objectif soit atteint ou manqué"),
        (r"at most (.+) games", r"au plus \1 parties"),
        (r"at most (\S+) s", r"au plus \1 s"),
        (r"(\d+) games", r"\1 parties"),
    ),
}  # fmt: skip


def line_in(code: str, text: str, word: Callable[[str], str] = str) -> str | None:
    """The line in the language `code`; the line itself in English, None where it is not known.

    Parameters
    ----------
    word : callable
        A word of the game in that language, itself when it is not known.
    """
    if code == "en":
        return text
    for english, other in LINES.get(code, ()):
        found = re.fullmatch(english, text)
        if found is None:
            continue
        said = found.groupdict().get("word")
        if said is not None and word(said) == said:
            return None
        return found.expand(other).replace("{word}", word(said or ""))
    return None


def lines_in(code: str, texts: Sequence[str], word: Callable[[str], str] = str) -> tuple[list[str], bool]:
    """The lines in the language, and whether one of them had to stay in English."""
    told = [line_in(code, text, word) for text in texts]
    return [text if one is None else one for text, one in zip(texts, told, strict=True)], None in told
