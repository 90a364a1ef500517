"""Which half-width each metric's anytime interval is tuned for, from a pilot that is thrown away.

An anytime interval may be tuned by anything but the plays it is read from. The pilot plays the first plays of the next
seed, so that the same run always tunes itself alike.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from simulate.runs.engine import Jobs
from simulate.runs.goals import Goal
from simulate.runs.keeping import unkept
from simulate.runs.local import play_locally
from simulate.runs.metrics import Named, every_figure
from simulate.runs.prepared import Prepared
from simulate.runs.spec import SEEDS
from simulate.runs.stopping import StopRule
from simulate.runs.tally import Tally
from simulate.runs.watching import Patient
from simulate.statistics.anytime import half_width_after, plays_needed
from simulate.statistics.intervals import DEFAULT_CONFIDENCE
from simulate.statistics.looks import absolute_from_relative
from variants.errors import BadInput

PILOT = 1024
"""Plays of the pilot."""

USUAL_PLAYS = 200_000
"""Plays for which a run is tuned that asks for nothing in particular."""

FEWEST_PILOT = 32
FEWEST_PLAYS = 2_000
WIDEST_SHARE = 0.25
"""Half-width for which a share is tuned at most."""

ALPHA = 1.0 - DEFAULT_CONFIDENCE


def pilot_plays(most: int) -> int:
    """Plays of the pilot of a run of at most so many: an eighth of them, so that a short run's takes less than it."""
    return max(FEWEST_PILOT, min(PILOT, most // 8))


def pilot(
    prepared: Prepared,
    seed: int,
    jobs: Jobs = None,
    plays: int = PILOT,
    seconds: float | None = None,
    progress: object = None,
) -> Tally:
    """The tally of a few plays of the next seed, played anew in every process, also by each shard.

    Parameters
    ----------
    seconds : float, optional
        After which it ends between two chunks; only for runs that end by the clock anyway.
    progress : object, optional
        Told of the plays if it is a :class:`simulate.runs.watching.Patient`.

    Raises
    ------
    KeyboardInterrupt
        It was stopped.
    """
    shown = progress.prepare if isinstance(progress, Patient) else None
    played = play_locally(prepared, (seed + 1) % SEEDS, 0, plays, unkept(jobs), shown, seconds)
    if played.interrupted:
        raise KeyboardInterrupt
    return played.tally


def tune(
    rule: StopRule,
    goals: tuple[Goal, ...],
    figures: Mapping[str, Named],
    usual: int = USUAL_PLAYS,
    within_time: float = math.inf,
) -> dict[str, float]:
    """The half-width for which each figure is tuned, by name, in its unit, to three digits.

    Metrics with a target get that, or what the most plays can reach that the rule or its time allows. All others get
    the half-width that they reach at the number of plays at which the run is expected to end, where their intervals are
    then narrowest.

    Parameters
    ----------
    figures : mapping of str to Named
        Of the pilot.
    usual : int
        Plays for which a run is tuned that asks for nothing in particular.
    within_time : float
        About how many plays the rule's time is enough for.

    Raises
    ------
    BadInput
        A relative precision of a metric whose value is 0.
    """
    most = max(1, round(min(rule.most, within_time)))
    targets = {
        target.metric: _width(target.metric, target.half_width, target.relative, figures) for target in rule.precision
    }
    plays = min(most, max(FEWEST_PLAYS, _expected_plays(rule, goals, targets, figures, usual)))
    found = {name: _reached(one, plays) for name, one in figures.items()}
    # A target beyond the most plays is never reached: the interval had better be narrow where the run ends.
    found |= {name: max(width, _reached(figures[name], most)) for name, width in targets.items()}
    return {name: float(f"{width:.3g}") for name, width in found.items()}


def pilot_figures(prepared: Prepared, seed: int, jobs: Jobs, most: int, progress: object = None) -> dict[str, Named]:
    """Every figure of the pilot of plays of at most so many."""
    tally = pilot(prepared, seed, jobs, pilot_plays(most), progress=progress)
    return every_figure(tally, prepared.measures, prepared.game.seat_word)


def _width(metric: str, width: float, relative: bool, figures: Mapping[str, Named]) -> float:
    if not relative:
        return width
    try:
        return absolute_from_relative(width, figures[metric].figure.value())
    except ValueError as error:
        raise BadInput.of(f"--precision of {metric}: {error}") from None


def _expected_plays(
    rule: StopRule, goals: tuple[Goal, ...], targets: Mapping[str, float], figures: Mapping[str, Named], usual: int
) -> int:
    wanted = [_plays(figures[name], width) for name, width in targets.items()]
    if rule.until_decided:
        wanted += [_plays(figures[goal.metric], _distance(goal, figures[goal.metric])) for goal in goals]
    return max(wanted, default=usual)


def _distance(goal: Goal, named: Named) -> float:
    """How far the goal's nearest end is from the estimate, and not less than the pilot can tell.

    An estimate that lies on the end by chance would else have the run tuned for endless play.
    """
    value, variance = named.figure.value(), named.figure.variance()
    ends = [abs(value - end) for end in (goal.low, goal.high) if math.isfinite(end)]
    return max(min(ends, default=math.inf), math.sqrt(variance / PILOT) if variance > 0 else 0.0)


def _plays(named: Named, half_width: float) -> int:
    variance = named.figure.variance()
    return plays_needed(variance, half_width, ALPHA) if variance > 0 and half_width < math.inf else FEWEST_PLAYS


def _reached(named: Named, plays: int) -> float:
    """The anytime half-width at `plays` plays."""
    variance = named.figure.variance()
    if not variance > 0:  # never varied in the pilot, or not known: any positive number is valid
        value = abs(named.figure.value())
        return 0.01 * value if value > 0 and math.isfinite(value) else 0.01
    width = half_width_after(plays, variance, ALPHA)
    return min(width, WIDEST_SHARE) if named.unit == "share" else width
