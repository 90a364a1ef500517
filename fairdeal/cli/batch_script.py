"""``fairdeal batch-script``: a job script that plays the shards of a command on a cluster."""

from __future__ import annotations

import math
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from fairdeal.cli import streams
from fairdeal.cli.command import command
from fairdeal.cli.options import SecondsType
from variants.errors import BadInput

MOST_TASKS = 100_000
STAGES = {"sensitivity": 2, "tune": 12}
"""Stages of the studies that have several: of tune at most, with up to 500 candidates."""

EXAMPLES = [
    ("batch-script run {game} --games 1e9 --seed 7 --shards 100 --walltime 2h", "a Slurm array of 100 shards"),
    ("batch-script {game} --games 1e9 --shards 40 --scheduler pbs --cpus 4", "the same for PBS; run is understood"),
]


@command("batch-script", EXAMPLES, ignore_unknown_options=True)
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="[COMMAND] VARIANT...")
@click.option(
    "--scheduler",
    type=click.Choice(["slurm", "pbs", "sge"]),
    default="slurm",
    show_default=True,
    help="What the cluster runs.",
)
@click.option("--shards", type=click.IntRange(1, MOST_TASKS), required=True, help="Parts, each a task of the array.")
@click.option("--walltime", type=SecondsType(), default="1h", show_default=True, help="Longest time of a shard.")
@click.option("--cpus", type=click.IntRange(1, 1024), default=1, show_default=True, help="Threads of a shard.")
@click.option("--memory", default="", help="Of a shard, as the scheduler writes it.")
@click.option("--queue", "--partition", "queue", default="", help="Queue or partition.")
@click.option("--account", default="", help="Account or project.")
@click.option("--name", default="fairdeal", show_default=True, help="Name of the jobs.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default="shards",
    show_default=True,
    help="Where the shards meet; a folder that all nodes see.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), default="result", show_default=True, help="Folder for the merged result."
)
@click.option(
    "--stages",
    type=click.IntRange(1, 100),
    default=None,
    help="Arrays one after another, for studies whose next games depend on earlier ones.  [default: enough]",
)
@click.option("--program", default=None, help="How nodes call fairdeal.  [default: this Python's]")
@click.option("--setup", multiple=True, metavar="LINE", help="A line of shell that makes a node ready; repeatable.")
def batch_script(
    *,
    words: tuple[str, ...], scheduler: str, shards: int, walltime: float, cpus: int, memory: str, queue: str,
    account: str, name: str, folder: Path, out: Path, stages: int | None, program: str | None, setup: tuple[str, ...],
) -> int:  # fmt: skip
    """Print a script that plays the shards of a command as a job array, then merges them.

    All other options are those of the command. `bash job.sh` submits a warm-up job, which compiles the kernels once,
    the array, and the merge as a job that waits for it. A shard is told to stop a minute before the end of its time,
    keeps what it played, and goes on when it is submitted again.
    """
    from fairdeal.batching import Batch, script

    whole, games = _checked(words)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]{0,40}", name):
        raise BadInput.of(f"--name: got {name[:60]!r}, allowed: letters, digits, _ . - with a letter first")
    batch = Batch(
        scheduler, program or f"{shlex.quote(sys.executable)} -m fairdeal", whole, games, shards, math.ceil(walltime),
        cpus, stages or STAGES.get(whole[0], 1), folder, out, name, queue, account, memory, setup,
    )  # fmt: skip
    streams.out(script(batch))
    return 0


def _checked(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The command with its seed, and the games in it; nothing is played.

    Raises
    ------
    BadInput
        It has no shards, or names what the script chooses.
    """
    from fairdeal.cli.main import cli
    from fairdeal.cli.merge import SHARDED
    from fairdeal.selection import select
    from simulate.runs.spec import fresh_seed

    name, rest = (words[0], words[1:]) if words[0] in SHARDED else (SHARDED[0], words)
    loaded = cli.load(name)
    with loaded.make_context(f"fairdeal {name}", list(rest)) as context:
        given: dict[str, Any] = context.params
    chosen = [option for option in ("out", "shard", "jobs", "force", "output", "resume") if given.get(option)]
    if chosen:
        raise BadInput.of(f"--{chosen[0]}: the script chooses it; see the options of batch-script")
    if given.get("max_seconds") is not None:
        raise BadInput.of("--max-time ends at another game in each shard; give --max-games")
    if (given.get("precision") or given.get("until_decided")) and given.get("max_games") is None:
        raise BadInput.of("--precision and --until-decided need --max-games N in shards, which play all N games")
    names = [given[key] for key in ("variant", "a") if given.get(key)] or list(given.get("variants") or ())
    if not names:
        raise click.UsageError("Missing argument 'VARIANT'.")
    games = tuple(dict.fromkeys(select(one, given.get("settings") or ())[0].name for one in names))
    seeded = rest if given.get("seed") is not None else (*rest, "--seed", str(fresh_seed()))
    return (name, *seeded), games
