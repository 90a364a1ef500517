"""Functions that kernels swallow: read and typed like any other, but no machine code is made of them alone.

Numba optimises every function to its end, makes machine code of it and two wrappers for Python around it, and then does
it all again in each function that calls it. What only kernels call needs none of that: here a function is handed to its
callers as it was lowered, and the kernel is optimised once, with everything in it. That halves a first compile.

Called from Python, as tests do, such a function is compiled once more in the ordinary way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from numba.core import codegen, compiler, config
from numba.core.registry import CPUDispatcher

WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _WithoutEnvironments:
    """A code generator that is told of no environment: those of functions without machine code cannot be found."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: environments serve exceptions and printing, which kernels know nothing of."""


class _InnerLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]  # numba ships no types
    """The code of a function for others to link: simplified function by function, not optimised as a whole."""

    @property
    def codegen(self) -> Any:
        """The code generator, as far as it concerns code that does not run."""
        return _WithoutEnvironments(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: no such function can be called."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Leave that to the kernel."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _InnerCompiler(compiler.Compiler):  # type: ignore[misc]  # numba ships no types
    """Numba's compiler with another kind of library."""

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing_context, target_context, library, *rest)
        self.state.library = _InnerLibrary(target_context.codegen(), "inner")


class _Inner(CPUDispatcher):  # type: ignore[misc]  # numba ships no types
    """A function by its types; kernels find its code here, Python never does."""

    def add_overload(self, result: Any) -> None:
        """Keep what was compiled, for kernels alone."""
        self.overloads[tuple(result.signature.args)] = result

    @cached_property
    def _alone(self) -> Any:
        options = {name: value for name, value in self.targetoptions.items() if name not in WITHOUT_WRAPPERS}
        return CPUDispatcher(py_func=self.py_func, targetoptions=options)

    def _compile_for_args(self, *args: Any, **named: Any) -> Any:
        return self._alone._compile_for_args(*args, **named)


def inner(options: Mapping[str, Any]) -> Callable[[Callable[..., Any]], Any]:
    """Return what makes of a Python function one for kernels, with these options of ``numba.njit``."""

    def wrap(function: Callable[..., Any]) -> Any:
        if config.DISABLE_JIT:
            return function
        wanted = {"nopython": True, "boundscheck": None, **options, **WITHOUT_WRAPPERS}
        return _Inner(py_func=function, targetoptions=wanted, pipeline_class=_InnerCompiler)

    return wrap
