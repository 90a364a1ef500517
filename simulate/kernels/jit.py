"""The compile options of every kernel, in one place.

Nothing else in the project may call ``numba.njit``: a house check reads the sources and refuses it.

* ``rule``: a small function that is always inlined into the kernel that calls it. Never cached on its own: the kernel
  that swallowed it is cached, under a stamp of all sources (see :mod:`simulate.kernels.cache`).
* ``routine``: a larger helper, not marked for inlining itself; under a ``rule`` numba hands that mark on to it.
* ``compile_kernel``: an entry point called from Python: cached, releases the interpreter lock.

``error_model='numpy'`` leaves out the checks for division by zero; kernels divide only by values checked in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit

from simulate.kernels import cache

Compiler = Callable[[Callable[..., Any]], Any]
rule: Compiler = njit(forceinline=True, error_model="numpy")
routine: Compiler = njit(error_model="numpy")


def compile_kernel(function: Callable[..., Any]) -> Any:
    """Return `function` compiled as an entry point: kept between processes where that is possible, ``nogil``."""
    cache.install()
    return cache.attach(njit(nogil=True, error_model="numpy")(function))
