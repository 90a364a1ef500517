"""What only kernels call has no machine code of its own; it is right in kernels, and when Python calls it after all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulate.kernels.jit import routine, rule, stay_a_call


@rule
def doubled(x: Any) -> Any:
    """Twice the number."""
    return 2 * x


@routine
def apart(x: Any) -> Any:
    """Twice the number and one more, as a call."""
    stay_a_call()
    return doubled(x) + 1


@routine
def summed(values: Any) -> Any:
    """The sum of what becomes of the values."""
    total = 0 * values[0]
    for value in values:
        total += apart(value) + doubled(value)
    return total


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_python_may_call_what_kernels_call(kind: type) -> None:
    values = np.arange(4).astype(kind)
    for _ in range(2):
        assert summed(values) == 4 * values.sum() + 4
        assert (doubled(values[3]), apart(values[3])) == (6, 7)


def test_what_kernels_call_has_no_machine_code() -> None:
    if not hasattr(apart, "overloads"):
        pytest.skip("nothing is compiled here")
    summed(np.arange(4))
    for function in (doubled, apart):
        assert function.overloads
        for made in function.overloads.values():
            assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name) == 0
