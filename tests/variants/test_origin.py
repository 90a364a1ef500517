from tests.variants.toys import Shelf
from variants.layers import same
from variants.loader import Variant


def kinds(variant: Variant, *keys: str) -> list[str]:
    return [variant.origins[key].kind for key in keys]


def files(variant: Variant, *keys: str) -> list[str | None]:
    return [file and file.rpartition("/")[2] for file in (variant.origins[key].file for key in keys)]


def test_defaults_keep_their_own_origin_or_their_group_s(shelf: Shelf):
    variant = shelf.load("game: dice\n")
    assert kinds(variant, "terrain.shape", "terrain.side", "deck.dealt.6", "deck.faces", "tie_break") == [
        "assumed", "printed", "printed", "assumed", "printed",
    ]  # fmt: skip
    assert all(origin.file is None for origin in variant.origins.values())


def test_a_default_that_is_written_out_is_still_a_default(shelf: Shelf):
    variant = shelf.load("game: dice\ntie_break: youngest\nmisread: 0.15\ndeck: {dealt: {6: 16, 8: 11}}\n")
    keys = ("tie_break", "misread", "deck.dealt.6", "deck.dealt.8")
    assert kinds(variant, *keys) == ["printed", "assumed", "printed", "chosen here"]
    assert files(variant, *keys) == [None, None, None, "mine.yaml"]


def test_the_file_that_changed_a_value_is_remembered(shelf: Shelf):
    shelf.write("p.yaml", "game: dice\nmisread: 0.3\nstars: [1, 1, 1, 1, 1]\ntie_break: shared\npiles: [1, 2]\n")
    variant = shelf.load("extends: p.yaml\nmisread: 0.3\nstars: [0, 0, 0, 0, 1]\ntie_break: youngest\n")
    keys = ("misread", "stars", "tie_break", "piles")
    assert kinds(variant, *keys) == ["chosen here", "chosen here", "printed", "chosen here"]
    assert files(variant, *keys) == ["p.yaml", "mine.yaml", None, "p.yaml"]


def test_another_alternative_is_chosen_and_the_rest_of_it_has_its_own_defaults(shelf: Shelf):
    variant = shelf.load("game: dice\nterrain: {shape: ring, inner: 3, outer: 5}\n")
    keys = ("terrain.shape", "terrain.outer", "terrain.inner", "terrain.weights.1")
    assert kinds(variant, *keys) == ["chosen here", "assumed", "chosen here", "assumed"]
    variant = shelf.load("game: dice\npiles: {by: 1}\nbonus: {}\n")
    assert kinds(variant, "piles.by", "bonus.points") == ["chosen here", "chosen here"]


def test_an_equal_number_in_another_alternative_is_not_the_old_default(shelf: Shelf):
    variant = shelf.load("game: dice\nterrain: {shape: drawn, rows: ['..']}\n")
    assert files(variant, "terrain.shape", "terrain.rows") == ["mine.yaml", "mine.yaml"]


def test_true_is_not_one(shelf: Shelf):
    assert "got true" in shelf.told("game: dice\nterrain: {shape: ring, weights: {1: true}}\n")[0]
    assert "got 48.0" in shelf.told("game: dice\ndeck: {size: 48.0}\n")[0]
    assert not same([{"a": 1}], [{"a": True}])
    assert same([{"a": 1}], [{"a": 1.0}])


def test_a_file_may_overrule_origins(shelf: Shelf):
    text = "game: dice\ndeck: {dealt: {6: 18}}\norigins: {deck.dealt.6: printed, stars: printed, terrain: assumed}\n"
    variant = shelf.load(text)
    keys = ("deck.dealt.6", "deck.dealt.8", "stars", "terrain.side", "misread")
    assert kinds(variant, *keys) == ["printed", "printed", "printed", "assumed", "assumed"]
    assert files(variant, *keys) == ["mine.yaml", None, "mine.yaml", "mine.yaml", None]


def test_the_most_exact_entry_of_one_file_holds(shelf: Shelf):
    variant = shelf.load("game: dice\norigins: {deck.size: printed, deck: assumed, deck.dealt: chosen here}\n")
    assert kinds(variant, "deck.size", "deck.faces", "deck.dealt.4") == ["printed", "assumed", "chosen here"]


def test_an_overruled_origin_holds_until_a_later_file_changes_the_value(shelf: Shelf):
    shelf.write("p.yaml", "game: dice\ndeck: {dealt: {6: 18, 8: 10}}\norigins: {deck.dealt: printed}\n")
    assert kinds(shelf.load("extends: p.yaml\n"), "deck.dealt.6", "deck.dealt.8") == ["printed", "printed"]
    variant = shelf.load("extends: p.yaml\ndeck: {dealt: {6: 17}}\n")
    assert kinds(variant, "deck.dealt.6", "deck.dealt.8") == ["chosen here", "printed"]
    assert kinds(shelf.load("extends: p.yaml\ndeck: {dealt: {6: 16}}\n"), "deck.dealt.6") == ["printed"]
    assert files(shelf.load("extends: p.yaml\ndeck: {dealt: {6: 16}}\n"), "deck.dealt.6") == [None]
    variant = shelf.load("extends: p.yaml\n", [("deck.dealt.6", "17")])
    assert files(variant, "deck.dealt.6") == ["--set"]


def test_origins_at_one_player_count(shelf: Shelf):
    text = "game: dice\nplayers: {6: {deck: {size: 60}, misread: 0.2}}\norigins: {players.6.deck.size: printed}\n"
    variant = shelf.load(text)
    assert kinds(variant, "players.6.deck.size", "players.6.misread", "misread") == [
        "printed",
        "chosen here",
        "assumed",
    ]
    assert "players.6.stars" not in variant.origins


def test_an_entry_inside_a_value_is_refused(shelf: Shelf):
    told = shelf.told("game: dice\norigins: {stars.0: printed, deck.faces.1: printed, players.6.misread: printed}\n")
    assert len(told) == 3
