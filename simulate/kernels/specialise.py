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

from simulate.kernels import cache, course, playout
from simulate.kernels.jit import compile_kernel, routine

RULES = (
    "STATE", "setup", "seat_to_act", "legal", "apply", "over", "points", "winners", "observe", "pick_uniform", "choose",
)  # fmt: skip
"""What a game must bind: its state record's dtype and its jitted functions."""

OPTIONAL_RULES = ("sprint",)
"""What a game may bind; else the generic one of :mod:`simulate.kernels.playout` holds."""


def specialise(tag: str, folders: Sequence[Path], rules: Mapping[str, Any]) -> types.SimpleNamespace:
    """Return the entry kernels of one game: ``play_block``, ``play_each`` and ``record_play``.

    Parameters
    ----------
    tag : str
        The game's name; part of the kernels' names in the cache.
    folders : sequence of Path
        Where the game's sources lie; their content is part of the cache's stamp.
    rules : mapping of str to object
        A value for each name in ``RULES``, and for any in ``OPTIONAL_RULES``.

    Raises
    ------
    KeyError
        A rule is missing.
    """
    namespace: dict[str, Any] = dict(vars(playout))
    namespace.update({name: rules[name] for name in RULES})
    namespace.update({name: rules[name] for name in OPTIONAL_RULES if name in rules})
    kernels = types.SimpleNamespace()
    for name in playout.LEAVES:
        namespace[name] = playout.INLINE(_rebound(getattr(playout, name), tag, folders, namespace))
    for name in playout.ENTRIES:
        compiled = compile_kernel(_rebound(getattr(playout, name), tag, folders, namespace))
        setattr(kernels, name, compiled)
    return kernels


COURSE_HOOKS = ("standing", "mid_turn", "moment", "last_moment", "witness")
"""What a game may bind for its metrics; else those of :mod:`simulate.kernels.course` hold."""


def specialise_course(
    tag: str, folders: Sequence[Path], rules: Mapping[str, Any], hooks: Mapping[str, Any]
) -> types.SimpleNamespace:
    """Return the entry kernels that follow the course of plays: ``course_block`` and ``course_each``.

    Parameters
    ----------
    tag, folders, rules
        As in :func:`specialise`.
    hooks : mapping of str to object
        A value for any name in ``COURSE_HOOKS``.

    Raises
    ------
    KeyError
        A rule is missing.
    """
    namespace: dict[str, Any] = {**vars(playout), **vars(course)}
    namespace.update({name: rules[name] for name in RULES})
    namespace.update({name: hooks[name] for name in COURSE_HOOKS if name in hooks})
    namespace["HAS_STANDING"], namespace["RACES"] = "standing" in hooks, "moment" in hooks
    kernels = types.SimpleNamespace()
    for name in ("decide", "measure"):
        namespace[name] = playout.INLINE(_rebound(getattr(playout, name), f"{tag}_course", folders, namespace))
    for name in course.LEAVES:
        namespace[name] = playout.INLINE(_rebound(getattr(course, name), tag, folders, namespace))
    namespace["follow"] = routine(_rebound(course.follow, tag, folders, namespace))  # both entries call the one
    for name in course.ENTRIES:
        setattr(kernels, name, compile_kernel(_rebound(getattr(course, name), tag, folders, namespace)))
    return kernels


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
