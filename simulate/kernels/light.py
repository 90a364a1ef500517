"""Loads what numba compiles with, without scipy's linear algebra, which no kernel needs.

When numba loads its array functions it looks whether scipy's BLAS is there, for ``np.inner`` alone, and imports all of
``scipy.linalg`` for it. Whoever calls ``np.inner`` in a kernel of their own gets numba's plain loop instead.
"""

from __future__ import annotations

import importlib
from typing import Any, NoReturn


def load() -> None:
    """Import numba's array functions as if there were no BLAS; nothing of scipy's own is touched."""
    linalg: Any = importlib.import_module("numba.np.linalg")
    look = getattr(linalg, "ensure_blas", None)
    if look is None:  # a numba that looks elsewhere: it may load what it likes
        return
    linalg.ensure_blas = _no_blas
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = look


def _no_blas() -> NoReturn:
    raise ImportError("left out")
