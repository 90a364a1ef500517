"""A lock on balance for version control: what a variant's run counted, and whether it still does.

First the exact question: the same plays under the same seed must give the same integers. When they do not (the engine
or the rules were changed), the statistical one: new plays, under a seed that the lock fixed, against the old ones.
No shift may exceed its margin; goals that were met must not be missed. Formulas and the rates of false alarms in
:mod:`simulate.statistics.gates`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from simulate.runs.engine import Jobs
from simulate.runs.figures import FIXED, Mean, Share, Sums
from simulate.runs.goals import Judged, judge
from simulate.runs.local import Progress
from simulate.runs.metrics import Named, every_figure, figures, number
from simulate.runs.result import Result, run
from simulate.runs.spec import SEEDS, RunSpec
from simulate.runs.tally import Tally, read
from simulate.statistics.gates import FALSE_ALARM, ShiftCheck, histogram_gate, mean_gate, share_gate
from simulate.statistics.histogram import Histogram
from simulate.studies.margins import RELATIVE_MARGIN, SHARE, SHARE_MARGIN
from simulate.version import VERSION
from variants.errors import BadInput, Fault

SCHEMA = "fairdeal.gate/1"
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
    """

    name: str
    players: int
    outcome: Outcome
    exact: bool
    reasons: tuple[str, ...]
    shifts: Mapping[str, tuple[ShiftCheck, str]]
    laws: Mapping[str, float]
    false_alarm: float

    def document(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "variant": self.name,
            "players": self.players,
            "outcome": self.outcome,
            "exact": self.exact,
            "reasons": list(self.reasons),
            "false_alarm": self.false_alarm,
            "shifts": {
                name: {
                    "shift": number(one.shift),
                    "failed": one.failed,
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
    """A lock file."""
    margins = {"share": SHARE_MARGIN, "relative": RELATIVE_MARGIN}
    return {"schema": SCHEMA, "false_alarm": FALSE_ALARM, "margins": margins, "locks": list(entries)}


def read_lock(found: Any, name: str) -> list[Mapping[str, Any]]:
    """The entries of a lock file.

    Raises
    ------
    BadInput
        It is none.
    """
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != SCHEMA:
        raise BadInput(Fault(name, key="schema", got=repr(schema)[:60], allowed=SCHEMA))
    entries = found.get("locks")
    keys = {"variant", "settings", "hash", "players", "policies", "seed", "plays", "goals", "digest", "tallies"}
    if (
        not isinstance(entries, list)
        or not entries
        or not all(isinstance(e, dict) and keys <= e.keys() for e in entries)
    ):
        raise BadInput(Fault(name, key="locks", message=f"each lock needs {', '.join(sorted(keys))}"))
    return entries


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
    try:
        tally = read(entry["tallies"])
        sound = tally.digest() == entry["digest"]
    except (KeyError, TypeError, ValueError, IndexError):
        sound = False
    if not sound:
        raise BadInput.of(f"lock of {entry['variant']}: its integers do not have the digest that it claims")
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
    try:
        before = figures(old, prepared.measures, spec.game.seat_word)
        values = [one.figure.value() for one in before.values()]
    except (KeyError, IndexError, ValueError):
        values = []
    if not values or old.seats != new.seats or not old.finished or not new.finished:
        words = (*changed, "the lock counted other things, or no finished game: save it again")
        return Checked(entry["variant"], spec.players, "cannot tell", False, words, {}, {}, FALSE_ALARM)
    after = figures(new, prepared.measures, spec.game.seat_word)
    names = [name for name, one in before.items() if isinstance(one.figure, Share | Mean | Sums)]
    lawful = [] if changed else [name for name in old.histograms if name in new.histograms]
    checks = len(names) + len(lawful)
    shifts = {name: (_shift(before[name], after[name], checks), before[name].unit) for name in names}
    laws: dict[str, float] = {}
    broken: list[str] = []
    for name in lawful:
        failed, laws[name] = histogram_gate(Histogram(old.histograms[name]), Histogram(new.histograms[name]), checks)
        broken += [f"{name} follows another law (p = {laws[name]:.1g})"] if failed else []
    goals = _goals(entry, spec, new)
    reasons = [f"{name} moved by more than its margin" for name, (one, _) in shifts.items() if one.failed] + broken
    reasons += [f"the goal of {one.goal.metric} ({one.goal.text}) was met and is missed" for one in goals]
    weak = [name for name, (one, _) in shifts.items() if _is_vital(name) and one.caught > BLUNT * _margin(before[name])]
    outcome: Outcome = "fail" if reasons else "cannot tell" if weak else "pass"
    if outcome == "cannot tell":
        reasons = [f"too few games to see a shift of {BLUNT:g} margins of {', '.join(weak)}: save it with more games"]
    whole = (*reasons, *changed)
    return Checked(entry["variant"], spec.players, outcome, False, whole, shifts, laws, FALSE_ALARM)


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
        return share_gate(old.units, old.plays, new.units, new.plays, margin, checks)
    pairs = [(one.value(), one.variance(), _plays(one)) for one in (old, new)]
    return mean_gate(*pairs[0], *pairs[1], margin, checks)


def _plays(figure: Any) -> int:
    if isinstance(figure, Share):
        return figure.plays
    return int(figure.histogram.n if isinstance(figure, Mean) else figure.n)


def _goals(entry: Mapping[str, Any], spec: RunSpec, new: Tally) -> list[Judged]:
    """Goals that were met and are now missed."""
    met = {one["metric"] for one in entry["goals"] if one["status"] == "met"}
    found = every_figure(new, spec.prepared().measures, spec.game.seat_word)
    judged = judge(spec.goals, found, {goal.metric: FIXED for goal in spec.goals})
    return [one for one in judged if one.status == "missed" and one.goal.metric in met]


def overall(checked: Iterable[Checked]) -> Outcome:
    """Fail if any lock fails, else cannot tell if any cannot, else pass."""
    outcomes = {one.outcome for one in checked}
    return "fail" if "fail" in outcomes else "cannot tell" if "cannot tell" in outcomes else "pass"


def check_document(checked: Iterable[Checked]) -> dict[str, Any]:
    """The document of a check."""
    found = list(checked)
    return {"schema": CHECK_SCHEMA, "outcome": overall(found), "locks": [one.document() for one in found]}
