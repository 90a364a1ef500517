"""A real Dask scheduler with workers that come, die, and count wrongly: results are the local ones, byte for byte."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from simulate.games.registry import games
from simulate.runs.anytime import run_until
from simulate.runs.cluster.connect import Tls, join
from simulate.runs.cluster.dask import Dask
from simulate.runs.errors import FailedRun
from simulate.runs.result import run
from simulate.runs.spec import make_spec
from simulate.runs.stopping import StopRule, Target
from simulate.studies.cells import Base, count_cell
from simulate.studies.compare import compare
from simulate.studies.compared import CompareRule
from tests.cli.conftest import ROOT, shell
from tests.cluster.conftest import Cluster
from tests.runs.shipped import load
from variants.errors import BadInput

# What Dask itself warns of when processes end is not ours to judge.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

NAME = "ile_des_mookies"
PLAYS = 400_000


def spec(count: int = PLAYS, **changes):
    made = make_spec(games()[NAME], load(NAME), 2, seed=11, first=1000, count=count)
    return replace(made, **changes)


def without_engine(document) -> str:
    return json.dumps({key: value for key, value in document.items() if key != "engine"})


def present(engine: Dask, *names: str) -> None:
    """Return once these workers, and no others, are there."""
    end = time.monotonic() + 60
    while engine.workers and time.monotonic() < end:
        found = engine._client.scheduler_info()["workers"].values()
        if {str(one["name"]) for one in found} == set(names):
            return
        time.sleep(0.1)
    raise TimeoutError(f"never were there {names} alone")


def proven(engine: Dask, workers: int) -> None:
    """Return once so many of the workers that are there have proved themselves."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        engine.workers.look(next(iter(engine._proofs.values()))[0], now=True)
        if len(engine.workers.proven) == workers:
            return
        time.sleep(0.1)
    raise TimeoutError(f"{engine.workers.proven} are proven, {engine.workers.refused} are refused")


@pytest.fixture
def engine_of_file():
    """Engines that are let go at the end of a test."""
    made = []

    def make(cluster, **options) -> Dask:
        made.append(Dask(lambda: join(None, cluster.file), **{"seconds": 0.1, **options}))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_a_worker_killed_and_another_joined_change_no_byte(cluster, engine_of_file):
    cluster.add("doomed")
    cluster.add("steady")
    engine = engine_of_file(cluster, most=2000)  # 500 chunks, however fast this machine is
    present(engine, "doomed", "steady")
    happened: list[str] = []

    def trouble(done: int, wanted: int, seconds: float) -> None:
        if happened or not done:
            return
        proven(engine, 2)
        if {record.name.split()[0] for record in engine.workers.records.values()} == {"doomed", "steady"}:
            cluster.kill("doomed")
            cluster.add("late", by_file=True)
            happened.append(f"killed after {done} of {wanted}")
            present(engine, "late", "steady")
            proven(engine, 2)

    found = run(spec(1_000_000), engine, trouble)
    assert happened
    assert without_engine(found.document()) == without_engine(run(spec(1_000_000)).document())
    assert found.document()["engine"]["kind"] == "dask"
    lines = "\n".join(engine.report())
    assert all(name in lines for name in ("doomed", "steady", "late")), lines


def test_a_worker_that_counts_wrongly_is_refused_by_name(cluster, engine_of_file):
    cluster.add("right")
    cluster.add("wrong", "--preload", str(ROOT / "tests/cluster/wrong.py"))
    notes: list[str] = []
    engine = engine_of_file(cluster, note=lambda sentence: notes.append(sentence) if "refused" in sentence else None)

    def both(done: int, wanted: int, seconds: float) -> None:
        end = time.monotonic() + 100
        while not notes and time.monotonic() < end:
            time.sleep(0.1)
            engine.workers.look(next(iter(engine._proofs.values()))[0], now=True)

    found = run(spec(), engine, both)
    assert without_engine(found.document()) == without_engine(run(spec()).document())
    assert len(notes) == 1
    assert notes[0].startswith("worker wrong on ")
    assert "otherwise than here" in notes[0]
    assert engine.threads == 1
    assert "wrong" not in "\n".join(engine.report())


def test_a_cluster_of_wrong_workers_is_no_cluster(cluster, engine_of_file):
    cluster.add("wrong", "--preload", str(ROOT / "tests/cluster/wrong.py"))
    with pytest.raises(FailedRun, match="every worker of the cluster was refused: it counted plays 1000 to"):
        run(spec(), engine_of_file(cluster, patience=15.0))


def test_a_scheduler_that_dies_ends_the_run_with_a_sentence(cluster, engine_of_file):
    cluster.add("one")

    def trouble(done: int, wanted: int, seconds: float) -> None:
        if cluster.scheduler.poll() is None:
            cluster.scheduler.kill()
            cluster.scheduler.wait()

    with pytest.raises(FailedRun, match=r"the scheduler at .* went away before the end"):
        run(spec(10**9), engine_of_file(cluster), trouble)


def test_studies_and_runs_that_stop_by_themselves_are_the_local_ones(pair, engine_of_file):
    engine = engine_of_file(pair)
    precise = StopRule((Target("win_share.0", "share", 0.004, False),), most=10**6)
    one, other = (run_until(spec(), precise, jobs).document() for jobs in (2, engine))
    assert without_engine(one) == without_engine(other)
    greedy = spec(3000, policies=("greedy", "greedy"))
    one, other = (compare(spec(), greedy, CompareRule(most=5000), jobs).document() for jobs in (2, engine))
    assert without_engine(one) == without_engine(other)
    cells = [count_cell(Base(spec(3000), jobs), greedy, ["turns"], jobs).document() for jobs in (2, engine)]
    assert cells[0] == cells[1]


def test_the_command_line_joins_by_address_and_by_file_and_prints_the_local_result(pair):
    arguments = ("run", NAME, "--games", "60k", "--seed", "3", "--format", "json")
    local = json.loads(shell(*arguments).out)["results"]
    for where in (("--scheduler", pair.address), ("--engine", "dask", "--scheduler-file", str(pair.file))):
        said = shell(*arguments, *where)
        assert said.code == 0, said.err
        found = json.loads(said.out)["results"]
        assert [without_engine(one) for one in found] == [without_engine(one) for one in local]
        assert {one["engine"]["kind"] for one in found} == {"dask"}
        assert "games," in said.err
        assert "a second and thread" in said.err
        assert "Traceback" not in said.err


def keys_of(made, folder) -> dict[str, Path]:
    """Files with the keys of an encrypted connection."""
    folder.mkdir()
    texts = {"ca-file": made.tls_ca_file, "cert": made.tls_client_cert, "key": made.tls_client_key}
    files = {name: folder / f"{name}.pem" for name in texts}
    for name, file in files.items():
        file.write_text(texts[name])
    return files


def test_an_encrypted_scheduler_is_joined_with_our_keys_and_not_without(tmp_path):
    from distributed.security import Security

    keys = keys_of(Security.temporary(), tmp_path / "ours")
    cluster = Cluster(tmp_path, keys)
    try:
        cluster.add("one")
        assert cluster.address.startswith("tls://")
        arguments = ("run", NAME, "--games", "60k", "--seed", "3", "--format", "json")
        ours = [part for name, file in keys.items() for part in (f"--tls-{name}", str(file))]
        said = shell(*arguments, "--scheduler", cluster.address, *ours)
        assert said.code == 0, said.err
        found, local = (json.loads(out)["results"] for out in (said.out, shell(*arguments).out))
        assert [without_engine(one) for one in found] == [without_engine(one) for one in local]
        assert {one["engine"]["kind"] for one in found} == {"dask"}
        without = shell(*arguments, "--scheduler", cluster.address)
        assert without.code == 2
        assert "--tls-ca-file" in without.err
        keys["key"].write_text("no key")
        broken = shell(*arguments, "--scheduler", cluster.address, *ours)
        assert broken.code == 2
        assert "cannot be used" in broken.err
        stranger = Tls(*keys_of(Security.temporary(), tmp_path / "other").values())
        with pytest.raises(FailedRun, match="no scheduler answers at tls://"):
            join(cluster.address, None, stranger, seconds=2.0)
    finally:
        cluster.close()


def test_plug_ins_play_where_they_are_installed_and_are_refused_by_name_where_not(pair, cluster, tmp_path):
    plugin = tmp_path / "site"
    (plugin / "dice-1.0.dist-info").mkdir(parents=True)
    (plugin / "dice-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: dice\nVersion: 1.0\n")
    (plugin / "dice-1.0.dist-info/entry_points.txt").write_text("[fairdeal.games]\ndice = tests.cli.dice:GAME\n")
    installed = {"PYTHONPATH": f"{ROOT}:{plugin}"}
    arguments = ("run", "dice", "--players", "2", "--games", "20k", "--seed", "3", "--format", "json")
    local = json.loads(shell(*arguments, **installed).out)["results"]
    cluster.add("with", **installed)
    said = shell(*arguments, "--scheduler-file", str(cluster.file), **installed)
    assert said.code == 0, said.err
    assert [without_engine(one) for one in json.loads(said.out)["results"]] == [without_engine(one) for one in local]
    cluster.add("without")
    cluster.kill("with")
    end = time.monotonic() + 100
    while said.code == 0 and time.monotonic() < end:
        said = shell(*arguments, "--scheduler-file", str(cluster.file), **installed)
    assert said.code == 1
    assert "it does not have the game dice" in said.err


def test_nobody_at_an_address_and_files_that_are_none_are_told(tmp_path):
    with pytest.raises(FailedRun, match=r"no scheduler answers at tcp://127.0.0.1:1"):
        join("tcp://127.0.0.1:1", None, seconds=0.5)
    with pytest.raises(BadInput, match="no such file"):
        join(None, tmp_path / "none.json")
    (tmp_path / "empty.json").write_text("{}")
    with pytest.raises(BadInput, match="no address in it"):
        join(None, tmp_path / "empty.json", seconds=0.5)
    with pytest.raises(BadInput, match="allowed: tcp://HOST:PORT"):
        join("nonsense://x", None, seconds=0.5)
