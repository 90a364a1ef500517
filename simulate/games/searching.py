"""The searches that every game may be played by, and the settings of all policies, in words and numbers.

Light, like the games' cards: no numpy, no numba, so that lists and help stay fast.
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
    """

    name: str
    meaning: str
    lowest: float
    highest: float
    default: float


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
    """

    kind: int
    meaning: str
    number: str
    most: int
    timed: bool = False
    settings: tuple[Setting, ...] = field(default=())
    rollout: bool = False


TRUST = Setting("trust", "how much mcts prefers the choice of greedy, in half standard errors of a share", 0, 100, 1)

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
}
"""By name."""
