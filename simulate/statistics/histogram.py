"""Mean, quantiles, mode and shares of an integer measure, exact functions of its histogram."""

import hashlib
import math
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import Self

import numpy as np
import numpy.typing as npt

from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval, mean_interval, wilson
from simulate.statistics.quantiles import LARGE_N, normal_quantile, student_quantile

KURTOSIS_FACTOR = 50
"""A mean counts as normal from this many plays per unit of kurtosis on (and from `LARGE_N` plays on)."""
RESAMPLES = 2000
_FEWEST_RESAMPLES = 400
_DRAWS_AT_MOST = 20_000_000
_CHUNK_DRAWS = 1_000_000
_SMALLEST_BOOTSTRAP = 20


class Histogram:
    """Integer counts of an integer measure; everything it answers is a pure function of those counts.

    Parameters
    ----------
    counts : array of shape (bins,), any integer dtype, plays
        `counts[i]` is the number of plays whose measure was `offset + i`.
    offset : int
        Value of bin 0, in the measure's unit; may be negative.

    Raises
    ------
    ValueError
        If `counts` is not a one-dimensional array of integers >= 0.
    """

    def __init__(self, counts: npt.ArrayLike, offset: int = 0) -> None:
        array = np.asarray(counts)
        if array.size == 0:
            array = np.zeros(1, dtype=np.int64)
        if array.ndim != 1 or array.dtype.kind not in "iu" or int(array.min()) < 0:
            raise ValueError(
                f"counts: got {array.dtype} of shape {array.shape}, allowed: one-dimensional integers of at least 0"
            )
        bins = np.flatnonzero(array)
        self._values: list[int] = [int(offset) + i for i in bins.tolist()]
        self._counts: list[int] = array[bins].tolist()

    @classmethod
    def from_values(cls, values: npt.ArrayLike) -> Self:
        """Histogram of an integer array, shape (plays,), in the measure's unit."""
        array = np.asarray(values)
        if array.size == 0:
            return cls([])
        low = int(array.min())
        return cls(np.bincount(array - low), low)

    @cached_property
    def n(self) -> int:
        """Number of plays."""
        return sum(self._counts)

    @property
    def smallest(self) -> int | None:
        """Smallest value seen; None when empty."""
        return self._values[0] if self._values else None

    @property
    def largest(self) -> int | None:
        """Largest value seen; None when empty."""
        return self._values[-1] if self._values else None

    @cached_property
    def _power_sums(self) -> tuple[int, int, int, int]:
        s1 = s2 = s3 = s4 = 0
        for value, count in zip(self._values, self._counts, strict=True):
            square = value * value
            s1 += count * value
            s2 += count * square
            s3 += count * square * value
            s4 += count * square * square
        return s1, s2, s3, s4

    def power_sum(self, power: int) -> int:
        """Sum over plays of the value to the `power`, 0 to 4: an exact Python integer of any size."""
        if not 0 <= power <= 4:
            raise ValueError(f"power: got {power}, allowed: 0 to 4")
        return self.n if power == 0 else self._power_sums[power - 1]

    @cached_property
    def _central(self) -> tuple[Fraction, Fraction, Fraction]:
        """Central moments m2, m3, m4 (divisor n), exact."""
        n = self.n
        s1, s2, s3, s4 = self._power_sums
        m2 = Fraction(n * s2 - s1**2, n**2)
        m3 = Fraction(n**2 * s3 - 3 * n * s1 * s2 + 2 * s1**3, n**3)
        m4 = Fraction(n**3 * s4 - 4 * n**2 * s1 * s3 + 6 * n * s1**2 * s2 - 3 * s1**4, n**4)
        return m2, m3, m4

    def mean(self) -> float:
        """Mean in the measure's unit, one division; nan when empty."""
        return self._power_sums[0] / self.n if self.n else math.nan

    def variance(self) -> float:
        """Variance with divisor n - 1, in squared units, one division; nan below two plays."""
        n, (s1, s2, _, _) = self.n, self._power_sums
        return (n * s2 - s1 * s1) / (n * (n - 1)) if n > 1 else math.nan

    def kurtosis(self) -> float:
        """Fourth standardised moment m4 / m2**2 (3 for a normal law); nan when the measure never varied."""
        if self.n == 0 or self._central[0] == 0:
            return math.nan
        return float(self._central[2] / self._central[0] ** 2)

    def mean_is_normal(self) -> bool:
        """True if the mean may be taken as normal: n >= max(1000, 50 * kurtosis)."""
        n = self.n
        if n < LARGE_N:
            return False
        m2, _, m4 = self._central
        return n * m2 * m2 >= KURTOSIS_FACTOR * m4

    def fewest_for_normal(self) -> float:
        """Plays from which the mean may be taken as normal, if the law is as seen; inf when nothing varied."""
        m2, _, m4 = self._central if self.n else (Fraction(0),) * 3
        return max(float(LARGE_N), math.ceil(KURTOSIS_FACTOR * m4 / m2**2)) if m2 else math.inf

    def mean_interval(self, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
        """Mean with its fixed-n interval, in units of `scale`.

        Normal when `mean_is_normal`; otherwise a BCa bootstrap (Efron 1987) of multinomial resamples, widened for
        small n by Student's quantile. The resamples come from a generator keyed by the counts: the same counts
        always give the same interval. Below 20 plays Student's interval is used. Empty, single and constant
        histograms give what `intervals.mean_interval` gives.
        """
        plain = mean_interval(self.n, self._power_sums[0], self._power_sums[1], scale, confidence)
        if self.n < _SMALLEST_BOOTSTRAP or len(self._values) < 2 or self.mean_is_normal():
            return plain
        low, high = self._bootstrap_ends(confidence)
        low, high = min(low / scale, plain.value), max(high / scale, plain.value)
        return Interval(plain.value, low, high, self.n, "fixed-n", confidence)

    def _bootstrap_ends(self, confidence: float) -> tuple[float, float]:
        """Ends of the BCa interval of the mean, in the measure's unit."""
        normal = NormalDist()
        means = np.sort(self._resampled_means())
        mean = self._power_sums[0] / self.n
        below = np.count_nonzero(means < mean) + np.count_nonzero(means == mean) / 2
        bias = normal.inv_cdf(min(max(below / means.size, 0.001), 0.999))
        m2, m3, _ = self._central
        acceleration = float(m3) / (6 * float(m2) ** 1.5 * math.sqrt(self.n))
        widened = student_quantile(confidence, self.n - 1) * math.sqrt(self.n / (self.n - 1))
        ends = []
        for z in (-widened, widened):
            shifted = bias + z
            share = normal.cdf(bias + shifted / max(1 - acceleration * shifted, 0.05))
            ends.append(float(np.quantile(means, share)))
        return ends[0], ends[1]

    def _resampled_means(self) -> npt.NDArray[np.float64]:
        """Means of the resamples, shape (resamples,), in the measure's unit."""
        key = hashlib.blake2b(repr((self._values, self._counts)).encode(), digest_size=16).digest()
        generator = np.random.Generator(np.random.Philox(key=int.from_bytes(key, "little")))
        bins = len(self._values)
        resamples = min(RESAMPLES, max(_FEWEST_RESAMPLES, _DRAWS_AT_MOST // bins))
        chance = np.array(self._counts, dtype=np.float64) / self.n
        values = np.array(self._values, dtype=np.float64)
        chunk = max(1, _CHUNK_DRAWS // bins)
        parts = [
            generator.multinomial(self.n, chance, size=min(chunk, resamples - start)) @ values / self.n
            for start in range(0, resamples, chunk)
        ]
        return np.concatenate(parts)

    def at_rank(self, rank: int) -> float:
        """Value of the `rank`-th smallest play (1 is the smallest); -inf below 1 and inf above n."""
        if rank < 1:
            return -math.inf
        if rank > self.n:
            return math.inf
        return float(self._values[int(np.searchsorted(self._cumulative, rank))])

    @cached_property
    def _cumulative(self) -> npt.NDArray[np.int64]:
        return np.cumsum(np.array(self._counts, dtype=np.int64), dtype=np.int64)

    def quantile(self, q: float, scale: int = 1, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
        """Quantile with its fixed-n order-statistic interval, in units of `scale`.

        The value is the ceil(n q)-th smallest play. Ends are the plays of ranks floor(nq - z sqrt(nq(1-q))) and
        ceil(nq + z sqrt(nq(1-q))) + 1; a rank that does not exist gives -inf or inf, and so does every end at
        n <= 1. An empty histogram has value nan.

        Raises
        ------
        ValueError
            If `q` is not strictly between 0 and 1.
        """
        if not 0.0 < q < 1.0:
            raise ValueError(f"q: got {q}, allowed: strictly between 0 and 1")
        n, expected = self.n, self.n * q
        reach = normal_quantile(confidence) * math.sqrt(expected * (1 - q))
        if n == 0:
            return Interval(math.nan, -math.inf, math.inf, 0, "fixed-n", confidence)
        value = self.at_rank(min(n, max(1, math.ceil(expected)))) / scale
        low, high = self.at_rank(math.floor(expected - reach)), self.at_rank(math.ceil(expected + reach) + 1)
        return Interval(value, low / scale, high / scale, n, "fixed-n", confidence)

    def mode(self) -> int | None:
        """Most frequent value, the smallest of those that tie; None when empty."""
        if not self._values:
            return None
        return self._values[self._counts.index(max(self._counts))]

    def count_between(self, low: float, high: float) -> int:
        """Number of plays with low <= value <= high."""
        return sum(count for value, count in zip(self._values, self._counts, strict=True) if low <= value <= high)

    def cdf(self, value: float) -> float:
        """Share of plays at or below `value`; nan when empty."""
        return self.count_between(-math.inf, value) / self.n if self.n else math.nan

    def share_between(self, low: float, high: float, confidence: float = DEFAULT_CONFIDENCE) -> Interval:
        """Share of plays with low <= value <= high, with its Wilson interval."""
        return wilson(self.count_between(low, high), self.n, confidence)

    def as_dict(self) -> dict[int, int]:
        """Count of each value seen, values ascending."""
        return dict(zip(self._values, self._counts, strict=True))

    def merge(self, other: "Histogram") -> "Histogram":
        """Histogram of both sets of plays; the order of merging changes nothing."""
        merged = Histogram([])
        totals = self.as_dict()
        for value, count in other.as_dict().items():
            totals[value] = totals.get(value, 0) + count
        merged._values = sorted(totals)
        merged._counts = [totals[value] for value in merged._values]
        return merged
