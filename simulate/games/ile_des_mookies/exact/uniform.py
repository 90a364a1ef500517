"""Uniform play of L'île des Mookies, exactly: every metric as a fraction.

Who takes which pile decides only how long a play is; which faces are placed does not depend on it. With faces that are
paired anew in each play, the faces placed in T turns are T of all faces in uniform order, so the faces of seat 0 and of
seat 1 are counted family by family (:mod:`.paired_anew`); from a given deck, card by card (:mod:`.given_deck`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from simulate.games.exactness import ExactValue, Work
from simulate.games.ile_des_mookies.exact.count import Counted
from simulate.games.ile_des_mookies.exact.given_deck import ends_of_deck
from simulate.games.ile_des_mookies.exact.length import turns_law
from simulate.games.ile_des_mookies.exact.paired_anew import ends_paired_anew
from simulate.games.ile_des_mookies.variant import Rules, UniformPairing

End = tuple[Counted, int]
"""The end of a play and how many trophies were claimed before one was given back."""

READ: dict[str, tuple[str, Callable[[Counted, int], int]]] = {
    "win_share.0": ("share", lambda end, _: (2 // len(end.winners)) * (0 in end.winners)),
    "win_share.1": ("share", lambda end, _: (2 // len(end.winners)) * (1 in end.winners)),
    "outright.0": ("share", lambda end, _: int(end.winners == (0,))),
    "outright.1": ("share", lambda end, _: int(end.winners == (1,))),
    "tie": ("share", lambda end, _: int(len(end.winners) == 2)),
    "score.0": ("stars", lambda end, _: end.stars[0]),
    "score.1": ("stars", lambda end, _: end.stars[1]),
    "margin": ("stars", lambda end, _: abs(end.stars[0] - end.stars[1])),
    "equal_stars": ("share", lambda end, _: int(end.stars[0] == end.stars[1])),
    "given_back": ("share", lambda end, _: int(end.given_back)),
    "unclaimed": ("trophies", lambda _, unclaimed: unclaimed),
}
"""How each metric that depends on the count is read from the end of a play: unit, and value of (end, unclaimed)."""

HALVES = ("win_share.0", "win_share.1")
"""Metrics that are read in halves, so that whole numbers are added up, which is far quicker than fractions."""


def uniform_values(rules: Rules, work: Work | None = None) -> tuple[ExactValue, ...]:
    """Every metric of uniform play.

    Raises
    ------
    BadInput
        A given deck with too many different courses; more steps than `work` allows.
    """
    law = turns_law(rules)
    ends = ends_paired_anew if isinstance(rules.pairing, UniformPairing) else ends_of_deck
    sums = dict.fromkeys(READ, Fraction(0))
    for turns, counted in ends(rules, sorted(law), work or Work()):
        for name, mean in _means(counted, rules.faces.families).items():
            sums[name] += law[turns] * mean
    values = {name: (READ[name][0], value) for name, value in sums.items()}
    return tuple(_named({**values, **_lengths(rules, law)}))


def _means(counted: Iterable[tuple[Counted, int, int]], families: int) -> dict[str, Fraction]:
    """The mean of each metric over (end, claimed trophies, ways)."""
    merged: dict[End, int] = {}
    for end, claimed, ways in counted:
        merged[end, claimed] = merged.get((end, claimed), 0) + ways
    sums = dict.fromkeys(READ, 0)
    for (end, claimed), ways in merged.items():
        for name, (_, read) in READ.items():
            sums[name] += read(end, families - claimed) * ways
    every = sum(merged.values())
    return {name: Fraction(value, every * (2 if name in HALVES else 1)) for name, value in sums.items()}


def _lengths(rules: Rules, law: dict[int, Fraction]) -> dict[str, tuple[str, Fraction]]:
    """What depends on the number of turns alone: every face is as likely to be placed as any other."""
    turns = sum((t * chance for t, chance in law.items()), Fraction(0))
    of_second = sum((t // 2 * chance for t, chance in law.items()), Fraction(0))
    share = Fraction(rules.faces.spiders, 2 * rules.cards)
    return {
        "turns": ("turns", turns),
        "cards": ("cards", turns),
        "spiders.0": ("spiders", of_second * share),  # a spider goes to the other seat
        "spiders.1": ("spiders", (turns - of_second) * share),
    }


def _named(values: dict[str, tuple[str, Fraction]]) -> Iterator[ExactValue]:
    for name, (unit, value) in values.items():
        yield ExactValue(name, float(value), "random", unit, value)
