"""What searches need to know of the game: there is no luck after the set-up, and nothing is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pecheurs_de_lunes.rules import action_number
from simulate.kernels.jit import rule


@rule
def determinize(state: Any, table: Any, seat: Any, noise: Any) -> Any:
    """Change nothing: every seat knows everything."""


@rule
def count_legal(state: Any, table: Any, actions: Any) -> Any:
    """Number (int64) of legal actions."""
    return np.int64(state.choices)


@rule
def legal_number(state: Any, table: Any, k: Any, actions: Any) -> Any:
    """Legal action number `k` (int64)."""
    return action_number(state, table, np.uint64(k))
