"""Random rules for hypothesis: every shape, tiles that fill it, all switches."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from simulate.games.pecheurs_de_lunes.terrain import DIRECTIONS, MAX_CELLS
from simulate.games.pecheurs_de_lunes.variant import Rules

FACES = ".njs2346"


@st.composite
def drawn_maps(draw: Any) -> str:
    """A map of 2 to 40 cells grown cell by cell, some of its tiles fixed."""
    size = draw(st.integers(2, 40))
    growth = draw(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 5)), min_size=3 * size, max_size=3 * size))
    cells = [(0, 0)]
    for which, direction in growth:
        q, r = cells[which % len(cells)]
        cell = (q + DIRECTIONS[direction][0], r + DIRECTIONS[direction][1])
        if len(cells) < size and cell not in cells:
            cells.append(cell)
    fixing = draw(st.sampled_from([0, 2, 8]))
    faces = draw(st.lists(st.integers(0, len(FACES) - 1), min_size=len(cells), max_size=len(cells)))
    chosen = draw(st.lists(st.integers(0, 9), min_size=len(cells), max_size=len(cells)))
    left = min(2 * q + r for q, r in cells)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    lines = []
    for row in rows:
        line = ["-"] * (max(2 * q + r for q, r in cells) - left + 1)
        for i, (q, r) in enumerate(cells):
            if r == row:
                line[2 * q + r - left] = FACES[faces[i]] if chosen[i] < fixing else "."
        lines.append("".join(line))
    return "\n".join(lines)


@st.composite
def terrains(draw: Any) -> dict[str, Any]:
    """A terrain of any shape with at most 64 cells."""
    shape = draw(st.sampled_from(["hexagon", "triangle", "parallelogram", "rectangle", "ring", "map"]))
    if shape == "hexagon":
        return {"shape": shape, "side": draw(st.integers(2, 5))}
    if shape == "triangle":
        return {"shape": shape, "side": draw(st.integers(2, 10))}
    if shape == "ring":
        side = draw(st.integers(2, 5))
        return {"shape": shape, "side": side, "hole": draw(st.integers(1, side - 1))}
    if shape == "map":
        return {"shape": shape, "map": draw(drawn_maps())}
    width = draw(st.integers(1, MAX_CELLS))
    return {"shape": shape, "width": width, "height": draw(st.integers(2 if width == 1 else 1, MAX_CELLS // width))}


@st.composite
def variants(draw: Any) -> tuple[Rules, int]:
    """Playable rules and a player count."""
    players = draw(st.sampled_from([2, 3]))
    terrain = draw(terrains())
    cells = len(Rules.model_validate({"terrain": terrain}).terrain.cells())
    each = draw(st.integers(1, max(1, min(4, cells // players))))
    fixed = [character for character in terrain.get("map", "") if character in FACES[1:]]
    count = {kind: fixed.count(kind[0]) for kind in ("neutral", "jump", "swap")}
    moons = {value: fixed.count(str(value)) for value in (2, 3, 4, 6)}
    room = cells - sum(count.values()) - sum(moons.values())
    need = max(0, players * each - count["neutral"])
    if need > room:  # too small, or too much of it fixed: leave nothing fixed, and one figure each
        if players > cells:
            players = 2
        each = 1
        terrain = (
            {**terrain, "map": "".join("." if c in FACES else c for c in terrain["map"])}
            if "map" in terrain
            else terrain
        )
        count = {"neutral": 0, "jump": 0, "swap": 0}
        moons = dict.fromkeys(moons, 0)
        room, need = cells, players
    count["neutral"] += need
    # What is left is shared out by weights, so that few, many or no action tiles all happen.
    weights = draw(st.lists(st.sampled_from([0, 1, 1, 3, 10]), min_size=7, max_size=7))
    weights[draw(st.integers(0, 6))] += 1
    names = ["neutral", "jump", "swap", 2, 3, 4, draw(st.sampled_from([1, 6, 17, 99]))]
    for i in range(room - need):
        name = names[_pick(weights, i * 7919 % 997)]
        if isinstance(name, str):
            count[name] += 1
        else:
            moons[name] = moons.get(name, 0) + 1
    rules = Rules.model_validate(
        {
            "terrain": terrain,
            "tiles": {**count, "moons": moons},
            "figures_per_player": each,
            "placement": draw(st.sampled_from(["random", "alternate", "snake"])),
            "jump": {"run_up": draw(st.booleans()), "landing": draw(st.sampled_from(["any", "first"]))},
            "capture": draw(st.sampled_from(["landing", "leaving"])),
            "stuck": {"actions_count": draw(st.booleans())},
        }
    )
    return rules, players


def _pick(weights: list[int], luck: int) -> int:
    """The index that `luck` of 0 … 996 falls on."""
    at = luck * sum(weights) / 997
    for i, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return i
    return len(weights) - 1
