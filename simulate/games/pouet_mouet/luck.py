"""Where the words of chance stand, and how they become numbers: bounded whole numbers, and durations in milliseconds.

Every draw of a play has a place of its own, (team, card, slot), in one of two streams: set-up (start cells, the
cards) and chance (mistakes, durations). So what one card brings does not depend on how often luck was asked before.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simulate.games.pouet_mouet.records import GUIDE_BITS, GUIDED, NEXT_BITS, STRIDE
from simulate.kernels.bits import high_product
from simulate.kernels.jit import routine, rule, stay_a_call
from simulate.kernels.rng import ONE, S11, UNIT, ZERO, word

CARD_BITS, TEAM_BITS = 9, 32
CARD_SHIFT = np.uint64(CARD_BITS)

# Slots of a card in the set-up stream.
CARD_LUCK, REST, MORE_BALLOONS = 0, 1, 8
# Slots of a card in the chance stream. The formula takes two words a stage and up to 2 * 64 + 5 + 20 * 2 stages.
TRY, LUMP, AGAIN_LUMP, MISS, FORMULA = 0, 32, 64, 96, 128
# Cards that do not exist: places for what belongs to a team, not to one of its cards.
START_CARD, DEAL_CARD = 100, 128

HALF = np.uint64(1)
"""Words are halved before they are compared with multiples of 2^-63, so that a chance of one can be written too."""

TWO = np.uint64(2)
GUIDE_SHIFT = np.uint64(63 - GUIDE_BITS)
NEXT_SHIFT = np.uint64(63 - GUIDE_BITS - NEXT_BITS)
ALL_GUIDED = np.uint64(GUIDED)
STRIDE_AHEAD = np.uint64(STRIDE)
FULL_TURN = 2.0 * math.pi


@rule
def place(team: Any, card: Any, slot: Any) -> Any:
    """The counter (uint64) of a slot of a card of a team."""
    return np.uint64((team << TEAM_BITS) + (card << CARD_BITS) + slot)


@rule
def below_at(key: Any, twist: Any, at: Any, n: Any) -> Any:
    """A uniform integer (int64) in 0 … n - 1, n >= 1, exactly unbiased; a rejected word is replaced by a far one."""
    bound = np.uint64(n)
    drawn = word(key, twist, at)
    low = drawn * bound
    if low < bound:
        threshold = (ZERO - bound) % bound
        while low < threshold:
            at += ONE << np.uint64(40)
            drawn = word(key, twist, at)
            low = drawn * bound
    return np.int64(high_product(drawn, bound))


@rule
def time_from(table: Any, which: Any, luck: Any) -> Any:
    """Milliseconds (int64) of table `which` for a word: the number of thresholds that the word reaches.

    The guide's entry for the word's leading bits gives the number reached for certain, and the next bits of the few
    thresholds that follow; they are compared without a branch. Where an entry has more of them, or the bits are equal,
    whole thresholds are looked at.
    """
    which = np.uint64(which)
    u = luck >> HALF
    entry = table.guide[which, u >> GUIDE_SHIFT]
    bits = np.uint16(u >> NEXT_SHIFT)
    more = np.uint64(bits >= entry[1]) + np.uint64(bits >= entry[2]) + np.uint64(bits >= entry[3])
    found = np.uint64(entry[0]) + more
    if more == ALL_GUIDED or bits == entry[more]:
        found = exact_from(table, u, np.uint64(table.offset[which]), np.uint64(entry[0]))
    return np.int64(found) + table.value[which]


@routine
def exact_from(table: Any, u: Any, first: Any, reached: Any) -> Any:
    """The number (uint64) of thresholds that the word reaches, of those from `first` on; so many for certain."""
    stay_a_call()
    at = first + reached
    while u >= table.exact[at + STRIDE_AHEAD]:
        at += STRIDE_AHEAD
    while u >= table.exact[at]:
        at += ONE
    return at - first


@rule
def stage_time(table: Any, team: Any, stage: Any, key: Any, twist: Any, at: Any) -> Any:
    """Milliseconds (int64) of one stage by formula (Box and Muller 1958), from words `at` and `at + 1`."""
    radius = math.sqrt(-2.0 * math.log(1.0 - np.float64(word(key, twist, at) >> S11) * UNIT))
    angle = FULL_TURN * (np.float64(word(key, twist, at + ONE) >> S11) * UNIT)
    return np.int64(math.exp(table.mu[team, stage] + table.sigma * radius * math.cos(angle)) + 0.5)


@routine
def time_by_formula(
    table: Any, team: Any, card: Any, quiet: Any, signals: Any, moves: Any, key: Any, twist: Any
) -> Any:
    """Milliseconds (int64) of `quiet` cards, then, if `signals` > 0, of a card signalled so often and judged."""
    at = place(team, card, FORMULA)
    total = np.int64(0)
    for stage in range(6):
        # look, lay, signal, perceive, move, judge
        if stage == 0:
            times = quiet + np.int64(signals > 0)
        elif stage == 1:
            times = quiet
        elif stage < 4:
            times = signals
        elif stage == 4:
            times = moves
        else:
            times = np.int64(signals > 0)
        for _ in range(times):
            total += stage_time(table, team, stage, key, twist, at)
            at += ONE + ONE
    return total


@rule
def quiet_time(table: Any, team: Any, card: Any, quiet: Any, key: Any, twist: Any) -> Any:
    """Milliseconds (int64) of `quiet` cards that are looked at and laid, one after another."""
    if quiet > table.run:
        return long_time(table, team, card, quiet, 0, False, key, twist)
    # The tables of 1, 2, … quiet cards follow those of flights. No branch where there are none: they take no time.
    which = table.base[np.uint64(team)] + table.run + max(quiet, 1)
    took = time_from(table, which, word(key, twist, place(team, card, LUMP)))
    return took if quiet > 0 else np.int64(0)


@rule
def flight_time(table: Any, team: Any, card: Any, quiet: Any, key: Any, twist: Any) -> Any:
    """Milliseconds (int64) of `quiet` cards and of a card after them that was signalled once, flown and judged."""
    if quiet > table.run:
        return long_time(table, team, card, quiet, 1, True, key, twist)
    return time_from(table, table.base[np.uint64(team)] + quiet, word(key, twist, place(team, card, LUMP)))


@routine
def long_time(table: Any, team: Any, card: Any, quiet: Any, signals: Any, moved: Any, key: Any, twist: Any) -> Any:
    """Milliseconds (int64) of more quiet cards than one table covers, then of a card signalled so often, or of none."""
    stay_a_call()
    if table.formula == 1:
        return time_by_formula(table, team, card, quiet, signals, np.int64(moved), key, twist)
    run, base = table.run, table.base[np.uint64(team)]
    total = np.int64(0)
    at = place(team, card, LUMP)
    while quiet > run:
        total += time_from(table, base + run + run, word(key, twist, at))
        quiet -= run
        at += ONE
    if moved:
        return total + time_from(table, base + quiet, word(key, twist, at))
    if quiet > 0:
        total += time_from(table, base + run + quiet, word(key, twist, at))
    if signals > 0:
        total += time_from(table, base + run + run + 1, word(key, twist, at + ONE))
    return total


@rule
def signal_time(table: Any, team: Any, card: Any, quiet: Any, signals: Any, moved: Any, key: Any, twist: Any) -> Any:
    """Milliseconds (int64) of `quiet` cards and of a card after them that was signalled `signals` times and judged."""
    total = long_time(table, team, card, quiet, signals, moved, key, twist)
    if table.formula == 1:
        return total
    again_lump = table.base[np.uint64(team)] + table.run + table.run + 2
    for again in range(1, signals):
        total += time_from(table, again_lump, word(key, twist, place(team, card, AGAIN_LUMP + again)))
    return total
