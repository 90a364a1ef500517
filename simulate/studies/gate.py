"""A lock on balance for version control: what a variant's run counted, and whether it still does.

First the exact question: the same plays under the same seed must give the same integers. When they do not (the engine
or the rules were changed), the statistical one: new plays, under a seed that the lock fixed, against the old ones.
No shift may exceed its margin; goals that were met must not be missed. Formulas and the rates of false alarms in
:mod:`simulate.statistics.gates`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from simulate.runs.engine import Jobs
from simulate.runs.figures import FIXED, SUMS_FROM, Mean, Share, Sums
from simulate.runs.goals import Judged, judge
from simulate.runs.local import Progress
from simulate.runs.metrics import Named, every_figure, figures, number
from simulate.runs.result import Result, run
from simulate.runs.spec import SEEDS, RunSpec
from simulate.runs.tally import Tally
from simulate.statistics.gates import FALSE_ALARM, ShiftCheck, histogram_gate, mean_gate, share_gate
from simulate.statistics.histogram import Histogram
from simulate.statistics.quantiles import LARGE_N
from simulate.studies.lock_files import DAMAGED, SCHEMA, seal, tally_of
from simulate.studies.margins import RELATIVE_MARGIN, SHARE, SHARE_MARGIN
from simulate.version import VERSION
from variants.errors import BadInput

CHECK_SCHEMA = "fairdeal.gate-check/1"

Outcome = Literal["pass", "fail", "cannot tell"]

BLUNT = 3.0
"""A check that would not have caught a shift of this many margins is too weak to say anything."""

SEED_STEP = 0x9E3779B97F4A7C15
"""From the seed of a lock to the seed of its statistical check."""


@dataclass(frozen=True)
class Checked:
    """One lock, checked.

    Attributes
    ----------
    name, players : str, int
    outcome : {"pass", "fail", "cannot tell"}
    exact : bool
        Whether the integers are equal, so that no statistics were needed.
    reasons : tuple of str
        Why it did not pass, or what changed although it did.
    shifts : dict of str to (ShiftCheck, unit)
    laws : dict of str to float
        p-values that a measure's whole law is the same; only when the rules are unchanged.
    false_alarm : float
        Chance of a false alarm over all checks.
    margins : dict of str to float
        What each metric may move by, in its unit.
    games : (int, int)
        Finished games of the lock and new ones that were compared; 0 when none were.
    """

    name: str
    players: int
    outcome: Outcome
    exact: bool
    reasons: tuple[str, ...]
    shifts: Mapping[str, tuple[ShiftCheck, str]]
    laws: Mapping[str, float]
    false_alarm: float
    margins: Mapping[str, float] = field(default_factory=dict)
    games: tuple[int, int] = (0, 0)

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "variant": self.name,
            "players": self.players,
            "outcome": self.outcome,
            "exact": self.exact,
            "reasons": list(self.reasons),
            "false_alarm": self.false_alarm,
            "games": list(self.games),
            "shifts": {
                name: {
                    "shift": number(one.shift),
                    "failed": one.failed,
                    "margin": number(self.margins[name]),
                    "would_have_caught": number(one.caught),
                    "unit": unit,
                }
                for name, (one, unit) in self.shifts.items()
            },
            "laws": dict(self.laws),
        }


def lock(result: Result, name: str, settings: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """One entry of a lock file (schema ``fairdeal.gate/1``): what was run and what it counted.

    Parameters
    ----------
    result : Result
        Of a declared number of plays.
    name : str
        How the variant is found again: its name, or its path from the lock file's folder.
    settings : iterable of (str, str)
        ``--set`` options.
    """
    spec = result.spec
    return {
        "variant": name,
        "settings": [list(pair) for pair in settings],
        "hash": spec.variant.hash,
        "players": spec.players,
        "policies": list(spec.policies),
        "seed": spec.seed,
        "plays": {"first": spec.first, "count": result.tally.plays},
        "goals": [{"metric": one.goal.metric, "goal": one.goal.text, "status": one.status} for one in result.goals],
        "digest": result.tally.digest(),
        "tallies": result.tally.document(),
        "version": VERSION,
    }


def lock_document(entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A lock file: each lock in it has a seal, so that an edit of any value is seen."""
    margins = {"share": SHARE_MARGIN, "relative": RELATIVE_MARGIN}
    head = {"schema": SCHEMA, "false_alarm": FALSE_ALARM, "margins": margins}
    return {**head, "locks": [{**entry, "seal": seal(entry, head)} for entry in entries]}


def check(entry: Mapping[str, Any], spec: RunSpec, jobs: Jobs = None, progress: Progress | None = None) -> Checked:
    """A lock checked by running it again.

    Parameters
    ----------
    entry : mapping
        Of a lock file.
    spec : RunSpec
        The same variant as it is now, with the lock's seed and plays.

    Raises
    ------
    BadInput
        The lock's integers do not have the digest that it claims.
    FailedRun
        A fault in the game's code.
    KeyboardInterrupt
        The run was stopped.
    """
    old = _sound(entry)
    told = _changed_goals(entry, spec)
    again = _played(spec, jobs, progress)
    changed = _changed_rules(entry, spec)
    if again.tally.digest() == entry["digest"] and not told:
        return Checked(entry["variant"], spec.players, "pass", True, changed, {}, {}, 0.0)
    if told:
        exact = again.tally.digest() == entry["digest"]
        return Checked(entry["variant"], spec.players, "fail", exact, (*told, *changed), {}, {}, 0.0)
    fresh = replace(spec, seed=(spec.seed + SEED_STEP) % SEEDS)
    return _statistical(entry, spec, old, _played(fresh, jobs, progress).tally, changed)


def _sound(entry: Mapping[str, Any]) -> Tally:
    tally = tally_of(entry)
    if tally is None:
        raise BadInput.of(f"lock of {entry['variant']}: {DAMAGED}")
    return tally


def _played(spec: RunSpec, jobs: Jobs, progress: Progress | None) -> Result:
    result = run(spec, jobs, progress)
    if result.played.interrupted:
        raise KeyboardInterrupt
    return result


def _changed_rules(entry: Mapping[str, Any], spec: RunSpec) -> tuple[str, ...]:
    if entry["hash"] == spec.variant.hash:
        return ()
    return (f"the rules changed: {entry['hash'][:12]} in the lock, {spec.variant.hash[:12]} now",)


def _changed_goals(entry: Mapping[str, Any], spec: RunSpec) -> tuple[str, ...]:
    """A goal that was loosened must be seen: the lock is then saved again, and its change reviewed."""
    before = {one["metric"]: one["goal"] for one in entry["goals"]}
    now = {goal.metric: goal.text for goal in spec.goals}
    return tuple(
        f"the goal of {name} changed: {before.get(name, 'none')} in the lock, {now.get(name, 'none')} now"
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    )


def _statistical(entry: Mapping[str, Any], spec: RunSpec, old: Tally, new: Tally, changed: tuple[str, ...]) -> Checked:
    prepared = spec.prepared()
    games = (old.finished, new.finished)
    try:
        before = figures(old, prepared.measures, spec.game.seat_word)
        values = [one.figure.value() for one in before.values()]
    except (KeyError, IndexError, ValueError):
        values = []
    if not values or old.seats != new.seats or not all(games):
        words = (*changed, "the lock counted other things, or no finished game: save it again")
        return Checked(entry["variant"], spec.players, "cannot tell", False, words, {}, {}, FALSE_ALARM)
    after = figures(new, prepared.measures, spec.game.seat_word)
    names = [name for name, one in before.items() if isinstance(one.figure, Share | Mean | Sums)]
    enough = min(games) >= LARGE_N
    lawful = [] if changed or not enough else [name for name in old.histograms if name in new.histograms]
    kept = [one["metric"] for one in entry["goals"] if one["status"] == "met"] if enough else []
    checks = len(names) + len(lawful) + len(kept)
    shifts = {name: (_shift(before[name], after[name], checks), before[name].unit) for name in names}
    margins = {name: _margin(before[name]) for name in names}
    laws: dict[str, float] = {}
    broken: list[str] = []
    for name in lawful:
        failed, laws[name] = histogram_gate(Histogram(old.histograms[name]), Histogram(new.histograms[name]), checks)
        broken += [f"{name} follows another law (p = {laws[name]:.1g})"] if failed else []
    reasons = [f"{name} moved by more than its margin" for name, (one, _) in shifts.items() if one.failed] + broken
    missed = _missed(spec, kept, new, checks)
    reasons += [f"the goal of {one.goal.metric} ({one.goal.text}) was met and is missed" for one in missed]
    weak = [name for name, (one, _) in shifts.items() if _is_vital(name) and one.caught > BLUNT * margins[name]]
    outcome: Outcome = "fail" if reasons else "cannot tell" if weak else "pass"
    if outcome == "cannot tell":
        reasons = [_too_few(games, weak)]
    whole = (*reasons, *changed)
    return Checked(
        entry["variant"], spec.players, outcome, False, whole, shifts, laws, FALSE_ALARM, margins, games
    )  # fmt: skip


def _too_few(games: tuple[int, int], weak: list[str]) -> str:
    if min(games) < LARGE_N:
        return f"too few games for any statistics, {min(games)} where {LARGE_N} are needed: save it with more games"
    return f"too few games to see a shift of {BLUNT:g} margins of {', '.join(weak)}: save it with more games"


def _is_vital(name: str) -> bool:
    """Metrics that a lock must be able to judge; rare events may stay too rare to be judged."""
    return name.startswith("win_share.") or name in ("tie", "turns", "margin")


def _margin(named: Named) -> float:
    if named.unit == SHARE:
        return SHARE_MARGIN
    return RELATIVE_MARGIN * abs(named.figure.value()) or RELATIVE_MARGIN


def _shift(before: Named, after: Named, checks: int) -> ShiftCheck:
    old, new, margin = before.figure, after.figure, _margin(before)
    if isinstance(old, Share) and isinstance(new, Share) and old.full == new.full == 1:
        found = share_gate(old.units, _plays(old), new.units, _plays(new), margin, checks)
    else:
        pairs = [(one.value(), one.variance(), _plays(one)) for one in (old, new)]
        found = mean_gate(*pairs[0], *pairs[1], margin, checks)
    if _is_normal(old) and _is_normal(new):
        return found
    return replace(found, failed=False, caught=math.inf)


def _is_normal(figure: Any) -> bool:
    """Whether the estimate may be taken as normal; else nothing can be called a shift."""
    if isinstance(figure, Mean):
        return figure.histogram.mean_is_normal()
    return _plays(figure) >= (LARGE_N if isinstance(figure, Share) else SUMS_FROM)


def _plays(figure: Any) -> int:
    if isinstance(figure, Share):
        return figure.plays - figure.capped
    return int(figure.histogram.n if isinstance(figure, Mean) else figure.n)


def _missed(spec: RunSpec, kept: list[str], new: Tally, checks: int) -> list[Judged]:
    """Goals that were met and are now missed, with their part of the gate's false alarms."""
    goals = [goal for goal in spec.goals if goal.metric in kept]
    found = every_figure(new, spec.prepared().measures, spec.game.seat_word)
    confidence = 1 - FALSE_ALARM * len(kept) / checks
    judged = judge(goals, found, {goal.metric: FIXED for goal in goals}, confidence)
    return [one for one in judged if one.status == "missed"]


def overall(checked: Iterable[Checked]) -> Outcome:
    """Fail if any lock fails, else cannot tell if any cannot, else pass."""
    outcomes = {one.outcome for one in checked}
    return "fail" if "fail" in outcomes else "cannot tell" if "cannot tell" in outcomes else "pass"


def check_document(checked: Iterable[Checked]) -> dict[str, Any]:
    """The document of a check."""
    found = list(checked)
    return {"schema": CHECK_SCHEMA, "outcome": overall(found), "locks": [one.document() for one in found]}
