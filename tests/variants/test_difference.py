from dataclasses import replace

import pytest

from tests.variants.toys import Shelf
from variants.difference import differences, in_words
from variants.errors import BadInput


def test_differences_in_words(shelf: Shelf):
    a = shelf.load("game: dice\n", name="a.yaml")
    b = shelf.load("game: dice\nstars: [1, 1, 1, 1, 1]\nterrain: {side: 5}\ntie_break: shared\n", name="b.yaml")
    assert in_words(differences(a, b)) == [
        "terrain.side: 4 cells in a, 5 cells in b (cells along one side)",
        "stars: [1, 1, 2, 2, 3] in a, [1, 1, 1, 1, 1] in b (stars of the trophies)",
        "tie_break: youngest in a, shared in b (who wins a tie)",
    ]
    assert differences(a, a) == []


def test_dials_that_only_one_has(shelf: Shelf):
    a = shelf.load("game: dice\n", name="a.yaml")
    b = shelf.load("game: dice\nterrain: {shape: drawn, rows: [ab, cd]}\n", name="b.yaml")
    assert in_words(differences(a, b)) == [
        "terrain.shape: hexagon in a, drawn in b (shape of the board)",
        "terrain.side: 4 cells in a, not used in b (cells along one side)",
        'terrain.rows: not used in a, ["ab", "cd"] in b (the rows of the map)',
    ]


def test_differences_at_one_count_are_told_once(shelf: Shelf):
    a = shelf.load("game: dice\nmisread: 0.3\n", name="a.yaml")
    b = shelf.load("game: dice\nplayers: {4: , 6: {deck: {size: 60}}}\n", name="b.yaml")
    assert [one.key for one in differences(a, b)] == ["misread", "players.6.deck.size"]
    assert [(one.a, one.b, one.unit) for one in differences(a, b)] == [(0.3, 0.15, None), (48, 60, "cards")]


def test_files_are_told_apart_when_names_are_equal(shelf: Shelf):
    a = shelf.load("game: dice\n", name="one/x.yaml")
    b = shelf.load("game: dice\nmisread: 0.3\n", name="two/x.yaml")
    assert "two/x.yaml" in in_words(differences(a, b))[0]


def test_variants_of_two_games_cannot_be_compared(shelf: Shelf):
    a = shelf.load("game: dice\n")
    with pytest.raises(BadInput, match="only one game's variants"):
        differences(a, replace(a, game="cards"))
