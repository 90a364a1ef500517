"""Exact answers of one table: metrics known exactly beside simulated ones, deals solved under best play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from simulate.games.exactness import NODES
from simulate.runs.beside import Beside, beside
from simulate.runs.engine import Jobs
from simulate.runs.local import Progress
from simulate.runs.result import Result, machine, run
from simulate.runs.spec import RunSpec
from simulate.studies.compared import arm_document
from simulate.studies.deals import Deal, Deals, solve_many, solve_one
from simulate.version import VERSION
from variants.errors import BadInput

SCHEMA = "fairdeal.solve/1"
VALUES, DEAL = "exact_values", "solve_deal"

Stages = Callable[[str], Progress]
"""Gives what shows the progress of the part so named."""


@dataclass(frozen=True)
class SolveRule:
    """What is to be answered.

    Attributes
    ----------
    deals : int
        Deals to solve from the first on; 0: only one deal is solved, and told.
    decision : int
        The position of that one deal: decisions made before it.
    games : int
        Games played at random beside what is exact; 0: none.
    nodes : int
        Positions that the search for one solution may look at.
    """

    deals: int = 0
    decision: int = 0
    games: int = 0
    nodes: int = NODES


@dataclass(frozen=True)
class Solved:
    """What is known exactly of one table.

    Attributes
    ----------
    spec : RunSpec
        Uniform play; its `first` is the index of the deal.
    rule : SolveRule
    values : tuple of Beside
        Empty for a game without ``exact_values``.
    deal : Deal or None
    deals : Deals or None
    simulated : Result or None
        The games played beside.
    seconds : float
    interrupted : bool
    """

    spec: RunSpec
    rule: SolveRule
    values: tuple[Beside, ...]
    deal: Deal | None
    deals: Deals | None
    simulated: Result | None
    seconds: float
    interrupted: bool = False

    def document(self) -> dict[str, Any]:
        """One entry of ``results`` of schema ``fairdeal.solve/1``; only ``engine`` varies between equal answers."""
        game, played = self.spec.game, self.simulated
        shares = [] if played is None else [
            played.metrics[f"win_share.{seat}"].document() for seat in range(game.seats(self.spec.players))
        ]  # fmt: skip
        return {
            **arm_document(self.spec),
            "seat_word": game.seat_word,
            "score_word": game.score_word,
            "seed": self.spec.seed,
            "nodes": self.rule.nodes,
            "values": [one.document() for one in self.values],
            "deal": None if self.deal is None else self.deal.document(),
            "deals": None if self.deals is None else self.deals.document(),
            "simulated": None if played is None else {
                "games": played.tally.plays, "capped": played.tally.capped, "first": self.spec.first,
                "digest": played.tally.digest(), "win_shares": shares,
            },
            "interrupted": self.interrupted,
            "engine": {"version": VERSION, "machine": machine(), "seconds": round(self.seconds, 3)},
        }  # fmt: skip


def document(answers: Iterable[Solved]) -> dict[str, Any]:
    """The document of several answers."""
    return {"schema": SCHEMA, "results": [one.document() for one in answers]}


def solve(spec: RunSpec, rule: SolveRule, jobs: Jobs = None, stages: Stages | None = None) -> Solved:
    """What is known exactly of a table.

    Ctrl-C stops it; what was found up to there is kept.

    Raises
    ------
    BadInput
        The game knows nothing exactly, or refuses the rules; there is no such decision.
    FailedRun
        A fault in the game's code.
    """
    started = time.perf_counter()
    game, prepared = spec.game, spec.prepared()
    exact_values, solver = game.exact(VALUES), game.exact(DEAL)
    _check(spec, rule, exact_values is not None, solver is not None)
    exact = () if exact_values is None else exact_values(prepared.rules, prepared.players)
    deal = deals = played = None
    interrupted = False
    try:
        if solver is not None and not rule.deals:
            deal = solve_one(prepared, solver, spec.seed, spec.first, rule.decision, rule.nodes)
        if solver is not None and rule.deals:
            deals, interrupted = _deals(spec, rule, solver, stages)
        if rule.games and (exact or deals) and not interrupted:
            shown = None if stages is None else stages("random play")
            played = run(replace(spec, count=rule.games, goals=()), jobs, shown)
            interrupted = played.played.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if played is not None and not played.tally.plays:
        played = None
    seconds = time.perf_counter() - started
    values = beside(exact, {} if played is None else played.metrics, spec.policies)
    return Solved(spec, rule, values, deal, deals, played, seconds, interrupted)


def _check(spec: RunSpec, rule: SolveRule, values: bool, deals: bool) -> None:
    if not values and not deals:
        raise BadInput.of(f"{spec.game.title} knows nothing exactly: it has neither exact values nor a solver")
    if (rule.deals or rule.decision) and not deals:
        raise BadInput.of(
            f"{spec.game.title} has no solver of single deals, so --deals and --decision mean nothing for it; "
            "without them its exact values are shown"
        )


def _deals(spec: RunSpec, rule: SolveRule, solver: Callable[..., Any], stages: Stages | None) -> tuple[Deals, bool]:
    """The deals that were solved before Ctrl-C, and whether it came."""
    prepared, found = spec.prepared(), []
    shown = None if stages is None else stages("best play")
    plays = range(spec.first, spec.first + rule.deals)
    started = time.perf_counter()
    interrupted = False
    try:
        for deal in solve_many(prepared, solver, spec.seed, plays, rule.nodes):
            found.append(deal)
            if shown is not None:
                shown(len(found), rule.deals, time.perf_counter() - started)
    except KeyboardInterrupt:
        interrupted = True
    return Deals(prepared.seats, spec.first, rule.deals, tuple(found)), interrupted
