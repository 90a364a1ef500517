"""Goodness-of-fit tests for whole histograms, at fixed seeds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

LEAST = 1e-4
"""A p-value below this fails a test; seeds are fixed, so a passing test passes always."""


def p_one_sample(counts: ArrayLike, chances: Sequence[float] | ArrayLike) -> float:
    """Chi-square p-value of counts against exact chances; rare outcomes are pooled, impossible ones must not occur."""
    found, expected = np.asarray(counts, float), np.asarray(chances, float) * np.sum(counts)
    assert found.shape == expected.shape
    assert abs(float(np.sum(chances)) - 1.0) < 1e-9
    if found[expected == 0].sum() > 0:
        return 0.0
    rare = expected < 8
    found = np.append(found[~rare], found[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    found, expected = found[expected > 0], expected[expected > 0]
    if len(found) < 2:
        return 1.0
    return float(chi2.sf(((found - expected) ** 2 / expected).sum(), len(found) - 1))


def p_two_samples(first: ArrayLike, second: ArrayLike) -> float:
    """Chi-square p-value of two histograms having one law; rare outcomes are pooled."""
    table = np.array([first, second], float)
    both = table.sum(axis=0)
    rare = both * min(table.sum(axis=1)) / table.sum() < 8
    table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) > 0]
    if table.shape[1] < 2:
        return 1.0
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return float(chi2.sf(((table - expected) ** 2 / expected).sum(), table.shape[1] - 1))
