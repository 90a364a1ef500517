"""From the names a user writes to games, variants and the player counts that can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulate.games import registry
from simulate.games.contract import Game
from variants.catalog import Catalog
from variants.dials import Dials
from variants.errors import BadInput, Fault
from variants.loader import Variant, load_variant

Settings = Sequence[tuple[str, str]]
"""``--set`` options: dotted key and YAML text of the value."""


class Models(Mapping[str, type[Dials]]):
    """The model of each game by its name; one is imported when it is asked for."""

    def __getitem__(self, name: str) -> type[Dials]:
        return registry.games()[name].model

    def __iter__(self) -> Iterator[str]:
        return iter(registry.games())

    def __len__(self) -> int:
        return len(registry.games())

    def __contains__(self, name: object) -> bool:
        return name in registry.games()


def catalog() -> Catalog:
    """The variants that come with the games."""
    known = registry.games()
    folders = {name: game.variants_folder for name, game in known.items()}
    return Catalog(folders, {name: game.main_variant for name, game in known.items()})


def select(name_or_path: str, settings: Settings = ()) -> tuple[Game, Variant]:
    """The variant that a game's name, ``game/variant`` or a path means, with its game.

    Raises
    ------
    BadInput
        No such variant, or faults in its files or in `settings`.
    """
    variant = load_variant(name_or_path, catalog=catalog(), models=Models(), overrides=tuple(settings))
    return registry.game(variant.game), variant


def select_all(names: Iterable[str], settings: Settings = ()) -> list[tuple[str, Game, Variant]]:
    """Every variant named, each once, as (name as given, game, variant).

    Raises
    ------
    BadInput
        The faults of all of them.
    """
    found: list[tuple[str, Game, Variant]] = []
    faults: list[Fault] = []
    for name in dict.fromkeys(names):
        try:
            found.append((name, *select(name, settings)))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(dict.fromkeys(faults))
    return found


def counts_of(players: int | Iterable[int] | None) -> tuple[int, ...] | None:
    """Player counts as a tuple; None: all."""
    return None if players is None else (players,) if isinstance(players, int) else tuple(players)


def playability(game: Game, variant: Variant) -> dict[int, list[Fault]]:
    """What stands against playing each player count that a variant is for; an empty list: nothing."""
    from simulate.runs.spec import player_counts

    return {players: variant.check(players) for players in player_counts(game, variant)}
