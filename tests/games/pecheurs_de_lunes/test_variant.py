"""The model: shapes, maps, and what is refused with which arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.games.pecheurs_de_lunes import GAME
from simulate.games.pecheurs_de_lunes.table import decision_limit, make_table, measures, most_turns
from simulate.games.pecheurs_de_lunes.terrain import (
    DIRECTIONS,
    hexagon,
    in_one_piece,
    parallelogram,
    read_drawing,
    rectangle,
    ring,
    triangle,
)  # fmt: skip
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.glue import SHIPPED, rules_of, shipped
from variants.dials import describe
from variants.errors import BadInput


def neighbours(cells: tuple[tuple[int, int], ...]) -> list[int]:
    return sorted(sum((q + dq, r + dr) in cells for dq, dr in DIRECTIONS) for q, r in cells)


@pytest.mark.parametrize(
    ("cells", "number", "corners"),
    [
        (hexagon(1), 1, [0]),
        (hexagon(2), 7, [3] * 6 + [6]),
        (triangle(3), 6, [2] * 3 + [4] * 3),
        (parallelogram(2, 2), 4, [2, 2, 3, 3]),
        (rectangle(2, 3), 6, [2, 2, 3, 3, 3, 5]),
        (ring(2, 1), 6, [2] * 6),
    ],
)
def test_shapes(cells: tuple[tuple[int, int], ...], number: int, corners: list[int]) -> None:
    assert len(cells) == len(set(cells)) == number
    assert neighbours(cells) == corners


def test_numbers_of_cells() -> None:
    assert [len(hexagon(side)) for side in range(1, 6)] == [1, 7, 19, 37, 61]
    assert [len(triangle(side)) for side in (2, 8, 10)] == [3, 36, 55]
    assert len(ring(5, 3)) == 42
    assert len(parallelogram(7, 9)) == len(rectangle(7, 9)) == 63
    assert all(
        in_one_piece(cells) for cells in (hexagon(5), triangle(10), ring(5, 4), rectangle(1, 64), parallelogram(64, 1))
    )
    assert not in_one_piece([(0, 0), (2, 0)])


def test_a_drawn_rectangle_is_the_rectangle() -> None:
    drawn = read_drawing(". . .\n . . .\n. . .\n")
    assert (drawn.misplaced, drawn.unknown) == ((), ())
    assert tuple(drawn.faces) == rectangle(3, 3)


def test_a_map_may_be_indented_and_have_gaps() -> None:
    plain = read_drawing("  . j\n .   .\n  n 4\n")
    dashed = read_drawing("--.-j\n-.---.\n--n-4")
    assert plain == dashed
    assert list(plain.faces.values()) == [".", "j", ".", ".", "n", "4"]
    assert neighbours(tuple(plain.faces)) == [2] * 6


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("players", [2, 3])
def test_shipped_variants_are_sound(name: str, players: int) -> None:
    variant = shipped(name)
    assert variant.check(players) == []
    assert variant.title
    assert variant.about
    make_table(variant.rules_for(players), players)


def test_no_two_shipped_variants_are_the_same() -> None:
    assert len({shipped(name).hash for name in SHIPPED}) == len(SHIPPED)


def test_classic_is_the_default_and_prints_its_origins() -> None:
    variant = shipped("classic")
    assert variant.rules == Rules()
    kinds = {key: origin.kind for key, origin in variant.origins.items()}
    assumed = {"terrain.shape", "terrain.side", "placement", "jump.run_up", "jump.landing", "stuck.actions_count"}
    assert {key for key, kind in kinds.items() if kind == "assumed"} == assumed
    assert {kind for key, kind in kinds.items() if key not in assumed} == {"printed"}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ([("tiles.jump", "4")], "= 36 tiles, but the terrain has 37 cells: 1 too few"),
        ([("tiles.jump", "8")], "6 neutral + moons (10 x 2 + 8 x 3 + 4 x 4 + 2 x 6) 24 + 8 jump + 2 swap = 40"),
        ([("terrain.side", "1")], "the terrain has 1 cell; allowed are 2 to 64"),
        (
            [("terrain.shape", "rectangle"), ("terrain.width", "9"), ("terrain.height", "8")],
            "has 72 cells; allowed are 2 to 64",
        ),
        ([("terrain.shape", "ring"), ("terrain.side", "3"), ("terrain.hole", "3")], "2 is the largest hole"),
        ([("terrain.shape", "map"), ("terrain.map", '". .\\n\\n. ."')], "not in one piece"),
        (
            [("terrain.shape", "map"), ("terrain.map", '". .\\n. ."')],
            "map line 2, character 1: this cell stands half a cell off",
        ),
        ([("terrain.shape", "map"), ("terrain.map", '". x ."')], "map line 1, character 3: 'x' means nothing"),
        ([("terrain.shape", "map"), ("terrain.map", '"s s s"')], "the map fixes 3 x swap tile, but there are 2"),
        ([("figures_per_player", "5")], "a whole number from 1 to 4"),
        ([("tiles.moons.100", "1")], "a whole number from 1 to 99"),
        ([("capture", "leave")], "landing or leaving"),
    ],
)
def test_faults_of_the_arithmetic(settings: list[tuple[str, str]], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        shipped("classic", tuple(settings))
    assert words in str(caught.value)


def test_too_many_figures_are_a_fault_of_one_player_count() -> None:
    variant = shipped("classic", (("figures_per_player", "3"),))
    assert variant.check(2) == []
    (fault,) = variant.check(3)
    assert "3 players x 3 = 9" in str(fault)
    assert "2 is the most figures per player that fit" in str(fault)


def test_measures_have_the_sizes_of_the_rules() -> None:
    found = measures(Rules(), 2)
    sizes = {measure.name: measure.size for measure in found.all}
    moons = 10 * 2 + 8 * 3 + 4 * 4 + 2 * 6
    assert sizes == {
        "score": moons + 1, "margin": moons + 1, "turns": 40, "jumps": 6, "swaps": 3, "tiles_left": 38,
        "actions": 0, "actions_turns": 0,
    }  # fmt: skip
    assert [ratio.name for ratio in found.ratios] == ["branching"]
    assert [measure.name for measure in found.all if measure.inner] == ["actions", "actions_turns"]


@pytest.mark.parametrize(("placement", "more"), [("random", 0), ("snake", 6)])
def test_decision_limit(placement: str, more: int) -> None:
    rules = rules_of(placement=placement)
    assert decision_limit(rules, 3) == most_turns(rules) + more == 39 + more


def test_game_card() -> None:
    assert GAME.player_counts == (2, 3)
    assert GAME.main_variant == "classic"
    assert GAME.model is Rules


@pytest.mark.parametrize(
    "dials", [{"terrain": {"shape": "map"}}, {"terrain": {"shape": "star"}}, {"figures": 2}, {"placement": "RANDOM"}]
)
def test_unknown_dials_are_refused(dials: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        rules_of(**dials)


def test_every_dial_policy_and_metric_is_in_the_docs() -> None:
    text = (Path(__file__).parents[3] / "docs" / "games" / "pecheurs_de_lunes.md").read_text(encoding="utf-8")
    found = measures(Rules(), 2)
    shown = [measure.name for measure in found.all if not measure.inner] + [ratio.name for ratio in found.ratios]
    names = [info.key for info in describe(Rules)] + [name.replace("score", "score.S") for name in shown]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert [policy.name for policy in GAME.policies if f"**{policy.name}**" not in text] == []
