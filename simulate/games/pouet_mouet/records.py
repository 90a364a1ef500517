"""The records that kernels read and write: one table a player count, one state a play (docs/rules.md, section 3)."""

from __future__ import annotations

import numpy as np

from simulate.games.pouet_mouet.grid import MAX_CELLS, READINGS, SIGNALS

MAX_TEAMS = 4
MAX_CARDS = 64
MAX_DECK = 256
MAX_TRIES = 20

MAX_RUN = 8
"""Longest run of quiet cards whose time is one draw."""

LUMPS = 2 * MAX_RUN + 3
"""Most tables of durations a pace: flown after 0 … run quiet cards, 1 … run quiet cards, stayed, again."""

POOL = 1 << 18
"""Thresholds that all tables of durations share."""

GUIDE_BITS = 12
GUIDE = 1 << GUIDE_BITS
"""Entries of the guide of a table of durations."""

GUIDED = 3
"""Thresholds that an entry of a guide holds; they are compared without a branch."""

NEXT_BITS = 16
"""Bits of a word, behind those that choose the entry, that are compared with the thresholds of an entry."""

STRIDE = 16
"""Steps in which a threshold is looked for where an entry does not hold enough; so many stand behind the last one."""

PATTERNS = 1 << 16
"""Most patterns of seagulls that are kept ready, for grids where there are no more."""

CONTENTS = 640
"""Most kinds of what may lie under a plane: seagulls and balloons of the card together, overlooked, balloon, sky."""

CONTENT_BITS = 9

CHANCE_BITS = 52
"""Chances that policies add up are whole multiples of 2^-52."""

WAYS = 8
"""Room for the ways to read a signal, a power of two."""

TABLE = np.dtype(
    [
        ("teams", "i8"),
        ("cards", "i8"),  # cards a team
        ("followed", "u8"),  # all but the last of them, as bits
        ("cells", "i8"),
        ("tries", "i8"),
        ("starts", "u1", (MAX_CELLS,)),  # cells a plane may start on
        ("start_count", "i8"),
        # the grid
        ("landing", "u1", (MAX_CELLS, SIGNALS)),  # where a perceived signal leads, or OFF
        ("listed", "u1", (MAX_CELLS, SIGNALS)),  # the different signals that stay on the grid
        ("listed_count", "i8", (MAX_CELLS,)),
        ("most_listed", "i8"),
        ("reach", "u8", (MAX_CELLS,)),  # the cells they lead to
        ("signal_to", "u1", (MAX_CELLS, MAX_CELLS)),  # the listed signal that leads to a cell
        ("lands", "u1", (MAX_CELLS, SIGNALS)),  # the cell that each listed signal leads to
        ("steps", "u1", (MAX_CELLS, SIGNALS)),  # over how many cells it does
        ("number_to", "u1", (MAX_CELLS, MAX_CELLS)),  # the number of the listed signal that leads to a cell, or SIGNALS
        ("perceived_as", "u1", (SIGNALS, READINGS)),  # the signal perceived, by way to read it
        ("leads", "u1", (MAX_CELLS, SIGNALS, WAYS)),  # where that leads, or OFF
        # what goes wrong, a team
        ("reading", "u8", (MAX_TEAMS, READINGS)),  # cumulative, in 2^-63
        ("reading_chance", "f8", (MAX_TEAMS, READINGS)),
        ("miss", "u8", (MAX_TEAMS,)),
        # cards drawn anew for each game
        ("content", "u8", (MAX_TEAMS, CONTENTS)),  # cumulative chances of what lies under a plane, in 2^-63
        ("content_guide", "u2", (MAX_TEAMS, 1 << CONTENT_BITS)),
        ("content_seagulls", "u1", (CONTENTS,)),
        ("content_balloons", "u1", (CONTENTS,)),
        ("overlooked", "i8"),  # the content that is an overlooked seagull; smaller ones are seen
        ("stop", "u8", (MAX_TEAMS,)),  # words below it: a seagull
        ("calm", "u8", (MAX_TEAMS,)),  # words below it, not below stop: a balloon
        ("patterns", "u4", (PATTERNS,)),  # sets of the cells other than the plane's, by number of seagulls
        ("ready", "i8"),  # 1 when patterns are kept ready
        ("first", "i8", (MAX_CELLS + 1,)),
        ("ways", "u8", (MAX_CELLS + 1,)),
        ("places", "u8", (MAX_CELLS + 1,)),  # cells without a seagull
        ("reject", "u8", (MAX_CELLS + 1,)),  # 2^64 mod (ways * places)
        # cards of a fixed deck
        ("fixed", "i8"),
        ("deck", "i8"),
        ("turns", "i8"),  # 4 when cards are turned at random, else 1
        ("seagulls", "u8", (MAX_DECK, 4)),
        ("balloons", "u8", (MAX_DECK, 4)),
        # durations
        ("formula", "i8"),  # 1 when durations are drawn stage by stage instead of from tables
        ("mu", "f8", (MAX_TEAMS, 6)),
        ("sigma", "f8"),
        ("run", "i8"),
        ("base", "i8", (MAX_TEAMS,)),  # a team's first table
        ("exact", "u8", (POOL,)),  # the thresholds of all tables, in 2^-63
        # By a word's leading bits: how many thresholds are reached for certain, then the next bits of some that follow.
        ("guide", "u2", (MAX_TEAMS * LUMPS, GUIDE, 1 + GUIDED)),
        ("offset", "i8", (MAX_TEAMS * LUMPS,)),  # where its thresholds begin
        ("value", "i8", (MAX_TEAMS * LUMPS,)),  # ms when none is reached
        # what policies know of the deck and of mistakes
        ("alike", "i8", (MAX_TEAMS,)),  # the first team with the same chances
        # Chance that a listed signal (last axis) ends where another one leads (last but one; and none), by team, cell
        # of the plane, in 2^-CHANCE_BITS: as it is, then times the chance to survive the next card there.
        ("ends", "i8", (MAX_TEAMS, 2, MAX_CELLS, SIGNALS + 1, SIGNALS)),
        ("often", "f8", (MAX_CELLS,)),  # share of the cards with a seagull on the cell
        ("worth", "f8", (MAX_TEAMS, MAX_CELLS)),  # chance to survive the next card on the cell
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("setup_key", "u8"),
        ("setup_twist", "u8"),
        ("chance_key", "u8"),
        ("chance_twist", "u8"),
        # the race that is followed now
        ("team", "i8"),  # the number of teams when all races are over
        ("cell", "i8"),  # where the plane is
        ("card", "i8"),  # number of the top card
        ("pending", "i8"),  # quiet cards whose time is not yet on the clock
        ("stops_ahead", "u8"),  # cards drawn anew: those of `stops` that will be looked at
        ("bursts_ahead", "u8"),  # … and those of `bursts`
        ("seagulls", "u8"),  # of the top card
        ("seagull_count", "i8"),
        ("safe", "u8"),  # the cells that a safe signal leads to
        ("balloon_ranks", "u8"),  # its balloons: bit r for the r-th cell without a seagull
        # the last signal
        ("landed", "i8"),
        ("given", "i8"),  # how often it was given
        ("judged", "i8"),  # ms on the team's clock when its card was laid
        ("perceived", "u1", (MAX_TRIES,)),
        # each team's race
        ("start", "i8", (MAX_TEAMS,)),
        (
            "clock",
            "i8",
            (MAX_TEAMS,),
        ),  # ms; when the last card was laid after a signal, in the end that of the end of the race
        ("laid", "i8", (MAX_TEAMS,)),
        ("finished", "i8", (MAX_TEAMS,)),
        ("missed", "i8", (MAX_TEAMS,)),  # 1: out by an overlooked seagull
        ("stops", "u8", (MAX_TEAMS,)),  # bit c: card c shows a seagull under the plane, when it is looked at
        ("bursts", "u8", (MAX_TEAMS,)),  # bit c: card c bursts a balloon when looked at
        ("landings", "u8", (MAX_TEAMS,)),  # bit c: card c bursts one after a signal
        # counted
        ("turns", "i8"),
        ("moves", "i8"),
        ("trapped", "i8"),
        ("misread", "i8"),
        ("popped", "i8"),
        ("finishers", "i8"),
        ("blind", "i8"),  # teams out by an overlooked seagull
        # the end of the game
        ("won", "i8"),
        ("duration", "i8"),
        ("by_finish", "i8"),
        # luck
        ("luck", "u8", (MAX_TEAMS, MAX_CARDS)),  # cards drawn anew: the word of each card
        ("order", "u1", (MAX_DECK,)),  # fixed deck: which card lies where
        ("turned", "u1", (MAX_DECK,)),  # quarter turns of each dealt card
    ],
    align=True,
)
