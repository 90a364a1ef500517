"""What a seat cannot know changes no decision of any policy of any game, and no search changes the play at hand.

The games' own tests put other worlds of their own making in place of a position; here it is what the game itself draws
anew for a search, under the main variant, whose hidden things are all redrawn and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from fairdeal.selection import select
from simulate.games.contract import Game
from simulate.games.registry import games
from simulate.kernels.jit import routine
from simulate.kernels.playout import WORK
from simulate.kernels.rng import open_stream
from simulate.runs.prepared import Prepared, prepare
from tests.games.searched import with_all_searches

SEED, PLAYS, STEP = 12, 3, 5
BUDGETS = {"mcts": ("mcts:4", "mcts:24"), "alphabeta": ("alphabeta:1", "alphabeta:3"),
           "expectimax": ("expectimax:1,samples=2", "expectimax:3,samples=3")}  # fmt: skip


@dataclass(frozen=True)
class Position:
    """A position of a play, as the seat to act sees it, and the same with all that it cannot know drawn anew."""

    index: int
    decision: int
    state: Any
    others: tuple[Any, ...]


def prepared(game: Game, policy: str) -> Prepared:
    """The game's main variant for one policy."""
    variant = select(game.name)[1]
    players = game.player_counts[0]
    return prepare(game, variant.rules_for(players), players, policy)


def policies(game: Game) -> list[str]:
    """Every policy of a game, each search with several budgets and ways to judge a leaf, and one that blunders."""
    found = [policy.name for policy in game.policies]
    found += [text for search in game.searches for text in BUDGETS[search]]
    found += [f"{search}:2,rollout=random" for search in game.searches if search != "alphabeta"]
    found += [f"{found[-1]},blunder=0.5", f"{game.policies[-1].name},blunder=0.5"]
    return found


def positions(game: Game) -> Iterator[Position]:
    """Some positions of uniform plays."""
    part = game.part("search")
    sight, determinize = getattr(part, "sight", None), part.determinize
    look = routine(_looking(sight)) if sight else None
    redraw = routine(_redrawing(determinize))
    play = prepared(game, "random")
    for index in range(PLAYS):
        recorded = play.record(SEED, index)
        for decision in range(index, len(recorded.actions), STEP):
            state = recorded.states[decision : decision + 1].copy()
            if look:
                look(state[0], play.table[0])
            others = []
            for world in range(2):
                other, noise = state.copy(), np.zeros(1, WORK)
                redraw(other[0], play.table[0], recorded.seats[decision], noise[0], world)
                others.append(other)
            yield Position(index, decision, state, tuple(others))


def _looking(sight: Any) -> Any:
    def look(state: Any, table: Any) -> None:
        sight(state, table)

    return look


def _redrawing(determinize: Any) -> Any:
    def redraw(state: Any, table: Any, seat: Any, noise: Any, world: Any) -> None:
        open_stream(noise, np.uint64(SEED), 99, world)
        determinize(state, table, seat, noise)

    return redraw


@pytest.mark.parametrize("name", sorted(games()))
def test_what_a_seat_cannot_know_changes_no_decision(name: str) -> None:
    game = games()[name]
    seen = list(positions(game))
    changed = sum(other.tobytes() != one.state.tobytes() for one in seen for other in one.others)
    assert (changed > 0) == hasattr(game.part("search"), "sight")
    for text in policies(game):
        policy = with_all_searches(prepared(game, text))
        for one in seen:
            expected = policy.decide(one.state, SEED, one.index, one.decision)
            for other in one.others:
                assert policy.decide(other, SEED, one.index, one.decision) == expected, text


@pytest.mark.parametrize("name", sorted(games()))
def test_no_budget_changes_the_play_at_hand(name: str) -> None:
    """What lies open is all that a search makes real: neither the deal nor the luck to come is touched."""
    game = games()[name]
    seen = list(positions(game))
    for search in game.searches:
        for text in BUDGETS[search]:
            policy = with_all_searches(prepared(game, text))
            for one in seen:
                state, (_, work, memory) = one.state.copy(), policy._scratch()
                records = (state[0], work, memory, policy.table[0], policy.policy_record[0])
                policy.kernels.decide_alone(*records, np.uint64(SEED), one.index, one.decision)
                assert np.array_equal(state, one.state), text
