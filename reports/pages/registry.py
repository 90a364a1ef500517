"""Finds the page of a document by its schema: ``fairdeal.run/1`` is shown by ``reports/pages/run.py``.

A page's file defines ``SCHEMA`` and ``build(document, given, language) -> Page``, and may define

- ``runs(document)``: the run entries in it that are to be shown with pictures and plays (``given.shown``);
- ``csv_text(document)``: its figures as CSV, for ``metrics.csv``;
- ``digests(document)``: what the footer names; by default the digest of the whole document.

A new kind of document needs such a file and nothing else; `reports.pages.frame` is what the studies' pages stand in.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.languages.language import Language
from reports.pages.frame import digest_of
from reports.pages.given import Given
from reports.pages.model import Page
from variants.errors import BadInput


def schemas() -> dict[str, str]:
    """The module of each schema that has a page."""
    found = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        name = f"reports.pages.{module.name}"
        if name == __name__:
            continue
        schema = getattr(importlib.import_module(name), "SCHEMA", None)
        if schema is not None:
            found[schema] = name
    return found


def page_module(document: Mapping[str, Any]) -> Any:
    """The module that shows documents of this kind.

    Raises
    ------
    BadInput
        No page shows documents of this schema.
    """
    schema = document.get("schema")
    usual = _usual(schema)
    if usual is not None:
        return usual
    known = schemas()
    if not isinstance(schema, str) or schema not in known:
        raise BadInput.unknown("schema", str(schema), list(known))
    return importlib.import_module(known[schema])


def _usual(schema: object) -> Any:
    """The module that is called as its schema is, found without looking into all others; None when there is none."""
    named = re.fullmatch(r"fairdeal\.([a-z]+)/\d+", schema) if isinstance(schema, str) else None
    name = f"reports.pages.{named[1]}" if named else ""
    if not name or importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    return module if getattr(module, "SCHEMA", None) == schema else None


def runs(document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The run entries of a document that its page shows with pictures and plays."""
    module = page_module(document)
    found: Sequence[Mapping[str, Any]] = module.runs(document) if hasattr(module, "runs") else ()
    return found


def build(document: Mapping[str, Any], given: Given, language: Language) -> Page:
    """The page of a document."""
    page: Page = page_module(document).build(document, given, language)
    return page


def csv_text(document: Mapping[str, Any]) -> str:
    """The figures of a document as CSV with a header line; empty when its kind has none."""
    module = page_module(document)
    text: str = module.csv_text(document) if hasattr(module, "csv_text") else ""
    return text


def digest(document: Mapping[str, Any]) -> str:
    """What the footer of a page names, so that a page and its document can be told to belong together."""
    module = page_module(document)
    found: str = module.digests(document) if hasattr(module, "digests") else digest_of(document)[:12]
    return found
