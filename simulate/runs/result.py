"""The document a run leaves: everything that is printed, plotted or compared later is made from it."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from simulate.runs.beside import FEWEST, Known, known_of
from simulate.runs.engine import Jobs
from simulate.runs.figures import FIXED
from simulate.runs.goals import Judged, judge
from simulate.runs.local import Played, Progress, play_locally
from simulate.runs.metrics import Metric, estimate, every_figure
from simulate.runs.policies import is_reproducible
from simulate.runs.prepared import Prepared
from simulate.runs.spec import RunSpec
from simulate.runs.stopping import Stop, declared
from simulate.runs.tally import Tally
from simulate.version import VERSION

SCHEMA = "fairdeal.run/1"

FIXED_N = "fixed-n"
"""The kind of intervals at a declared number of plays."""


@dataclass(frozen=True)
class Result:
    """A finished run: what was asked, what was counted, what it says.

    Attributes
    ----------
    spec : RunSpec
    tally : Tally
    metrics : dict of str to Metric
        In display order.
    played : Played
        Timing, threads, whether it was interrupted; of the plays that were added last when it was resumed.
    stop : Stop
        The rule declared before the run, and what ended it.
    goals : tuple of Judged
        The variant's goals, judged on these plays.
    course : mapping of str to int
        What the course of the plays was measured by; empty when it was not counted.
    """

    spec: RunSpec
    tally: Tally
    metrics: dict[str, Metric]
    played: Played
    stop: Stop = field(default_factory=lambda: Stop("fixed-n", "", {}, 1, "games played"))
    goals: tuple[Judged, ...] = ()
    course: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def known(self) -> Known | None:
        """What is known exactly of such plays, beside what was simulated.

        None when the game knows nothing of them, and for runs so short that their intervals agree with anything.
        """
        if self.tally.plays < FEWEST:
            return None
        prepared = self.spec.prepared()
        kinds = {metric.interval.kind for metric in self.metrics.values()}
        fixed = None if kinds == {FIXED_N} else estimate(self.tally, prepared.measures, self.spec.game.seat_word)
        return known_of(prepared, self.metrics, fixed)

    def document(self) -> dict[str, Any]:
        """One entry of ``results`` of schema ``fairdeal.run/1``; only ``engine`` varies between equal runs.

        ``reproducible`` is false, and only then there, when a policy is given time instead of a budget; ``exact`` is
        there where the game knows something exactly of such plays.
        """
        spec, tally, known = self.spec, self.tally, self.known
        return {
            "variant": {
                "game": spec.game.name,
                "name": spec.variant.name,
                "title": spec.variant.title,
                "hash": spec.variant.hash,
                "rules": spec.variant.rules_for(spec.players).model_dump(mode="json"),
                "origins": {key: origin.kind for key, origin in spec.variant.origins_for(spec.players).items()},
            },
            "players": spec.players,
            "policies": list(spec.policies),
            **({} if is_reproducible(spec.policies) else {"reproducible": False}),
            "seed": spec.seed,
            "plays": {"first": spec.first, "count": tally.plays, "capped": tally.capped},
            "stop": self.stop.document(),
            **({"course": dict(self.course)} if self.course else {}),
            **({"goals": [one.document() for one in self.goals]} if self.goals else {}),
            "metrics": {name: metric.document() for name, metric in self.metrics.items()},
            **({} if known is None else {"exact": known.document()}),
            "tallies": tally.document(),
            "digest": tally.digest(),
            "engine": _engine(self.played, self.played.tally.plays - self.played.kept),
        }


def _engine(played: Played, plays: int) -> dict[str, Any]:
    """What ran it and how fast; the only part of a result that differs between two equal runs."""
    import numba

    return {
        "version": VERSION,
        "numba": numba.__version__,
        "python": platform.python_version(),
        "machine": machine(),
        "kind": played.kind,
        "threads": played.threads,
        "jit_seconds": round(played.jit_seconds, 3),
        "seconds": round(played.seconds, 3),
        "plays_kept": played.kept,
        "plays_per_second": round(plays / played.seconds) if plays and played.seconds > 0 else None,
        "interrupted": played.interrupted,
    }


def machine() -> str:
    """Processor and system in a few words; no host name."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {platform.machine()} {platform.system()}"


def run(spec: RunSpec, jobs: Jobs = None, progress: Progress | None = None) -> Result:
    """Play a run on this machine and return its result.

    Raises
    ------
    FailedRun
        A fault in the game's code.
    """
    prepared = spec.prepared()
    played = play_locally(prepared, spec.seed, spec.first, spec.count, jobs, progress)
    return fixed_result(spec, prepared, played.tally, played)


def fixed_result(spec: RunSpec, prepared: Prepared, tally: Tally, played: Played) -> Result:
    """The result of a run of a declared number of plays, with intervals for that number."""
    metrics = estimate(tally, prepared.measures, spec.game.seat_word)
    return Result(
        spec, tally, metrics, played, declared(spec.count, interrupted=played.interrupted),
        judged_at_end(spec, prepared, tally), course_document(prepared),
    )  # fmt: skip


def course_document(prepared: Prepared) -> dict[str, int]:
    """What courses were measured by, and whether seats race on clocks; empty when they were not counted."""
    if not prepared.metrics:
        return {}
    return prepared.scale.document() | ({"clocks": 1} if prepared.game.course_part("moment") else {})


def judged_at_end(spec: RunSpec, prepared: Prepared, tally: Tally) -> tuple[Judged, ...]:
    """The goals judged once, at the end of a declared number of plays."""
    if not spec.goals:
        return ()
    found = every_figure(tally, prepared.measures, spec.game.seat_word)
    return judge(spec.goals, found, {goal.metric: FIXED for goal in spec.goals})


def document(results: Iterable[Result]) -> dict[str, Any]:
    """The document of several runs."""
    return {"schema": SCHEMA, "results": [result.document() for result in results]}
