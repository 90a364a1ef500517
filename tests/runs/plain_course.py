"""The metrics of a play's course once more, in plain Python from their definitions: the oracle of the kernels."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from simulate.kernels.course_values import SLOPE_CHANGE, SLOPE_LEAD
from simulate.kernels.purposes import Purpose
from simulate.runs.prepared import Prepared
from simulate.runs.tally import Adder
from tests.kernels.plain_rng import Stream

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


def course_values(path: Standings, winners: set[int], scale) -> dict[str, float]:
    """The values of one play by the name of their measure; shares of a point as such."""
    n = len(path) - 1
    front = sorted(path[-1], reverse=True)
    seats = len(path[0])
    chances = beliefs(path, winners, scale)
    champion = next(iter(winners)) if len(winners) == 1 else None
    sure = [r for r in range(n + 1) if champion is not None and all(c[champion] >= 9000 for c in chances[r:n])]
    squares = [sum((b - a) ** 2 for a, b in zip(x, y, strict=True)) / 1e8
               for x, y in itertools.pairwise(chances)]  # fmt: skip
    found = {
        "lead_changes": lead_changes(path),
        "close": int(front[0] - front[1] <= scale["swing"]),
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


def flipped_changes(path: Standings, seed: int, play: int) -> int:
    """The lead changes when what each round gave is dealt to the seats anew, by the play's stream of that purpose."""
    luck = Stream(seed, int(Purpose.BASELINE), play)
    seats = range(len(path[0]))
    flipped = [list(path[0])]
    for before, after in itertools.pairwise(path):
        order = list(seats)
        for i in reversed(seats[1:]):
            j = luck.below(i + 1)
            order[i], order[j] = order[j], order[i]
        gained = [b - a for a, b in zip(before, after, strict=True)]
        flipped.append([flipped[-1][seat] + gained[order[seat]] for seat in seats])
    return lead_changes(flipped)


def slope_cell(path: Standings, unit: int) -> int:
    """The cell of the joint histogram: the lead of seat 0 over the mean of the others, and its change afterwards."""
    middle, end = (len(path[0]) * one[0] - sum(one) for one in (path[(len(path) - 1) // 2], path[-1]))
    lead, change = nearest(middle, unit, SLOPE_LEAD), nearest(end - middle, unit, SLOPE_CHANGE)
    return (lead + SLOPE_LEAD) * (2 * SLOPE_CHANGE + 1) + change + SLOPE_CHANGE


def products(taken: Sequence[Sequence[int]], units: int) -> list[int]:
    """The upper triangle of products of 1, seat 0's surplus of each component over the mean, the units it won."""
    mine, others = taken[0], taken[1:]
    surplus = [len(others) * one - sum(column) for one, column in zip(mine, zip(*others, strict=True), strict=True)]
    row = [1, *surplus, units]
    return [row[i] * row[j] for i in range(len(row)) for j in range(i, len(row))]


def check(
    prepared: Prepared, seed: int, index: int, path: Standings, *, won: set[int],
    taken: Sequence[Sequence[int]] = (), happened: Sequence[bool] = (),
) -> None:  # fmt: skip
    """Every number that a play's course is counted for is that of this file.

    Parameters
    ----------
    path, won
        Of the play, from the rules.
    taken : int[seats][components]
    happened : bool[events]
    """
    winners, kept = prepared.course_of(seed, index)
    assert kept.tolist() == [list(one) for one in path]
    assert {seat for seat in range(prepared.seats) if winners >> seat & 1} == won
    adder = Adder(prepared.width)
    adder.add(prepared.count_plays(seed, index, 1))
    tally = adder.tally(prepared.measures, prepared.seats)
    scale = prepared.scale.record[0]
    full = math.lcm(*range(1, prepared.seats + 1))
    units = {"leader": full, "tension": 10_000, "decided": 10_000, "uncerta": 10_000}
    for name, value in course_values(path, won, scale).items():
        if name in tally.histograms:
            assert tally.histograms[name].index(1) == value, (name, index)
            continue
        total, squares = tally.sums[name]
        exact = value * units[name.split("_")[0].split(".")[0][:7]]
        assert squares == total * total
        assert abs(total - exact) <= (1.0 if name.startswith(("tension", "uncertainty")) else 0.5 + 1e-9), (name, index)
    assert tally.sums["flipped_changes"][0] == flipped_changes(path, seed, index)
    assert tally.joint["slope"].index(1) == slope_cell(path, int(scale["slope_unit"]))
    assert sum(tally.joint["slope"]) == 1
    if happened:
        assert list(tally.joint["events"]) == [int(one) for one in happened]
    if taken:
        names = [f"taken.{one.name}" for one in prepared.measures.components]
        assert [tally.sums[name][0] for name in names] == [sum(column) for column in zip(*taken, strict=True)]
        expected = products(taken, full // len(won) if 0 in won else 0)
        groups = np.array(tally.joint["components"]).reshape(32, -1)
        assert groups[index % 32].tolist() == expected
        assert not np.delete(groups, index % 32, axis=0).any()
