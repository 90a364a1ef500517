"""A search among more candidates than can all be played: Optuna's tree-structured Parzen estimator picks them.

All trials share one block of plays, so that they differ by their rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simulate.studies.candidates import Candidate, Loss
from simulate.studies.grid import Design
from variants.errors import BadInput

_WORST = 1e12
"""What a candidate that cannot be played is worth, so that its neighbours are avoided."""

MOST_MISSES = 20
"""Asking ends after this many times the trials: what is left cannot be played, or was played already."""


def search(
    design: Design,
    make: Callable[[Sequence[int]], Candidate],
    play: Callable[[Candidate], Loss],
    trials: int,
    seed: int,
) -> tuple[list[tuple[Candidate, Loss]], list[Candidate]]:
    """The candidates that were played, each once, with their losses; and those that cannot be played.

    Parameters
    ----------
    make : callable
        The candidate of level numbers, one an axis.
    play : callable
        Plays a candidate and returns its loss.
    trials : int
        Candidates to be played.
    seed : int
        Of the picking; the same seed picks the same candidates.

    Raises
    ------
    BadInput
        Optuna is not installed.
    """
    try:
        import optuna
    except ImportError:
        raise BadInput.of(
            f"{len(design.cells)} candidates are too many to play them all; install optuna, which picks those worth "
            "playing (pip install 'fairdeal[tune]'), or give --samples 500"
        ) from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed % 2**32))
    played: dict[tuple[int, ...], tuple[Candidate, Loss]] = {}
    refused: dict[tuple[int, ...], Candidate] = {}
    for _ in range(MOST_MISSES * trials):
        if len(played) == trials:
            break
        trial = study.ask()
        levels = tuple(_level(trial, design, axis) for axis in range(len(design.axes)))
        if levels not in played and levels not in refused:
            candidate = make(levels)
            if candidate.specs:
                played[levels] = candidate, play(candidate)
            else:
                refused[levels] = candidate
        study.tell(trial, _value(played[levels][1]) if levels in played else _WORST)
    return list(played.values()), list(refused.values())


def _level(trial: Any, design: Design, axis: int) -> int:
    """A level: near ones are alike if the values are numbers that rise."""
    one = design.axes[axis]
    if one.ordered:
        return int(trial.suggest_int(one.key, 0, len(one.values) - 1))
    return int(trial.suggest_categorical(one.key, list(range(len(one.values)))))


def _value(loss: Loss) -> float:
    """One number to be made small; the imbalance tells candidates without loss apart."""
    return min(loss.goals, 1e9) + min(max(loss.imbalance, 0.0), 1.0)
