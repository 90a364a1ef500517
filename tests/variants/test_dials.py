import subprocess
import sys

import pytest
from pydantic import ValidationError

from tests.variants.toys import Deck, Dice, Ring
from variants.dials import ABSENT, describe, dial


def test_describe_flattens_a_model_in_order():
    table = {(info.key, info.when): info for info in describe(Dice)}
    assert [key for key, _ in table] == [
        "terrain.shape", "terrain.side", "terrain.outer", "terrain.inner", "terrain.weights", "terrain.rows",
        "deck.dealt", "deck.size", "deck.faces", "stars", "piles", "piles.by", "bonus", "bonus.points", "misread",
        "tie_break",
    ]  # fmt: skip
    shape = table["terrain.shape", ""]
    assert (shape.default, shape.choices, shape.type) == (
        "hexagon", ("hexagon", "ring", "drawn"), "hexagon, ring or drawn",
    )  # fmt: skip
    side = table["terrain.side", "terrain.shape: hexagon"]
    assert (side.type, side.default, side.unit, side.meaning, side.origin) == (
        "a whole number from 1 to 9", 4, "cells", "cells along one side", "printed",
    )  # fmt: skip
    assert table["terrain.rows", "terrain.shape: drawn"].default is ABSENT
    assert table["deck.dealt", ""].default == {4: 24, 6: 16, 8: 12}
    assert table["stars", ""].type == "a list of 5 values, each a whole number from 0 to 9"
    assert table["bonus", ""].type == "a mapping with the key points, or null"


def test_models_are_strict_frozen_and_closed():
    with pytest.raises(ValidationError):
        Deck(size="5")
    with pytest.raises(ValidationError):
        Deck(sise=5)
    with pytest.raises(ValidationError):
        Dice(misread=float("inf"))
    with pytest.raises(ValidationError):
        Deck().size = 5


def test_an_origin_is_printed_or_assumed():
    with pytest.raises(TypeError, match="guessed"):
        dial(1, meaning="m", origin="guessed")


def test_defaults_are_not_shared():
    Dice().deck.dealt[4] = 1
    Ring().weights[1] = 9
    assert Dice().deck.dealt[4] == 24
    assert Ring().weights[1] == 1


def test_reading_variants_imports_neither_numpy_nor_the_simulation():
    names = ["catalog", "dials", "difference", "errors", "loader", "origin", "positions", "schema", "starter"]
    code = ";".join(f"import variants.{name}" for name in names)
    code += ";import sys;print([m for m in ('numpy', 'numba', 'simulate') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_errors_import_nothing_heavy():
    code = "import variants.errors, sys; print([m for m in ('yaml', 'pydantic') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
