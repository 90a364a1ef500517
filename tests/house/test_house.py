"""The house rules hold in every file; each check is first fed a bad sample that it must catch."""

from __future__ import annotations

import pytest

from tests.house import sources

GAMES = [path.name for path in sorted((sources.ROOT / "simulate/games").iterdir()) if (path / "__init__.py").exists()]
MODULES = sources.modules()
TEXTS = {module: file.read_text(encoding="utf-8") for module, file in MODULES.items()}


def faults_of(check) -> list[str]:
    return [fault for module, text in TEXTS.items() for fault in check(module, text)]


BAD_FLOORS = [
    ("variants.loader", "from simulate.games import registry"),
    ("simulate.kernels.rng", "import simulate.statistics.intervals"),
    ("simulate.statistics.intervals", "from variants.errors import BadInput"),
    ("simulate.games.contract", "def f():\n    from simulate.runs.spec import RunSpec"),
    ("simulate.runs.local", "from reports import text"),
    ("reports.text", "from fairdeal.cli import main"),
]


@pytest.mark.parametrize(("module", "text"), BAD_FLOORS)
def test_a_file_that_looks_upstairs_is_caught(module, text):
    assert sources.floor_faults(module, text)


def test_floors():
    assert not faults_of(sources.floor_faults)


def test_every_module_has_a_floor():
    homeless = [module for module in MODULES if module != "simulate" and sources.room(module) is None]
    assert not homeless


@pytest.mark.parametrize(
    "text", ["from numba import njit", "import numba\n@numba.njit\ndef f(): ...", "import numba as nb\nnb.prange(3)"]
)
def test_a_naked_compiler_is_caught(text):
    assert sources.naked_compilers("simulate.games.x.rules", text)


def test_one_module_owns_the_compile_options():
    assert not faults_of(sources.naked_compilers)


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from random import choice",
        "np.random.seed(1)",
        "x = np.random.default_rng()",
        "numpy.random.rand(3)",
    ],
)
def test_a_global_generator_is_caught(text):
    assert sources.global_randomness("simulate.runs.local", text)


def test_no_global_generator():
    assert not faults_of(sources.global_randomness)


def test_a_missing_docstring_and_a_star_are_caught():
    assert sources.undocumented("m", '"""Doc."""\nclass A:\n    """Doc."""\n    def b(self): ...') == ["m.A.b"]
    assert sources.star_imports("m", "from x import *")


def test_public_names_are_documented():
    assert not faults_of(sources.undocumented)


def test_a_record_of_a_lost_array_is_caught():
    bad = "@rule\ndef f(n):\n    state = np.zeros(1, STATE)[0]\n    return state.x"
    assert sources.records_of_lost_arrays("simulate.games.x.rules", bad)
    assert not sources.records_of_lost_arrays("simulate.runs.prepared", bad.replace("@rule\n", ""))


def test_no_compiled_function_uses_a_record_after_its_array():
    tests = {str(file): file.read_text(encoding="utf-8") for file in (sources.ROOT / "tests").rglob("*.py")}
    assert not faults_of(sources.records_of_lost_arrays)
    assert not [fault for name, text in tests.items() for fault in sources.records_of_lost_arrays(name, text)]


def test_no_star_imports():
    assert not faults_of(sources.star_imports)


def test_a_game_named_outside_its_folder_is_caught():
    assert GAMES
    assert sources.names_of_games("reports.text", f'if game == "{GAMES[0]}": ...', GAMES)
    assert not sources.names_of_games(f"simulate.games.{GAMES[0]}.rules", f"# {GAMES[0]}", GAMES)


def test_games_are_named_only_in_their_own_folders():
    assert not faults_of(lambda module, text: sources.names_of_games(module, text, GAMES))


def test_files_are_short_enough_to_have_one_idea():
    long = {module: text.count("\n") for module, text in TEXTS.items() if text.count("\n") > 500}
    assert not long


def test_no_file_is_called_utils():
    assert not [
        module for module in MODULES if module.rpartition(".")[2] in ("utils", "util", "helpers", "misc", "common")
    ]
