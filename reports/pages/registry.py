"""Finds the page of a document by its schema: ``fairdeal.run/1`` is shown by ``reports/pages/run.py``.

A page's file defines ``SCHEMA``, ``TITLE`` (a phrase key is enough) and
``build(document, shown, language) -> Page``; `shown` holds a `Shown` for each of its results. A new kind of document
needs such a file and nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.languages.language import Language
from reports.pages.model import Page, Shown
from variants.errors import BadInput

_MACHINERY = ("model", "registry")


def schemas() -> dict[str, str]:
    """The module of each schema that has a page."""
    found = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name not in _MACHINERY:
            name = f"reports.pages.{module.name}"
            schema = getattr(importlib.import_module(name), "SCHEMA", None)
            if schema is not None:
                found[schema] = name
    return found


def build(document: Mapping[str, Any], shown: Sequence[Shown], language: Language) -> Page:
    """The page of a document.

    Raises
    ------
    BadInput
        No page shows documents of this schema.
    """
    schema = document.get("schema")
    known = schemas()
    if not isinstance(schema, str) or schema not in known:
        raise BadInput.unknown("schema", str(schema), list(known))
    page: Page = importlib.import_module(known[schema]).build(document, shown, language)
    return page
