"""Connects to a Dask scheduler that is there, by address or by file."""

from __future__ import annotations

import json
import logging
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.runs.errors import FailedRun
from variants.errors import BadInput

CONNECT_SECONDS = 20.0
RETRIES = 4
NEEDED = "clusters need more packages: pip install 'fairdeal[cluster]'"


@dataclass(frozen=True)
class Tls:
    """Files that prove who we are; all three, or none.

    Attributes
    ----------
    ca, cert, key : Path
        The authority's certificate, our certificate, our key.
    """

    ca: Path
    cert: Path
    key: Path


def join(address: str | None, file: Path | None, tls: Tls | None = None, seconds: float = CONNECT_SECONDS) -> Any:
    """A ``distributed.Client`` of the scheduler at an address, or of the one that wrote a scheduler file.

    Raises
    ------
    BadInput
        No such file, no address in it, keys that are missing or cannot be read, or distributed is not installed.
    FailedRun
        Nobody answers.
    """
    distributed = needed("distributed")
    quiet()
    if file is not None and not file.is_file():
        raise BadInput.of(f"--scheduler-file {file}: no such file; `dask scheduler --scheduler-file` writes it")
    where = address if address is not None else _address(file)
    if where.startswith("tls://") and tls is None:
        raise BadInput.of(f"the scheduler at {where} is encrypted: give --tls-ca-file, --tls-cert and --tls-key")
    try:
        with warnings.catch_warnings():
            # Other versions of Python packages over there are no harm: workers prove that they count alike.
            warnings.filterwarnings("ignore", message=r"(?s).*Mismatched versions found.*")
            return distributed.Client(
                where, timeout=seconds, security=_security(tls), set_as_default=False, name="fairdeal"
            )
    except (OSError, TimeoutError) as error:
        raise FailedRun(f"no scheduler answers at {where} ({_first(error)}); `dask scheduler` starts one") from error
    except (ValueError, KeyError, TypeError, AssertionError) as error:
        raise BadInput.of(f"--scheduler {where}: {_first(error)}; allowed: tcp://HOST:PORT, tls://HOST:PORT") from error


def _address(file: Path | None) -> str:
    """The address that stands in a scheduler file."""
    try:
        return str(json.loads(Path(file or "").read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput.of(
            f"--scheduler-file {file}: no address in it; `dask scheduler --scheduler-file` writes such a file"
        ) from None


def needed(module: str) -> Any:
    """A module of the extra ``cluster``.

    Raises
    ------
    BadInput
        It is not installed.
    """
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise BadInput.of(f"{NEEDED} ({error})") from None


def quiet() -> None:
    """Leave it to us to say what is wrong: Dask's own log would fill the terminal with losses that are made good.

    A connection that breaks is tried again. The statistical profile of a scheduler in this process is not kept: it
    grows for an hour before it forgets.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    needed("dask").config.set({
        "distributed.comm.retry.count": RETRIES,
        "distributed.worker.profile.enabled": False,
    })  # fmt: skip


def _security(tls: Tls | None) -> Any:
    if tls is None:
        return None
    made = needed("distributed").Security(
        tls_ca_file=str(tls.ca), tls_client_cert=str(tls.cert), tls_client_key=str(tls.key), require_encryption=True
    )
    try:
        made.get_connection_args("client")
    except OSError as error:  # ssl's own errors are of this kind
        raise BadInput.of(f"--tls-ca-file, --tls-cert, --tls-key cannot be used: {_first(error)}") from None
    return made


def _first(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
