"""Looks among many settings for the one that comes nearest to the variant's goals, and confirms it on fresh plays.

Three stages that share no play (blocks of different seeds): the search, by successive halving on common luck; the
finalists again, since the best of many looks better than it is; the winner, a declared number of plays, and only
these are published.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from simulate.runs.engine import Engine, Jobs
from simulate.runs.goals import Goal, judged_together
from simulate.runs.keeping import gather_all, is_shard
from simulate.runs.local import Progress, engine_of
from simulate.runs.result import Result, run
from simulate.runs.spec import SEEDS, RunSpec
from simulate.runs.tuning import pilot_figures, pilot_plays
from simulate.statistics.ranking import Round, halving_schedule
from simulate.studies.blocks import Block, block_seed, check_disjoint
from simulate.studies.candidates import Candidate, Loss, Plays, Scales, ranked
from simulate.studies.grid import Design
from simulate.studies.margins import default_margins
from simulate.studies.tuned import Rated, Tuned
from variants.errors import BadInput

MOST_HALVED = 500
"""Candidates up to which all are played; of more a search picks those to play."""

FINALISTS = 8
UNIT = 64
"""Plays come in whole multiples of this."""

Make = Callable[[Sequence[int]], Candidate]
"""The candidate of level numbers, one an axis."""


@dataclass(frozen=True)
class TuneRule:
    """How much is played.

    Attributes
    ----------
    budget : int or None
        Plays of the search over all candidates and player counts; None: enough for 512 each in the first round.
    confirm : int
        Plays of the winner, at each player count, that are published.
    trials : int
        Candidates that are played when there are more than MOST_HALVED.

    Raises
    ------
    BadInput
        A number below 1.
    """

    budget: int | None = None
    confirm: int = 200_000
    trials: int = 200

    def __post_init__(self) -> None:
        for option, number in (("games", self.budget), ("confirm", self.confirm), ("trials", self.trials)):
            if number is not None and number < 1:
                raise BadInput.of(f"--{option}: got {number}, allowed: at least 1")


@dataclass(frozen=True)
class TunePlan:
    """What is to be tuned.

    Attributes
    ----------
    name : str
        The variant as given.
    design : Design
    base : Candidate
        The variant as it stands; without runs when it cannot be played.
    make : callable
        The candidate of a cell of the design.
    players : tuple of int
    policies : tuple of str
    seed : int
    rule : TuneRule
    """

    name: str
    design: Design
    base: Candidate
    make: Make
    players: tuple[int, ...]
    policies: tuple[str, ...]
    seed: int
    rule: TuneRule


def tune(plan: TunePlan, jobs: Jobs = None, progress: Progress | None = None) -> Tuned:
    """Search, play the finalists again, confirm the winner.

    Parameters
    ----------
    progress : callable, optional
        Called with games done, games of all stages, seconds.

    Raises
    ------
    BadInput
        No goals, no candidate that can be played, too small a budget, or optuna is missing.
    FailedRun
        A fault in the game's code.
    KeyboardInterrupt
        It was stopped: nothing that was not confirmed is told.
    """
    return _Tune(plan, engine_of(jobs), progress).run()


class _Tune:
    """A search under way."""

    def __init__(self, plan: TunePlan, engine: Engine, progress: Progress | None) -> None:
        self.plan, self.engine, self._progress = plan, engine, progress
        self._begun = time.perf_counter()
        self._done = self._wanted = self._budget = 0
        self.scales: Scales = {}
        self.blocks: list[Block] = []

    def run(self) -> Tuned:
        """Play all stages."""
        plan, rule = self.plan, self.plan.rule
        large = len(plan.design.cells) > MOST_HALVED
        rated, refused = self._tried() if large else self._halved()
        order = sorted(rated, key=lambda one: (-one.rounds, one.loss, one.candidate.number))
        finalists = order[: max(1, min(FINALISTS, (len(order) + 1) // 2))]
        again, played_again = self._again(finalists)
        best = finalists[ranked(again)[0]].candidate
        seed = block_seed(plan.seed, 2)
        self.blocks.append(Block("confirmation", seed, 0, rule.confirm))
        check_disjoint(self.blocks)
        results = gather_all(lambda spec: self._confirm(spec, seed), (*best.specs, *plan.base.specs))
        confirmed, before = _judged(results[: len(best.specs)]), _judged(results[len(best.specs) :])
        return Tuned(
            plan.name, plan.design, plan.policies, plan.seed, best, tuple(rated), tuple(refused),
            {one.candidate.number: loss for one, loss in zip(finalists, again, strict=True)}, played_again,
            confirmed, before, self.scales, tuple(self.blocks), "trials" if large else "halving",
            time.perf_counter() - self._begun, self.engine.threads,
        )  # fmt: skip

    def _halved(self) -> tuple[list[Rated], list[Candidate]]:
        plan = self.plan
        every = [plan.make(cell) for cell in plan.design.cells]
        playable = [one for one in every if one.specs]
        refused = [one for one in every if not one.specs]
        self._prepare(playable)
        schedule, self._budget = self._schedule(len(playable))
        self._wanted = sum(one.survivors * one.plays for one in schedule) * len(plan.players) + self._later()
        runs = [Plays(one, plan.seed) for one in playable]
        alive = list(range(len(runs)))
        rounds = [0] * len(runs)
        losses = [Loss(0.0, 0.0)] * len(runs)
        for step in schedule:
            new = gather_all(lambda i, plays=step.plays: self._add(runs[i], plays), alive)
            for i, loss in zip(alive, new, strict=True):
                losses[i] = loss
                rounds[i] += 1
            alive = [alive[j] for j in ranked([losses[i] for i in alive])[: step.kept]]
        if not schedule:
            losses[0] = self._add(runs[0], UNIT * 8)
        self.blocks.append(Block("search", plan.seed, 0, max(one.count for one in runs)))
        rated = [Rated(one, runs[i].count, losses[i], rounds[i]) for i, one in enumerate(playable)]
        return rated, refused

    def _tried(self) -> tuple[list[Rated], list[Candidate]]:
        from simulate.studies.trials import search

        plan, rule = self.plan, self.plan.rule
        if is_shard(self.engine):
            raise BadInput.of(
                f"--shard: of more than {MOST_HALVED} candidates each is picked when the ones before it are played, so "
                "shards would wait for one another; give --samples 500, or play on one machine or engine"
            )
        least = rule.trials * len(plan.players) * UNIT
        self._budget = rule.budget or rule.trials * len(plan.players) * 1024
        if self._budget < least:
            raise _too_small(self._budget, least, f"{rule.trials} trials", len(plan.players))
        each = max(UNIT, self._budget // (rule.trials * len(plan.players)) // UNIT * UNIT)
        self._wanted = rule.trials * each * len(plan.players) + self._later()

        def play(candidate: Candidate) -> Loss:
            if not self.scales:
                self._prepare([candidate])
            return self._add(Plays(candidate, plan.seed), each)

        tried, refused = search(plan.design, plan.make, play, rule.trials, plan.seed)
        if not tried:
            raise _nothing(refused)
        self.blocks.append(Block("search", plan.seed, 0, each))
        return [Rated(candidate, each, loss, 1) for candidate, loss in tried], refused

    def _prepare(self, playable: Sequence[Candidate]) -> None:
        """See that there is something to play and to reach, and measure what differences matter."""
        if not playable:
            raise _nothing([self.plan.make(cell) for cell in self.plan.design.cells[:50]])
        specs = self.plan.base.specs or playable[0].specs
        if not any(spec.goals for spec in playable[0].specs):
            raise BadInput.of(
                f"{self.plan.name}: there are no goals to tune towards; write them into the file, as in "
                "goals: {seat_advantage: \"<= 2 %\"}, or give --goal 'seat_advantage=<= 2 %'"
            )
        pilot_seed = (self.plan.seed + 1) % SEEDS
        self.blocks.append(Block("pilot, to measure what matters", pilot_seed, 0, pilot_plays(self.plan.rule.confirm)))
        self.scales = {spec.players: self._scales(spec, playable[0].specs) for spec in specs}

    def _scales(self, spec: RunSpec, others: Sequence[RunSpec]) -> Mapping[str, float]:
        goals: Sequence[Goal] = next(one.goals for one in others if one.players == spec.players)
        figures = pilot_figures(spec.prepared(), self.plan.seed, self.engine, self.plan.rule.confirm, self._progress)
        return default_margins({goal.metric: goal.unit for goal in goals}, figures)

    def _schedule(self, candidates: int) -> tuple[list[Round], int]:
        counts, asked = len(self.plan.players), self.plan.rule.budget
        rounds = max(1, (candidates - 1).bit_length())
        budget = asked or max(200_000, rounds * candidates * 512 * counts)
        try:
            return halving_schedule(candidates, budget // counts, UNIT), budget
        except ValueError:
            least = rounds * candidates * UNIT * counts
            raise _too_small(budget, least, f"{candidates} candidates", counts) from None

    def _later(self) -> int:
        """About how many games the later stages take."""
        return self._budget // 2 + self.plan.rule.confirm * (len(self.plan.players) + len(self.plan.base.specs))

    def _again(self, finalists: Sequence[Rated]) -> tuple[list[Loss], int]:
        """The losses of the finalists on plays that the search did not use, and how many these were each.

        Together they play half the budget of the search, and each at least twice what the finalists played in it: the
        games of one trial are too few to tell the best of many apart.
        """
        searched = sum(one.plays for one in finalists)
        half = self._budget // (2 * len(finalists) * len(self.plan.players))
        each = max(*(one.plays for one in finalists), 2 * searched // len(finalists), half, UNIT) // UNIT * UNIT
        seed = block_seed(self.plan.seed, 1)
        self.blocks.append(Block("finalists", seed, 0, each))
        check_disjoint(self.blocks)
        return gather_all(lambda one: self._add(Plays(one.candidate, seed), each), finalists), each

    def _confirm(self, spec: RunSpec, seed: int) -> Result:
        result = run(replace(spec, seed=seed, first=0, count=self.plan.rule.confirm), self.engine)
        if result.played.interrupted:
            raise KeyboardInterrupt
        self._told(result.tally.plays)
        return result

    def _add(self, runs: Plays, plays: int) -> Loss:
        """The loss after more plays."""
        runs.add(plays, self.engine)
        self._told(plays * len(runs.specs))
        return runs.loss(self.scales)

    def _told(self, plays: int) -> None:
        self._done += plays
        if self._progress is not None:
            self._progress(self._done, max(self._wanted, self._done), time.perf_counter() - self._begun)


def _judged(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results, the goals of all of them judged together."""
    goals = judged_together([one.goals for one in results])
    return tuple(replace(one, goals=own) for one, own in zip(results, goals, strict=True))


def _too_small(budget: int, least: int, what: str, counts: int) -> BadInput:
    where = f"at {counts} player count{'s' if counts > 1 else ''}"
    return BadInput.of(f"--games: got {budget}, allowed: at least {least} for {what} {where}")


def _nothing(refused: Sequence[Candidate]) -> BadInput:
    reasons = dict.fromkeys(reason for one in refused for reason in one.reasons)
    told = "; ".join(list(reasons)[:5])
    return BadInput.of(f"none of the candidates can be played: {told}")
