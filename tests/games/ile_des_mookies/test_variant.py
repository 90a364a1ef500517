"""The shipped files and the arithmetic that every variant must fulfil."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.games.ile_des_mookies import GAME
from simulate.games.ile_des_mookies.faces import SPIDER, Face, all_faces, face_counts, read_face
from simulate.games.ile_des_mookies.variant import Rules
from tests.games.ile_des_mookies.plays import SHIPPED, prepared, rules_of, variant
from variants.catalog import Catalog
from variants.dials import describe
from variants.errors import BadInput
from variants.loader import load_variant

ROOT = Path(__file__).parents[3]


def test_all_shipped_variants_are_tested() -> None:
    assert {file.stem for file in GAME.variants_folder.glob("*.yaml")} == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_variant_loads_says_what_it_is_and_can_be_played(name: str) -> None:
    found = variant(name)
    assert found.title.startswith("L'île des Mookies")
    assert found.about
    assert found.players == (2,)
    assert not found.check(2)
    assert (GAME.variants_folder / f"{name}.yaml").read_text(encoding="utf-8").startswith("# ")
    prepared(rules_of(name)).count_plays(1, 0, 3)


def test_classic_is_the_model_s_default_and_the_others_differ_from_it() -> None:
    assert rules_of("classic") == Rules()
    assert len({variant(name).hash for name in SHIPPED}) == len(SHIPPED)
    kinds = {key: origin.kind for key, origin in variant("flat_stars").origins.items()}
    assert kinds["stars"] == "chosen here"
    assert kinds["faces.per_family"] == kinds["pairing.kind"] == kinds["piles.kind"] == kinds["retention"] == "assumed"
    assert (
        kinds["cards"]
        == kinds["faces.spiders"]
        == kinds["end"]
        == kinds["tie_break"]
        == kinds["legendary_value"]
        == "printed"
    )


@pytest.mark.parametrize(
    ("dials", "key", "words"),
    [
        ({"cards": 35}, "cards", "7 spiders = 72 faces, but 35 cards x 2 = 70; 36 cards bear them"),
        ({"faces": {"spiders": 8}}, "cards", "= 73 faces, but 36 cards x 2 = 72; 7 spiders make it fit"),
        ({"faces": {"per_family": 60}}, "cards", "= 312 faces, but 36 cards x 2 = 72"),
        ({"stars": [1, 2, 3]}, "stars", "3 trophies with stars, but 5 families: each needs exactly one"),
        ({"piles": {"kind": "split", "sizes": [20, 17]}}, "piles.sizes", "20 + 17 = 37 cards in the piles, but there "),
        (
            {"piles": {"kind": "uneven", "by": 18}},
            "piles.by", "even is 18 of 36 cards, and 18 - 18 leaves a pile without a card; 17 is the most",
        ),
        (
            {"cards": 60, "faces": {"families": 2, "per_family": 39, "legendary": 20, "spiders": 2}, "stars": [1, 1],
             "legendary_value": 5},
            "legendary_value", "of a family together count 39 + 20 x 5 = 139; 127 is the most that can be counted",
        ),
        (
            {"cards": 4, "faces": {"families": 2, "per_family": 2, "legendary": 0, "spiders": 4}, "stars": [1, 1],
             "pairing": {"kind": "list", "cards": [["A", "B"], ["A", "B"], ["S", "S"]]}},
            "pairing.cards", "3 cards are listed, but there are 4",
        ),
        (
            {"cards": 2, "faces": {"families": 2, "per_family": 1, "legendary": 0, "spiders": 2}, "stars": [1, 1],
             "pairing": {"kind": "list", "cards": [["A", "A*"], ["S", "S"]]}},
            "pairing.cards", "the cards bear 1 A, 1 A*, 2 S; `faces` says 1 A, 1 B, 2 S",
        ),
        (
            {"cards": 2, "faces": {"families": 2, "per_family": 1, "legendary": 0, "spiders": 2}, "stars": [1, 1],
             "pairing": {"kind": "list", "cards": [["A", "C"], ["S", "S"]]}},
            "pairing.cards", "family C is listed, but there are only 2 families",
        ),
    ],
)  # fmt: skip
def test_arithmetic_that_does_not_hold_is_spelled_out(dials: dict[str, Any], key: str, words: str) -> None:
    rules = Rules.model_validate(dials)
    found = dict(Rules.cross_check_all(rules))
    assert list(found) == [key]
    assert words in found[key]


def test_distinct_families_are_refused_where_one_family_is_more_than_half() -> None:
    dials: dict[str, Any] = {
        "cards": 4,
        "faces": {"families": 2, "per_family": 4, "legendary": 0, "spiders": 0},
        "stars": [1, 1],
    }
    possible = Rules.model_validate({**dials, "pairing": {"kind": "distinct_families"}})
    assert Rules.cross_check_all(possible) == []
    prepared(possible).count_plays(1, 0, 5)
    # Families are equally large here, so more than half cannot happen; a lone family is not a variant.
    with pytest.raises(ValueError, match="families"):
        Rules.model_validate({**dials, "faces": {"families": 1, "per_family": 4, "legendary": 0, "spiders": 4}})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards: 61\n", "allowed"),
        ("pairing: {kind: list, cards: [[A, G], [S, S]]}\n", "G"),
        ("faces: {famillies: 5}\n", "families"),
        ("tie_break: oldest\n", "youngest"),
        ("retention: 1.5\n", "1.5"),
        ("stars: [1, 1, 2, 2]\n", "4 trophies"),
    ],
)
def test_a_wrong_file_is_refused_at_its_line(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"game: {GAME.name}\n{text}", encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load_variant(str(file), catalog=Catalog({GAME.name: GAME.variants_folder}), models={GAME.name: GAME.model})
    assert words in str(refused.value)
    assert "mine.yaml:2" in str(refused.value)


def test_faces_are_read_as_they_are_written() -> None:
    faces = all_faces(3, 2, 1, 2)
    assert [read_face(str(face)) for face in faces] == faces
    assert face_counts(faces) == "2 A, 1 A*, 2 B, 1 B*, 2 C, 1 C*, 2 S"
    assert (read_face("F*"), read_face("S")) == (Face(5, legendary=True), SPIDER)
    for wrong in ("G", "a", "S*", "A**", "", "AB"):
        with pytest.raises(ValueError, match="no face"):
            read_face(wrong)


def test_trophies_with_fewest_stars_stand_in_the_lowest_lanes() -> None:
    table = prepared(Rules(stars=[3, 1, 2, 1, 5])).table[0]
    assert table["family_of_lane"].tolist() == [1, 3, 2, 0, 4, -1, -1, -1]
    assert int(table["stars"]) == sum(stars << 8 * lane for lane, stars in enumerate([1, 1, 2, 3, 5]))


def test_the_docs_list_every_dial_and_metric() -> None:
    page = (ROOT / "docs" / "games" / "ile_des_mookies.md").read_text(encoding="utf-8")
    for dial in describe(Rules):
        assert f"`{dial.key}`" in page
        assert dial.meaning
    for one in prepared(Rules()).measures.all:
        assert f"`{one.name}" in page
    for policy in GAME.policies:
        assert f"**{policy.name}**" in page
