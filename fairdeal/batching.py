"""Job scripts for clusters: a warm-up job, the array of shards, and the merge that waits for it.

The script is started by hand (``bash job.sh``) and submits the three; with numbers (``bash job.sh 3,5``) it submits
only those shards again. It needs nothing but the scheduler's own commands.
"""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass
from pathlib import Path

GRACE = 60
"""Seconds before the end of a job's time at which it is told to stop, so that it can write its last checkpoint."""

WARMUP_MINUTES = 30


@dataclass(frozen=True)
class Batch:
    """What a script is to submit.

    Attributes
    ----------
    scheduler : {"slurm", "pbs", "sge"}
    program : str
        How the nodes call fairdeal, as shell words.
    words : tuple of str
        The command of which shards are played, with its seed.
    games : tuple of str
        Whose kernels are made ready first.
    shards : int
    seconds : int
        Longest time of a shard.
    cpus : int
        Of a shard, each a thread.
    stages : int
        Arrays that follow one another; a study of several stages plays one in each.
    folder : Path
        In which the shards meet.
    out : Path
        Folder for the result.
    name : str
        Of the jobs.
    queue, account, memory : str
        Empty: as the site has it.
    setup : tuple of str
        Lines that make the node ready.
    """

    scheduler: str
    program: str
    words: tuple[str, ...]
    games: tuple[str, ...]
    shards: int
    seconds: int
    cpus: int
    stages: int
    folder: Path
    out: Path
    name: str
    queue: str = ""
    account: str = ""
    memory: str = ""
    setup: tuple[str, ...] = ()

    @property
    def prologue(self) -> str:
        """What each job begins with."""
        return "\n".join(["#!/usr/bin/env bash", "set -uo pipefail", *self.setup])

    @property
    def warmup(self) -> str:
        """The command that makes the kernels ready."""
        return f"{self.program} warmup {shlex.join(self.games)}"

    def shard(self, number: str) -> str:
        """The command of a shard; `number` as the shell knows it."""
        folder = shlex.quote(str(self.folder))
        return f"{self.program} {shlex.join(self.words)} --jobs {self.cpus} --quiet --out {folder} --shard {number}"

    @property
    def merge(self) -> str:
        """The command that puts the shards together."""
        return f"{self.program} merge {shlex.quote(str(self.folder))} --out {shlex.quote(str(self.out))} --force"


def script(batch: Batch) -> str:
    """The text of the script."""
    body = {"slurm": _slurm, "pbs": _pbs, "sge": _sge}[batch.scheduler](batch)
    return f"{_head(batch)}\n{body}"


def _head(batch: Batch) -> str:
    name = {"slurm": "Slurm", "pbs": "PBS", "sge": "Grid Engine"}[batch.scheduler]
    lines = [
        "#!/usr/bin/env bash",
        f"# Plays in {batch.shards} shards on {name}, then merges them:",
        f"#   {shlex.join(('fairdeal', *batch.words))}",
        "# All of it:             bash job.sh",
        "# Only shards 3 and 5:   bash job.sh 3,5      (merge names those that are missing)",
        "# What a stopped shard played is kept; it goes on when it is submitted again.",
        "set -euo pipefail",
        f"shards={batch.shards}",
        "only=${1:-}",
        "mkdir -p logs",
    ]
    return "\n".join(lines) + "\n"


def _here(text: str, ending: str = "JOB") -> str:
    """A text handed to a command as its input, nothing in it being expanded now."""
    return f"<<'{ending}'\n{text}\n{ending}\n"


def _clock(seconds: int) -> str:
    """``hh:mm:ss``."""
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


# Slurm: sbatch(1). SIGTERM comes GRACE seconds before the end, to the shell of the job, which is fairdeal by then.


def _slurm(batch: Batch) -> str:
    common = [f"--partition={shlex.quote(batch.queue)}"] if batch.queue else []
    common += [f"--account={shlex.quote(batch.account)}"] if batch.account else []
    common += [f"--mem={shlex.quote(batch.memory)}"] if batch.memory else []
    site = " ".join(common)
    # Slurm counts whole minutes.
    minutes = max(2, math.ceil(batch.seconds / 60))
    lines = [
        f"site=({site})",
        f"warm=$(sbatch --parsable \"${{site[@]}}\" --job-name={batch.name}-warmup --time={WARMUP_MINUTES} --ntasks=1 "
        "--output=logs/warmup-%j.log " + _here(f"{batch.prologue}\nexec {batch.warmup}") + ")",
        "after=afterok:$warm",
        f"for stage in $(seq {batch.stages}); do",
        f'array=$(sbatch --parsable "${{site[@]}}" --job-name={batch.name} --array="${{only:-1-$shards}}" '
        f'--dependency="$after" --time={minutes} --ntasks=1 --cpus-per-task={batch.cpus} --signal=B:TERM@{GRACE} '
        "--output=logs/shard-%a-%A.log "
        + _here(f'{batch.prologue}\nexec {batch.shard(f"auto/{batch.shards}")}') + ")",
        "after=afterany:$array",
        "done",
        f'sbatch "${{site[@]}}" --job-name={batch.name}-merge --dependency="$after" --time={WARMUP_MINUTES} '
        "--ntasks=1 --output=logs/merge-%j.log " + _here(f"{batch.prologue}\nexec {batch.merge}"),
    ]  # fmt: skip
    return "\n".join(lines)


# PBS: qsub(1B). An array has at least two tasks and no lists, so single shards are jobs of their own. PBS sends SIGTERM
# when the time is over, and SIGKILL some seconds later (the site's kill_delay).


def _pbs(batch: Batch) -> str:
    site = [f"-q {shlex.quote(batch.queue)}"] if batch.queue else []
    site += [f"-A {shlex.quote(batch.account)}"] if batch.account else []
    memory = f":mem={batch.memory}" if batch.memory else ""
    there = 'cd "$PBS_O_WORKDIR"'
    time = f"-l walltime={_clock(batch.seconds)} -l select=1:ncpus={batch.cpus}{memory}"
    short = f"-l walltime={_clock(60 * WARMUP_MINUTES)} -l select=1:ncpus=1{memory}"
    number = f'"${{PBS_ARRAY_INDEX:-$SHARD}}/{batch.shards}"'
    lines = [
        f"site=({' '.join(site)} -V -j oe -o logs/)",
        f'warm=$(qsub "${{site[@]}}" -N {batch.name}-warmup {short} '
        + _here(f"{batch.prologue}\n{there}\nexec {batch.warmup}") + ")",
        "after=afterok:$warm",
        f"job=$(cat {_here(f'{batch.prologue}{chr(10)}{there}{chr(10)}exec {batch.shard(number)}')})",
        f"for stage in $(seq {batch.stages}); do",
        "next=afterany",
        'if [ -z "$only" ] && [ "$shards" -gt 1 ]; then',
        f'next+=:$(qsub "${{site[@]}}" -N {batch.name} -J "1-$shards" -W depend="$after" {time} <<<"$job")',
        "else",
        "list=${only:-1}",
        "for shard in ${list//,/ }; do",
        f'next+=:$(qsub "${{site[@]}}" -N {batch.name} -v SHARD="$shard" -W depend="$after" {time} <<<"$job")',
        "done",
        "fi",
        "after=$next",
        "done",
        f'qsub "${{site[@]}}" -N {batch.name}-merge -W depend="$after" {short} '
        + _here(f"{batch.prologue}\n{there}\nexec {batch.merge}"),
    ]  # fmt: skip
    return "\n".join(lines)


# Grid Engine: qsub(1), queue_conf(5). The soft limit sends SIGUSR1, which the job passes on as SIGTERM; a job may only
# wait for others by their numbers or names.


def _sge(batch: Batch) -> str:
    site = [f"-q {shlex.quote(batch.queue)}"] if batch.queue else []
    site += [f"-P {shlex.quote(batch.account)}"] if batch.account else []
    site += [f"-l mem_free={shlex.quote(batch.memory)}"] if batch.memory else []
    slots = f"-pe smp {batch.cpus} " if batch.cpus > 1 else ""
    soft = max(60, batch.seconds - GRACE)
    time = f"{slots}-l s_rt={_clock(soft)},h_rt={_clock(batch.seconds)}"
    short = f"-l h_rt={_clock(60 * WARMUP_MINUTES)}"
    job = "\n".join(
        [
            batch.prologue,
            f"{batch.shard(f'auto/{batch.shards}')} &",
            "child=$!",
            "trap 'kill -TERM \"$child\"' USR1 TERM",
            'wait "$child"  # ends when the signal comes',
            'wait "$child"',
        ]
    )
    lines = [
        f"site=({' '.join(site)} -cwd -V -j y -o logs/ -S /bin/bash -terse)",
        f'warm=$(qsub "${{site[@]}}" -N {batch.name}-warmup {short} '
        + _here(f"{batch.prologue}\nexec {batch.warmup}") + ")",
        "after=$warm",
        f"job=$(cat {_here(job)})",
        f"for stage in $(seq {batch.stages}); do",
        "next=",
        "list=${only:-1-$shards}",
        "for tasks in ${list//,/ }; do",
        f'id=$(qsub "${{site[@]}}" -N {batch.name} -t "$tasks" -hold_jid "$after" {time} <<<"$job")',
        "next+=${next:+,}${id%%.*}",
        "done",
        "after=$next",
        "done",
        f'qsub "${{site[@]}}" -N {batch.name}-merge -hold_jid "$after" {short} '
        + _here(f"{batch.prologue}\nexec {batch.merge}"),
    ]  # fmt: skip
    return "\n".join(lines)
