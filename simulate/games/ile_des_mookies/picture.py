"""Piles, the card taken and both collections as SVG; faces are letters, as in variant files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulate.games.contract import Recorded
from simulate.games.drawing import box, circle, path, picture, star, text, token
from simulate.games.ile_des_mookies.course import components
from simulate.games.ile_des_mookies.faces import SPIDER, Face, family_letter, read_face
from simulate.games.ile_des_mookies.story import Reader, placed_faces, reader
from simulate.games.ile_des_mookies.table import lanes_of_families
from simulate.games.ile_des_mookies.variant import ListedCards, Rules
from simulate.games.worth import HEIGHT, WIDTH, Worth, figures, largest, shade, worth_picture

LEGEND = (
    "In the picture: both piles and, with a ring around the face that was placed, the card taken; below, what each "
    "seat has of every family (bold: more than the other), and its spiders. Stars at the end: the trophies won.",
)
"""How to read the pictures."""

CARD, TALL = 44.0, 58.0
"""Width and height of a card."""
STEP = CARD + 54
"""From one kind of face in a sample of the deck to the next, its number between them."""

ABREAST = 4
"""Faces in a line, where each has figures below it that must be read on a telephone."""

EDGE, CELL, LINE = 12.0, 52.0, 46.0
"""Room at the edges; width of a family's column; height of a seat's line."""


def draw(rules: Rules, players: int, recorded: Recorded, step: int) -> str:
    """The table after `step` turns as SVG; 0 is the set-up."""
    return _Table(rules, recorded, step).picture()


def draw_setup(rules: Rules, players: int) -> str:
    """A sample of the deck as SVG: the listed cards, or the faces of each kind with their numbers."""
    if isinstance(rules.pairing, ListedCards):
        return _listed(rules.pairing.cards)
    faces = rules.faces
    kinds = [(Face(f), faces.per_family) for f in range(faces.families)]
    kinds += [(Face(f, legendary=True), faces.legendary) for f in range(faces.families)]
    kinds.append((SPIDER, faces.spiders))
    shown = [(face, n) for face, n in kinds if n]
    columns = faces.families
    elements: list[str] = []
    for at, (face, n) in enumerate(shown):
        row, column = divmod(at, columns)
        x, y = EDGE + column * STEP, EDGE + row * (TALL + 12)
        elements += card(face, x, y)
        elements.append(text(x + CARD + 6, y + TALL / 2, f"×{n}", "l big"))
    rows = -(-len(shown) // columns)
    y = EDGE + rows * (TALL + 12) + 10
    for family, stars in enumerate(rules.stars):
        x = EDGE + family * STEP
        elements.append(star(x + 10, y + 6, 9))
        elements.append(text(x + 24, y + 6, f"{family_letter(family)} {stars}", "l b"))
    return picture(2 * EDGE + columns * STEP, y + 26, elements)


def _listed(cards: Sequence[Sequence[str]]) -> str:
    elements: list[str] = []
    for at, (upper, hidden) in enumerate(cards):
        row, column = divmod(at, 6)
        x, y = EDGE + column * (2 * CARD + 14), EDGE + row * (TALL + 10)
        elements += [*card(read_face(upper), x, y), *card(read_face(hidden), x + CARD, y)]
    return picture(EDGE + min(len(cards), 6) * (2 * CARD + 14), EDGE + -(-len(cards) // 6) * (TALL + 10), elements)


def draw_worth(rules: Rules, players: int, worth: Mapping[str, Worth]) -> str:
    """The faces of the deck as SVG with what one more of each is worth: families, their legendary ones, the spider."""
    lanes, most = lanes_of_families(rules), largest(worth)
    families = sorted(range(rules.faces.families), key=lambda family: lanes[family])
    plain, legendary = [Face(one) for one in families], [Face(one, legendary=True) for one in families]
    names = {face: one.name for face, one in zip([*plain, SPIDER, *legendary], components(rules, players), strict=True)}
    known = ([face for face in row if names[face] in worth] for row in ([*plain, SPIDER], legendary))
    shown = [
        [(worth[names[one]], one) for one in row[at : at + ABREAST]]
        for row in known
        for at in range(0, len(row), ABREAST)
    ]
    elements: list[str] = []
    tall = TALL + HEIGHT + EDGE
    for row, found in enumerate(shown):
        for column, (one, face) in enumerate(found):
            x, y = EDGE + (column + 0.5) * WIDTH, EDGE + row * tall
            ground, *rest = card(face, x - CARD / 2, y)
            elements += [ground, box(x - CARD / 2, y, CARD, TALL, shade(one, most), 5), *rest]
            elements += figures(one, x, y + TALL + 12)
    width = 2 * EDGE + max(map(len, shown)) * WIDTH
    return worth_picture(width, EDGE + len(shown) * tall, elements)


def card(face: Face | None, x: float, y: float, look: str = "t") -> Iterator[str]:
    """Yield a card's face by its upper left corner; None: nobody has looked at it."""
    yield box(x, y, CARD, TALL, look, 5)
    middle, height = x + CARD / 2, y + TALL / 2
    if face is None:
        yield text(middle, height, "?", "d")
    elif face.is_spider:
        yield spider(middle, height, 1.0)
    else:
        yield text(middle, height, family_letter(face.family), "big")
        if face.legendary:
            yield star(middle, y + 12, 7)


def spider(x: float, y: float, size: float) -> str:
    """A spider."""
    legs = "".join(
        f"M{x:.1f} {y + dy * size:.1f}l{s * 8 * size:.1f} {-5 * size:.1f}l{s * 5 * size:.1f} {6 * size:.1f}"
        for s in (-1, 1)
        for dy in (-2, 1, 4)
    )
    return f"<g>{path(legs, 'i')}{circle(x, y + size, 5 * size, 'ah')}{circle(x, y - 6 * size, 3 * size, 'ah')}</g>"


class _Table:
    """Everything on the table after some turns."""

    def __init__(self, rules: Rules, recorded: Recorded, step: int) -> None:
        self.rules, self.recorded, self.step = rules, recorded, step
        self.read: Reader = reader(recorded.table[0])
        self.state: Any = recorded.states[2 * step]
        self.families = rules.faces.families
        placed = placed_faces(recorded)
        self.over = step == len(placed)
        self.held: tuple[list[Face], list[Face]] = ([], [])
        self.left = [int(height) for height in recorded.states[0]["heights"]]
        for turn in range(step):
            seat, pile = int(recorded.seats[2 * turn]), int(recorded.actions[2 * turn])
            self.held[1 - seat if placed[turn].is_spider else seat].append(placed[turn])
            self.left[pile] -= 1

    def picture(self) -> str:
        """The table as SVG."""
        width = EDGE * 2 + 100 + (self.families + 1) * CELL + 74
        elements = [*self.piles(), *self.taken(), *self.header(), *self.collections()]
        return picture(width, EDGE + TALL + 66 + 2 * LINE + 12, elements)

    def piles(self) -> Iterator[str]:
        """Yield both piles: the upper face as far as somebody looked, and the number of cards left."""
        for pile in range(2):
            x, y = EDGE + pile * (CARD + 56), EDGE
            if self.left[pile] == 0:
                yield box(x, y, CARD, TALL, "h", 5)
            else:
                for shift in (6, 3):
                    if self.left[pile] > shift // 3:
                        yield box(x + shift, y + shift, CARD, TALL, "t", 5)
                yield from card(self.read.face(int(self.state["upper"][pile])), x, y)
            yield text(x + CARD + 12, y + TALL - 10, f"×{self.left[pile]}", "l b")

    def taken(self) -> Iterator[str]:
        """Yield the card taken last, upper face first, with a ring around the face that was placed."""
        if not self.step:
            return
        turn = self.step - 1
        seat, side = int(self.recorded.seats[2 * turn]), int(self.recorded.actions[2 * turn + 1])
        x, y = EDGE + 2 * (CARD + 56) + 40, EDGE
        yield token(seat, x - 16, y + TALL / 2, 10, str(seat))
        placed = placed_faces(self.recorded)[turn]
        hand = [self.read.face(int(word)) for word in self.state["in_hand"]]
        hand[side] = placed
        for at, face in enumerate(hand):
            yield from card(face, x + 4 + at * (CARD + 6), y)
        yield box(x + 1 + side * (CARD + 6), y - 3, CARD + 6, TALL + 6, "n", 7)
        owner = 1 - seat if placed.is_spider else seat
        end = x + 4 + 2 * (CARD + 6)
        yield path(f"M{end + 4:.0f} {y + TALL / 2:.0f}h18m-5 -5l5 5l-5 5", "i")
        yield token(owner, end + 38, y + TALL / 2, 10, str(owner))

    def header(self) -> Iterator[str]:
        """Yield the families with the stars of their trophies, and the spiders' column."""
        y = EDGE + TALL + 34
        for family in range(self.families):
            x = self.column(family)
            yield text(x, y - 8, family_letter(family), "b")
            yield star(x - 7, y + 9, 6)
            yield text(x + 5, y + 9, str(self.rules.stars[family]), "l d")
        yield spider(self.column(self.families), y - 6, 0.75)

    def column(self, at: int) -> float:
        """Middle of a column."""
        return EDGE + 100 + at * CELL + CELL / 2

    def collections(self) -> Iterator[str]:
        """Yield a line a seat: its last card, its Mookies by family, its spiders; trophies and stars at the end."""
        last = self.recorded.states[-1]
        for seat in range(2):
            y = EDGE + TALL + 62 + (seat + 0.5) * LINE
            yield path(f"M{EDGE:.0f} {y - LINE / 2:.0f}h{100 + (self.families + 1) * CELL + 74:.0f}", "line")
            yield token(seat, EDGE + 14, y, 11, str(seat))
            top = self.held[seat][-1] if self.held[seat] else None
            if top:
                yield box(EDGE + 40, y - 17, 28, 34, "t", 4)
                yield spider(EDGE + 54, y, 0.7) if top.is_spider else text(EDGE + 54, y, str(top), "b")
            yield text(EDGE + 74, y, f"×{len(self.held[seat])}", "l d")
            owned = self.read.families(int(last["trophies"][seat])) if self.over else []
            for family in range(self.families):
                if family in owned:
                    yield star(self.column(family), y, 19)
                look = "b" if self.strength(seat, family) > self.strength(1 - seat, family) else ""
                yield text(self.column(family), y, str(self.strength(seat, family)), look)
            yield text(self.column(self.families), y, str(self.held[seat].count(SPIDER)))
            if self.over:
                x = self.column(self.families) + CELL / 2 + 14
                yield star(x, y, 11)
                yield text(x + 18, y, str(int(last["stars"][seat])), "l big")
                if int(last["winners"]) >> seat & 1:
                    yield path(f"M{x + 42:.0f} {y:.0f}l5 6l9 -13", "n")

    def strength(self, seat: int, family: int) -> int:
        """What a seat has of a family, legendary ones at their value."""
        held = self.held[seat]
        return held.count(Face(family)) + self.rules.legendary_value * held.count(Face(family, legendary=True))
