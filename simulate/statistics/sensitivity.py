"""Which rule values matter: variance decomposition over a full factorial, corrected for the noise of finite plays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Effects:
    """Shares of a metric's variance over the factorial that each dial explains.

    Parameters
    ----------
    first : tuple of float, one a dial
        First-order index: explained by the dial alone.
    total : tuple of float, one a dial
        Total index: explained by the dial alone or together with others.
    variance : float
        Variance between cells without the noise, in squared units of the metric.
    noise : float
        Mean sampling variance of a cell, in squared units of the metric.

    Notes
    -----
    Indices are estimates: a null one scatters around 0 and may be below. All are nan when the cells differ by no
    more than the noise.
    """

    first: tuple[float, ...]
    total: tuple[float, ...]
    variance: float
    noise: float


def share_noise(wins: npt.NDArray[np.int64], plays: int) -> float:
    """Mean sampling variance of the cells' win shares: mean of p (1 - p) / (m - 1).

    Parameters
    ----------
    wins : array of int64, any shape (cells), plays won
        Wins of each cell.
    plays : int
        m, the plays of each cell.

    Raises
    ------
    ValueError
        If `plays` is below 2.
    """
    if plays < 2:
        raise ValueError(f"plays a cell: got {plays}, allowed: at least 2")
    p = wins / plays
    return float(np.mean(p * (1.0 - p)) / (plays - 1))


def factorial_effects(means: npt.ArrayLike, noise: float = 0.0) -> Effects:
    """First-order and total indices of each dial from the metric's mean in every cell of a full factorial.

    Parameters
    ----------
    means : array of shape (levels of dial 0, levels of dial 1, ...), float64, in the metric's unit
        Mean of the metric in each cell; every cell has the same number of plays.
    noise : float
        v, the mean sampling variance of a cell: `share_noise`, or the mean of var / m for other metrics.

    Returns
    -------
    Effects
        With C cells, L levels of dial i, and variances with divisor N:
        V = Var(cells) - v (1 - 1/C);
        first = (Var over levels of the level means - v (L/C) (1 - 1/L)) / V;
        total = (mean over the other dials of Var over dial i - v (1 - 1/L)) / V.

    Raises
    ------
    ValueError
        If there is no cell, a mean is not finite or `noise` is negative.
    """
    cells = np.asarray(means, dtype=np.float64)
    if cells.ndim == 0 or cells.size == 0 or not np.isfinite(cells).all() or noise < 0.0:
        raise ValueError(f"cells: got shape {cells.shape}, noise {noise}, allowed: finite means, noise of at least 0")
    variance = float(cells.var()) - noise * (1.0 - 1.0 / cells.size)
    if not variance > 0.0:
        unknown = (float("nan"),) * cells.ndim
        return Effects(unknown, unknown, variance, noise)
    dials = range(cells.ndim)
    first = tuple(_first_order(cells, dial, noise) / variance for dial in dials)
    total = tuple(_total(cells, dial, noise) / variance for dial in dials)
    return Effects(first, total, variance, noise)


def _first_order(cells: Floats, dial: int, noise: float) -> float:
    levels = int(cells.shape[dial])
    others = tuple(axis for axis in range(cells.ndim) if axis != dial)
    level_means = cells.mean(axis=others) if others else cells
    between = float(level_means.var())
    return between - noise * (levels / cells.size) * (1.0 - 1.0 / levels)


def _total(cells: Floats, dial: int, noise: float) -> float:
    levels = int(cells.shape[dial])
    within = float(cells.var(axis=dial).mean())
    return within - noise * (1.0 - 1.0 / levels)


def jansen_total(base: npt.ArrayLike, changed: npt.ArrayLike, noise_base: float, noise_changed: float) -> float:
    """Total index of one dial from pairs of cells that differ in it alone, for factorials too large to fill.

    Parameters
    ----------
    base : array of shape (pairs,), float64, in the metric's unit
        Metric at cells drawn at random.
    changed : array of shape (pairs,), float64, in the metric's unit
        Metric at the same cells with this dial drawn anew.
    noise_base, noise_changed : float
        Mean sampling variances of the two.

    Returns
    -------
    float
        (mean((base - changed)**2) - noise_base - noise_changed) / 2 / (Var(base) - noise_base); nan when the cells
        differ by no more than the noise. The noise of the two cells of a pair must be independent: use another
        seed block for `changed`.

    Raises
    ------
    ValueError
        If the arrays differ in shape or are empty.
    """
    first, second = np.asarray(base, dtype=np.float64), np.asarray(changed, dtype=np.float64)
    if first.shape != second.shape or first.size == 0:
        raise ValueError(f"pairs: got shapes {first.shape} and {second.shape}, allowed: the same, not empty")
    variance = float(first.var()) - noise_base
    if not variance > 0.0:
        return float("nan")
    return (float(np.mean((first - second) ** 2)) - noise_base - noise_changed) / 2.0 / variance
