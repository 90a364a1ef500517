"""Give L'île des Mookies in plain Python, from `docs/rules.md` section 2 alone.

A face is ``('mookie', family)``, ``('legend', family)`` or ``('spider',)``; a card is ``(upper face, hidden face)``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Face = tuple[Any, ...]
Card = tuple[Face, Face]
Action = tuple[str, int]

SPIDER: Face = ("spider",)
ENDS = ("first_pile", "both_piles")
TIE_BREAKS = ("youngest", "shared", "fewest_spiders", "most_mookies")


def all_faces(families: int = 5, per_family: int = 12, legends: int = 1, spiders: int = 7) -> list[Face]:
    """Give the faces of the whole deck, `legends` legendary ones per family."""
    faces: list[Face] = []
    for family in range(families):
        faces += [("mookie", family)] * per_family
        faces += [("legend", family)] * legends
    return faces + [SPIDER] * spiders


class Mookies:
    """One play of L'île des Mookies: the legal actions, the state and the end after each action.

    Make it with its rules, then begin by `start` (the piles are known) or `start_lazy` (each card is told when taken).

    Parameters
    ----------
    stars : sequence of int
        Stars of each family's trophy.
    legendary_value : int
        What a legendary counts in its family.
    end : {'first_pile', 'both_piles'}
    tie_break : {'youngest', 'shared', 'fewest_spiders', 'most_mookies'}
    families : int

    Attributes
    ----------
    collections : list of list of face
        Per seat, oldest first; the last one is visible.
    seat : int or None
        The seat to act; None when the play is over.
    taken : card or None
        The card in hand between the two actions of a turn.
    cards : int
        Cards taken and placed.
    trophies : list of set of int
        Per seat the families whose trophy it holds; after the giving back once the play is over.
    given_back : (seat, family) or None

    Raises
    ------
    ValueError
        For an unknown switch value or not one trophy per family.
    """

    def __init__(
        self,
        *,
        stars: Sequence[int],
        legendary_value: int = 2,
        end: str = "first_pile",
        tie_break: str = "youngest",
        families: int = 5,
    ) -> None:
        if len(stars) != families:
            raise ValueError(f"{families} families need as many trophies, got {len(stars)}")
        if end not in ENDS:
            raise ValueError(f"end: got {end!r}, allowed {', '.join(ENDS)}")
        if tie_break not in TIE_BREAKS:
            raise ValueError(f"tie_break: got {tie_break!r}, allowed {', '.join(TIE_BREAKS)}")
        self.trophy_stars = list(stars)
        self.legendary_value = legendary_value
        self.end = end
        self.tie_break = tie_break
        self.families = families
        self._begin([[], []])

    def _begin(self, piles: list[list[tuple[Face | None, Face | None]]]) -> None:
        self.piles = piles
        self.collections: list[list[Face]] = [[], []]
        self.seat: int | None = 0
        self.taken: tuple[Face | None, Face | None] | None = None
        self.taken_from: int | None = None
        self.cards = 0
        self.trophies: list[set[int]] = [set(), set()]
        self.given_back: tuple[int, int] | None = None
        self.deck: Counter[Face] | None = None
        self.told: Counter[Face] = Counter()

    def start(self, piles: Sequence[Sequence[Card]]) -> Mookies:
        """Begin a play with two known piles, the top card first; returns itself."""
        if len(piles) != 2 or not piles[0] or not piles[1]:
            raise ValueError("two piles, neither empty")
        self._begin([[(upper, hidden) for upper, hidden in pile] for pile in piles])
        return self

    def start_lazy(self, sizes: tuple[int, int], faces: Iterable[Face] | None = None) -> Mookies:
        """Begin a play with two piles of unknown cards, told by `reveal` when they are taken; returns itself.

        With `faces` (the whole deck) a face that is told more often than the deck has it is refused.
        """
        if min(sizes) < 1:
            raise ValueError("two piles, neither empty")
        self._begin([[(None, None)] * size for size in sizes])
        self.deck = Counter(faces) if faces is not None else None
        return self

    # What is seen

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.seat is None

    def visible(self) -> tuple[Face | None, Face | None]:
        """Give the upper face of each pile; None for an empty pile or a face not told yet."""
        first, second = (pile[0][0] if pile else None for pile in self.piles)
        return first, second

    def reveal(self, pile: int, upper: Face, hidden: Face | None = None) -> None:
        """Tell the card just taken from that pile, or else the top card that lies on it.

        Raises
        ------
        ValueError
            When it contradicts what was told before, or the deck has no such face left.
        """
        in_hand = self.taken_from == pile
        known = self.taken if in_hand else self.piles[pile][0]
        assert known is not None
        told = (self._tell(known[0], upper), self._tell(known[1], hidden))
        if in_hand:
            self.taken = told
        else:
            self.piles[pile][0] = told

    def _tell(self, known: Face | None, face: Face | None) -> Face | None:
        if face is None or face == known:
            return known
        if known is not None:
            raise ValueError(f"told {face} where {known} was told before")
        self.told[face] += 1
        if self.deck is not None and self.told[face] > self.deck[face]:
            raise ValueError(f"told {face} {self.told[face]} times, the deck has {self.deck[face]}")
        return face

    # Turns

    def legal(self) -> set[Action]:
        """Give ``{('pile', p)}`` of the piles not empty, then ``{('face', 0), ('face', 1)}`` (0 the upper one)."""
        if self.over:
            return set()
        if self.taken is not None:
            return {("face", 0), ("face", 1)}
        return {("pile", pile) for pile in (0, 1) if self.piles[pile]}

    def play(self, action: Action) -> None:
        """Take the top card of a pile, or place the card in hand with that face up.

        Raises
        ------
        ValueError
            When the action is not legal, or the chosen face was not told yet.
        """
        if action not in self.legal():
            raise ValueError(f"illegal action {action}")
        kind, which = action
        if kind == "pile":
            self.taken = self.piles[which].pop(0)
            self.taken_from = which
            return
        assert self.taken is not None
        face = self.taken[which]
        if face is None:
            raise ValueError("the card taken was not told yet")
        self._place(face)

    def _place(self, face: Face) -> None:
        seat = self.seat
        assert seat is not None
        owner = 1 - seat if face == SPIDER else seat
        self.collections[owner].append(face)
        self.taken = None
        self.taken_from = None
        self.cards += 1
        empty = [not pile for pile in self.piles]
        if all(empty) or (self.end == "first_pile" and any(empty)):
            self.seat = None
            self._count()
            return
        self.seat = 1 - seat

    # The count

    def strength(self, seat: int, family: int) -> int:
        """Give how many Mookies of the family the seat has, a legendary counting its value."""
        collection = self.collections[seat]
        return collection.count(("mookie", family)) + self.legendary_value * collection.count(("legend", family))

    def spiders(self) -> list[int]:
        """Give the spiders on each seat's collection."""
        return [collection.count(SPIDER) for collection in self.collections]

    def mookies(self) -> list[int]:
        """Give the Mookies of each seat over all families, a legendary counting its value."""
        return [sum(self.strength(seat, family) for family in range(self.families)) for seat in (0, 1)]

    def _count(self) -> None:
        for family in range(self.families):
            first, second = self.strength(0, family), self.strength(1, family)
            if first > second:
                self.trophies[0].add(family)
            if second > first:
                self.trophies[1].add(family)
        first, second = self.spiders()
        if first == second:
            return
        loser = 0 if first > second else 1
        if not self.trophies[loser]:
            return
        family = min(self.trophies[loser], key=lambda held: (self.trophy_stars[held], held))
        self.trophies[loser].remove(family)
        self.given_back = (loser, family)

    def stars(self) -> list[int]:
        """Give the stars of each seat's trophies (those of a play that is over, after the giving back)."""
        return [sum(self.trophy_stars[family] for family in held) for held in self.trophies]

    @property
    def decided_by_tiebreak(self) -> bool:
        """Whether the play ended with equal stars, whatever the tie-break then says."""
        return self.over and self.stars()[0] == self.stars()[1]

    def winners(self) -> set[int]:
        """Give the winner, or both seats of a shared win; empty before the end."""
        if not self.over:
            return set()
        stars = self.stars()
        if stars[0] != stars[1]:
            return _highest(stars)
        if self.tie_break == "youngest":
            return {0}
        if self.tie_break == "fewest_spiders":
            return _highest([-spiders for spiders in self.spiders()])
        if self.tie_break == "most_mookies":
            return _highest(self.mookies())
        return {0, 1}


def _highest(values: Sequence[int]) -> set[int]:
    return {seat for seat in (0, 1) if values[seat] == max(values)}


class Memory:
    """Which placed cards an observer still remembers, the visible tops apart.

    Parameters
    ----------
    retention : float
        Chance that a card is kept in memory at one turn of the observer; 1 is a perfect memory.
    observer : int
        The seat that remembers.
    """

    def __init__(self, retention: float, observer: int) -> None:
        self.retention = retention
        self.observer = observer
        self.placed: list[tuple[int, int, Face]] = []
        self.forgotten: set[int] = set()

    def place(self, time: int, collection: int, face: Face) -> None:
        """Note a card placed at that turn of the play on that seat's collection."""
        self.placed.append((time, collection, face))

    def tops(self) -> set[int]:
        """Give the numbers of the placed cards that lie visible on top of the two collections."""
        last: dict[int, int] = {}
        for number, (_, collection, _) in enumerate(self.placed):
            last[collection] = number
        return set(last.values())

    def at_risk(self) -> list[int]:
        """Give the numbers of the cards that may be forgotten now, oldest first."""
        tops = self.tops()
        return [n for n in range(len(self.placed)) if n not in tops and n not in self.forgotten]

    def turn(self, draw: Callable[[], float]) -> list[int]:
        """Begin a turn of the observer: one draw in [0, 1) per card at risk, oldest first; give the cards forgotten.

        A card is forgotten when its draw is at or above the retention.
        """
        lost = [number for number in self.at_risk() if draw() >= self.retention]
        self.forgotten.update(lost)
        return lost

    def forget(self, numbers: Iterable[int]) -> None:
        """Begin a turn of the observer with the forgotten cards told.

        Raises
        ------
        ValueError
            When one of them is visible, forgotten before or not placed, or when the retention is 1.
        """
        numbers = set(numbers)
        if numbers - set(self.at_risk()) or (numbers and self.retention >= 1):
            raise ValueError(f"cards {sorted(numbers)} cannot all be forgotten now")
        self.forgotten |= numbers

    def known(self) -> list[tuple[int, Face]]:
        """Give (collection, face) of each card remembered or visible, oldest first."""
        return [(c, face) for n, (_, c, face) in enumerate(self.placed) if n not in self.forgotten]


def remembered(
    retention: float,
    observer: int,
    placements: Sequence[tuple[int, int, Face]],
    draws: Iterable[float],
    now: int,
) -> list[tuple[int, Face]]:
    """Give (collection, face) of what the observer knows when turn `now` begins, from the whole past.

    Parameters
    ----------
    placements : sequence of (turn, collection, face)
        Turn 0 is the first of the play; seat ``turn % 2`` acts in it.
    draws : iterable of float in [0, 1)
        One per card at risk, for each turn of the observer up to and with `now`, oldest card first.
    """
    memory = Memory(retention, observer)
    stream = iter(draws)
    ordered = sorted(placements, key=lambda placement: placement[0])
    for turn in range(now + 1):
        for placement in ordered:
            if placement[0] == turn - 1:
                memory.place(*placement)
        if turn % 2 == observer:
            memory.turn(lambda: next(stream))
    return memory.known()


# Deals


def pair_uniform(faces: Sequence[Face], rng: random.Random) -> list[Card]:
    """Give cards by pairing the shuffled faces."""
    if len(faces) % 2:
        raise ValueError(f"{len(faces)} faces do not pair")
    shuffled = list(faces)
    rng.shuffle(shuffled)
    return [(shuffled[n], shuffled[n + 1]) for n in range(0, len(shuffled), 2)]


def bears_one_family_twice(card: Card) -> bool:
    """Whether both faces belong to one family; two spiders do not."""
    first, second = card
    return first != SPIDER and second != SPIDER and first[1] == second[1]


def distinct_families_deck(faces: Sequence[Face], rng: random.Random) -> list[Card]:
    """Give a deck drawn uniformly among the pairings in which no card bears one family twice, by rejection.

    Every face is a thing of its own: each way to pair the faces as physical objects has the same chance.
    """
    while True:
        cards = pair_uniform(faces, rng)
        if not any(bears_one_family_twice(card) for card in cards):
            return cards


def split(cards: int, piles: Any, rng: random.Random) -> tuple[int, int]:
    """Give the heights of the two piles for ``'even'``, ``(a, b)`` or ``('uneven', k)``."""
    if piles == "even":
        return cards // 2, cards - cards // 2
    if piles[0] == "uneven":
        first = cards // 2 + rng.randint(-piles[1], piles[1])
        return first, cards - first
    if sum(piles) != cards:
        raise ValueError(f"{piles[0]} + {piles[1]} cards, the deck has {cards}")
    return piles[0], piles[1]


def deal(
    rng: random.Random,
    *,
    pairing: str | Sequence[Card] = "uniform",
    piles: Any = "even",
    faces: Sequence[Face] | None = None,
) -> list[list[Card]]:
    """Give two piles, the top card first.

    Parameters
    ----------
    pairing : {'uniform', 'distinct_families'} or list of cards
        'uniform' pairs anew; 'distinct_families' draws a new deck too, so give the one deck as a list where it matters.
    piles : 'even', (a, b) or ('uneven', k)
    faces : sequence of face, optional
        The whole deck's faces; the standard 72 when left out.
    """
    if faces is None:
        faces = all_faces()
    if pairing == "uniform":
        cards = pair_uniform(faces, rng)
    elif pairing == "distinct_families":
        cards = distinct_families_deck(faces, rng)
    elif isinstance(pairing, str):
        raise ValueError(f"pairing: got {pairing!r}, allowed uniform, distinct_families or a list of cards")
    else:
        cards = list(pairing)
    rng.shuffle(cards)
    cards = [card if rng.random() < 0.5 else (card[1], card[0]) for card in cards]
    first, _ = split(len(cards), piles, rng)
    return [cards[:first], cards[first:]]


def uniform_play(
    rng: random.Random,
    *,
    stars: Sequence[int] = (1, 1, 2, 2, 3),
    pairing: str | Sequence[Card] = "uniform",
    piles: Any = "even",
    faces: Sequence[Face] | None = None,
    **rules: Any,
) -> Mapping[str, Any]:
    """Give the result of one play: a pile not empty uniformly, then a face uniformly, until the end.

    Returns
    -------
    dict
        ``winners`` (set), ``stars`` and ``spiders`` (per seat), ``cards`` and ``equal_stars``.
    """
    game = Mookies(stars=stars, **rules).start(deal(rng, pairing=pairing, piles=piles, faces=faces))
    while not game.over:
        game.play(rng.choice(sorted(game.legal())))
    return {
        "winners": game.winners(),
        "stars": game.stars(),
        "spiders": game.spiders(),
        "cards": game.cards,
        "equal_stars": game.decided_by_tiebreak,
    }
