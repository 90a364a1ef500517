"""Corrections for many questions at once: Holm for declared goals, e-BH for sweeps, Benjamini-Hochberg at one look."""

import math
from collections.abc import Sequence

import numpy as np


def _check_p_values(p_values: Sequence[float]) -> None:
    if not all(0.0 <= p <= 1.0 for p in p_values):
        raise ValueError(f"p-values: got {list(p_values)}, allowed: 0 to 1")


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm-adjusted p-values, in the order given: reject those at or below alpha.

    Holds under any dependence, and under any stopping when fed anytime p-values.

    Raises
    ------
    ValueError
        If a p-value is outside 0..1.
    """
    _check_p_values(p_values)
    m = len(p_values)
    adjusted = [0.0] * m
    running = 0.0
    for rank, index in enumerate(sorted(range(m), key=lambda i: p_values[i])):
        running = max(running, min(1.0, (m - rank) * p_values[index]))
        adjusted[index] = running
    return adjusted


def benjamini_hochberg(p_values: Sequence[float], any_dependence: bool = False) -> list[float]:
    """False-discovery-rate adjusted p-values, in the order given: reject those at or below q.

    Only for p-values of one fixed look. `any_dependence` uses Benjamini-Yekutieli, which also suits anytime
    p-values.

    Raises
    ------
    ValueError
        If a p-value is outside 0..1.
    """
    from scipy.stats import false_discovery_control

    _check_p_values(p_values)
    if not p_values:
        return []
    adjusted = false_discovery_control(np.asarray(p_values), method="by" if any_dependence else "bh")
    return [float(p) for p in adjusted]


def e_bh(log_e_values: Sequence[float], q: float = 0.05) -> list[bool]:
    """Which hypotheses e-BH rejects at false discovery rate `q`, in the order given (Wang and Ramdas 2022).

    Keeps the j largest e-values for the largest j with E_(j) >= K / (q j). Holds under any dependence. Feed it
    the e-values at the common stop, never their maxima over looks: those are not e-values.

    Parameters
    ----------
    log_e_values : sequence of float, length (hypotheses,)
        Natural logarithms of the e-values.

    Raises
    ------
    ValueError
        If `q` is not strictly between 0 and 1, or a value is nan.
    """
    if not 0.0 < q < 1.0 or any(math.isnan(value) for value in log_e_values):
        raise ValueError(f"e-BH: got q = {q} and {list(log_e_values)}, allowed: 0 < q < 1 and numbers")
    total = len(log_e_values)
    order = sorted(range(total), key=lambda i: -log_e_values[i])
    kept = 0
    for j, index in enumerate(order, start=1):
        if log_e_values[index] >= math.log(total / (q * j)):
            kept = j
    rejected = [False] * total
    for index in order[:kept]:
        rejected[index] = True
    return rejected
