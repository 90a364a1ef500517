from pathlib import Path

import pytest

from tests.variants.toys import Shelf
from variants.catalog import Catalog
from variants.errors import BadInput


def test_variants_are_listed_by_name_with_the_main_one_first(shelf: Shelf):
    shelf.write("dice/aaa.yml", "")
    shelf.write("dice/.hidden.yaml", "")
    shelf.write("dice/notes.txt", "")
    assert [found.name for found in shelf.catalog.list_variants()] == ["dice/classic", "dice/aaa", "dice/ring"]
    assert [found.path.name for found in shelf.catalog.list_variants("dice")] == [
        "classic.yaml",
        "aaa.yml",
        "ring.yaml",
    ]


def test_a_folder_that_is_not_there_holds_nothing():
    assert Catalog({"dice": Path("/nowhere")}).list_variants() == []


def test_names_bare_games_and_paths(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(shelf.folder)
    shelf.write("mine.yaml", "")
    shelf.write("deep/plain", "")
    catalog = shelf.catalog
    assert catalog.find("dice/ring").name == "dice/ring"
    assert catalog.find("dice").name == "dice/classic"
    assert catalog.find("dice/ring.yaml").name == "dice/ring"
    assert (catalog.find("mine.yaml").name, catalog.find("mine.yaml").game) == ("mine", None)
    assert catalog.find("deep/plain").name == "plain"
    assert catalog.find("mine.yaml", near=Path("elsewhere")).path == Path("elsewhere/mine.yaml")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("dise", "dice"), ("dice/rinq", "dice/ring"), ("ring", "dice/ring"), ("dise/ring", "dice/ring"), ("zzz", "")],
)
def test_unknown_names(shelf: Shelf, name: str, hint: str):
    with pytest.raises(BadInput) as caught:
        shelf.catalog.find(name)
    (fault,) = caught.value.faults
    assert fault.hint == hint
    assert fault.allowed == "dice/classic, dice/ring or a path to a YAML file"


@pytest.mark.parametrize("name", ["", "\x00", "a/\x00", "x" * 10_000, "/" * 5000, "dice/" + "y" * 5000, "../dice"])
def test_absurd_names_are_bad_input_or_a_path(shelf: Shelf, name: str):
    told = ""
    try:
        assert shelf.catalog.find(name).game is None
    except BadInput as error:
        told = str(error)
    assert len(told) < 400


def test_an_unknown_game_and_a_game_without_variants(tmp_path: Path, shelf: Shelf):
    with pytest.raises(BadInput, match='game: got "dize", allowed dice, did you mean dice'):
        shelf.catalog.list_variants("dize")
    with pytest.raises(BadInput, match="has no variants yet"):
        Catalog({"dice": tmp_path / "none"}).find("dice")
