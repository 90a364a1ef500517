"""A variant made ready for one player count: the table that kernels read, and what a play is counted for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Measure, Measures, Ratio
from simulate.games.pecheurs_de_lunes.faces import JUMP, SWAP
from simulate.games.pecheurs_de_lunes.rules import JUMP_TILE, MAX_FIGURES, MAX_SEATS, SWAP_TILE
from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS, MAX_CELLS, Cell
from simulate.games.pecheurs_de_lunes.variant import Rules, fixed_faces

ROWS = 2 * MAX_CELLS
"""One row a cell; the rows behind belong to places off the terrain, where no ray begins."""

TABLE = np.dtype(
    [
        ("seats", "u8"), ("each", "u8"), ("figures", "u8"), ("cells", "u8"),
        ("by_chance", "u8"), ("leaving", "u8"), ("run_up", "u8"), ("first_only", "u8"),  # 0 or 1
        ("actions_count", "u8"),  # 0 or 1
        ("terrain", "u8"),  # bits of the cells
        ("open", "u8"),  # tiles that are shuffled
        ("drawn", "u8"),  # of these, tiles that need a draw
        # words of luck for them, and for each the number of draws, their product, 2^64 mod the product
        ("batches", "u8"),
        ("batch_size", "u8", (MAX_CELLS,)), ("batch_product", "u8", (MAX_CELLS,)),
        ("batch_threshold", "u8", (MAX_CELLS,)),
        ("owner", "u8", (MAX_FIGURES,)),  # the seat of a figure
        ("own", "u8", (MAX_SEATS,)),  # bits of the figures of a seat
        ("order", "u8", (MAX_FIGURES,)),  # the figure that is placed as number i
        ("gain", "u8", (256,)),  # what a face adds to a purse
        ("near", "u8", (ROWS,)),  # the neighbours of a cell
        ("ray", "u8", (ROWS, 6)),  # cells straight ahead up to the first place that is no cell; directions 3-5 mirrored
        ("line", "u8", (ROWS, 6)),  # all cells straight ahead; directions 3-5 mirrored
        ("reach", "u1", (6, MAX_CELLS, MAX_CELLS)),  # [direction, distance, cell]: the cell there
        ("tile", "u1", (MAX_CELLS,)),  # the shuffled tiles before the shuffle
        ("worth", "u1", (256,)),  # what a face is worth to the policy greedy, in half moons …
        ("component", "u1", (256,)),  # the number of a face among the kinds of tiles in play
        ("planes", "u1"),  # … and the bits of the highest one
        ("open_cell", "u1", (MAX_CELLS,)), ("fixed_cell", "u1", (MAX_CELLS,)), ("fixed_tile", "u1", (MAX_CELLS,)),
    ],
    align=True,
)  # fmt: skip
"""The table's record. Face bytes are those of ``faces``, purses those of ``rules``."""

ACTION_WORTH = 3
"""What an action tile is worth to the policy greedy, in half moons."""

LARGEST_PRODUCT = 1 << 61
"""Draws share a word of luck while the product of their bounds stays below this: at most 1 word in 8 is drawn again."""


def make_table(rules: Rules, players: int) -> NDArray[np.void]:
    """The table record of `rules` for `players` players, shape (1,)."""
    table = np.zeros(1, TABLE)
    record = table[0]
    cells = rules.terrain.cells()
    record["seats"], record["each"] = players, rules.figures_per_player
    record["figures"] = players * rules.figures_per_player
    record["cells"] = len(cells)
    record["by_chance"] = rules.placement == "random"
    record["leaving"] = rules.capture == "leaving"
    record["run_up"] = rules.jump.run_up
    record["first_only"] = rules.jump.landing == "first"
    record["actions_count"] = rules.stuck.actions_count
    record["terrain"] = sum(1 << number for number in range(len(cells)))
    _fill_geometry(record, cells)
    _fill_tiles(record, rules, len(cells))
    _fill_figures(record, rules, players)
    return table


def _fill_geometry(record: np.void, cells: tuple[Cell, ...]) -> None:
    numbers = {cell: number for number, cell in enumerate(cells)}
    for cell, number in numbers.items():
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            ray = line = 0
            unbroken = True
            for distance in range(MAX_CELLS):
                there = numbers.get((cell[0] + distance * dq, cell[1] + distance * dr))
                if there is None:
                    unbroken = False
                    continue
                record["reach"][direction, distance, number] = there
                if distance == 0:
                    continue
                bit = 1 << (there if direction < 3 else 63 - there)
                line |= bit
                ray |= bit if unbroken else 0
                if distance == 1:
                    record["near"][number] |= np.uint64(1 << there)
            record["ray"][number, direction], record["line"][number, direction] = ray, line


def _fill_tiles(record: np.void, rules: Rules, cells: int) -> None:
    fixed = fixed_faces(rules)
    left = dict(rules.tiles.faces())
    for i, (cell, face) in enumerate(fixed.items()):
        record["fixed_cell"][i], record["fixed_tile"][i] = cell, face
        left[face] -= 1
    open_cells = [cell for cell in range(cells) if cell not in fixed]
    record["open"] = len(open_cells)
    record["open_cell"][: len(open_cells)] = open_cells
    rare_first = sorted(left.items(), key=lambda item: (item[1], item[0]))
    faces = [face for face, count in rare_first for _ in range(count)]
    record["tile"][: len(faces)] = faces
    drawn = len(faces) - max(left.values(), default=0)
    record["drawn"] = drawn
    _fill_batches(record, [len(faces) - i for i in reversed(range(drawn))])
    for face in range(100):
        record["gain"][face] = face
        record["worth"][face] = 2 * face
    record["gain"][JUMP], record["gain"][SWAP] = JUMP_TILE, SWAP_TILE
    record["worth"][JUMP] = record["worth"][SWAP] = ACTION_WORTH
    for number, face in enumerate(component_faces(rules)):
        record["component"][face] = number
    record["planes"] = max(int(record["worth"][face]) for face in rules.tiles.faces()).bit_length()


def component_faces(rules: Rules) -> list[int]:
    """The faces of the tiles in play: moons from few to many, then jump, swap and neutral."""
    return sorted(face for face, count in rules.tiles.faces().items() if count)


def _fill_batches(record: np.void, bounds: list[int]) -> None:
    batches: list[tuple[int, int]] = []
    for bound in bounds:
        if batches and batches[-1][1] * bound <= LARGEST_PRODUCT:
            batches[-1] = (batches[-1][0] + 1, batches[-1][1] * bound)
        else:
            batches.append((1, bound))
    record["batches"] = len(batches)
    for i, (size, product) in enumerate(batches):
        record["batch_size"][i], record["batch_product"][i], record["batch_threshold"][i] = (
            size,
            product,
            2**64 % product,
        )


def _fill_figures(record: np.void, rules: Rules, players: int) -> None:
    each = rules.figures_per_player
    for figure in range(players * each):
        record["owner"][figure] = figure // each
        record["own"][figure // each] |= np.uint64(1 << figure)
    order = placement_order(rules, players)
    record["order"][: len(order)] = order


def placement_order(rules: Rules, players: int) -> list[int]:
    """The figures in the order in which they are placed: one of each seat a round."""
    order = []
    for own in range(rules.figures_per_player):
        seats = range(players)
        if rules.placement == "snake" and own % 2 == 1:
            seats = seats[::-1]
        order += [seat * rules.figures_per_player + own for seat in seats]
    return order


def most_turns(rules: Rules) -> int:
    """No play has more turns: each takes one tile off the terrain or one swap tile out of a hand."""
    return sum(rules.tiles.faces().values()) + rules.tiles.swap


def decision_limit(rules: Rules, players: int) -> int:
    """No play has more decisions: its turns, and a placement for each figure when the players place them."""
    return most_turns(rules) + (0 if rules.placement == "random" else players * rules.figures_per_player)


def measures(rules: Rules, players: int) -> Measures:
    """What a play is counted for."""
    tiles = sum(rules.tiles.faces().values())
    moons = sum(value * count for value, count in rules.tiles.moons.items())
    return Measures(
        score=Measure("score", "moons fished by the seat", "moons", size=moons + 1, per_seat=True),
        margin=Measure("margin", "moons between the best and the second best seat", "moons", size=moons + 1),
        own=(
            Measure("turns", "turns of all seats; placing a figure is not a turn", "turns", size=most_turns(rules) + 1),
            Measure("jumps", "jump tiles used", "jumps", size=rules.tiles.jump + 1),
            Measure("swaps", "swap tiles used", "swaps", size=rules.tiles.swap + 1),
            Measure("tiles_left", "tiles lying on the terrain at the end", "tiles", size=tiles + 1),
            Measure("actions", "legal actions, summed over the turns", "actions", inner=True),
            Measure("actions_turns", "legal actions summed over the turns, times turns", "actions", inner=True),
        ),
        ratios=(
            Ratio("branching", "mean number of legal actions per turn", "actions", "actions", "turns", "actions_turns"),
        ),
    )  # fmt: skip
