"""expectimax with luck: with more samples it comes to the exact values of best play of small decks."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
import pytest

from simulate.games.ile_des_mookies.exact.best import Best
from simulate.games.ile_des_mookies.lanes import SPIDER_LANE
from simulate.games.ile_des_mookies.variant import Rules
from tests.games.ile_des_mookies.plays import prepared
from tests.games.ile_des_mookies.test_exact import FOUR_CARDS, tiny

SEED, PLAYS = 5, 16
SAMPLES = (2, 16, 512)


def exact_share(rules: Rules, upper: Any) -> float:
    """Win share of seat 0 under best play when these faces (words of lanes) lie open on two even piles."""
    faces = rules.faces
    rows = [[0, faces.per_family, faces.legendary, 0] for _ in range(faces.families)] + [[0, faces.spiders, 0, 0]]
    for pile, word in enumerate(map(int, upper)):
        lane = (word.bit_length() - 1) // 8
        kind = int(word >> 8 * lane & 2 != 0)
        row = rows[-1 if lane == SPIDER_LANE else lane]
        row[1 + kind] -= 1
        row[3] |= 1 << (2 * pile + kind)
    position = tuple((a, b, c, d) for a, b, c, d in rows)
    scaled = Best(rules).value(position, rules.cards // 2, rules.cards // 2, 0)
    return scaled / (2 * factorial(2 * rules.cards - 2))


def errors(rules: Rules, policy: str) -> Any:
    """What the first seat finds its chance to be, less what it is, in each of some plays."""
    search, wrong = prepared(rules, policy), []
    for index in range(PLAYS):
        state = prepared(rules, ("random", "random")).record(SEED, index).states[0:1].copy()
        _, work, memory = search._scratch()
        records = (state[0], work, memory, search.table[0], search.policy_record[0])
        search.kernels.decide_alone(*records, np.uint64(SEED), index, 0)
        wrong.append(float(memory.plies["best"][0]) - exact_share(rules, state["upper"][0]))
    return np.array(wrong)


@pytest.mark.parametrize("dials", [{}, {"end": "both_piles", "tie_break": "shared"}], ids=str)
def test_more_samples_find_the_exact_values(dials: dict[str, Any]) -> None:
    rules = tiny(FOUR_CARDS, **dials)
    off = [float(np.sqrt(np.mean(errors(rules, f"expectimax:8,samples={n}") ** 2))) for n in SAMPLES]
    assert off[0] > 0.03
    assert off == sorted(off, reverse=True)
    assert off[-1] < 0.01


def test_a_shallow_search_does_not_know_them() -> None:
    """Negative control: two decisions ahead the forecast stands in for the rest of the play."""
    rules = tiny(FOUR_CARDS)
    assert float(np.sqrt(np.mean(errors(rules, "expectimax:2,samples=512") ** 2))) > 0.03
