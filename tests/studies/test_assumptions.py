"""Which values stand beside an assumed one, and which combinations can be played."""

from __future__ import annotations

from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.selection import playability, select
from simulate.games.registry import games
from simulate.studies.assumptions import assumptions
from simulate.studies.factorial import Dial, Level, choose, playable
from variants.catalog import Catalog
from variants.dials import Dials, dial
from variants.loader import load_variant


class Round(Dials):
    kind: Literal["round"] = dial("round", meaning="form", origin="assumed")
    size: int = dial(4, ge=4, le=9, meaning="size", origin="assumed")


class Square(Dials):
    kind: Literal["square"] = dial("square", meaning="form", origin="assumed")


class Toy(Dials):
    player_counts: ClassVar[tuple[int, ...]] = (2,)
    on: bool = dial(True, meaning="on", origin="assumed")
    end: Literal["a", "b", "c"] = dial("b", meaning="end", origin="assumed")
    cards: int = dial(8, multiple_of=2, meaning="cards", origin="assumed", unit="cards")
    least: int = dial(0, ge=0, meaning="least", origin="assumed")
    pace: float = dial(1.0, le=1, meaning="pace", origin="assumed")
    third: float = dial(0.3333, ge=0, meaning="third", origin="assumed")
    nothing: float = dial(0.0, meaning="nothing", origin="assumed")
    list_: list[int] = dial([1, 2], meaning="list", origin="assumed")
    told: int = dial(3, meaning="told", origin="printed")
    form: Round | Square = dial(Round(), meaning="form", origin="assumed", discriminator="kind")
    law: dict[int, float] = dial({1: 1.0}, whole=True, meaning="law", origin="assumed")
    by: dict[int, int] = dial({2: 5}, meaning="by", origin="assumed")
    maybe: int | None = dial(None, meaning="maybe", origin="assumed")


@pytest.fixture
def toy(tmp_path):
    (tmp_path / "t.yaml").write_text("game: toy\ncards: 10\norigins: {cards: assumed}\n")
    return load_variant(str(tmp_path / "t.yaml"), catalog=Catalog({}, {}), models={"toy": Toy})


def test_levels_come_from_the_model(toy):
    found = {one.key: (one.value, one.others) for one in assumptions(toy, 2)}
    assert found == {
        "on": ("true", ("false",)),
        "end": ("b", ("a", "c")),
        "cards": ("10", ("8", "12")),
        "least": ("0", ("1",)),
        "pace": ("1.0", ("0.75",)),
        "third": ("0.3333", ("0.25", "0.417")),
        "nothing": ("0.0", ()),
        "list_": ("[1, 2]", ()),
        "form.kind": ("round", ("square",)),
        "form.size": ("4", ("5",)),
        "law": ("{1: 1.0}", ()),
        "by.2": ("5", ("4", "6")),
        "maybe": ("null", ()),
    }


@pytest.mark.parametrize("name", list(games()))
def test_every_level_of_every_game_says_something_else(name):
    game, variant = select(name)
    players = next(n for n, faults in playability(game, variant).items() if not faults)
    found = assumptions(variant, players)
    assert found
    assert all(variant.origins_for(players)[one.key].kind == "assumed" for one in found)
    assert all(one.value not in one.others for one in found)
    assert any(one.others for one in found)


def dials(*sizes: int) -> list[Dial]:
    return [
        Dial(key, "", None, (Level("own", ()), *(Level(str(n), ((key, str(n)),)) for n in range(1, size))))
        for key, size in zip("abcdef", sizes, strict=False)
    ]


def test_dials_are_chosen_until_the_cells_are_full():
    assert [one.key for one in choose(dials(3, 2, 4, 2), 13)] == ["a", "b", "d"]
    assert choose(dials(3), 2) == []


def test_levels_that_clash_go_first():
    # a=2 goes with nothing but b's own; c=1 never with b=1.
    def make(setting):
        values = dict(setting)
        clash = (values.get("a") == "2" and "b" in values) or (values.get("c") == "1" and values.get("b") == "1")
        return None if clash else setting

    grid = playable(dials(3, 4, 2), make)
    assert grid.dropped == (("a", "2"), ("b", "1"))
    assert grid.shape == (2, 3, 2)
    assert len(grid.specs) == 12
    assert grid.specs[0] == ()
    assert grid.specs[9] == (("a", "1"), ("b", "2"), ("c", "1"))


@given(st.lists(st.integers(2, 4), min_size=1, max_size=4), st.sets(st.integers(1, 200), max_size=60))
def test_what_is_left_can_always_be_played(sizes, bad):
    def make(setting):
        number = sum(int(value) * 5**place for place, (_, value) in enumerate(setting))
        return None if setting and number in bad else setting

    grid = playable(dials(*sizes), make)
    cells = 1
    for size in grid.shape:
        cells *= size
    assert len(grid.specs) == cells
    assert all(make(spec) is not None for spec in grid.specs)
    assert all(len(one.levels) > 1 and one.levels[0].is_base for one in grid.dials)
