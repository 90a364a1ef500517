"""A variant from its file: the chain read, the layers laid over one another, everything checked at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from variants.catalog import Catalog
from variants.chain import MOST_PLAYERS, TOP, Chain, game_of, read_chain, top
from variants.dials import Dials, defaults, leaves, path_of
from variants.errors import BadInput, Fault, nearest, show
from variants.kinds import ANYTHING, group_of
from variants.layers import Layer, Merged, dial_paths, is_dial, same
from variants.origin import SORTS, Origin, Overrule, Overrules, origin_of
from variants.positions import Path
from variants.settings import Settings, read_settings
from variants.translate import MOST_TOLD, Complaint
from variants.validate import validate
from variants.variant import Variant, blame, dotted, rules_hash

__all__ = ["Variant", "load_variant"]


def load_variant(
    name_or_path: str,
    *,
    catalog: Catalog,
    models: Mapping[str, type[Dials]],
    overrides: Sequence[tuple[str, str]] = (),
) -> Variant:
    """The variant that a name or path means.

    Parameters
    ----------
    name_or_path : str
        `game/variant`, a game's bare name, or the path of a YAML file.
    catalog : Catalog
        Where names are looked up, also those after `extends:`.
    models : mapping of str to type of Dials
        The model of each game.
    overrides : sequence of (str, str)
        `--set` options as (dotted key, YAML value). They hold at every player count, in any order;
        `players.6.deck.size` sets a dial at one count.

    Raises
    ------
    BadInput
        With all faults of the chain and of the options.
    TypeError
        If a model has a dial named like a top-level key of the file.
    """
    found = catalog.find(name_or_path)
    chain = read_chain(found, catalog)
    if not chain.layers:
        raise BadInput(chain.faults)
    game, game_faults = game_of(chain, found, models)
    if _is_broken(chain):
        raise BadInput(chain.faults)
    if game not in models:
        raise BadInput([*chain.faults, *game_faults])
    draft = _Draft(check_model(models[game]), chain.layers)
    settings, set_faults = read_settings(overrides, draft.base, len(chain.layers) + 1)
    made = _Made(draft, settings, chain.layers[-1].label)
    faults = [*chain.faults, *game_faults, *draft.faults, *set_faults, *made.faults]
    if faults or made.rules is None:
        raise BadInput(_in_order(faults, chain))
    head = top(chain.layers[-1])
    return Variant(
        game=game,
        name=found.name,
        title=head.get("title", found.name),
        about=head.get("about", ""),
        file=chain.layers[-1].label,
        players=draft.players,
        rules=made.rules,
        origins=made.origins(),
        hash=rules_hash(game, made.rules, made.counts),
        goals=draft.top.data.get("goals") or {},
        counts=made.counts,
        _merged=made.merged,
        _top=draft.top,
    )


def check_model(model: type[Dials]) -> type[Dials]:
    """The model, if none of its dials is named like a top-level key of a variant file; TypeError otherwise."""
    clash = sorted(set(TOP) & model.model_fields.keys())
    if clash:
        raise TypeError(f"{model.__name__} has dials named like top-level keys of a file: {', '.join(clash)}")
    return model


def _in_order(faults: list[Fault], chain: Chain) -> list[Fault]:
    """Each fault once: those of the file itself first, then its ancestors', then those of options, down the page."""
    files = [layer.label for layer in reversed(chain.layers)]
    rank = {file: number for number, file in enumerate(files)}
    unique = dict.fromkeys(faults)
    return sorted(unique, key=lambda fault: (rank.get(fault.file, len(rank)), fault.line or 0, fault.column or 0))


def _is_broken(chain: Chain) -> bool:
    """Whether an ancestor could not be read at all."""
    first = top(chain.layers[0]).get("extends")
    return isinstance(first, str) and bool(first)


@dataclass
class _Draft:
    """The files of a chain laid over the model's defaults."""

    model: type[Dials]
    layers: tuple[Layer, ...]
    faults: list[Fault] = field(default_factory=list)
    players: tuple[int, ...] | None = None
    patches: dict[int, list[tuple[Layer, dict[Any, Any]]]] = field(default_factory=dict)
    overrules: list[Overrule] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.base = Merged(defaults(self.model), group_of(self.model))
        self.top = Merged({}, ANYTHING)
        for layer in self.layers:
            data = top(layer)
            self.base = self.base.lay({key: value for key, value in data.items() if key not in TOP}, layer)
            self.top = self.top.lay({key: value for key, value in data.items() if key in TOP}, layer)
            self._players(layer, data.get("players"), "players" in data)
            self._origins(layer, data.get("origins"))

    def at_count(self, count: int, base: Merged) -> Merged:
        """The data at one player count."""
        for layer, patch in self.patches.get(count, ()):
            base = base.lay(patch, layer, ("players", count))
        return base

    def _players(self, layer: Layer, said: Any, is_said: bool) -> None:
        if isinstance(said, dict):
            self._counts(layer, said)
        elif is_said:
            self.patches = {}
            self.players = self._listed(layer, said) if isinstance(said, list) else None

    def _listed(self, layer: Layer, said: list[Any]) -> tuple[int, ...]:
        if not said:
            self._fault(layer, ("players",), got="[]", allowed=f"at least one of {self._allowed()}")
        seen: set[Any] = set()
        for index, count in enumerate(said):
            if len(self.faults) >= MOST_TOLD:
                break
            if not self._is_count(count):
                self._fault(layer, ("players", index), got=show(count), allowed=self._allowed())
            elif count in seen:
                self._fault(layer, ("players", index), message=f"{count} is listed twice")
            else:
                seen.add(count)
        return tuple(sorted(seen))

    def _counts(self, layer: Layer, said: dict[Any, Any]) -> None:
        for count, patch in said.items():
            if len(self.faults) >= MOST_TOLD:
                break
            if not self._is_count(count):
                place = layer.place(("players", count), key=True)
                self.faults.append(Fault(*place, "players", f"{show(count)} as a player count", self._allowed()))
            elif isinstance(patch, dict):
                self.patches.setdefault(count, []).append((layer, patch))
            elif patch is None:
                self.patches[count] = []
            else:
                self._fault(layer, ("players", count), got=show(patch), allowed="a mapping of dials, or nothing")
        counts = {count for count in said if self._is_count(count)}
        self.players = tuple(sorted(counts | set(self.patches)))

    def _is_count(self, count: Any) -> bool:
        if not isinstance(count, int) or isinstance(count, bool):
            return False
        return count in self.model.player_counts if self.model.player_counts else 0 < count <= MOST_PLAYERS

    def _allowed(self) -> str:
        counts = self.model.player_counts
        return ", ".join(map(str, counts)) if counts else f"whole numbers from 1 to {MOST_PLAYERS}"

    def _origins(self, layer: Layer, said: Any) -> None:
        at: dict[int, Merged] = {}
        for key, kind in said.items() if isinstance(said, dict) else ():
            if len(self.faults) >= MOST_TOLD:
                break
            if kind not in SORTS:
                hint = nearest(kind, SORTS) if isinstance(kind, str) else ""
                self._fault(layer, ("origins", key), got=show(kind), allowed=", ".join(SORTS), hint=hint)
            path = self._dial(str(key), at)
            if path is None:
                self.faults.append(self._no_dial(layer, key))
            elif kind in SORTS:
                self.overrules.append(Overrule(path, kind, layer))

    def _dial(self, key: str, at: dict[int, Merged]) -> Path | None:
        """The path that an entry of `origins:` names, or None; `at` keeps the data at player counts."""
        parts = key.split(".", 2)
        if len(parts) < 3 or parts[0] != "players" or not parts[1].isdecimal() or int(parts[1][:9]) not in self.patches:
            path = path_of(key, self.base.kind, self.base.data)
            return path if is_dial(self.base, path) else None
        count = int(parts[1])
        if count not in at:
            at[count] = self.at_count(count, self.base)
        path = path_of(parts[2], at[count].kind, at[count].data)
        return ("players", count, *path) if is_dial(at[count], path) else None

    def _no_dial(self, layer: Layer, key: str | int) -> Fault:
        names = sorted(dotted(path) for path in islice(dial_paths(self.base), 1000))
        place = layer.place(("origins", key), key=True)
        allowed = "a dial that this file sets or inherits"
        return Fault(*place, "origins", show(str(key)), allowed, nearest(str(key), names))

    def _fault(
        self, layer: Layer, path: Path, *, got: str = "", allowed: str = "", hint: str = "", message: str = ""
    ) -> None:
        self.faults.append(Fault(*layer.place(path), dotted(path), got, allowed, hint, message))


@dataclass
class _Made:
    """The rules that a draft and the options give: at every count, and at those with values of their own."""

    draft: _Draft
    settings: Settings
    file: str
    faults: list[Fault] = field(default_factory=list)
    merged: dict[int | None, Merged] = field(default_factory=dict)
    counts: dict[int, Dials] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = self.draft.base.lay(self.settings.base, self.settings.layer)
        self.merged[None] = self.base
        self.rules = self._validated(self.base)
        for count in sorted({*self.draft.patches, *self.settings.counts}):
            if len(self.faults) >= MOST_TOLD:
                break
            merged = self.draft.at_count(count, self.draft.base).lay(self.settings.base, self.settings.layer)
            own = self.settings.counts.get(count, {})
            self.merged[count] = merged.lay(own, self.settings.layer, ("players", count))
            rules = self._validated(self.merged[count])
            if rules is not None:
                self.counts[count] = rules

    def origins(self) -> dict[str, Origin]:
        """The origin of every value, and of those that differ at a count."""
        if self.rules is None:
            return {}
        shared = Overrules(overrule for overrule in self.draft.overrules if overrule.path[0] != "players")
        base = {leaf.path: leaf.value for leaf in leaves(self.rules)}
        found = {dotted(leaf.path): origin_of(leaf, self.base, shared) for leaf in leaves(self.rules)}
        for count, rules in self.counts.items():
            own = Overrules(
                replace(overrule, path=overrule.path[2:])
                for overrule in self.draft.overrules
                if overrule.path[:2] == ("players", count)
            )
            for leaf in leaves(rules):
                if leaf.path not in base or not same(base[leaf.path], leaf.value):
                    found[f"players.{count}.{dotted(leaf.path)}"] = origin_of(leaf, self.merged[count], own)
        return found

    def _validated(self, merged: Merged) -> Dials | None:
        rules, found = validate(self.draft.model, merged)
        self.faults.extend(blame(merged, told.path, self._with_top(told), self.file) for told in found)
        return rules

    def _with_top(self, told: Complaint) -> Complaint:
        """For an unknown key at the top of the file: the other keys that may stand there are allowed too."""
        if not told.at_key or len(told.path) != 1:
            return told
        names = (*self.draft.model.model_fields, *TOP)
        hint = nearest(str(told.path[0]), names)
        return Complaint(told.path, True, told.got, ", ".join(names), hint)
