"""Tiny decks by trying everything: every deal, every choice, in plain Python with the rules of the oracle."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from tests.oracles.mookies import Mookies

HALF = Fraction(1, 2)


def deals(faces: list[Any]) -> list[tuple[Any, ...]]:
    """Every different order of the faces, each as likely as the others; places 2 i and 2 i + 1 make card i."""
    return list(_orders(sorted(faces)))


def _orders(faces: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield every different order of faces that may be alike."""
    if not faces:
        yield ()
    for face in dict.fromkeys(faces):
        rest = list(faces)
        rest.remove(face)
        for others in _orders(rest):
            yield (face, *others)


def deals_of_deck(cards: list[tuple[Any, Any]]) -> list[tuple[Any, ...]]:
    """Every order of given cards, and every way up of each."""
    return [
        tuple(face for card, turned in zip(order, ways, strict=True) for face in (card[::-1] if turned else card))
        for order in itertools.permutations(cards)
        for ways in itertools.product((False, True), repeat=len(cards))
    ]


def piles_of(deal: tuple[Any, ...], first: int) -> list[list[tuple[Any, Any]]]:
    """The two piles of a deal, `first` cards in the first."""
    cards = [(deal[i], deal[i + 1]) for i in range(0, len(deal), 2)]
    return [cards[:first], cards[first:]]


def after(game: Mookies, action: tuple[str, int]) -> Mookies:
    """The play after one more action; `game` itself stays as it is."""
    one = copy.copy(game)
    one.piles = [list(pile) for pile in game.piles]
    one.collections = [list(collection) for collection in game.collections]
    one.trophies = [set(held) for held in game.trophies]
    one.play(action)
    return one


def uniform(game: Mookies) -> Iterator[tuple[Mookies, Fraction]]:
    """Yield every end of uniform play from here on with its chance."""
    if game.over:
        yield game, Fraction(1)
        return
    legal = sorted(game.legal())
    for action in legal:
        for end, chance in uniform(after(game, action)):
            yield end, chance / len(legal)


def read(game: Mookies) -> dict[str, Fraction]:
    """What a finished play counts, by the metrics' names."""
    stars, spiders, winners = game.stars(), game.spiders(), game.winners()
    held = sum(map(len, game.trophies)) + (game.given_back is not None)
    values: dict[str, Any] = {
        "tie": len(winners) == 2, "margin": abs(stars[0] - stars[1]), "equal_stars": stars[0] == stars[1],
        "given_back": game.given_back is not None, "unclaimed": game.families - held, "turns": game.cards,
        "cards": game.cards,
    }  # fmt: skip
    for seat in (0, 1):
        values[f"win_share.{seat}"] = Fraction(seat in winners, len(winners))
        values[f"outright.{seat}"] = winners == {seat}
        values[f"score.{seat}"] = stars[seat]
        values[f"spiders.{seat}"] = spiders[seat]
    return {name: Fraction(value) for name, value in values.items()}


def uniform_means(game: Mookies, every: Iterable[tuple[Any, ...]], splits: list[int]) -> dict[str, Fraction]:
    """The mean of every metric over all deals and all choices."""
    found: dict[str, Fraction] = {}
    n = 0
    for deal in every:
        for first in splits:
            n += 1
            for end, chance in uniform(copy.copy(game).start(piles_of(deal, first))):
                for name, value in read(end).items():
                    found[name] = found.get(name, Fraction(0)) + value * chance
    return {name: value / n for name, value in found.items()}


def best_share(game: Mookies, every: list[tuple[Any, ...]], splits: list[int], *, blind: bool = True) -> Fraction:
    """Win share of seat 0 under best play of both, who know all that was seen; all that lies hidden too if not `blind`.

    A position is the list of all plays that look the same so far: one deal is as likely as any other.
    """
    total = Fraction(0)
    for first in splits:
        games = [copy.copy(game).start(piles_of(deal, first)) for deal in every]
        groups = _alike(games, lambda one: one.visible()) if blind else [[one] for one in games]
        total += sum(_before_turn(group, blind) for group in groups)
    return total / (len(every) * len(splits))


def _alike(games: list[Mookies], seen: Any) -> list[list[Mookies]]:
    groups: dict[Any, list[Mookies]] = {}
    for one in games:
        groups.setdefault(seen(one), []).append(one)
    return list(groups.values())


def _before_turn(games: list[Mookies], blind: bool) -> Fraction:
    """The sum of seat 0's win shares over plays that look alike, before a turn."""
    choose = max if games[0].seat == 0 else min
    return choose(
        sum(_in_hand(group, blind) for group in _alike([after(one, action) for one in games], lambda one: one.taken))
        for action in sorted(games[0].legal())
    )


def _in_hand(games: list[Mookies], blind: bool) -> Fraction:
    """The same with a card in hand, both faces seen."""
    choose = max if games[0].seat == 0 else min
    return choose(_placed([after(one, ("face", side)) for one in games], blind) for side in (0, 1))


def _placed(games: list[Mookies], blind: bool) -> Fraction:
    if games[0].over:
        return sum((read(one)["win_share.0"] for one in games), Fraction(0))
    return sum((_before_turn(group, blind) for group in _alike(games, lambda one: one.visible())), Fraction(0))
