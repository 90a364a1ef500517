"""A variant: validated rules with the origin and the place of every value."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from variants.dials import Dials, leaves, path_of, plain
from variants.errors import BadInput, Fault
from variants.layers import Merged
from variants.origin import Origin
from variants.positions import Path
from variants.translate import Complaint


@dataclass(frozen=True, eq=False)
class Variant:
    """A game's rules as one file and its parents give them.

    Attributes
    ----------
    game : str
    name : str
        `game/variant` for a shipped one, the file's name without its ending for a user's.
    title, about : str
    file : str
    players : tuple of int or None
        The player counts the variant is for; None when its files do not say.
    rules : Dials
        The game's model with the values that hold at every count without values of its own.
    origins : dict of str to Origin
        By dotted key, in the model's order; then `players.6.deck.size` for values that differ at six players.
    hash : str
        32 hex digits that name the effective rules: title, layout, comments and order of keys do not matter.
    goals : dict
        The `goals:` block as written.
    counts : dict of int to Dials
        The rules at the player counts that have values of their own.
    """

    game: str
    name: str
    title: str
    about: str
    file: str
    players: tuple[int, ...] | None
    rules: Dials
    origins: Mapping[str, Origin]
    hash: str
    goals: Mapping[Any, Any]
    counts: Mapping[int, Dials] = field(repr=False)
    _merged: Mapping[int | None, Merged] = field(repr=False)
    _top: Merged = field(repr=False)

    def rules_for(self, players: int) -> Dials:
        """The rules at a player count.

        Raises
        ------
        BadInput
            If the variant is not for that count.
        """
        if self.players is not None and players not in self.players:
            allowed = ", ".join(str(count) for count in self.players)
            raise BadInput(self.fault("players", got=f"{players} players", allowed=allowed))
        return self.counts.get(players, self.rules)

    def effective(self, players: int | None = None) -> dict[str, Any]:
        """The values by dotted key in the model's order, as plain data; at a player count if one is given."""
        rules = self.rules if players is None else self.rules_for(players)
        return {dotted(leaf.path): leaf.value for leaf in leaves(rules)}

    def origins_for(self, players: int) -> dict[str, Origin]:
        """The origins by dotted key at a player count."""
        own = ((key, f"players.{players}.{key}") for key in self.effective(players))
        return {key: self.origins.get(special) or self.origins[key] for key, special in own}

    def check(self, players: int) -> list[Fault]:
        """The faults of the rules at one player count, from the model's `cross_check`; none if it has none.

        Raises
        ------
        BadInput
            If the variant is not for that count.
        """
        rules = self.rules_for(players)
        hook = getattr(type(rules), "cross_check", None)
        if hook is None:
            return []
        own = players if players in self._merged else None
        return [self._at(own, key, Complaint((), message=message)) for key, message in hook(rules, players)]

    def locate(self, key: str) -> tuple[str, int | None, int | None]:
        """File, line and column where a value is written (its nearest parent's if it is a default).

        `key` is dotted: a dial, a dial at a count (`players.6.deck.size`), or a top-level key of the file.
        """
        fault = self.fault(key)
        return fault.file, fault.line, fault.column

    def fault(self, key: str, *, message: str = "", got: str = "", allowed: str = "", hint: str = "") -> Fault:
        """A fault at the place where the value of a dotted key is written."""
        complaint = Complaint((), got=got, allowed=allowed, hint=hint, message=message)
        head, _, rest = key.partition(".")
        if head != "players":
            return self._at(None, key, complaint)
        count, _, inner = rest.partition(".")
        if inner and count.isdecimal() and int(count) in self._merged:
            return self._at(int(count), inner, complaint)
        return self._at(None, key, complaint)

    def fault_at(
        self, path: Path, *, message: str = "", got: str = "", allowed: str = "", hint: str = "", at_key: bool = False
    ) -> Fault:
        """A fault at a path below a top-level key of the file (`goals`), whose own keys may hold dots.

        With `at_key` the key itself is wrong, rather than its value.
        """
        return blame(self._top, path, Complaint(path, at_key, got, allowed, hint, message), self.file)

    def _at(self, count: int | None, key: str, complaint: Complaint) -> Fault:
        merged = self._merged[count]
        path = path_of(key, merged.kind, merged.data)
        if path[0] in merged.data:
            return blame(merged, path, complaint, self.file, key)
        return blame(self._top, path_of(key, self._top.kind, self._top.data), complaint, self.file, key)


def blame(merged: Merged, path: Path, told: Complaint, file: str, key: str = "") -> Fault:
    """A complaint as a fault of the file that wrote the value (of `file`, without a line, if none did)."""
    source = merged.source(path)
    where: tuple[str, int | None, int | None] = (file, None, None)
    name = key or dotted(path)
    if source is not None:
        where = source.layer.place(source.path, key=told.at_key)
        if source.path[:1] == ("players",) and path[:1] != ("players",):
            name = f"players.{source.path[1]}.{name}"
    return Fault(*where, name, told.got, told.allowed, told.hint, told.message)


def dotted(path: Iterable[str | int]) -> str:
    """A path as people write it, cut when it is absurdly long."""
    return ".".join(str(part)[:60] for part in path)


def rules_hash(game: str, rules: Dials, counts: Mapping[int, Dials]) -> str:
    """32 hex digits of the SHA-256 of a game's effective rules, all defaults filled in.

    Counts whose rules equal the base are left out, so that writing out a value changes nothing.
    """
    base = plain(rules)
    own = {str(count): plain(at) for count, at in sorted(counts.items()) if plain(at) != base}
    whole = _named({"game": game, "rules": base, "players": own})
    text = json.dumps(whole, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def _named(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _named(item) for key, item in value.items()}
    return [_named(item) for item in value] if isinstance(value, list) else value
