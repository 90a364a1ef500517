"""One generic kernel, compiled once per game with that game's rules inlined.

A generic kernel is a plain Python function that names the rules (``setup``, ``apply``, …) as globals.
:func:`specialise` gives a copy of it a new global namespace in which those names are one game's functions. No closure
and no function argument is involved, so the compiled copy can be kept between processes; each copy has a qualified
name of its own, since two functions with one name would share a cache file and silently run the wrong game.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from simulate.kernels import cache, expectation, judging, mcts, minimax, playout, plies, tree_hidden, tree_open
from simulate.kernels import course as course_kernels
from simulate.kernels import search as searches
from simulate.kernels.jit import compile_kernel, routine

RULES = (
    "STATE", "setup", "seat_to_act", "legal", "apply", "over", "points", "winners", "observe", "pick_uniform", "choose",
)  # fmt: skip
"""What a game must bind: its state record's dtype and its jitted functions."""

OPTIONAL_RULES = ("foresee", "sprint")
"""What a game may bind, both or none, to make whole uniform plays in a way of its own."""

SEARCH_RULES = ("determinize",)
"""What a game must bind to be searched."""

OPTIONAL_SEARCH_RULES = (
    "sight", "concluded", "reward", "forecast", "count_legal", "legal_number", "evaluate", "key", "promise",
    "copy_changing",
)  # fmt: skip
"""What a game may bind for searches; else the generic ones of the search kernels hold."""


COURSE_HOOKS = ("standing", "mid_turn", "moment", "last_moment", "witness")
"""What a game may bind for its metrics; else those of :mod:`simulate.kernels.course` hold."""


def specialise(
    tag: str, folders: Sequence[Path], rules: Mapping[str, Any], *, search: Sequence[str] = (), course: bool = False
) -> types.SimpleNamespace:
    """Return the entry kernels of one game, those that ``playout.ENTRIES`` names.

    Parameters
    ----------
    tag : str
        The game's name; part of the kernels' names in the cache.
    folders : sequence of Path
        Where the game's sources lie; their content is part of the cache's stamp.
    rules : mapping of str to object
        A value for each name in ``RULES``, and for any in ``OPTIONAL_RULES``; with `search` the same for
        ``SEARCH_RULES`` and ``OPTIONAL_SEARCH_RULES``; with `course` for any in ``COURSE_HOOKS``.
    search : sequence of str
        The searches that are compiled in (``mcts``, …); a kernel is the smaller the fewer there are.
    course : bool
        The kernels that follow the course of plays instead: ``course_block`` and ``course_each``.

    Raises
    ------
    KeyError
        A rule is missing.
    """
    bound = {name: rules[name] for name in (*RULES, *(SEARCH_RULES if search else ()))}
    optional = (*OPTIONAL_RULES, *(OPTIONAL_SEARCH_RULES if search else ()), *(COURSE_HOOKS if course else ()))
    bound.update({name: rules[name] for name in optional if name in rules})
    bound["SPRINTS"] = all(name in rules for name in OPTIONAL_RULES)
    bound.update(SHARES="evaluate" not in rules, HIDES="sight" in rules)
    modules = [playout, *(_search_modules(rules, search) if search else ())]
    if course:
        modules.append(course_kernels)
        bound.update(HAS_STANDING="standing" in rules, RACES="moment" in rules)
    name = "__".join([tag, *search, *(["course"] if course else [])])
    namespaces = _bind(modules, name, folders, bound)
    kernels = types.SimpleNamespace()
    entries, namespace = (course_kernels, namespaces[-1]) if course else (playout, namespaces[0])
    for entry in entries.ENTRIES:
        setattr(kernels, entry, compile_kernel(_rebound(getattr(entries, entry), name, folders, namespace)))
    return kernels


def _search_modules(rules: Mapping[str, Any], search: Sequence[str]) -> list[types.ModuleType]:
    """The modules that these searches are made of; the tree is the plain one where no sight is told apart."""
    tree = tree_hidden if "sight" in rules else tree_open
    parts = {
        "mcts": (judging, mcts, tree),
        "alphabeta": (plies, minimax),
        "expectimax": (judging, plies, expectation),
    }
    return [searches, *dict.fromkeys(part for name in search for part in parts[name])]


def _bind(
    modules: Sequence[types.ModuleType], tag: str, folders: Sequence[Path], bound: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A namespace for the functions of each module: its own globals, the generic functions of all, the game's rules.

    Where a name is bound several times, a game's rule holds before a generic function, and a later module's function
    before an earlier one's.
    """
    namespaces: list[dict[str, Any]] = [dict(vars(module)) for module in modules]
    shared: dict[str, Any] = {}
    for module, namespace in zip(modules, namespaces, strict=True):
        for name in module.LEAVES:
            shared[name] = module.INLINE(_rebound(getattr(module, name), tag, folders, namespace))
        for name in module.APART:
            shared[name] = routine(_rebound(getattr(module, name), tag, folders, namespace))
    for namespace in namespaces:
        namespace.update(shared)
        namespace.update(bound)
    return namespaces


def _rebound(
    function: Callable[..., Any], tag: str, folders: Sequence[Path], namespace: dict[str, Any]
) -> Callable[..., Any]:
    """Return a copy of `function` whose globals are `namespace` and whose name belongs to the game."""
    name = f"{function.__name__}__{tag}"
    copy = types.FunctionType(function.__code__, namespace, name)
    copy.__qualname__ = name
    copy.__module__ = function.__module__
    setattr(copy, cache.SOURCE_FOLDERS, tuple(str(folder) for folder in folders))
    return copy
