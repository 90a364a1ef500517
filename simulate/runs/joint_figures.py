"""Figures made of joint counts: does the lead feed itself, what is a copy of a component worth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simulate.kernels.course_values import GROUPS, SLOPE_CHANGE, SLOPE_LEAD
from simulate.runs.figures import SUMS_FROM, Reading, _anytime, _Normal
from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.quantiles import mean_quantile, normal_quantile

FEWEST_GROUPS = 8
"""Groups of plays from which they tell how sure a regression is."""


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
    """The matrices of products of (1, surplus of each component, units won) over groups of plays.

    Least squares of the share that seat 0 wins on its surplus of every component at once, with an intercept. Where
    components are not independent of one another (a seat has one start), the shortest solution is taken.

    A game that its components nearly decide spreads less than an even one, so the usual variance of least squares does
    not hold. It is found by leaving out one group of plays after the other (delete-a-group jackknife), and widened as
    Student's quantile of so few groups is wider than the normal one.

    Parameters
    ----------
    sums : tuple of int
        By group the upper triangle, row by row, from :func:`simulate.kernels.course_values.count_components`.
    components, seats : int
    """

    def __init__(self, sums: tuple[int, ...], components: int, seats: int) -> None:
        size = components + 2
        triangles = np.array(sums, float).reshape(GROUPS, -1)
        matrices = np.zeros((GROUPS, size, size))
        rows, columns = np.triu_indices(size)
        matrices[:, rows, columns] = matrices[:, columns, rows] = triangles
        self.n = sum(sums[:: len(sums) // GROUPS])
        full = math.lcm(*range(1, seats + 1))
        self._groups = matrices[matrices[:, 0, 0] > 0]
        self._components, self._scale = components, (seats - 1) / full

    @cached_property
    def solved(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Win share that one more copy than the others have goes with, and its variance; float64[components] each."""
        k, count = self._components, len(self._groups)
        if self.n <= k + 1:
            return np.full(k, math.nan), np.full(k, math.nan)
        whole = self._groups.sum(axis=0)
        worth = self._regressed(whole)
        if count < FEWEST_GROUPS:
            return worth, np.full(k, math.nan)
        without = np.array([self._regressed(whole - group) for group in self._groups])
        variance = (count - 1) / count * ((without - without.mean(axis=0)) ** 2).sum(axis=0)
        return worth, variance * (mean_quantile(DEFAULT_CONFIDENCE, count) / normal_quantile(DEFAULT_CONFIDENCE)) ** 2

    def _regressed(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """The coefficients, float64[components]; nan for a component of which no seat ever had more."""
        n = matrix[0, 0]
        mean = matrix[0] / n
        centred = matrix - n * np.outer(mean, mean)
        xx, xy = centred[1:-1, 1:-1], centred[1:-1, -1]
        scale = np.sqrt(np.maximum(np.diag(xx), 1e-300))
        inverse = np.linalg.pinv(xx / np.outer(scale, scale), rcond=1e-9, hermitian=True) / np.outer(scale, scale)
        return np.where(np.diag(xx) > 0, inverse @ xy, math.nan) * self._scale


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
