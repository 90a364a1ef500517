"""Figures made of joint counts: does the lead feed itself, what is a copy of a component worth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simulate.kernels.course_values import SLOPE_CHANGE, SLOPE_LEAD
from simulate.runs.figures import SUMS_FROM, Reading, _anytime, _Normal
from simulate.statistics.intervals import Interval
from simulate.statistics.quantiles import normal_quantile


class Regressed(_Normal):
    """A figure whose estimate and its variance come from a regression over plays."""

    n: int

    def value(self) -> float:
        """The estimate; nan when nothing varied."""
        return self._estimate()[0]

    def variance(self) -> float:
        """Variance that one play contributes."""
        return self._estimate()[1] * self.n

    def interval(self, reading: Reading) -> Interval:
        """Normal interval; or the normal-mixture sequence, which says nothing below `SUMS_FROM` plays."""
        value, s2, trusted = self._estimate()
        if reading.kind == "anytime":
            return _anytime(self.n, (value, s2, trusted), reading)
        if not math.isfinite(s2):
            return Interval(value, -math.inf, math.inf, self.n, "fixed-n", reading.confidence)
        reach = normal_quantile(reading.confidence) * math.sqrt(s2)
        return Interval(value, value - reach, value + reach, self.n, "fixed-n", reading.confidence)


@dataclass(frozen=True)
class LeadSlope(Regressed):
    """Slope of what the lead changes by after half the game on the lead in the middle.

    Least squares with an intercept; the variance holds whatever the residuals' spread depends on (HC0; White 1980).
    The counts are the joint histogram of :func:`simulate.kernels.course_values.count_slope`.
    """

    counts: tuple[int, ...]

    @property
    def n(self) -> int:  # type: ignore[override]  # a property where the base names a field
        """Plays counted."""
        return sum(self.counts)

    @cached_property
    def _found(self) -> tuple[float, float, bool]:
        w: NDArray[np.float64] = np.array(self.counts, float).reshape(2 * SLOPE_LEAD + 1, 2 * SLOPE_CHANGE + 1)
        n = w.sum()
        x, y = np.arange(-SLOPE_LEAD, SLOPE_LEAD + 1.0), np.arange(-SLOPE_CHANGE, SLOPE_CHANGE + 1.0)
        if n < 3:
            return math.nan, math.nan, False
        mean_x, mean_y = (w.sum(1) @ x) / n, (w.sum(0) @ y) / n
        dx, dy = (x - mean_x)[:, None], (y - mean_y)[None, :]
        spread = float((w * dx * dx).sum())
        if spread == 0:
            return math.nan, math.nan, False
        slope = float((w * dx * dy).sum()) / spread
        residual = dy - slope * dx
        return slope, float((w * dx * dx * residual * residual).sum()) / spread**2, n >= SUMS_FROM

    def _estimate(self) -> tuple[float, float, bool]:
        return self._found


class Products:
    """The matrix of products of (1, surplus of each component, units won) over plays.

    Least squares of the share that seat 0 wins on its surplus of every component at once, with an intercept. Where
    components are not independent of one another (a seat has one start), the shortest solution is taken.

    Parameters
    ----------
    sums : tuple of int
        Upper triangle, row by row, from :func:`simulate.kernels.course_values.count_components`.
    components, seats : int
    """

    def __init__(self, sums: tuple[int, ...], components: int, seats: int) -> None:
        size = components + 2
        matrix = np.zeros((size, size))
        matrix[np.triu_indices(size)] = [float(one) for one in sums]
        matrix += np.triu(matrix, 1).T
        self.n = sums[0] if sums else 0
        full = math.lcm(*range(1, seats + 1))
        self._matrix, self._components, self._scale = matrix, components, (seats - 1) / full

    @cached_property
    def solved(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Win share that one more copy than the others have goes with, and its variance; float64[components] each."""
        k, n = self._components, self.n
        if n <= k + 1:
            return np.full(k, math.nan), np.full(k, math.nan)
        mean = self._matrix[0] / n
        centred = self._matrix - n * np.outer(mean, mean)
        xx, xy, yy = centred[1:-1, 1:-1], centred[1:-1, -1], centred[-1, -1]
        scale = np.sqrt(np.maximum(np.diag(xx), 1e-300))
        inverse = np.linalg.pinv(xx / np.outer(scale, scale), rcond=1e-9, hermitian=True) / np.outer(scale, scale)
        worth = inverse @ xy
        rest = max(0.0, yy - worth @ xy) / (n - k - 1)
        varied = np.diag(xx) > 0
        variance = np.where(varied, rest * np.diag(inverse), math.nan)
        return np.where(varied, worth, math.nan) * self._scale, variance * self._scale**2


@dataclass(frozen=True)
class Worth(Regressed):
    """What one copy of a component is worth in win share."""

    products: Products
    component: int

    @property
    def n(self) -> int:  # type: ignore[override]  # a property where the base names a field
        """Plays counted."""
        return self.products.n

    def _estimate(self) -> tuple[float, float, bool]:
        worth, variance = (float(one[self.component]) for one in self.products.solved)
        return worth, variance, self.n >= SUMS_FROM and math.isfinite(variance)
