"""Sweeps: the cells of a request, and the folder that keeps finished ones."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdeal.varying import Asked, Varied, all_cells, base_at, check_variants
from variants.errors import BadInput, Fault

if TYPE_CHECKING:
    from simulate.studies.sweep import SweepPlan

PLAN = "sweep.json"
CELLS = "cells"


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
        from simulate.studies.grid import VARIANT, design, read_axes
        from simulate.studies.sweep import SweepPlan

        asked = self.asked
        axes = read_axes(self.vary)
        varied = Varied(asked)
        check_variants(varied, (value for axis in axes if axis.key == VARIANT for value in axis.values))
        drawn = design(axes, self.samples, asked.seed)
        settings = [drawn.values(cell) for cell in drawn.cells]
        counts = varied.counts(settings)
        cells = all_cells(varied, settings, counts)
        bases = {players: base_at(varied, players) for players in counts}
        return SweepPlan(asked.name, drawn, bases, tuple(cells), asked.policies, asked.seed, asked.games, self.metrics)


class Folder:
    """Finished cells in a folder, one file each, there whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._cells = folder / CELLS

    def get(self, key: str) -> Any:
        """The document of a finished cell, or None."""
        try:
            return json.loads((self._cells / f"{key}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def put(self, key: str, document: Mapping[str, Any]) -> None:
        """Write the document of a finished cell.

        Raises
        ------
        FailedRun
            It could not be written.
        """
        from fairdeal.cli.folder import write

        write(self._cells, {f"{key}.json": json.dumps(document, separators=(",", ":")) + "\n"})


def seed_of(folder: Path) -> int | None:
    """The seed of the sweep that a folder holds, so that a call without one goes on with it."""
    found = _read_plan(folder)
    return None if found is None else int(found["seed"])


def _read_plan(folder: Path) -> dict[str, Any] | None:
    path = folder / PLAN
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["schema"] == "fairdeal.sweep-plan/1" and isinstance(found["seed"], int):
            return dict(found)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise BadInput(Fault(str(path), message="this is no sweep's plan; choose another folder"))


def take_folder(folder: Path, plan: SweepPlan) -> Folder:
    """The folder made ready for a sweep: new, or with cells of the same sweep.

    Raises
    ------
    BadInput
        It holds another sweep or other results, or cannot be written.
    """
    from fairdeal.cli.documents import json_text
    from fairdeal.cli.folder import make_ready, write

    wanted = _identity(plan)
    held = _read_plan(folder)
    if held is None:
        make_ready(folder, force=False)
    else:
        differing = [key for key in {**held, **wanted} if held.get(key) != wanted.get(key)]
        if differing:
            told = "; ".join(
                f"{key}: {_short(held.get(key))} there, {_short(wanted.get(key))} now" for key in differing
            )
            raise BadInput.of(f"--out {folder}: holds another sweep ({told}); choose another folder")
        make_ready(folder, force=True)
    try:
        (folder / CELLS).mkdir(exist_ok=True)
    except OSError as error:
        raise BadInput.of(f"--out {folder}: {error.strerror or error}") from error
    if held is None:
        write(folder, {PLAN: json_text(wanted)})
    return Folder(folder)


def _identity(plan: SweepPlan) -> dict[str, Any]:
    """What makes two sweeps the same one, as JSON gives it back."""
    from simulate.version import VERSION

    found = {
        "schema": "fairdeal.sweep-plan/1",
        "version": VERSION,
        "variant": plan.name,
        "design": plan.design.document(),
        "players": list(plan.bases),
        "policies": list(plan.policies),
        "seed": plan.seed,
        "games": plan.games,
        "metrics": list(plan.metrics),
        "rules": [None if base is None else base.variant.hash for base in plan.bases.values()],
        "cells": [None if cell.spec is None else cell.spec.variant.hash for cell in plan.cells],
    }
    return dict(json.loads(json.dumps(found)))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
