"""Reads the project's own sources; every check is a function of text, so that bad samples can be fed to it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("variants", "simulate", "reports", "fairdeal")

FLOORS: tuple[tuple[str, ...], ...] = (
    ("variants", "simulate.statistics", "simulate.kernels", "simulate.version"),
    ("simulate.games",),
    ("simulate.runs",),
    ("simulate.studies",),
    ("reports",),
    ("fairdeal",),
)
"""Lowest first. Rooms of the lowest floor do not import one another either."""


GENERIC_KERNELS = tuple(
    f"simulate.kernels.{name}"
    for name in ("expectation", "judging", "mcts", "minimax", "playout", "plies", "search", "tree_hidden", "tree_open")
)
"""Modules whose plain functions are compiled once per game."""


def modules() -> dict[str, Path]:
    """Every module of the installed packages by its dotted name."""
    found = {}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def room(module: str) -> tuple[int, str] | None:
    """Floor number and room of a module; None for one that is not ours."""
    for level, rooms in enumerate(FLOORS):
        for name in rooms:
            if module == name or module.startswith(name + "."):
                return level, name
    return None


def imports(source: str) -> list[tuple[int, str]]:
    """(line, module) of every import, also those inside functions and under TYPE_CHECKING."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [
                (node.lineno, f"{node.module}.{alias.name}" if node.module else alias.name) for alias in node.names
            ]
    return found


def floor_faults(module: str, source: str) -> list[str]:
    """Imports of `module` that reach a higher floor, or another room of the lowest one."""
    here = room(module)
    if here is None:
        return []
    faults = []
    for line, target in imports(source):
        there = room(target)
        if there is None:
            continue
        if there[0] > here[0] or (there[0] == here[0] == 0 and there[1] not in (here[1], "simulate.version")):
            faults.append(f"{module}:{line} imports {target}")
    return faults


def naked_compilers(module: str, source: str) -> list[str]:
    """Places where a compile option of numba is chosen outside the module that owns them."""
    if module == "simulate.kernels.jit":
        return []
    words = {"njit", "jit", "prange", "vectorize", "guvectorize", "cfunc", "jitclass"}
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba"):
            found += [f"{module}:{node.lineno} {alias.name}" for alias in node.names if alias.name in words]
        if isinstance(node, ast.Attribute) and node.attr in words and ast.unparse(node.value) in ("numba", "nb"):
            found.append(f"{module}:{node.lineno} {ast.unparse(node)}")
    return found


def global_randomness(module: str, source: str) -> list[str]:
    """Uses of a generator that is not keyed: the random module, numpy's global one, or an unseeded new one."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names):
            found.append(f"{module}:{node.lineno} import random")
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found.append(f"{module}:{node.lineno} from random import")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if owner in ("np.random", "numpy.random"):
                makers = ("default_rng", "Generator", "PCG64", "Philox", "SeedSequence")
                keyed = node.func.attr in makers and (node.args or node.keywords)
                if not keyed:
                    found.append(f"{module}:{node.lineno} {ast.unparse(node.func)}")
    return found


def records_of_lost_arrays(module: str, source: str) -> list[str]:
    """Compiled functions that take a record out of an array nobody keeps: its memory is free before it is used."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        compiled = any(ast.unparse(one).rpartition(".")[2] in ("rule", "routine") for one in function.decorator_list)
        if not compiled and module not in GENERIC_KERNELS:
            continue
        makers = ("np.zeros", "np.empty", "np.ones", "np.full")
        taken = (node for node in ast.walk(function) if isinstance(node, ast.Subscript))
        calls = (node for node in taken if isinstance(node.value, ast.Call))
        found += [f"{module}:{node.lineno}" for node in calls if ast.unparse(node.value).startswith(makers)]
    return found


def star_imports(module: str, source: str) -> list[str]:
    """Star imports."""
    return [f"{module}:{line}" for line, target in imports(source) if target.endswith(".*")]


def undocumented(module: str, source: str) -> list[str]:
    """Public modules, classes and functions without a docstring."""
    tree = ast.parse(source)
    found = [] if ast.get_docstring(tree) else [module]
    bodies = [(module, tree)]
    while bodies:
        prefix, owner = bodies.pop()
        for node in owner.body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
                continue
            if not ast.get_docstring(node):
                found.append(f"{prefix}.{node.name}")
            if isinstance(node, ast.ClassDef):
                bodies.append((f"{prefix}.{node.name}", node))
    return found


def names_of_games(module: str, source: str, games: list[str]) -> list[str]:
    """Lines outside a game's own folder that hold a game's name."""
    if any(module.startswith(f"simulate.games.{game}") for game in games):
        return []
    lines = source.splitlines()
    return [f"{module}:{i} {game}" for i, line in enumerate(lines, 1) for game in games if game in line]
