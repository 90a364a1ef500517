"""The files of an `extends:` chain, and what stands at the top of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from variants.catalog import Catalog, Found
from variants.errors import BadInput, Fault, nearest, show
from variants.layers import Layer
from variants.positions import read_document

TOP = ("game", "title", "about", "extends", "players", "origins", "goals")
LONGEST_CHAIN = 32
MOST_PLAYERS = 100


@dataclass(frozen=True)
class Chain:
    """The files that make a variant, the first ancestor first.

    Attributes
    ----------
    layers : tuple of Layer
    faults : tuple of Fault
        What is wrong with the files themselves; then the layers are only those that could be read.
    """

    layers: tuple[Layer, ...]
    faults: tuple[Fault, ...]


def read_chain(found: Found, catalog: Catalog) -> Chain:
    """The files from a variant up to its first ancestor; faults are returned, not raised."""
    documents: list[Layer] = []
    seen: list[Path] = []
    faults: list[Fault] = []
    step: Found | None = found
    while step is not None:
        child = documents[-1] if documents else None
        if child is not None and (told := _refused(step, seen, child)):
            faults.append(told)
            break
        try:
            document = read_document(step.path)
        except BadInput as error:
            faults.extend(error.faults)
            break
        seen.append(_real(step.path))
        documents.append(Layer(0, document.file, document))
        faults.extend(_head_faults(documents[-1]))
        step = _parent(documents[-1], catalog, faults)
    count = len(documents)
    layers = [Layer(count - index, layer.label, layer.document) for index, layer in enumerate(documents)]
    return Chain(tuple(reversed(layers)), tuple(faults))


def top(layer: Layer) -> Mapping[Any, Any]:
    """The document of a file's layer."""
    return layer.document.data if layer.document is not None else {}


def game_of(chain: Chain, found: Found, games: Mapping[str, object]) -> tuple[str, list[Fault]]:
    """The game of a chain, and what is wrong with it: missing, unknown, or different from an ancestor's."""
    said = [(layer, top(layer)["game"]) for layer in chain.layers if isinstance(top(layer).get("game"), str)]
    names = ", ".join(games)
    if not said:
        layer = chain.layers[-1]
        near = next((key for key in top(layer) if isinstance(key, str) and nearest(key, ("game",))), None)
        if near is None or "game" in top(layer):
            return "", [Fault(layer.label, 1, 1, "game", message=f"this is missing, allowed {names}")]
        return "", [Fault(*layer.place((near,), key=True), near, f"the key {show(near)}", ", ".join(TOP), "game")]
    faults = []
    for (_, parent), (layer, name) in pairwise(said):
        if name != parent:
            words = f"the variant is for {name}, but extends one for {parent}"
            faults.append(Fault(*layer.place(("game",)), "game", message=words))
    layer, game = said[-1]
    if game not in games:
        faults.append(Fault(*layer.place(("game",)), "game", show(game), names, nearest(game, games)))
    elif found.game is not None and found.game != game:
        faults.append(Fault(*layer.place(("game",)), "game", game, f"{found.game}, whose folder the file lies in"))
    return game, faults


def _refused(step: Found, seen: list[Path], child: Layer) -> Fault | None:
    real = _real(step.path)
    place = child.place(("extends",))
    if real in seen:
        names = [path.name for path in seen[seen.index(real) :]] + [real.name]
        return Fault(*place, "extends", message="the variants extend each other in a circle: " + " → ".join(names))
    if len(seen) >= LONGEST_CHAIN:
        return Fault(*place, "extends", message=f"more than {LONGEST_CHAIN} variants extend one another")
    if not real.exists():
        near = nearest(real.name, sorted(file.name for file in _files(real.parent)))
        return Fault(*place, "extends", show(top(child)["extends"]), "a variant or a file that exists", near)
    return None


def _parent(layer: Layer, catalog: Catalog, faults: list[Fault]) -> Found | None:
    target = top(layer).get("extends")
    if not isinstance(target, str) or not target:
        return None
    folder = Path(layer.label).parent
    try:
        return catalog.find(target, near=folder)
    except BadInput as error:
        beside = next((file for file in _files(folder) if file.stem == target), None)
        game = top(layer).get("game")
        if beside is not None:
            return catalog.find(beside.name, near=folder)
        if isinstance(game, str) and (own := f"{game}/{target}") in {found.name for found in catalog.list_variants()}:
            return catalog.find(own)
        known = error.faults[0]
        faults.append(Fault(*layer.place(("extends",)), "extends", known.got, known.allowed, known.hint))
        return None


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.suffix in (".yaml", ".yml"))[:2000]
    except OSError:
        return []


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path


def _head_faults(layer: Layer) -> list[Fault]:
    data = top(layer)
    kinds: dict[str, tuple[type | tuple[type, ...], str]] = {
        "game": (str, "a game's name"),
        "title": (str, "text"),
        "about": (str, "text"),
        "extends": (str, "the name or path of a variant"),
        "players": ((list, dict, type(None)), "a list of player counts, or a mapping from player counts to values"),
        "origins": ((dict, type(None)), "a mapping from dials to printed, assumed or chosen here"),
        "goals": ((dict, type(None)), "a mapping"),
    }
    return [
        Fault(*layer.place((key,)), key, show(data[key]), words)
        for key, (kind, words) in kinds.items()
        if key in data and (not isinstance(data[key], kind) or (data[key] == "" and key in ("game", "extends")))
    ]
