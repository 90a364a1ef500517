"""The value of a position by trying everything, in plain Python, with the rules of the oracle and nothing else."""

from __future__ import annotations

import copy
from typing import Any

from tests.oracles.pecheurs import Pecheurs


def after(play: Pecheurs, action: tuple[Any, ...]) -> Pecheurs:
    """The play after one more action; `play` itself stays as it is."""
    one = copy.copy(play)
    one.tiles = dict(play.tiles)
    for name in ("figures", "moons", "jump_tiles", "swap_tiles", "to_place"):
        setattr(one, name, list(getattr(play, name)))
    one.play(action)
    return one


class TooLarge(Exception):
    """There are more positions than were to be looked at."""


def margin(play: Pecheurs, most: int, known: dict[Any, int] | None = None) -> int:
    """Moons that seat 0 takes from here on, less those of seat 1, when both play for that.

    Parameters
    ----------
    play : Pecheurs
        A play of two seats.
    most : int
        Positions to be looked at; with more of them TooLarge is raised.
    known : dict, optional
        Values of positions met before in the same deal; what was taken so far is no part of a position.
    """
    if play.over:
        return 0
    known = {} if known is None else known
    if len(known) > most:
        raise TooLarge
    position = (
        frozenset(play.tiles), tuple(play.figures), tuple(play.jump_tiles), tuple(play.swap_tiles), play.seat,
        len(play.to_place),
    )  # fmt: skip
    if position not in known:
        values = [_gained(play, one) + margin(one, most, known) for one in (after(play, act) for act in play.legal())]
        known[position] = max(values) if play.seat == 0 else min(values)
    return known[position]


def _gained(before: Pecheurs, now: Pecheurs) -> int:
    return (now.moons[0] - before.moons[0]) - (now.moons[1] - before.moons[1])
