"""One kernel with all searches of a game for all its policies, so that tests compile it once."""

from __future__ import annotations

from simulate.runs.prepared import Prepared


def with_all_searches(made: Prepared) -> Prepared:
    """The same, with every search of its game compiled in, whoever sits in the seats."""
    vars(made)["searches"] = tuple(sorted(made.game.searches))
    return made
