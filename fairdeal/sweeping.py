"""Sweeps: from what a user asks to the cells."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairdeal.identity import Identity
from fairdeal.varying import Asked, Varied, all_cells, base_at, check_axes

if TYPE_CHECKING:
    from simulate.studies.sweep import SweepPlan


@dataclass(frozen=True)
class SweepRequest:
    """What a user asks for.

    Attributes
    ----------
    asked : Asked
    vary : tuple of str
        ``KEY=VALUES``.
    samples : int or None
    metrics : tuple of str
    """

    asked: Asked
    vary: tuple[str, ...]
    samples: int | None
    metrics: tuple[str, ...]

    def command(self) -> str:
        """The command line that asks for the same."""
        asked = self.asked
        words = ["fairdeal", "sweep", asked.name]
        words += [word for text in self.vary for word in ("--vary", text)]
        words += ["--samples", str(self.samples)] if self.samples is not None else []
        words += ["--players", ",".join(map(str, asked.players))] if asked.players else []
        words += ["--policy", ",".join(asked.policies)]
        words += [word for name in self.metrics for word in ("--metric", name)]
        words += [word for key, text in asked.settings for word in ("--set", f"{key}={text}")]
        return shlex.join([*words, "--games", str(asked.games), "--seed", str(asked.seed)])

    def plan(self) -> SweepPlan:
        """The checked sweep.

        Raises
        ------
        BadInput
            An axis that is none, faults that hold for all cells, nothing that can be played.
        """
        from simulate.studies.grid import design, read_axes
        from simulate.studies.sweep import SweepPlan

        asked = self.asked
        axes = read_axes(self.vary)
        varied = Varied(asked)
        check_axes(varied, axes)
        drawn = design(axes, self.samples, asked.seed)
        settings = [drawn.values(cell) for cell in drawn.cells]
        counts = varied.counts(settings)
        bases = {players: base_at(varied, players) for players in counts}
        cells = all_cells(varied, settings, counts)
        return SweepPlan(asked.name, drawn, bases, tuple(cells), asked.policies, asked.seed, asked.games, self.metrics)

    def identity(self, plan: SweepPlan) -> Identity:
        """By what its checkpoint and its shards are known."""
        specs = [*plan.bases.values(), *(cell.spec for cell in plan.cells)]
        return Identity(self.command(), tuple("" if spec is None else spec.variant.hash for spec in specs))
