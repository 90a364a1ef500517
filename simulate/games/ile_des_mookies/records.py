"""The two records that the kernels read: the state of a play and the table."""

from __future__ import annotations

import numpy as np

from simulate.games.ile_des_mookies.lanes import MOST_CARDS, MOST_IN_LANE, PLACES

FIRST_PILE, BOTH_PILES = 0, 1
"""Ends of a play, in the order of the dial's choices."""

YOUNGEST, SHARED, FEWEST_SPIDERS, MOST_MOOKIES = 0, 1, 2, 3
"""Tie-breaks, in the order of the dial's choices."""

STATE = np.dtype(
    [
        ("key", "u8"), ("twist", "u8"),  # the stream of the deal
        ("steps", "i8"),  # decisions made; two a turn: the pile, then the face
        ("piles", "u8"), ("sides", "u8"),  # bit t: the choices of turn t, pile 0 or 1, side 0 (upper) or 1 (hidden)
        ("heights", "i8", (2,)),  # cards of each pile at the start
        ("known", "i8"),  # 1 when `upper` or `in_hand` holds a face
        ("done", "i8"),
        ("settled", "i8"),  # placed cards whose face is dealt; the later ones were placed by somebody who did not look
        ("cumulative", "u8"), ("bounds", "u8"),  # faces not dealt yet, see lanes.draw_kind (pairing uniform)
        ("undealt", "i8"),  # cards not dealt yet, the first ones of `order` (pairing from a deck)
        ("held", "u8", (2,)),  # what each seat has, legendary ones at their value, spiders in lane 7
        ("upper", "u8", (2,)),  # the face on top of each pile, 0 while nobody looked
        ("under", "u8", (2,)),  # its other side, 0 unless the deck gave it along
        ("in_hand", "u8", (2,)),  # the two faces of the card taken last, upper first, 0 while nobody looked
        ("memory_key", "u8"), ("memory_twist", "u8"),  # the stream of forgetting
        ("trophies", "u8", (2,)),  # at the end: lane f is 1 for the owner of family f's trophy, after the giving back
        ("stars", "i8", (2,)),
        ("winners", "i8"),
        ("tied", "i8"),  # 1 when the stars are equal
        ("given_back", "i8"), ("unclaimed", "i8"),  # trophies
        ("placed", "u1", (PLACES,)),  # the code of the face placed in each turn, 0 while it is not dealt or not told
        ("order", "u1", (MOST_CARDS,)),  # numbers of the deck's cards, those not dealt first
        ("tops", "u1", (2,)),  # the deck's card on top of each pile, once somebody looked (pairing from a deck) …
        ("taken", "u1", (PLACES,)),  # … and that of each turn
        ("common", "u8"), ("legendary", "u8"),  # faces not placed by kind, as in TABLE
        ("fate", "u8", (2,)),  # luck of the hidden face on top of each pile …
        ("fated", "i8"),  # … in turn `fated` - 1, in others not drawn ahead
    ],
    align=True,
)  # fmt: skip
"""A play. Faces are dealt when somebody looks at them, or at the count: what nobody sees has no face yet."""

TABLE = np.dtype(
    [
        ("cards", "i8"),
        ("families", "i8"),
        ("first_height", "i8"),  # of pile 0, when the split is drawn: of the lowest one
        ("heights", "i8"),  # number of splits to draw from, 1 when it is fixed
        ("end", "i8"),
        ("tie_break", "i8"),
        ("extra", "u8"),  # legendary value - 1
        ("stars", "u8"),  # of each family's trophy
        ("cumulative", "u8"), ("bounds", "u8"),  # all faces, see lanes.draw_kind
        ("faces_left", "u4", (PLACES,)),  # in each turn when nobody looks; at least 1
        ("surplus", "u4", (PLACES // 3,)),  # 2^32 modulo the product of three of them
        ("common", "u8"), ("legendary", "u8"),  # all faces by kind; spiders in lane 7 of `common`
        ("from_deck", "i8"),  # 1: cards come from `deck`; 0: faces are paired anew in each play
        ("deck", "u8", (MOST_CARDS, 2)),
        ("forgets", "i8"),
        ("keep", "f8", (MOST_CARDS,)),  # chance to remember a card after so many turns under another one
        ("family_of_lane", "i8", (8,)),
        ("leaning", "f8", (MOST_CARDS + 1, 2 * MOST_IN_LANE + 2)),  # see table.leanings
    ],
    align=True,
)  # fmt: skip
"""The rules of a variant as integers."""
