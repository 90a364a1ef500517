"""The searches that every game may be played by, and the settings of all policies, in words and numbers.

Light, like the games' cards: no numpy, no numba, so that lists and help stay fast.

A game that can be searched (``Game.searches``) has a file ``search.py`` with compiled hooks. `state` is a copy that may
be changed at will, but where it says otherwise; `noise` is a stream.

``determinize(state, table, seat, noise)``
    Draw anew, in place, all that `seat` cannot know when it decides, consistent with what it knows: hidden cards, what
    the others keep to themselves, and the keys of all luck to come, so that no search meets the luck of the real play.
    Does nothing in a game without luck and hidden things.
``sight(state, table) -> uint64``   (optional; for games with luck or hidden things)
    A number for what the seat to act sees: equal where it sees the same after the same actions. It is also called with
    the real state before it is copied, and must make real there what the seat sees.
``concluded(state, table, seat) -> bool``   (optional)
    True when the rest of the play does not concern `seat`; a search of `seat` plays on no further.
``reward(state, table, seat) -> float64``   (optional)
    What a search wants, 0 … 1, of a play that is over or concluded; by default the share of first place.
``forecast(state, table, seat) -> float64``   (optional)
    The reward that a position promises, 0 … 1, for searches that do not play on to the end.
``count_legal(state, table, actions) -> n``, ``legal_number(state, table, k, actions) -> action``   (optional)
    The number of legal actions and the k-th of them, where both are cheaper than a list; `actions` is scratch space.
``evaluate(state, table, seat) -> float64``   (optional; for searches of limited depth)
    How good a position looks for `seat`, as the points that it will be ahead of the best other seat in the end; exact
    when the play is over.
``key(state, table) -> uint64``   (optional; for transpositions)
    A hash of all that the rest of a play and its points depend on, never 0.
``promise(state, table, action) -> int64``   (optional; for the order in which actions are tried)
    How promising an action looks, below 2^40.
``copy_changing(target, source, states)``   (optional)
    Copy position number `source` of an array to number `target`, one of the same play: only what `apply` may change.

What a search needs: ``mcts`` ``determinize``; ``alphabeta`` also ``evaluate``, and a game without luck and hidden
things; ``expectimax`` ``determinize`` and, to judge a leaf without a rollout, ``evaluate`` (then it wants the largest
lead) or ``forecast``. With luck or hidden things ``mcts`` and ``expectimax`` need ``sight``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Setting:
    """An option of a policy: ``name=value``.

    Attributes
    ----------
    name, meaning : str
    lowest, highest, default : float
        A number in this range.
    whole : bool
        A whole one.
    """

    name: str
    meaning: str
    lowest: float
    highest: float
    default: float
    whole: bool = False


BLUNDER = Setting("blunder", "chance to do a uniformly random legal action instead, drawn anew each decision", 0, 1, 0)
"""Every policy has it."""

EXPLORE = Setting("c", "how much mcts prefers actions that it knows little of", 0, 100, 0.3)


ROLLOUT = "rollout"
"""Option of searches: the policy that plays on from a leaf."""


@dataclass(frozen=True)
class Search:
    """A way to play that is written once for all games.

    Attributes
    ----------
    kind : int
        Its number in kernels.
    meaning : str
        One paragraph of how it chooses.
    number : str
        What the number behind its name is.
    most : int
        The largest one.
    timed : bool
        The number may be milliseconds instead, as in ``50ms``.
    settings : tuple of Setting
        Options besides ``blunder``.
    rollout : bool
        Has the option ``rollout``, a policy of the game or ``random``.
    measured : bool
        Its rollout may be the game's ``evaluate``, too, where there is one, by the name of a forecast.
    """

    kind: int
    meaning: str
    number: str
    most: int
    timed: bool = False
    settings: tuple[Setting, ...] = field(default=())
    rollout: bool = False
    measured: bool = False


TRUST = Setting("trust", "how much mcts prefers the choice of greedy, in half standard errors of a share", 0, 100, 1)

SAMPLES = Setting(
    "samples", "how often luck and what its seat cannot know are drawn for each action of a position", 1, 1024, 8, True
)

FORECAST = "forecast"
"""Instead of a policy for rollouts, where a game has one: what the position promises."""

GUIDES = ("greedy", "random")
"""The policy that guides a search is the first of these that the game has; ``random`` guides nothing."""

SEARCHES: Mapping[str, Search] = {
    "mcts": Search(
        100,
        "Monte Carlo tree search (UCT): plays from the position at hand to the end again and again, by the rollout "
        "policy beyond what it has in its tree, and tries most what did best so far. What its seat cannot know is "
        "drawn anew for each iteration. Its number is that of iterations a decision, or milliseconds as in 50ms "
        "(then no two runs are alike).",
        "iterations",
        1_000_000,
        timed=True,
        settings=(EXPLORE, TRUST),
        rollout=True,
    ),
    "alphabeta": Search(
        101,
        "Looks at all that may happen within a number of decisions (alpha-beta, deeper step by step), judges where it "
        "ends by the game's measure of a position, and takes the action with the best lead that it can be sure of. "
        "With more than two seats it takes all others to play against it. Its number is that of decisions, or "
        "milliseconds as in 50ms (then no two runs are alike). For games without luck and hidden things.",
        "decisions",
        64,
        timed=True,
    ),
    "expectimax": Search(
        102,
        "Looks at what may happen within a number of decisions: each action is tried in a few copies of the position, "
        "in which luck and all that the seat to act cannot know are drawn anew, and counts by their mean; its own seat "
        "takes the best action, the others those that are worst for it. Where the depth ends, the game's measure of a "
        "position or a rollout stands in. Its number is that of decisions.",
        "decisions",
        64,
        settings=(SAMPLES,),
        rollout=True,
        measured=True,
    ),
}
"""By name."""
