"""What a site's batch system wants to be told, from a small YAML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from variants.errors import BadInput, Fault, nearest, show
from variants.positions import read_document


@dataclass(frozen=True)
class Site:
    """How jobs are asked for.

    Attributes
    ----------
    workers : int
        Jobs that are kept running.
    walltime : float
        Seconds after which the batch system ends a job.
    cores : int
        Threads of a job.
    memory : str
        Of a job, as in ``2GB``.
    queue, account : str or None
        Partition or queue; who is charged.
    interface, host : str or None
        Network interface, or address, by which workers reach this machine.
    python : str or None
        Interpreter on the nodes; None: the one that runs here.
    prologue : tuple of str
        Lines of shell before a worker starts: ``module load …``.
    directives : tuple of str
        Further options of a job, as they stand behind ``#SBATCH`` or ``#PBS``.
    local_directory, log_directory, shared_directory : str or None
        Scratch space on the nodes; where jobs write their output; where the keys of the connection lie, a folder that
        every node sees and only you can read.
    tls : bool
        Encrypt, and let nobody else in.
    """

    workers: int = 1
    walltime: float = 3600.0
    cores: int = 1
    memory: str = "2GB"
    queue: str | None = None
    account: str | None = None
    interface: str | None = None
    host: str | None = None
    python: str | None = None
    prologue: tuple[str, ...] = ()
    directives: tuple[str, ...] = ()
    local_directory: str | None = None
    log_directory: str | None = None
    shared_directory: str | None = None
    tls: bool = True


def read_walltime(value: object) -> float | None:
    """Seconds of ``90m``, ``2h``, ``01:30:00``, ``1-00:00:00`` or a number of seconds; None for anything else."""
    text = str(value).strip()
    clock = re.fullmatch(r"(?:(\d{1,3})-)?(\d{1,4}):([0-5]\d)(?::([0-5]\d))?", text, re.ASCII)
    if clock:
        days, hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return float(days * 86_400 + hours * 3600 + minutes * 60 + seconds) or None
    found = re.fullmatch(r"(\d{1,8})\s*(s|m|min|h|d|)", text, re.ASCII)
    if not found:
        return None
    return int(found[1]) * {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}[found[2]] or None


def _whole(value: object) -> object:
    return value if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000 else None


def _text(value: object) -> object:
    return value if isinstance(value, str) and value and "\n" not in value else None


def _lines(value: object) -> object:
    good = isinstance(value, list) and all(isinstance(one, str) and "\n" not in one for one in value)
    return tuple(value) if good and isinstance(value, list) else None


def _memory(value: object) -> object:
    return value if isinstance(value, str) and re.fullmatch(r"\d{1,6}\s?[KMGT]i?B", value, re.ASCII) else None


def _truth(value: object) -> object:
    return value if isinstance(value, bool) else None


_Reader = tuple[Callable[[object], object], str]
_TEXT: _Reader = (_text, "text on one line")
_LINES: _Reader = (_lines, "a list of lines")
_WHOLE: _Reader = (_whole, "a whole number from 1 on")
_READERS: Mapping[str, _Reader] = {
    "workers": _WHOLE,
    "walltime": (read_walltime, "a time as in 90m, 2h, 01:30:00 or 1-00:00:00"),
    "cores": _WHOLE,
    "memory": (_memory, "an amount as in 2GB or 500MiB"),
    "queue": _TEXT,
    "account": _TEXT,
    "interface": _TEXT,
    "host": _TEXT,
    "python": _TEXT,
    "prologue": _LINES,
    "directives": _LINES,
    "local_directory": _TEXT,
    "log_directory": _TEXT,
    "shared_directory": _TEXT,
    "tls": (_truth, "true or false"),
}


def read_site(path: Path | None, **given: Any) -> Site:
    """The settings of a file, with those given on the command line (where not None) over them.

    Raises
    ------
    BadInput
        Every fault of the file, with line and column.
    """
    site = Site() if path is None else _read(path)
    return replace(site, **{key: value for key, value in given.items() if value is not None})


def _read(path: Path) -> Site:
    document = read_document(path)
    faults: list[Fault] = []
    found: dict[str, Any] = {}
    for key, value in document.data.items():
        name = str(key)
        if name not in _READERS:
            place = document.key_mark((key,))
            faults.append(Fault(
                document.file, *place, name, "an unknown key", ", ".join(_READERS), nearest(name, _READERS)
            ))  # fmt: skip
            continue
        read, allowed = _READERS[name]
        found[name] = read(value)
        if found[name] is None:
            faults.append(Fault(document.file, *document.mark((key,)), name, show(value), allowed))
    if faults:
        raise BadInput(faults)
    return Site(**found)
