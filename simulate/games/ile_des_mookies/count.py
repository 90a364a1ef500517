"""The count at the end: trophies, spiders, stars, and who wins (docs/rules.md, section 2, "End")."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.deal import settle
from simulate.games.ile_des_mookies.lanes import BYTE, MOOKIES, ONE, S7, S56, UPPER, at_least, total
from simulate.games.ile_des_mookies.records import FEWEST_SPIDERS, MOST_MOOKIES, YOUNGEST
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule


@rule
def comparison(first: Any, second: Any) -> Any:
    """The seats (bits) with the larger of two numbers; both when they are equal."""
    return np.int64(first >= second) + 2 * np.int64(second >= first)


@rule
def break_tie(state: Any, rule_code: Any) -> Any:
    """The winners (bits) when the stars are equal."""
    if rule_code == YOUNGEST:
        return np.int64(1)
    if rule_code == FEWEST_SPIDERS:
        return comparison(state.held[1] >> S56, state.held[0] >> S56)
    if rule_code == MOST_MOOKIES:
        return comparison(all_mookies(state.held[0]), all_mookies(state.held[1]))
    return np.int64(3)


@rule
def all_mookies(held: Any) -> Any:
    """The Mookies (int64) of all families together, legendary ones at their value; their sum may exceed a lane."""
    found = np.int64(0)
    for lane in range(7):
        found += np.int64((held >> np.uint64(8 * lane)) & BYTE)
    return found


@rule
def count_trophies(state: Any, table: Any) -> Any:
    """Give the trophies, take one back for the spiders, add the stars, name the winners."""
    first, second = state.held[0], state.held[1]
    mookies, others = first & MOOKIES, second & MOOKIES
    of_first = UPPER & ~at_least(others, mookies)
    of_second = UPPER & ~at_least(mookies, others)
    claimed = count_ones(of_first | of_second)

    # Lanes stand in the order of their stars, so the lowest one is a trophy with the fewest; of none, none is taken.
    if (first >> S56) > (second >> S56):
        of_first &= of_first - ONE
    if (second >> S56) > (first >> S56):
        of_second &= of_second - ONE
    state.given_back = claimed - count_ones(of_first | of_second)
    state.unclaimed = table.families - claimed

    state.trophies[0], state.trophies[1] = of_first >> S7, of_second >> S7
    state.stars[0] = total((of_first >> S7) * BYTE & table.stars)
    state.stars[1] = total((of_second >> S7) * BYTE & table.stars)
    winners = comparison(state.stars[0], state.stars[1])
    state.tied = np.int64(winners == 3)
    unequal_again = break_tie(state, table.tie_break)  # looked up either way: a branch would be guessed wrong often
    state.winners = unequal_again if winners == 3 else winners


@routine
def finish(state: Any, table: Any, turns: Any) -> Any:
    """Deal what nobody looked at, and count."""
    settle(state, table, turns)
    count_trophies(state, table)
    state.done = 1
