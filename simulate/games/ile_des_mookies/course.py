"""What ``run --metrics`` counts of a play of L'île des Mookies: stars as they stand, what happened, who got what."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.contract import Component, Event
from simulate.games.ile_des_mookies.deal import settle
from simulate.games.ile_des_mookies.faces import family_letter
from simulate.games.ile_des_mookies.lanes import BYTE, MOOKIES, ONE, S7, S56, UPPER, at_least, total
from simulate.games.ile_des_mookies.rules import pile_left
from simulate.games.ile_des_mookies.table import lanes_of_families
from simulate.games.ile_des_mookies.variant import Rules
from simulate.kernels.jit import routine, rule

STARLESS, GIVEN_BACK, UNCLAIMED, EQUAL_STARS, TIE_BROKEN, SWEEP, FIRST_EMPTY, SECOND_EMPTY, SPIDERS, LEGENDARY = range(
    10
)


@rule
def stars_of(mine: Any, others: Any, table: Any) -> Any:
    """Stars (int64) of a seat that holds `mine` (uint64) against `others`, if the count were made now."""
    trophies = UPPER & ~at_least(others & MOOKIES, mine & MOOKIES)
    if (mine >> S56) > (others >> S56):
        trophies &= trophies - ONE
    return total((trophies >> S7) * BYTE & table.stars)


@routine
def standing(state: Any, table: Any, seat: Any) -> Any:
    """The stars that the seat would count now, spiders included."""
    settle(state, table, state.steps >> 1)
    return stars_of(state.held[seat], state.held[1 - seat], table)


@rule
def mid_turn(state: Any, table: Any) -> Any:
    """True while a card is in hand."""
    return state.steps & 1 == 1


@routine
def witness(state: Any, table: Any, action: Any, course: Any) -> Any:
    """Everything is seen at the end: the count, and the faces in the order in which they were placed."""
    if action >= 0:
        return
    seen = np.int64(state.stars[0] + state.stars[1] == 0) << STARLESS
    seen |= np.int64(state.given_back > 0) << GIVEN_BACK
    seen |= np.int64(state.unclaimed > 0) << UNCLAIMED
    seen |= np.int64(state.tied == 1) << EQUAL_STARS
    seen |= np.int64(state.tied == 1 and state.winners != 3) << TIE_BROKEN
    for seat in range(2):
        seen |= np.int64(state.stars[seat] == total(table.stars)) << SWEEP
    seen |= np.int64(pile_left(state, np.int64(0)) == 0) << FIRST_EMPTY
    seen |= np.int64(pile_left(state, np.int64(1)) == 0) << SECOND_EMPTY
    for turn in range(state.steps >> 1):
        code = np.int64(state.placed[turn])
        seat = turn & 1
        if code == 1:
            course.taken[1 - seat, table.families] += 1
            seen |= np.int64(1) << SPIDERS
            continue
        lane = (16 - code) >> 1
        legendary = code & 1 == 0
        place = table.families + 1 + lane if legendary else lane
        course.taken[seat, place] += 1
        seen |= np.int64(legendary) << LEGENDARY
    course.seen |= seen


def events(rules: Rules, players: int) -> tuple[Event, ...]:
    """What may happen in a play, in the order of the bits."""
    return (
        Event("no_star", "nobody has a star at the count"),
        Event("given_back", "a trophy goes back for the spiders"),
        Event("unclaimed", "a trophy goes to nobody, both seats having as many of the family"),
        Event("equal_stars", "both seats have as many stars"),
        Event("tie_broken", "the tie-break names one winner"),
        Event("all_stars", "one seat has all the stars"),
        Event("first_pile_empty", "the first pile is empty at the end"),
        Event("second_pile_empty", "the second pile is empty at the end"),
        Event("spider_placed", "a spider is placed"),
        Event("legendary_placed", "a legendary Mookie is placed"),
    )


def components(rules: Rules, players: int) -> tuple[Component, ...]:
    """The faces that a collection may hold: families by lane, spiders, legendary ones by lane; named as in pictures."""
    lanes = lanes_of_families(rules)
    families = sorted(range(rules.faces.families), key=lambda family: lanes[family])
    named = [(family_letter(family), rules.stars[family]) for family in families]
    return (
        *(Component(f"family_{f}", f"Mookies of family {f} (trophy of {s} {_word(s)}) on the collection")
          for f, s in named),
        Component("spider", "spiders on the collection"),
        *(Component(f"legendary_{f}", f"legendary Mookies of family {f} (trophy of {s} {_word(s)}) on it")
          for f, s in named),
    )  # fmt: skip


def _word(stars: int) -> str:
    return "star" if stars == 1 else "stars"
