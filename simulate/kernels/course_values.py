"""From the course of a play to whole numbers, and those into a tally row.

All sums are of integers: beliefs in 1/10 000, entropies in 1/1 000 000, steps of beliefs squared, so that a result does
not depend on the order in which plays are added.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import routine, rule
from simulate.kernels.playout import MAX_SEATS
from simulate.kernels.purposes import BASELINE
from simulate.kernels.rng import begin_decision, open_stream, shuffle
from simulate.kernels.tally import DONE, OUT_OF_RANGE, SUMMED_BELOW

MAX_COMPONENTS = 32
COMPONENTS = MAX_COMPONENTS
MAX_COURSE_VALUES = 96

BELIEF_ONE = 10_000
"""A belief of certainty."""

SURE = 9_000
"""The belief from which on a game counts as decided."""

PROGRESS, LEADS = 16, 17
"""Rows of the table of beliefs: tenths of the usual length, the last one open; columns: leads, the outer ones open."""

MIDDLE = 8
"""The column of no lead."""

SLOPE_LEAD, SLOPE_CHANGE = 10, 20
"""The joint histogram of the lead in the middle and its change afterwards reaches so many units to either side."""

SLOPE_SIZE = (2 * SLOPE_LEAD + 1) * (2 * SLOPE_CHANGE + 1)

PRODUCT_BELOW = 1 << 46
"""A product of two summed values must be smaller; only its sum is kept."""

TENSION = 10_000
"""A squared step of 1; hundreds of rounds in which the chances turn over altogether stay below the largest sum."""

COARSE = BELIEF_ONE * BELIEF_ONE // TENSION

GROUPS = 32
"""Products of components are kept by groups of plays, by their numbers: the groups tell how sure a regression is."""

SCALE = np.dtype(
    [
        ("rounds", "i8"),  # the usual length
        ("unit", "i8"),  # of the leads by which beliefs are looked up
        ("slope_unit", "i8"),  # of the leads in the joint histogram, (seats - 1) x points
        ("swing", "i8"),  # the usual change of a standing in a round
        ("full", "i8"),  # units of a whole point
        ("low", "i8"),  # the belief at or below which a later win is a comeback
        ("belief", "i8", (PROGRESS, LEADS, MAX_SEATS)),  # 1 … 9999
        ("entropy", "i8", (BELIEF_ONE + 1,)),  # -p ln p / ln seats in 1/1 000 000
    ],
    align=True,
)
"""What the course of a play is measured by; made from other plays."""

COURSE_LAYOUT = np.dtype(
    [
        ("histograms", "i8"), ("sums", "i8"), ("products", "i8"),
        ("base", "i8", (MAX_COURSE_VALUES,)), ("size", "i8", (MAX_COURSE_VALUES,)),
        ("slope", "i8"),  # where the joint histogram begins, -1: there is none
        ("events_at", "i8"), ("events", "i8"),
        ("components_at", "i8"), ("components", "i8"),
        ("width", "i8"),
    ],
    align=True,
)  # fmt: skip
"""Where the values of a course go in a row."""

# The places of a course's values; components taken follow behind the sums that stand here, then the products.
CHANGES, CLOSE, COMEBACK = 0, 1, 2
"""Histograms, of a game with standings."""


@routine
def sole_leader(path: Any, at: Any, seats: Any) -> Any:
    """The seat (int64) that stands alone in front after round `at`, or -1."""
    best = path[at, 0]
    leader = np.int64(0)
    for seat in range(1, seats):
        if path[at, seat] > best:
            best = path[at, seat]
            leader = np.int64(seat)
        elif path[at, seat] == best:
            leader = np.int64(-1)
    return leader


@routine
def front_margin(path: Any, at: Any, seats: Any) -> Any:
    """Points (int64) between the best two seats after round `at`; those of a seat alone."""
    best = path[at, 0]
    second = np.int64(-(1 << 62)) if seats > 1 else np.int64(0)
    for seat in range(1, seats):
        if path[at, seat] > best:
            second = best
            best = path[at, seat]
        else:
            second = max(second, path[at, seat])
    return best - second


@routine
def lead_changes(path: Any, rounds: Any, seats: Any) -> Any:
    """How often another seat stands alone in front than the last one that did; ties count for nothing."""
    changes = np.int64(0)
    last = np.int64(-1)
    for at in range(rounds + 1):
        leader = sole_leader(path, at, seats)
        if leader >= 0:
            changes += np.int64(last >= 0 and leader != last)
            last = leader
    return changes


@routine
def flipped_changes(course: Any, path: Any, rounds: Any, seats: Any, noise: Any, seed: Any, index: Any) -> Any:
    """The lead changes of the same game when what a round gave is dealt to the seats at random, round by round.

    With two seats that gives each round's change of the difference a random sign. The flipped standings are compared
    as they go, so no second path is kept.
    """
    open_stream(noise, seed, BASELINE, index)
    begin_decision(noise, 0, 0)
    changes = np.int64(0)
    last = np.int64(-1)
    for seat in range(seats):
        course.flipped[seat] = path[0, seat]
    for at in range(rounds + 1):
        if at:
            for seat in range(seats):
                course.order[seat] = seat
            shuffle(course.order, seats, noise)
            for seat in range(seats):
                other = course.order[seat]
                course.flipped[seat] += path[at, other] - path[at - 1, other]
        best = course.flipped[0]
        leader = np.int64(0)
        for seat in range(1, seats):
            if course.flipped[seat] > best:
                best = course.flipped[seat]
                leader = np.int64(seat)
            elif course.flipped[seat] == best:
                leader = np.int64(-1)
        if leader >= 0:
            changes += np.int64(last >= 0 and leader != last)
            last = leader
    return changes


@routine
def won_units(won: Any, seat: Any, seats: Any, full: Any) -> Any:
    """The units (int64) of the point that a seat wins; `won` holds the winners' bits."""
    k = np.int64(0)
    for other in range(seats):
        k += (won >> other) & 1
    return full // k if (won >> seat) & 1 else np.int64(0)


@rule
def nearest(value: Any, unit: Any, most: Any) -> Any:
    """`value` in whole units (int64), the nearest, within -most … most."""
    found = (2 * value + unit) // (2 * unit)
    return min(max(found, -most), most)


@routine
def believe(scale: Any, path: Any, beliefs: Any, at: Any, seats: Any) -> Any:
    """Write the beliefs after round `at`: each seat's chance to win, their sum about BELIEF_ONE."""
    progress = min(np.int64(PROGRESS - 1), 10 * at // scale.rounds)
    total = np.int64(0)
    for seat in range(seats):
        best = np.int64(-(1 << 62))
        for other in range(seats):
            if other != seat:
                best = max(best, path[at, other])
        lead = path[at, seat] - best if seats > 1 else np.int64(0)
        found = scale.belief[progress, nearest(lead, scale.unit, MIDDLE) + MIDDLE, seat]
        beliefs[at, seat] = found
        total += found
    for seat in range(seats):
        beliefs[at, seat] = BELIEF_ONE * beliefs[at, seat] // total


@routine
def reckon(
    course: Any, scale: Any, path: Any, beliefs: Any, seats: Any, won: Any, noise: Any, seed: Any, index: Any,
    has_standing: Any,
) -> Any:  # fmt: skip
    """Write the values of a finished play's course to ``course.values``, in the order of the course's measures."""
    values = course.values
    at = np.int64(0)
    if has_standing:
        rounds = course.rounds
        changes = lead_changes(path, rounds, seats)
        values[CHANGES] = changes
        values[CLOSE] = np.int64(front_margin(path, rounds, seats) <= scale.swing)
        for r in range(rounds):
            believe(scale, path, beliefs, r, seats)
        for seat in range(seats):
            beliefs[rounds, seat] = won_units(won, seat, seats, scale.full) * BELIEF_ONE // scale.full
        winner = outright(won, seats)
        values[COMEBACK] = was_low(beliefs, rounds, winner, scale.low)
        at += 3
    values[at] = course.decisions
    values[at + 1] = course.forced
    values[at + 2] = course.choices
    at += 3
    if has_standing:
        values[at] = flipped_changes(course, path, rounds, seats, noise, seed, index)
        at += 1
        for quarter in range(1, 4):
            leader = sole_leader(path, rounds * quarter // 4, seats)
            values[at] = scale.full if leader >= 0 else np.int64(0)
            values[at + 1] = won_units(won, leader, seats, scale.full) if leader >= 0 else np.int64(0)
            at += 2
        values[at] = tail(beliefs, rounds, winner)
        values[at + 1] = entropy(scale, beliefs, rounds, seats)
        weight, total = tension(beliefs, rounds, seats)
        values[at + 2] = weight
        values[at + 3] = total
        at += 4
    return at


@routine
def outright(won: Any, seats: Any) -> Any:
    """The only winner (int64), or -1."""
    winner = np.int64(-1)
    for seat in range(seats):
        if won == np.int64(1) << seat:
            winner = np.int64(seat)
    return winner


@routine
def was_low(beliefs: Any, rounds: Any, winner: Any, low: Any) -> Any:
    """1 when the winner's chance was once at most `low`, else 0."""
    found = np.int64(0)
    if winner >= 0:
        for at in range(rounds):
            found |= np.int64(beliefs[at, winner] <= low)
    return found


@routine
def tail(beliefs: Any, rounds: Any, winner: Any) -> Any:
    """The share of the game, in 1/10 000, after which the winner's chance never fell below SURE again."""
    if winner < 0 or rounds == 0:
        return np.int64(0)
    since = rounds
    while since > 0 and beliefs[since - 1, winner] >= SURE:
        since -= 1
    return (2 * BELIEF_ONE * (rounds - since) + rounds) // (2 * rounds)


@routine
def entropy(scale: Any, beliefs: Any, rounds: Any, seats: Any) -> Any:
    """The mean over the rounds of the entropy of the beliefs over that of even ones, in 1/10 000."""
    total = np.int64(0)
    for at in range(rounds):
        for seat in range(seats):
            total += scale.entropy[beliefs[at, seat]]
    return (total + 50 * rounds) // (100 * rounds) if rounds else np.int64(0)


@routine
def tension(beliefs: Any, rounds: Any, seats: Any) -> Any:
    """The squared steps of the beliefs, in 1/TENSION: each times the time of its middle (0 … 1), and their sum."""
    weight = total = np.int64(0)
    for at in range(rounds):
        step = np.int64(0)
        for seat in range(seats):
            change = beliefs[at + 1, seat] - beliefs[at, seat]
            step += change * change
        weight += step * (2 * at + 1)
        total += step
    if rounds == 0:
        return total, total
    return (weight // (2 * rounds) + COARSE // 2) // COARSE, (total + COARSE // 2) // COARSE


@routine
def count_course(
    row: Any, course: Any, layout: Any, scale: Any, seats: Any, won: Any, path: Any, index: Any, has_standing: Any
) -> Any:
    """Add the values and the joint counts of the course of play `index` to a row; return a status."""
    values = course.values
    taken_at = layout.histograms + layout.sums - layout.components
    for j in range(layout.components):
        total = np.int64(0)
        for seat in range(seats):
            total += course.taken[seat, j]
        values[taken_at + j] = total
    for i in range(layout.histograms):
        if values[i] < 0 or values[i] >= layout.size[i]:
            return OUT_OF_RANGE
        row[layout.base[i] + values[i]] += 1
    for i in range(layout.histograms, layout.histograms + layout.sums):
        if values[i] < 0 or values[i] >= SUMMED_BELOW:
            return OUT_OF_RANGE
        row[layout.base[i]] += values[i]
        row[layout.base[i] + 1] += values[i] * values[i]
    for i in range(layout.histograms + layout.sums, layout.histograms + layout.sums + layout.products):
        product = values[layout.size[i] >> 8] * values[layout.size[i] & 255]  # of which two is said by the size
        if product >= PRODUCT_BELOW:
            return OUT_OF_RANGE
        row[layout.base[i]] += product
    for event in range(layout.events):
        row[layout.events_at + event] += (course.seen >> event) & 1
    if has_standing:
        count_slope(row, layout.slope, scale, seats, path, course.rounds)
    count_components(row, course, layout, seats, won_units(won, np.int64(0), seats, scale.full), index % GROUPS)
    return DONE


@rule
def lead_over_mean(path: Any, at: Any, seats: Any) -> Any:
    """Points of seat 0 less the mean of the others, times (seats - 1)."""
    lead = seats * path[at, 0]
    for seat in range(seats):
        lead -= path[at, seat]
    return lead


@routine
def count_slope(row: Any, base: Any, scale: Any, seats: Any, path: Any, rounds: Any) -> Any:
    """Count the lead of seat 0 after half the rounds together with what it changes by until the end."""
    middle = lead_over_mean(path, rounds // 2, seats)
    change = lead_over_mean(path, rounds, seats) - middle
    lead = nearest(middle, scale.slope_unit, SLOPE_LEAD) + SLOPE_LEAD
    row[base + lead * (2 * SLOPE_CHANGE + 1) + nearest(change, scale.slope_unit, SLOPE_CHANGE) + SLOPE_CHANGE] += 1


@routine
def count_components(row: Any, course: Any, layout: Any, seats: Any, units: Any, group: Any) -> Any:
    """Add products of (1, surplus of each component that seat 0 took over the mean of the others, units won).

    The surplus is times (seats - 1); for each group of plays the upper triangle of the matrix of products, row by row.
    """
    n = layout.components
    at = layout.components_at + group * ((n + 2) * (n + 3) // 2)
    if n == 0:
        return
    for i in range(n + 2):
        a = surplus(course, i, n, seats, units)
        for j in range(i, n + 2):
            row[at] += a * surplus(course, j, n, seats, units)
            at += 1


@routine
def surplus(course: Any, i: Any, n: Any, seats: Any, units: Any) -> Any:
    """Factor `i` of the products: 1, then the components, last the units won."""
    if i == 0:
        return np.int64(1)
    if i == n + 1:
        return units
    found = seats * course.taken[0, i - 1]
    for seat in range(seats):
        found -= course.taken[seat, i - 1]
    return found
