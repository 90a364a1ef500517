import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.variants.test_positions import NESTED
from tests.variants.toys import Dice, Shelf
from variants.dials import Dials, dial
from variants.positions import parse_value
from variants.starter import starter, written


def test_a_starter_file_loads_and_changes_nothing(shelf: Shelf):
    variant = shelf.load(starter(Dice, "dice", 'Été: "a"\n# b', (4, 6, 8)))
    assert variant.rules == Dice()
    assert variant.title == 'Été: "a"\n# b'
    assert variant.players is None
    assert all(origin.file is None for origin in variant.origins.values())


def test_it_says_what_each_dial_is():
    lines = starter(Dice, "dice", "x", (4, 6, 8)).splitlines()
    assert "  side: 4   # a whole number from 1 to 9 (cells); cells along one side (printed)" in lines
    assert "  # or shape: ring" in lines
    assert "  #   outer: 5   # a whole number from 2 to 9 (cells); cells along the outer side (assumed)" in lines
    assert "tie_break: youngest   # youngest or shared; who wins a tie (printed)" in lines
    assert max(map(len, lines)) <= 120
    text = "\n".join(lines)
    for key in (
        "side",
        "outer",
        "inner",
        "weights",
        "rows",
        "dealt",
        "size",
        "faces",
        "stars",
        "piles",
        "bonus",
        "misread",
    ):
        assert f"{key}:" in text


def test_its_comments_can_be_used(shelf: Shelf):
    text = starter(Dice, "dice", "x", (4, 6, 8))
    text = (
        text.replace("  shape: hexagon", "  shape: ring")
        .replace("  side: 4", "  outer: 7")
        .replace("# players", "players")
    )
    variant = shelf.load(text)
    assert variant.effective()["terrain.outer"] == 7
    assert variant.players == (4, 6, 8)


def test_a_dial_without_a_default_has_no_starter():
    class Needy(Dials):
        must: int = dial(..., meaning="m", origin="assumed")

    with pytest.raises(ValueError, match="must"):
        starter(Needy, "g", "x", (2,))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(NESTED | st.text())
def test_what_is_written_is_read_back(value):
    assert parse_value(written(value), "x") == value
