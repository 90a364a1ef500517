"""Loads numba without scipy's linear algebra, which no kernel needs: a fifth of a warm start.

When numba loads its array functions it looks whether scipy's BLAS is there, for ``np.inner`` alone, and imports all of
``scipy.linalg`` for it. Whoever calls ``np.inner`` in a kernel of their own gets numba's plain loop instead.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

NOT_NEEDED = "scipy.linalg"


def load() -> None:
    """Import numba's array functions as if there were no `NOT_NEEDED`, unless somebody has it already."""
    modules: dict[str, Any] = sys.modules
    if NOT_NEEDED in modules:
        return
    modules[NOT_NEEDED] = None  # importing it fails now
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del modules[NOT_NEEDED]
