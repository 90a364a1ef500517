"""Plays a toy through the generic kernels."""

from __future__ import annotations

import functools
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np

from simulate.kernels.playout import POLICIES, WORK
from simulate.kernels.specialise import RULES, specialise
from simulate.kernels.tally import make_layout


@functools.cache
def kernels(toy: ModuleType) -> SimpleNamespace:
    """The toy's kernels."""
    rules = {name: getattr(toy, name) for name in RULES}
    return specialise(toy.__name__.rpartition(".")[2], [Path(__file__).parent], rules)


def scratch(toy: ModuleType) -> tuple[np.void, np.void, tuple[()]]:
    """Space for one call of a kernel without searches."""
    return np.zeros(1, toy.STATE)[0], np.zeros(1, WORK)[0], ()


def count(toy: ModuleType, table: np.ndarray, sizes: list[int], *, seats: int, seed: int, first: int = 0, plays: int,
          limit: int = 10_000) -> tuple[int, np.ndarray]:  # fmt: skip
    """Status and row of `plays` plays."""
    layout = make_layout(seats, sizes)
    row = np.zeros(int(layout[0]["width"]), np.int64)
    policies = np.zeros(1, POLICIES)
    records = (*scratch(toy), table[0], policies[0], layout[0])
    status = kernels(toy).play_block(*records, np.uint64(seed), first, plays, limit, row)
    return status, row
