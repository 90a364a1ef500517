"""What a game may know exactly: its ``exact.py``, an optional part of :mod:`simulate.games.contract`.

It has one or more of

``exact_values(rules, players) -> tuple[ExactValue, ...]``
    Metrics known exactly under stated policies, however long that takes.
``played_values(rules, players, policies, work) -> tuple[ExactValue, ...]``
    Those of them that belong to plays of `policies` (a name a seat), for as much work as `work` allows: a run shows
    them beside its figures. Empty when nothing is known of these policies, and then nothing may be worked out.
``solve_deal(rules, players, recorded, *, decision=0, nodes=NODES) -> Solution``
    Best play of all seats from the position before decision `decision` of a recorded play:
    ``recorded.states[decision]`` with ``recorded.table[0]``.

All raise :class:`variants.errors.BadInput` with the reason for rules that they do not cover, and ``solve_deal`` never
gives a wrong value: at its limit of nodes it says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from variants.errors import BadInput, Fault

NODES = 50_000_000
"""Positions that the search for one solution may look at, unless told otherwise."""


@dataclass(frozen=True)
class Solution:
    """One position under best play of every seat.

    Attributes
    ----------
    solved : bool
        False when the limit of nodes was reached first: then only `nodes`, `low` and `high` say something.
    points : tuple of int
        Each seat's points at the end.
    winners : int
        Bit s is set when seat s shares first place.
    margin : int
        Points of seat 0 less those of the best other seat; what best play is about. Seat 0 wants it high, others low.
    line : tuple of int
        The actions of one line of best play, from the position to the end of the play.
    nodes : int
        Positions looked at.
    low, high : int
        Bounds of the margin; both are the margin when it is solved.
    """

    solved: bool
    points: tuple[int, ...]
    winners: int
    margin: int
    line: tuple[int, ...]
    nodes: int
    low: int
    high: int


@dataclass(frozen=True)
class ExactValue:
    """A metric known exactly under stated policies.

    Attributes
    ----------
    metric : str
        Its name as in a result (``win_share.0``, ``turns`` …).
    value : float
        The nearest number.
    policies : str
        Who plays: a policy's name when all seats follow it (``random``), or ``optimal``.
    unit : str
        As in a result.
    fraction : Fraction or None
        The value itself where it is known as a fraction.
    note : str
        What has to be known about it: what is assumed, what the seats see.
    """

    metric: str
    value: float
    policies: str
    unit: str
    fraction: Fraction | None = None
    note: str = ""


class TooMuchWork(BadInput):
    """Exact values that take more steps than were allowed."""


class Work:
    """How many elementary steps may still be spent on exact values; without a limit unless one is given.

    The limit is counted, not timed, so equal runs leave out the same. Ten million steps take about a second.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most, self.spent = most, 0

    def spend(self, steps: int) -> None:
        """Note down steps that are about to be made.

        Raises
        ------
        TooMuchWork
            They are more than are left.
        """
        self.spent += steps
        if self.most is not None and self.spent > self.most:
            raise TooMuchWork(Fault("", message=f"exact values take more than {self.most} steps"))
