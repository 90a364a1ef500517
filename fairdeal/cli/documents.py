"""JSON as text: structure indented, lists of numbers on one line."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from fairdeal.cli.streams import is_unicode

_NUMBERS = re.compile(r"\[\n\s*([-\d.eE+,\s]+?)\n\s*\]")
_GAP = re.compile(r",\n\s*")


def json_text(document: Any, *, ascii_only: bool = False) -> str:
    """The document as JSON text with a line end."""
    text = json.dumps(document, indent=2, ensure_ascii=ascii_only, allow_nan=False)
    return _NUMBERS.sub(lambda found: f"[{_GAP.sub(', ', found[1])}]", text) + "\n"


def json_for_stdout(document: Any) -> str:
    """The document as JSON text that stdout can show as it is."""
    return json_text(document, ascii_only=not is_unicode(sys.stdout))
