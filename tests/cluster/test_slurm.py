"""A real Slurm: jobs that are cancelled, shards that are submitted again; results are the local ones, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, environment, shell
from tests.cluster.slurm import Slurm, missing

NAME = "ile_des_mookies"
RUN = ("run", NAME, "--games", "400k", "--seed", "5")
FAIRDEAL = f"{sys.executable} -m fairdeal"

pytestmark = pytest.mark.skipif(
    bool(missing() or os.geteuid()) and not os.environ.get("FAIRDEAL_TEST_SLURM"),
    reason="needs root and Debian's slurm packages",
)


@pytest.fixture(scope="module")
def slurm():
    with tempfile.TemporaryDirectory(prefix="slurm-") as name:
        Path(name).chmod(0o755)  # munge runs as a user of its own
        found = Slurm(Path(name) / "s")
        yield found
        found.close()


def results(text: str) -> list[str]:
    found = json.loads(text)["results"]
    return [json.dumps({key: value for key, value in one.items() if key != "engine"}) for one in found]


@pytest.fixture(scope="module")
def local():
    """The result of this machine's threads."""
    return results(shell(*RUN, "--format", "json").out)


def test_an_array_of_eight_shards_one_cancelled_and_submitted_again(slurm, local, tmp_path):
    parts = tmp_path / "parts"
    script = tmp_path / "job.sh"
    command = f"{FAIRDEAL} {' '.join(RUN)} --quiet --out {parts} --shard auto/8"
    script.write_text(f"#!/bin/sh\n[ -e {tmp_path}/go ] || [ $SLURM_ARRAY_TASK_ID != 3 ] || sleep 600\n{command}\n")

    def submit(tasks: str) -> str:
        options = (f"--array={tasks}", f"--chdir={ROOT}", f"--output={tmp_path}/%a.log", "--mem=100M", "--export=ALL")
        return slurm.call("sbatch", "--parsable", *options, str(script)).strip()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        number = submit("1-8")
        slurm.wait(lambda: slurm.jobs() == [f"{number}_3"])
        slurm.call("scancel", f"{number}_3")
        slurm.wait(lambda: not slurm.jobs())
        merged = shell("merge", str(parts), "--format", "json")
        assert merged.code == 2, merged.err
        assert "shard 3 of 8" in merged.err
        assert "--shard 3/8" in merged.err
        (tmp_path / "go").touch()
        submit("3")
        slurm.wait(lambda: not slurm.jobs())
    merged = shell("merge", str(parts), "--format", "json")
    assert merged.code == 0, merged.err
    assert results(merged.out) == local


def test_workers_as_jobs_one_of_them_cancelled(slurm, local, tmp_path):
    site = tmp_path / "site.yaml"
    site.write_text(f"host: 127.0.0.1\nmemory: 400MB\nlog_directory: {tmp_path}\nshared_directory: {tmp_path}\n")
    command = [sys.executable, "-m", "fairdeal", *RUN, "--format", "json", "--engine", "slurm", "--workers", "2",
               "--walltime", "20m", "--site", str(site)]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(**slurm.environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    slurm.wait(lambda: slurm.jobs("RUNNING") or process.poll() is not None)
    first = slurm.jobs("RUNNING")[0]
    slurm.call("scancel", "-s", "KILL", first)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err.decode()
    assert results(out.decode()) == local
    assert {one["engine"]["kind"] for one in json.loads(out)["results"]} == {"slurm"}
    slurm.wait(lambda: not slurm.jobs())
    assert not list(tmp_path.glob(".fairdeal-keys-*"))
