"""What is counted, by a name that is the same in every process: the key of a work.

A study hands an engine a function that counts plays. Its name is made of the function, the rules, the policies and the
seed that are bound into it, so equal works have equal names, whoever asks for them and in whichever order.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable
from functools import partial
from typing import Any


def work_key(count: Callable[[int, int], Any], first: int) -> str:
    """The key (32 hex digits) of what `count` gives from play `first` on.

    Raises
    ------
    TypeError
        Something bound into `count` has no name: a fault of the study.
    """
    text = json.dumps([_named(count), first], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _named(thing: Any) -> Any:
    """What stands for a thing in the key: itself, or what it is made of."""
    if thing is None or isinstance(thing, str | int | float):
        return thing
    if isinstance(thing, tuple | list):
        return [_named(one) for one in thing]
    if isinstance(thing, partial):
        return [_named(thing.func), _named(thing.args), {name: _named(one) for name, one in thing.keywords.items()}]
    if inspect.ismethod(thing):
        return [thing.__func__.__qualname__, _named(thing.__self__)]
    if inspect.isfunction(thing):
        return f"{thing.__module__}.{thing.__qualname__}"
    if hasattr(thing, "work"):
        return _named_parts(thing)
    raise TypeError(f"{type(thing).__name__} has no name that is the same in every process")


def _named_parts(thing: Any) -> Any:
    """The name that a thing gives itself: the attribute ``work``, made of texts, numbers and things that are named."""
    return [type(thing).__qualname__, _named(thing.work)]
