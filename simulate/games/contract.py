"""What a game is to the rest of fairdeal. Adding a game is adding a folder that keeps this contract.

A game is a Python package, in ``simulate/games/`` or installed as a plug-in (entry point group ``fairdeal.games``),
with

* ``__init__.py``: ``GAME``, a :class:`Game`. Light: no numpy, no numba, no pydantic, so that lists and help stay fast;
* ``variant.py``: ``Rules``, the model of its YAML (a :class:`variants.dials.Dials`), with the cross-checks;
* ``table.py``: ``make_table(rules, players) -> NDArray[np.void]`` of shape (1,), the record that kernels read;
  ``measures(rules, players) -> Measures``, what a play is counted for; ``decision_limit(rules, players) -> int``;
* ``rules.py``: the compiled rules (below) and ``STATE``, the dtype of the state record;
* ``policies.py``: ``KINDS: dict[str, int]`` (its own policies by name, numbers from 1 on; ``random`` is 0 and not
  listed) and ``choose``, the compiled function that plays them;
* ``story.py``: ``tell(rules, players, recorded) -> Story``, one play told in words;
* ``picture.py``, optional: positions and components drawn (docs/reports.md, :mod:`simulate.games.worth`);
* ``exact.py``, optional: what is known exactly (:mod:`simulate.games.exactness`).

Compiled rules, all of them ``simulate.kernels.jit.rule`` or ``routine``; ``state`` is a STATE record, ``table`` the
table's record, both passed as records, seats and actions are int64:

``setup(state, table, seed, play)``
    Everything before the first decision, drawn from streams keyed by (seed, purpose, play). Must write every field.
``over(state, table) -> bool``
    True when nobody has a decision left. A race may go on after the game is decided, when its rest is counted too.
``seat_to_act(state, table) -> seat``
    Who decides now; called only while the game is not over.
``legal(state, table, actions) -> n``
    List the legal actions as int64 codes; at least one while the game is not over.
``apply(state, table, action)``
    Do it, with everything that follows until the next decision. Chance comes from streams whose key the state carries.
``points(state, table, seat) -> int``
    The score, >= 0, of a finished play.
``winners(state, table) -> bits``
    Bit s set when seat s shares first place; at least one bit.
``observe(state, table, at, values)``
    Write the game's own values to ``values[at], values[at + 1], …`` in the order of its measures (a measure with
    ``per_seat`` takes one place a seat).
``pick_uniform(state, table, noise) -> action``
    One action of uniform play; may be drawn without listing the actions, but with exactly the law the rules page
    states. It may read words of `noise` at places of its own, so two plays must not share a stream.
``choose(state, table, seat, kind, policies, noise, actions) -> action``
    The action of a policy of the game's own; `actions` is scratch space for a list. Draws only from `noise`, and reads
    nothing that the seat cannot know.

Two more are optional, both or none:

``foresee(ahead, table, seed, policy_seed, first_play)`` and ``sprint(state, table, ahead, play)``
    For plays in which all seats play uniformly. ``foresee`` draws what the next ``playout.ABREAST`` plays need, all
    together, into the scratch space ``ahead`` (uint64[…]); ``sprint`` brings number `play` (uint64) of them to its end.
    What ``over``, ``winners``, ``points`` and ``observe`` say must be the very same as after ``setup`` and
    ``apply(state, table, pick_uniform(state, table, noise))`` decision by decision, so this is a faster way to draw,
    never other rules; fields that none of them reads need not be written. `policy_seed` is that of the policies'
    stream.

What only ``run --metrics`` asks for lies in ``course.py``, all of it optional. Compiled:

``standing(state, table, seat) -> int``
    The seat's points during play, as they would count now. It may deal what was only put off, never change the play.
``mid_turn(state, table) -> bool``
    True when the next decision goes on with the turn of the last one (without it every decision is a turn).
``moment(state, table, seat) -> int`` and ``last_moment(state, table) -> int``
    Of a race on clocks, where seats are followed one after another: the clock of the seat; when the game ended.
``witness(state, table, action, course)``
    Called before each ``apply``, and at the end with action -1: sets bits of ``course.seen`` for what happened and adds
    to ``course.taken[seat, component]``.

In plain Python, naming what ``witness`` counts, in its order:

``events(rules, players) -> tuple[Event, ...]`` and ``components(rules, players) -> tuple[Component, ...]``

A game that can be searched (``Game.searches``) has one file more, ``search.py``, with the compiled hooks that
:mod:`simulate.games.searching` tells of.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from variants.dials import Dials


@dataclass(frozen=True)
class Policy:
    """A way to play: its name on the command line, and one paragraph of how it chooses."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Measure:
    """A whole number that each play is counted for, and how it becomes a metric.

    Attributes
    ----------
    name : str
        The metric's name; with `per_seat` the metrics are ``name.0``, ``name.1``, …
    meaning, unit : str
        The definition in words; the unit of the metric (after division by `divisor`).
    size : int
        Bins of its histogram (values 0 … size - 1); 0: unbounded, kept as sum and sum of squares.
    per_seat : bool
        One value a seat.
    divisor : int
        The metric is the mean of value / divisor (milliseconds to seconds, a total over teams to a mean per team).
    share : bool
        The value is 0 or 1 and the metric is a share with a Wilson interval.
    inner : bool
        Counted, but no metric of its own (it feeds a ratio).
    bounded : bool
        Kept as sums, and every play's value lies in 0 … `divisor`.
    """

    name: str
    meaning: str
    unit: str
    size: int = 0
    per_seat: bool = False
    divisor: int = 1
    share: bool = False
    inner: bool = False
    bounded: bool = False


@dataclass(frozen=True)
class Ratio:
    """A metric that is one measure's total over another's, with the play as the unit of sampling.

    `product` names the inner measure (kept as sums) that counts numerator x denominator of each play. Without one, a
    play's denominator is 0 or a whole point and its numerator what was won of it: the metric is a share of the plays
    that have such a point.

    Attributes
    ----------
    part : bool
        In every play the numerator is a part of the denominator, so the ratio lies in 0 … 1.
    """

    name: str
    meaning: str
    unit: str
    numerator: str
    denominator: str
    product: str = ""
    part: bool = False


@dataclass(frozen=True)
class Event:
    """Something that the rules allow to happen in a play: its name (part of a metric's) and what it is."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Component:
    """A kind of tile, card or face that seats get: its name (part of a metric's) and what getting it means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Measures:
    """What a play of a table is counted for.

    Attributes
    ----------
    score : Measure
        ``score``, one histogram a seat (`per_seat`).
    margin : Measure
        Points between the best and the second best seat.
    own : tuple of Measure
        The game's own, histograms before sums, in the order in which ``observe`` writes them. One is ``turns``.
    ratios : tuple of Ratio
        Metrics made of two measures.
    course : tuple of Measure
        What the course of a play is counted for, with ``run --metrics``; behind the game's own.
    joint : mapping of str to int
        Counts and sums of several values at once, by name, with the number of integers of each.
    events, components : tuple of Event, tuple of Component
        What the joint counts ``events`` and ``components`` are of.
    """

    score: Measure
    margin: Measure
    own: tuple[Measure, ...]
    ratios: tuple[Ratio, ...] = ()
    course: tuple[Measure, ...] = ()
    joint: Mapping[str, int] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    components: tuple[Component, ...] = ()

    @property
    def plain(self) -> tuple[Measure, ...]:
        """What a play is counted for without its course, in the order of a play's values."""
        return (self.score, self.margin, *self.own)

    @property
    def all(self) -> tuple[Measure, ...]:
        """Every measure, in the order of a tally row."""
        return (*self.plain, *self.course)


@dataclass(frozen=True)
class Recorded:
    """One play, decision by decision.

    Attributes
    ----------
    states : NDArray of the game's STATE, shape (decisions + 1,)
        The state before each decision, then the final one.
    seats, actions, counts : NDArray[int64], shape (decisions,)
        Who acted, what was done, how many actions were legal.
    listed : tuple of tuple of int
        The legal actions of each decision.
    table : NDArray of the game's table, shape (1,)
    policies : tuple of str
        One name a seat.
    seed, index : int
    winners : int
        Bit s is set when seat s shares first place; 0 for a play that was stopped at the limit of decisions.
    values : mapping of str to int
        What the play is counted for (``score.0``, ``margin``, ``turns`` …); all 0 for a stopped play.
    """

    states: NDArray[np.void]
    seats: NDArray[np.int64]
    actions: NDArray[np.int64]
    counts: NDArray[np.int64]
    listed: tuple[tuple[int, ...], ...]
    table: NDArray[np.void]
    policies: tuple[str, ...]
    seed: int
    index: int
    winners: int
    values: Mapping[str, int]

    @property
    def capped(self) -> bool:
        """True when the play was stopped at the limit of decisions."""
        return self.winners == 0


@dataclass(frozen=True)
class Turn:
    """One step of a story: who, what in one sentence, and the position after it as lines of text."""

    seat: int
    text: str
    board: tuple[str, ...] = ()


@dataclass(frozen=True)
class Story:
    """One play told: the set-up, the turns, the end, and what the play is counted for."""

    setup: tuple[str, ...]
    turns: tuple[Turn, ...]
    end: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game's name card; the parts that need heavy imports are loaded when asked for.

    Attributes
    ----------
    name, title, about : str
        Machine name (the folder's), printed title, one sentence.
    package : str
        Import path of the game's package.
    folder : Path
        Where its sources lie.
    variants_folder : Path
        Where its variant files lie.
    main_variant : str
        The variant that the game's bare name means.
    player_counts : tuple of int
        For how many people it is.
    people_per_seat : int
        2 when seats are teams of two.
    seat_word : str
        What a seat is called in texts: ``seat`` or ``team``.
    score_word : str
        What points are called: ``moons``, ``stars``, …
    policies : tuple of Policy
        ``random`` first, then its own.
    searches : tuple of str
        Searches that can play it (names of :mod:`simulate.games.searching`).
    forecasts, evaluates : bool
        Its search hooks have a ``forecast``; an ``evaluate``.
    aliases : mapping of str to str
        Names for policies with settings, such as ``expert``.
    seat_aliases : mapping of int to mapping of str to str
        What such names mean instead with that number of seats.
    ladder : tuple of str
        Its ladder of policies, weakest first (``mcts:50..400``: budgets that double); empty: all of its own in order.
    """

    name: str
    title: str
    about: str
    package: str
    folder: Path
    variants_folder: Path
    main_variant: str
    player_counts: tuple[int, ...]
    policies: tuple[Policy, ...]
    people_per_seat: int = 1
    seat_word: str = "seat"
    score_word: str = "points"
    notes: Mapping[str, str] = field(default_factory=dict)
    searches: tuple[str, ...] = ()
    forecasts: bool = False
    evaluates: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)
    seat_aliases: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    ladder: tuple[str, ...] = ()

    def seats(self, players: int) -> int:
        """Number of seats for `players` people."""
        return players // self.people_per_seat

    def part(self, name: str) -> Any:
        """The module `name` of the game's package."""
        return importlib.import_module(f"{self.package}.{name}")

    def exact(self, name: str) -> Callable[..., Any] | None:
        """``exact_values``, ``played_values`` or ``solve_deal`` of the game; None when it has none."""
        if not self.has_part("exact"):
            return None
        found: Callable[..., Any] | None = getattr(self.part("exact"), name, None)
        return found

    @property
    def model(self) -> type[Dials]:
        """The model of the game's rules."""
        model: type[Dials] = self.part("variant").Rules
        return model

    @property
    def kernels(self) -> SimpleNamespace:
        """The generic kernels specialised for this game; compiled (or read from the cache) at their first call."""
        return self.kernels_with()

    def kernels_with(self, *, search: tuple[str, ...] = (), metrics: bool = False) -> SimpleNamespace:
        """The same with the named searches compiled in, with `metrics` those that follow the course; each made once."""
        if (search, metrics) not in self._kernels:
            self._kernels[search, metrics] = self._specialised(search, metrics)
        return self._kernels[search, metrics]

    @cached_property
    def _kernels(self) -> dict[tuple[tuple[str, ...], bool], SimpleNamespace]:
        return {}

    def _specialised(self, search: tuple[str, ...], metrics: bool) -> SimpleNamespace:
        from simulate.kernels.specialise import (
            COURSE_HOOKS,
            OPTIONAL_RULES,
            OPTIONAL_SEARCH_RULES,
            RULES,
            SEARCH_RULES,
            specialise,
        )

        parts = {"rules": (*RULES, *OPTIONAL_RULES), "policies": ("choose",)}
        if search:
            parts["search"] = (*SEARCH_RULES, *OPTIONAL_SEARCH_RULES)
        if metrics and self.has_part("course"):
            parts["course"] = COURSE_HOOKS
        bound: dict[str, Any] = {}
        for name, hooks in parts.items():
            part = self.part(name)
            bound.update({hook: getattr(part, hook) for hook in hooks if hasattr(part, hook)})
        return specialise(self.name, [self.folder], bound, search=search, course=metrics)

    def has_part(self, name: str) -> bool:
        """True when the game has the module `name`; nothing is imported but its package."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    def course_part(self, name: str) -> Any:
        """What the game's ``course.py`` calls `name`; None when there is no such file or name."""
        return getattr(self.part("course"), name, None) if self.has_part("course") else None

    @property
    def kinds(self) -> dict[str, int]:
        """Kinds of the game's own policies by name, ``random`` = 0 included; searches have numbers of their own."""
        own: dict[str, int] = self.part("policies").KINDS
        return {"random": 0, **own}

    def measures(self, rules: Dials, players: int) -> Measures:
        """What a play of these rules is counted for."""
        found: Measures = self.part("table").measures(rules, players)
        return found

    def make_table(self, rules: Dials, players: int) -> NDArray[np.void]:
        """The table record, shape (1,)."""
        table: NDArray[np.void] = self.part("table").make_table(rules, players)
        return table

    def decision_limit(self, rules: Dials, players: int) -> int:
        """Most decisions of one play; a play that reaches it is counted as capped."""
        return int(self.part("table").decision_limit(rules, players))

    def tell(self, rules: Dials, players: int, recorded: Recorded) -> Story:
        """One recorded play in words."""
        teller: Callable[[Dials, int, Recorded], Story] = self.part("story").tell
        return teller(rules, players, recorded)
