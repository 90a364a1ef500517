"""Searches play by the rules, leave the play's luck alone, and read nothing that their seat cannot know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simulate.games.ile_des_mookies.lanes import FACES, SPIDER_LANE
from simulate.games.ile_des_mookies.search import determinize
from simulate.games.ile_des_mookies.variant import Rules
from simulate.kernels.jit import routine
from simulate.kernels.rng import open_stream
from tests.games.ile_des_mookies.glue import check_replay
from tests.games.ile_des_mookies.plays import blank, prepared, rules_of
from tests.games.ile_des_mookies.test_knowledge import covered_by, knows, look_around, placed_faces_of
from tests.games.searched import with_all_searches

POLICIES = (
    "mcts:20", "mcts:12,rollout=random,trust=0", "mcts:6,rollout=greedy", "mcts:6,blunder=0.5", "expectimax:1",
    "expectimax:3,samples=3", "expectimax:2,samples=4,rollout=random", "expectimax:2,rollout=greedy,blunder=0.5",
)  # fmt: skip
VARIANTS = ("classic", "forgetful", "distinct_families", "both_piles")
FORGETFUL_DECK = Rules.model_validate({**rules_of("distinct_families").model_dump(), "retention": 0.7})


@routine
def redraw(state: Any, table: Any, seat: Any, noise: Any, play: Any) -> Any:
    """Determinize with the luck of a play."""
    open_stream(noise, 3, 5, play)
    determinize(state, table, seat, noise)


def lost_cards(rules: Rules, state: Any, table: Any, seat: int) -> list[int]:
    """Turns of the placed cards that a seat has forgotten."""
    if rules.retention == 1:
        return []
    placed = placed_faces_of(state, table)
    covers = enumerate(covered_by(placed))
    return [card for card, covered in covers if covered >= 0 and not knows(state[0], table[0], seat, card, covered)]


def unknown_faces(table: Any, state: Any, lost: list[int]) -> Counter[int]:
    """Faces (by code) that lie neither open nor remembered; pairing uniform."""
    every: Counter[int] = Counter()
    for lane in range(8):
        every[15 - 2 * lane] += int(table["common"][0]) >> 8 * lane & 255
        every[16 - 2 * lane] += int(table["legendary"][0]) >> 8 * lane & 255
    codes = {int(face): code for code, face in enumerate(FACES)}
    turn = int(state["steps"][0]) // 2
    known = [int(code) for at, code in enumerate(state["placed"][0][:turn]) if at not in lost]
    open_faces = ("upper", "in_hand") if int(state["steps"][0]) % 2 else ("upper",)
    known += [codes[int(face)] for name in open_faces for face in state[name][0] if face]
    every.subtract(known)
    assert min(every.values()) >= 0
    return every


def collections(state: Any, table: Any) -> list[int]:
    """What the seats hold by the rules, from the faces placed."""
    held, turn = [0, 0], int(state["steps"][0]) // 2
    for at, code in enumerate(state["placed"][0][:turn]):
        lane, rare = (16 - int(code)) // 2, int(code) % 2 == 0
        owner = 1 - at % 2 if lane == SPIDER_LANE else at % 2
        held[owner] += (1 + int(table["extra"][0]) * rare) << 8 * lane
    return held


def pool_words(left: Counter[int]) -> tuple[int, int]:
    """The two words that say which faces are not dealt."""
    before = cumulative = bounds = 0
    for lane in range(8):
        bounds |= (128 + before + left[16 - 2 * lane]) << 8 * lane
        before += left[15 - 2 * lane] + left[16 - 2 * lane]
        cumulative |= (128 + before) << 8 * lane
    return cumulative, bounds


def hide(rules: Rules, table: Any, state: Any, seat: int, rng: np.random.Generator) -> None:
    """Put another world that looks the same to `seat` in place of a state that it has looked around in."""
    state["key"], state["twist"] = rng.integers(2**63, size=2)
    lost = [at for at in lost_cards(rules, state, table, seat) if state["placed"][0][at] != 1]
    if table["from_deck"][0]:
        hide_cards(table, state, rng)
    elif lost:
        pool = list((+unknown_faces(table, state, lost)).elements())
        others = [code for code in rng.permutation(pool) if code != 1]  # spiders lie elsewhere: they stay
        for at, code in zip(lost, others, strict=False):
            state["placed"][0][at] = code
        state["held"][0] = collections(state, table)
        state["cumulative"], state["bounds"] = pool_words(unknown_faces(table, state, []))


def hide_cards(table: Any, state: Any, rng: np.random.Generator) -> None:
    """Other cards of the deck in the piles, some under the same open faces."""
    deck, left = table["deck"][0], int(state["undealt"][0])
    for pile in range(2):
        showing = [
            (i, side) for i in range(left) for side in range(2)
            if state["upper"][0][pile] and deck[state["order"][0][i]][side] == state["upper"][0][pile]
        ]  # fmt: skip
        if showing:
            i, side = showing[rng.integers(len(showing))]
            other = state["tops"][0][pile]
            state["tops"][0][pile] = state["order"][0][i]
            state["under"][0][pile] = deck[state["order"][0][i]][1 - side]
            state["order"][0][i] = other
    state["order"][0][:left] = rng.permutation(state["order"][0][:left])


def looked_at(rules: Rules, policies: tuple[str, str], indices: range) -> Any:
    """(play, index, decision, seat, state) of some decisions, the seat having looked around."""
    play = prepared(rules, policies)
    for index in indices:
        recorded = play.record(6, index)
        for decision in range(index % 3, len(recorded.actions), 7):
            state = recorded.states[decision : decision + 1].copy()
            look_around(state[0], play.table[0])
            yield play, index, decision, int(recorded.seats[decision]), state


@pytest.mark.parametrize("name", VARIANTS)
def test_hidden_information_does_not_change_what_a_search_finds(name):
    rules, changed = rules_of(name), 0
    for policy in POLICIES:
        for play, index, decision, seat, state in looked_at(rules, ("greedy", "random"), range(4)):
            search = with_all_searches(prepared(rules, policy))
            expected = search.decide(state, 6, index, decision)
            rng = np.random.default_rng(index)
            for _ in range(3):
                other = state.copy()
                hide(rules, play.table, other, seat, rng)
                assert search.decide(other, 6, index, decision) == expected
                changed += other.tobytes() != state.tobytes()
    assert changed > 50


def test_the_hidden_worlds_do_differ():
    """Negative control: the same choice leads to other cards in them."""
    rules, seen = rules_of("classic"), set()
    for play, index, _, seat, state in looked_at(rules, ("greedy", "random"), range(4)):
        if int(state["steps"][0]) % 2 == 0:
            rng = np.random.default_rng(index)
            worlds = [state.copy() for _ in range(3)]
            for world in worlds:
                hide(rules, play.table, world, seat, rng)
                world["steps"] += 1
                world["in_hand"] = 0
                look_around(world[0], play.table[0])
            seen.add(len({int(world["in_hand"][0][1]) for world in worlds}))
    assert max(seen) > 1


@pytest.mark.parametrize("rules", [*map(rules_of, VARIANTS), FORGETFUL_DECK], ids=[*VARIANTS, "forgetful_deck"])
def test_what_is_drawn_anew_is_consistent_with_what_is_known(rules):
    redrawn = 0
    for play, index, _, seat, state in looked_at(rules, ("greedy", "greedy"), range(8)):
        other, (_, noise) = state.copy(), blank()
        lost = lost_cards(rules, state, play.table, seat)
        redraw(other[0], play.table[0], seat, noise[0], index)
        turn = int(state["steps"][0]) // 2
        for at in range(turn):
            assert at in lost or other["placed"][0][at] == state["placed"][0][at]
        for name in ("upper", "in_hand", "steps", "piles", "sides", "heights"):
            assert np.array_equal(other[name], state[name])
        assert other["key"][0] != state["key"][0]
        redrawn += sum(other["placed"][0][at] != state["placed"][0][at] for at in lost)
        if play.table["from_deck"][0]:
            dealt = [*other["taken"][0][: turn + int(state["steps"][0]) % 2]]
            dealt += [other["tops"][0][pile] for pile in range(2) if other["upper"][0][pile]]
            assert sorted([*dealt, *other["order"][0][: int(other["undealt"][0])]]) == list(range(rules.cards))
        else:
            assert other["held"][0].tolist() == collections(other, play.table)
            words = int(other["cumulative"][0]), int(other["bounds"][0])
            known = words if rules.retention == 1 else pool_words(unknown_faces(play.table, other, []))
            assert words == known
            assert rules.retention < 1 or words == (int(state["cumulative"][0]), int(state["bounds"][0]))
    assert (redrawn > 0) == (rules.retention < 1)


@pytest.mark.parametrize("name", ["classic", "forgetful"])
def test_the_oracle_finds_the_same_play(name):
    rules = rules_of(name)
    for index in range(3):
        recorded = prepared(rules, ("mcts:20", "mcts:10,rollout=greedy")).record(5, index)
        check_replay(rules, recorded)
        first, last = recorded.states[0], recorded.states[-1]
        assert all(first[word] == last[word] for word in ("key", "twist", "memory_key", "memory_twist"))


def test_a_larger_budget_leaves_the_deal_and_the_first_sight_alone():
    rules = rules_of("classic")
    for index in range(5):
        plays = [prepared(rules, (policy, "greedy")).record(2, index) for policy in ("mcts:5", "mcts:40")]
        first = [play.states[0].tobytes() for play in plays]
        assert first[0] == first[1]
        tops = [play.states[: len(play.states)]["upper"][0] for play in plays]
        assert np.array_equal(*tops)
