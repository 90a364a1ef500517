"""Shipped variants, recorded plays and tally rows for this folder's tests."""

from __future__ import annotations

import functools
import os

import numpy as np
from numpy.typing import NDArray

from simulate.games.pouet_mouet import GAME
from simulate.games.pouet_mouet.variant import Rules
from simulate.kernels.tally import PLAYS
from simulate.runs.prepared import Prepared, prepare
from variants.catalog import Catalog
from variants.loader import load_variant
from variants.variant import Variant

SHIPPED = ("jedisjeux", "publisher", "grid_3x3", "grid_5x5", "children", "quarter_turns")
DEALT = [(name, players) for name in SHIPPED for players in (4, 6, 8) if (name, players) != ("publisher", 6)]
"""Variants with the player counts at which they can be dealt."""

POLICIES = ("random", "greedy", "robust", "shortest")
REPLAYED = int(os.environ.get("FAIRDEAL_ORACLE_PLAYS", "200"))
"""Plays that the oracle re-plays, for each shipped variant and player count."""


@functools.cache
def variant(name: str) -> Variant:
    """A shipped variant."""
    catalog = Catalog({GAME.name: GAME.variants_folder})
    return load_variant(f"{GAME.name}/{name}", catalog=catalog, models={GAME.name: GAME.model})


def rules_of(name: str, players: int = 4) -> Rules:
    """The rules of a shipped variant."""
    rules = variant(name).rules_for(players)
    assert isinstance(rules, Rules)
    return rules


def prepared(rules: Rules, players: int, policies: tuple[str, ...] | str = "random") -> Prepared:
    """Rules ready to be played."""
    return prepare(GAME, rules, players, policies)


def mixes(players: int) -> list[tuple[str, ...]]:
    """All random, all greedy, and two mixtures in which every policy plays."""
    teams = players // 2
    return [
        ("random",) * teams,
        ("greedy",) * teams,
        (POLICIES * 2)[:teams],
        (POLICIES * 2)[2 : 2 + teams],
    ]


def changed(rules: Rules, **groups: object) -> Rules:
    """The same rules with some dials changed; a mapping changes dials of a group."""
    data = rules.model_dump()
    for name, value in groups.items():
        data[name] = {**data[name], **value} if isinstance(value, dict) and name != "start" else value
    return Rules.model_validate(data)


def place_of(play: Prepared, name: str, seat: int = 0) -> tuple[int, int]:
    """First column and size of a measure in a tally row."""
    at = 0
    for one in play.measures.all:
        if one.name == name:
            return int(play.layout[0]["base"][at + seat]), one.size
        at += play.seats if one.per_seat else 1
    raise KeyError(name)


def histogram(play: Prepared, row: NDArray[np.int64], name: str, seat: int = 0) -> NDArray[np.int64]:
    """The counts of a measure in a tally row."""
    base, size = place_of(play, name, seat)
    return row[base : base + size]


def mean_and_error(play: Prepared, row: NDArray[np.int64], name: str, seat: int = 0) -> tuple[float, float]:
    """Mean of a measure (divided as the metric is) and its standard error."""
    base, size = place_of(play, name, seat)
    plays = int(row[PLAYS])
    if size:
        counts, values = row[base : base + size], np.arange(size)
        total, squares = int(counts @ values), int(counts @ values**2)
    else:
        total, squares = int(row[base]), int(row[base + 1])
    divisor = next(one.divisor for one in play.measures.all if one.name == name)
    mean = total / plays
    return mean / divisor, float(np.sqrt(max(squares / plays - mean * mean, 0) / plays)) / divisor
