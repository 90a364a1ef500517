"""Workers as jobs of a batch system: asked for, replaced when they end or are lost, given back at the end."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.runs.cluster.connect import needed, quiet
from simulate.runs.cluster.site import Site
from simulate.runs.errors import FailedRun
from variants.errors import BadInput

CLUSTERS = {"slurm": "SLURMCluster", "pbs": "PBSCluster"}
PASS_ENVIRONMENT = {"slurm": (), "pbs": ("-V",)}
"""Slurm hands the environment to jobs unless told otherwise; PBS does when told."""

LIFETIME, STAGGER = 0.9, 0.05
"""A worker ends by itself before the batch system ends its job, so that it gives back what it has begun; as shares of
the walltime, and not all workers at once."""
LOST_SECONDS = "5s"
"""A worker that is gone for so long gets a successor."""


@contextlib.contextmanager
def jobs(kind: str, site: Site) -> Iterator[Any]:
    """A ``distributed.Client`` of a scheduler in this process, with `site.workers` jobs kept running.

    Raises
    ------
    BadInput
        dask-jobqueue is not installed, or the settings do not fit.
    FailedRun
        The batch system takes no jobs.
    """
    dask_jobqueue, distributed, dask = needed("dask_jobqueue"), needed("distributed"), needed("dask")
    quiet()
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.deploy.lost-worker-timeout": LOST_SECONDS}))
        folder = Path(site.shared_directory) if site.shared_directory else Path.home()
        keys = stack.enter_context(_keys(folder)) if site.tls else None
        try:
            cluster = getattr(dask_jobqueue, CLUSTERS[kind])(**options(kind, site, keys))
            stack.callback(cluster.close)
            cluster.adapt(minimum_jobs=site.workers, maximum_jobs=site.workers)
            client = distributed.Client(cluster, set_as_default=False, name="fairdeal")
            stack.callback(client.close)
        except (RuntimeError, OSError, TimeoutError) as error:
            raise FailedRun(f"--engine {kind}: {_first(error)}") from error
        except (ValueError, ImportError) as error:
            raise BadInput.of(f"--engine {kind}: {_first(error)}") from error
        yield client


def options(kind: str, site: Site, keys: Path | None) -> dict[str, Any]:
    """What dask-jobqueue is told.

    Parameters
    ----------
    keys : Path or None
        Folder for the keys of the connection; None: no encryption.
    """
    scheduler: dict[str, Any] = {"dashboard_address": ":0", "dashboard": False}
    if site.host is not None:
        scheduler["host"] = site.host
    found: dict[str, Any] = {
        "cores": site.cores,
        "processes": 1,
        "memory": site.memory,
        "walltime": clock(site.walltime),
        "queue": site.queue,
        "account": site.account,
        "interface": site.interface,
        "python": site.python,
        "local_directory": site.local_directory,
        "log_directory": site.log_directory,
        "job_name": "fairdeal",
        "job_script_prologue": list(site.prologue),
        "job_extra_directives": [*PASS_ENVIRONMENT[kind], *site.directives],
        "worker_extra_args": lifetime(site.walltime),
        "scheduler_options": scheduler,
    }
    if keys is not None:
        found |= {"security": True, "protocol": "tls://", "shared_temp_directory": str(keys)}
    return {key: value for key, value in found.items() if value is not None}


def lifetime(walltime: float) -> list[str]:
    """Arguments by which a worker ends before its job is ended."""
    return ["--lifetime", f"{walltime * LIFETIME:.0f}s", "--lifetime-stagger", f"{walltime * STAGGER:.0f}s"]


def clock(seconds: float) -> str:
    """``HH:MM:SS``, rounded up to whole minutes as batch systems do."""
    minutes = -(-int(seconds) // 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:00"


@contextlib.contextmanager
def _keys(folder: Path) -> Iterator[Path]:
    """A folder of our own for the keys, gone at the end."""
    needed("cryptography")
    try:
        with tempfile.TemporaryDirectory(prefix=".fairdeal-keys-", dir=folder) as name:
            yield Path(name)
    except OSError as error:
        raise BadInput.of(
            f"shared_directory {folder}: {error.strerror or error}; name a folder that all nodes see, in --site FILE"
        ) from error


def _first(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
