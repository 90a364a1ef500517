"""What the course of a play is counted for, and the scale it is measured by, which other plays give.

The scale (usual length, usual swing, table of beliefs) comes from ``PILOT`` plays under a seed of its own, which are
counted nowhere. It is part of what such a metric means: the same for every run of the same rules and policies, whatever
the run's seed, and for every part of a run, whichever machine plays it. The plays of a run are independent of it. So
intervals need no correction, and two runs may be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.games.contract import Game, Measure, Measures, Ratio
from simulate.kernels.course_values import (
    BELIEF_ONE,
    COURSE_LAYOUT,
    GROUPS,
    LEADS,
    MAX_COMPONENTS,
    MAX_COURSE_VALUES,
    MIDDLE,
    PROGRESS,
    SCALE,
    SLOPE_CHANGE,
    SLOPE_LEAD,
    SLOPE_SIZE,
)
from simulate.kernels.playout import MAX_SEATS

PILOT = 4096
"""Plays that make the scale."""

PILOT_SEED = 0x5CA1_E0F7_1A65_0001
"""The seed of these plays."""

MOST_EVENTS = 62
"""Events are bits of one word."""

QUARTERS = {1: "25", 2: "50", 3: "75"}

PRODUCT = "product"
"""Unit of a measure that is the product of two others; its sum only is kept."""


@dataclass(frozen=True)
class Scale:
    """What the course of a play is measured by.

    Attributes
    ----------
    record : NDArray of SCALE, shape (1,)
        As kernels read it.
    seed, plays : int
        The plays it was made from.
    """

    record: NDArray[np.void]
    seed: int
    plays: int

    def document(self) -> dict[str, int]:
        """What it was made from, the usual length in rounds, the usual swing in points; for a result document."""
        one = self.record[0]
        return {
            "pilot_seed": self.seed, "pilot_plays": self.plays,
            "rounds": int(one["rounds"]), "swing": int(one["swing"]),
        }  # fmt: skip


def pilot_seed(seed: int) -> int:
    """The seed of the plays that make the scale of a run under `seed`: one of its own, the same for every run.

    The run that has this very seed gets the next one, so that no play is measured by a scale made from it.
    """
    return PILOT_SEED + int(seed == PILOT_SEED)


def with_course(game: Game, rules: Any, players: int, plain: Measures, limit: int) -> Measures:
    """The measures of a game together with those of the course of its plays."""
    standings = game.course_part("standing") is not None
    name_events, name_components = game.course_part("events"), game.course_part("components")
    events = tuple(name_events(rules, players)) if name_events else ()
    components = tuple(name_components(rules, players)) if name_components else ()
    if len(events) > MOST_EVENTS or len(components) > MAX_COMPONENTS:
        raise ValueError(f"{game.name} names {len(events)} events, {len(components)} components: too many")
    n = len(components)
    joint = {
        **({"slope": SLOPE_SIZE} if standings else {}),
        **({"events": len(events)} if events else {}),
        **({"components": GROUPS * (n + 2) * (n + 3) // 2} if components else {}),
    }
    taken = tuple(
        Measure(f"taken.{one.name}", f"{one.meaning}, for each {game.seat_word}", "number", divisor=game.seats(players))
        for one in components
    )
    shared, leads = _sums(), _lead_sums() if standings else ()
    measures = (*(_histograms(limit) if standings else ()), *shared, *leads, *taken)
    products = tuple(_product(*pair) for pair in (*_PRODUCTS, *(_LEAD_PRODUCTS if standings else ())))
    ratios = (*plain.ratios, *_RATIOS, *(_LEAD_RATIOS if standings else ()))
    return replace(
        plain, ratios=ratios, course=(*measures, *products), joint=joint, events=events, components=components
    )


def _histograms(limit: int) -> tuple[Measure, ...]:
    return (
        Measure("lead_changes", "how often another seat than the last one stands alone in front after a round",
                "changes", size=limit + MAX_SEATS + 2),
        Measure("close", "games whose best two standings end no farther apart than one usually changes in a round",
                "share", size=2, share=True),
        Measure("comeback", "games won outright by a seat whose chance to win had been 0.4 / seats or less", "share",
                size=2, share=True),
    )  # fmt: skip


def _sums() -> tuple[Measure, ...]:
    return (
        Measure("decisions", "decisions of all seats", "decisions", inner=True),
        Measure("forced", "decisions with one legal action", "decisions", inner=True),
        Measure("choices", "legal actions of all decisions", "actions", inner=True),
    )


def _lead_sums() -> tuple[Measure, ...]:
    quarters = [
        Measure(f"{word}.{ending}", "", "points", inner=True)
        for ending in QUARTERS.values()
        for word in ("leader", "leader_won")
    ]
    return (
        Measure("flipped_changes", "lead changes when each round's gains are dealt at random", "changes", inner=True),
        *quarters,
        Measure("decided_tail", "share of the rounds that are left once the winner's chance stays at 0.9 or more",
                "share of the game", divisor=BELIEF_ONE, bounded=True),
        Measure("uncertainty", "entropy of the chances to win over that of even ones, mean over the rounds", "of 1",
                divisor=BELIEF_ONE, bounded=True),
        Measure("tension_weight", "", "points", inner=True),
        Measure("tension_total", "", "points", inner=True),
    )  # fmt: skip


_PRODUCTS = (("forced", "decisions"), ("choices", "decisions"))
_LEAD_PRODUCTS = (
    ("lead_changes", "flipped_changes"),
    ("tension_weight", "tension_total"),
)
_RATIOS = (
    Ratio("forced_share", "decisions with a single legal action, of all decisions", "of 1", "forced", "decisions",
          "forced*decisions", part=True),
    Ratio("choices_each", "legal actions of a decision", "actions", "choices", "decisions", "choices*decisions"),
)  # fmt: skip
_LEAD_RATIOS = (
    Ratio("lead_change_ratio", "lead changes over those of the same games with each round's gains dealt at random",
          "times", "lead_changes", "flipped_changes", "lead_changes*flipped_changes"),
    *(
        Ratio(f"leader_wins.{ending}", f"games won by the sole leader after {ending} % of the rounds, of those "
              "that have one",
              "of 1", f"leader_won.{ending}", f"leader.{ending}")
        for ending in QUARTERS.values()
    ),
    Ratio("tension_timing", "centre of the squared steps of the chances to win, 0 the start and 1 the end", "of 1",
          "tension_weight", "tension_total", "tension_weight*tension_total"),
)  # fmt: skip


def _product(first: str, second: str) -> Measure:
    return Measure(f"{first}*{second}", "", PRODUCT, inner=True)


def course_layout(measures: Measures, at: int) -> NDArray[np.void]:
    """Where the course's values go in a row that the game's own take up to `at`; shape (1,)."""
    layout = np.zeros(1, COURSE_LAYOUT)
    record = layout[0]
    if len(measures.course) > MAX_COURSE_VALUES:
        raise ValueError(f"{len(measures.course)} values of the course, at most {MAX_COURSE_VALUES}")
    places = {one.name: i for i, one in enumerate(measures.course)}
    for i, one in enumerate(measures.course):
        kind = "histograms" if one.size else "products" if one.unit == PRODUCT else "sums"
        record[kind] += 1
        record["base"][i], record["size"][i] = at, one.size
        if kind == "products":
            first, second = one.name.split("*")
            record["size"][i] = places[first] << 8 | places[second]
        at += one.size or 2
    record["slope"] = record["events_at"] = record["components_at"] = -1
    for name, size in measures.joint.items():
        record[name if name == "slope" else f"{name}_at"] = at
        at += size
    record["events"], record["components"] = len(measures.events), len(measures.components)
    record["width"] = at
    return layout


def make_scale(paths: Iterable[tuple[int, NDArray[np.int64]]], seats: int, seed: int) -> Scale:
    """The scale that some plays give.

    Parameters
    ----------
    paths : iterable of (int, int64[rounds + 1, seats])
        Of each finished play the winners' bits and the standings at the start and after each round.
    """
    plays = list(paths)
    record = np.zeros(1, SCALE)
    one = record[0]
    one["full"] = math.lcm(*range(1, seats + 1))
    one["low"] = 4 * BELIEF_ONE // (10 * seats)
    one["entropy"] = [_entropy(p / BELIEF_ONE, seats) for p in range(BELIEF_ONE + 1)]
    lengths = sorted(len(path) - 1 for _, path in plays)
    one["rounds"] = max(1, lengths[len(lengths) // 2]) if lengths else 1
    leads = [_leads(path) for _, path in plays]
    one["unit"] = _unit(leads, MIDDLE)
    one["swing"] = _swing(path for _, path in plays)
    one["slope_unit"] = _slope_unit([path for _, path in plays], seats)
    one["belief"][:, :, :seats] = _beliefs(plays, leads, int(one["rounds"]), int(one["unit"]), seats)
    return Scale(record, seed, len(plays))


def _entropy(p: float, seats: int) -> int:
    return round(-1e6 * p * math.log(p) / math.log(seats)) if 0 < p < 1 and seats > 1 else 0


def _leads(path: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each seat's lead over the best other, int64[rounds + 1, seats]."""
    seats = path.shape[1]
    if seats < 2:
        return np.zeros_like(path)
    found = [path[:, s] - np.delete(path, s, axis=1).max(axis=1) for s in range(seats)]
    return np.stack(found, axis=1)


def _unit(leads: list[NDArray[np.int64]], columns: int) -> int:
    """So many points that 19 of 20 leads lie within `columns` of it."""
    if not leads:
        return 1
    sizes = np.abs(np.concatenate([one.ravel() for one in leads]))
    return max(1, math.ceil(int(np.sort(sizes)[int(0.95 * (len(sizes) - 1))]) / columns))


def _slope_unit(paths: list[NDArray[np.int64]], seats: int) -> int:
    if not paths:
        return 1
    over = [seats * path[:, 0] - path.sum(axis=1) for path in paths]
    middles = np.array([one[(len(one) - 1) // 2] for one in over])
    changes = np.array([one[-1] for one in over]) - middles
    lead, change = (int(np.sort(np.abs(one))[int(0.98 * (len(one) - 1))]) for one in (middles, changes))
    return max(1, math.ceil(lead / SLOPE_LEAD), math.ceil(change / SLOPE_CHANGE))


def _swing(paths: Iterable[NDArray[np.int64]]) -> int:
    """The median of all changes of a standing in a round that are not 0."""
    changes = [np.abs(np.diff(path, axis=0)).ravel() for path in paths]
    moved = np.sort(np.concatenate(changes)) if changes else np.zeros(0, np.int64)
    moved = moved[moved > 0]
    return int(moved[(len(moved) - 1) // 2]) if len(moved) else 0


def _beliefs(
    plays: list[tuple[int, NDArray[np.int64]]], leads: list[NDArray[np.int64]], usual: int, unit: int, seats: int
) -> NDArray[np.int64]:
    """The table of beliefs, int64[PROGRESS, LEADS, seats]: (won + 1 / seats) / (n + 1), in 1 / BELIEF_ONE."""
    n, won = np.zeros((PROGRESS * LEADS, seats)), np.zeros((PROGRESS * LEADS, seats))
    for (winners, path), lead in zip(plays, leads, strict=True):
        rounds = len(path) - 1
        share = _shares(winners, seats)
        progress = np.minimum(PROGRESS - 1, 10 * np.arange(rounds) // usual)
        columns = np.clip((2 * lead[:rounds] + unit) // (2 * unit), -MIDDLE, MIDDLE) + MIDDLE
        for seat in range(seats):
            seen = np.bincount(progress * LEADS + columns[:, seat], minlength=PROGRESS * LEADS)
            n[:, seat] += seen
            won[:, seat] += share[seat] * seen
    table = np.rint(BELIEF_ONE * (won + 1 / seats) / (n + 1)).astype(np.int64)
    return np.clip(table, 1, BELIEF_ONE - 1).reshape(PROGRESS, LEADS, seats)


def _shares(winners: int, seats: int) -> Mapping[int, float]:
    k = winners.bit_count()
    return {seat: ((winners >> seat) & 1) / k for seat in range(seats)}
