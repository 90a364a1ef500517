"""Reads policies as people write them: ``greedy``, ``greedy,blunder=0.2``, ``mcts:400,c=0.7,rollout=greedy``.

A policy is a name, for searches with a number behind a colon, then options. Policies of several seats stand with commas
between as well: a part with ``=`` belongs to the policy before it, so ``mcts:400,c=1,greedy`` are two.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulate.games.contract import Game
from simulate.games.searching import (
    BLUNDER,
    EXPLORE,
    FORECAST,
    GUIDES,
    ROLLOUT,
    SAMPLES,
    SEARCHES,
    TRUST,
    Search,
    Setting,
)
from variants.errors import BadInput

MOST_MILLISECONDS = 600_000

_DECIMAL = re.compile(r"\d{1,9}(\.\d{0,9})?|\.\d{1,9}", re.ASCII)
_NUMBER = re.compile(r"(\d{1,9})(ms)?", re.ASCII)


@dataclass(frozen=True)
class SeatPolicy:
    """One policy with all its settings.

    Attributes
    ----------
    name : str
    blunder : float
        Chance of a random action.
    budget : int
        Iterations or depth of a search; 0 when it is given time.
    milliseconds : int
        Time for a decision of a search; 0 when it is given a budget.
    explore : float
        The option ``c`` of a search.
    rollout : str
        Policy of rollouts, or ``forecast``; empty where there are none.
    trust : float
        The option ``trust`` of a search.
    samples : int
        The option ``samples`` of a search.
    """

    name: str
    blunder: float = 0.0
    budget: int = 0
    milliseconds: int = 0
    explore: float = 0.0
    rollout: str = ""
    trust: float = 0.0
    samples: int = 0

    @property
    def searches(self) -> bool:
        """True for a search."""
        return self.name in SEARCHES

    @property
    def reproducible(self) -> bool:
        """False when the time that a machine takes decides what is played."""
        return self.milliseconds == 0

    def __str__(self) -> str:
        """The policy with all its settings, so that it means the same for ever; equal policies have equal texts."""
        number = f":{self.milliseconds}ms" if self.milliseconds else f":{self.budget}" if self.searches else ""
        options = []
        known = SEARCHES[self.name].settings if self.searches else ()
        options += [f"{EXPLORE.name}={self.explore:g}"] if EXPLORE in known else []
        options += [f"{SAMPLES.name}={self.samples}"] if SAMPLES in known else []
        options += [f"{ROLLOUT}={self.rollout}"] if self.rollout else []
        options += [f"{TRUST.name}={self.trust:g}"] if TRUST in known else []
        if self.blunder:
            options.append(f"{BLUNDER.name}={self.blunder:g}")
        return ",".join([self.name + number, *options])


def split_policies(text: str) -> tuple[str, ...]:
    """The policies of one text, each with its options; nothing is checked."""
    found: list[str] = []
    for part in text.split(","):
        if "=" in part and found:
            found[-1] += "," + part.strip()
        else:
            found.append(part.strip())
    return tuple(found)


def is_reproducible(texts: Sequence[str]) -> bool:
    """False when any of the policies (canonical texts) is a search that is given time."""
    return not any(re.match(r"[a-z]+:\d+ms(,|$)", text) for text in texts)


def as_policies(given: str | Sequence[str]) -> tuple[str, ...]:
    """The policies that a text or several texts name."""
    return split_policies(given) if isinstance(given, str) else tuple(given)


def policy_names(game: Game) -> list[str]:
    """What may stand before the options: the game's policies, searches with a number N to be chosen, aliases."""
    return [*(policy.name for policy in game.policies), *(f"{name}:N" for name in game.searches), *game.aliases]


def rollouts(game: Game, search: Search) -> list[str]:
    """What the option ``rollout`` of a search may be, its default first."""
    own = [policy.name for policy in game.policies]
    first = FORECAST if game.forecasts or (search.measured and game.evaluates) else guide_of(game)
    return list(dict.fromkeys([first, *own]))


def guide_of(game: Game) -> str:
    """The policy whose choice a search tries first."""
    own = [policy.name for policy in game.policies]
    return next(name for name in GUIDES if name in own)


def read_policy(game: Game, text: str, seats: int = 0) -> SeatPolicy:
    """The policy that a text means in a game.

    Parameters
    ----------
    seats : int
        An alias may mean something else with some numbers of seats; 0: as with most.

    Raises
    ------
    BadInput
        An unknown policy or option, or a value that is not allowed; the message lists what is.
    """
    head, _, rest = text.strip().partition(",")
    aliases = {**game.aliases, **game.seat_aliases.get(seats, {})}
    if head in aliases:
        head, _, meant = aliases[head].partition(",")
        rest = ",".join(part for part in (meant, rest) if part)
    name, colon, number = head.partition(":")
    if name in game.searches:
        return _read_search(game, text, name, number, rest)
    if name in SEARCHES:
        raise BadInput.of(f"policy {text!r}: {game.title} cannot be searched by {name}; known: {_listed(game)}")
    if name not in (policy.name for policy in game.policies) or (colon and name):
        raise BadInput.unknown(f"policy of {game.title}", head, policy_names(game))
    options = _options(text, rest, [BLUNDER.name])
    return SeatPolicy(name, blunder=_value(text, options, BLUNDER))


def _listed(game: Game) -> str:
    return ", ".join(policy_names(game))


def _read_search(game: Game, text: str, name: str, number: str, rest: str) -> SeatPolicy:
    search = SEARCHES[name]
    known = [setting.name for setting in search.settings] + ([ROLLOUT] if search.rollout else []) + [BLUNDER.name]
    options = _options(text, rest, known)
    budget, milliseconds = _budget(text, search, number)
    allowed = rollouts(game, search)
    rollout = options.get(ROLLOUT, allowed[0]) if search.rollout else ""
    if rollout and rollout not in allowed:
        raise BadInput.unknown(f"rollout of policy {text!r}", rollout, allowed)
    explore, trust, samples = (
        _value(text, options, one) if one in search.settings else 0.0 for one in (EXPLORE, TRUST, SAMPLES)
    )
    blunder = _value(text, options, BLUNDER)
    return SeatPolicy(name, blunder, budget, milliseconds, explore, rollout, trust, int(samples))


def _budget(text: str, search: Search, number: str) -> tuple[int, int]:
    """The budget and the milliseconds that the number behind a search's name means; one of them is 0."""
    found = _NUMBER.fullmatch(number)
    value = int(found[1]) if found else 0
    timed = bool(found and found[2])
    most = MOST_MILLISECONDS if timed else search.most
    if not found or (timed and not search.timed) or not 1 <= value <= most:
        times = f", or 1ms to {MOST_MILLISECONDS}ms" if search.timed else ""
        got = f"got {number!r}" if number else "got none"
        raise BadInput.of(
            f"policy {text!r}: number of {search.number} behind the colon: {got}, allowed: 1 to {search.most}{times}"
        )
    return (0, value) if timed else (value, 0)


def _options(text: str, rest: str, known: Sequence[str]) -> dict[str, str]:
    """The options of a policy; a later one replaces an earlier one of the same name.

    Raises
    ------
    BadInput
        One that is unknown, or has no value.
    """
    options = {}
    for part in rest.split(",") if rest else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in known or not equals:
            raise BadInput.unknown(f"option of policy {text!r}", name, [f"{one}=…" for one in known])
        options[name] = value
    return options


def _value(text: str, options: Mapping[str, str], setting: Setting) -> float:
    """The value of an option, or its default."""
    given = options.get(setting.name)
    if given is None:
        return setting.default
    value = float(given) if _DECIMAL.fullmatch(given) else math.nan
    if not setting.lowest <= value <= setting.highest or (setting.whole and value % 1):
        allowed = f"{'whole numbers, ' if setting.whole else ''}{setting.lowest:g} to {setting.highest:g}"
        raise BadInput.of(f"policy {text!r}: {setting.name}: got {given!r}, allowed: {allowed}")
    return value


def seat_policies(game: Game, seats: int, names: Sequence[str]) -> tuple[str, ...]:
    """One policy a seat, each as its canonical text.

    Raises
    ------
    BadInput
        A name or option that the game does not know (the message lists those it does), a value out of range, or a
        count that is neither 1 nor `seats`.
    """
    read = [str(read_policy(game, name, seats)) for name in names]
    if len(read) not in (1, seats):
        raise BadInput.of(f"{len(read)} policies for {seats} {game.seat_word}s: give one for all, or one each")
    return tuple(read) if len(read) == seats else tuple(read) * seats
