"""What tuning leaves: the winner with its confirmed figures, every candidate with its loss, which plays were used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from simulate.runs.metrics import number
from simulate.runs.result import Result, machine
from simulate.statistics.intervals import DEFAULT_CONFIDENCE
from simulate.statistics.looks import simultaneous
from simulate.studies.blocks import Block
from simulate.studies.candidates import Candidate, Ends, Loss, Scales, distance, reach
from simulate.studies.grid import Design
from simulate.studies.swept import imbalance
from simulate.version import VERSION

SCHEMA = "fairdeal.tune/1"

Standing = Literal["the same", "nearer", "farther", "as near", "not known"]


@dataclass(frozen=True)
class Rated:
    """A candidate as the search saw it.

    Attributes
    ----------
    candidate : Candidate
    plays : int
        At each player count.
    loss : Loss
    rounds : int
        Rounds of halving that it was in.
    """

    candidate: Candidate
    plays: int
    loss: Loss
    rounds: int


@dataclass(frozen=True)
class Tuned:
    """A finished search.

    Attributes
    ----------
    name : str
        The variant as given.
    design : Design
    policies : tuple of str
    seed : int
    winner : Candidate
    rated, refused : tuple
        All that were played; those that cannot be played.
    finalists : mapping of int to Loss
        By the candidate's number: the loss on plays that the search did not use.
    finalist_plays : int
    confirmed, before : tuple of Result
        The winner and the variant as it stands on plays of their own, one result a player count; the same luck.
    scales : mapping
        What a loss of 1 means, by player count and metric.
    blocks : tuple of Block
        Which plays were used for what; no play twice.
    method : {"halving", "trials"}
    seconds : float
    threads : int
    """

    name: str
    design: Design
    policies: tuple[str, ...]
    seed: int
    winner: Candidate
    rated: tuple[Rated, ...]
    refused: tuple[Candidate, ...]
    finalists: Mapping[int, Loss]
    finalist_plays: int
    confirmed: tuple[Result, ...]
    before: tuple[Result, ...]
    scales: Scales
    blocks: tuple[Block, ...]
    method: str
    seconds: float
    threads: int

    @property
    def searched(self) -> Rated:
        """The winner as the search saw it."""
        return next(one for one in self.rated if one.candidate.number == self.winner.number)

    @property
    def losers(self) -> list[Rated]:
        """All but the winner: finalists first, then those that stayed longest in the search."""
        others = [one for one in self.rated if one.candidate.number != self.winner.number]
        return sorted(others, key=self._rank)

    def _rank(self, one: Rated) -> tuple[Any, ...]:
        last = self.finalists.get(one.candidate.number)
        return last is None, last or one.loss, -one.rounds, one.loss, one.candidate.number

    def confirmed_loss(self, results: Sequence[Result]) -> Loss:
        """How far these results are from the winner's goals."""
        goals = {spec.players: spec.goals for spec in self.winner.specs}
        total, uneven = 0.0, 0.0
        for result in results:
            players = result.spec.players
            spec = replace(result.spec, goals=goals[players])
            total += distance(spec, spec.prepared(), result.tally, self.scales[players])
            uneven += imbalance(result.tally) / len(results)
        return Loss(total, uneven)

    def loss_ends(self, results: Sequence[Result]) -> Ends:
        """The interval of how far these results are from the winner's goals.

        Those of the winner and of the variant as it stands hold together at 95 %: they come from the intervals of all
        metrics with goals, which share the 5 %.
        """
        goals = {spec.players: spec.goals for spec in self.winner.specs}
        every = sum(len(goals[one.spec.players]) for one in (*self.confirmed, *self.before))
        confidence = simultaneous(DEFAULT_CONFIDENCE, max(1, every))
        low, high = 0.0, 0.0
        for result in results:
            spec = replace(result.spec, goals=goals[result.spec.players])
            ends = reach(spec, spec.prepared(), result.tally, self.scales[spec.players], confidence)
            low, high = low + ends[0], high + ends[1]
        return low, high

    @property
    def standing(self) -> Standing:
        """How the winner compares with the variant as it stands, as far as the games that confirm it tell."""
        if not self.before:
            return "not known"
        if [one.tally for one in self.confirmed] == [one.tally for one in self.before]:
            return "the same"
        ours, theirs = self.loss_ends(self.confirmed), self.loss_ends(self.before)
        if ours[1] < theirs[0]:
            return "nearer"
        if theirs[1] < ours[0]:
            return "farther"
        return "as near" if ours == theirs == (0.0, 0.0) else "not known"

    def _confirmed(self, results: Sequence[Result]) -> dict[str, Any]:
        low, high = self.loss_ends(results)
        return {**self.confirmed_loss(results).document(), "low": low, "high": number(high)}

    def document(self) -> dict[str, Any]:
        """The document of schema ``fairdeal.tune/1``; only ``engine`` varies between equal searches."""
        return {
            "schema": SCHEMA,
            "variant": self.name,
            "design": self.design.document(),
            "method": self.method,
            "policies": list(self.policies),
            "seed": self.seed,
            "plays": [block.document() for block in self.blocks],
            "loss_of_1": {str(players): dict(found) for players, found in self.scales.items()},
            "winner": {
                "number": self.winner.number,
                "values": dict(self.winner.values),
                "hash": self.winner.specs[0].variant.hash,
                "search": self.searched.loss.document(),
                "finalists": self.finalists[self.winner.number].document(),
                "confirmed": self._confirmed(self.confirmed),
                "against_as_it_stands": self.standing,
                "results": [result.document() for result in self.confirmed],
            },
            "as_it_stands": {
                "confirmed": self._confirmed(self.before) if self.before else None,
                "results": [result.document() for result in self.before],
            },
            "losers": [self._loser(one) for one in self.losers],
            "not_playable": [
                {"number": one.number, "values": dict(one.values), "reasons": list(one.reasons)} for one in self.refused
            ],
            "engine": {
                "version": VERSION,
                "machine": machine(),
                "threads": self.threads,
                "seconds": round(self.seconds, 3),
            },
        }

    def _loser(self, one: Rated) -> dict[str, Any]:
        last = self.finalists.get(one.candidate.number)
        return {
            "number": one.candidate.number,
            "values": dict(one.candidate.values),
            "plays": one.plays,
            "rounds": one.rounds,
            "search": one.loss.document(),
            "finalists": None if last is None else last.document(),
        }
