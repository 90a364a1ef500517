"""Best play of single deals, told, and of many deals: who is ahead when everybody plays best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simulate.games.contract import Story
from simulate.games.exactness import Solution
from simulate.runs.errors import FailedRun
from simulate.runs.figures import FIXED, Mean, Share
from simulate.runs.metrics import interval_document
from simulate.runs.prepared import Prepared
from simulate.statistics.histogram import Histogram
from simulate.statistics.intervals import Interval
from variants.errors import BadInput

Solver = Callable[..., Solution]
"""``solve_deal`` of a game."""


@dataclass(frozen=True)
class Deal:
    """One deal or position under best play.

    Attributes
    ----------
    play, decision : int
        Index of the play that it is taken from; decisions made before it.
    solution : Solution
    two : bool
        True with two seats, where seat 1 wins when seat 0 does not.
    seats : tuple of int
        Who acts in each turn of the line.
    story : Story or None
        The play with the line of best play, told from its set-up; None for a deal that was not solved.
    """

    play: int
    decision: int
    solution: Solution
    two: bool = True
    seats: tuple[int, ...] = ()
    story: Story | None = None

    @property
    def outcome(self) -> int | None:
        """Bits of the seats that win; None as long as that is not known. Bounds of the margin may be enough."""
        one = self.solution
        if one.solved:
            return one.winners
        if one.low > 0:
            return 1
        return 2 if one.high < 0 and self.two else None

    def document(self) -> dict[str, Any]:
        """For JSON."""
        one = self.solution
        points, margin = (list(one.points), one.margin) if one.solved else (None, None)
        outcome = self.outcome
        story = self.story
        told = None if story is None else {
            "setup": list(story.setup),
            "turns": [{"seat": turn.seat, "text": turn.text} for turn in story.turns],
            "end": list(story.end),
        }  # fmt: skip
        return {
            "play": self.play, "decision": self.decision, "solved": one.solved,
            "points": points, "winners": None if outcome is None else _seats(outcome), "margin": margin,
            "low": one.low, "high": one.high, "nodes": one.nodes, "line": list(one.line), "story": told,
        }  # fmt: skip


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def solve_one(prepared: Prepared, solver: Solver, seed: int, play: int, decision: int, nodes: int) -> Deal:
    """The deal of a play, or its position before a decision, under best play, with the line told in words.

    Raises
    ------
    BadInput
        There is no such decision in the play, or the game refuses its rules.
    FailedRun
        The line does not end as the solution says: a fault of the game's code.
    """
    recorded = prepared.record(seed, play)
    if not 0 <= decision < len(recorded.actions):
        raise BadInput.of(
            f"--decision {decision}: play {play} of seed {seed} has {len(recorded.actions)} decisions, counted from 0"
        )
    solution = solver(prepared.rules, prepared.players, recorded, decision=decision, nodes=nodes)
    if not solution.solved:
        return Deal(play, decision, solution, prepared.seats == 2)
    script = [int(action) for action in recorded.actions[:decision]] + list(solution.line)
    best = prepared.record(seed, play, script)
    points = tuple(best.values[f"score.{seat}"] for seat in range(prepared.seats))
    if (len(best.actions), points, best.winners) != (len(script), solution.points, solution.winners):
        raise FailedRun(
            f"{prepared.game.title}: the line of best play of play {play} of seed {seed} does not end as it was solved "
            "to end. This is a fault of the game's code: please report it with this line."
        )
    story = prepared.game.tell(prepared.rules, prepared.players, best)
    return Deal(
        play, decision, solution, prepared.seats == 2, tuple(int(seat) for seat in best.seats[decision:]), story
    )


@dataclass(frozen=True)
class Deals:
    """Many deals under best play.

    Attributes
    ----------
    seats : int
    first, asked : int
        Index of the first deal; deals that were to be solved.
    solved : tuple of Deal
        Those that were, or on which the limit of nodes was spent.
    """

    seats: int
    first: int
    asked: int
    solved: tuple[Deal, ...]

    @cached_property
    def open(self) -> int:
        """Deals of which not even the winner is known."""
        return sum(one.outcome is None for one in self.solved)

    def share(self, seat: int) -> Interval:
        """Win share of a seat under best play, a tie split; it covers every way in which open deals may end."""
        full = 1
        for k in range(2, self.seats + 1):
            full *= k
        won = [one.outcome for one in self.solved if one.outcome is not None]
        units = [full // bits.bit_count() if bits >> seat & 1 else 0 for bits in won]
        squares = sum(unit * unit for unit in units)
        return Share(sum(units), squares, full, len(self.solved), self.open).interval(FIXED)

    def tie(self) -> Interval:
        """Share of deals in which several seats share first place."""
        ties = sum(one.outcome is not None and one.outcome.bit_count() > 1 for one in self.solved)
        return Share(ties, ties, 1, len(self.solved), self.open).interval(FIXED)

    def margin(self) -> Interval | None:
        """Mean margin of seat 0; None unless every deal was solved, since those that were not are not like the rest."""
        if not self.solved or not all(one.solution.solved for one in self.solved):
            return None
        margins = [one.solution.margin for one in self.solved]
        return Mean(Histogram.from_values(np.array(margins, np.int64))).interval(FIXED)

    def document(self) -> dict[str, Any]:
        """For JSON."""
        margin = self.margin()
        return {
            "first": self.first, "asked": self.asked, "count": len(self.solved),
            "solved": sum(one.solution.solved for one in self.solved), "open": self.open,
            "win_shares": [interval_document(self.share(seat)) for seat in range(self.seats)],
            "tie": interval_document(self.tie()),
            "margin": None if margin is None else interval_document(margin),
            "nodes": sum(one.solution.nodes for one in self.solved),
            "each": [
                {"play": one.play, "solved": one.solution.solved, "low": one.solution.low, "high": one.solution.high,
                 "nodes": one.solution.nodes}
                for one in self.solved
            ],
        }  # fmt: skip


def solve_many(prepared: Prepared, solver: Solver, seed: int, plays: Sequence[int], nodes: int) -> Iterator[Deal]:
    """Yield each deal under best play, untold."""
    for play in plays:
        recorded = prepared.record(seed, play)
        solution = solver(prepared.rules, prepared.players, recorded, decision=0, nodes=nodes)
        yield Deal(play, 0, solution, prepared.seats == 2)
