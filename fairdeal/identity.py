"""What makes two runs or studies the same one, and what is told when they are not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulate.version import VERSION


@dataclass(frozen=True)
class Identity:
    """What makes two runs or studies the same one.

    Attributes
    ----------
    command : str
        The command line that asks for it, with its seed.
    rules : tuple of str
        The hash of every variant in it; files may change while the command stays.
    """

    command: str
    rules: tuple[str, ...]

    def head(self) -> dict[str, Any]:
        """What a file says that it belongs to."""
        return {"command": self.command, "rules": list(self.rules), "version": VERSION}


def differences(held: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """What differs between two heads, in words; empty when nothing does."""
    keys = [key for key in wanted if held.get(key) != wanted[key]]
    return "; ".join(f"{key}: {_short(held.get(key))} there, {_short(wanted[key])} now" for key in keys)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:197] + "…"
