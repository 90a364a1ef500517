"""Where each value of the rules comes from: printed, assumed, or chosen by a file or an option."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from variants.dials import Leaf
from variants.layers import Layer, Merged, same
from variants.positions import Path

Sort = Literal["printed", "assumed", "chosen here"]
SORTS: tuple[str, ...] = get_args(Sort)


@dataclass(frozen=True)
class Origin:
    """Where a value comes from.

    Attributes
    ----------
    kind : {"printed", "assumed", "chosen here"}
    file : str or None
        The file (or `--set`) that chose the value or overruled its origin; None for a default.
    """

    kind: str
    file: str | None = None


@dataclass(frozen=True)
class Overrule:
    """An entry of a file's `origins:` block; `path` may name a group and then holds for all in it."""

    path: Path
    kind: str
    layer: Layer


class Overrules:
    """The entries of a chain's `origins:` blocks, to be found by path.

    Parameters
    ----------
    entries : iterable of Overrule
        Of the first ancestor first.
    """

    def __init__(self, entries: Iterable[Overrule]) -> None:
        self._by_path: dict[Path, dict[int, Overrule]] = {}
        for entry in entries:
            self._by_path.setdefault(entry.path, {})[entry.layer.number] = entry

    def of(self, path: Path, since: int) -> Overrule | None:
        """The entry of layer `since` or later that holds for a value: the latest, and of one file the most exact."""
        lengths = range(1, len(path) + 1)
        entries = [entry for length in lengths for entry in self._by_path.get(path[:length], {}).values()]
        holding = [entry for entry in entries if entry.layer.number >= since]
        return max(holding, key=lambda entry: (entry.layer.number, len(entry.path)), default=None)


def origin_of(leaf: Leaf, merged: Merged, overrules: Overrules) -> Origin:
    """The origin of a value of validated rules.

    A value equal to the default keeps the default's origin, whoever writes it out. An overrule holds until a
    later file changes the value.
    """
    layer = merged.changed(leaf.path)
    overrule = overrules.of(leaf.path, layer.number if layer else 0)
    if overrule is not None:
        return Origin(overrule.kind, overrule.layer.label)
    if same(leaf.value, leaf.default):
        return Origin(leaf.label.origin)
    return Origin("chosen here", layer.label if layer else None)
