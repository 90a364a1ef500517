"""Which dials explain the differences between cells that share their luck, with intervals, from blocks of plays.

:mod:`simulate.statistics.sensitivity` takes the noise of the cells to be independent. Cells that share their luck
have common noise, which mostly cancels and must not be taken out twice. Here the plays are cut into blocks with luck of
their own; the noise of every sum of squares is measured between the blocks, whatever the cells have in common.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simulate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from simulate.statistics.quantiles import student_quantile

Floats = npt.NDArray[np.float64]

FEWEST_BLOCKS = 3


@dataclass(frozen=True, slots=True)
class BlockEffects:
    """Shares of a metric's variance over a full factorial that each dial explains.

    Parameters
    ----------
    first : tuple of Interval, one a dial
        Explained by the dial alone.
    total : tuple of Interval, one a dial
        Explained by the dial alone or together with others.
    variance : Interval
        Variance between the cells without the noise, in squared units of the metric.

    Notes
    -----
    Shares scatter around the truth, so one that is 0 may be estimated below. They are nan, with ends -inf and inf,
    when the variance is not surely above 0: the cells differ by no more than the noise.
    """

    first: tuple[Interval, ...]
    total: tuple[Interval, ...]
    variance: Interval


def block_effects(blocks: npt.ArrayLike, plays: int = 0, confidence: float = DEFAULT_CONFIDENCE) -> BlockEffects:
    """First-order and total shares with jackknife intervals.

    Parameters
    ----------
    blocks : array of shape (blocks, levels of dial 0, levels of dial 1, ...), float64, in the metric's unit
        Mean of the metric in each block of plays and cell. Blocks have equally many plays, each luck of its own; cells
        may share theirs within a block.
    plays : int
        Plays of a cell, to be told with the intervals.

    Returns
    -------
    BlockEffects
        For a sum of squares Q (the variance of the cells; of the level means of a dial; the mean variance over a
        dial with the others held) with its inner product <x, y>: the mean of <x_a, x_b> over all pairs of different
        blocks, which is unbiased for Q of the true means since their luck is independent. It equals Q of the overall
        means less the noise measured between the blocks. Shares are ratios of these. Intervals: delete-one-block
        jackknife, Student with B - 1 degrees of freedom.

    Raises
    ------
    ValueError
        Fewer than 3 blocks, no dial, or a mean that is not finite.
    """
    cells = np.asarray(blocks, dtype=np.float64)
    if cells.ndim < 2 or cells.shape[0] < FEWEST_BLOCKS or cells.size == 0 or not np.isfinite(cells).all():
        raise ValueError(f"blocks: got shape {cells.shape}, allowed: at least {FEWEST_BLOCKS} blocks of finite means")
    whole, left_out = (np.array(part) for part in zip(*map(_corrected, _parts(cells)), strict=True))
    variance = _jackknife(float(whole[0]), left_out[0], plays, confidence)
    dials = cells.ndim - 1
    if not variance.low > 0.0:
        unknown = (Interval(math.nan, -math.inf, math.inf, plays, "fixed-n", confidence),) * dials
        return BlockEffects(unknown, unknown, variance)
    shares = whole[1:] / whole[0]
    others = left_out[1:] / left_out[0]
    found = [_jackknife(float(shares[i]), others[i], plays, confidence) for i in range(2 * dials)]
    return BlockEffects(tuple(found[:dials]), tuple(found[dials:]), variance)


def _parts(cells: Floats) -> Iterator[Floats]:
    """Yield arrays (blocks, coordinates) whose squared lengths are the sums of squares.

    First of the variance of the cells, then of each dial's first-order part, then of each dial's total part.
    """
    count, size = len(cells), cells[0].size
    dials = range(1, cells.ndim)
    centred = cells - cells.reshape(count, -1).mean(axis=1).reshape(-1, *[1] * (cells.ndim - 1))
    yield centred.reshape(count, -1) / math.sqrt(size)
    for dial in dials:
        others = tuple(axis for axis in dials if axis != dial)
        means = centred.mean(axis=others) if others else centred
        yield means / math.sqrt(cells.shape[dial])
    for dial in dials:
        within = cells - cells.mean(axis=dial, keepdims=True)
        yield within.reshape(count, -1) / math.sqrt(size)


def _corrected(part: Floats) -> tuple[float, Floats]:
    """A sum of squares without the noise: the mean product of two different blocks; and without each block in turn."""
    count = len(part)
    squares = (part * part).sum(axis=1)
    total = part.sum(axis=0)
    whole = (float(total @ total) - float(squares.sum())) / (count * (count - 1))
    rest = total - part
    left_out = ((rest * rest).sum(axis=1) - (squares.sum() - squares)) / ((count - 1) * (count - 2))
    return whole, left_out


def _jackknife(value: float, left_out: Floats, plays: int, confidence: float) -> Interval:
    count = len(left_out)
    if not np.isfinite(left_out).all():
        return Interval(value, -math.inf, math.inf, plays, "fixed-n", confidence)
    spread = float(((left_out - left_out.mean()) ** 2).sum()) * (count - 1) / count
    reach = student_quantile(confidence, count - 1) * math.sqrt(spread)
    return Interval(value, value - reach, value + reach, plays, "fixed-n", confidence)
