from pathlib import Path

import pytest

from tests.variants.toys import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path)
    made.write("dice/classic.yaml", "game: dice\ntitle: Classic\n")
    made.write("dice/ring.yaml", "extends: dice/classic\nterrain: {shape: ring, inner: 3}\n")
    return made
