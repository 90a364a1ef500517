"""One part of many of a run or study: which plays of each work a shard plays, and which number a job array gave it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from variants.errors import BadInput

MOST_SHARDS = 1_000_000

_TEXT = re.compile(r"(\d{1,7})/(\d{1,7})", re.ASCII)

AUTO = "auto"

# Slurm: https://slurm.schedmd.com/job_array.html; PBS gives its tasks no count, so a script must; SGE: qsub(1), -t.
_SLURM = ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP")
_SGE = ("SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE")
_PBS = ("PBS_ARRAY_INDEX", "PBS_ARRAYID")
COUNT = "FAIRDEAL_SHARDS"
"""Number of shards, for schedulers that do not tell it, and for an array that repeats some shards of a larger one."""

FIRST = "FAIRDEAL_FIRST_TASK"
"""The array's number of shard 1; by default 1."""


@dataclass(frozen=True)
class Shard:
    """Shard `number` of `of`, the first being 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def words(self) -> str:
        """``shard 3 of 8``."""
        return f"shard {self.number} of {self.of}"

    @property
    def file_name(self) -> str:
        """``shard-03-of-12.json``."""
        return f"shard-{self.number:0{len(str(self.of))}}-of-{self.of}.json"

    def part(self, plays: int) -> tuple[int, int]:
        """The plays (begin, end) of this shard, of a work of so many plays; all shards' parts follow one another."""
        return plays * (self.number - 1) // self.of, plays * self.number // self.of


def read_shard(text: str, environment: Mapping[str, str]) -> Shard:
    """The shard that ``--shard`` means: ``3/8``, ``auto`` or ``auto/8``.

    Parameters
    ----------
    environment : mapping of str to str
        Where ``auto`` finds what Slurm, PBS or SGE told the task of an array.

    Raises
    ------
    BadInput
        It is none, or there is no job array.
    """
    word, _, count = text.strip().partition("/")
    if word == AUTO:
        return _from_array(text, environment, count)
    found = _TEXT.fullmatch(text.strip())
    if not found or not 1 <= int(found[1]) <= int(found[2]) <= MOST_SHARDS:
        raise BadInput.of(
            f"--shard: got {text[:60]!r}, allowed: K/N with K from 1 to N, as in 3/8; or {AUTO} in a job array"
        )
    return Shard(int(found[1]), int(found[2]))


def _from_array(text: str, environment: Mapping[str, str], given: str) -> Shard:
    numbers = _numbers(environment)
    said = given or environment.get(COUNT, "")
    if said and not said.isdecimal():
        where = "--shard" if given else COUNT
        raise BadInput.of(f"{where}: got {said[:60]!r}, allowed: the number of shards, as in 8")
    for task, first, last, step in (_SLURM, _SGE):
        if task in numbers and (said or last in numbers):
            return _placed(text, numbers[task], numbers, said, first, last, step)
    for task in _PBS:
        if task in numbers and said:
            return _placed(text, numbers[task], numbers, said, "", "", "")
    if any(task in numbers for task in _PBS):
        raise BadInput.of(
            f"--shard {text}: PBS tells a task its number but not how many there are; "
            f"give --shard {AUTO}/N or set {COUNT}"
        )
    raise BadInput.of(
        f"--shard {text}: this is no task of a job array ({_SLURM[0]}, {_PBS[0]} or {_SGE[0]} is not set); give K/N"
    )


def _numbers(environment: Mapping[str, str]) -> dict[str, int]:
    """The whole numbers among what schedulers set; SGE says ``undefined`` outside an array."""
    known = (*_SLURM, *_SGE, *_PBS, FIRST)
    return {name: int(environment[name]) for name in known if environment.get(name, "").isdecimal()}


def _placed(text: str, task: int, numbers: Mapping[str, int], said: str, first: str, last: str, step: str) -> Shard:
    """The shard of a task: counted from the array's first number, or from FIRST when the count was given.

    An array that repeats some tasks (``--array=3,5``) has other bounds than the first one had; a count that is given
    says that the bounds do not matter.
    """
    if said:
        begin, stride, of = numbers.get(FIRST, 1), 1, int(said)
    else:
        begin, stride = numbers.get(first, 1), numbers.get(step, 1) or 1
        of = (numbers[last] - begin) // stride + 1
    number = (task - begin) // stride + 1
    if not 1 <= number <= of <= MOST_SHARDS or (task - begin) % stride:
        raise BadInput.of(f"--shard {text}: task {task} is none of {of} shards counted from task {begin}")
    return Shard(number, of)
