"""The languages of reports: one file of phrases and number formats each, found by its code."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping

from reports.languages.language import Language

CODES = ("en", "fr")


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
    return found


def preferred(environment: Mapping[str, str] | None = None) -> str:
    """The code that the environment asks for (LC_ALL, LC_MESSAGES, LANG, the first that is set), English otherwise."""
    given = os.environ if environment is None else environment
    wanted = next((given[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if given.get(name)), "")
    return next((code for code in CODES if wanted.lower().split(".")[0].split("_")[0] == code), CODES[0])
