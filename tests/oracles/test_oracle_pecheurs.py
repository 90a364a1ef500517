"""Prove the Pêcheurs de lunes oracle on boards checked by hand and on known answers.

Boards are drawn row by row: r grows downwards, one step east is two characters, each row shifts by one.
n j s 2 3 4 6: tiles. A B: seat 0's figures in a hole, C D: seat 1's, E F: seat 2's. '.': a hole of the terrain.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from .means import assert_mean
from .pecheurs import CLASSIC_TILES, Cell, Pecheurs, Tile, hexagon, lay_tiles, uniform_play

TILES: dict[str, Tile] = {"n": "neutral", "j": "jump", "s": "swap", "2": 2, "3": 3, "4": 4, "6": 6}


def board(drawing: str, on: str = "", seats: int = 2, **settings: Any) -> Pecheurs:
    """Give a position from a drawing; figures named in `on` stand on a neutral tile instead of a hole."""
    tiles: dict[Cell, Tile] = {}
    figures: list[Cell | None] = [None] * (2 * seats)
    holes = []
    for r, line in enumerate(drawing.strip("\n").split("\n")):
        for x, mark in enumerate(line):
            cell = ((x - r) // 2, r)
            if mark in TILES:
                tiles[cell] = TILES[mark]
            if mark == ".":
                holes.append(cell)
            if mark in "ABCDEF":
                figures["ABCDEF".index(mark)] = cell
                if mark in on:
                    tiles[cell] = "neutral"
    return Pecheurs.position(tiles, figures, holes=holes, **settings)


def test_a_step_runs_over_free_tiles_and_passes_neither_figure_nor_hole() -> None:
    assert board("A 2 3 C 4").legal() == {("step", 0, 0, (1, 0)), ("step", 0, 0, (2, 0))}
    assert board("A 2 . 4").legal() == {("step", 0, 0, (1, 0))}
    assert board("4 2 A", seat=0).legal() == {("step", 0, 3, (1, 0)), ("step", 0, 3, (0, 0))}


def test_the_six_directions_of_a_hexagon() -> None:
    drawing = """
    2 3 4
   2 n n 3
  2 2 A C 6
   n . j s
    2 2 2
"""
    play = board(drawing)
    assert play.figures[0] == (2, 2)
    assert play.legal() == {
        ("step", 0, 1, (3, 1)),  # north-east: n, then 4
        ("step", 0, 1, (4, 0)),
        ("step", 0, 2, (2, 1)),  # north-west: n, then 2
        ("step", 0, 2, (2, 0)),
        ("step", 0, 3, (1, 2)),  # west: 2, 2
        ("step", 0, 3, (0, 2)),
        ("step", 0, 5, (2, 3)),  # south-east: j, then 2; south-west is a hole, east is C
        ("step", 0, 5, (2, 4)),
    }
    play.jump_tiles[0] = 1
    jumps = {action for action in play.legal() if action[0] == "jump"}
    assert jumps == {("jump", 0, 0, (4, 2)), ("jump", 0, 4, (0, 4))}  # over C on 6; over the hole on the 2


def jump_cells(drawing: str, **settings: Any) -> list[int]:
    """Give the columns q where A may land by a jump to the east."""
    play = board(drawing, jump_tiles=[1, 0], **settings)
    return sorted(action[3][0] for action in play.legal() if action[:3] == ("jump", 0, 0))


@pytest.mark.parametrize(
    ("drawing", "landings"),
    [
        ("A C 2 3 . 4", [2, 3]),  # one figure, then the free tiles in unbroken row
        ("A . . 2 3", [3, 4]),  # one run of holes
        ("A   2 3", [2, 3]),  # a place that never was on the terrain is a hole too
        ("A 2 3 C 4", [4]),  # run-up
        ("A 2 . C", []),  # nothing free behind the hole
        ("A C D 2", []),  # two figures
        ("A C . 2", []),  # a figure and a hole
        ("A . C 2", []),  # a hole and a figure
        ("A B 2", [2]),  # an own figure is an obstacle like any other
        ("A 2 3 4", []),  # no obstacle
        ("A 2 . . ", []),  # nothing behind the last cell
        ("A . 2 . 3", [2]),  # one obstacle only
    ],
)
def test_a_jump_passes_exactly_one_obstacle(drawing: str, landings: list[int]) -> None:
    assert jump_cells(drawing) == landings


def test_jump_switches() -> None:
    assert jump_cells("A 2 3 C 4", run_up=False) == []
    assert jump_cells("A C 2 3", run_up=False) == [2, 3]
    assert jump_cells("A C 2 3", landing="first") == [2]
    assert jump_cells("A C 2 3", on="C") == [2, 3]  # a figure on its start tile is still one single figure
    assert not any(action[0] == "jump" for action in board("A C 2 3").legal())  # no jump tile in hand


def test_capture_on_landing() -> None:
    play = board("A 3 j 2\n C 4 n", on="A")  # C stands in a hole at (0, 1)
    play.play(("step", 0, 0, (1, 0)))
    assert play.moons == [3, 0]
    assert (1, 0) not in play.tiles
    assert play.tiles[(0, 0)] == "neutral"
    assert play.free((0, 0))
    assert play.seat == 1
    assert play.turns == 1
    assert ("step", 2, 2, (0, 0)) in play.legal()  # C may take the start tile that A left
    play.play(("step", 2, 0, (1, 1)))
    play.play(("step", 0, 0, (2, 0)))
    assert play.jump_tiles == [1, 0]
    assert play.scores() == [3, 4]
    assert play.winners() == {1}


def test_capture_on_leaving() -> None:
    play = board("A 3 j 2\n C 4 n", on="AC", capture="leaving")
    play.play(("step", 0, 0, (1, 0)))
    assert play.moons == [0, 0]
    assert (0, 0) not in play.tiles
    assert play.tiles[(1, 0)] == 3
    assert not play.free((1, 0))
    play.play(("step", 2, 0, (1, 1)))
    play.play(("step", 0, 0, (3, 0)))
    assert play.moons == [3, 0]
    assert (1, 0) not in play.tiles
    assert play.tiles[(2, 0)] == "jump"


def test_a_jump_discards_its_tile() -> None:
    play = board("A C j 3\n 2 2 2", jump_tiles=[1, 0])
    play.play(("jump", 0, 0, (2, 0)))
    assert play.jump_tiles == [1, 0]
    assert play.jumps == 1
    assert (2, 0) not in play.tiles


def test_a_swap_changes_places_and_takes_nothing() -> None:
    play = board("A 3 C 4\n 2 B 2 D", on="C", swap_tiles=[1, 0])
    swaps = {action for action in play.legal() if action[0] == "swap"}
    assert swaps == {("swap", 0, 2), ("swap", 0, 3), ("swap", 1, 2), ("swap", 1, 3)}
    before = dict(play.tiles)
    play.play(("swap", 0, 2))
    assert play.figures[0] == (2, 0)
    assert play.figures[2] == (0, 0)
    assert play.tiles == before
    assert play.swap_tiles == [0, 0]
    assert play.swaps == 1


def test_stuck_figures_go_all_at_once_and_leave_their_start_tiles() -> None:
    row: dict[Cell, Tile] = {(q, 0): "neutral" for q in range(4)}
    play = Pecheurs(row, 2, figures=[(0, 0), (1, 0), (2, 0), (3, 0)])
    assert play.over
    assert play.seat is None
    assert play.legal() == set()
    assert play.winners() == {0, 1}
    assert play.turns == 0
    assert len(play.tiles) == 4
    # A C B D 2: D alone has a free tile; the three others go, and D may walk back over their tiles.
    play = Pecheurs(row | {(4, 0): 2}, 2, figures=[(0, 0), (2, 0), (1, 0), (3, 0)])
    assert play.figures == [None, None, None, (3, 0)]
    assert play.seat == 1
    assert {action[3][0] for action in play.legal()} == {0, 1, 2, 4}


def test_stuck_figures_go_after_every_turn_whoever_owns_them() -> None:
    # A takes 2: neither A nor C has a free tile then; B goes on alone.
    play = board("A 2 C . B 3 4")
    play.play(("step", 0, 0, (1, 0)))
    assert play.figures[0] is None
    assert play.figures[2] is None
    assert play.figures[1] == (4, 0)
    assert play.seat == 0  # seat 1 has no figure and is skipped
    play = board("C A 2 3", on="A")  # the tile under A is not free for C
    play.remove_stuck()
    assert play.figures == [(1, 0), None, None, None]


def test_action_tiles_save_a_figure_only_where_they_could_move_it_now() -> None:
    for counts, stays in ((False, None), (True, (0, 0))):
        play = board("A . 3", jump_tiles=[1, 0], actions_count=counts)
        play.remove_stuck()
        assert play.figures[0] == stays
    play = board("A . C 3", jump_tiles=[1, 0], actions_count=True)  # a hole and a figure: no jump
    play.remove_stuck()
    assert play.figures[0] is None
    play = board("A . C . D 3", swap_tiles=[1, 0], actions_count=True)
    play.remove_stuck()
    assert play.figures == [(0, 0), None, None, (4, 0)]  # C is stuck, D is there to change places with
    assert play.legal() == {("swap", 0, 3)}
    play = board("A . C . .", swap_tiles=[1, 0], actions_count=True)
    play.remove_stuck()
    assert play.over  # C goes at first; then A has nobody to change places with


def test_placement_orders() -> None:
    terrain: dict[Cell, Tile] = {(q, r): "neutral" for q in range(4) for r in range(3)}
    for placement, seats, order in (
        ("alternate", 2, [0, 2, 1, 3]),
        ("snake", 2, [0, 2, 3, 1]),
        ("snake", 3, [0, 2, 4, 5, 3, 1]),
    ):
        play = Pecheurs(terrain | {(4, 0): 2}, seats, placement=placement)
        cells = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)]
        for figure, cell in zip(order, cells, strict=False):
            assert play.seat == figure // 2
            assert play.placing
            assert ("place", cell) in play.legal()
            assert ("place", (4, 0)) not in play.legal()
            play.play(("place", cell))
            assert play.figures[figure] == cell
            assert ("place", cell) not in play.legal()
        assert not play.placing
        assert play.seat == 0
        assert play.turns == 0
        assert len(play.tiles) == 13


def test_illegal_actions_and_set_ups_are_refused() -> None:
    with pytest.raises(ValueError, match="illegal"):
        board("A 2 . 4").play(("step", 0, 0, (3, 0)))
    with pytest.raises(ValueError, match="neutral"):
        Pecheurs({(q, 0): "neutral" for q in range(4)} | {(4, 0): 2}, 2, figures=[(0, 0), (1, 0), (2, 0), (4, 0)])
    with pytest.raises(ValueError, match="capture"):
        board("A 2", capture="never")


def test_known_law_of_one_figure_in_a_row() -> None:
    # n n n n 2 with a figure on each n: the one beside the moons stays alone and fishes them with chance 17/24
    # (by hand: 1, 1/2, 5/8 and 17/24 after its first step to the moons, to q = 2, 1 and 0). Else nobody has a moon.
    cells = [(q, 0) for q in range(5)]
    rng = random.Random(2)
    plays = [uniform_play(cells, ["neutral"] * 4 + [2], 2, rng, fixed={(4, 0): 2}) for _ in range(4000)]
    assert_mean([float(len(play["winners"]) == 1) for play in plays], 17 / 24)
    assert_mean([float(play["winners"] == {0}) for play in plays], 17 / 48)


@pytest.mark.parametrize("capture", ["landing", "leaving"])
@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_is_lost_in_a_play(seats: int, capture: str) -> None:
    rng = random.Random(3)
    for _ in range(10):
        terrain = lay_tiles(hexagon(4), CLASSIC_TILES, rng)
        figures = rng.sample(sorted(cell for cell, tile in terrain.items() if tile == "neutral"), 2 * seats)
        play = Pecheurs(terrain, seats, figures=figures, capture=capture, actions_count=True)
        while not play.over:
            assert play.legal()  # a seat with figures always moves
            play.play(rng.choice(sorted(play.legal())))
        moons = sum(tile for tile in play.tiles.values() if isinstance(tile, int))
        assert moons + sum(play.scores()) == 72
        assert len(play.tiles) == 37 - (play.turns - play.swaps)
        jumps = list(play.tiles.values()).count("jump")
        assert jumps + sum(play.jump_tiles) + play.jumps == 5


def test_tiles_are_shuffled_around_the_fixed_ones() -> None:
    rng = random.Random(12)
    cells = [(q, 0) for q in range(4)]
    laid = [lay_tiles(cells, ["neutral", 2, 3, "jump"], rng, {(1, 0): 3}) for _ in range(4000)]
    assert {terrain[(1, 0)] for terrain in laid} == {3}
    for cell in ((0, 0), (2, 0), (3, 0)):
        for tile in ("neutral", 2, "jump"):
            assert_mean([float(terrain[cell] == tile) for terrain in laid], 1 / 3)
    with pytest.raises(ValueError, match="among"):
        lay_tiles(cells, ["neutral", 2, 3, "jump"], rng, {(1, 0): 4})
    with pytest.raises(ValueError, match="3 tiles for 4 cells"):
        lay_tiles(cells, ["neutral", 2, 3], rng)
