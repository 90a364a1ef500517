"""The compile options of every kernel, in one place.

Nothing else in the project may call ``numba.njit``: a house check reads the sources and refuses it.

Both kinds of functions that kernels call are optimised and made machine code only in them (:mod:`.inner`).

* ``rule``: a small function that is always inlined into the kernel that calls it. Never cached on its own: the kernel
  that swallowed it is cached, under a stamp of all sources (see :mod:`simulate.kernels.cache`).
* ``routine``: a larger helper, not marked for inlining itself; under a ``rule`` numba hands that mark on to it.
* ``stay_a_call``: written first in a routine, keeps it a call of its own even under a ``rule``.
* ``compile_kernel``: an entry point called from Python: cached, releases the interpreter lock.

``error_model='numpy'`` leaves out the checks for division by zero; kernels divide only by values checked in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.extending import intrinsic

from simulate.kernels import cache
from simulate.kernels.inner import inner

Compiler = Callable[[Callable[..., Any]], Any]
rule: Compiler = inner({"forceinline": True, "error_model": "numpy"})
routine: Compiler = inner({"error_model": "numpy"})


def compile_kernel(function: Callable[..., Any]) -> Any:
    """Return `function` compiled as an entry point: kept between processes where that is possible, ``nogil``."""
    cache.install()
    return cache.attach(njit(nogil=True, error_model="numpy")(function))


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def stay_a_call(typing_context: Any) -> Any:
    """Does nothing, but the function that calls it is never copied into its callers."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        attributes = builder.function.attributes
        attributes.discard("alwaysinline")
        attributes.add("noinline")
        return context.get_dummy_value()

    return types.none(), code
