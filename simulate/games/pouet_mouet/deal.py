"""Cards: dealt, looked at, laid while there is no seagull under the plane (docs/rules.md, section 3, steps 1 to 3).

Two ways, the same law. *Drawn anew for each game*: cards are independent, so what lies under the plane when a card is
looked at is one draw whatever the cell, and the rest of the card is drawn, given that, only when a signal is to be
chosen. *Fixed deck*: the deck is shuffled and dealt, and cards are looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.pouet_mouet.luck import (
    CARD_LUCK,
    CARD_SHIFT,
    DEAL_CARD,
    HALF,
    MISS,
    MORE_BALLOONS,
    REST,
    START_CARD,
    TWO,
    below_at,
    place,
)  # fmt: skip
from simulate.games.pouet_mouet.records import CONTENT_BITS
from simulate.kernels.bits import count_ones, high_product, trailing_zeros
from simulate.kernels.jit import routine, rule
from simulate.kernels.rng import GAMMA, ONE, ZERO, word

SEEN, OVERLOOKED, LAST_LAID = 0, 1, 2
"""Why a team stops laying cards: a seagull that is seen, one that is not, or no card left."""

MANY_LANES, LANES, FEW_LANES = np.uint64(64), np.uint64(24), np.uint64(16)
"""Cards foreseen at once, the fewest that are enough: each is a loop of its own, vectorised without a rest."""

CONTENT_SHIFT = np.uint64(63 - CONTENT_BITS)
EVERY, EVEN, ODD = np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(0x5555555555555555), np.uint64(0xAAAAAAAAAAAAAAAA)
"""Sets of cards."""

NEXT_CARD = GAMMA << CARD_SHIFT
"""From the place of a card's luck to that of the next one, in what :func:`simulate.kernels.rng.word` mixes."""


@rule
def bit(cell: Any) -> Any:
    """The set (uint64) of one cell or card."""
    return ONE << np.uint64(cell)


@rule
def prepare_race(state: Any, table: Any, team: Any) -> Any:
    """Draw the start cell of `team` and what its plane will meet."""
    drawn = below_at(state.setup_key, state.setup_twist, place(team, START_CARD, 0), table.start_count)
    state.start[team] = np.int64(table.starts[drawn])
    state.clock[team] = 0
    state.finished[team] = 0
    state.missed[team] = 0
    state.landings[team] = ZERO
    if table.fixed == 0:
        foresee(state, table, team)
    else:
        state.stops[team] = ZERO
        state.bursts[team] = ZERO


@rule
def begin_race(state: Any, table: Any, team: Any) -> Any:
    """Put the plane of `team` on its start cell, its first card on top."""
    state.team = team
    state.cell = state.start[team]
    state.card = 0
    state.pending = 0
    see_ahead(state, team, EVERY)


@rule
def foresee(state: Any, table: Any, team: Any) -> Any:
    """Draw what will lie under the plane when each card is looked at; many cards at once, without a branch."""
    cards = np.uint64(table.cards)
    if cards <= FEW_LANES:
        stops, bursts = foresee_cards(state, table, team, FEW_LANES)
    elif cards <= LANES:
        stops, bursts = foresee_cards(state, table, team, LANES)
    else:
        stops, bursts = foresee_cards(state, table, team, MANY_LANES)
    dealt = (TWO << (cards - ONE)) - ONE
    state.stops[team] = stops & dealt
    state.bursts[team] = (bursts ^ stops) & dealt


@rule
def foresee_cards(state: Any, table: Any, team: Any, cards: Any) -> Any:
    """The cards (two uint64 sets) whose word shows a seagull under the plane, and a seagull or a balloon."""
    key, twist = state.setup_key, state.setup_twist
    stop, calm = table.stop[team], table.calm[team]
    first = place(team, 0, CARD_LUCK)
    stops = bursts = ZERO
    for card in range(cards):
        luck = word(key, twist, first) >> HALF
        key += NEXT_CARD  # the next card's word: the same as a place farther on, and an addition less dear
        state.luck[team, card] = luck
        stops |= np.uint64(luck < stop) << card
        bursts |= np.uint64(luck < calm) << card
    return stops, bursts


@rule
def looked_at(bursts: Any) -> Any:
    """Those of the cards that would burst a balloon which are looked at: not those laid unseen with the one before.

    In a row of such cards that follow one another it is every second one, the first included. Adding the first bit of a
    row clears the row, so that rows which begin at even places are told from the others without a loop.
    """
    begin = bursts & ~(bursts << ONE)
    even = bursts & ~(bursts + (begin & EVEN))
    return (even & EVEN) | (bursts & ~even & ODD)


@rule
def see_ahead(state: Any, team: Any, coming: Any) -> Any:
    """Tell which of the `coming` cards (a set) will be looked at, as long as the plane stays where it is."""
    bursts = looked_at(state.bursts[team] & coming)
    state.bursts_ahead = bursts
    state.stops_ahead = state.stops[team] & coming & ~(bursts << ONE)


@rule
def lay_until_stop(state: Any, table: Any) -> Any:
    """Lay cards until a seagull is under the plane; return SEEN (it is on the top card), OVERLOOKED or LAST_LAID."""
    if table.fixed == 1:
        return lay_from_deck(state, table)
    stops, bursts = state.stops_ahead, state.bursts_ahead
    first = stops & (ZERO - stops)
    burst = bursts & (first - ONE)
    card = min(trailing_zeros(stops), table.cards)
    # The card after a balloon is laid with it, unseen, and takes no time.
    state.pending += card - state.card - count_ones(burst & table.followed)
    state.popped += count_ones(burst)
    state.card = card
    state.stops_ahead = stops ^ first
    state.bursts_ahead = bursts ^ burst
    return LAST_LAID if stops == ZERO else show_card(state, table, state.team, card)


@rule
def show_card(state: Any, table: Any, team: Any, card: Any) -> Any:
    """Draw the rest of a card with a seagull under the plane; return SEEN, or OVERLOOKED: nobody looks at it."""
    seat = np.uint64(team)
    luck = state.luck[seat, np.uint64(card)]
    at = np.uint64(table.content_guide[seat, luck >> CONTENT_SHIFT])
    while luck >= table.content[seat, at]:
        at += ONE
    if at == np.uint64(table.overlooked):
        return OVERLOOKED
    seagulls = np.uint64(table.content_seagulls[at])
    balloons = np.int64(table.content_balloons[at])
    here = bit(state.cell)
    state.seagull_count = np.int64(seagulls)
    if table.ready == 1:
        others, rank = ready_pattern(state, table, team, card, seagulls)
    else:
        others, rank = drawn_pattern(state, table, team, card, seagulls)
    # The pattern numbers the cells without the plane's: make room for it.
    below = here - ONE
    show_seagulls(state, table, (others & below) | ((others & ~below) << ONE) | here)
    state.balloon_ranks = np.uint64(balloons > 0) << np.uint64(rank)
    if balloons > 1:
        add_balloons(state, table, team, card, balloons)
    return SEEN


@rule
def show_seagulls(state: Any, table: Any, seagulls: Any) -> Any:
    """Put the seagulls of the top card; no two signals that are listed lead to the same cell."""
    state.seagulls = seagulls
    state.safe = table.reach[np.uint64(state.cell)] & ~seagulls


@rule
def ready_pattern(state: Any, table: Any, team: Any, card: Any, seagulls: Any) -> Any:
    """The other seagulls of a card (a set of the other cells) and the place of a first balloon, both from one word.

    The word is refused when it lies in the uneven rest of ways times places, so all pairs are equally likely.
    """
    ways, places, reject = table.ways[seagulls], table.places[seagulls], table.reject[seagulls]
    at = place(team, card, REST)
    while True:
        drawn = word(state.setup_key, state.setup_twist, at)
        rest = drawn * ways
        if rest * places >= reject:
            break
        at += ONE << np.uint64(40)
    pattern = np.uint64(table.first[seagulls]) + high_product(drawn, ways)
    return np.uint64(table.patterns[pattern]), high_product(rest, places)


@routine
def drawn_pattern(state: Any, table: Any, team: Any, card: Any, seagulls: Any) -> Any:
    """The same, seagull by seagull (Floyd's sample; Bentley 1987), for grids with too many patterns to keep ready."""
    key, twist = state.setup_key, state.setup_twist
    others = ZERO
    free = table.cells - 1
    for i in range(free - (np.int64(seagulls) - 1), free):
        drawn = below_at(key, twist, place(team, card, MORE_BALLOONS + 16 + i), i + 1)
        taken = (others >> np.uint64(drawn)) & ONE
        others |= bit(i) if taken == ONE else bit(drawn)
    return others, np.uint64(below_at(key, twist, place(team, card, REST), table.places[seagulls]))


@routine
def add_balloons(state: Any, table: Any, team: Any, card: Any, balloons: Any) -> Any:
    """Place the second and further balloons of a card, each uniformly among the cells that are left."""
    ranks = state.balloon_ranks
    places = np.int64(table.places[state.seagull_count])
    for i in range(1, balloons):
        rank = below_at(state.setup_key, state.setup_twist, place(team, card, MORE_BALLOONS + i), places - i)
        # The rank among the places still free becomes one among all places.
        for other in range(places):
            if (ranks >> np.uint64(other)) & ONE == ONE and other <= rank:
                rank += 1
        ranks |= bit(rank)
    state.balloon_ranks = ranks


@rule
def balloon_on(state: Any, cell: Any) -> Any:
    """True when the top card has a balloon on `cell`, which has no seagull."""
    rank = count_ones(~state.seagulls & (bit(cell) - ONE))
    return (state.balloon_ranks >> rank) & ONE == ONE


@routine
def deal_deck(state: Any, table: Any) -> Any:
    """Shuffle the fixed deck as far as it is dealt, and turn the cards when they are turned."""
    key, twist = state.setup_key, state.setup_twist
    for i in range(table.deck):
        state.order[i] = i
    for i in range(table.teams * table.cards):
        j = i + below_at(key, twist, place(0, DEAL_CARD, i), table.deck - i)
        dealt = state.order[j]
        state.order[j] = state.order[i]
        state.order[i] = dealt
        state.turned[i] = below_at(key, twist, place(1, DEAL_CARD, i), table.turns)


@routine
def lay_from_deck(state: Any, table: Any) -> Any:
    """`lay_until_stop` for a fixed deck: each card is looked up."""
    team, cell, card, pending = state.team, state.cell, state.card, state.pending
    why = LAST_LAID
    while card < table.cards:
        dealt = team * table.cards + card
        number, turned = state.order[dealt], state.turned[dealt]
        seagulls, balloons = table.seagulls[number, turned], table.balloons[number, turned]
        if (seagulls >> np.uint64(cell)) & ONE == ONE:
            state.stops[team] |= bit(card)
            missed = word(state.chance_key, state.chance_twist, place(team, card, MISS)) >> HALF
            why = OVERLOOKED if missed < table.miss[team] else SEEN
            show_known(state, table, seagulls, balloons)
            break
        pending += 1
        card += 1
        if (balloons >> np.uint64(cell)) & ONE == ONE:
            state.bursts[team] |= bit(card - 1)
            state.popped += 1
            card += 1
    state.card = card
    state.pending = pending
    return why


@rule
def show_known(state: Any, table: Any, seagulls: Any, balloons: Any) -> Any:
    """Put a known card on top."""
    ranks = ZERO
    left = balloons
    while left != ZERO:
        lowest = left & (ZERO - left)
        ranks |= ONE << count_ones(~seagulls & (lowest - ONE))
        left ^= lowest
    show_seagulls(state, table, seagulls)
    state.seagull_count = np.int64(count_ones(seagulls))
    state.balloon_ranks = ranks
