"""A site's settings: every fault with its place, the command line over the file, and what jobs are told."""

from __future__ import annotations

import pytest

from simulate.runs.cluster.jobs import clock, lifetime, options
from simulate.runs.cluster.site import Site, read_site, read_walltime
from variants.errors import BadInput

WHOLE = """\
workers: 40
walltime: 1-02:00:00
cores: 8
memory: 4 GB
queue: long
account: games
interface: ib0
python: /opt/python
prologue: ["module load python"]
directives: ["--exclusive"]
local_directory: /scratch
log_directory: logs
shared_directory: /home/me/keys
tls: false
"""


def test_a_whole_file_and_what_the_command_line_puts_over_it(tmp_path):
    file = tmp_path / "site.yaml"
    file.write_text(WHOLE)
    site = read_site(file)
    assert (site.workers, site.walltime, site.cores, site.memory) == (40, 26 * 3600.0, 8, "4 GB")
    assert (site.prologue, site.directives, site.tls) == (("module load python",), ("--exclusive",), False)
    over = read_site(file, workers=3, walltime=60.0, queue=None)
    assert (over.workers, over.walltime, over.queue) == (3, 60.0, "long")
    assert read_site(None) == Site()


def test_every_fault_is_told_with_its_place(tmp_path):
    file = tmp_path / "site.yaml"
    file.write_text("worker: 3\ncores: 0\nmemory: 4\nwalltime: soon\nprologue: module load\ntls: maybe\n")
    with pytest.raises(BadInput) as caught:
        read_site(file)
    told = str(caught.value).splitlines()
    assert [line.partition(": ")[0].rpartition("site.yaml:")[2] for line in told] == [
        "1:1", "2:8", "3:9", "4:11", "5:11", "6:6",
    ]  # fmt: skip
    assert "did you mean workers?" in told[0]
    assert "allowed a time as in 90m, 2h, 01:30:00 or 1-00:00:00" in told[3]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90), ("90s", 90), ("5m", 300), ("2h", 7200), ("1d", 86_400), ("01:30:00", 5400), ("1:30", 5400),
     ("1-00:00:00", 86_400), (3600, 3600), ("0", None), ("00:00:00", None), ("1:99", None), ("-5", None), ("", None)],
)  # fmt: skip
def test_times_are_read_as_batch_systems_write_them(text, seconds):
    assert read_walltime(text) == seconds


def test_workers_end_before_their_jobs():
    assert lifetime(3600.0) == ["--lifetime", "3240s", "--lifetime-stagger", "180s"]
    told = [clock(seconds) for seconds in (1.0, 60.0, 61.0, 90_000.0)]
    assert told == ["00:01:00", "00:01:00", "00:02:00", "25:00:00"]


@pytest.mark.parametrize(("kind", "mark"), [("slurm", "#SBATCH"), ("pbs", "#PBS")])
def test_the_script_of_a_job_says_all_of_it(kind, mark, tmp_path):
    from dask_jobqueue.pbs import PBSJob
    from dask_jobqueue.slurm import SLURMJob

    file = tmp_path / "site.yaml"
    file.write_text(WHOLE)
    told = options(kind, read_site(file), None)
    told.pop("scheduler_options")
    script = {"slurm": SLURMJob, "pbs": PBSJob}[kind]("tcp://here:1", name="one", **told).job_script()
    walltime, queue, account = {
        "slurm": ("-t 26:00:00", "-p long", "-A games"),
        "pbs": ("-l walltime=26:00:00", "-q long", "-A games"),
    }[kind]
    for line in (f"{mark} {walltime}", f"{mark} {queue}", f"{mark} {account}", f"{mark} --exclusive"):
        assert line in script.splitlines(), script
    assert ("#PBS -V" in script) == (kind == "pbs")
    worker = script.splitlines()[-1]
    for part in ("/opt/python -m distributed.cli.dask_worker tcp://here:1", "--nthreads 8", "--lifetime 84240s",
                 "--interface ib0", "--local-directory /scratch"):  # fmt: skip
        assert part in worker, worker
    assert "module load python" in script


def test_the_connection_is_encrypted_unless_a_site_says_otherwise(tmp_path):
    told = options("slurm", Site(host="10.0.0.1"), tmp_path)
    assert (told["security"], told["protocol"], told["shared_temp_directory"]) == (True, "tls://", str(tmp_path))
    assert told["scheduler_options"]["host"] == "10.0.0.1"
    assert "security" not in options("slurm", Site(), None)
