"""Which variants there are, and which file a name means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from variants.errors import BadInput, Fault, nearest

_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True)
class Found:
    """A variant's file.

    Attributes
    ----------
    name : str
        `game/variant` for a file of the catalog, else the file's name without its ending.
    path : Path
    game : str or None
        The game whose folder it lies in; None for a file from elsewhere.
    """

    name: str
    path: Path
    game: str | None = None


@dataclass(frozen=True)
class Catalog:
    """The variants in one folder a game.

    Attributes
    ----------
    folders : mapping of str to Path
        The folder of each game; a folder that does not exist holds no variants.
    main : mapping of str to str
        The variant that a game's bare name means.
    """

    folders: Mapping[str, Path]
    main: Mapping[str, str] = field(default_factory=dict)

    def list_variants(self, game: str | None = None) -> list[Found]:
        """The variants of a game (of all games by default) by name, the main one of each game first.

        Raises
        ------
        BadInput
            If there is no such game.
        """
        if game is not None and game not in self.folders:
            raise BadInput(self._unknown(game, sorted(self.folders), "game"))
        games = sorted(self.folders) if game is None else [game]
        return [found for name in games for found in self._of(name)]

    def find(self, name_or_path: str, *, near: Path | None = None) -> Found:
        """The file meant by `game/variant`, a game's bare name, or a path.

        A path ends in .yaml or .yml, or holds a slash and exists; it is relative to `near` (by default the
        working folder).

        Raises
        ------
        BadInput
            If a name is unknown: with the nearest name and all names. A path is not opened here.
        """
        shipped = {found.name: found for found in self.list_variants()}
        if name_or_path in shipped:
            return shipped[name_or_path]
        path = (near or Path()) / name_or_path
        if name_or_path.endswith(_ENDINGS) or ("/" in name_or_path and _exists(path)):
            return self._at(path, shipped)
        if name_or_path in self.folders:
            return self._main(name_or_path, shipped)
        raise BadInput(self._unknown(name_or_path, list(shipped), "variant"))

    def _of(self, game: str) -> list[Found]:
        try:
            files = sorted(Path(self.folders[game]).iterdir(), key=lambda file: (file.stem, file.suffix))
        except OSError:
            return []
        stems = {f.stem: f for f in reversed(files) if f.suffix in _ENDINGS and not f.name.startswith(".")}
        order = sorted(stems, key=lambda stem: (stem != self.main.get(game), stem))
        return [Found(f"{game}/{stem}", stems[stem], game) for stem in order]

    def _main(self, game: str, shipped: Mapping[str, Found]) -> Found:
        found = shipped.get(f"{game}/{self.main.get(game, '')}")
        if found is not None:
            return found
        names = [name for name in shipped if name.startswith(f"{game}/")]
        allowed = ", ".join(names) or "a path: the game has no variants yet"
        raise BadInput(Fault(key="variant", got=game, allowed=allowed))

    def _at(self, path: Path, shipped: Mapping[str, Found]) -> Found:
        for found in shipped.values():
            if path.stem == found.path.stem and _same_file(path, found.path):
                return found
        return Found(path.stem, path)

    def _unknown(self, name: str, names: list[str], key: str) -> Fault:
        hint = nearest(name, [*names, *(self.folders if key == "variant" else ())])
        stems = {full.partition("/")[2]: full for full in reversed(names)}
        tail = name.rpartition("/")[2]
        hint = hint or stems.get(tail) or stems.get(nearest(tail, stems), "")
        rest = " or a path to a YAML file" if key == "variant" else ""
        return Fault(key=key, got=f'"{name[:100]}"', allowed=", ".join(names) + rest, hint=hint)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _same_file(a: Path, b: Path) -> bool:
    try:
        return a.samefile(b)
    except (OSError, ValueError):
        return False
