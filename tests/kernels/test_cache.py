"""Kept kernels: used again, never used when any source changed, done without when nowhere can be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

GAME = """
import numpy as np
from toyfolder.step import STEP
from simulate.kernels.jit import rule
STATE = np.dtype([("x", "i8")])

@rule
def setup(state, table, seed, play):
    state.x = 0

@rule
def over(state, table):
    return state.x >= 10

@rule
def seat_to_act(state, table):
    return 0

@rule
def legal(state, table, actions):
    actions[0] = 0
    return 1

@rule
def apply(state, table, action):
    state.x += STEP

@rule
def points(state, table, seat):
    return state.x

@rule
def winners(state, table):
    return 1

@rule
def observe(state, table, at, values):
    pass

@rule
def pick_uniform(state, table, noise):
    return 0

@rule
def choose(state, table, seat, kind, policies, noise, actions):
    return 0
"""

PLAY = """
import sys
from pathlib import Path
sys.path[:0] = [{folder!r}, {root!r}]
import numpy as np
from simulate.kernels import cache
from simulate.kernels.playout import POLICIES, WORK
from simulate.kernels.specialise import RULES, specialise
from simulate.kernels.tally import WINS, make_layout
from toyfolder import game
kernels = specialise("toy", [Path({folder!r}) / "toyfolder"], {{n: getattr(game, n) for n in RULES}})
layout = make_layout(1, [100, 100])
row = np.zeros(int(layout[0]["width"]), np.int64)
table, policies = np.zeros(1, np.dtype([("t", "i8")])), np.zeros(1, POLICIES)
scratch = np.zeros(1, game.STATE)[0], np.zeros(1, WORK)[0], ()
kernels.play_block(*scratch, table[0], policies[0], layout[0], np.uint64(1), 0, 1, 100, row)
print(int(np.argmax(row[WINS + 1 : WINS + 101])), sum(kernels.play_block.stats.cache_hits.values()), cache.folder())
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "plugin" / "toyfolder"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "game.py").write_text(GAME)
    (folder / "step.py").write_text("STEP = 3\n")
    return folder.parent


def run(toy: Path, *checks: str, **environment: str) -> tuple[int, int, str]:
    """Final value of the toy, cache hits, cache folder, from a fresh process; `checks` are made in it at the end."""
    kept = {name: value for name, value in os.environ.items() if name not in ("FAIRDEAL_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join([PLAY.format(folder=str(toy), root=str(ROOT)), *checks])],
        env={**kept, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    value, hits, folder = done.stdout.split(maxsplit=2)
    return int(value), int(hits), folder.strip()


def test_a_second_process_reads_what_the_first_compiled(toy, tmp_path):
    cache = str(tmp_path / "cache")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 0)
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 1)


def test_only_a_process_that_compiles_loads_what_compiling_needs(toy, tmp_path):
    cache = str(tmp_path / "cache")
    without_blas = "assert 'scipy.linalg' not in sys.modules"
    run(toy, "assert 'numba.np.arraymath' in sys.modules", without_blas, FAIRDEAL_CACHE_DIR=cache)
    run(toy, "assert 'numba.np.arraymath' not in sys.modules", without_blas, FAIRDEAL_CACHE_DIR=cache)


def test_a_process_that_read_a_kernel_can_still_compile(toy, tmp_path):
    cache = str(tmp_path / "cache")
    compiling = "import numba\nassert numba.njit(lambda a: a.sum() + np.exp(a[0]))(np.zeros(3)) == 1.0"
    run(toy, FAIRDEAL_CACHE_DIR=cache)
    assert run(toy, compiling, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 1)


def test_an_edited_constant_in_another_file_is_noticed(toy, tmp_path):
    cache = str(tmp_path / "cache")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[0] == 12
    (toy / "toyfolder" / "step.py").write_text("STEP = 4\n")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 0)
    (toy / "toyfolder" / "step.py").write_text("STEP = 7\n")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (14, 0)
    (toy / "toyfolder" / "step.py").write_text("STEP = 3\n")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 1)


def test_compile_options_from_the_environment_have_kernels_of_their_own(toy, tmp_path):
    cache = str(tmp_path / "cache")
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[1] == 0
    assert run(toy, FAIRDEAL_CACHE_DIR=cache, NUMBA_BOUNDSCHECK="1")[:2] == (12, 0)


def test_a_torn_cache_file_is_compiled_anew(toy, tmp_path):
    cache = tmp_path / "cache"
    run(toy, FAIRDEAL_CACHE_DIR=str(cache))
    for file in cache.rglob("*.nb[ci]"):
        file.write_bytes(file.read_bytes()[:100])
    assert run(toy, FAIRDEAL_CACHE_DIR=str(cache))[0] == 12


def test_a_home_that_cannot_be_written_falls_back_to_the_temporary_folder(toy, tmp_path):
    nowhere = tmp_path / "file"
    nowhere.write_text("")  # not a folder, so that it refuses root as well
    spare = tmp_path / "spare"
    spare.mkdir()
    value, _, folder = run(toy, HOME=str(nowhere), TMPDIR=str(spare))
    assert value == 12
    assert folder.startswith(str(spare))


def test_without_any_folder_kernels_are_compiled_and_right(toy, monkeypatch):
    nowhere = "from simulate.kernels import cache\ncache.folder = lambda: None"
    monkeypatch.setattr(sys.modules[__name__], "PLAY", PLAY.replace("from simulate.kernels import cache", nowhere))
    assert run(toy) == (12, 0, "None")


def test_a_folder_that_others_may_write_is_not_trusted(toy, tmp_path):
    loose = tmp_path / "loose"
    run(toy, FAIRDEAL_CACHE_DIR=str(loose))
    for folder in [loose, *(path for path in loose.rglob("*") if path.is_dir())]:
        folder.chmod(0o777)
    home = tmp_path / "home"
    home.mkdir()
    value, hits, folder = run(toy, FAIRDEAL_CACHE_DIR=str(loose), HOME=str(home))
    assert (value, hits) == (12, 0)
    assert folder.startswith(str(home))


def test_a_source_edited_after_it_was_read_does_not_enter_the_cache(toy, tmp_path, monkeypatch):
    """What such a process compiles is the old text; kept under the new text's stamp it would be wrong for ever."""
    cache = str(tmp_path / "cache")
    edit = f"from toyfolder import game\nPath({str(toy / 'toyfolder' / 'step.py')!r}).write_text('STEP = 7\\n')"
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules[__name__], "PLAY", PLAY.replace("from toyfolder import game", edit))
        assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (12, 0)
    assert run(toy, FAIRDEAL_CACHE_DIR=cache)[:2] == (14, 0)
