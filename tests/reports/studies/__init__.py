"""Study documents of small runs of a game that is not installed, kept as files; `of` reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NAMES = ("compare", "gate", "ladder", "plan", "sensitivity", "solve", "sweep", "tune")


def of(name: str) -> dict[str, Any]:
    """The kept document of a study."""
    found: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    return found
