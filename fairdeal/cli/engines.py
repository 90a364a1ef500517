"""``--jobs`` and ``--engine``: who plays. Threads of this machine, a Dask cluster, or jobs of a batch system."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from fairdeal.cli import streams
from fairdeal.cli.options import Type, jobs_option

if TYPE_CHECKING:
    from simulate.runs.cluster.dask import Dask
    from simulate.runs.engine import Jobs

F = TypeVar("F", bound=Callable[..., Any])

BATCH = ("slurm", "pbs")
SECTION = "Clusters"


class ClusterOption(click.Option):
    """An option that stands in a section of its own in the help."""

    section = SECTION


class WalltimeType(Type):
    """A length of time as batch systems write it: 90m, 2h, 01:30:00."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Seconds."""
        from simulate.runs.cluster.site import read_walltime

        if isinstance(value, int | float):
            return float(value)
        seconds = read_walltime(value)
        if seconds is None:
            self.fail(f"got {value[:60]!r}, allowed: a time as in 90m, 2h, 01:30:00 or 1-00:00:00", param, ctx)
        return seconds


@dataclass(frozen=True)
class Asked:
    """The options that choose an engine; names as on the command line."""

    engine: str | None
    scheduler: str | None
    scheduler_file: Path | None
    tls_ca_file: Path | None
    tls_cert: Path | None
    tls_key: Path | None
    workers: int | None
    walltime: float | None
    queue: str | None
    site: Path | None

    @property
    def kind(self) -> str:
        """The engine meant; a scheduler means Dask."""
        return self.engine or ("dask" if self.scheduler or self.scheduler_file else "local")


def engine_options(function: F) -> F:
    """Add ``--jobs`` and the cluster options; the command gets `jobs`: a number of threads, or an engine."""

    @functools.wraps(function)
    def called(**given: Any) -> Any:
        asked = Asked(**{one.name: given.pop(one.name) for one in fields(Asked)})
        with opened(asked, given.pop("jobs"), quiet=bool(given.get("quiet"))) as jobs:
            return function(jobs=jobs, **given)

    path = click.Path(path_type=Path)
    chosen: Any = called
    told: list[tuple[str, dict[str, Any]]] = [
        ("--engine", {"type": click.Choice(["local", "dask", *BATCH]), "help": "Who plays.  [default: local]"}),
        ("--scheduler", {"metavar": "ADDRESS", "help": "Join a Dask scheduler: tcp://HOST:PORT."}),
        ("--scheduler-file", {"type": path, "help": "Join the Dask scheduler that wrote this file."}),
        ("--tls-ca-file", {"type": path, "help": "For tls://: the authority's certificate."}),
        ("--tls-cert", {"type": path, "help": "For tls://: our certificate."}),
        ("--tls-key", {"type": path, "help": "For tls://: our key."}),
        ("--workers", {"type": click.IntRange(1, 100_000), "help": "slurm, pbs: jobs to keep running."}),
        ("--walltime", {"type": WalltimeType(), "help": "slurm, pbs: time of a job, as in 2h or 01:30:00."}),
        ("--queue", {"help": "slurm, pbs: partition or queue."}),
        ("--site", {"type": path, "help": "slurm, pbs: a YAML file with the site's settings."}),
    ]  # fmt: skip
    for name, options in reversed(told):
        chosen = click.option(name, cls=ClusterOption, default=None, **options)(chosen)
    result: F = jobs_option(chosen)
    return result


@contextlib.contextmanager
def opened(asked: Asked, jobs: int | None, *, quiet: bool) -> Iterator[Jobs]:
    """The engine that is meant, let go at the end; what its workers did is told on stderr.

    Raises
    ------
    click.UsageError
        Options that do not go together.
    """
    _check(asked, jobs)
    if asked.kind == "local":
        yield jobs
        return
    with contextlib.ExitStack() as stack:
        engine = _engine(asked, stack)
        context = click.get_current_context(silent=True)
        if context is not None:
            context.obj = engine
        try:
            yield engine
        finally:
            lines = engine.report()
            engine.close()
        if not quiet:
            for line in lines:
                streams.note(line)


def _engine(asked: Asked, stack: contextlib.ExitStack) -> Dask:
    """The engine, not yet connected: everything else is checked before anything is started."""
    from simulate.runs.cluster.connect import Tls, join
    from simulate.runs.cluster.dask import Dask
    from simulate.runs.cluster.jobs import jobs as batch
    from simulate.runs.cluster.site import read_site

    if asked.kind == "dask":
        files = (asked.tls_ca_file, asked.tls_cert, asked.tls_key)
        tls = Tls(files[0], files[1], files[2]) if files[0] and files[1] and files[2] else None
        return Dask(lambda: join(asked.scheduler, asked.scheduler_file, tls), note=streams.note)
    site = read_site(asked.site, workers=asked.workers, walltime=asked.walltime, queue=asked.queue)
    return Dask(lambda: stack.enter_context(batch(asked.kind, site)), kind=asked.kind, note=streams.note, patience=None)


def _check(asked: Asked, jobs: int | None) -> None:
    joins = [asked.scheduler, asked.scheduler_file]
    tls = [asked.tls_ca_file, asked.tls_cert, asked.tls_key]
    batch = [asked.workers, asked.walltime, asked.queue, asked.site]
    kind = asked.kind
    if kind != "local" and jobs is not None:
        raise click.UsageError("--jobs counts threads of this machine; a cluster has those of its workers.")
    if kind == "dask" and sum(one is not None for one in joins) != 1:
        raise click.UsageError("--engine dask needs --scheduler tcp://HOST:PORT or --scheduler-file FILE.")
    if kind != "dask" and any(one is not None for one in (*joins, *tls)):
        raise click.UsageError("--scheduler, --scheduler-file and --tls-… go with --engine dask.")
    if any(one is not None for one in tls) and not all(one is not None for one in tls):
        raise click.UsageError("TLS needs all of --tls-ca-file, --tls-cert and --tls-key.")
    if kind not in BATCH and any(one is not None for one in batch):
        raise click.UsageError("--workers, --walltime, --queue and --site go with --engine slurm or pbs.")
