"""Arrays as searches use them: without counting who holds them.

Numba counts the holders of an array, one locked instruction up and one down wherever a function takes one. A search
that takes its memory apart at every position spent two thirds of its time there. What a kernel call works with is kept
alive by Python, which waits for the call to end, so nobody need count.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def borrowed(typing_context: Any, arrays: Any) -> Any:
    """The same tuple of arrays, owned by nobody; only for use within the call that was given them."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = arguments[0]
        for place, kind in enumerate(arrays.types):
            array = context.make_array(kind)(context, builder, builder.extract_value(found, place))
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            found = builder.insert_value(found, array._getvalue(), place)
        return found

    fine = isinstance(arrays, types.BaseTuple) and all(isinstance(one, types.Array) for one in arrays.types)
    return (arrays(arrays), code) if fine else None
