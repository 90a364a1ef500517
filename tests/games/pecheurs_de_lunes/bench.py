"""Kernels that only tests need: many draws from one position, many set-ups, single actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.pecheurs_de_lunes import rules as game
from simulate.kernels.jit import routine
from simulate.kernels.playout import WORK
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import begin_decision, open_stream


@routine
def _draw(state: Any, table: Any, noise: Any, seed: Any, codes: Any) -> None:
    for play in range(len(codes)):
        open_stream(noise, seed, POLICY, play)
        begin_decision(noise, 0, 7)
        codes[play] = game.pick_uniform(state, table, noise)


@routine
def set_up_many(states: Any, table: Any, seed: Any) -> None:
    """Write the set-up of play i to ``states[i]``."""
    for play in range(len(states)):
        game.setup(states[play], table, seed, play)


def drawn_actions(state: np.void, table: NDArray[np.void], seed: int, plays: int) -> NDArray[np.int64]:
    """What uniform play picks in one position with the luck of each of `plays` plays."""
    codes = np.zeros(plays, np.int64)
    work = np.zeros(1, WORK)
    _draw(state, table[0], work[0], np.uint64(seed), codes)
    return codes


@routine
def _list(state: Any, table: Any, actions: Any) -> Any:
    return game.legal(state, table, actions)


@routine
def _apply(state: Any, table: Any, action: Any) -> None:
    game.apply(state, table, action)


@routine
def _survey(state: Any, table: Any) -> None:
    game.clear_survey(state)
    game.survey(state, table, state.turn)


def listed(state: NDArray[np.void], table: NDArray[np.void]) -> list[int]:
    """The legal actions of a position (shape (1,))."""
    actions = np.zeros(4096, np.int64)
    n = _list(state[0], table[0], actions)
    return [int(action) for action in actions[:n]]


def applied(state: NDArray[np.void], table: NDArray[np.void], action: int) -> NDArray[np.void]:
    """The position after an action, shape (1,)."""
    after = state.copy()
    _apply(after[0], table[0], action)
    return after


def surveyed(state: NDArray[np.void], table: NDArray[np.void]) -> NDArray[np.void]:
    """The position with its survey made anew, after a test has changed it by hand."""
    after = state.copy()
    _survey(after[0], table[0])
    return after


def set_ups(table: NDArray[np.void], seed: int, plays: int) -> NDArray[np.void]:
    """The set-ups of plays 0 … plays - 1, shape (plays,)."""
    states = np.zeros(plays, game.STATE)
    set_up_many(states, table[0], np.uint64(seed))
    return states
