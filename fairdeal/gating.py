"""Lock files on balance: written and checked."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairdeal.continuing import read_file
from fairdeal.planning import Request, plan
from fairdeal.selection import Settings, select
from simulate.runs.policies import is_reproducible
from variants.errors import BadInput, Fault

if TYPE_CHECKING:
    from simulate.runs.engine import Jobs
    from simulate.runs.spec import RunSpec
    from simulate.studies.gate import Checked
    from simulate.studies.solve import Stages


def save_locks(
    file: Path,
    variants: Sequence[str],
    *,
    players: tuple[int, ...] | None = None,
    policy: Sequence[str] = ("random",),
    games: int = 200_000,
    seed: int | None = None,
    jobs: Jobs = None,
    settings: Settings = (),
    force: bool = False,
) -> list[Mapping[str, Any]]:
    """Play variants and write their locks to a file; return the locks.

    Raises
    ------
    BadInput
        Faults in a variant or an option, or a file that is there already (without `force`) or cannot be written.
    FailedRun
        A fault in a game's code.
    """
    from fairdeal.cli.documents import json_text
    from simulate.runs.files import write_whole
    from simulate.runs.result import run
    from simulate.runs.spec import fresh_seed
    from simulate.studies.gate import lock, lock_document

    if file.suffix.lower() in (".yaml", ".yml"):
        message = (
            "got a YAML file, allowed: the lock file to write, as in balance.lock.json; the variants stand behind it"
        )
        raise BadInput(Fault(str(file), message=message))
    if os.path.lexists(file) and not force:
        raise BadInput(Fault(str(file), message="this file is there already; --force replaces it"))
    if not file.absolute().parent.is_dir():
        raise BadInput(Fault(str(file), message="there is no such folder"))
    request = Request(
        tuple(variants), players, tuple(policy), games, fresh_seed() if seed is None else seed, tuple(settings)
    )
    runs = plan(request).runs
    for planned in runs:
        _check_repeatable(planned.spec)
    locks = []
    for planned in runs:
        result = run(planned.spec, jobs)
        if result.played.interrupted:
            raise KeyboardInterrupt
        locks.append(lock(result, _name_for(file, planned.spec.variant.name, planned.spec.variant.file), settings))
    document = lock_document(locks)
    write_whole(file.absolute(), json_text(document))
    return list(document["locks"])


def _check_repeatable(spec: RunSpec) -> None:
    """Refuse policies that play by the clock: their integers are never counted again."""
    timed = [text for text in spec.policies if not is_reproducible([text])]
    if timed:
        raise BadInput.of(
            f"policy {timed[0]}: the time of a machine decides what it plays, so a lock on it never holds; allowed: a "
            "budget that counts, as in mcts:400"
        )


def _name_for(file: Path, name: str, source: str) -> str:
    """How a lock file names a variant: a shipped one by name, another by its path from the lock file's folder."""
    if "/" in name and not Path(name).suffix:
        return name
    return Path(os.path.relpath(Path(source).absolute(), file.absolute().parent)).as_posix()


def _not_json(name: str, error: ValueError) -> Fault:
    advice = "a lock file is as `fairdeal gate save` writes it; take it from version control again, or save it anew"
    if isinstance(error, json.JSONDecodeError):
        return Fault(name, error.lineno, error.colno, message=f"this is not JSON ({error.msg}): {advice}")
    return Fault(name, message=f"this is not JSON ({error}): {advice}")


def check_locks(file: Path, *, jobs: Jobs = None, stages: Stages | None = None) -> list[Checked]:
    """Every lock of a file, checked.

    Parameters
    ----------
    stages : callable, optional
        Gives what shows the progress of the lock so named.

    Raises
    ------
    BadInput
        The file is no lock file, or a variant in it cannot be read.
    FailedRun
        A fault in a game's code.
    """
    from simulate.runs.spec import make_spec
    from simulate.studies.gate import check
    from simulate.studies.lock_files import read_lock

    try:
        found = json.loads(read_file(file))
    except ValueError as error:
        raise BadInput(_not_json(str(file), error)) from None
    checked = []
    entries = read_lock(found, str(file))
    for number, entry in enumerate(entries, start=1):
        name = str(entry["variant"])
        path = file.absolute().parent / name
        own = str(path) if Path(name).suffix in (".yaml", ".yml") else name
        settings = tuple((str(key), str(value)) for key, value in entry["settings"])
        game, variant = select(own, settings)
        spec = make_spec(
            game, variant, entry["players"], policies=tuple(entry["policies"]), seed=entry["seed"],
            first=entry["plays"]["first"], count=entry["plays"]["count"],
        )  # fmt: skip
        shown = None if stages is None else stages(f"[{number}/{len(entries)}] {name}, {spec.players} players")
        checked.append(check(entry, spec, jobs, shown))
    return checked
