"""How a worker proves that it counts as the client does: the same version, sources, and integers of a few plays.

A cluster may hold machines with another version, an edited source, a game that is not installed, or a broken
processor. Each worker process counts a few plays once and compares them with what the client counted; one that
differs is told apart before any of its numbers is added.
"""

from __future__ import annotations

import functools
import hashlib
import io
import pickle
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from simulate.games import registry
from simulate.kernels import cache
from simulate.runs.cluster.lease import one_at_a_time
from simulate.runs.cluster.sums import digest
from simulate.runs.prepared import Prepared
from simulate.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
MOST_SIGNED = 256
"""Most plays of a signature run."""
SIGNING_SECONDS = 0.1
"""A signature run is not made longer once it takes this long: a play of a deep search may last seconds."""

Count = Callable[[int, int], Any]
_proving = threading.Lock()


@dataclass(frozen=True)
class Packed:
    """A counting function as bytes.

    Attributes
    ----------
    sent : bytes
    games : tuple of str
        Names of the games it plays.
    kind : str
        What it counts: the name of the innermost function.
    """

    sent: bytes
    games: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Proof:
    """What a worker must be able to show.

    Attributes
    ----------
    version : str
        Of fairdeal.
    sources : str
        Digest of the sources that the integers depend on.
    packed : Packed
    first, plays : int
        The plays of the signature run.
    digest : str
        Of their integers.
    """

    version: str
    sources: str
    packed: Packed
    first: int
    plays: int
    digest: str


class _Packer(pickle.Pickler):
    """Notes which games are packed."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, protocol=5)
        self.games: set[str] = set()

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Prepared):
            self.games.add(obj.game.name)
        return NotImplemented


def pack(count: Count) -> Packed:
    """The function as bytes that a worker can read."""
    file = io.BytesIO()
    packer = _Packer(file)
    packer.dump(count)
    innermost: Any = count
    while isinstance(innermost, partial):
        innermost = innermost.func
    kind = getattr(innermost, "__qualname__", type(innermost).__name__)
    return Packed(file.getvalue(), tuple(sorted(packer.games)), kind)


@functools.lru_cache(maxsize=64)
def unpacked(sent: bytes) -> Count:
    """The function that :func:`pack` packed, made once in a process.

    Raises
    ------
    BadInput
        It plays a game that is not installed here.
    """
    count: Count = pickle.loads(sent)  # noqa: S301  # a cluster's workers run what its clients send; TLS says who those are
    return count


def sign(count: Count, packed: Packed, first: int) -> tuple[Proof, float]:
    """The proof that is asked of workers, and the seconds that a play took here."""
    count(first, 0)  # compiles
    plays = 1
    while True:
        started = time.perf_counter()
        given = count(first, plays)
        seconds = time.perf_counter() - started
        if plays >= MOST_SIGNED or seconds >= SIGNING_SECONDS:
            break
        plays *= 4
    return Proof(VERSION, sources(packed.games), packed, first, plays, digest(given)), seconds / plays


def refusal(proof: Proof) -> str:
    """Why this process may not count, in words; empty when it proved itself. The work is done once in a process."""
    with _proving:
        return _refusal(proof)


@functools.lru_cache(maxsize=256)
def _refusal(proof: Proof) -> str:
    if proof.version != VERSION:
        return f"it has fairdeal {VERSION}, here it is {proof.version}"
    missing = [name for name in proof.packed.games if name not in registry.games()]
    if missing:
        return f"it does not have the game {', '.join(missing)}: install the same plug-ins there"
    if proof.sources != sources(proof.packed.games):
        return "its sources of fairdeal or of the game differ from those here: install the same there"
    try:
        count = unpacked(proof.packed.sent)
        with one_at_a_time(_kernels(proof.packed), cache.folder()):
            given = count(proof.first, proof.plays)
    except Exception as error:  # whatever is wrong with a machine, it is told apart and the run goes on
        return f"its signature run failed: {type(error).__name__}: {error}"[:500]
    last = proof.first + proof.plays - 1
    return "" if digest(given) == proof.digest else f"it counted plays {proof.first} to {last} otherwise than here"


def _kernels(packed: Packed) -> str:
    """A name for the kernels that the function needs."""
    folders = [str(registry.game(name).folder) for name in packed.games]
    text = repr([packed.games, packed.kind, [cache.stamp((folder,)) for folder in folders]])
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@functools.lru_cache(maxsize=64)
def sources(games: tuple[str, ...]) -> str:
    """Digest (hex) of the sources that integers depend on: rules, kernels, tables and runs, and the games' folders."""
    found = hashlib.sha256()
    for folder in (ROOT, ROOT.parent / "variants", *(Path(registry.game(name).folder) for name in games)):
        for file in _python_files(folder):
            found.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def _python_files(folder: Path) -> Iterable[Path]:
    return sorted(folder.rglob("*.py"))
