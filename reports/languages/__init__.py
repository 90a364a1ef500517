"""The languages of reports: one file of phrases and number formats each, found by its code.

Phrases of the studies are kept by study, in ``studies/``: a module there has ``PHRASES``, format strings by language
code and key, which are added to those of the language.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from reports.languages.language import Language
from reports.numbers import GAP

_HARD = re.compile(r"(?<=[\d}]) %|± (?=[\d{])| (?=[:;?!»](?:\s|$))|(?<=[«●◆✓✗]) ")

CODES = ("en", "fr")


@cache
def language(code: str) -> Language:
    """The language with this code.

    Raises
    ------
    KeyError
        There is none; CODES lists those there are.
    """
    if code not in CODES:
        raise KeyError(code)
    found: Language = importlib.import_module(f"reports.languages.{code}").LANGUAGE
    phrases = {**study_phrases(code), **found.phrases}
    return replace(found, phrases={key: unbroken(text) for key, text in phrases.items()})


def unbroken(text: str) -> str:
    """The text with spaces at which no line may end: in ``95 %`` and ``± 4``, before a colon, after a bullet."""
    return _HARD.sub(lambda found: found[0].replace(" ", GAP), text)


def study_phrases(code: str) -> dict[str, str]:
    """The phrases of all studies in a language, by key."""
    studies = importlib.import_module("reports.languages.studies")
    modules = sorted(one.name for one in pkgutil.iter_modules(studies.__path__))
    return {
        key: phrase
        for name in modules
        for key, phrase in importlib.import_module(f"reports.languages.studies.{name}").PHRASES[code].items()
    }


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The code that the environment asks for (LC_ALL, LC_MESSAGES, LANG, the first that is set), English otherwise."""
    given = os.environ if environment is None else environment
    wanted = next((given[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if given.get(name)), "")
    return next((code for code in CODES if wanted.lower().split(".")[0].split("_")[0] == code), CODES[0])
