"""The time inside a kernel, for searches that are given milliseconds instead of iterations."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numba import types

from simulate.kernels.jit import rule

MONOTONIC = np.int32(getattr(time, "CLOCK_MONOTONIC", 1))
NANOSECONDS = 1_000_000_000

_clock_gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, types.uintp))


@rule
def now(clock: Any) -> Any:
    """Nanoseconds (int64) since some moment in the past; `clock` is scratch space, int64[2]."""
    _clock_gettime(MONOTONIC, clock.ctypes.data)
    return clock[0] * NANOSECONDS + clock[1]
