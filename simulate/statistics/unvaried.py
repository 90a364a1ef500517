"""The mean of a measure that had the same value in every play: a play that differs may only be rare.

The share q of plays that differ is bounded as that of an event never seen; each of them may lie as far away as the
measure's range allows. So the mean lies between v - q (v - 0) and v + q (largest - v).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from simulate.statistics.anytime import exp_or_inf, log_share_martingale, share_cs, tau2
from simulate.statistics.intervals import Interval, Kind

TUNED = 0.25
"""Half-width that tunes the sequence of a share: with one so wide the bound is near 4.4 / n at every n."""
PART = 4.0
"""An anytime bound takes a quarter of the chance of error; once plays differ, the sequence of the mean goes on."""


@dataclass(frozen=True, slots=True)
class Unvaried:
    """`n` plays that all had the value `value`, of whole values 0 … `largest`.

    Parameters
    ----------
    value, largest, n : int
    kind : {"fixed-n", "anytime"}
    confidence : float
    """

    value: int
    largest: int
    n: int
    kind: Kind
    confidence: float

    def differing(self) -> float:
        """Largest share of plays that may differ: Clopper-Pearson's bound, or that of the share's sequence."""
        if self.kind == "fixed-n":
            return -math.expm1(math.log((1.0 - self.confidence) / 2.0) / self.n)
        return share_cs(0, self.n, TUNED, 1, 1.0 - (1.0 - self.confidence) / PART).high

    def interval(self, scale: int = 1) -> Interval:
        """The value with all means that are possible, in units of `scale`."""
        q, value = self.differing(), self.value / scale
        low, high = value * (1.0 - q), value + q * (self.largest - self.value) / scale
        return Interval(value, low, high, self.n, self.kind, self.confidence)

    def p_value(self, bound: float) -> float:
        """Two-sided p-value against "the mean is `bound`", in whole values, or farther away on that side."""
        far = self.largest - self.value if bound > self.value else self.value
        gap = abs(bound - self.value)
        if gap >= far:
            return 0.0 if gap > far else float(far == 0)
        q = gap / far
        if q == 0.0:
            return 1.0
        if self.kind == "fixed-n":
            return min(1.0, 2.0 * math.exp(self.n * math.log1p(-q)))
        log_e = log_share_martingale(q, 0, self.n, tau2(TUNED, (1.0 - self.confidence) / PART))
        return min(1.0, PART / exp_or_inf(log_e)) if log_e > 0.0 else 1.0
