"""Positions small enough to be worked out by hand, with the board drawn beside the answer."""

from __future__ import annotations

import pytest

from simulate.games.pecheurs_de_lunes.actions import decode, encode
from simulate.games.pecheurs_de_lunes.board import cell_names
from simulate.games.pecheurs_de_lunes.variant import Rules
from tests.games.pecheurs_de_lunes.bench import applied, listed, set_ups
from tests.games.pecheurs_de_lunes.glue import OFF, drawn, histograms, prepared_for, rules_of

KINDS = {"step": 0, "jump": 1, "swap": 2, "place": 3}


class Hand:
    """A position moved by hand; cells by their names (row letter, number in the row), figures by 0, 1, …"""

    def __init__(self, rules: Rules, *places: str, players: int = 2) -> None:
        self.names = cell_names(rules.terrain.cells())
        self.table = prepared_for(rules, players).table
        self.state = set_ups(self.table, 1, 1)
        for place in places:
            self.do("place", self.figure_to_place(), place)

    def figure_to_place(self) -> int:
        return decode(listed(self.state, self.table)[0]).figure

    def can(self, kind: str) -> set[tuple[int, str]]:
        """The legal actions of a kind, as (figure, landing cell)."""
        actions = [decode(action) for action in listed(self.state, self.table)]
        return {(action.figure, self.names[action.target]) for action in actions if action.kind == kind}

    def swaps(self) -> set[tuple[int, int]]:
        """The legal swaps, as (own figure, other figure)."""
        actions = [decode(action) for action in listed(self.state, self.table)]
        return {(action.figure, action.target) for action in actions if action.kind == "swap"}

    def do(self, kind: str, figure: int, target: str | int) -> None:
        """Do the only legal action of this kind, figure and target."""
        wanted = self.names.index(target) if isinstance(target, str) else target
        found = [
            action for action in listed(self.state, self.table)
            if (decode(action).kind, decode(action).figure, decode(action).target) == (kind, figure, wanted)
        ]  # fmt: skip
        assert len(found) == 1
        self.state = applied(self.state, self.table, found[0])

    def where(self) -> list[str | None]:
        """Where the figures are."""
        figures = int(self.table[0]["figures"])
        return [None if cell == OFF else self.names[cell] for cell in self.state[0]["cell"][:figures]]

    def lying(self) -> set[str]:
        return {name for number, name in enumerate(self.names) if int(self.state[0]["lying"]) >> number & 1}

    def moons(self) -> list[int]:
        return [int(purse) & 0xFFFFFFFF for purse in self.state[0]["purse"][: int(self.table[0]["seats"])]]

    @property
    def turn(self) -> int:
        return int(self.state[0]["turn"])

    @property
    def over(self) -> bool:
        return int(self.state[0]["present"]) == 0


# a row of eight:      a1 a2 a3 a4 a5 a6 a7 a8
ROW = "n 2 3 j s 4 5 n"


def test_a_step_runs_over_free_tiles_and_takes_only_the_last() -> None:
    hand = Hand(drawn(ROW), "a1", "a8")
    assert hand.can("step") == {(0, "a2"), (0, "a3"), (0, "a4"), (0, "a5"), (0, "a6"), (0, "a7")}
    hand.do("step", 0, "a3")
    assert hand.moons() == [3, 0]
    assert hand.lying() == {"a1", "a2", "a4", "a5", "a6", "a7", "a8"}
    # n 2 A j s 4 5 B: B is free to run to a4, and passes neither the figure nor its hole
    assert hand.can("step") == {(1, "a4"), (1, "a5"), (1, "a6"), (1, "a7")}
    hand.do("step", 1, "a7")
    # the start tile stays and is free again once left: n 2 A j s 4 B n
    assert hand.can("step") == {(0, "a1"), (0, "a2"), (0, "a4"), (0, "a5"), (0, "a6")}


def test_a_jump_passes_one_figure_or_one_run_of_holes() -> None:
    hand = Hand(drawn(ROW), "a1", "a8")
    hand.do("step", 0, "a4")  # a jump tile
    hand.do("step", 1, "a6")
    # n 2 3 A s B 5 n: over s, then over B
    assert hand.can("jump") == {(0, "a7"), (0, "a8")}
    assert hand.can("step") == {(0, "a1"), (0, "a2"), (0, "a3"), (0, "a5")}
    hand.do("jump", 0, "a7")
    assert hand.moons() == [5, 4]
    # n 2 3 . s B A n
    assert hand.can("step") == {(1, "a5")}
    assert int(hand.state[0]["jumps"]) == 1


@pytest.mark.parametrize(
    ("switches", "jumps"),
    [
        ({}, {"a7", "a8"}),
        ({"run_up": False}, set()),
        ({"landing": "first"}, {"a7"}),
        ({"run_up": False, "landing": "first"}, set()),
    ],
)
def test_jump_switches(switches: dict[str, object], jumps: set[str]) -> None:
    hand = Hand(drawn(ROW, jump=switches), "a1", "a8")
    hand.do("step", 0, "a4")
    hand.do("step", 1, "a6")
    assert {cell for _, cell in hand.can("jump")} == jumps


def test_a_hole_then_a_figure_cannot_be_jumped_nor_a_figure_then_a_hole() -> None:
    # a1 a2 a3 a4 a5 a6 a7 a8
    hand = Hand(drawn("n j j 2 3 4 5 n"), "a1", "a8")
    hand.do("step", 0, "a2")
    hand.do("step", 1, "a5")
    hand.do("step", 0, "a3")
    # n . A 2 B 4 5 n: two jump tiles in hand of seat 0
    hand.do("step", 1, "a6")
    # n . A 2 . B 5 n: behind the tile a hole, behind the hole a figure, so nothing to the right; a1 over one hole
    assert hand.can("jump") == {(0, "a1")}
    hand.do("jump", 0, "a1")
    # A . . 2 . B 5 n, but a2 is a hole: A is stuck although it could jump
    assert hand.where() == [None, "a6"]


def test_action_tiles_save_a_stuck_figure_when_they_count() -> None:
    hand = Hand(drawn("n j j 2 3 4 5 n", stuck={"actions_count": True}), "a1", "a8")
    for figure, cell in ((0, "a2"), (1, "a5"), (0, "a3"), (1, "a6")):
        hand.do("step", figure, cell)
    hand.do("jump", 0, "a1")
    assert hand.where() == ["a1", "a6"]  # one jump tile is left, and a4 lies behind the holes
    hand.do("step", 1, "a7")
    assert hand.can("step") == set()
    assert hand.can("jump") == {(0, "a4")}
    hand.do("jump", 0, "a4")
    # . . . A . . B n
    assert hand.where() == [None, "a7"]


def test_a_jump_crosses_places_that_never_were_cells() -> None:
    #    a1 a2        n j
    #  b1  .  b2     2   3
    #    c1 c2        4 n
    hand = Hand(drawn("- n j\n 2   3\n- 4 n"), "a1", "c2")
    assert hand.can("step") == {(0, "a2"), (0, "b1")}
    hand.do("step", 0, "a2")
    assert hand.can("step") == {(1, "b2"), (1, "c1")}
    hand.do("step", 1, "b2")
    # south-west over the gap to c1; west from b2 over the gap to b1 is the other seat's
    assert hand.can("jump") == {(0, "c1")}
    assert hand.can("step") == {(0, "a1")}


def test_swap_takes_nothing_and_spends_the_tile() -> None:
    hand = Hand(drawn("n s 2 3 4 n"), "a1", "a6")
    hand.do("step", 0, "a2")
    hand.do("step", 1, "a4")
    assert hand.swaps() == {(0, 1)}
    lying = hand.lying()
    hand.do("swap", 0, 1)
    assert hand.where() == ["a4", "a2"]
    assert hand.lying() == lying
    assert hand.turn == 1
    assert int(hand.state[0]["swaps"]) == 1
    hand.do("step", 1, "a3")
    assert hand.swaps() == set()


def test_capture_on_leaving_takes_the_tile_left() -> None:
    hand = Hand(drawn("n 5 3 n", capture="leaving"), "a1", "a4")
    hand.do("step", 0, "a2")
    assert hand.moons() == [0, 0]
    assert hand.lying() == {"a2", "a3", "a4"}  # the neutral start tile is gone, the 5 lies under the figure
    hand.do("step", 1, "a3")
    # . A B .: nobody can move, the tiles under them stay
    assert hand.over
    assert hand.moons() == [0, 0]
    assert hand.lying() == {"a2", "a3"}


def test_stuck_figures_leave_at_once_and_free_their_start_tile() -> None:
    #  a1 a2 a3: the figure at the end has no free tile beside it
    hand = Hand(drawn("n n 5"), "a1", "a2")
    assert hand.where() == [None, "a2"]
    assert hand.turn == 1  # seat 0 has no figure and is skipped
    assert hand.can("step") == {(1, "a1"), (1, "a3")}


def test_neighbours_are_the_six_around_a_cell() -> None:
    #   a1 a2         2 3
    # b1 b2 b3       j n s
    #   c1 c2         4 n
    hand = Hand(drawn("- 2 3\n j n s\n- 4 n"), "b2", "c2")
    assert hand.can("step") == {(0, "a1"), (0, "a2"), (0, "b1"), (0, "b3"), (0, "c1")}


@pytest.mark.parametrize(
    ("placement", "players", "order"),
    [
        ("alternate", 2, [0, 2, 1, 3]),
        ("snake", 2, [0, 2, 3, 1]),
        ("alternate", 3, [0, 2, 4, 1, 3, 5]),
        ("snake", 3, [0, 2, 4, 5, 3, 1]),
    ],
)
def test_order_of_placement(placement: str, players: int, order: list[int]) -> None:
    hand = Hand(rules_of(placement=placement), players=players)
    places = int(hand.state[0]["places"])
    assert places.bit_count() == 6
    placed = []
    for _ in order:
        assert len(listed(hand.state, hand.table)) == int(hand.state[0]["places"]).bit_count()
        placed.append(hand.figure_to_place())
        hand.state = applied(hand.state, hand.table, listed(hand.state, hand.table)[0])
    assert placed == order
    assert int(hand.state[0]["turns"]) == 0


def test_three_tiles_have_a_known_law() -> None:
    """Two neutral tiles and one with 5 moons in a row, one figure each.

    Moon in the middle (1/3): seat 0 takes it, which strands the other; then it takes either end and is stuck: 2 turns,
    5 : 0. Moon at an end (2/3): the outer figure is stuck at once, the middle one alone takes all three tiles: 3 turns,
    5 : 0 for whoever stands in the middle, each seat half of the time. So seat 0 wins 2/3, and turns are 2 (1/3) or 3
    (2/3).
    """
    rules = rules_of(
        terrain={"shape": "rectangle", "width": 3, "height": 1}, figures_per_player=1,
        tiles={"neutral": 2, "moons": {2: 0, 3: 0, 4: 0, 5: 1, 6: 0}, "jump": 0, "swap": 0},
    )  # fmt: skip
    assert Rules.cross_check_all(rules) == []
    plays = 90_000
    found = histograms(prepared_for(rules, 2), prepared_for(rules, 2).count_plays(4, 0, plays))
    assert found["turns"].tolist()[:2] == [0, 0]
    assert found["turns"].sum() == plays
    error = (plays * 2 / 9) ** 0.5
    assert abs(found["turns"][2] - plays / 3) < 4.5 * error
    assert abs(found["wins"][0, 0] - plays * 2 / 3) < 4.5 * error
    assert found["wins"][0, 0] + found["wins"][1, 0] == plays
    assert found["margin"][5] == plays
    assert found["tiles_left"][1] + found["tiles_left"][0] == plays
    assert found["tiles_left"][1] == found["turns"][2]


def test_two_tiles_end_before_the_first_turn() -> None:
    rules = rules_of(
        terrain={"shape": "rectangle", "width": 2, "height": 1}, figures_per_player=1,
        tiles={"neutral": 2, "moons": {2: 0, 3: 0, 4: 0, 6: 0}, "jump": 0, "swap": 0},
    )  # fmt: skip
    found = histograms(prepared_for(rules, 2), prepared_for(rules, 2).count_plays(4, 0, 10))
    assert found["turns"].tolist() == [10, 0, 0]
    assert found["wins"].tolist() == [[0, 10], [0, 10]]
    assert found["tiles_left"].tolist() == [0, 0, 10]


def test_actions_are_taken_apart_as_they_were_made() -> None:
    for kind, number in KINDS.items():
        for figure, direction, target in ((0, 0, 0), (11, 5, 63), (3, 2, 17)):
            assert decode(encode.py_func(number, figure, direction, target)) == (kind, figure, direction, target)
