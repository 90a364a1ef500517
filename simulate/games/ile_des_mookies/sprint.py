"""Whole plays by uniform play, many abreast: the same choices and faces as decision by decision.

Uniform play looks at no face, so its choices depend on nothing but its own fair bits until a pile is used up. Bit t of
one word of the policies' stream is the pile of turn t, bit t of another one the side; the turn in which the play ends
is found from the number of bits set. What is drawn for the next plays (:func:`foresee`) does not depend on how one of
them goes, so it is drawn for all of them together; :func:`sprint` then ends one, by the count of every other play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.ile_des_mookies.abreast import PLAYS, TURNS_OF_WORD, follow_counts, gather_words, rank_turns
from simulate.games.ile_des_mookies.count import count_trophies
from simulate.games.ile_des_mookies.deal import TURN_LUCK, first_height, lay_out, settle, strengths
from simulate.games.ile_des_mookies.lanes import MOOKIES, NOTHING, ONE, S56, SPIDER_LANE, SPIDERS, lane
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.kernels.bits import count_ones
from simulate.kernels.jit import routine, rule
from simulate.kernels.nth import nth_one
from simulate.kernels.purposes import POLICY, SETUP
from simulate.kernels.rng import stream_key, stream_twist, word

FAIR_BITS = np.uint64(0xFFFFFFFF << 16)
"""The first of the two words of uniform play: the place of a decision that no play reaches (see rng.begin_decision)."""

# Where things stand in the scratch space, in words: for each group of six turns a word of luck a play, the ranks of
# 66 turns in a byte a play, 32 rows of counts in a byte a play; then a word a play each.
LUCK, RANKS, ROWS = 0, 352, 640
GATHERED = 896  # four of them: faces of seat 0 before the counts of `cumulative`, of `bounds`; the same of seat 1
KEYS, TWISTS, FIRST, PILES, SIDES, TURNS, AGAIN = range(1024, 1024 + 7 * PLAYS, PLAYS)
ROW = PLAYS // 8
"""Words of a row of counts."""

# The same as unsigned numbers: places that cannot be negative are looked up without a check.
KEYS_AT, TWISTS_AT, FIRST_AT, PILES_AT, SIDES_AT, TURNS_AT, AGAIN_AT, GATHERED_AT = (
    np.uint64(at) for at in (KEYS, TWISTS, FIRST, PILES, SIDES, TURNS, AGAIN, GATHERED)
)
ROUND, TWO_ROUNDS, THREE_ROUNDS = np.uint64(PLAYS), np.uint64(2 * PLAYS), np.uint64(3 * PLAYS)


@rule
def fair_bits(key: Any, twist: Any, step: Any) -> Any:
    """The word (uint64) whose bit t is the fair bit of turn t; step 0 chooses the pile, step 1 the face."""
    return word(key, twist, FAIR_BITS + step)


@rule
def turns_until_one_is_empty(piles: Any, first: Any, second: Any) -> Any:
    """How many turns (int64) until one pile is used up, when bit t of `piles` tells which one is taken from in turn t.

    Among the first `first` + `second` - 1 turns one pile is chosen at least as often as it has cards, and never both:
    its last card is that pile's bit of that number. No branch depends on chance.
    """
    chosen = np.int64(count_ones(piles & ((ONE << np.uint64(first + second - 1)) - ONE)))
    second_ends = chosen >= second
    bits = piles if second_ends else ~piles
    cards = second if second_ends else first
    return np.int64(nth_one(bits, np.uint64(cards - 1))) + 1


@rule
def foresee(ahead: Any, table: Any, seed: Any, policy_seed: Any, first_play: Any) -> Any:
    """Draw what the next plays need, from number `first_play` on: keys, choices, and what the seats will hold.

    `ahead` is the scratch space (uint64[…]) in which :func:`sprint` finds it.
    """
    for play in range(PLAYS):
        at = np.uint64(play)
        choose(ahead, table, seed, policy_seed, first_play + play, at)
    if not table.from_deck:
        deal_abreast(ahead, table)


@rule
def choose(ahead: Any, table: Any, seed: Any, policy_seed: Any, play: Any, at: Any) -> Any:
    """Draw the keys and the choices of a play."""
    key = stream_key(seed, SETUP, play)
    twist = stream_twist(key)
    own_key = stream_key(policy_seed, POLICY, play)
    own_twist = stream_twist(own_key)
    first = first_height(table, key, twist)
    second = table.cards - first
    piles = fair_bits(own_key, own_twist, NOTHING)
    turns = turns_until_one_is_empty(piles, first, second)
    played = (ONE << np.uint64(turns)) - ONE
    piles &= played
    if table.end == BOTH_PILES:  # the rest comes from the other pile
        turns = table.cards
        everything = (ONE << np.uint64(turns)) - ONE
        if np.int64(count_ones(piles)) < second:
            piles |= everything & ~played
        played = everything
    ahead[KEYS_AT + at], ahead[TWISTS_AT + at] = key, twist
    ahead[FIRST_AT + at], ahead[TURNS_AT + at] = np.uint64(first), np.uint64(turns)
    if table.from_deck:  # otherwise no choice but the number of turns changes what is held
        ahead[PILES_AT + at] = piles
        ahead[SIDES_AT + at] = fair_bits(own_key, own_twist, ONE) & played


@rule
def deal_abreast(ahead: Any, table: Any) -> Any:
    """Deal the faces of all turns of each play, as :func:`.deal.settle_singly` does; pairing uniform."""
    groups = (table.cards + TURNS_OF_WORD - 1) // TURNS_OF_WORD
    for group in range(np.uint64(groups)):
        for play in range(np.uint64(PLAYS)):
            key, twist = ahead[KEYS_AT + play], ahead[TWISTS_AT + play]
            ahead[group * ROUND + play] = word(key, twist, TURN_LUCK + group)
    rank_turns(ahead, LUCK, TURNS, AGAIN, RANKS, groups, table.faces_left, table.surplus)
    for family in range(SPIDER_LANE):
        if family < table.families:
            cumulative = np.uint64(lane(table.cumulative, family) & 127)
            bound = np.uint64(lane(table.bounds, family) & 127)
            follow_counts(ahead, RANKS, ROWS, family, groups, cumulative, bound)
        else:
            copy_rows(ahead, family)
    copy_rows(ahead, SPIDER_LANE)
    gather_words(ahead, ROWS, GATHERED)


@rule
def copy_rows(ahead: Any, at: Any) -> Any:
    """Behind the last family the two counts of a lane are both that of all Mookies."""
    for seat in range(2):
        before = np.uint64(ROWS + ROW * (16 * seat + at - 1))
        for k in range(np.uint64(ROW)):
            mookies = ahead[before + k]
            ahead[before + np.uint64(ROW) + k] = mookies
            ahead[before + np.uint64(9 * ROW) + k] = mookies


@routine
def sprint(state: Any, table: Any, ahead: Any, play: Any) -> Any:
    """Bring play number `play` (uint64) of those foreseen to its end, all seats playing uniformly.

    What is counted of the state is the same as after ``apply(state, table, pick_uniform(state, table, noise))``
    decision by decision; what nobody asks for after a play is left as it was.
    """
    turns = np.int64(ahead[TURNS_AT + play])
    if table.from_deck or ahead[AGAIN_AT + play] != NOTHING:
        deal_singly(state, table, ahead, play, turns)
    else:
        hold(state, table, ahead, play, turns)
    count_trophies(state, table)
    state.steps = 2 * turns
    state.done = 1


@routine
def deal_singly(state: Any, table: Any, ahead: Any, play: Any, turns: Any) -> Any:
    """Deal the faces one after another: cards of a deck, or where some rank must be drawn again."""
    lay_out(state, table, ahead[KEYS_AT + play], ahead[TWISTS_AT + play], np.int64(ahead[FIRST_AT + play]))
    state.piles, state.sides = ahead[PILES_AT + play], ahead[SIDES_AT + play]
    settle(state, table, turns)


@rule
def hold(state: Any, table: Any, ahead: Any, play: Any, turns: Any) -> Any:
    """Give the seats the faces dealt; before the last count lie all of a seat's faces."""
    within = (ahead[GATHERED_AT + play] & MOOKIES) | (np.uint64((turns + 1) >> 1) << S56)
    within_second = (ahead[GATHERED_AT + TWO_ROUNDS + play] & MOOKIES) | (np.uint64(turns >> 1) << S56)
    legendary, legendary_second = ahead[GATHERED_AT + ROUND + play], ahead[GATHERED_AT + THREE_ROUNDS + play]
    of_first = strengths(within, legendary, table.extra)
    of_second = strengths(within_second, legendary_second, table.extra)
    state.held[0] = (of_first & MOOKIES) + (of_second & SPIDERS)
    state.held[1] = (of_second & MOOKIES) + (of_first & SPIDERS)
