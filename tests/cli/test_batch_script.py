"""Job scripts are run here, on schedulers that only note what they are given or play the tasks at once."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from tests.cli.kept import bare, no_pages

__all__ = ["no_pages"]

RUN = ["run", "dice", "--players", "2", "--games", "600", "--seed", "7"]

NOTED = """#!{python}
# A scheduler: notes how it was called, and plays each task of the job by calling the script as the real one would.
import json, os, re, subprocess, sys
words, script = sys.argv[1:], sys.stdin.read()
with open(os.environ["NOTES"], "a") as notes:
    notes.write(json.dumps([words, script]) + "\\n")
number = sum(1 for _ in open(os.environ["NOTES"]))
array = re.search(r"(?:--array=|-J |-t )(\\S+)", " ".join(words))
shard = re.search(r"SHARD=(\\d+)", " ".join(words))
tasks = []
for part in array[1].split(",") if array else []:
    low, _, high = part.partition("-")
    tasks += range(int(low), int(high or low) + 1)
name = {{"sbatch": "SLURM_ARRAY_TASK_ID", "pbs": "PBS_ARRAY_INDEX", "sge": "SGE_TASK_ID"}}["{kind}"]
for task in tasks or [None]:
    own = {{}} if task is None else {{name: str(task)}}
    own |= {{"SHARD": shard[1]}} if shard else {{}}
    done = subprocess.run(["bash", "-c", script], env={{**os.environ, "PBS_O_WORKDIR": os.getcwd(), **own}})
    assert done.returncode == 0
print(f"{{number}}{suffix}")
"""

PROGRAM = """#!{python}
import json, os, sys
known = {{k: v for k, v in os.environ.items() if k.startswith(("SLURM_A", "PBS_A", "SGE_T"))}}
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps([sys.argv[1:], known]) + "\\n")
"""

KINDS = {"slurm": ("sbatch", "sbatch", ""), "pbs": ("qsub", "pbs", "[].server"), "sge": ("qsub", "sge", ".1-3:1")}


def run_script(tmp_path, text: str, scheduler: str, *arguments: str) -> tuple[list, list]:
    """What the scheduler and the program were given."""
    command, kind, suffix = KINDS[scheduler]
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    for name, body in ((command, NOTED), ("program", PROGRAM)):
        file = folder / name
        file.write_text(body.format(python=sys.executable, kind=kind, suffix=suffix))
        file.chmod(0o755)
    (tmp_path / "job.sh").write_text(text)
    notes, calls = tmp_path / "notes", tmp_path / "calls"
    for file in (notes, calls):
        file.unlink(missing_ok=True)
    done = subprocess.run(
        ["bash", "job.sh", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "NOTES": str(notes), "CALLS": str(calls)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    noted, called = ([json.loads(line) for line in file.read_text().splitlines()] for file in (notes, calls))
    return noted, called


@pytest.mark.parametrize("scheduler", KINDS)
def test_the_script_warms_up_plays_every_shard_and_merges(fd, tmp_path, monkeypatch, scheduler):
    made = fd("batch-script", *RUN, "--shards", "3", "--scheduler", scheduler, "--program", "program", "--cpus", "2",
              "--walltime", "90m", "--queue", "long", "--account", "me", "--folder", "my parts",
              "--setup", "export SITE=1")  # fmt: skip
    assert made.code == 0, made.err
    notes, calls = run_script(tmp_path, made.out, scheduler)
    assert calls[0][0] == ["warmup", "dice"]
    assert calls[-1][0] == ["merge", "my parts", "--out", "result", "--force"]
    assert len(notes) == 3
    assert len(calls) == 5
    monkeypatch.chdir(tmp_path)
    for words, told in calls[1:-1]:
        assert words[:7] == RUN[:7]
        assert words[words.index("--jobs") + 1] == "2"
        for name in ("SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "SGE_TASK_ID"):
            monkeypatch.delenv(name, raising=False)
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        assert fd(*words).code == 0, words
    merged = json.loads(fd(*calls[-1][0], "--format", "json").out)
    assert bare(merged) == bare(json.loads(fd(*RUN, "--format", "json").out))
    told = {"slurm": ["--time=90", "--signal=B:TERM@60", "--partition=long", "--account=me", "--cpus-per-task=2"],
            "pbs": ["walltime=01:30:00", "select=1:ncpus=2", "long", "me", "depend=afterok:1[].server"],
            "sge": ["s_rt=01:29:00,h_rt=01:30:00", "smp", "long", "me"]}[scheduler]  # fmt: skip
    assert set(told) <= set(notes[1][0])
    assert "export SITE=1" in notes[1][1]
    assert any("afterany:2" in word or word == "2" for word in notes[2][0])


@pytest.mark.parametrize("scheduler", KINDS)
def test_single_shards_are_submitted_again(fd, tmp_path, scheduler):
    made = fd("batch-script", *RUN, "--shards", "3", "--scheduler", scheduler, "--program", "program")
    _, calls = run_script(tmp_path, made.out, scheduler, "1,3")
    tasks = [words[words.index("--shard") + 1].replace("auto", "".join(told.values())) for words, told in calls[1:-1]]
    assert [task.partition("/")[0][:1] for task in tasks] == ["1", "3"]
    assert all(task.endswith("/3") for task in tasks)


def test_a_study_of_stages_gets_an_array_for_each(fd, tmp_path):
    made = fd("batch-script", "sensitivity", "dice", "--vary", "target=9,11", "--shards", "2", "--program", "program")
    notes, calls = run_script(tmp_path, made.out, "slurm")
    assert len(notes) == 4
    assert [words[0] for words, _ in calls] == ["warmup", *["sensitivity"] * 4, "merge"]
    seeds = {words[words.index("--seed") + 1] for words, _ in calls[1:-1]}
    assert len(seeds) == 1


def test_the_program_is_this_python_by_default(fd):
    made = fd("batch-script", *RUN, "--shards", "3")
    assert f"exec {shlex.quote(sys.executable)} -m fairdeal run dice" in made.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([*RUN, "--out", "x", "--shard", "1/2"], "--shard: the script chooses it"),
        ([*RUN, "--jobs", "2"], "--jobs: the script chooses it"),
        (["run", "dice", "--max-time", "2h"], "--max-time"),
        (["run", "dice", "--precision", "1%"], "need --max-games N"),
        (["dcie"], "did you mean dice"),
        (["run", "dice", "--gmaes", "2"], "--gmaes"),
        (["run", "--games", "2"], "VARIANT"),
        ([*RUN, "--name", "a b"], "--name"),
    ],
)
def test_what_makes_no_sense_is_told(fd, words, told):
    said = fd("batch-script", *words, "--shards", "2")
    assert said.code == 2
    assert said.out == ""
    assert told in said.err
