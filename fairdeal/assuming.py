"""From a variant to the dials of a sensitivity study: what is assumed, what else it might be, what can be played."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairdeal.identity import Identity
from fairdeal.varying import Asked, Varied, check_axes
from variants.errors import BadInput

if TYPE_CHECKING:
    from simulate.runs.spec import RunSpec
    from simulate.studies.assumptions import Assumption
    from simulate.studies.factorial import Dial
    from simulate.studies.grid import Axis, Values
    from simulate.studies.sensitivity import SensitivityPlan

DEFAULT_GOAL = ("seat_advantage", '"<= 4 %"')
"""What the verdict is about when neither the file nor the user says so: no more than a small edge."""


@dataclass(frozen=True)
class SensitivityRequest:
    """What a user asks for.

    Attributes
    ----------
    asked : Asked
    vary : tuple of str
        ``KEY=VALUES``: other values for an assumed dial, or for one that is not.
    only : bool
        Only the dials of `vary`.
    metrics : tuple of str
    most_cells : int
        Of the factorial.
    """

    asked: Asked
    vary: tuple[str, ...] = ()
    only: bool = False
    metrics: tuple[str, ...] = ()
    most_cells: int = 64

    def command(self) -> str:
        """The command line that asks for the same."""
        asked = self.asked
        words = ["fairdeal", "sensitivity", asked.name]
        words += [word for text in self.vary for word in ("--vary", text)]
        words += ["--only"] if self.only else []
        words += [word for metric, text in asked.goals for word in ("--goal", f"{metric}={text}")]
        words += ["--players", ",".join(map(str, asked.players))] if asked.players else []
        words += ["--policy", ",".join(asked.policies)]
        words += [word for name in self.metrics for word in ("--metric", name)]
        words += [word for key, text in asked.settings for word in ("--set", f"{key}={text}")]
        words += ["--cells", str(self.most_cells), "--games", str(asked.games), "--seed", str(asked.seed)]
        return shlex.join(words)

    def plan(self) -> SensitivityPlan:
        """The checked study.

        Raises
        ------
        BadInput
            Faults in the variant or the options, or nothing that is assumed and can be changed.
        """
        from simulate.studies.grid import read_axes
        from simulate.studies.sensitivity import SensitivityPlan

        axes = read_axes(self.vary)
        if self.only and not axes:
            raise BadInput.of("--only needs --vary: there is nothing to change")
        varied = self._varied()
        check_axes(varied, axes)
        counts = varied.counts([()])
        bases = {players: varied.spec((), players) for players in counts}
        found = {players: _Dials(varied, spec, axes, self.only) for players, spec in bases.items()}
        for one in found.values():
            one.find()
        if not any(one.dials for one in found.values()):
            raise BadInput.of(_nothing(self.asked.name, found))
        return SensitivityPlan(
            self.asked.name, bases, {n: tuple(one.dials) for n, one in found.items()},
            {n: tuple(one.refused) for n, one in found.items()}, {n: tuple(one.untried) for n, one in found.items()},
            lambda setting, players: _made(varied, tuple(setting), players), self.metrics, self.asked.games,
            self.most_cells,
        )  # fmt: skip

    def identity(self, plan: SensitivityPlan) -> Identity:
        """By what its checkpoint and its shards are known."""
        return Identity(self.command(), tuple(spec.variant.hash for spec in plan.bases.values()))

    def _varied(self) -> Varied:
        """The settings' variants; with the usual goal when there is none."""
        varied = Varied(self.asked)
        _, variant = varied.select(())
        return varied if variant.goals else Varied(replace(self.asked, goals=(DEFAULT_GOAL,)))


def _made(varied: Varied, setting: Values, players: int) -> RunSpec | None:
    return varied.cell(0, setting, players).spec


def _nothing(name: str, found: dict[int, _Dials]) -> str:
    reasons = dict.fromkeys(f"{key}={value}: {reason}" for one in found.values() for key, value, reason in one.refused)
    told = "; ".join(list(reasons)[:5])
    return f"{name}: no assumed value can be changed alone; give others with --vary" + (f" ({told})" if told else "")


class _Dials:
    """The dials at one player count."""

    def __init__(self, varied: Varied, base: RunSpec, axes: Sequence[Axis], only: bool) -> None:
        self._varied, self._base, self._axes, self._only = varied, base, axes, only
        self.dials: list[Dial] = []
        self.refused: list[tuple[str, str, str]] = []
        self.untried: list[str] = []

    def find(self) -> None:
        """Work out the dials, the levels that cannot be played alone, and the dials without other values."""
        from simulate.studies.assumptions import Assumption, assumptions
        from simulate.studies.grid import VARIANT

        variant, players = self._base.variant, self._base.players
        assumed = {one.key: one for one in assumptions(variant, players)}
        values = variant.effective(players)
        given = {axis.key: axis for axis in self._axes}
        wanted = [] if self._only else [one for key, one in assumed.items() if key not in given]
        for key, axis in given.items():
            own = variant.name if key == VARIANT else _plain(values.get(key))
            known = assumed.get(key)
            meaning, unit = (known.meaning, known.unit) if known else ("", None)
            wanted.append(Assumption(key, meaning, unit, known.value if known else own, axis.values))
        for one in wanted:
            self._add(one)

    def _add(self, one: Assumption) -> None:
        from simulate.studies.cells import rules_key
        from simulate.studies.factorial import Dial, Level

        if not one.others:
            self.untried.append(one.key)
            return
        levels = [Level(one.value, ())]
        seen = {rules_key(self._base)}
        for text in one.others:
            setting = ((one.key, text),)
            cell = self._varied.cell(0, setting, self._base.players)
            if cell.spec is None:
                self.refused.append((one.key, text, "; ".join(cell.reasons)))
            elif rules_key(cell.spec) not in seen:
                seen.add(rules_key(cell.spec))
                levels.append(Level(text, setting))
        if len(levels) > 1:
            self.dials.append(Dial(one.key, one.meaning, one.unit, tuple(levels)))


def _plain(value: object) -> str:
    from variants.starter import written

    return "as it stands" if value is None else written(value)
