"""The options that choose an engine: what goes together, what does not, and where the help tells them."""

from __future__ import annotations

import pytest

COMMANDS = ["run", "compare", "sweep", "tune", "sensitivity", "ladder"]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_tells_of_clusters_in_a_section_of_its_own(fd, name):
    said = fd(name, "--help")
    assert said.code == 0
    options, clusters = said.out.split("\nClusters:\n")
    assert "--jobs" in options
    assert "--engine" not in options
    for option in ("--engine", "--scheduler", "--scheduler-file", "--tls-ca-file", "--workers", "--walltime", "--site"):
        assert option in clusters
    assert max(map(len, clusters.partition("\nExamples:")[0].splitlines())) <= 80


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--engine", "dask"], "--engine dask needs --scheduler tcp://HOST:PORT or --scheduler-file FILE."),
        (["--scheduler", "tcp://a:1", "--scheduler-file", "b"], "needs --scheduler tcp://HOST:PORT or"),
        (["--scheduler", "tcp://a:1", "--jobs", "2"], "--jobs counts threads of this machine"),
        (["--engine", "slurm", "--scheduler", "tcp://a:1"], "go with --engine dask"),
        (["--engine", "local", "--tls-key", "k"], "go with --engine dask"),
        (["--scheduler", "tls://a:1", "--tls-key", "k"], "TLS needs all of"),
        (["--workers", "3"], "go with --engine slurm or pbs"),
        (["--engine", "slurm", "--walltime", "soon"], "allowed: a time as in 90m, 2h, 01:30:00 or 1-00:00:00"),
        (["--engine", "slum"], "slum"),
    ],
)
def test_options_that_do_not_go_together_are_refused_before_anything_starts(fd, options, told):
    said = fd("run", "dice", "--games", "10", *options)
    assert said.code == 2
    assert told in " ".join(said.err.split())


def test_a_site_file_is_checked_before_anything_starts(fd, tmp_path):
    (tmp_path / "site.yaml").write_text("corse: 2\n")
    said = fd("run", "dice", "--games", "10", "--engine", "slurm", "--site", str(tmp_path / "site.yaml"))
    assert said.code == 2
    assert "site.yaml:1:1: corse: got an unknown key" in said.err
    assert "did you mean cores?" in said.err


def test_the_variant_is_checked_before_a_cluster_is_joined(fd):
    said = fd("run", "nothing", "--scheduler", "tcp://127.0.0.1:1")
    assert said.code == 2
    assert "scheduler" not in said.err
