"""Goes on with the runs of a result file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fairdeal.asking import Asked
from fairdeal.planning import Planned, command_line
from fairdeal.selection import Settings, select
from simulate.games.contract import Game
from variants.errors import BadInput, Fault
from variants.loader import Variant

if TYPE_CHECKING:
    from fairdeal.identity import Identity
    from simulate.runs.engine import Jobs
    from simulate.runs.local import Progress
    from simulate.runs.result import Result
    from simulate.runs.resume import Resumed

MOST_BYTES = 1 << 28


def take_up(path: Path, names: Sequence[str] = (), settings: Settings = ()) -> list[Resumed]:
    """The runs of a result file, checked against the variants as they are now.

    Parameters
    ----------
    names : sequence of str
        The variants; by default those that the file names.

    Raises
    ------
    BadInput
        The file is no result, or its rules, version or integers are not what they should be.
    """
    from simulate.runs.resume import match, read_results

    entries = read_results(read_file(path), str(path))
    wanted = names or [str(entry["variant"]["name"]) for entry in entries]
    chosen: list[tuple[Game, Variant]] = []
    for name in dict.fromkeys(wanted):
        try:
            chosen.append(select(name, settings))
        except BadInput as error:
            if names:
                raise
            hint = f"give the variant's file too: fairdeal run FILE.yaml --resume {path}"
            raise BadInput([*error.faults, Fault(str(path), message=hint)]) from None
    return match(entries, chosen, str(path))


def read_file(path: Path) -> str:
    """The text of a file.

    Raises
    ------
    BadInput
        It cannot be read, or is far too long to be one of ours.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(Fault(str(path), message="this file is too long for a result"))
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(Fault(str(path), message=f"this file cannot be read ({error.strerror})")) from None
    except UnicodeDecodeError:
        raise BadInput(Fault(str(path), got="bytes that are no text", allowed="JSON in UTF-8")) from None


def identity_of(taken: Sequence[Resumed], asked: Asked, more: int | None) -> Identity:
    """What is gone on with, and how far: by what its checkpoint is known."""
    from fairdeal.identity import Identity

    words = ["fairdeal", "run", "--resume", *(one.tally.digest() for one in taken)]
    words += ["--more", str(more)] if more is not None else []
    return Identity(" ".join([*words, *asked.words()]), tuple(one.spec.variant.hash for one in taken))


def go_on(
    resumed: Resumed,
    asked: Asked,
    more: int | None,
    jobs: Jobs,
    progress: Progress | None,
    *,
    keep_finished: bool = False,
) -> tuple[Planned, Result]:
    """The longer result, and the command that makes it in one go.

    Parameters
    ----------
    keep_finished : bool
        A run that is finished stays as it is; else that is an error.

    Raises
    ------
    BadInput
        Nothing is left to do, or `asked` does not fit the run.
    FailedRun
        A fault in the game's code.
    """
    from simulate.runs import resume

    rule = asked.rule(resumed.spec) if asked else None
    if more is None and rule is None and resumed.finished and keep_finished:
        result = resume.as_it_is(resumed, jobs)
    else:
        result = resume.go_on(resumed, more=more, rule=rule, jobs=jobs, progress=progress)
    spec = result.spec
    whole = Asked(max_games=result.tally.plays) if result.stop.kind == "anytime" else Asked()
    command = command_line(
        [spec.variant.name], str(spec.players), spec.policies,
        games=spec.count, seed=spec.seed, settings=(), asked=whole, metrics=spec.metrics,
    )  # fmt: skip
    return Planned(spec, command), result
