"""Give the check of a sample mean against a known answer."""

from __future__ import annotations

import math
from collections.abc import Sequence

STANDARD_ERRORS = 4.5


def assert_mean(values: Sequence[float], expected: float) -> None:
    """Check that the mean lies within so many standard errors of the known answer."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    assert abs(mean - expected) <= STANDARD_ERRORS * math.sqrt(variance / len(values))
