"""fairdeal says whether a board game's rule variant is fair, by playing it millions of times.

>>> import fairdeal
>>> results = fairdeal.run("some_game/some_variant", players=2, games=100_000)  # doctest: +SKIP
>>> results[0].metrics["win_share.0"].interval  # doctest: +SKIP

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairdeal.api import games, load, replay, run, variants
    from fairdeal.exploring import sensitivity, sweep, tune
    from fairdeal.studying import compare, gate_check, gate_save, ladder, plan, resume, solve
    from simulate.runs.errors import FailedRun
    from variants.errors import BadInput

    __version__: str

__all__ = [
    "BadInput",
    "FailedRun",
    "__version__",
    "compare",
    "games",
    "gate_check",
    "gate_save",
    "ladder",
    "load",
    "plan",
    "replay",
    "resume",
    "run",
    "sensitivity",
    "solve",
    "sweep",
    "tune",
    "variants",
]

_PLACES = {
    "BadInput": ("variants.errors", "BadInput"),
    "FailedRun": ("simulate.runs.errors", "FailedRun"),
    "__version__": ("simulate.version", "VERSION"),
    "games": ("fairdeal.api", "games"),
    "load": ("fairdeal.api", "load"),
    "replay": ("fairdeal.api", "replay"),
    "run": ("fairdeal.api", "run"),
    "variants": ("fairdeal.api", "variants"),
    "compare": ("fairdeal.studying", "compare"),
    "gate_check": ("fairdeal.studying", "gate_check"),
    "gate_save": ("fairdeal.studying", "gate_save"),
    "ladder": ("fairdeal.studying", "ladder"),
    "plan": ("fairdeal.studying", "plan"),
    "resume": ("fairdeal.studying", "resume"),
    "sensitivity": ("fairdeal.exploring", "sensitivity"),
    "solve": ("fairdeal.studying", "solve"),
    "sweep": ("fairdeal.exploring", "sweep"),
    "tune": ("fairdeal.exploring", "tune"),
}


def __getattr__(name: str) -> Any:
    """A public name, loaded from its place (PEP 562)."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _PLACES[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES})
