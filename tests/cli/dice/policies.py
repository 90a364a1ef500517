from __future__ import annotations

from tests.toys.race import choose

KINDS = {"bold": 1, "shy": 2}

__all__ = ["KINDS", "choose"]
