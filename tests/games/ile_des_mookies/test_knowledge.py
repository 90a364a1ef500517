"""What the greedy policy knows, what it forgets, and that it plays better for it."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.ile_des_mookies.deal import look_at_hand, look_at_pile, settle
from simulate.games.ile_des_mookies.lanes import FACES, SPIDER_LANE
from simulate.games.ile_des_mookies.memory import recall, remembers
from simulate.games.ile_des_mookies.policies import choose_face, choose_pile
from simulate.games.ile_des_mookies.records import BOTH_PILES
from simulate.games.ile_des_mookies.rules import pile_left
from simulate.games.ile_des_mookies.story import placed_faces, reader
from simulate.games.ile_des_mookies.variant import Rules
from simulate.kernels.jit import routine
from simulate.kernels.purposes import POLICY
from simulate.kernels.rng import begin_decision, open_stream
from tests.games.ile_des_mookies.chances import LEAST, p_one_sample
from tests.games.ile_des_mookies.drawn import variants
from tests.games.ile_des_mookies.glue import oracle_for, told
from tests.games.ile_des_mookies.plays import MIXES, SHIPPED, blank, prepared, rules_of
from tests.oracles import mookies as oracle


@routine
def look_around(state: Any, table: Any) -> Any:
    """Deal all that the seat to act sees."""
    settle(state, table, state.steps >> 1)
    for at in range(2):
        if state.steps & 1:
            look_at_hand(state, table, at)
        elif pile_left(state, at) > 0:
            look_at_pile(state, table, at)


@routine
def decide(state: Any, table: Any, seat: Any, noise: Any, play: Any) -> Any:
    """The greedy policy's action."""
    open_stream(noise, 5, POLICY, play)
    begin_decision(noise, seat, state.steps)
    if state.steps & 1:
        return choose_face(state, table, seat, noise)
    return choose_pile(state, table, seat, noise)


@routine
def recalled(state: Any, table: Any, seat: Any) -> Any:
    """What the seat knows: its collection, the other one, faces not known by kind."""
    return recall(state, table, seat)


@routine
def knows(state: Any, table: Any, seat: Any, card: Any, covered: Any) -> Any:
    """Whether the seat remembers a covered card."""
    return remembers(state, table, seat, card, covered)


def collection_of(turn: int, face: Any) -> int:
    """The seat on whose collection the card of a turn lies."""
    return 1 - turn % 2 if face.is_spider else turn % 2


def covered_by(placed: list[Any]) -> list[int]:
    """The turn in which each placed card was covered, -1 for the visible tops."""
    owners = [collection_of(turn, face) for turn, face in enumerate(placed)]
    return [
        next((later for later in range(turn + 1, len(placed)) if owners[later] == owners[turn]), -1)
        for turn in range(len(placed))
    ]


def placed_faces_of(state: Any, table: Any) -> list[Any]:
    """The faces placed so far, in the order of the turns; all must be dealt."""
    read, turn = reader(table[0]), int(state["steps"][0]) // 2
    return [face for face in (read.face(int(FACES[code])) for code in state["placed"][0][:turn]) if face]


def hide(state: Any, table: Any, rules: Rules, seat: int, rng: np.random.Generator) -> None:
    """Change everything that `seat` cannot know in a settled state that it has looked around in."""
    read = reader(table[0])
    lanes = [lane for lane, family in enumerate(read.family_of_lane) if family >= 0]
    placed = placed_faces_of(state, table)
    for card, covered in enumerate(covered_by(placed)):
        if (
            covered >= 0
            and rules.retention < 1
            and not knows(state[0], table[0], seat, card, covered)
            and not placed[card].is_spider
        ):
            state["placed"][0][card] = int(rng.choice([15, 16])) - 2 * int(rng.choice(lanes))
    state["key"], state["twist"] = rng.integers(2**63, size=2)
    if rules.retention < 1:  # a seat that forgets nothing knows all that lies on both collections
        state["held"] = rng.integers(2**62, size=2)
        state["common"], state["legendary"] = rng.integers(2**62, size=2)
    state["cumulative"], state["bounds"] = rng.integers(2**62, size=2)
    state["undealt"] = rng.integers(60)
    state["order"][0] = rng.permutation(60)
    state["under"][0] = [1 << 8 * int(lane) for lane in rng.choice([*lanes, SPIDER_LANE], 2)]
    if not int(state["steps"][0]) % 2:
        state["in_hand"] = 0


@settings(max_examples=100)
@given(variants(), st.sampled_from(MIXES), st.integers(0, 10**6), st.integers(0, 119))
def test_hidden_information_does_not_change_the_decision(
    rules: Rules, policies: tuple[str, str], index: int, at: int
) -> None:
    play = prepared(rules, policies)
    recorded = play.record(6, index)
    decision = at % len(recorded.actions)
    seat = int(recorded.seats[decision])
    state, (_, noise) = recorded.states[decision : decision + 1].copy(), blank()
    look_around(state[0], play.table[0])
    expected = decide(state[0].copy(), play.table[0], seat, noise[0], index)
    rng = np.random.default_rng(index)
    for _ in range(4):
        changed = state.copy()
        hide(changed, play.table, rules, seat, rng)
        assert decide(changed[0], play.table[0], seat, noise[0], index) == expected


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_recalled_is_what_the_oracle_says_is_known(name: str) -> None:
    """Tell the oracle's memory which cards are forgotten; it refuses a visible one, and any with a perfect memory."""
    rules = rules_of(name)
    play = prepared(rules, ("greedy", "greedy"))
    read = reader(play.table[0])
    for index in range(6):
        recorded = play.record(4, index)
        placed = placed_faces(recorded)
        memories = [oracle.Memory(rules.retention, seat) for seat in range(2)]
        forgotten = 0
        for turn in range(len(placed)):
            seat, before = turn % 2, placed[:turn]
            state = recorded.states[2 * turn : 2 * turn + 1].copy()
            lost = [
                card for card, covered in enumerate(covered_by(before))
                if covered >= 0 and rules.retention < 1 and not knows(state[0], play.table[0], seat, card, covered)
            ]  # fmt: skip
            assert memories[seat].forgotten <= set(lost)  # what is forgotten stays forgotten
            memories[seat].forget(set(lost) - memories[seat].forgotten)
            mine, theirs, common, legendary = (int(word) for word in recalled(state[0], play.table[0], seat))
            check_recall(rules, memories[seat].known(), seat, (mine, theirs), (common, legendary), read)
            forgotten += len(lost)
            for memory in memories:
                memory.place(turn, collection_of(turn, placed[turn]), told(placed[turn]))
        assert (forgotten > 0) == (rules.retention < 1)


def check_recall(rules: Rules, known: Any, seat: int, held: Any, unknown: Any, read: Any) -> None:
    """The words of a recall say what the oracle's list of known cards says."""
    for owner, word in zip((seat, 1 - seat), held, strict=True):
        game = oracle_for(rules)
        game.collections[owner] = [face for collection, face in known if collection == owner]
        assert word >> 56 == game.spiders()[owner]
        for lane, family in enumerate(read.family_of_lane[:SPIDER_LANE]):
            assert word >> 8 * lane & 255 == (game.strength(owner, family) if family >= 0 else 0)
    faces = [face for _, face in known]
    for lane, family in enumerate(read.family_of_lane[:SPIDER_LANE]):
        if family >= 0:
            assert unknown[0] >> 8 * lane & 255 == rules.faces.per_family - faces.count(("mookie", family))
            assert unknown[1] >> 8 * lane & 255 == rules.faces.legendary - faces.count(("legend", family))
    assert unknown[0] >> 56 == rules.faces.spiders - faces.count(oracle.SPIDER)


def test_a_covered_card_is_forgotten_at_the_rate_of_the_rule() -> None:
    """Known after n turns of the observer with chance r^n; the two seats forget apart."""
    play = prepared(rules_of("forgetful"), ("greedy", "greedy"))
    plays, kept, both = 1500, np.zeros(6), 0
    for index in range(plays):
        state = play.record(3, index).states[20:21].copy()  # turn 10: seat 0 to act
        for turns in range(1, 6):  # covered in turn 9, 7, 5, …: once, twice, … at risk
            kept[turns] += knows(state[0], play.table[0], 0, index % 5, 11 - 2 * turns)
        both += knows(state[0], play.table[0], 0, 2, 9) and knows(state[0], play.table[0], 1, 2, 9)
    for turns in range(1, 6):
        chance = 0.8**turns
        assert p_one_sample([kept[turns], plays - kept[turns]], [chance, 1 - chance]) > LEAST
    assert p_one_sample([both, plays - both], [0.64, 0.36]) > LEAST


def moved(lane: int, gain: int, words: tuple[int, int], to_come: int, table: Any) -> float:
    """How much a face of this lane moves the trophies to the seat that places it, reckoned anew."""
    ahead = (words[0] >> 8 * lane & 255) - (words[1] >> 8 * lane & 255)
    ahead = -ahead if lane == SPIDER_LANE else ahead
    stars = int(table["stars"]) >> 8 * (lane % SPIDER_LANE) & 255
    spread = 1 + to_come / int(table["families"])
    return stars * ((ahead + gain) / sqrt((ahead + gain) ** 2 + spread) - ahead / sqrt(ahead**2 + spread))


def expectations(state: Any, table: Any, seat: int) -> list[float]:
    """The worth of both piles' cards with their better faces, summed over all faces that may be hidden."""
    mine, theirs, common, legendary = (int(word) for word in recalled(state, table, seat))
    second = int(state["piles"]).bit_count()
    left = int(state["heights"][0]) - int(state["steps"]) // 2 + second, int(state["heights"][1]) - second
    to_come = (sum(left) if table["end"] == BOTH_PILES else 2 * min(left)) - 1
    upper = [divmod(int(face).bit_length() - 1, 8) for face in state["upper"]]  # lane, and 1 for a legendary
    gains = 1, 1 + int(table["extra"])
    for lane, rare in upper:
        common, legendary = (common, legendary - (1 << 8 * lane)) if rare else (common - (1 << 8 * lane), legendary)
    hidden = [
        (word >> 8 * lane & 255, moved(lane, gain, (mine, theirs), to_come, table))
        for lane in range(8) for word, gain in zip((common, legendary), gains, strict=True)
    ]  # fmt: skip
    known = [moved(lane, gains[rare], (mine, theirs), to_come, table) for lane, rare in upper]
    return [sum(number * max(one, other) for number, other in hidden) for one in known]


@pytest.mark.parametrize("name", SHIPPED)
def test_greedy_takes_the_pile_of_larger_expectation(name: str) -> None:
    play = prepared(rules_of(name), ("greedy", "greedy"))
    clear = 0
    for index in range(8):
        recorded = play.record(9, index)
        for decision in range(0, len(recorded.actions), 2):
            state = recorded.states[decision : decision + 1].copy()
            look_around(state[0], play.table[0])
            if recorded.counts[decision] == 1:
                continue
            worth = expectations(state[0], play.table[0], int(recorded.seats[decision]))
            if abs(worth[0] - worth[1]) > 1e-9:
                assert recorded.actions[decision] == worth.index(max(worth))
                clear += 1
    assert clear > 50


@pytest.mark.parametrize("name", ["classic", "distinct_families", "both_piles", "forgetful"])
def test_greedy_beats_random_from_either_seat(name: str) -> None:
    plays = 20_000
    for policies in (("greedy", "random"), ("random", "greedy")):
        row = prepared(rules_of(name), policies).count_plays(7, 0, plays)
        seat = policies.index("greedy")
        share = float(row[2 + 2 * seat]) / plays
        assert share - 4.5 * 0.5 / sqrt(plays) > 0.72


def test_forgetting_makes_greedy_weaker_but_not_random() -> None:
    plays = 20_000
    for policy, weaker in (("greedy", True), ("random", False)):
        sharp = prepared(rules_of("classic"), (policy, "greedy" if weaker else "random")).count_plays(8, 0, plays)
        weak = prepared(Rules(retention=0.0), (policy, "greedy" if weaker else "random")).count_plays(8, 0, plays)
        assert np.array_equal(sharp, weak) != weaker
