"""The Python interface of studies over many variants: sweep, tune, sensitivity."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.api import settings as as_settings
from fairdeal.selection import counts_of
from fairdeal.studying import Values, one_or_more
from fairdeal.varying import Asked
from simulate.runs.policies import as_policies

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress
    from simulate.studies.sensed import Sensed
    from simulate.studies.swept import Swept
    from simulate.studies.tuned import Tuned

SWEEP_GAMES = 20_000
"""Plays of each cell of a sweep unless another number is asked for."""

SENSITIVITY_GAMES = 20_000
"""Plays of each cell of a sensitivity study unless another number is asked for."""

Vary = Mapping[str, object] | Sequence[str] | str
"""What is varied: ``{"deck.size": [16, 18]}``, ``{"deck.size": range(12, 19)}``, or ``["deck.size=12..18"]``."""


def axes_texts(vary: Vary) -> tuple[str, ...]:
    """``--vary`` options from what a Python call gives."""
    if isinstance(vary, Mapping):
        return tuple(
            f"{key}={','.join(text for _, text in as_settings({str(i): one for i, one in enumerate(_listed(values))}))}"
            for key, values in vary.items()
        )
    return one_or_more(vary)


def _listed(values: object) -> list[object]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    return list(values)


def sweep(
    variant: str,
    vary: Vary,
    *,
    samples: int | None = None,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    games: int = SWEEP_GAMES,
    metric: str | Sequence[str] = (),
    seed: int | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Swept:
    """What every combination of rule values does, all under the same luck.

    Parameters
    ----------
    vary : mapping or sequence of str
        Values by dotted key (``variant`` for whole variants), or ``--vary`` texts.
    samples : int, optional
        Play a Latin hypercube of this many cells instead of the whole grid.
    games : int
        Plays of each cell.
    metric : str or sequence of str
        What is compared with the variant as it stands; by default win shares, ties, turns and margin.
    out : str or Path, optional
        Folder that keeps what was played; the same sweep goes on from it, or is there at once.

    Raises
    ------
    BadInput
        Every fault found, before anything is played; a folder that holds another sweep.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.keeping import Ways, held_seed, session
    from fairdeal.sweeping import SweepRequest
    from simulate.runs.spec import fresh_seed
    from simulate.studies.sweep import sweep as play

    folder = None if out is None else Path(out)
    held = held_seed(folder) if seed is None else seed
    drawn = fresh_seed() if held is None else held
    asked = Asked(variant, counts_of(players), as_policies(policy), as_settings(set), drawn, games)
    request = SweepRequest(asked, axes_texts(vary), samples, one_or_more(metric))
    plan = request.plan()
    with session(Ways(folder), request.identity(plan), jobs, warnings.warn) as kept:
        return play(plan, kept.jobs, progress)


def tune(
    variant: str,
    vary: Vary,
    *,
    goals: Mapping[str, object] | None = None,
    samples: int | None = None,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    games: int | None = None,
    confirm: int = 200_000,
    trials: int = 200,
    seed: int | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    output: str | Path | None = None,
    progress: Progress | None = None,
) -> Tuned:
    """The rule values that come nearest to the variant's goals, confirmed on plays that the search never used.

    Parameters
    ----------
    vary : mapping or sequence of str
        As for `sweep`.
    goals : mapping, optional
        Goals besides those of the file: ``{"seat_advantage": "<= 2 %", "turns": [20, 30]}``.
    samples : int, optional
        Only so many candidates of the grid.
    games : int, optional
        Plays of the search in all; by default enough.
    confirm : int
        Plays of the winner at each player count.
    trials : int
        Candidates that are played when there are more than 500; needs optuna.
    output : str or Path, optional
        Where the winner is written as a variant that extends the original; must not be there yet.

    Raises
    ------
    BadInput
        Every fault found; no goals; a file that is there already.
    FailedRun
        A fault in a game's code.
    KeyboardInterrupt
        It was stopped before the winner was confirmed.
    """
    from fairdeal.tuning import TuneRequest, make_ready, winner_yaml
    from simulate.runs.spec import fresh_seed
    from simulate.studies.tune import TuneRule
    from simulate.studies.tune import tune as play

    drawn = fresh_seed() if seed is None else seed
    told = as_settings(goals)
    asked = Asked(variant, counts_of(players), as_policies(policy), as_settings(set), drawn, confirm, told)
    request = TuneRequest(asked, axes_texts(vary), samples, TuneRule(games, confirm, trials))
    file = None if output is None else Path(output)
    if file is not None:
        make_ready(file, force=False)
    tuned = play(request.plan(), jobs, progress)
    if file is not None:
        from simulate.runs.files import write_whole

        write_whole(file.absolute(), winner_yaml(tuned, request, file))
    return tuned


def sensitivity(
    variant: str,
    vary: Vary = (),
    *,
    only: bool = False,
    goals: Mapping[str, object] | None = None,
    players: int | Iterable[int] | None = None,
    policy: str | Sequence[str] = "random",
    games: int = SENSITIVITY_GAMES,
    cells: int = 64,
    metric: str | Sequence[str] = (),
    seed: int | None = None,
    jobs: Jobs = None,
    set: Values | None = None,
    progress: Progress | None = None,
) -> Sensed:
    """Which assumptions could overturn the verdict on a variant, and how much of the differences each explains.

    Parameters
    ----------
    vary : mapping or sequence of str, optional
        Other values for dials, as for `sweep`; all assumed dials that are not named get a few of their own.
    only : bool
        Change only the dials of `vary`.
    goals : mapping, optional
        What the verdict is about; by default the file's goals, or a seat advantage of at most 4 %.
    games : int
        Plays of each cell.
    cells : int
        Most combinations of the factorial.
    metric : str or sequence of str
        What is explained; by default win shares, ties, turns and margin.

    Raises
    ------
    BadInput
        Every fault found, or nothing that can be changed.
    FailedRun
        A fault in a game's code.
    KeyboardInterrupt
        It was stopped.
    """
    from fairdeal.assuming import SensitivityRequest
    from simulate.runs.spec import fresh_seed
    from simulate.studies.sensitivity import sensitivity as play

    drawn = fresh_seed() if seed is None else seed
    told = as_settings(goals)
    asked = Asked(variant, counts_of(players), as_policies(policy), as_settings(set), drawn, games, told)
    return play(SensitivityRequest(asked, axes_texts(vary), only, one_or_more(metric), cells).plan(), jobs, progress)
