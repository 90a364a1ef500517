"""The files of shards in a folder: read, checked against one another, and what to do about those that are missing."""

from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path

from fairdeal.identity import Identity, differences
from simulate.runs.checkpoint import Kept, read_kept
from simulate.runs.keeping import Lacking
from simulate.runs.ledger import Ledger
from simulate.runs.shards import Shard
from variants.errors import BadInput, Fault

PATTERN = "shard-*-of-*.json"


def shard_files(folder: Path) -> dict[Path, Kept]:
    """The files of shards in a folder.

    Raises
    ------
    BadInput
        Some are torn: the faults of all.
    """
    found: dict[Path, Kept] = {}
    faults: list[Fault] = []
    for file in sorted(folder.glob(PATTERN)) if folder.is_dir() else ():
        try:
            found[file] = read_kept(file)
        except BadInput as error:
            faults += [*error.faults, Fault(str(file), message="remove it, and run this shard again")]
        except FileNotFoundError:
            continue
    if faults:
        raise BadInput(faults)
    return found


def some_shards(folder: Path) -> dict[Path, Kept]:
    """The files of shards in a folder that has some.

    Raises
    ------
    BadInput
        There is none, or some are torn.
    """
    found = shard_files(folder)
    if not found:
        told = f"holds no shards ({PATTERN}); --shard K/N --out {folder} makes them"
        raise BadInput(Fault(str(folder), message=told))
    return found


def _shard_of(file: Path, kept: Kept) -> Shard:
    """The shard that a file says it is."""
    found = kept.head.get("shard")
    numbers = isinstance(found, list) and len(found) == 2 and all(type(one) is int for one in found)
    if not numbers or not found or not 1 <= found[0] <= found[1]:
        raise BadInput(Fault(str(file), message="says of no shard that it is"))
    return Shard(*found)


def shards_by_file(folder: Path, identity: Identity) -> dict[Path, Ledger]:
    """The ledgers of all shards, checked against one another and against what they should belong to."""
    files = shard_files(folder)
    faults: list[Fault] = []
    seen: dict[Shard, Path] = {}
    of: dict[int, Path] = {}
    for file, kept in files.items():
        differing = differences(kept.head, identity.head())
        if differing:
            faults.append(Fault(str(file), message=f"belongs to another run or study ({differing})"))
        shard = _shard_of(file, kept)
        if shard in seen:
            faults.append(
                Fault(str(file), message=f"{shard.words} is there twice, also as {seen[shard].name}; remove one")
            )
        seen.setdefault(shard, file)
        of.setdefault(shard.of, file)
        faults += _strays(file, kept.ledger, shard)
    if len(of) > 1:
        told = ", ".join(f"{one.name}" for one in of.values())
        faults.append(Fault(str(folder), message=f"holds shards of several divisions ({told}); keep those of one"))
    if faults:
        raise BadInput(faults)
    return {file: kept.ledger for file, kept in files.items()}


def _strays(file: Path, ledger: Ledger, shard: Shard) -> list[Fault]:
    """Works whose plays are not one run of consecutive ones, as a shard's are."""
    for key in ledger:
        found = ledger.stretches(key)
        if any(one.end != following.begin for one, following in pairwise(found)):
            return [Fault(str(file), message=f"{shard.words}: the plays of work {key[:12]} have gaps")]
    return []


def read_shards(folder: Path, identity: Identity) -> list[Ledger]:
    """The ledgers of all shards in a folder.

    Raises
    ------
    BadInput
        Files that are torn, belong to something else, are there twice, or overlap.
    """
    by_file = shards_by_file(folder, identity)
    faults = []
    for key in dict.fromkeys(key for ledger in by_file.values() for key in ledger):
        stretches = sorted(
            ((one.begin, one.end, file.name) for file, ledger in by_file.items() for one in ledger.stretches(key))
        )
        for (_, end, name), (begin, _, other) in pairwise(stretches):
            if begin < end:
                faults.append(Fault(str(folder), message=f"plays {begin} to {end - 1} stand in {name} and in {other}"))
    if faults:
        raise BadInput(dict.fromkeys(faults))
    return list(by_file.values())


def missing_shards(folder: Path, lacking: Lacking) -> BadInput:
    """What to do about shards that are not there, or not done: the commands that play only them."""
    files = some_shards(folder)
    file, kept = next(iter(files.items()))
    of, command = _shard_of(file, kept).of, kept.head["command"]
    present = {_shard_of(file, kept) for file, kept in files.items()}
    wanted = lacking.shards(of)
    absent, unfinished = [one for one in wanted if one not in present], [one for one in wanted if one in present]
    faults = []
    if absent:
        faults.append(Fault(str(folder), message=f"{_listed(absent)} of {of} missing"))
    if len(unfinished) == of:
        faults.append(Fault(str(folder), message=f"all {of} shards have another stage to play, or are under way"))
    elif unfinished:
        faults.append(Fault(str(folder), message=f"{_listed(unfinished)} of {of} not done"))
    lines = "\n".join(f"  {command} --out {shlex.quote(str(folder))} --shard {one}" for one in wanted)
    array = ",".join(str(one.number) for one in wanted)
    which = "these" if len(wanted) > 1 else "this"
    faults.append(Fault(message=f"play {which} (as an array: tasks {array}), then merge again:"))
    return MissingShards(faults, lines)


class MissingShards(BadInput):
    """Shards are missing; `commands` play them, one a line."""

    def __init__(self, faults: list[Fault], commands: str) -> None:
        super().__init__(faults)
        self.commands = commands


def _listed(shards: list[Shard]) -> str:
    """``shard 3 is`` or ``shards 1-4, 7 are``."""
    numbers = [one.number for one in shards]
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    told = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
    return f"shard{'s' if len(numbers) > 1 else ''} {told}"
