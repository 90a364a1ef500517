"""Tiny random set-ups over all switches, for checks against trying everything."""

from __future__ import annotations

import random

from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS, Cell
from simulate.games.pecheurs_de_lunes.variant import Rules

SHAPES = ("map", "map", "map", "hexagon", "triangle", "parallelogram", "rectangle", "ring")


def tiny_rules(luck: random.Random) -> Rules:
    """Rules for two players on 5 to 9 cells: every shape, tiles and switch."""
    terrain, cells = _terrain(luck)
    each = luck.choice((1, 2, 2))
    placement = luck.choice(("random", "random", "alternate", "snake"))
    spare = luck.randrange(2)
    neutral = min(2 * each + spare, cells)
    jump, swap = luck.choice(((0, 0), (1, 0), (0, 1), (2, 1), (1, 1), (3, 0), (2, 2)))
    while neutral + jump + swap > cells:
        jump, swap = max(jump - 1, 0), max(swap - 1, 0)
    moons: dict[int, int] = {}
    for _ in range(cells - neutral - jump - swap):
        value = luck.choice((1, 2, 3, 4, 6, 9))
        moons[value] = moons.get(value, 0) + 1
    rules = Rules.model_validate(
        {
            "terrain": terrain,
            "tiles": {"neutral": neutral, "jump": jump, "swap": swap, "moons": moons},
            "figures_per_player": each,
            "placement": placement,
            "jump": {"run_up": luck.random() < 0.5, "landing": luck.choice(("any", "first"))},
            "capture": luck.choice(("landing", "leaving")),
            "stuck": {"actions_count": luck.random() < 0.5},
        }
    )
    assert not Rules.cross_check_all(rules)
    assert not Rules.cross_check(rules, 2)
    return rules


def _terrain(luck: random.Random) -> tuple[dict[str, object], int]:
    shape = luck.choice(SHAPES)
    sizes: dict[str, tuple[dict[str, int], int]] = {
        "hexagon": ({"side": 2}, 7),
        "ring": ({"side": 2, "hole": 1}, 6),
        "triangle": ({"side": 3}, 6),
        "parallelogram": luck.choice((({"width": 3, "height": 2}, 6), ({"width": 4, "height": 2}, 8))),
        "rectangle": luck.choice((({"width": 5, "height": 1}, 5), ({"width": 3, "height": 3}, 9))),
    }
    if shape in sizes:
        values, cells = sizes[shape]
        return {"shape": shape, **values}, cells
    size = luck.randint(5, 9)
    return {"shape": "map", "map": _map(luck, size)}, size


def _map(luck: random.Random, size: int) -> str:
    """A map grown cell by cell; it may wind around places that are no cells."""
    cells: list[Cell] = [(0, 0)]
    while len(cells) < size:
        q, r = luck.choice(cells)
        dq, dr = luck.choice(DIRECTIONS)
        if (q + dq, r + dr) not in cells:
            cells.append((q + dq, r + dr))
    left = min(2 * q + r for q, r in cells)
    wide = max(2 * q + r for q, r in cells) - left + 1
    lines = []
    for row in range(min(r for _, r in cells), max(r for _, r in cells) + 1):
        columns = {2 * q + r - left for q, r in cells if r == row}
        lines.append("".join("." if column in columns else "-" for column in range(wide)))
    return "\n".join(lines)
