"""The metrics of a play's course once more, in plain Python from their definitions: the oracle of the kernels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

Standings = Sequence[Sequence[int]]
"""Standings at the start and after each round."""


def rounds_of(seats: Sequence[int], turn_ends: Sequence[bool], before: Standings, last: Sequence[int]) -> Standings:
    """Cut decisions into rounds: `before[d]` are the standings before decision d, `last` those at the end."""
    found = [before[0]] if before else [last]
    acted: set[int] = set()
    new_turn = True
    for seat, ends, standing in zip(seats, turn_ends, before, strict=True):
        if new_turn:
            if seat in acted:
                found.append(standing)
                acted = set()
            acted.add(seat)
        new_turn = ends
    return [*found, last] if acted else found


def leader(standings: Sequence[int]) -> int | None:
    best = max(standings)
    return standings.index(best) if list(standings).count(best) == 1 else None


def lead_changes(path: Standings) -> int:
    leaders = [one for one in map(leader, path) if one is not None]
    return sum(a != b for a, b in itertools.pairwise(leaders))


def nearest(value: int, unit: int, most: int) -> int:
    return max(-most, min(most, math.floor(value / unit + 0.5)))


def beliefs(path: Standings, winners: set[int], scale) -> list[list[int]]:
    seats = len(path[0])
    found = []
    for r, standings in enumerate(path[:-1]):
        progress = min(15, 10 * r // int(scale["rounds"]))
        raw = []
        for seat in range(seats):
            lead = standings[seat] - max(s for other, s in enumerate(standings) if other != seat)
            raw.append(int(scale["belief"][progress, nearest(lead, int(scale["unit"]), 8) + 8, seat]))
        found.append([10_000 * one // sum(raw) for one in raw])
    return [*found, [10_000 // len(winners) if seat in winners else 0 for seat in range(seats)]]


def course_values(path: Standings, winners: set[int], margin: int, scale) -> dict[str, float]:
    """The values of one play by the name of their measure; shares of a point as such."""
    n = len(path) - 1
    seats = len(path[0])
    chances = beliefs(path, winners, scale)
    champion = next(iter(winners)) if len(winners) == 1 else None
    sure = [r for r in range(n + 1) if champion is not None and all(c[champion] >= 9000 for c in chances[r:n])]
    squares = [sum((b - a) ** 2 for a, b in zip(x, y, strict=True)) / 1e8
               for x, y in itertools.pairwise(chances)]  # fmt: skip
    found = {
        "lead_changes": lead_changes(path),
        "close": int(margin <= scale["swing"]),
        "comeback": int(champion is not None and any(c[champion] <= 4000 // seats for c in chances[:n])),
        "decided_tail": (n - min(sure)) / n if sure and n else 0.0,
        "uncertainty": sum(-p / 1e4 * math.log(p / 1e4) for c in chances[:n] for p in c if p) / math.log(seats) / n,
        "tension_total": sum(squares),
        "tension_weight": sum(s * (2 * r + 1) / (2 * n) for r, s in enumerate(squares)),
    }
    for quarter, name in ((1, "25"), (2, "50"), (3, "75")):
        first = leader(path[n * quarter // 4])
        found[f"leader.{name}"] = int(first is not None)
        found[f"leader_won.{name}"] = 1 / len(winners) if first in winners else 0
    return found
