"""A made-up dice game with every sort of dial, and the folder of variants that the tests load from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from variants.catalog import Catalog
from variants.dials import Dials, dial
from variants.errors import BadInput, Fault
from variants.loader import Variant, load_variant


class Hexagon(Dials):
    shape: Literal["hexagon"] = "hexagon"
    side: int = dial(4, meaning="cells along one side", origin="printed", unit="cells", ge=1, le=9)


class Ring(Dials):
    shape: Literal["ring"] = "ring"
    outer: int = dial(5, meaning="cells along the outer side", origin="assumed", unit="cells", ge=2, le=9)
    inner: int = dial(2, meaning="cells along the hole's side", origin="assumed", unit="cells", ge=1, le=8)
    weights: dict[int, int] = dial({1: 1}, meaning="weight of each ring", origin="assumed")


class Drawn(Dials):
    shape: Literal["drawn"] = "drawn"
    rows: list[str] = dial(..., meaning="the rows of the map", origin="assumed", min_length=1)


class Deck(Dials):
    dealt: dict[int, int] = dial({4: 24, 6: 16, 8: 12}, meaning="cards of a team", origin="printed", unit="cards")
    size: int = dial(48, meaning="cards in the deck", origin="printed", unit="cards", ge=1, le=200)
    faces: dict[int, float] = dial({1: 0.5, 2: 0.5}, meaning="chance of each face", origin="assumed", whole=True)


class Bonus(Dials):
    points: int = dial(3, meaning="bonus points", origin="assumed", unit="points", ge=0)


class Uneven(Dials):
    by: int = dial(1, meaning="most cards of difference", origin="assumed", unit="cards", ge=0)


class Dice(Dials):
    player_counts: ClassVar[tuple[int, ...]] = (4, 6, 8)

    terrain: Hexagon | Ring | Drawn = dial(
        Hexagon(), meaning="shape of the board", origin="assumed", discriminator="shape"
    )
    deck: Deck = Deck()
    stars: list[Annotated[int, Field(ge=0, le=9)]] = dial(
        [1, 1, 2, 2, 3], meaning="stars of the trophies", origin="assumed", min_length=5, max_length=5
    )
    piles: Literal["even"] | tuple[int, int] | Uneven = dial("even", meaning="how cards are split", origin="assumed")
    bonus: Bonus | None = dial(None, meaning="a bonus, if there is one", origin="assumed")
    misread: float = dial(0.15, meaning="chance of a misread throw", origin="assumed", ge=0, le=1)
    tie_break: Literal["youngest", "shared"] = dial("youngest", meaning="who wins a tie", origin="printed")

    @staticmethod
    def cross_check_all(rules: Dice) -> Iterator[tuple[str, str]]:
        total = sum(rules.deck.faces.values())
        if abs(total - 1) > 1e-9:
            yield "deck.faces", f"the chances sum to {total:g}, not to 1"

    @classmethod
    def cross_check(cls, rules: Dice, players: int) -> list[tuple[str, str]]:
        cards, teams = rules.deck.dealt[players], players // 2
        if cards * teams <= rules.deck.size:
            return []
        words = f"{teams} teams x {cards} = {cards * teams}, but the deck has {rules.deck.size}"
        return [(f"deck.dealt.{players}", f"{words}; {rules.deck.size // teams} is the nearest size that deals")]


MODELS = {"dice": Dice}


@dataclass(frozen=True)
class Shelf:
    """A folder of files, the catalog of its sub-folder `dice`, and loading from it."""

    folder: Path

    @property
    def catalog(self) -> Catalog:
        return Catalog({"dice": self.folder / "dice"}, {"dice": "classic"})

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def load(self, text: str, overrides: Sequence[tuple[str, str]] = (), name: str = "mine.yaml") -> Variant:
        path = self.write(name, text)
        return load_variant(str(path), catalog=self.catalog, models=MODELS, overrides=overrides)

    def faults(self, text: str, overrides: Sequence[tuple[str, str]] = ()) -> list[Fault]:
        """The faults that loading tells, with file names cut to their last part."""
        try:
            self.load(text, overrides)
        except BadInput as error:
            return [Fault(**{**vars(fault), "file": Path(fault.file).name}) for fault in error.faults]
        return []

    def told(self, text: str, overrides: Sequence[tuple[str, str]] = ()) -> list[str]:
        return [str(fault) for fault in self.faults(text, overrides)]
