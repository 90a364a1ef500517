"""The worth of tiles drawn: on the terrain itself where a map says which tile lies where."""

from __future__ import annotations

from simulate.games.pecheurs_de_lunes.picture import draw_worth
from simulate.games.worth import Worth
from tests.games.pecheurs_de_lunes.glue import drawn

MAP = "n 3 1\n 3 n j"


def test_tiles_that_a_map_fixes_are_shaded_where_they_lie():
    rules = drawn(MAP)
    worth = {
        "moons_3": Worth(5.0, 4.0, 6.0, "+5", "4–6"),
        "jump": Worth(-1.0, -2.0, -0.5, "-1", "-2 to -0.5"),
        "neutral": Worth(0.2, -1.0, 1.2, "+0.2", "-1.0 to 1.2"),
    }
    svg = draw_worth(rules, 2, worth)
    # Once for the kind, and once for each of its places.
    assert svg.count('"gain d5"') == 1 + 2
    assert svg.count('"loss d1"') == 1 + 1
    assert svg.count('"open"') == 1 + 2
    assert svg.count(">+5<") == 1
